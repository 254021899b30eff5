"""Must-hit meters that nobody has won though they had to be (ma-big 13(j))."""

from typing import Any, Final

import msgspec
import sqlalchemy as sa

from ledger.events.link import MUST_HIT, UNITS_A_CENT, MeterTerms
from projections.figures.meters import meters
from projections.models.meter_rows import REVERSED
from projections.models.meters import AWARDS, LINKS, METER_ROUNDS

_decode: Final = msgspec.json.Decoder(list[MeterTerms]).decode


class Reached(msgspec.Struct, frozen=True):
    """A must-hit meter that was at its maximum after a round, and nobody has won it since. shown: cents.

    version: of the event of the link's stream by which that round fed it.
    """

    link: str
    round: str
    table: str
    shown: int
    version: int


def reached(connection: sa.Connection, day: str) -> list[Reached]:
    """The must-hit meters that are at their maximum at the end of a gaming day without a winner (ma-big 13(j))."""
    most = {
        (link, each.meter): each.maximum_cents * UNITS_A_CENT
        for link, terms in connection.execute(sa.select(LINKS.table.c.link, LINKS.table.c.terms))
        for each in _decode(terms)
        if each.maximum_cents
    }
    full = [
        row.link
        for row in (meters(connection, day) if most else ())
        if row.closing_exact >= most.get((row.link, row.meter), row.closing_exact + 1)
    ]
    last = (_last_fed(connection, link, day) for link in full)
    return [
        Reached(row.link, row.round, row.table, row.must_hit // UNITS_A_CENT, row.taken)
        for row in last
        if row is not None
        and row.must_hit >= most[row.link, MUST_HIT]
        and not _won_since(connection, row, day)
    ]


def _last_fed(connection: sa.Connection, link: str, day: str) -> Any:
    """The last round that counts and had fed the must-hit meter of a link by the end of a day."""
    of = METER_ROUNDS.table
    query = sa.select(of).where(of.c.link == link, of.c.day <= day, of.c.taken > 0, of.c.void == 0)
    return connection.execute(query.order_by(of.c.day.desc(), of.c.taken.desc()).limit(1)).first()


def _won_since(connection: sa.Connection, row: Any, day: str) -> bool:
    of = AWARDS.table
    query = sa.select(of.c.won).where(
        *(of.c.link == row.link, of.c.meter == MUST_HIT, of.c.day <= day, of.c.won > row.taken),
        of.c.status != REVERSED,
    )
    return connection.execute(query.limit(1)).first() is not None
