"""A day's rounds settled again, as a person reads them: what differs, and each shoe's roads."""

from collections.abc import Iterator, Mapping

from projections.figures.road import LETTERS, ROWS, Bead, Place
from projections.queries.round import difference
from projections.queries.shoes_again import DayAgain, ShoeAgain, title, verdict
from projections.queries.words import left_by_rank

PAIRS = "' Banker pair, . Player pair"


def lines(found: DayAgain) -> Iterator[str]:
    """Shoe by shoe, then the verdict."""
    for shoe in found.shoes:
        yield from _shoe(shoe)
    yield verdict(found)


def _shoe(shoe: ShoeAgain) -> Iterator[str]:
    yield title(shoe)
    if shoe.bead_plate:
        yield f"  Bead plate ({PAIRS})"
        yield from _grid(
            {(n, row): _bead(x) for n, of in enumerate(shoe.bead_plate) for row, x in enumerate(of)}
        )
        yield f"  Big road ({PAIRS}; /n ties after it)"
        yield from _grid({(each.column, each.row): _place(each) for each in shoe.big_road})
    if shoe.cards_left is not None and shoe.left_by_rank is not None:
        yield f"  {shoe.cards_left} cards left: {left_by_rank(shoe.cards_left, shoe.left_by_rank)}"
    for each in shoe.rounds:
        if each.agrees is False:
            yield f"  {each.round} DIFFERS"
            yield from (f"  {difference(one)}" for one in each.differences)


def _bead(bead: Bead) -> str:
    return LETTERS[bead.outcome] + "'" * bead.banker_pair + "." * bead.player_pair


def _place(place: Place) -> str:
    won = _bead(place.bead) if place.bead else ""
    return won + (f"/{place.ties}" if place.ties else "")


def _grid(places: Mapping[tuple[int, int], str]) -> Iterator[str]:
    """Row by row, each column as wide as its widest cell."""
    columns = range(max(column for column, _ in places) + 1)
    widths = [max(len(mark) for at, mark in places.items() if at[0] == n) for n in columns]
    for row in range(ROWS):
        marks = (places.get((n, row), "").ljust(widths[n]) for n in columns)
        line = " ".join(marks).rstrip()
        if line:
            yield f"    {line}"
