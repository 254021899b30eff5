"""What is in reserve does not show, whichever awards are taken back after others (decisions 12 and 34)."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import permutations
from typing import Final

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.events import link as link_events
from ledger.values.errors import IntegrityFailure, NotFound, Refused
from tests.ledger.link.paper import KING, Paper, Terms, installed, without_what_went_back

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


Step = Callable[[Paper, int], object]


def _takes_back(link: Paper, which: int) -> None:
    standing = [each for each in link.events if isinstance(each, link_events.AwardWon)]
    if standing:
        won = standing[which % len(standing)]
        with suppress(NotFound, Refused):  # It was undone, or went back already.
            link.takes_back(int(won.round.rpartition(":")[2]), won.table, won.meter)


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
def test_p4_meters_are_as_without_what_was_taken_back_in_what_shows_and_in_reserve(
    steps: Sequence[tuple[str, int]],
) -> None:
    """Whatever the order, and whoever won, corrected or changed rates between."""
    link = linked()
    link.plays(1, "MB-02")
    for name, n in steps:
        STEPS[name](link, n)
        assert without_what_went_back(link.events).meters == link.link.meters
