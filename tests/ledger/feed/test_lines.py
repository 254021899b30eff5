"""Files that grow and pipes: read line by line as they come."""

import itertools
import os
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.feed.lines import CHUNK_BYTES, Line, Splitter, growing_file, pipe, whole_file
from ledger.feed.reading import LONGEST_LINE_BYTES


class Growing:
    """A file that is followed, step by step."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.path.touch()
        self.stop = threading.Event()
        self.notes: list[str] = []
        self._lines = growing_file(path, self.stop, self.notes.append)

    def write(self, data: bytes) -> None:
        with self.path.open("ab") as file:
            file.write(data)

    def come(self) -> list[tuple[int, bytes]]:
        """The lines up to the second pause from here: at the first the file may just have gone."""
        found: list[tuple[int, bytes]] = []
        pauses = 0
        for line in self._lines:
            if line is None:
                pauses += 1
                if pauses == 2:
                    break
            else:
                found.append((line.number, line.raw))
        return found


@pytest.fixture
def growing(tmp_path: Path) -> Growing:
    return Growing(tmp_path / "feed.ndjson")


def test_a_growing_file_is_read_line_by_line_and_a_begun_line_waits(growing: Growing) -> None:
    assert growing.come() == []
    growing.write(b"one\ntw")
    assert growing.come() == [(1, b"one")]
    growing.write(b"o\nthree")
    assert growing.come() == [(2, b"two")]
    assert growing.come() == []
    growing.write(b"\n")
    assert growing.come() == [(3, b"three")]
    assert growing.notes == []


def test_a_rotated_file_is_read_to_its_end_and_the_new_one_from_its_beginning(
    growing: Growing,
) -> None:
    growing.write(b"one\n")
    assert growing.come() == [(1, b"one")]
    growing.write(b"two\nlast words")
    growing.path.rename(growing.path.with_suffix(".1"))
    assert growing.come() == [(2, b"two")]  # nothing is in its place yet
    growing.path.write_bytes(b"new one\n")
    assert growing.come() == [(3, b"last words"), (1, b"new one")]
    (note,) = growing.notes
    assert "replaced after line 3" in note


def test_a_file_that_became_shorter_is_read_again(growing: Growing) -> None:
    growing.write(b"one\ntwo\n")
    assert len(growing.come()) == 2
    growing.path.write_bytes(b"new\n")
    assert growing.come() == [(1, b"new")]
    (note,) = growing.notes
    assert "shorter after line 2" in note


def test_a_followed_file_ends_when_it_is_told_to(growing: Growing) -> None:
    growing.write(b"one\n")
    growing.stop.set()
    assert growing.come() == []


def test_a_whole_file_gives_its_last_line_without_a_line_feed_too(tmp_path: Path) -> None:
    path = tmp_path / "feed"
    path.write_bytes(b"one\r\n\nthree")
    told: list[int] = []
    lines = list(whole_file(path, threading.Event(), told.append))
    assert lines == [Line(1, b"one\r"), Line(2, b""), Line(3, b"three")]
    assert sum(told) == path.stat().st_size


@given(st.binary(max_size=200), st.lists(st.integers(0, 200), max_size=6))
def test_wherever_a_file_is_cut_into_chunks_its_lines_are_the_same(
    data: bytes, cuts: list[int]
) -> None:
    data = data.replace(b"\x00", b"\n")
    places = [0, *sorted(min(cut, len(data)) for cut in cuts), len(data)]
    splitter = Splitter()
    lines = [
        line for a, b in itertools.pairwise(places) for line in splitter.feed(data[a:b])
    ] + list(splitter.last())
    *whole, rest = data.split(b"\n")
    expected = [*whole, rest] if rest else whole
    assert lines == [Line(number, raw) for number, raw in enumerate(expected, 1)]


def test_an_endless_line_takes_no_more_memory_than_a_long_one(tmp_path: Path) -> None:
    path = tmp_path / "feed"
    path.write_bytes(b"x" * (3 * CHUNK_BYTES) + b"\ntwo\n")
    first, second = whole_file(path, threading.Event(), lambda _: None)
    assert first is not None
    assert len(first.raw) == LONGEST_LINE_BYTES + 1
    assert second == (2, b"two")


def test_a_pipe_pauses_when_nothing_comes_and_ends_with_its_writer() -> None:
    receiving, sending = os.pipe()
    lines = pipe(receiving, threading.Event())
    os.write(sending, b"one\ntw")
    assert next(lines) == (1, b"one")
    assert next(lines) is None
    os.write(sending, b"o")
    os.close(sending)
    assert list(lines) == [(2, b"two")]
    os.close(receiving)
