"""Which positions of the log a past moment needs: up to where all of it counts, and where else some of it may."""

from itertools import dropwhile

from ledger.desks.ledger import Ledger
from ledger.store.engine import read_only
from ledger.values.progress import Progress
from projections.engine import engine as projection_engine
from projections.engine import milestones
from projections.engine.asked import rows_of
from projections.engine.engine import Until
from projections.engine.looking_back import Reach
from projections.models.instants import INSTANTS, PROJECTION, InstantsRow
from projections.queries.moment import Moment


def reached(ledger: Ledger, moment: Moment, progress: Progress | None = None) -> Reach:
    """Of an instant: all up to the first span of the log in which something is later than it, and the spans after
    that in which something is not.

    What nobody has counted yet, as in a store that may only be read, may all be of that moment.
    """
    journal = ledger.journal
    head = journal.max_notification_id() or 0
    end = head if moment.position is None else min(moment.position, head)
    if not moment.instants:
        return Reach(end)
    if not read_only(journal.engine):
        projection_engine.catch_up([PROJECTION], journal, journal.engine, end, progress)
    with projection_engine.reading(journal.engine, [PROJECTION]) as connection:
        counted = min(projection_engine.position_of(connection, PROJECTION.name), end)
        spans = rows_of(connection, INSTANTS)
    ends = [
        (
            milestones.position(int(span.span)),
            min(milestones.position(int(span.span) + 1), counted),
            span,
        )
        for span in spans
    ]
    after = list(dropwhile(lambda each: _all_of(each[2], moment), ends))
    whole = after[0][0] if after else counted
    parts = [
        (start, stop) for start, stop, span in after if start < stop and _some_of(span, moment)
    ]
    return Reach(
        min(whole, counted), (*parts, (counted, end)), Until(moment.known_at, moment.happened_by)
    )


def _all_of(span: InstantsRow, moment: Moment) -> bool:
    return (moment.happened_by is None or span.last_happened <= moment.happened_by) and (
        moment.known_at is None or span.last_recorded <= moment.known_at
    )


def _some_of(span: InstantsRow, moment: Moment) -> bool:
    return (moment.happened_by is None or span.first_happened <= moment.happened_by) and (
        moment.known_at is None or span.first_recorded <= moment.known_at
    )
