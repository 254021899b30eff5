"""A day's rounds settled again, as a person reads them: what differs, and each shoe's roads."""

from collections.abc import Iterator, Mapping

from ledger.values.numbers import counted
from projections.figures.road import ROWS
from projections.queries.round import difference
from projections.queries.shoes_again import DayAgain, ShoeAgain

BEADS = {"player": "P", "banker": "B", "tie": "T"}


def lines(found: DayAgain) -> Iterator[str]:
    """Shoe by shoe, then the verdict."""
    for shoe in found.shoes:
        yield from _shoe(shoe)
    rounds = counted(found.rounds, "round")
    if not found.differing:
        yield f"{rounds} of {found.gaming_day} settled again: none differs."
        return
    yield f"{rounds} of {found.gaming_day} settled again: {found.differing} DIFFER from the record."


def _shoe(shoe: ShoeAgain) -> Iterator[str]:
    yield f"{shoe.table}, shoe {shoe.shoe or 'not named'}: {counted(len(shoe.rounds), 'round')}"
    yield "  Bead plate"
    beads = {
        (column, row): outcome
        for column, outcomes in enumerate(shoe.bead_plate)
        for row, outcome in enumerate(outcomes)
    }
    yield from _grid(beads)
    yield "  Big road"
    yield from _grid({(each.column, each.row): each.outcome for each in shoe.big_road})
    for each in shoe.rounds:
        if each.agrees is False:
            yield f"  {each.round} DIFFERS"
            yield from (f"  {difference(one)}" for one in each.differences)


def _grid(places: Mapping[tuple[int, int], str]) -> Iterator[str]:
    columns = range(max((column for column, _ in places), default=-1) + 1)
    for row in range(ROWS):
        marks = (BEADS.get(places.get((column, row), ""), ".") for column in columns)
        line = " ".join(marks)
        if set(line) - {".", " "}:
            yield f"    {line}"
