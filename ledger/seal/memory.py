"""What a key signed last of each log, in a file beside the key: so that it never signs two histories of one.

What is looked up and what is put there is one step: whoever holds the memory holds it alone until it is written.
"""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from ledger.seal import note as signed_note
from ledger.seal.note import Note
from ledger.values.errors import IntegrityFailure
from ledger.values.files import make_private, read_small, write_whole

MOST_BYTES: Final = 1 << 26
"""Of a memory: the notes of a hundred thousand logs."""


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
        make_private(self._place)
        content = msgspec.json.format(msgspec.json.encode(self._notes))
        write_whole(self._place, content, lambda: True)


class Memory:
    """The memory of a key. beside: the file of the key."""

    def __init__(self, beside: Path) -> None:
        self.place = beside.with_name(f"{beside.name}.seen")

    @contextmanager
    def held(self) -> Iterator[Seen]:
        """What was seen, which nobody else changes meanwhile. Raises IntegrityFailure where it cannot be read."""
        lock = self.place.with_name(f"{self.place.name}.lock")
        make_private(lock)
        with lock.open("rb") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            yield Seen(self.place)


def _read(place: Path) -> dict[str, str]:
    try:
        content = read_small(place, MOST_BYTES)
        return msgspec.json.decode(content, type=dict[str, str]) if content else {}
    except FileNotFoundError:
        return {}
    except msgspec.MsgspecError:
        raise IntegrityFailure(
            "memory_unreadable",
            f"What the key signed last, in {place}, cannot be read.",
            "Keep the file, and put back a copy of it: without it the key may sign what contradicts it.",
            file=str(place),
        ) from None
