"""The events of one round: its stretch of the table's stream, vigorish collected later, and what else
was said of it.

Nothing here reads more as the log grows. A read model says where to look (`projections.models.pointers`);
what it has not counted yet, as in a copy that may only be read, is looked through.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from ledger.baccarat.irregularities import Remedy
from ledger.events import shoe as shoe_events
from ledger.events import table as e
from ledger.events.base import Event, Recorded
from ledger.events.link import ContributionsTaken
from ledger.events.undoing import REACH, undone_versions
from ledger.rules.source import as_cited
from ledger.rules.submission import from_document
from ledger.store.codec import TOPIC_OF, decode
from ledger.store.driver import ask, ask_long, value_of
from ledger.store.schema import RARE
from ledger.values.errors import IntegrityFailure
from ledger.values.numbers import LARGEST_COUNT
from ledger.values.rounds import again
from projections.engine.model import Projection
from projections.engine.streams import Placed, between, first_uncounted, of_round
from projections.models import pointers
from projections.models.rounds import PROJECTION as ROUNDS
from projections.replay.cited import Cited, recited
from projections.replay.replay import replay_of
from projections.replay.rows import Replay
from projections.replay.story import Story, concerns, is_play
from projections.replay.verbal import confirmed

NEEDS: Final = (pointers.PROJECTION,)
"""The read models that say where the events of a round that has ended are."""

BATCH: Final = 500
"""Events looked through at a time for vigorish that was collected later."""

NEAR: Final = 50
"""Positions between `no more bets` and what the same transaction put into the meters, at most."""


BACK: Final = 50
"""Events read at a time to find what happened to the shoe since the hand before."""

_EVENT: Final = (
    "SELECT events.position, originator_id, originator_version, topic, state FROM events"
)
_OF_STREAM: Final = f"{_EVENT} WHERE originator_id = :stream"
_POINTED: Final = f"""
    {_EVENT} JOIN round_pointers ON round_pointers.position = events.position
    WHERE round_pointers.round = :round
"""
_TAKEN_BACK: Final = f"{_POINTED} AND topic = '{TOPIC_OF[e.ActUndone]}'"
_LATER: Final = f"{_OF_STREAM} AND originator_version >= :first AND {RARE}"
_STRETCH: Final = "SELECT first_version, last_version, ended_at FROM rounds WHERE id = :round"
_CONTRIBUTED: Final = f"""
    {_EVENT} WHERE position BETWEEN :first AND :last AND topic = '{TOPIC_OF[ContributionsTaken]}'
    ORDER BY position
"""
_UNDONE: Final = f"""
    {_OF_STREAM} AND topic = '{TOPIC_OF[e.ActUndone]}' AND {RARE}
    AND originator_version BETWEEN :first AND :last ORDER BY originator_version
"""
_BACKWARDS: Final = f"""
    {_OF_STREAM} AND originator_version <= :last ORDER BY originator_version DESC LIMIT {BACK}
"""
_RULES: Final = 'SELECT version FROM rules_pointers WHERE "table" = :table AND sha256 = :sha256'
_ADOPTION: Final = f"""
    {_OF_STREAM} AND topic = '{TOPIC_OF[e.RulesAdopted]}' AND originator_version = :version
"""
_EVERY_ADOPTION: Final = f"""
    {_OF_STREAM} AND topic = '{TOPIC_OF[e.RulesAdopted]}' AND {RARE} ORDER BY originator_version
"""

Seen = Callable[[int, Event], bool]
"""Whether an event, at its position of the log, belongs to the state that is told."""


class FoundRound(msgspec.Struct, frozen=True):
    """A round: its replay, every event that it is told from, in the order of the log, and the document of the rules
    that it was played under, None while it takes wagers.
    """

    replay: Replay
    events: list[Placed]
    document: str | None = None


def find(
    connection: sa.Connection, round_id: str, first: int, last: int, seen: Seen = lambda *_: True
) -> FoundRound:
    """A round and its events. first, last: the versions of its own in the table's stream.

    seen: only from the events that it says yes to.

    Raises IntegrityFailure where the submission that it was played under is not in the stream.
    """
    stream = of_round(round_id)
    story = Story(round_id)
    # What was taken back of its beginning stands before the first event that counts.
    first = min([first, *(each.first for each in _taken_back_of(connection, round_id))])
    taken_back = list(_seen(_undone(connection, stream, first, last), seen))
    undone = undone_versions(each for _, each in taken_back)
    # What was taken back of its end is shown with what is left of it.
    last = max([last, *(x.event.last for _, x in taken_back if concerns(x.event, round_id))])
    own = list(between(connection, stream, first, last))
    # Of a round that has ended since, nothing behind its end is of its shoe before it.
    upto = last if _has_ended(own, undone) else None
    events = list(_seen(own, seen))
    lasting = [each for each in events if each[1].originator_version not in undone]
    document = _rules_of(connection, round_id, lasting)
    cited = as_cited if document is None else from_document(document).shown
    events = [_recited(each, cited) for each in events]
    for position, recorded in events:
        story.take(position, recorded, undone=recorded.originator_version in undone)
    events += _follow_vigorish(connection, stream, story, last, seen)
    since = _since_last_hand(connection, stream, round_id, upto, seen, undone)
    before = list(confirmed(connection, stream, round_id, events))
    before += (_recited(each, cited) for each in since)
    for position, recorded in before:
        story.take_before(position, recorded, undone=recorded.originator_version in undone)
    contributed = list(_contributed(connection, lasting, round_id))
    streams = {stream, *(recorded.originator_id for _, recorded in contributed)}
    others = [*contributed, *_said_of(connection, round_id, streams)]
    for position, recorded in sorted(_seen(others, seen), key=itemgetter(0)):
        if recorded.originator_id != stream or not is_play(recorded.event):
            if all(position != known for known, _ in events):
                events.append((position, recorded))
            if not isinstance(recorded.event, ContributionsTaken):
                story.take_later(position, recorded)
        elif all(position != known for known, _ in events):
            events.append((position, recorded))
            story.take(position, recorded, undone=recorded.originator_version in undone)
    events += _after_void_forms(connection, stream, story, events, seen)
    story.short = _shoe_was_short(connection, stream, lasting)
    behind = [x for x in events if concerns(x[1].event, round_id)] + before
    told = replay_of(story, document)
    if story.reversed is not None and _is_played(connection, again(round_id)):
        told = msgspec.structs.replace(told, replaced_by=again(round_id))
    return FoundRound(told, sorted(behind, key=itemgetter(0)), document)


def _has_ended(own: Iterable[Placed], undone: Collection[int]) -> bool:
    return any(
        isinstance(each.event, e.RoundSettled | e.RoundVoided)
        and each.originator_version not in undone
        for _, each in own
    )


def _rules_of(connection: sa.Connection, round_id: str, own: Iterable[Placed]) -> str | None:
    """The document of the rules that a round is played under, None while it takes wagers."""
    for _, recorded in own:
        if isinstance(recorded.event, e.NoMoreBets) and recorded.event.round == round_id:
            sha256 = recorded.event.rules_sha256
            return document_of(connection, recorded.originator_id, sha256)
    return None


def _recited(placed: Placed, cited: Cited) -> Placed:
    position, recorded = placed
    return position, replace(recorded, event=recited(recorded.event, cited))


def _shoe_was_short(connection: sa.Connection, stream: str, lasting: Iterable[Placed]) -> bool:
    """Whether the void of a round ended its shoe too, for having too few cards; both are of one act."""
    void = [x.originator_version + 1 for _, x in lasting if isinstance(x.event, e.RoundVoided)]
    behind = (placed for n in void for placed in between(connection, stream, n, n))
    return any(isinstance(x.event, shoe_events.ShoeEnded) and x.event.rule for _, x in behind)


def _is_played(connection: sa.Connection, round_id: str) -> bool:
    return stretch(connection, round_id) is not None


def replay(
    connection: sa.Connection, round_id: str, first: int, last: int, seen: Seen = lambda *_: True
) -> Replay:
    """The replay of a round; as `find`."""
    return find(connection, round_id, first, last, seen).replay


def stretch(connection: sa.Connection, round_id: str) -> tuple[int, int] | None:
    """The versions of a round's first and last event in the table's stream, or None where it was not played.

    Counted by the read model of rounds as far as that has come, and from there on in the stream itself.
    """
    found = ask(connection, _STRETCH, round=round_id)
    first, last, ended_at = found[0] if found else (0, 0, None)
    if ended_at is None:
        for version, event in _uncounted(connection, ROUNDS, of_round(round_id), round_id):
            at_once = version == last + 1
            if is_play(event) and (at_once or not isinstance(event, e.VigorishCollected)):
                first, last = first or version, version
    for undone in _taken_back_of(connection, round_id):
        first, last = min(first or undone.first, undone.first), max(last, undone.last)
    return (first, last) if first else None


def is_taken_back(connection: sa.Connection, round_id: str, first: int, last: int) -> bool:
    """Whether anything of a round's stretch of the table's stream is taken back."""
    stream = of_round(round_id)
    return next(_undone(connection, stream, first, last), None) is not None


def _taken_back_of(connection: sa.Connection, round_id: str) -> Iterator[e.ActUndone]:
    """What takes back events of a round: all of it may be taken back, and was played at the moment asked for."""
    for _, _, _, topic, state in ask(connection, _TAKEN_BACK, round=round_id):
        event = decode(topic, state)
        if isinstance(event, e.ActUndone):
            yield event


def _uncounted(
    connection: sa.Connection, projection: Projection, stream: str, round_id: str
) -> Iterator[tuple[int, Event]]:
    """The events of a stream that name a round, of those that a read model has not counted yet."""
    first = first_uncounted(connection, projection, stream)
    for _, recorded in between(connection, stream, first, None, msgspec.json.encode(round_id)):
        if concerns(recorded.event, round_id):
            yield recorded.originator_version, recorded.event


def _said_of(connection: sa.Connection, round_id: str, streams: Iterable[str]) -> Iterator[Placed]:
    """Rare events that name the round: corrections, disputes, awards, a void's return. streams: those in which they may
    be without being pointed at yet.
    """
    rows = {row[0]: row for row in ask(connection, _POINTED, round=round_id)}
    for stream in streams:
        first = first_uncounted(connection, pointers.PROJECTION, stream)
        rows |= {row[0]: row for row in ask(connection, _LATER, stream=stream, first=first)}
    written = msgspec.json.encode(round_id)
    for position, stream, version, topic, state in rows.values():
        if not isinstance(state, bytes) or written in state:
            event = decode(topic, state)
            if concerns(event, round_id):
                yield position, Recorded(stream, version, event)


def _contributed(
    connection: sa.Connection, events: Sequence[Placed], round_id: str
) -> Iterator[Placed]:
    """What the wagers of the round put into the meters, in the transaction of its `no more bets`."""
    closed = next((at for at, each in events if isinstance(each.event, e.NoMoreBets)), None)
    if closed is None:
        return
    near = ask(connection, _CONTRIBUTED, first=closed - NEAR, last=closed + NEAR)
    for position, link, version, topic, state in near:
        event = decode(topic, state)
        if concerns(event, round_id):
            yield position, Recorded(link, version, event)


def _undone(connection: sa.Connection, stream: str, first: int, last: int) -> Iterator[Placed]:
    """What takes back events of a stream from a version to another: no undo is farther from what it takes back than
    it may reach, and as rare as it is, the index of rare events finds it.
    """
    found = ask(connection, _UNDONE, stream=stream, first=first, last=last + REACH)
    for position, _, version, topic, state in found:
        yield position, Recorded(stream, version, decode(topic, state))


def undone_from(connection: sa.Connection, stream: str, version: int) -> set[int]:
    """The versions that are taken back by what may have taken back that one."""
    return undone_between(connection, stream, version, version)


def undone_between(connection: sa.Connection, stream: str, first: int, last: int) -> set[int]:
    """The versions that are taken back by what may have taken back any of those from one to another."""
    return undone_versions(each for _, each in _undone(connection, stream, first, last))


def _undone_versions(
    connection: sa.Connection, stream: str, first: int, last: int, seen: Seen
) -> set[int]:
    placed = _seen(_undone(connection, stream, first, last), seen)
    return undone_versions(recorded for _, recorded in placed)


def _since_last_hand(
    connection: sa.Connection,
    stream: str,
    round_id: str,
    last: int | None,
    seen: Seen,
    known_undone: Iterable[int],
) -> list[Placed]:
    """What happened to the shoe between the hand before and the end of this round, in order; not the round's
    own events.

    A card drawn in error in the round before is told again where it waited for this one, and so is a cut card that came
    in a round that is void or was never dealt: the hand after it is completed in its place. known_undone: versions that
    were taken back behind the last.
    """
    found: list[Placed] = []
    undone, no_hand = set(known_undone), set[str]()
    in_the_round_before = hand_before = False
    for position, recorded in backwards(connection, stream, last):
        event = recorded.event
        if not seen(position, event):
            continue
        if isinstance(event, e.ActUndone):
            undone |= undone_versions((recorded,))
        if recorded.originator_version in undone or concerns(event, round_id):
            continue
        if isinstance(event, e.RoundVoided) or (
            isinstance(event, e.RoundReversed) and event.not_dealt
        ):
            no_hand.add(event.round)
        if isinstance(event, shoe_events.ShoeStarted) or (
            isinstance(event, e.CardsDealt) and event.round not in no_hand
        ):
            break
        in_the_round_before |= isinstance(event, e.RoundSettled | e.RoundVoided)
        hand_before |= isinstance(event, e.RoundSettled) and event.round not in no_hand
        came = isinstance(event, shoe_events.CutCardSeen) and not hand_before
        if came or _of_the_shoe(event, waits=in_the_round_before):
            found.append((position, recorded))
    return found[::-1]


def _of_the_shoe(event: Event, *, waits: bool) -> bool:
    """Whether an event happened to the shoe. waits: only one that has to do with the hand that follows."""
    if isinstance(event, e.IrregularCard):
        return not waits or event.remedy in (Remedy.NEXT_HAND, Remedy.SIMULATED_ROUND)
    if isinstance(event, e.RoundSimulated):
        return True
    return not waits and isinstance(event, shoe_events.CutCardSeen | shoe_events.ShoeRecut)


def backwards(connection: sa.Connection, stream: str, last: int | None) -> Iterator[Placed]:
    """A stream's events from a version on back to its first, None for all."""
    while True:
        rows = ask(
            connection, _BACKWARDS, stream=stream, last=LARGEST_COUNT if last is None else last
        )
        for position, _, version, topic, state in rows:
            yield position, Recorded(stream, version, decode(topic, state))
        if len(rows) < BACK:
            return
        last = rows[-1].originator_version - 1


def _seen(placed: Iterable[Placed], seen: Seen) -> Iterator[Placed]:
    return (each for each in placed if seen(each[0], each[1].event))


def _follow_vigorish(
    connection: sa.Connection, stream: str, story: Story, last: int, seen: Seen
) -> Iterator[Placed]:
    """Read on until all is collected, or the next shoe starts: no shoe does while a seat owes (ma-midi 12(d)(2)(i))."""
    while story.outstanding > 0:
        batch = list(between(connection, stream, last + 1, last + BATCH))
        if not batch:
            return
        undone = _undone_versions(connection, stream, last + 1, last + BATCH, seen)
        for position, recorded in batch:
            gone = recorded.originator_version in undone
            if isinstance(recorded.event, shoe_events.ShoeStarted) and not gone:
                return
            if is_play(recorded.event) and seen(position, recorded.event):
                story.take(position, recorded, undone=gone)
                yield position, recorded
        last += BATCH


def _after_void_forms(
    connection: sa.Connection, stream: str, story: Story, known_events: Sequence[Placed], seen: Seen
) -> Iterator[Placed]:
    """What became of vigorish that was owed again after a form was void."""
    known = {position for position, _ in known_events}
    void = [
        each.originator_version
        for _, each in known_events
        if isinstance(each.event, e.VigorishRestored)
    ]
    if void:
        yield from _follow_vigorish(
            connection,
            stream,
            story,
            min(void),
            lambda position, event: position not in known and seen(position, event),
        )


def document_of(connection: sa.Connection, stream: str, sha256: str) -> str:
    """The submission of that hash, as the table adopted it. Raises IntegrityFailure."""
    version = value_of(connection, _RULES, table=stream.partition(":")[2], sha256=sha256)
    found = None
    if version is not None:
        found = _adopted(ask(connection, _ADOPTION, stream=stream, version=version), sha256)
    if found is None:
        # Not pointed at yet, or wrongly: the events alone say what was adopted.
        found = _adopted(ask_long(connection, _EVERY_ADOPTION, 1, stream=stream), sha256)
    if found is None:
        raise IntegrityFailure(
            "rules_missing",
            f"The rules submission {sha256[:12]} was never adopted at {stream}.",
            "Run pit db check and restore the store from a backup.",
            stream=stream,
            sha256=sha256,
        )
    return found


def _adopted(adoptions: Iterable[Sequence[Any]], sha256: str) -> str | None:
    for _, _, _, topic, state in adoptions:
        adopted = decode(topic, state)
        if isinstance(adopted, e.RulesAdopted) and adopted.sha256 == sha256:
            return adopted.document
    return None
