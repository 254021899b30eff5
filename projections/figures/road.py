"""A shoe as the table shows it: the bead plate and the big road. Pure: how rounds ended in, places out."""

from collections.abc import Iterable
from typing import Final

import msgspec

ROWS: Final = 6
"""As deep as the roads on a table's display are."""

TIE: Final = "tie"

LETTERS: Final = {"player": "P", "banker": "B", TIE: "T"}
"""What stands on a bead."""


class Bead(msgspec.Struct, frozen=True):
    """How a round ended. player_pair, banker_pair: whether that hand began with two of one rank."""

    round: str
    outcome: str
    player_pair: bool
    banker_pair: bool


class Place(msgspec.Struct, frozen=True):
    """A win on the big road; column and row from 0. ties: how many followed it, on its place. bead: of its round.

    Ties before any win stand on the first place, which has no outcome and no bead until there is one.
    """

    column: int
    row: int
    outcome: str
    ties: int
    bead: Bead | None


def bead(round_id: str, outcome: str, player: str, banker: str) -> Bead:
    """A round's bead. player, banker: the cards of its hands, parted by spaces."""
    return Bead(round_id, outcome, _is_pair(player), _is_pair(banker))


def _is_pair(cards: str) -> bool:
    first, second, *_ = cards.split()
    return first[0] == second[0]


def bead_plate(beads: Iterable[Bead]) -> list[list[Bead]]:
    """Every outcome, column after column from the top."""
    every = [*beads]
    return [every[start : start + ROWS] for start in range(0, len(every), ROWS)]


def big_road(beads: Iterable[Bead]) -> list[Place]:
    """Player's and Banker's wins: a new column with each change of winner; where the column below is full or taken, the
    rest of the run goes to the right. A tie takes no place of its own.
    """
    road: dict[tuple[int, int], Place] = {}
    start, at, last, turned = 0, (0, 0), "", False
    for each in beads:
        known = road.get(at)
        if each.outcome == TIE:
            ties = known.ties + 1 if known else 1
            road[at] = Place(*at, last, ties, known.bead if known else None)
            continue
        column, row = at
        if not last:
            pass
        elif each.outcome != last:
            while (start, 0) in road:
                start += 1
            at, turned = (start, 0), False
        elif turned or row + 1 == ROWS or (column, row + 1) in road:
            at, turned = (column + 1, row), True
        else:
            at = (column, row + 1)
        before = known.ties if known and not last else 0
        road[at], last = Place(*at, each.outcome, before, each), each.outcome
    return [*road.values()]
