"""What a link comes to by its events, and what goes back in again, in units worked out by hand (X26, decision 39)."""

from typing import Any, TypeVar

import pytest

from ledger.events import link as link_events
from ledger.events.base import Event
from ledger.link.seed import put_in_again
from ledger.link.state import Link

CENT = link_events.UNITS_A_CENT
MAIN = link_events.MUST_HIT
E = TypeVar("E", bound=Event)
SEED = 100
DAY = "2026-07-11"


def said(kind: type[E], **facts: Any) -> E:
    return kind(**{"by": "C-1", "at": 1, "recorded_at": 1, "day": DAY, **facts})


def link(*more: Event) -> Link:
    """Two meters at their seeds of a dollar, fed by MB-01 and MB-02; then what else happened."""
    terms = [link_events.MeterTerms(name, SEED, 900, 100) for name in (MAIN, "minor")]
    rules: dict[str, Any] = {"rules": "ma-midi", "rules_version": 1, "rules_sha256": ""}
    found = Link()
    for event in (
        said(
            link_events.LinkInstalled,
            link="R9-1",
            wager_cents=500,
            meters=terms,
            supervisor_above_cents=0,
            **rules,
            authorised_by="A-1",
        ),
        said(link_events.TableLinked, table="MB-01"),
        said(link_events.TableLinked, table="MB-02"),
        *more,
    ):
        found.apply(event)
    return found


def takes(number: int, visible: int, reserve: int = 0, table: str = "MB-01") -> Event:
    lines = [link_events.MeterUnits(MAIN, visible, reserve)]
    of: dict[str, Any] = {"round": f"{table}:{DAY}:{number}", "table": table}
    return said(link_events.ContributionsTaken, seats=[3], staked_cents=500, lines=lines, **of)


def returns(number: int, visible: int, again: int = 0, *, undone: bool = False) -> Event:
    of: dict[str, Any] = {"round": f"MB-01:{DAY}:{number}", "table": "MB-01", "undone": undone}
    lines = [link_events.MeterUnits(MAIN, visible)]
    reseeded = [link_events.MeterUnits(MAIN, again)] if again else []
    return said(link_events.ContributionsReturned, lines=lines, reseeded=reseeded, **of)


def recent(of: Link, table: str = "MB-01") -> list[tuple[str, bool]]:
    return [(fed.round.rpartition(":")[2], fed.void) for fed in of.recent[table]]


def test_what_goes_back_goes_out_and_what_the_house_puts_in_stays() -> None:
    """Of the rounds that may still be named the winner's, one that is undone is none, and a void one is called void."""
    two = (takes(1, 70), takes(2, 40), takes(1, 5, table="MB-02"))
    assert link(*two).meters[MAIN].visible == SEED * CENT + 115
    void = link(*two, returns(2, 40, again=30))
    assert void.meters[MAIN].visible == SEED * CENT + 105
    assert recent(void) == [("1", False), ("2", True)]
    assert recent(void, "MB-02") == [("1", False)]
    assert "MB-01" not in void.fed
    undone = link(*two, returns(2, 40, undone=True))
    assert recent(undone) == [("1", False)]
    assert recent(undone, "MB-02") == [("1", False)]
    earlier = link(*two, returns(1, 70))
    assert earlier.fed["MB-01"].round.endswith(":2"), "the last round still stands"
    assert recent(earlier) == [("1", True), ("2", False)]


def corrects(cents: int, meter: str = MAIN) -> Event:
    facts = {"meter": meter, "cents": cents, "document": "MC-1", "reason": "misread"}
    return said(link_events.MeterCorrected, **facts, authorised_by="A-1", second="A-2")


def wins(meter: str = MAIN) -> Event:
    award: dict[str, Any] = {"round": f"MB-02:{DAY}:9", "table": "MB-02", "seat": 3, "meter": meter}
    award |= {"level": "any", "share_bps": 10_000, "reading": 0, "cents": 1, "reseed_cents": 1}
    return said(link_events.AwardWon, **award, player=[], banker=[])


@pytest.mark.parametrize(
    ("above", "reserve", "since", "again"),
    [
        (0, 0, [], []),
        (0, 0, [corrects(-1)], [(70, 20)]),
        (0, 0, [wins()], [(70, 20)]),
        (0, 0, [corrects(1)], []),
        (0, 0, [corrects(0)], []),
        (0, 0, [corrects(-1, "minor"), wins("minor")], []),
        (69, 20, [wins()], [(1, 0)]),
        (70, 19, [wins()], [(0, 1)]),
        (70, 20, [wins()], []),
        (500, 500, [wins()], []),
        (-1, 0, [wins()], [(0, 20)]),
        (-1, -5, [wins()], [(0, 20)]),
    ],
)
def test_x26_the_house_puts_in_again_what_is_not_there_above_the_seed(
    above: int, reserve: int, since: list[Event], again: list[tuple[int, int]]
) -> None:
    """A round's line of 70 visible units and 20 of reserve goes out of a meter that others have lowered since."""
    found = link()
    found.meters[MAIN] = found.meters[MAIN].plus(above, reserve)
    lines = [link_events.MeterUnits(MAIN, 70, 20), link_events.MeterUnits("minor", 0, 0)]
    put_in = put_in_again(found, lines, since)
    assert [(each.meter, each.visible, each.reserve) for each in put_in] == [
        (MAIN, *each) for each in again
    ]
