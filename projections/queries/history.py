"""A table's day as a list: every event, who entered it, when it happened and was recorded."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache, partial

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from ledger.desks.ledger import Ledger
from ledger.events.base import Recorded
from ledger.events.table import NoMoreBets
from ledger.rules.submission import Submission, from_document
from ledger.store.codec import TOPIC_OF
from ledger.values.errors import IntegrityFailure
from ledger.values.progress import Progress
from projections.engine.streams import Placed
from projections.figures.arithmetic import rfc3339
from projections.queries.codes import verify_known
from projections.queries.counts_told import as_told
from projections.queries.event_lines import describe
from projections.queries.moment import Moment
from projections.queries.past import pointed
from projections.replay.cited import recited
from projections.replay.day import NEEDS, of_table
from projections.replay.find import document_of


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One event. position: in the log. version: in its stream. Instants RFC 3339 UTC."""

    position: int
    stream: str
    version: int
    event: str
    by: str
    at: str
    recorded_at: str
    source: str
    seq: int
    said: str


def history(
    ledger: Ledger, moment: Moment, code: str, day: str, progress: Progress | None = None
) -> list[Entry]:
    """A table's events of a gaming day, and what was counted of it, in the order of the log. Raises NotFound."""
    verify_known(ledger, code)
    with pointed(ledger, NEEDS, progress) as connection:
        found = of_table(connection, code, day)
        seen = [each for each in found if moment.sees(each[0], each[1].event)]
        return [
            _entry(position, as_told(ledger, recorded))
            for position, recorded in _recited(connection, seen)
        ]


def _recited(connection: sa.Connection, found: Sequence[Placed]) -> Iterator[Placed]:
    """What is of a round, with its sections as the rules that it was played under have them cited now."""
    rules: dict[str, Submission] = {}
    submission = cache(partial(_submission, connection))
    for position, recorded in found:
        event = recorded.event
        if isinstance(event, NoMoreBets):
            # Without its document, as after damage, what the texts say of every game has to do.
            with suppress(IntegrityFailure):
                rules[event.round] = submission(recorded.originator_id, event.rules_sha256)
        own = rules.get(getattr(event, "round", ""))
        if own is not None:
            recorded = replace(recorded, event=recited(event, own.shown))  # noqa: PLW2901  the same, as it is told
        yield position, recorded


def _submission(connection: sa.Connection, stream: str, sha256: str) -> Submission:
    return from_document(document_of(connection, stream, sha256))


def _entry(position: int, recorded: Recorded) -> Entry:
    event = recorded.event
    return Entry(
        position=position,
        stream=recorded.originator_id,
        version=recorded.originator_version,
        event=TOPIC_OF[type(event)],
        by=event.by,
        at=rfc3339(event.at),
        recorded_at=rfc3339(event.recorded_at),
        source=event.source,
        seq=event.seq,
        said=describe(recorded),
    )
