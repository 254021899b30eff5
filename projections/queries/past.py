"""The read models at the moment that is asked for: caught up, or made anew in memory from events alone (U2)."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import sqlalchemy as sa

from ledger.desks.ledger import Ledger
from ledger.events import day as day_events
from ledger.events import month as month_events
from ledger.events.base import Recorded
from ledger.events.day import DayClosed
from ledger.store.engine import read_only
from ledger.store.errors import store_errors
from ledger.values.errors import Conflict
from ledger.values.progress import Progress
from projections.engine import engine as projection_engine
from projections.engine import milestones
from projections.engine.looking_back import Past, Reach, looking_back
from projections.engine.model import Projection
from projections.queries.moment import NOW, Moment, stands_at
from projections.queries.reached import reached

if TYPE_CHECKING:
    from projections.figures.closing import Closing
    from projections.figures.notes import Note

ATTEMPTS: Final = 8
"""How often read models are caught up again that were not all at the same event."""

Needs = Sequence[Projection]


class Since(NamedTuple):
    """How a day was closed, whether its figures are still those that were signed, and what was found out since."""

    closing: "Closing"
    notes: "list[Note]"


def signature(ledger: Ledger, moment: Moment, day: str) -> DayClosed | None:
    """How a gaming day was closed, where it is asked for as it stands: its reports are then those that were signed, of
    `signed`. None of an open day, and of a moment that is past.

    Nothing is dated on a closed day, so its own stream ends with the event.
    """
    if moment != NOW:
        return None
    with store_errors():
        last: list[Any] = list(ledger.events.get(day_events.stream(day), desc=True, limit=1))
    event = last[0].event if last else None
    return event if isinstance(event, DayClosed) else None


def closing_of(ledger: Ledger, month: str) -> Recorded | None:
    """How a month was closed, None while it is open."""
    found = ledger.stream(month_events.stream(month))
    return found[-1] if found else None


@contextmanager
def caught_up(
    ledger: Ledger, moment: Moment, needs: Needs, progress: Progress | None = None
) -> Iterator[sa.Connection]:
    """A connection that reads one snapshot, in which the read models named are at the same event.

    Of a moment that is past they are as they stood then. Raises Conflict, as `live` does.
    """
    with store_errors():
        if moment != NOW:
            found = stood(ledger, moment, needs, progress)
        elif read_only(ledger.journal.engine):
            found = unwritten(ledger, needs, progress)
        else:
            found = live(ledger, needs, progress)
        days = begun(ledger, moment)
        with found as connection:
            yield connection.execution_options(**days)


def begun(ledger: Ledger, moment: Moment) -> dict[str, str]:
    """How a connection is told which gaming days have begun by the moment: what a day that is over holds does not hang
    on what comes later. Asked while another connection reads, it would take one more.
    """
    if ledger.loader.established is None:
        return {}
    return {projection_engine.BEGUN: ledger.calendar.day_of(stands_at(ledger, moment))}


@contextmanager
def live(ledger: Ledger, needs: Needs, progress: Progress | None = None) -> Iterator[sa.Connection]:
    """A connection that reads one snapshot of the live tables, in which the read models named are at
    the same event.

    Raises Conflict where others write faster than they can be brought together.
    """
    journal = ledger.journal
    with store_errors():
        for _ in range(ATTEMPTS):
            head = ledger.upto or journal.max_notification_id() or 0
            projection_engine.catch_up(needs, journal, journal.engine, head, progress)
            with projection_engine.reading(journal.engine, needs) as connection:
                if len(set(projection_engine.positions(connection, needs).values())) == 1:
                    yield connection
                    return
    raise Conflict(
        "read_models_apart",
        "Others keep writing, and the read models do not come to the same event.",
        "Try again.",
        attempts=ATTEMPTS,
    )


@contextmanager
def unwritten(
    ledger: Ledger, needs: Needs, progress: Progress | None = None
) -> Iterator[sa.Connection]:
    """As `live`, of a store that may only be read: what the read models lack is counted in memory, and said."""
    journal = ledger.journal
    with projection_engine.reading(journal.engine, needs) as connection:
        lacking = projection_engine.lacking(connection, needs)
        if lacking is None or (ledger.upto is not None and lacking >= ledger.upto):
            yield connection
            return
    ledger.tell(
        f"This store may only be read: what its read models lack, from event {lacking + 1:,} on, is counted in memory."
    )
    made = projection_engine.beyond(needs, journal, journal.engine, progress)
    try:
        with projection_engine.reading(made, needs) as connection:
            yield connection
    finally:
        made.dispose()


@contextmanager
def pointed(
    ledger: Ledger, needs: Needs, progress: Progress | None = None
) -> Iterator[sa.Connection]:
    """A connection to the log and to the read models that point into it: as far as those have come where the store may
    only be read, since what they have not counted yet is looked through.
    """
    journal = ledger.journal
    with store_errors():
        if not read_only(journal.engine):
            projection_engine.catch_up(needs, journal, journal.engine, ledger.upto, progress)
        with projection_engine.reading(journal.engine, needs) as connection:
            yield connection


def position_of(connection: sa.Connection, needs: Needs) -> int:
    """The event up to which the read models named count: all of them the same."""
    return projection_engine.position_of(connection, needs[0].name)


@contextmanager
def stood(
    ledger: Ledger, moment: Moment, needs: Needs, progress: Progress | None = None
) -> Iterator[sa.Connection]:
    """A connection to these read models as they stood then: from the last milestone before it, else from the
    beginning of the log.
    """
    reach = reached(ledger, moment, progress)
    with _looked_back(ledger, needs, reach, progress) as past:
        found = rebuilt(ledger, moment, needs, progress) if past is None else past.shown_at(reach)
        with found as connection:
            yield connection


def in_turn(
    ledger: Ledger, moments: Sequence[Moment], needs: Needs, progress: Progress | None = None
) -> Iterator[sa.Connection]:
    """The same at each of some moments, one after the other: after events of one stretch between milestones, each goes
    on from the one before it.
    """
    reaches = [reached(ledger, moment, progress) for moment in moments]
    ends = [reach.whole for reach in reaches]
    of_one = len({milestones.number(end) for end in ends}) == 1 and ends == sorted(ends)
    if of_one and not any(reach.until for reach in reaches):
        with _looked_back(ledger, needs, reaches[-1], progress) as past:
            if past is not None:
                for reach in reaches:
                    with past.shown_at(reach) as connection:
                        yield connection
                return
    for moment in moments:
        with stood(ledger, moment, needs, progress) as connection:
            yield connection


@contextmanager
def _looked_back(
    ledger: Ledger, needs: Needs, reach: Reach, progress: Progress | None
) -> Iterator[Past | None]:
    journal = ledger.journal
    last = milestones.position(milestones.number(reach.whole))
    if last and not read_only(journal.engine):
        projection_engine.catch_up(needs, journal, journal.engine, last, progress)
    with looking_back(needs, journal, journal.engine, reach, progress) as past:
        yield past


@contextmanager
def rebuilt(
    ledger: Ledger, moment: Moment, needs: Needs, progress: Progress | None = None
) -> Iterator[sa.Connection]:
    """A connection to these read models as they stood then, made anew in memory from events alone."""
    made = projection_engine.as_of(
        needs,
        ledger.journal,
        position=moment.position,
        known_at=moment.known_at,
        happened_by=moment.happened_by,
        progress=progress,
    )
    try:
        with projection_engine.reading(made, needs) as connection:
            yield connection
    finally:
        made.dispose()
