"""What a link's events state of its meters, held against what the events before them come to (P4, P6)."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from ledger.desks.ledger import Ledger
from ledger.events import link as link_events
from ledger.events import table as e
from ledger.events.award import AwardHandedOver
from ledger.events.base import Event, Recorded
from ledger.link.state import Link, fold
from ledger.link.verify import verify as verify_event
from ledger.table.draft import Past
from ledger.values.errors import IntegrityFailure
from projections.figures import awards, exceptions, meters
from projections.reconcile import NEEDS, Finding, findings
from tests.clerk import Clerk
from tests.ledger.link.floor import ANY_TWO, KING_BANKER, KING_PLAYER, MAIN, NOTHING, ROYAL, floor
from tests.projections.log import folded

DAY = "2026-07-11"
LINK_STREAM = "link:R9-1"
ABOUT_METERS = ("meter_", "award_")


def whole(clerk: Clerk) -> list[Recorded]:
    """The whole log."""
    journal = clerk.ledger.journal
    rows = journal.select_rows(0, 10_000)
    streams = dict.fromkeys(row[1] for row in rows)
    found = {
        (each.originator_id, each.originator_version): each
        for stream in streams
        for each in clerk.ledger.stream(stream)
    }
    return [found[row[1], row[2]] for row in rows]


@pytest.fixture(scope="module")
def logs() -> dict[tuple[str, str], list[Recorded]]:
    """Those that were recorded, by database and texts: no test changes them."""
    return {}


@pytest.fixture
def log(ledger: Ledger, texts: str, logs: dict[tuple[str, str], list[Recorded]]) -> list[Recorded]:
    """What was recorded of it on each database, under each set of texts."""
    here = ledger.journal.engine.dialect.name, texts
    if here not in logs:
        logs[here] = recorded(ledger)
    return logs[here]


def recorded(ledger: Ledger) -> list[Recorded]:
    """An award from the tray, a tenth of a meter at the cage, a void, a void jackpot ruled not to be paid."""
    (clerk,) = floor(ledger, "MB-01", reserve_bps={"k9_player": 333})
    clerk.plays(*NOTHING, MAIN, ROYAL)
    clerk.plays(*KING_PLAYER, ROYAL)
    (won,) = [
        each for each in clerk.plays(*ANY_TWO, ROYAL) if isinstance(each, link_events.AwardWon)
    ]
    clerk.says("pay_award", round=won.round, seat=3, supervisor="S-2", place="cage")
    _void(clerk)
    _void(clerk, KING_BANKER)
    clerk.says(
        *("pay_award",), round=f"MB-01:{DAY}:5", seat=3, supervisor="S-2", refused="fouled hand"
    )
    return whole(clerk)


def _void(clerk: Clerk, hands: tuple[str, str] | None = None) -> None:
    clerk.says("wager", seat=3, bet="royal_9", cents=500)
    clerk.says("no_more_bets")
    if hands:
        clerk.says("deal", player=hands[0].split(), banker=hands[1].split())
    clerk.says("void", reason="fouled")


Alter = Callable[[Any], dict[str, Any]]


def altered(log: list[Recorded], kind: type[Event], which: int, alter: Alter) -> list[Recorded]:
    """The log with one event altered. which: of its kind, from 0."""
    places = [n for n, each in enumerate(log) if isinstance(each.event, kind)]
    n = places[which]
    event = msgspec.structs.replace(log[n].event, **alter(log[n].event))
    return [
        *log[:n],
        Recorded(log[n].originator_id, log[n].originator_version, event),
        *log[n + 1 :],
    ]


def more(lines: list[link_events.MeterUnits], **units: tuple[int, int]) -> dict[str, Any]:
    """The lines of a contribution with units added to some meters, visible and reserve."""
    return {
        "lines": [
            link_events.MeterUnits(
                line.meter,
                line.visible + units.get(line.meter, (0, 0))[0],
                line.reserve + units.get(line.meter, (0, 0))[1],
            )
            for line in lines
        ]
    }


CASES: dict[str, tuple[type[Event], int, Alter, str, str, int | None]] = {
    "a contribution of a unit too much": (
        link_events.ContributionsTaken,
        0,
        lambda x: more(x.lines, major=(1, 0)),
        "meter_contributions_differ",
        f"MB-01:{DAY}:1",
        None,
    ),
    "one meter fed from another's share": (
        link_events.ContributionsTaken,
        0,
        lambda x: more(x.lines, major=(-7, 0), k9_banker=(7, 0)),
        "meter_contributions_differ",
        f"MB-01:{DAY}:1",
        None,
    ),
    "a reserve shown": (
        link_events.ContributionsTaken,
        0,
        lambda x: more(x.lines, k9_player=(10, -10)),
        "meter_contributions_differ",
        f"MB-01:{DAY}:1",
        None,
    ),
    "a void that gives back less": (
        link_events.ContributionsReturned,
        0,
        lambda x: more(x.lines, major=(-1, 0)),
        "meter_returns_differ",
        f"MB-01:{DAY}:4",
        None,
    ),
    "a reading raised with its award": (
        link_events.AwardWon,
        0,
        lambda x: {"reading": x.reading + 10_000, "cents": x.cents + 1},
        "award_differs",
        f"MB-01:{DAY}:2:3:k9_player",
        1,
    ),
    "an award of a cent less than the reading": (
        link_events.AwardWon,
        1,
        lambda x: {"cents": x.cents - 1},
        "award_differs",
        f"MB-01:{DAY}:3:3:major",
        -1,
    ),
    "a meter that starts above its seed": (
        link_events.AwardWon,
        0,
        lambda x: {"reseed_cents": x.reseed_cents + 100},
        "award_differs",
        f"MB-01:{DAY}:2:3:k9_player",
        0,
    ),
    "a cent more handed over at the cage": (
        link_events.AwardPaid,
        1,
        lambda x: {"cents": x.cents + 1},
        "award_payment_differs",
        f"MB-01:{DAY}:3:3:major",
        1,
    ),
    "a cage award out of the tray": (
        link_events.AwardPaid,
        1,
        lambda _: {"place": "tray"},
        "award_payment_differs",
        f"MB-01:{DAY}:3:3:major",
        0,
    ),
    "a cent more out of the tray": (
        AwardHandedOver,
        0,
        lambda x: {"cents": x.cents + 1},
        "award_payment_differs",
        f"MB-01:{DAY}:2:3:k9_player",
        0,
    ),
    "a refused award that does not all go back": (
        link_events.AwardRefused,
        0,
        lambda x: {"cents": x.cents - 5},
        "award_payment_differs",
        f"MB-01:{DAY}:5:3:k9_banker",
        -5,
    ),
}
EXPLAINED_BY = {
    "meter": {
        e.NoMoreBets,
        e.RoundVoided,
        link_events.ContributionsTaken,
        link_events.ContributionsReturned,
    },
    "award": {link_events.AwardWon, link_events.AwardPaid, link_events.AwardRefused},
}
TRAY_ONLY = {"a cage award out of the tray", "a cent more out of the tray"}
"""What only the table's tray can tell: the link's own events agree."""


def about_meters(log: list[Recorded]) -> list[Finding]:
    with folded(log, NEEDS) as connection:
        found = [x for x in findings(connection, DAY) if x.code.startswith(ABOUT_METERS)]
    return [x for x in found if x.code != "meter_not_read"]  # Nobody has read a sign here.


def test_p6_a_day_of_awards_and_voids_has_no_difference(log: list[Recorded]) -> None:
    assert about_meters(log) == []
    with folded(log, meters.NEEDS) as connection:
        found = {each.round.rsplit(":", 1)[1]: each for each in awards.awards(connection, DAY)}
    assert {n: each.status for n, each in found.items()} == {
        "2": "paid",
        "3": "paid",
        "5": "refused",
    }
    for each in found.values():
        assert each.folded_exact == each.reading_exact
        assert (each.due, each.finding) == (each.cents, "")
    assert found["5"].settled == found["5"].cents - 35_000


@pytest.mark.parametrize("name", CASES)
def test_p6_a_difference_of_a_meter_is_found(log: list[Recorded], name: str) -> None:
    kind, which, alter, code, subject, cents = CASES[name]
    log = altered(log, kind, which, alter)

    found = about_meters(log)

    first = found[0]
    assert (first.id, first.cents) == (f"{code}:{subject}", cents)
    with folded(log, exceptions.NEEDS) as connection:
        kinds = [each.kind for each in exceptions.exceptions(connection, DAY)]
    assert code.removeprefix("meter_") in kinds
    expected = EXPLAINED_BY[code.split("_")[0]]
    where = {(each.originator_id, each.originator_version): type(each.event) for each in log}
    kinds_of_events = {where[place.stream, place.version] for place in first.events}
    assert kinds_of_events <= expected
    assert kind in {*kinds_of_events, AwardHandedOver}


def test_p4_what_a_link_states_verifies(log: list[Recorded]) -> None:
    verify(log)


@pytest.mark.parametrize("name", sorted(CASES.keys() - TRAY_ONLY))
def test_p4_an_event_of_a_link_that_states_something_else_does_not_verify(
    log: list[Recorded], name: str
) -> None:
    kind, which, alter, *_ = CASES[name]
    with pytest.raises(IntegrityFailure, match="the events before it come to"):
        verify(altered(log, kind, which, alter))


def verify(log: list[Recorded]) -> None:
    link, before = Link(), list[Recorded]()

    def back_to(_: str, __: str, begins: Callable[[Event], bool]) -> list[Recorded]:
        first = max((n for n, each in enumerate(before) if begins(each.event)), default=0)
        return before[first:]

    past = Past(back_to=back_to, link_at=lambda _, version: fold(None, before[:version]) or Link())
    for each in log:
        if each.originator_id == LINK_STREAM:
            verify_event(link, each.event, past)
            link.apply(each.event)
            before.append(each)
