"""A shoe as the table shows it: the bead plate and the big road. Pure: outcomes in, columns out."""

from collections.abc import Iterable
from typing import Final

ROWS: Final = 6
"""As deep as the roads on a table's display are."""

TIE: Final = "tie"


def bead_plate(outcomes: Iterable[str]) -> list[list[str]]:
    """Every outcome, column after column from the top."""
    beads = [*outcomes]
    return [beads[start : start + ROWS] for start in range(0, len(beads), ROWS)]


def big_road(outcomes: Iterable[str]) -> dict[tuple[int, int], str]:
    """Player's and Banker's wins by column and row: a new column with each change of winner, and to the right where the
    column below is full or taken. A tie takes no place.
    """
    road: dict[tuple[int, int], str] = {}
    start, at, last = -1, (-1, 0), ""
    for outcome in outcomes:
        if outcome == TIE:
            continue
        column, row = at
        below = (column, row + 1)
        if outcome != last:
            start += 1
            while (start, 0) in road:
                start += 1
            at = (start, 0)
        elif row + 1 < ROWS and below not in road:
            at = below
        else:
            at = (column + 1, row)
        road[at], last = outcome, outcome
    return road
