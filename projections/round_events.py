"""The events of one round: its stretch of the table's stream, and vigorish collected later."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Final

import msgspec
import sqlalchemy as sa

from ledger.baccarat.irregularities import Remedy
from ledger.errors import IntegrityFailure
from ledger.events import Event, Recorded
from ledger.progressive_events import ContributionsTaken
from ledger.store.codec import TOPIC_OF, decode
from ledger.store.schema import RARE
from ledger.store.schema import events as log
from ledger.table import events as e
from ledger.table.events import BetsClosed, RulesAdopted, VigorishRestored
from projections.replay import Replay, Story, concerns, is_play, tell

BATCH: Final = 500
"""Events looked through at a time for vigorish that was collected later."""

YEARS: Final = 10_000
"""Rows fetched at a time of a stream that is read from its beginning."""

NEAR: Final = 50
"""Positions between `no more bets` and what the same transaction put into the meters, at most."""


BACK: Final = 50
"""Events read at a time to find what happened to the shoe since the hand before."""

Placed = tuple[int, Recorded]
"""An event with its position in the log."""

Seen = Callable[[int, Event], bool]
"""Whether an event, at its position of the log, belongs to the state that is told."""


@dataclass(frozen=True, slots=True)
class Found:
    """A round: its replay, and every event that it is told from, in the order of the log."""

    told: Replay
    events: list[Placed]


def find(
    connection: sa.Connection, round_id: str, first: int, last: int, seen: Seen = lambda *_: True
) -> Found:
    """A round and its events. first, last: the versions of its own in the table's stream.

    seen: only from the events that it says yes to.

    Raises IntegrityFailure where the submission that it was played under is not in the stream.
    """
    stream = f"table:{round_id.rsplit(':', 2)[0]}"
    story = Story(round_id)
    events = list(_seen(_between(connection, stream, first - 1, last), seen))
    for _, recorded in events:
        story.take(recorded)
    events += _follow_vigorish(connection, stream, story, last, seen)
    ended = story.settled is not None or story.voided is not None
    before = list(_since_last_hand(connection, stream, round_id, last if ended else None, seen))
    for _, recorded in before:
        story.take_before(recorded)
    others = [
        *_others(connection, stream, first, round_id),
        *_on_its_link(connection, events, round_id),
    ]
    for position, recorded in sorted(_seen(others, seen), key=itemgetter(0)):
        if recorded.originator_id != stream or not is_play(recorded.event):
            events.append((position, recorded))
            if not isinstance(recorded.event, ContributionsTaken):
                story.take_later(position, recorded)
        elif all(position != known for known, _ in events):
            events.append((position, recorded))
            story.take(recorded)
    events += _after_void_forms(connection, stream, story, events, seen)
    document = None
    if story.closed is not None:
        document = _document(connection, stream, story.closed.rules_sha256)
    # What was read on for vigorish has what else was said of the round in it.
    told_from = [each for each in dict(events).items() if concerns(each[1].event, round_id)]
    told_from += before
    return Found(tell(story, document), sorted(told_from, key=itemgetter(0)))


def replay(
    connection: sa.Connection, round_id: str, first: int, last: int, seen: Seen = lambda *_: True
) -> Replay:
    """The replay of a round; as `find`."""
    return find(connection, round_id, first, last, seen).told


def _others(connection: sa.Connection, stream: str, first: int, round_id: str) -> Iterator[Placed]:
    """Rare events of a stream, from a version on, that name the round: corrections, disputes."""
    c = log.c
    query = (
        sa.select(c.position, c.originator_version, c.topic, c.state)
        .where(c.originator_id == stream, c.originator_version >= first, RARE)
        .order_by(c.originator_version)
    )
    # A table has such events for years, and hardly one of them is about this round.
    written = msgspec.json.encode(round_id)
    for position, version, topic, state in connection.execute(query):
        if written in state:
            event = decode(topic, state)
            if concerns(event, round_id):
                yield position, Recorded(stream, version, event)


def _on_its_link(
    connection: sa.Connection, events: Sequence[Placed], round_id: str
) -> Iterator[Placed]:
    """What the round did to the meters: the wagers of its own transaction, awards, a void's return."""
    closed = next((at for at, each in events if isinstance(each.event, BetsClosed)), None)
    if closed is None:
        return
    c = log.c
    query = (
        sa.select(c.position, c.originator_id, c.originator_version, c.topic, c.state)
        .where(c.position.between(closed - NEAR, closed + NEAR))
        .where(c.topic == TOPIC_OF[ContributionsTaken])
        .order_by(c.position)
    )
    for position, link, version, topic, state in connection.execute(query).all():
        event = decode(topic, state)
        if concerns(event, round_id):
            yield position, Recorded(link, version, event)
            yield from _others(connection, link, version, round_id)


def _since_last_hand(
    connection: sa.Connection, stream: str, round_id: str, last: int | None, seen: Seen
) -> list[Placed]:
    """What happened to the shoe between the hand before and the end of this round, in order; not the round's
    own events.

    A card drawn in error in the round before is told again where it waited for this one.
    """
    found: list[Placed] = []
    in_the_round_before = False
    for position, recorded in _backwards(connection, stream, last):
        event = recorded.event
        if not seen(position, event) or concerns(event, round_id):
            continue
        if isinstance(event, e.CardsDealt | e.ShoeStarted):
            break
        in_the_round_before |= isinstance(event, e.RoundSettled | e.RoundVoided)
        if _of_the_shoe(event, waits=in_the_round_before):
            found.append((position, recorded))
    return found[::-1]


def _of_the_shoe(event: Event, *, waits: bool) -> bool:
    """Whether an event happened to the shoe. waits: only one that has to do with the hand that follows."""
    if isinstance(event, e.IrregularCard):
        return not waits or event.remedy in (Remedy.NEXT_HAND, Remedy.SIMULATED_ROUND)
    if isinstance(event, e.RoundSimulated):
        return True
    return not waits and isinstance(event, e.CutCardSeen | e.ShoeRecut)


def _backwards(connection: sa.Connection, stream: str, last: int | None) -> Iterator[Placed]:
    """A stream's events from a version on back to its first, None for all."""
    c = log.c
    query = (
        sa.select(c.position, c.originator_version, c.topic, c.state)
        .where(c.originator_id == stream)
        .order_by(c.originator_version.desc())
        .limit(BACK)
    )
    while True:
        page = query if last is None else query.where(c.originator_version <= last)
        rows = connection.execute(page).all()
        for position, version, topic, state in rows:
            yield position, Recorded(stream, version, decode(topic, state))
        if len(rows) < BACK:
            return
        last = rows[-1].originator_version - 1


def _seen(placed: Iterable[Placed], seen: Seen) -> Iterator[Placed]:
    return (each for each in placed if seen(each[0], each[1].event))


def _follow_vigorish(
    connection: sa.Connection, stream: str, story: Story, last: int, seen: Seen
) -> Iterator[Placed]:
    """Read on until all is collected. What is owed keeps a new shoe away, so this is never far."""
    while story.outstanding > 0:
        batch = list(_between(connection, stream, last, last + BATCH))
        if not batch:
            return
        for position, recorded in _seen(batch, seen):
            story.take(recorded)
            yield position, recorded
        last += BATCH


def _after_void_forms(
    connection: sa.Connection, stream: str, story: Story, told: Sequence[Placed], seen: Seen
) -> Iterator[Placed]:
    """What became of vigorish that was owed again after a form was void."""
    known = {position for position, _ in told}
    void = [each.originator_version for _, each in told if isinstance(each.event, VigorishRestored)]
    if void:
        yield from _follow_vigorish(
            connection,
            stream,
            story,
            min(void),
            lambda position, event: position not in known and seen(position, event),
        )


def _between(connection: sa.Connection, stream: str, gt: int, lte: int) -> Iterator[Placed]:
    c = log.c
    query = (
        sa.select(c.position, c.originator_version, c.topic, c.state)
        .where(c.originator_id == stream, c.originator_version > gt, c.originator_version <= lte)
        .order_by(c.originator_version)
    )
    for position, version, topic, state in connection.execute(query):
        yield position, Recorded(stream, version, decode(topic, state))


def on_day(connection: sa.Connection, stream: str, day: str) -> Iterator[Placed]:
    """The events of a stream that count on a gaming day, in order."""
    c = log.c
    query = (
        sa.select(c.position, c.originator_version, c.topic, c.state)
        .where(c.originator_id == stream)
        .order_by(c.originator_version)
    )
    # Of years at a table one day is wanted: the others are not worth decoding.
    written = f'"{day}"'.encode()
    with connection.execute(query.execution_options(yield_per=YEARS)) as rows:
        for position, version, topic, state in rows:
            if written in state:
                event = decode(topic, state)
                if event.day == day:
                    yield position, Recorded(stream, version, event)


def _document(connection: sa.Connection, stream: str, sha256: str) -> str:
    """The submission of that hash, as the table adopted it."""
    c = log.c
    query = (
        sa.select(c.topic, c.state)
        .where(c.originator_id == stream, c.topic == TOPIC_OF[RulesAdopted], RARE)
        .order_by(c.originator_version)
    )
    with connection.execute(query.execution_options(yield_per=1)) as adoptions:
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
