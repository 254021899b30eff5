"""The big road of each table's last shoe on a gaming day, as the table shows it."""

from itertools import groupby
from typing import Final

from ledger.desks.ledger import Ledger
from ledger.values.progress import Progress
from ledger.values.rounds import SETTLED
from projections.figures import rounds
from projections.figures.road import Place, bead, big_road
from projections.queries.moment import Moment
from projections.queries.past import caught_up

COLUMNS: Final = 30
"""As many of the last as are looked at at once."""


def roads(
    ledger: Ledger, moment: Moment, day: str, progress: Progress | None = None
) -> dict[str, list[Place]]:
    """By table, the end of its road, from column 0 on; of a table at which nothing was dealt, nothing."""
    with caught_up(ledger, moment, rounds.NEEDS, progress) as connection:
        played = rounds.played(connection, day)
    found = {}
    for table, own in groupby(played, key=lambda each: each.table):
        ended = [each for each in own if each.status == SETTLED and each.outcome]
        shoe = ended[-1].shoe if ended else None
        ran = [
            bead(each.round, each.outcome or "", each.player, each.banker)
            for each in ended
            if each.shoe == shoe
        ]
        found[table] = _end(big_road(ran))
    return found


def _end(road: list[Place]) -> list[Place]:
    first = max((each.column for each in road), default=0) - COLUMNS + 1
    if first <= 0:
        return road
    return [
        Place(each.column - first, each.row, each.outcome, each.ties, each.bead)
        for each in road
        if each.column >= first
    ]
