"""The two versions of a day's master report: as it was first printed, and as it was audited (decision 61)."""

from typing import Final

import msgspec

from ledger.desks.ledger import Ledger
from ledger.events import paper as paper_events
from ledger.events.day import DayClosed
from ledger.events.day import stream as day_stream
from ledger.store.errors import store_errors
from ledger.values.errors import NotFound
from ledger.values.progress import Progress
from projections.engine.streams import between
from projections.figures.arithmetic import rfc3339
from projections.queries.compare import compare
from projections.queries.moment import NOW, Moment
from projections.queries.past import signature
from projections.reports.changes import RowChange
from projections.reports.printed import AUDITED, PRELIMINARY

STANDING: Final = "standing"


class Version(msgspec.Struct, frozen=True, kw_only=True):
    """A version of a day's report. name: preliminary as it was first printed, audited as two people signed it, standing
    while nobody has. at: RFC 3339 UTC; by: who printed or signed it; both None of what stands. position: of the last
    event that it counts. second: who signed besides.
    """

    name: str
    at: str | None
    by: str | None
    second: str | None
    position: int


class Versions(msgspec.Struct, frozen=True, kw_only=True):
    """Both versions, and what changed from the one to the other."""

    gaming_day: str
    versions: list[Version]
    changes: list[RowChange]


def versions(ledger: Ledger, day: str, progress: Progress | None = None) -> Versions:
    """The versions of the master report of a gaming day (ISO date), and their difference. Raises NotFound where it was
    never printed.
    """
    first, last = _preliminary(ledger, day), _audited(ledger, day)
    states = (Moment(position=first.position), Moment(position=last.position))
    found = compare(ledger, *states, "day", day, progress=progress)
    return Versions(
        gaming_day=day,
        versions=[first, last],
        # How it was closed is said by the version.
        changes=[each for each in found if each.part != "closing"],
    )


def print_of_version(ledger: Ledger, day: str, copy: int) -> int:
    """Which print of its version a print of a day's report is, from 1: those made before the day was closed are of the
    preliminary one. copy: which print it is of the day.
    """
    prints = paper_events.stream(f"{paper_events.REPORT} {day}")
    with store_errors(), ledger.journal.engine.connect() as connection:
        closed = [
            position
            for position, each in between(connection, day_stream(day))
            if isinstance(each.event, DayClosed)
        ]
        printed = [position for position, _ in between(connection, prints, 1, copy)]
    return max(1, sum(not closed or position > closed[0] for position in printed))


def _preliminary(ledger: Ledger, day: str) -> Version:
    stream = paper_events.stream(f"{paper_events.REPORT} {day}")
    with store_errors(), ledger.journal.engine.connect() as connection:
        found = list(between(connection, stream, 1, 1))
    if not found:
        raise NotFound(
            "never_printed",
            f"The report of {day} was never printed.",
            "pit report print prints it; pit report day shows it as it stands.",
            day=day,
        )
    [(position, recorded)] = found
    return Version(
        name=PRELIMINARY,
        at=rfc3339(recorded.event.at),
        by=recorded.event.by,
        second=None,
        position=position,
    )


def _audited(ledger: Ledger, day: str) -> Version:
    closed: DayClosed | None = signature(ledger, NOW, day)
    if closed is None:
        return Version(name=STANDING, at=None, by=None, second=None, position=ledger.position)
    return Version(
        name=AUDITED,
        at=rfc3339(closed.at),
        by=closed.by,
        second=closed.second,
        position=closed.books_at,
    )
