"""The file of records that were set aside: NDJSON, on the disk before the books say so."""

import fcntl
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import BinaryIO, Protocol, Self

import msgspec
from eventsourcing.persistence import RecordConflictError

from ledger.events.feed import RecordRefused
from ledger.values.files import appended


class SetAside(msgspec.Struct, frozen=True):
    """One refused line as the file tells it. raw: the line as it came."""

    line: int
    source: str
    seq: int
    table: str
    code: str
    message: str
    raw: str

    @classmethod
    def of(cls, event: RecordRefused) -> Self:
        """The entry of a refusal."""
        return cls(
            event.line, event.source, event.seq, event.table, event.code, event.message, event.raw
        )


class Aside(Protocol):
    """Where refused records are set aside, besides what is on record of them."""

    def keeping(self, entries: Sequence[SetAside]) -> AbstractContextManager[None]:
        """Keep the entries while the block records them."""


class OnRecord:
    """Nowhere else: the event has all of it."""

    def keeping(self, entries: Sequence[SetAside]) -> AbstractContextManager[None]:  # noqa: ARG002  as an Aside has it
        """Keep nothing more."""
        return nullcontext()


_BEGINNING = b'{"line":'


class Quarantine:
    """A file to which refused lines are appended, each once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._there: set[bytes] = set()
        self._read_to = 0

    def create(self) -> None:
        """Make the file if it is not there, so that one which cannot be written shows at once.

        Raises Misused, OSError.
        """
        with appended(self.path) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                return
            os.fsync(file)
        directory = os.open(self.path.parent, os.O_RDONLY)
        try:
            os.fsync(directory)
        finally:
            os.close(directory)

    @contextmanager
    def keeping(self, entries: Sequence[SetAside]) -> Iterator[None]:
        """Append the entries that are not there yet; take them back if the block meets a conflict.

        After a crash or a lost connection nobody knows whether the books hold them: they stay, and
        feeding again records them without writing them twice. Others who feed with this file wait.
        """
        with appended(self.path) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                file.write(b"".join(map(_encode, entries)))
                yield
                return
            fcntl.flock(file, fcntl.LOCK_EX)
            self._read_on(file)
            new = [line for entry in entries if (line := _encode(entry)) not in self._there]
            file.write(b"".join(new))
            file.flush()
            os.fsync(file)
            try:
                yield
            except RecordConflictError:
                file.truncate(self._read_to)
                raise
            self._there.update(new)
            self._read_to = file.tell()

    def _read_on(self, file: BinaryIO) -> None:
        """Learn what others wrote meanwhile; mend an end that a crash cut off, of ours only."""
        file.seek(self._read_to)
        *lines, rest = file.read().split(b"\n")
        whole = [line + b"\n" for line in lines]
        end = self._read_to + sum(map(len, whole))
        if rest.startswith(_BEGINNING) or _BEGINNING.startswith(rest):
            file.truncate(end)
        else:
            end += len(rest) + file.write(b"\n")
        self._there.update(whole)
        self._read_to = end


def _encode(entry: SetAside) -> bytes:
    return msgspec.json.encode(entry) + b"\n"
