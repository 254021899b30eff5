"""What a key signed last of each log, in a file beside the key: so that it never signs two histories of one.

What is looked up and what is put there is one step: whoever holds the memory holds it alone until it is written.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from ledger.seal import note as signed_note
from ledger.seal.note import Note
from ledger.values.errors import IntegrityFailure


class Seen:
    """The last note of each origin, while the memory is held."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self._notes = _read(place)

    def get(self, origin: str) -> Note | None:
        """The last note of an origin, or None."""
        found = self._notes.get(origin)
        return None if found is None else signed_note.read(found.encode())

    def put(self, origin: str, note: Note) -> None:
        """Remember a note in place of the last one, on disk before it returns."""
        self._notes[origin] = note.written()
        beside = self._place.with_name(f"{self._place.name}.{os.getpid()}")
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(self._notes)))
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self._place)
        folder = os.open(self._place.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


class Memory:
    """The memory of a key. beside: the file of the key."""

    def __init__(self, beside: Path) -> None:
        self.place = beside.with_name(f"{beside.name}.seen")

    @contextmanager
    def held(self) -> Iterator[Seen]:
        """What was seen, which nobody else changes meanwhile. Raises IntegrityFailure where it cannot be read."""
        lock = os.open(f"{self.place}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield Seen(self.place)
        finally:
            os.close(lock)


def _read(place: Path) -> dict[str, str]:
    try:
        return msgspec.json.decode(place.read_bytes(), type=dict[str, str])
    except FileNotFoundError:
        return {}
    except msgspec.MsgspecError:
        raise IntegrityFailure(
            "memory_unreadable",
            f"What the key signed last, in {place}, cannot be read.",
            "Keep the file, and put back a copy of it: without it the key may sign what contradicts it.",
            file=str(place),
        ) from None
