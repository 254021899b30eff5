"""What is written together: events, keys, feed positions. On both databases."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent
from sqlalchemy import insert, select

from ledger.store import tables
from ledger.store.errors import ClaimTaken, FeedMoved
from ledger.store.recorders import Claim, FeedMove, SqlApplicationRecorder
from ledger.store.statements import ROWS_A_STATEMENT
from tests.ledger.store.stored import stored

KEY = Claim("key:c-1", "0" * 64, b'{"round":9}', 1_783_800_000_000_000)


def test_events_get_rising_positions(recorder: SqlApplicationRecorder) -> None:
    first = recorder.append(stored("table:MB-01", 1, 2, 3))
    then = recorder.append(stored("table:MB-02", 1))
    assert [*first, *then] == sorted({*first, *then})
    assert recorder.max_notification_id() == then[0]


def test_an_empty_log_has_no_last_position(recorder: SqlApplicationRecorder) -> None:
    assert recorder.max_notification_id() is None
    assert recorder.select_rows(0, 10) == []


def test_x35_the_bytes_that_were_written_are_the_bytes_that_are_read(
    recorder: SqlApplicationRecorder,
) -> None:
    states = [
        b'{"b":1,"a":2}',
        b'{"x":1.0,"y":-0}',
        '{"by":"Zoë 哈"}'.encode(),
        bytes(range(256)),
        b"",
    ]
    events = [StoredEvent("table:é", n, "test.bytes", state) for n, state in enumerate(states, 1)]
    positions = recorder.append(events)
    rows = recorder.select_rows(0, 10)
    assert rows == [
        (position, "table:é", n, "test.bytes", state)
        for n, (position, state) in enumerate(zip(positions, states, strict=True), 1)
    ]
    assert all(type(row) is tuple and type(row[4]) is bytes for row in rows)
    assert recorder.select_events("table:é") == events
    assert [n.state for n in recorder.select_notifications(None, 10)] == states


def test_more_rows_than_a_statement_holds_keep_their_order(
    recorder: SqlApplicationRecorder,
) -> None:
    versions = range(1, 2 * ROWS_A_STATEMENT + 2)
    positions = recorder.append(stored("table:MB-01", *versions))
    assert positions == sorted(positions)
    rows = recorder.select_rows(0, len(versions))
    assert [(row[0], row[2]) for row in rows] == list(zip(positions, versions, strict=True))


def test_a_conflict_in_the_last_row_leaves_none_of_the_rows(
    recorder: SqlApplicationRecorder,
) -> None:
    versions = [*range(1, ROWS_A_STATEMENT + 1), 1]
    with pytest.raises(IntegrityError):
        recorder.append(
            stored("table:MB-01", *versions), claims=[KEY], feed={"MB-01": FeedMove(0, 7)}
        )
    assert recorder.max_notification_id() is None
    assert recorder.find_claim(KEY.key) is None
    assert recorder.last_seq("MB-01") == 0


def test_rows_are_read_from_a_position_up_to_another(recorder: SqlApplicationRecorder) -> None:
    a, b, c, d = recorder.append(stored("table:MB-01", 1, 2, 3, 4))
    assert [row[0] for row in recorder.select_rows(a, 2)] == [b, c]
    assert [row[0] for row in recorder.select_rows(a, 9, lte=c)] == [b, c]
    assert [row[0] for row in recorder.select_rows(d, 9)] == []
    assert recorder.select_rows(0, 9, topics=["test.else"]) == []
    assert len(recorder.select_rows(0, 9, topics=["test.happened", "test.else"])) == 4


def test_an_event_is_found_by_its_place_in_its_stream(recorder: SqlApplicationRecorder) -> None:
    (position,) = recorder.append(stored("table:MB-01", 7))
    assert recorder.position_of("table:MB-01", 7) == position
    assert recorder.position_of("table:MB-01", 8) is None


def test_x31_a_key_is_used_once_and_says_what_for(recorder: SqlApplicationRecorder) -> None:
    recorder.append(stored("table:MB-01", 1), claims=[KEY])
    with pytest.raises(ClaimTaken) as refused:
        recorder.append(stored("table:MB-01", 2), claims=[KEY])
    assert refused.value.key == KEY.key
    assert recorder.find_claim(KEY.key) == KEY
    assert recorder.find_claim("key:c-2") is None
    assert len(recorder.select_events("table:MB-01")) == 1


def test_several_keys_are_taken_together_or_not_at_all(recorder: SqlApplicationRecorder) -> None:
    other, third = (Claim(f"key:{name}", "", b"", 1) for name in ("a", "z"))
    recorder.append([], claims=[KEY, other])
    with pytest.raises(ClaimTaken) as refused:
        recorder.append([], claims=[third, KEY])
    assert refused.value.key == KEY.key
    assert recorder.find_claim(other.key) == other
    assert recorder.find_claim(third.key) is None


def test_a_key_given_twice_in_one_append_is_refused(recorder: SqlApplicationRecorder) -> None:
    with pytest.raises(ClaimTaken):
        recorder.append(stored("table:MB-01", 1), claims=[KEY, KEY])
    assert recorder.find_claim(KEY.key) is None


def test_a_source_moves_on_with_its_events(recorder: SqlApplicationRecorder) -> None:
    assert recorder.last_seq("MB-01") == 0
    recorder.append(
        stored("table:MB-01", 1), feed={"MB-01": FeedMove(0, 3), "MB-02": FeedMove(0, 1)}
    )
    recorder.append(stored("table:MB-01", 2), feed={"MB-01": FeedMove(3, 8)})
    assert recorder.last_seq("MB-01") == 8
    assert recorder.last_seq("MB-02") == 1


@pytest.mark.parametrize("expected", [0, 2, 4])
def test_a_source_that_is_elsewhere_stops_the_append(
    recorder: SqlApplicationRecorder, expected: int
) -> None:
    recorder.append([], feed={"MB-01": FeedMove(0, 3)})
    with pytest.raises(FeedMoved) as refused:
        recorder.append(
            stored("table:MB-01", 1),
            claims=[KEY],
            feed={"A": FeedMove(0, 1), "MB-01": FeedMove(expected, 5)},
        )
    assert refused.value.source == "MB-01"
    assert recorder.last_seq("MB-01") == 3
    assert recorder.last_seq("A") == 0
    assert recorder.find_claim(KEY.key) is None
    assert recorder.max_notification_id() is None


def test_a_source_never_heard_of_cannot_go_on(recorder: SqlApplicationRecorder) -> None:
    with pytest.raises(FeedMoved):
        recorder.append([], feed={"MB-01": FeedMove(3, 4)})


def test_x36_of_two_workers_one_writes_and_the_other_leaves_nothing(
    recorder: SqlApplicationRecorder,
) -> None:
    recorder.append(stored("table:MB-01", *range(1, 8)))
    start = threading.Barrier(2)

    def settle(worker: int) -> type[Exception] | None:
        claim = Claim(f"key:{worker}", "", b"", 1)
        events = stored("table:MB-01", 8, 9, state=b"%d" % worker)
        start.wait()
        try:
            recorder.append(events, claims=[claim])
        except IntegrityError as error:
            return type(error)
        return None

    with ThreadPoolExecutor(2) as workers:
        ended = list(workers.map(settle, range(2)))
    winner = ended.index(None)
    assert ended[1 - winner] is IntegrityError
    written = recorder.select_events("table:MB-01", gt=7)
    assert [event.state for event in written] == [b"%d" % winner] * 2
    assert recorder.find_claim(f"key:{winner}") is not None
    assert recorder.find_claim(f"key:{1 - winner}") is None


def test_two_writers_with_the_same_keys_in_another_order_do_not_wait_for_ever(
    recorder: SqlApplicationRecorder,
) -> None:
    for attempt in range(20):
        claims = [Claim(f"key:{attempt}:{n}", "", b"", 1) for n in range(20)]
        start = threading.Barrier(2)

        def take(
            mine: list[Claim], stream: str, version: int = attempt, start: threading.Barrier = start
        ) -> bool:
            start.wait()
            try:
                recorder.append(stored(stream, version), claims=mine)
            except ClaimTaken:
                return False
            return True

        with ThreadPoolExecutor(2) as workers:
            one = workers.submit(take, claims, "table:A")
            other = workers.submit(take, claims[::-1], "table:B")
            assert one.result() != other.result()


def test_an_argument_the_recorder_does_not_know_is_an_error(
    recorder: SqlApplicationRecorder,
) -> None:
    with pytest.raises(TypeError, match="claim"):
        recorder.insert_events([], claim=[KEY])


def test_a_read_leaves_what_follows_it_a_transaction(recorder: SqlApplicationRecorder) -> None:
    recorder.append(stored("table:1", 1))
    assert recorder.select_events("table:1")
    assert recorder.max_notification_id()
    with recorder.engine.connect() as connection:
        connection.execute(insert(tables.tracking).values(name="reader", position=1))
        connection.rollback()
        assert connection.scalars(select(tables.tracking.c.name)).all() == []
