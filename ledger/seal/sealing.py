"""The sealer: follows the log into the tree, and has its state signed as a checkpoint.

It writes nothing that an append waits for but, on SQLite, for its turn. One sealer is at work at a time.
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Final, NamedTuple

import sqlalchemy as sa

from ledger.seal import checkpoint, merkle, tiles
from ledger.seal import note as signed_note
from ledger.seal.checkpoint import Checkpoint
from ledger.seal.leaf import UNREADABLE, hash_of
from ledger.seal.memory import Memory
from ledger.seal.note import Key, Note, Signer
from ledger.seal.succession import not_handed_over, other_seal_key
from ledger.seal.tiles import Kept
from ledger.store import turns
from ledger.store.driver import put, value_of
from ledger.store.engine import begin_write
from ledger.store.errors import store_errors
from ledger.store.schema import LAST
from ledger.values.errors import IntegrityFailure
from ledger.values.numbers import counted
from ledger.values.progress import Progress

BATCH: Final = 2_000

_KEEP: Final = "INSERT INTO checkpoints (size, key, note, recorded_at) VALUES (:size, :key, :note, :recorded_at)"
_NOTE: Final = "SELECT note FROM checkpoints WHERE size = :size AND key = :key"


class Holder(NamedTuple):
    """A key, and what it signed last."""

    signer: Signer
    memory: Memory


class Terms(NamedTuple):
    """How the property would have its log sealed. required: the public key that it names, "" for any.

    old: the key before, which hands over to another one. lost: that there is none any more.
    """

    required: str = ""
    old: Holder | None = None
    lost: bool = False


class Sealed(NamedTuple):
    """A checkpoint of the log, and the last event that it covers."""

    note: Note
    checkpoint: Checkpoint
    position: int


def follow(engine: sa.Engine, progress: Progress | None = None) -> None:
    """Take what the log holds beyond the tree into it, batch by batch. Raises IntegrityFailure."""
    goal, kept = None, _whole
    while True:
        with store_errors(), begin_write(engine) as connection:
            turns.take(connection, turns.SEALING)
            if goal is None and progress is not None:
                goal = value_of(connection, LAST) or 0
            found = tiles.rows(connection, kept(connection).position, BATCH, tiles.ALL)
            kept = Kept  # What it adds itself needs no looking through.
            tiles.add(connection, [(row[0], _readable(row[0], hash_of(row))) for row in found])
        if progress is not None and found:
            progress(found[-1][0], max(goal or 0, found[-1][0]))
        if len(found) < BATCH:
            return


def seal(
    engine: sa.Engine,
    holder: Holder,
    clock: Callable[[], int],
    terms: Terms = Terms(),  # noqa: B008  it cannot be changed
    progress: Progress | None = None,
) -> Sealed:
    """A checkpoint of the whole log as it stands; the one there is where nothing was added since.

    Raises IntegrityFailure where the log does not go on from what this key signed before, here or by its memory;
    Refused for a key that is not the property's, or to which the one before does not hand over.
    """
    key = holder.signer.key
    if terms.required not in ("", key.written()):
        raise other_seal_key(terms.required, key.written())
    follow(engine, progress)
    with ExitStack() as held, store_errors():
        holders = _holders(holder, terms)
        memories = [held.enter_context(each.memory.held()) for each in holders]
        connection = held.enter_context(begin_write(engine))
        turns.take(connection, turns.SEALING)
        tree = Kept(connection)
        _verify_end(connection, tree)
        now = Checkpoint(key.name, tree.size, merkle.root(tree, tree.size))
        last = tiles.signed(connection)[-1:]
        known = [signed_note.read(each.encode()) for *_, each in last]
        known += [note for seen in memories if (note := seen.get(now.origin)) is not None]
        for before in known:
            _verify_goes_on(tree, before, key, now)
        if last:
            _verify_handed_over(last[0][1], key, terms)
        note = _written(connection, now.size, key)
        if note is None:
            signers = [each.signer for each in holders]
            note = checkpoint.make(now.origin, now.size, now.root, *signers)
            row: dict[str, int | str] = {
                "size": now.size,
                "key": key.written(),
                "note": note.written(),
                "recorded_at": clock(),
            }
            # What was signed is remembered before anybody can see it.
            for seen in memories:
                seen.put(now.origin, note)
            put(connection, _KEEP, **row)
        return Sealed(note, now, tree.position)


def _holders(holder: Holder, terms: Terms) -> Sequence[Holder]:
    """Who signs: the key, and the one before where it hands over."""
    old = terms.old
    return [holder] if old is None or old.signer.key == holder.signer.key else [holder, old]


def _verify_handed_over(before: str, key: Key, terms: Terms) -> None:
    """A log goes on under the key that it had, or one that the property names and the key before hands over to."""
    handed = terms.old is not None and terms.old.signer.key.written() == before
    if before != key.written() and not (terms.required and (handed or terms.lost)):
        raise not_handed_over(before, key)


def proof_since(engine: sa.Engine, old: Checkpoint, new: Checkpoint) -> list[bytes]:
    """The proof that a checkpoint goes on from an older one; nothing where the older one is empty or the same."""
    if not old.size:
        return []
    with store_errors(), engine.connect() as connection:
        return merkle.consistency(Kept.verified(connection), old.size, new.size)


def _whole(connection: sa.Connection) -> Kept:
    """The tree that is kept, once nothing speaks against going on from it. Raises IntegrityFailure."""
    tree = Kept.verified(connection)
    tree.verify_rows()
    _verify_end(connection, tree)
    return tree


def _readable(position: int, hashed: bytes) -> bytes:
    if hashed == UNREADABLE:
        raise IntegrityFailure(
            "event_unreadable",
            f"What is stored at position {position} is not an event.",
            "Keep the store as it is; pit audit verify says what was changed.",
            position=position,
        )
    return hashed


def _verify_end(connection: sa.Connection, tree: Kept) -> None:
    """The last event of the tree is there and is what it was."""
    if not tree.size:
        return
    last = tiles.rows(connection, tree.position - 1, 1, tree.position)
    if not last or hash_of(last[0]) != tree.perfect(0, tree.size - 1):
        raise _does_not_go_on("its last event is not the one that was sealed", tree.size)


def _verify_goes_on(tree: Kept, before: Note, key: Key, now: Checkpoint) -> None:
    """The tree begins with what was signed before."""
    old = checkpoint.read(before)
    if old.origin != now.origin:
        raise IntegrityFailure(
            "other_origin",
            f"The log was sealed as {old.origin}; this key would seal it as {now.origin}.",
            "Use a key of that name: pit audit key new --name.",
            origin=old.origin,
            key=key.name,
        )
    signed_note.verified(before, [key])
    if old.size > tree.size:
        raise _does_not_go_on(
            f"{counted(old.size, 'event')} of it had been sealed, and it has {tree.size:,}",
            old.size,
        )
    if merkle.root(tree, old.size) != old.root:
        raise _does_not_go_on("its events are not those that were sealed", old.size)


def _does_not_go_on(why: str, size: int) -> IntegrityFailure:
    return IntegrityFailure(
        "log_does_not_go_on",
        f"The log does not go on from what was sealed: {why}.",
        "Nothing was signed. Copy the store and the key's folder as they are, then run pit audit verify.",
        sealed_events=size,
    )


def _written(connection: sa.Connection, size: int, key: Key) -> Note | None:
    found: str | None = value_of(connection, _NOTE, size=size, key=key.written())
    return None if found is None else signed_note.read(found.encode())
