"""Where lines come from: a whole file, a file that grows, a pipe. None among the lines is a pause.

At a pause nothing more has come yet: the moment to save what has been read.
"""

import os
import select
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from threading import Event
from typing import BinaryIO, Final, NamedTuple

from ledger.feed.reading import LONGEST_LINE_BYTES

CHUNK_BYTES: Final = 1 << 18
POLL_SECONDS: Final = 0.1
"""How long a growing file may lie before it is looked at again."""


class Line(NamedTuple):
    """number: counted from 1 in its file. raw: without the line feed; cut where it is too long."""

    number: int
    raw: bytes


Lines = Iterator[Line | None]
Opened = Generator[Line | None]
"""Lines that hold their file open until they end or are closed."""


class Splitter:
    """Cuts chunks into lines. The rest of a line waits for its end; of one too long, the start."""

    def __init__(self) -> None:
        self.number = 0
        self._rest = b""

    def feed(self, chunk: bytes) -> Iterator[Line]:
        """The lines that end in this chunk."""
        *whole, rest = (self._rest + chunk).split(b"\n")
        self._rest = rest[: LONGEST_LINE_BYTES + 1]
        for raw in whole:
            yield self._line(raw)

    def last(self) -> Iterator[Line]:
        """What is left when nothing more will come: a line without its line feed, if any."""
        rest, self._rest = self._rest, b""
        if rest:
            yield self._line(rest)

    def _line(self, raw: bytes) -> Line:
        self.number += 1
        return Line(self.number, raw[: LONGEST_LINE_BYTES + 1])


def whole_file(path: Path, stop: Event, progress: Callable[[int], None]) -> Opened:
    """The lines of a file, until `stop` is set. progress: told how many more bytes were read."""
    splitter = Splitter()
    with path.open("rb", buffering=0) as file:
        while not stop.is_set() and (chunk := file.read(CHUNK_BYTES)):
            yield from splitter.feed(chunk)
            progress(len(chunk))
    yield from splitter.last()


def growing_file(path: Path, stop: Event, note: Callable[[str], None]) -> Opened:
    """The lines of a file, and those that are added, until `stop` is set.

    A last line without its line feed waits. note: told when another file took this one's place
    (which is then read from its beginning) or the file became shorter (and is read again).
    """
    while not stop.is_set():
        with path.open("rb", buffering=0) as file:
            yield from _while_in_place(path, file, stop, note)


def _while_in_place(path: Path, file: BinaryIO, stop: Event, note: Callable[[str], None]) -> Lines:
    splitter = Splitter()
    replaced = False
    while not stop.is_set():
        chunk = file.read(CHUNK_BYTES)
        if chunk:
            yield from splitter.feed(chunk)
        elif replaced:
            yield from splitter.last()
            note(f"{path} was replaced after line {splitter.number}; reading the new file.")
            return
        else:
            yield None
            if file.tell() > os.fstat(file.fileno()).st_size:
                note(f"{path} became shorter after line {splitter.number}; reading it again.")
                file.seek(0)
                splitter = Splitter()
                continue
            # What was written before the file was replaced is read to its end first.
            replaced = _is_replaced(path, file)
            if not replaced:
                stop.wait(POLL_SECONDS)


def _is_replaced(path: Path, file: BinaryIO) -> bool:
    try:
        now = path.stat()
    except FileNotFoundError:
        return False
    there = os.fstat(file.fileno())
    return (now.st_dev, now.st_ino) != (there.st_dev, there.st_ino)


def pipe(descriptor: int, stop: Event) -> Opened:
    """The lines of what is open already (a pipe, a terminal), until it ends or `stop` is set."""
    splitter = Splitter()
    ready = select.poll()
    ready.register(descriptor, select.POLLIN)
    while not stop.is_set():
        if not ready.poll(0):
            yield None
            if not ready.poll(1_000 * POLL_SECONDS):
                continue
        chunk = os.read(descriptor, CHUNK_BYTES)
        if not chunk:
            yield from splitter.last()
            return
        yield from splitter.feed(chunk)
