"""Rounds whose meters do not agree with their wagers, or with their void (P4, P6)."""

from collections.abc import Iterator
from typing import Final

import msgspec
import sqlalchemy as sa

from ledger.events.link import MeterUnits
from projections.engine.asked import rows_of
from projections.engine.once import if_recorded, once
from projections.figures.meters import DIFFERS
from projections.models.meter_rows import AT_ODDS, MeterRoundRow
from projections.models.meters import METER_ROUNDS

RETURNS_DIFFER: Final = "returns_differ"

_IN_ORDER: Final = f'{AT_ODDS} ORDER BY "table", round'

_decode: Final = msgspec.json.Decoder(list[MeterUnits]).decode


class MeterDifference(msgspec.Struct, frozen=True):
    """A round whose meters took something else than its wagers come to, or gave back something else when it was void.

    what: on record and due, in ten-thousandths of a cent. Versions of events, of the table's stream and of the link's;
    0 where there is none.
    """

    round: str
    table: str
    link: str
    finding: str
    what: str
    table_versions: tuple[int, ...]
    link_versions: tuple[int, ...]


@once
@if_recorded(METER_ROUNDS)
def differences(connection: sa.Connection, day: str) -> Iterator[MeterDifference]:
    """The rounds of a gaming day whose meters do not agree with their wagers, or with their void."""
    rows = rows_of(connection, METER_ROUNDS, f"WHERE day = :day AND {_IN_ORDER}", day=day)
    return map(_difference, rows)


def first(connection: sa.Connection) -> MeterDifference | None:
    """The first such round of any day."""
    rows = rows_of(connection, METER_ROUNDS, f"WHERE {_IN_ORDER} LIMIT 1")
    return next(map(_difference, rows), None)


def _difference(row: MeterRoundRow) -> MeterDifference:
    finding = RETURNS_DIFFER
    what = _against("all meters", row.returned, row.contributed if row.void else 0)
    if row.contributed != row.recomputed:
        finding, what = DIFFERS, _against("all meters", row.contributed, row.recomputed)
    if row.lines != row.recomputed_lines:
        finding, what = DIFFERS, _by_meter(_units(row.lines), _units(row.recomputed_lines))
    return MeterDifference(
        round=row.round,
        table=row.table,
        link=row.link,
        finding=finding,
        what=what,
        table_versions=(row.bets_closed, row.void),
        link_versions=(row.taken, row.given_back),
    )


def _units(lines: str) -> dict[str, tuple[int, int]]:
    return {line.meter: (line.visible, line.reserve) for line in _decode(lines)}


def _by_meter(taken: dict[str, tuple[int, int]], due: dict[str, tuple[int, int]]) -> str:
    """The meters that differ, what they show and their reserve apart: one may have what the other lacks."""
    names = (("visible", 0), ("reserve", 1))
    return "; ".join(
        _against(f"{meter} {name}", mine[part], theirs[part])
        for meter in sorted(taken.keys() | due.keys())
        for name, part in names
        if (mine := taken.get(meter, (0, 0)))[part] != (theirs := due.get(meter, (0, 0)))[part]
    )


def _against(what: str, recorded: int, due: int) -> str:
    return f"{what} {recorded:,} on record, {due:,} due"
