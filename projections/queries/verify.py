"""The whole store held against its seal, and then against itself: what `pit audit verify` says.

First the hashes, which say whether the events are those that were sealed; then `check`, which says whether they make
sense, and whether all that is made of them agrees. What it came to is kept in the store, where that may be written to.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.metadata import version
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa

from ledger.desks.ledger import Ledger
from ledger.events.base import Event
from ledger.events.day import DayClosed
from ledger.events.month import MonthClosed
from ledger.events.property import PropertySettingsChanged
from ledger.seal import checkpoint, merkle, tiles, travelling, verifications
from ledger.seal import note as signed_note
from ledger.seal import verify as seal_verify
from ledger.seal.note import Key, Note
from ledger.seal.succession import Named, Sealing, succession
from ledger.seal.tiles import KEEP, TILE, Kept, split
from ledger.seal.unfinished import Reached, Unfinished
from ledger.seal.verify import Signed, Start, Tree
from ledger.store.codec import TOPIC_OF, decode
from ledger.store.driver import ask
from ledger.store.engine import read_only, snapshot
from ledger.store.errors import store_errors
from ledger.values.errors import IntegrityFailure, Misused, PitError
from ledger.values.numbers import counted
from ledger.values.progress import Progress
from projections.queries import check, check_records, check_streams
from projections.queries.check import Checked
from projections.queries.check_streams import Folded
from projections.queries.workers import Part, Task, Word, raise_first

HASHING: Final = 4.0
"""Microseconds that it takes to hash an event."""


class Audited(msgspec.Struct, frozen=True, kw_only=True):
    """What agrees. events: that were hashed; sealed: under the last checkpoint; unsealed: recorded since.

    checkpoints: in the store, in the books of closed days and given; keys: that signed them. keys_given: whether
    the asker named one of the log; else they are the store's own, to be compared with the copy on paper. checked: what
    else was held against each other, None where only hashes were asked for. took_over_alone: keys given that took over
    without the signature of the one before. verified_before: events that were not read, as they had been verified.
    """

    events: int
    sealed: int
    unsealed: int
    position: int
    checkpoints: int
    keys: list[str]
    keys_given: bool
    checked: Checked | None
    verified_before: int = 0
    took_over_alone: list[str] = []
    ok: bool = True


class Given(NamedTuple):
    """A checkpoint from elsewhere. where: as a person reads it. handed_out: after the store had kept it."""

    content: bytes
    where: str
    handed_out: bool = True


def verify(
    ledger: Ledger,
    keys: Sequence[Key],
    against: Sequence[Given] = (),
    since: Given | None = None,
    *,
    hashes_only: bool = False,
    unfinished: Unfinished | None = None,
    progress: Progress | None = None,
) -> Audited:
    """Hold the log against its seal, and the store against itself. Raises IntegrityFailure for the first thing found.

    keys: public keys of the log and of witnesses; those that the store has unless given. against: checkpoints that
    others kept. since: one up to which all was verified before. hashes_only: leave out the second half. unfinished: an
    earlier verification that was stopped, and where it is kept how far this one comes.
    """
    try:
        going_on = unfinished or Unfinished()
        asked = (keys, against, since, going_on.reached)
        if hashes_only:
            found = _hashed(ledger, *asked, Word(progress or _unheard, going_on.hashed))
        else:
            hashes = Task("hashes", _hashed, asked, None, HASHING)
            checked, (hashed,) = check.check_beside(ledger, [hashes], progress, going_on)
            found = msgspec.structs.replace(hashed, checked=checked)
        going_on.finished()
    except IntegrityFailure as error:
        _keep(ledger, {"error": error.refusal})
        raise
    _keep(ledger, found)
    return found


def _keep(ledger: Ledger, answer: object) -> None:
    """What it came to is for whoever asked, also where the store takes nothing."""
    with suppress(PitError), store_errors():
        engine = ledger.journal.engine
        if not read_only(engine):
            program = version("pit-ledger")
            verifications.keep(engine, ledger.clock(), ledger.position, program, answer)


def _unheard(_: int, __: int) -> None:
    """Nobody asks how far it is."""


def _hashed(
    ledger: Ledger,
    keys: Sequence[Key],
    against: Sequence[Given],
    since: Given | None,
    reached: Reached,
    word: Word,
) -> Audited:
    """The log held against its seal. reached: how far an earlier verification came."""
    check_records.check_reached(ledger)
    with store_errors(), snapshot(ledger.journal.engine) as connection:
        own = [*_kept(connection), *_of_books(connection)]
        named = _named(connection)
        who = succession(_sealings(own), named, _of_logs(keys))
        trusted = list(dict.fromkeys((*keys, *who.keys)))
        signed = [_own(each, trusted) for each in own]
        earlier_ends = [] if since is None else [_given(since, trusted)]
        kept = [made for made, each in zip(signed, own, strict=True) if each.size is not None]
        given = [_given(each, trusted) for each in against]
        signed += [*given, *earlier_ends]
        tree = Kept.verified(connection)
        before = [_Before(each.checkpoint.size, each.checkpoint.root) for each in earlier_ends]
        start, earlier = _start(tree, [*before, *_hashed_before(reached)], signed)
        goal = ledger.position
        found = seal_verify.verify(tree, signed, start, _told(word, goal), word.hashed)
        tree.verify_rows()
        _verify_complete(own)
        handed_out = [made for made, each in zip(given, against, strict=True) if each.handed_out]
        _verify_kept(handed_out, kept)
        _verify_sealed(own, [*(each.written() for each in _of_logs(keys)), *_in_force(named)])
        if who.fault is not None:
            raise who.fault
    signers = [each for each in trusted if any(_names(made.note, each) for made in signed)]
    return Audited(
        events=found.events,
        sealed=found.signed,
        unsealed=found.size - found.signed,
        position=max(found.position, 0),
        checkpoints=len(signed),
        keys=[each.written() for each in signers],
        keys_given=bool(_of_logs(keys)),
        checked=None,
        verified_before=earlier,
        took_over_alone=who.alone,
    )


def looking(ledger: Ledger, keys: Sequence[Key], workers: int, reached: Reached) -> list[Task]:
    """What finds out whether anything should be made of the log: it is held against its seal, else folded. workers: who
    fold it. reached: how far it was hashed before.
    """
    with store_errors(), ledger.journal.engine.connect() as connection:
        sealed = bool(tiles.signed(connection)) or Kept.verified(connection).size > 0
    if sealed:
        by = " ".join(sorted(each.written() for each in keys))
        asked = (keys, (), None, reached)
        return [Task(f"hashes {by}", _hashed, asked, Audited, HASHING)]
    return check_streams.tasks(ledger, workers)


def trouble(
    ledger: Ledger, tasks: Sequence[Task], parts: Mapping[str, Part]
) -> IntegrityFailure | None:
    """What is wrong with the log by what the tasks of `looking` came to; None where nothing is."""
    try:
        check_records.check_reached(ledger)
        raise_first(tasks, parts)
        found = [parts[each.name].found for each in tasks]
        folded = [each for each in found if isinstance(each, Folded)]
        if folded:
            check_streams.together(ledger, folded)
    except IntegrityFailure as error:
        return error
    return None


class _Own(NamedTuple):
    """A checkpoint of the store as it is kept. key: as it stands beside it, None where that is none."""

    size: int | None
    key: Key | None
    note: str
    where: str


def _told(progress: Progress, goal: int) -> Callable[[int], None]:
    return lambda position: progress(position, max(goal, position))


def _kept(connection: sa.Connection) -> list[_Own]:
    return [
        _Own(size, _key(key), note, f"of the store, at {counted(size, 'event')}")
        for size, key, note in tiles.signed(connection)
    ]


def _of_books(connection: sa.Connection) -> list[_Own]:
    """The checkpoints that were signed with the books of closed days and months."""
    return [
        _Own(None, _key(closed.seal_key), closed.checkpoint, f"in the signed books of {name}")
        for _, closed in _events(connection, DayClosed, MonthClosed)
        if closed.checkpoint
        for name in [closed.month if isinstance(closed, MonthClosed) else closed.day]
    ]


_OF_KINDS: Final = (
    "SELECT position, topic, state FROM events WHERE topic IN (:topics) ORDER BY position"
)


def _named(connection: sa.Connection) -> list[Named]:
    """The keys that the property has named, each with the leaf of its event, by the log itself."""
    return [
        Named(tiles.leaf_of(connection, position), changed.seal_key)
        for position, changed in _events(connection, PropertySettingsChanged)
        if changed.seal_key is not None
    ]


def _events(connection: sa.Connection, *kinds: type[Event]) -> Iterator[tuple[int, Any]]:
    """Events of some kinds, each with its position; of those that cannot be read, hashing will tell."""
    topics = [TOPIC_OF[kind] for kind in kinds]
    for position, topic, state in ask(connection, _OF_KINDS, topics=topics):
        event = _decoded(topic, state)
        if event is not None:
            yield position, event


def _sealings(own: Sequence[_Own]) -> list[Sealing]:
    """The checkpoints that are kept and that were signed by the key beside them; of others, reading them tells."""
    found = []
    for each in own:
        if each.size is None or each.key is None:
            continue
        try:
            made, note = checkpoint.opened(each.note.encode(errors="replace"), each.key)
        except IntegrityFailure:
            continue
        found.append(Sealing(made.size, each.key, note, each.where))
    return found


def _of_logs(keys: Sequence[Key]) -> list[Key]:
    return [each for each in keys if each.algorithm == signed_note.ED25519]


def _decoded(topic: str, state: bytes) -> Any:
    """An event; None where it cannot be read, as hashing it will tell."""
    try:
        return decode(topic, state)
    except IntegrityFailure:
        return None


def _key(written: str) -> Key | None:
    try:
        return Key.read(written)
    except Misused:
        return None


def _own(own: _Own, keys: Sequence[Key]) -> Signed:
    """A checkpoint of the store, its signature verified. Raises IntegrityFailure for one that was altered."""
    try:
        made, note = checkpoint.opened(own.note.encode(errors="replace"), *keys)
    except IntegrityFailure as error:
        raise _altered(own, error.refusal.message) from error
    if own.size not in (None, made.size):
        raise _altered(own, f"It is of {counted(made.size, 'event')}.")
    if own.size is not None and not _signed_by(note, own.key):
        raise _altered(own, "It is kept under a key that did not sign it.")
    return Signed(made, note, own.where, own=True, keys=_signers(note, keys))


def _names(note: Note, key: Key) -> bool:
    """Whether a signature of a note, which was verified, is that of a key."""
    return (key.name, key.id) in {(each.name, each.key) for each in note.signatures}


def _signers(note: Note, keys: Sequence[Key]) -> frozenset[bytes]:
    return frozenset(each.id for each in keys if _names(note, each))


def _signed_by(note: Note, key: Key | None) -> bool:
    try:
        return key is not None and bool(signed_note.verified(note, [key]))
    except IntegrityFailure:
        return False


def _altered(own: _Own, why: str) -> IntegrityFailure:
    return IntegrityFailure(
        "checkpoint_altered", f"The checkpoint {own.where} is not what was signed. {why}", KEEP
    )


def _given(given: Given, keys: Sequence[Key]) -> Signed:
    note = travelling.read(given.content).note
    made, note = checkpoint.opened(note.written().encode(), *keys)
    checkpoint.verify_origin(made, _of_logs(keys))  # A witness signs for other logs too.
    return Signed(made, note, given.where, own=False, keys=_signers(note, keys))


def _verify_complete(own: Sequence[_Own]) -> None:
    """What was signed with books was kept with the others too."""
    notes = {each.note for each in own if each.size is not None}
    for each in own:
        if each.note not in notes:
            raise IntegrityFailure(
                "checkpoint_missing", f"The checkpoint {each.where} is not kept any more.", KEEP
            )


def _verify_kept(handed_out: Sequence[Signed], kept: Sequence[Signed]) -> None:
    """What was handed out had been kept before."""
    there = {each.checkpoint for each in kept}
    for each in handed_out:
        if each.checkpoint not in there:
            raise IntegrityFailure(
                "checkpoint_missing",
                f"The checkpoint {each.where}, at {counted(each.checkpoint.size, 'event')}, is of this log, and is not"
                " kept any more.",
                KEEP,
            )


def _in_force(named: Sequence[Named]) -> list[str]:
    """The key that the property names; none where it takes any."""
    return [each.key for each in named[-1:] if each.key]


def _verify_sealed(own: Sequence[_Own], keys: Sequence[str]) -> None:
    """A log that is said to be sealed has a checkpoint: to take away all of them is what a forger begins with."""
    if keys and not own:
        raise IntegrityFailure(
            "checkpoint_missing",
            f"Nothing in the store was sealed with {keys[0]}.",
            f"Where it was never sealed: pit audit seal. Else it was taken away. {KEEP}",
            key=keys[0],
        )


class _Before(NamedTuple):
    """The first events of a log, whose tree had that root. signed: by a checkpoint."""

    size: int
    root: bytes
    signed: bool = True


def _hashed_before(reached: Reached) -> list[_Before]:
    return [_Before(reached.size, reached.root_bytes, signed=False)] if reached.size else []


def _start(tree: Kept, before: Sequence[_Before], signed: Sequence[Signed]) -> tuple[Start, int]:
    """The tile in which the last of what was verified before ends, on the tree that it had, and how many events come
    before it; where what is kept does not lead to what a checkpoint says, the beginning. Raises IntegrityFailure where
    it does not lead to where an earlier verification was stopped.
    """
    if not before:
        return Start(), 0
    last = max(before, key=lambda each: each.size)
    size = last.size
    if not _leads(tree, last, signed):
        if last.signed:  # All is read then, and what is wrong is named with its evidence.
            return Start(), 0
        raise IntegrityFailure(
            "not_as_sealed",
            f"What is kept of the first {size:,} events is not what was verified when it was stopped.",
            f"Verify the whole log: leave out where an earlier verification ended. {KEEP}",
            last=size,
        )
    number, position = tree.tile_after(size)
    above, level, count = list[list[bytes]](), 1, number
    while count:
        numbers = range(-(-count // TILE))
        above.append([each for n in numbers for each in split(tree.tile(level, n))][:count])
        count, level = count // TILE, level + 1
    return Start(position, Tree(above, [], number)), number * TILE


def _leads(tree: Kept, before: _Before, signed: Sequence[Signed]) -> bool:
    """Whether what is kept leads to what was verified before, and every checkpoint of fewer events to it too."""
    if before.size > tree.size or merkle.root(tree, before.size) != before.root:
        return False
    return all(
        merkle.extends(
            made.size,
            before.size,
            merkle.consistency(tree, made.size, before.size),
            made.root,
            before.root,
        )
        for made in (each.checkpoint for each in signed)
        if 0 < made.size <= before.size
    )
