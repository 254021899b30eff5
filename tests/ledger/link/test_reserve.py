"""What is in reserve does not show, whichever awards go back into their meters after others (decisions 12 and 34)."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import permutations
from typing import Any, Final

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ledger.desks.ledger import Ledger
from ledger.events import link as link_events
from ledger.events.base import Event
from ledger.link.reversal import SinceFed, since_fed, since_won
from ledger.link.state import name_of
from ledger.values.errors import IntegrityFailure, NotFound, Refused
from projections.queries.check import check
from tests.ledger.link.floor import KING_BANKER, KING_PLAYER, NOTHING, ROYAL, floor
from tests.ledger.link.paper import (
    KING,
    TWO,
    Paper,
    Terms,
    installed,
    named,
    without_what_went_back,
)

CENT: Final = link_events.UNITS_A_CENT
SEED: Final = 35_000
SHOWN, HELD = 500 * 167, 500 * 333
"""Units that a round of one wager of $5.00 puts into the meter, and into its reserve: 25 cents."""
MAJOR: Final = "major"


def linked() -> Paper:
    return installed(Terms(KING, SEED, 167, 333), Terms(MAJOR, 5_000_000, 60, 30))


def meter(of: Paper) -> tuple[int, int]:
    """What it shows above its seed, and its reserve, in units."""
    found = of.link.meters[KING]
    return found.visible - SEED * CENT, found.reserve


@pytest.mark.parametrize("order", [*permutations((2, 3)), *permutations((2, 3, 4))])
def test_decision_34_awards_taken_back_in_any_order_leave_the_reserve_in_reserve(
    order: Sequence[int],
) -> None:
    """So the round before them can be reversed: nothing of what it put in is lacking, though documents lowered it."""
    link = linked()
    link.feeds(1, "MB-02", 1_500)
    for number in sorted(order):
        link.plays(number)
    for number in order:
        link.takes_back(number)
    assert meter(link) == ((3 + len(order)) * SHOWN, (3 + len(order)) * HELD)
    link.reverses(1, "MB-02")
    assert meter(link) == (len(order) * SHOWN, len(order) * HELD)


def test_decision_34_who_won_before_what_was_taken_back_keeps_it_with_the_reserve_it_freed() -> (
    None
):
    link = linked()
    assert [link.plays(number).cents - SEED for number in (1, 2, 3)] == [8, 25, 25]
    for number in (2, 3):
        link.takes_back(number)
    assert meter(link) == (SHOWN - 8 * CENT + HELD + 2 * SHOWN, 2 * HELD)


def test_decision_34_who_won_between_is_read_as_if_none_of_them_had_been_won() -> None:
    """In units above the seed, what shows and the reserve, of four rounds with 8, 25, 25 and 25 cents won:

    without the first the second has 167,000 | 333,000 and 16 cents, the third 423,500 | 166,500 and 42, the fourth 25
    as it had. Without the third the fourth has 337,000 | 333,000 and 33 cents, 8 more than it had.
    """
    link = linked()
    assert [link.plays(number).cents - SEED for number in (1, 2, 3, 4)] == [8, 25, 25, 25]
    back, since = link.takes_back(1)
    assert isinstance(back, link_events.AwardReversed)
    assert isinstance(since, link_events.MeterCorrected)
    assert since.cents == back.since_cents == (16 - 25) + (42 - 25)
    assert meter(link) == (333_500 - 25 * CENT + 166_500, 0)
    back, since = link.takes_back(3)
    assert isinstance(back, link_events.AwardReversed)
    assert isinstance(since, link_events.MeterCorrected)
    assert since.cents == back.since_cents == 33 - 25
    assert meter(link) == (417_000 - 25 * CENT + 333_000, 0)


def test_p4_what_is_ruled_not_to_be_paid_is_in_reserve_again_and_waits_as_it_did_where_it_is() -> (
    None
):
    """Of two rounds, and of the void one that the house puts nothing in again for."""
    link = linked()
    for number in (1, 2):
        link.feeds(number)
    link.voids(3)
    assert meter(link) == (2 * SHOWN - 16 * CENT + 2 * HELD, 0)
    (ruled,) = link.pays(3, refused="fouled")
    assert isinstance(ruled, link_events.AwardRefused)
    assert (ruled.cents, ruled.reserve) == (16, 2 * HELD)
    assert meter(link) == (2 * SHOWN, 2 * HELD)
    for cents, reserve in ((16, HELD), (16, 2 * HELD + 1), (17, 2 * HELD)):
        altered = msgspec.structs.replace(ruled, cents=cents, reserve=reserve)
        with pytest.raises(IntegrityFailure, match="the events before it come to"):
            Paper([*link.events[:-1], altered])
    waits, _ = link.pays(3, instead=True)
    assert isinstance(waits, link_events.AwardOwed)
    assert (waits.back_cents, waits.back_reserve) == (16, 2 * HELD)
    assert meter(link) == (2 * SHOWN - 16 * CENT + 2 * HELD, 0)
    with pytest.raises(IntegrityFailure, match="the events before it come to"):
        Paper([*link.events[:-2], msgspec.structs.replace(waits, back_reserve=2 * HELD - 1)])


def test_what_was_ruled_on_before_it_was_worked_out_so_verifies() -> None:
    """Then all of it showed."""
    link = linked()
    link.voids(1)
    link.feeds(2)
    link.voids(3)
    (ruled,) = link.pays(3, refused="fouled")
    older = Paper([*link.events[:-1], msgspec.structs.replace(ruled, reserve=0)])
    assert sum(meter(older)) == sum(meter(link))
    waits, paid = older.pays(3, instead=True)
    assert isinstance(waits, link_events.AwardOwed)
    assert isinstance(paid, link_events.AwardPaid)
    assert waits.back_reserve == 0
    assert older.link.meters == link.at(link.link.version - 1).meters


@pytest.mark.parametrize("order", [(2, 3), (3, 2)])
def test_what_was_taken_back_before_it_was_worked_out_so_verifies(order: tuple[int, int]) -> None:
    """Then the reserve of the rounds before the first award stayed in what shows. Other units do not verify."""
    link = linked()
    link.feeds(1, "MB-02")
    for number in (2, 3):
        link.plays(number)
    for number in order:
        link.takes_back(number)

    def shown(units: int) -> Paper:
        *before, back = link.events
        assert isinstance(back, link_events.AwardReversed)
        moved = {"visible": back.visible + units, "reserve": back.reserve - units}
        return Paper([*before, msgspec.structs.replace(back, **moved)])

    assert meter(shown(2 * HELD)) == (3 * SHOWN + 2 * HELD, HELD)
    for units in (2 * HELD - 1, HELD, -2 * HELD):
        with pytest.raises(IntegrityFailure, match="the events before it come to"):
            shown(units)


def test_what_was_taken_back_before_a_ruling_was_worked_out_so_verifies() -> None:
    """Without the first award the ruled one would have been 8 cents and not 17, all of which then showed again."""
    link = linked()
    won = link.plays(1)
    held = link.voids(1, "MB-02")
    assert (won.cents, held.cents) == (SEED + 8, SEED + 17)
    link.pays(1, "MB-02", refused="fouled")
    (back,) = link.takes_back(1)
    assert isinstance(back, link_events.AwardReversed)
    assert (back.visible, back.reserve, back.since_cents) == (-86_500, 166_500, 0)
    for visible, verifies in ((80_000, True), (80_001, False), (79_999, False)):
        older = msgspec.structs.replace(back, visible=visible, reserve=0)
        events = [*link.events[:-1], older]
        if verifies:
            assert meter(Paper(events)) == (250_000, 0)
            continue
        with pytest.raises(IntegrityFailure, match="the events before it come to"):
            Paper(events)


def test_what_was_taken_back_of_shares_before_it_was_worked_out_so_verifies() -> None:
    """The share is a tenth; the first round puts in 3,000,000 units and half as much in reserve, the others 30,000.

    Without the first award, of 300 cents above the seed, the share is of 3,030,000 units above it in the place of
    1,530,000, and 15 cents more. Of the third award, which was taken back, 1,500,000 units were thought to show.
    """
    link = linked()
    link.feeds(1, cents=50_000)
    first = link.wins(1, meter=MAJOR)
    share = link.plays(2, meter=MAJOR, bps=1_000)
    link.plays(3, meter=MAJOR)
    assert (first.cents, share.cents) == (5_000_300, 500_015)
    link.takes_back(3, meter=MAJOR)
    back, since = link.takes_back(1, meter=MAJOR)
    assert isinstance(back, link_events.AwardReversed)
    assert (back.visible, back.reserve, back.since_cents) == (1_350_000, 1_500_000, 15)
    *before, _, _ = link.events
    for visible, verifies in ((2_850_000, True), (2_850_001, False)):
        older = [*before, msgspec.structs.replace(back, visible=visible, reserve=0), since]
        if verifies:
            assert Paper(older).link.meters[MAJOR].reserve == 30_000
            continue
        with pytest.raises(IntegrityFailure, match="the events before it come to"):
            Paper(older)


def test_decision_34_a_fixed_award_moves_no_meter_when_it_is_taken_back() -> None:
    link = linked()
    link.plays(1, meter=link_events.PAYTABLE)
    before = dict(link.link.meters)
    (back,) = link.takes_back(1, meter=link_events.PAYTABLE)
    assert isinstance(back, link_events.AwardReversed)
    assert (back.visible, back.reserve, back.since_cents) == (0, 0, 0)
    assert link.link.meters == before


def test_what_a_round_has_never_fed_has_no_events_since() -> None:
    link = linked()
    link.feeds(1)
    back_to = link.past.back_to
    assert since_fed("R9-1", named(1), back_to) == SinceFed(3, link.events[3:])
    assert since_fed("R9-1", named(2), back_to) == SinceFed(0, [])
    assert since_won("R9-1", {named(2)}, back_to) == SinceFed(0, [])
    assert since_won("R9-1", {named(2), named(1)}, back_to) == SinceFed(3, link.events[3:])


def test_p4_events_since_a_round_are_without_what_was_undone_of_awards_unless_asked_for() -> None:
    link = linked()
    link.plays(1, "MB-02")
    link.pays(1, "MB-02")
    link.pays(1, "MB-02", instead=True, place="tray")
    fed, won, _, _, paid = link.events[3:]
    back_to = link.past.back_to
    assert since_fed("R9-1", named(1, "MB-02"), back_to).events == [fed, won, paid]
    whole = since_fed("R9-1", named(1, "MB-02"), back_to, undone=True)
    assert whole.events == link.events[3:]
    link.plays(1)
    link.undoes(1, but_bets=True)
    assert since_fed("R9-1", named(1), back_to).events == [link.events[-3]]
    assert since_won("R9-1", {named(1), named(1, "MB-02")}, back_to).before == 3


Step = Callable[[Paper, int], object]


def _takes_back(link: Paper, which: int) -> None:
    standing = [each for each in link.events if isinstance(each, link_events.AwardWon)]
    if standing:
        won = standing[which % len(standing)]
        with suppress(NotFound, Refused):  # It was undone, or went back already.
            link.takes_back(int(won.round.rpartition(":")[2]), won.table, won.meter)


def _rules(link: Paper, which: int) -> None:
    """A held award is not paid, or is after all."""
    won = [each for each in link.events if isinstance(each, link_events.AwardWon) and each.held]
    if won:
        award = won[which % len(won)]
        named = int(award.round.rpartition(":")[2]), award.table, award.meter
        with suppress(NotFound, Refused):  # It was taken back, or what went back is won since.
            settled = name_of(award) not in link.link.owed
            link.pays(*named, instead=settled, refused="fouled" if which % 3 else "")


def _undoes(link: Paper, which: int) -> None:
    table = f"MB-0{1 + which % 2}"
    if table in link.link.fed:
        number = int(link.link.fed[table].round.rpartition(":")[2])
        with suppress(Refused):  # Somebody has won since.
            link.undoes(number, table)


def _plays(link: Paper, which: int, meter: str = KING, bps: int = 10_000) -> None:
    link.plays(len(link.log), f"MB-0{1 + which % 2}", meter=meter, bps=bps)


STEPS: Final[dict[str, Step]] = {
    "feeds": lambda link, n: link.feeds(len(link.log), f"MB-0{1 + n % 2}", 500 * n),
    "plays": _plays,
    "plays again": _plays,
    "wins all of another": lambda link, n: _plays(link, n, MAJOR),
    "wins a share": lambda link, n: _plays(link, n, MAJOR, 1_000),
    "takes back": _takes_back,
    "takes one back": _takes_back,
    "takes another back": _takes_back,
    "undoes": _undoes,
    "is held": lambda link, n: link.voids(len(link.log), f"MB-0{1 + n % 2}"),
    "is ruled on": _rules,
    "is ruled on otherwise": _rules,
    "adjusts": lambda link, n: link.adjusts(7 * n - 20),
    "other rates": lambda link, n: link.says(
        link_events.RatesChanged,
        meters=[Terms(KING, SEED + 1_000 * n, 500 - 50 * n, 50 * n), Terms(MAJOR, 5_000_000, 90)],
        notice_at=1,
        authorised_by="A-1",
        document="RS-1",
    ),
}


@given(
    st.lists(st.tuples(st.sampled_from(sorted(STEPS)), st.integers(1, 7)), min_size=5, max_size=15)
)
@example(
    [
        ("adjusts", 2),
        ("is held", 1),
        ("is ruled on", 1),
        ("takes another back", 2),
        ("is ruled on", 3),
    ]
)
def test_p4_meters_are_as_without_what_went_back_in_what_shows_and_in_reserve(
    steps: Sequence[tuple[str, int]],
) -> None:
    """Whatever the order, and whoever won, corrected or changed rates between."""
    link = linked()
    link.plays(1, "MB-02")
    for name, n in steps:
        STEPS[name](link, n)
        assert without_what_went_back(link.events).meters == link.link.meters


def test_what_an_older_version_has_recorded_passes_every_check(ledger: Ledger) -> None:
    """An award ruled not to be paid, and of another meter one taken back after another."""
    one, two = floor(ledger, "MB-01", "MB-02", reserve_bps={KING: 333, "k9_banker": 333})
    for hands in (NOTHING, KING_PLAYER, KING_PLAYER):
        one.plays(*hands, ROYAL)
    two.says("wager", seat=3, bet="royal_9", cents=500)
    two.says("no_more_bets")
    two.says("deal", player=KING_BANKER[0].split(), banker=KING_BANKER[1].split())
    two.says("void", reason="fouled")
    back: dict[str, Any] = {"seat": 3, "by": "S-2", **TWO}
    one.says("reverse_award", round=named(2), document="MC-1", **back)
    held = {"round": named(1, "MB-02"), "seat": 3, "supervisor": "S-9", "refused": "fouled"}
    for act, documents in (
        (two.act("pay_award", **held), []),
        (one.act("reverse_award", round=named(3), document="MC-2", **back), ["correction:MC-2"]),
    ):
        events = [each.event for each in ledger.do(act, dry_run=True).events]
        unit = ledger.begin()
        unit.append("link:R9-1", *map(as_before, events))
        unit.keys.use(documents)
        unit.commit()
    found = ledger.link("R9-1").meters
    told = without_what_went_back(each.event for each in ledger.stream("link:R9-1")).meters
    for name, reserve in ((KING, 2 * HELD), ("k9_banker", 3 * HELD)):
        assert found[name].plus(-reserve, reserve) == told[name]
    check(ledger)


def as_before(event: Event) -> Event:
    """As it was worked out then: what the award had made visible of the reserve, of two rounds, is so still."""
    match event:
        case link_events.AwardRefused():
            assert event.reserve
            return msgspec.structs.replace(event, reserve=0)
        case link_events.AwardReversed():
            shown = 2 * HELD
            moved = {"visible": event.visible + shown, "reserve": event.reserve - shown}
            return msgspec.structs.replace(event, **moved)
        case _:
            return event
