"""What is said of an event of a link that does not follow from those before it, to the unit (P4, P6)."""

from collections.abc import Callable
from typing import Any, Final

import msgspec
import pytest

from ledger.events import link as link_events
from ledger.events.base import Event
from ledger.values.errors import IntegrityFailure
from tests.ledger.link.paper import KING, TWO, Paper, Terms, installed, named

SIGNED: Final[dict[str, Any]] = {**TWO, "document": "MC-9"}
OF: Final[dict[str, Any]] = {"round": named(1), "table": "MB-01", "seat": 3, "meter": KING}
WON: Final = "an award of 52 cents taken back, and 50 cents put in for it"


AWARD: Final[dict[str, Any]] = {
    "level": KING,
    "share_bps": 10_000,
    "reading": 520_000,
    "cents": 52,
    "reseed_cents": 50,
    "player": [],
    "banker": [],
}


def linked() -> Paper:
    """A meter at 50 cents that a round has fed with 2, and as much in reserve."""
    link = installed(Terms(KING, 50, 40, 40))
    link.feeds(1)
    return link


def won() -> Paper:
    link = linked()
    link.wins(1)
    return link


def back(**facts: Any) -> dict[str, Any]:
    award = {"cents": 52, "reseed_cents": 50, "visible": 0, "reserve": 20_000}
    return {**OF, **award, "since_cents": 0, **SIGNED, **facts}


Case = tuple[Callable[[], Paper], type[Event], dict[str, Any], str, str]
LINE: Final = link_events.MeterUnits
CASES: Final[dict[str, Case]] = {
    "paid and never won": (
        linked,
        link_events.AwardPaid,
        {**OF, "cents": 1, "place": "cage"},
        "1 cents",
        "0 cents",
    ),
    "ruled on and never won": (
        linked,
        link_events.AwardRefused,
        {**OF, "cents": 1, "reason": "x", "supervisor": "S-9"},
        "1 cents back, 0 units of them in reserve",
        "0 cents back, 0 units of them in reserve",
    ),
    "taken back and never won": (
        linked,
        link_events.AwardReversed,
        back(),
        f"{WON}: 0 and 20000 units, 0 cents of those who won since",
        "no award",
    ),
    "taken back twice": (
        lambda: _and(won(), lambda link: link.takes_back(1)),
        link_events.AwardReversed,
        back(),
        f"{WON}: 0 and 20000 units, 0 cents of those who won since",
        "no award",
    ),
    "a cent more of those who won since": (
        won,
        link_events.AwardReversed,
        back(since_cents=1),
        f"{WON}: 0 and 20000 units, 1 cents of those who won since",
        f"{WON}: 0 and 20000 units, 0 cents of those who won since",
    ),
    "corrected after nothing": (
        won,
        link_events.MeterCorrected,
        {"meter": KING, "cents": 1, **SIGNED, "round": named(1), "seat": 3},
        "1 cents",
        "0 cents",
    ),
    "corrected for a round that never was": (
        won,
        link_events.MeterCorrected,
        {"meter": KING, "cents": 1, **SIGNED, "round": named(9), "seat": 3},
        "1 cents",
        "0 cents",
    ),
    "owed and never won": (
        linked,
        link_events.AwardOwed,
        {**OF, **AWARD, "won_by": "C-1", "won_at": 1, "won_day": "2026-07-11", "back_cents": 2},
        "52 cents of a reading of 520000, and 50 cents put in again",
        "no award that was settled",
    ),
    "corrected after another reversal": (
        lambda: _and(won(), lambda link: link.takes_back(1)),
        link_events.MeterCorrected,
        {"meter": KING, "cents": 2, **SIGNED, "round": named(1), "seat": 5},
        "2 cents",
        "0 cents",
    ),
    "nothing put in": (
        linked,
        link_events.ContributionsTaken,
        {"round": named(2), "table": "MB-01", "seats": [3], "staked_cents": 500, "lines": []},
        "none",
        f"{KING} 20000 and 20000",
    ),
    "out again, and never in": (
        linked,
        link_events.ContributionsReturned,
        {
            "round": named(2),
            "table": "MB-01",
            "lines": [LINE(KING, 1)],
            "reseeded": [LINE(KING, 1)],
        },
        f"{KING} 1 and 0, and {KING} 1 and 0 put in again",
        "none, and none put in again",
    ),
    "a reading of another moment": (
        linked,
        link_events.MeterRead,
        {"meter": KING, "occasion": "close", "shown": 0, "ledger": 1},
        f"1 units of {KING}",
        f"520000 units of {KING}",
    ),
    "retired with less": (
        linked,
        link_events.LinkRetired,
        {"to": "R9-2", "lines": [], **SIGNED},
        "none",
        f"{KING} 520000 and 20000",
    ),
    "carried where nothing is retired": (
        linked,
        link_events.BalanceCarried,
        {"link": "R9-2", "lines": []},
        "none, R9-2 at the other side",
        f"{KING} -520000 and -20000,  at the other side",
    ),
}


def _and(link: Paper, happens: Callable[[Paper], object]) -> Paper:
    happens(link)
    return link


@pytest.mark.parametrize("name", CASES)
def test_p4_it_is_said_what_the_event_states_and_what_the_others_come_to(name: str) -> None:
    link, kind, facts, stated, due = CASES[name]
    paper = link()
    with pytest.raises(IntegrityFailure) as caught:
        paper.says(kind, **facts)
    found = caught.value.refusal
    assert found.code == "meter_differs"
    assert found.facts == {"link": "R9-1", "stated": stated, "due": due}
    assert found.message == (
        f"An event of R9-1 states {stated}; the events before it come to {due}."
    )


def test_p4_what_is_recorded_otherwise_twice_is_verified_against_the_last_record() -> None:
    """And what was paid of it then was not paid."""
    link = won()
    link.pays(1)
    link.pays(1, instead=True, place="tray")
    waits, paid = link.pays(1, instead=True, supervisor="S-8")
    assert isinstance(waits, link_events.AwardOwed)
    assert isinstance(paid, link_events.AwardPaid)
    assert (paid.place, paid.supervisor, link.link.owed) == ("cage", "S-8", {})
    owed = msgspec.structs.replace(waits, cents=53)
    with pytest.raises(IntegrityFailure) as caught:
        Paper([*link.events[:-2], owed])
    told = (
        "52 cents of a reading of 520000, and 50 cents put in again; 0 cents back, 0 units of them"
    )
    assert str(caught.value.refusal.facts["due"]).startswith(told)
    with pytest.raises(IntegrityFailure, match="come to no award that was settled"):
        Paper([*link.events[:-1], waits])
