"""Readers that follow the log see every event once, in order, whatever the writers do."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress

import pytest
from eventsourcing.persistence import IntegrityError, Notification
from sqlalchemy import Engine, insert

from ledger.store import tables
from ledger.store.engine import begin_write, make_engine
from ledger.store.recorders import EventRow, SqlApplicationRecorder
from tests.ledger.store.stored import stored

WRITERS = 6
APPENDS = 40


@contextmanager
def own_recorder(url: str) -> Iterator[SqlApplicationRecorder]:
    """A recorder with connections of its own, as another process would have."""
    engine = make_engine(url)
    try:
        yield SqlApplicationRecorder(engine)
    finally:
        engine.dispose()


def write(url: str, writer: int) -> int:
    """Append to a stream of one's own, and fight for a shared one. Returns the events written."""
    own, written, version = f"table:{writer}", 0, 0
    with own_recorder(url) as recorder:
        for turn in range(APPENDS):
            rows = (3 * turn + writer) % 7 + 1
            recorder.append(stored(own, *range(version + 1, version + rows + 1)))
            version += rows
            written += rows
            with pytest.raises(IntegrityError):
                recorder.append(stored(own, version + 1, version))
            shared = recorder.select_events("table:shared", desc=True, limit=1)
            following = shared[0].originator_version + 1 if shared else 1
            with suppress(IntegrityError):
                written += len(recorder.append(stored("table:shared", following, following + 1)))
    return written


def follow(url: str, stop: threading.Event) -> list[EventRow]:
    """Read the log from its beginning, each time from the last position seen."""
    seen: list[EventRow] = []
    with own_recorder(url) as recorder:
        while True:
            last_look = stop.is_set()
            rows = recorder.select_rows(seen[-1][0] if seen else 0, 50)
            seen += rows
            if last_look and not rows:
                return seen


def test_x33_a_tailing_reader_misses_nothing_and_sees_nothing_twice(url: str) -> None:
    stop = threading.Event()
    with ThreadPoolExecutor(WRITERS + 2) as pool:
        readers = [pool.submit(follow, url, stop) for _ in range(2)]
        writers = [pool.submit(write, url, n) for n in range(WRITERS)]
        try:
            written = sum(writer.result() for writer in writers)
        finally:
            stop.set()
        with own_recorder(url) as recorder:
            everything = recorder.select_rows(0, 1_000_000)
        for reader in readers:
            assert reader.result() == everything
    assert len(everything) == written
    versions: dict[str, list[int]] = {}
    for _, stream, version, _, _ in everything:
        versions.setdefault(stream, []).append(version)
    assert all(seen == list(range(1, len(seen) + 1)) for seen in versions.values())


def test_x33_a_writer_gets_no_number_while_another_has_not_committed(
    engine: Engine, recorder: SqlApplicationRecorder
) -> None:
    row = {"originator_id": "table:A", "originator_version": 1, "topic": "t", "state": b""}
    with ThreadPoolExecutor(1) as pool:
        with begin_write(engine) as slow:
            slow.execute(insert(tables.events), row)
            quick = pool.submit(recorder.append, stored("table:B", 1))
            with pytest.raises(TimeoutError):
                quick.result(timeout=0.3)
            assert recorder.select_rows(0, 10) == []
        (position,) = quick.result()
    seen = recorder.select_rows(0, 10)
    assert [row[1] for row in seen] == ["table:A", "table:B"]
    assert seen[-1][0] == position


def test_x33_a_hole_that_stays_does_not_stop_a_reader(recorder: SqlApplicationRecorder) -> None:
    recorder.append(stored("table:A", 1))
    for _ in range(3):
        with pytest.raises(IntegrityError):
            recorder.append(stored("table:A", 2, 1))
    recorder.append(stored("table:A", 2))
    with recorder.subscribe() as subscription:
        seen = [next(subscription) for _ in range(2)]
    assert [event.originator_version for event in seen] == [1, 2]


def test_a_subscription_waits_for_what_is_written_later(recorder: SqlApplicationRecorder) -> None:
    seen: list[Notification] = []
    (first,) = recorder.append(stored("table:A", 1))
    with ThreadPoolExecutor(1) as pool, recorder.subscribe(gt=first) as subscription:
        following = pool.submit(lambda: seen.extend(subscription))
        with pytest.raises(TimeoutError):
            following.result(timeout=0.1)
        positions = recorder.append(stored("table:A", 2, 3))
        while len(seen) < 2:
            assert not following.done()
        subscription.stop()
        following.result()
    assert [event.id for event in seen] == positions
