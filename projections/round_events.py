"""The events of one round: its stretch of the table's stream, and vigorish collected later."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

import sqlalchemy as sa

from ledger.errors import IntegrityFailure
from ledger.events import Event, Recorded
from ledger.store.codec import TOPIC_OF, decode
from ledger.store.schema import events as log
from ledger.table.events import RulesAdopted
from projections.replay import Replay, Story, tell

BATCH: Final = 500
"""Events looked through at a time for vigorish that was collected later."""


Placed = tuple[int, Recorded]
"""An event with its position in the log."""

Seen = Callable[[int, Event], bool]
"""Whether an event, at its position of the log, belongs to the state that is told."""


def replay(
    connection: sa.Connection, round_id: str, first: int, last: int, seen: Seen = lambda *_: True
) -> Replay:
    """The replay of a round. first, last: the versions of its events in the table's stream.

    seen: only from the events that it says yes to.

    Raises IntegrityFailure where the submission that it was played under is not in the stream.
    """
    stream = f"table:{round_id.rsplit(':', 2)[0]}"
    story = Story(round_id)
    for _, recorded in _seen(_between(connection, stream, first - 1, last), seen):
        story.take(recorded)
    _follow_vigorish(connection, stream, story, last, seen)
    document = None
    if story.closed is not None:
        document = _document(connection, stream, story.closed.rules_sha256)
    return tell(story, document)


def _seen(placed: Iterable[Placed], seen: Seen) -> Iterator[Placed]:
    return (each for each in placed if seen(each[0], each[1].event))


def _follow_vigorish(
    connection: sa.Connection, stream: str, story: Story, last: int, seen: Seen
) -> None:
    """Read on until all is collected. What is owed keeps a new shoe away, so this is never far."""
    while story.outstanding > 0:
        batch = list(_between(connection, stream, last, last + BATCH))
        if not batch:
            return
        for _, recorded in _seen(batch, seen):
            story.take(recorded)
        last += BATCH


def _between(connection: sa.Connection, stream: str, gt: int, lte: int) -> Iterator[Placed]:
    c = log.c
    query = (
        sa.select(c.position, c.originator_version, c.topic, c.state)
        .where(c.originator_id == stream, c.originator_version > gt, c.originator_version <= lte)
        .order_by(c.originator_version)
    )
    for position, version, topic, state in connection.execute(query):
        yield position, Recorded(stream, version, decode(topic, state))


def _document(connection: sa.Connection, stream: str, sha256: str) -> str:
    """The submission of that hash, as the table adopted it."""
    c = log.c
    query = (
        sa.select(c.topic, c.state)
        .where(c.originator_id == stream, c.topic == TOPIC_OF[RulesAdopted])
        .order_by(c.originator_version)
    )
    with connection.execution_options(yield_per=1).execute(query) as adoptions:
        for topic, state in adoptions:
            adopted = decode(topic, state)
            if isinstance(adopted, RulesAdopted) and adopted.sha256 == sha256:
                return adopted.document
    raise IntegrityFailure(
        "rules_missing",
        f"The rules submission {sha256[:12]} was never adopted at {stream}.",
        "Run pit db check and restore the store from a backup.",
        stream=stream,
        sha256=sha256,
    )
