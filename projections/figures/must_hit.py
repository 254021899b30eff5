"""Must-hit meters that nobody has won though they had to be (ma-big 13(j))."""

from typing import Any, Final

import msgspec
import sqlalchemy as sa

from ledger.events.link import UNITS_A_CENT, MeterTerms, stream
from ledger.store.driver import ask, value_of
from projections.engine.asked import rows_of
from projections.engine.once import if_recorded
from projections.figures.meters import meters
from projections.models.meters import LINKS, METER_ROUNDS

_decode: Final = msgspec.json.Decoder(list[MeterTerms]).decode


class Reached(msgspec.Struct, frozen=True):
    """A must-hit meter that is at its maximum at the end of a day: nobody has won it. shown: cents.

    round: the last that had fed it, where that brought it there, else "": a correction did, or what came from another
    link. version: of the event of the link's stream that did it, 0 where none of them alone.
    """

    link: str
    round: str
    table: str | None
    shown: int
    version: int

    @property
    def when(self) -> str:
        """When it showed that, in words."""
        if self.round:
            return f"after {self.round}"
        return "at the day's end; no round alone had brought it there"


@if_recorded(LINKS)
def reached(connection: sa.Connection, day: str) -> list[Reached]:
    """The must-hit meters that are at their maximum at the end of a gaming day, however they came there: an award
    would have taken them down.
    """
    most = {
        (link, each.meter): each.maximum_cents * UNITS_A_CENT
        for link, terms in ask(connection, "SELECT link, terms FROM meter_links")
        for each in _decode(terms)
        if each.maximum_cents
    }
    return [
        _reached(connection, row.link, row.closing, most[row.link, row.meter], day)
        for row in (meters(connection, day) if most else ())
        if row.closing_exact >= most.get((row.link, row.meter), row.closing_exact + 1)
    ]


def _reached(connection: sa.Connection, link: str, shown: int, most: int, day: str) -> Reached:
    fed, corrected = _last_fed(connection, link, day), _corrected(connection, link, day)
    if fed is not None and fed.must_hit >= most and fed.taken > corrected:
        return Reached(link, fed.round, fed.table, fed.must_hit // UNITS_A_CENT, fed.taken)
    return Reached(link, "", None, shown, corrected)


def _last_fed(connection: sa.Connection, link: str, day: str) -> Any:
    """The last round that counts and had fed the must-hit meter of a link by the end of a day, as entered."""
    which = """WHERE link = :link AND day <= :day AND taken > 0 AND void = 0
        ORDER BY taken DESC LIMIT 1"""
    return next(iter(rows_of(connection, METER_ROUNDS, which, link=link, day=day)), None)


def _corrected(connection: sa.Connection, link: str, day: str) -> int:
    """The last correction of a link's meters, or award taken back, by the end of a day."""
    last = "SELECT max(version) FROM corrections WHERE stream = :stream AND day <= :day"
    return int(value_of(connection, last, stream=stream(link), day=day) or 0)
