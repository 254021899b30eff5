"""The tree as a store keeps it: whatever the batches in which leaves came in, it is the tree of those leaves."""

from hashlib import sha256

import pytest
from eventsourcing.persistence import StoredEvent
from sqlalchemy import Engine, insert

from ledger.seal import merkle, sealing, tiles
from ledger.seal.leaf import hash_of
from ledger.seal.merkle import Leaves
from ledger.seal.tiles import ALL, BEGINNING, MISSING, Kept
from ledger.store.engine import begin_write, make_engine
from ledger.store.recorders import SqlApplicationRecorder
from ledger.store.tables import checkpoints, seal_hashes
from ledger.values.errors import IntegrityFailure

BATCHES = (1, 99, 155, 1, 1, 255, 300)
EVENTS = sum(BATCHES)


@pytest.fixture
def logged(recorder: SqlApplicationRecorder) -> SqlApplicationRecorder:
    """Events of one stream, and positions that are theirs."""
    recorder.insert_events(
        [StoredEvent("table:MB-01", n + 1, "table.seat_taken", b"%d" % n) for n in range(EVENTS)]
    )
    return recorder


def test_what_is_kept_is_the_tree_of_the_leaves(
    logged: SqlApplicationRecorder, engine: Engine
) -> None:
    """In holes of positions too: the events stand at every third one as far as their hashes say."""
    assert logged.max_notification_id()
    with begin_write(engine) as connection:
        hashes = [
            (3 * row[0], hash_of(row)) for row in tiles.rows(connection, BEGINNING, EVENTS, ALL)
        ]
        places, tree = [at for at, _ in hashes], Leaves([hashed for _, hashed in hashes])
        empty = Kept(connection)
        assert (empty.size, empty.position, empty.tile_after(0)) == (0, BEGINNING, (0, BEGINNING))
        size = 0
        for batch in BATCHES:
            tiles.add(connection, hashes[size : size + batch])
            size += batch
            kept = Kept(connection)
            assert (kept.size, kept.position) == (size, places[size - 1])
            assert kept.level_size(1) == size // 256
            assert merkle.root(kept, size) == merkle.root(tree, size)
            full = 256 * (size // 256)
            before = places[full - 1] if full else BEGINNING
            assert kept.tile_after(size) == (size // 256, before)
            assert [kept.perfect(0, n) for n in range(size)] == [h for _, h in hashes[:size]]
        assert [len(kept.tile(0, number)) // merkle.SIZE for number in range(4)] == [256] * 3 + [44]


def test_where_a_row_is_gone_nothing_is_put_together(sqlite_url: str) -> None:
    engine = make_engine(sqlite_url)
    with begin_write(engine) as connection:
        for first in (0, 100):
            some = range(first, first + 100)
            tiles.add(connection, [(n + 1, sha256(b"%d" % n).digest()) for n in some])
        connection.exec_driver_sql("DROP TRIGGER seal_hashes_are_not_deleted")
        connection.exec_driver_sql("DELETE FROM seal_hashes WHERE first = 100")
        kept = Kept(connection)
        assert [kept.perfect(2, 24) != b"", kept.perfect(2, 25), kept.perfect(5, 3)] == [
            True,
            b"",
            b"",
        ]
    engine.dispose()


def test_the_leaf_of_an_event_is_known_by_its_position(
    logged: SqlApplicationRecorder, engine: Engine
) -> None:
    places = [note.id for note in logged.select_notifications(None, EVENTS)]
    with begin_write(engine) as connection:
        found = tiles.rows(connection, BEGINNING, EVENTS, ALL)
        hashes = [(row[0], hash_of(row)) for row in found]
        assert [at for at, _ in hashes] == places
        tiles.add(connection, hashes[:300])
        tiles.add(connection, hashes[300:700])
        kept = Kept(connection)
        assert kept.gap() is None
        for leaf in (0, 1, 255, 256, 299, 300, 511, 512, 699):
            assert kept.place(places[leaf]) == leaf
        assert [kept.place(at) for at in (places[0] - 1, places[700], places[-1] + 1)] == [None] * 3


def test_the_sealer_says_how_far_it_is_and_how_far_it_goes(
    logged: SqlApplicationRecorder, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sealing, "BATCH", 256)
    places = [note.id for note in logged.select_notifications(None, EVENTS)]
    told: list[tuple[int, int]] = []
    sealing.follow(engine, lambda at, goal: told.append((at, goal)))
    assert told == [(places[n], places[-1]) for n in (255, 511, 767, EVENTS - 1)]
    told.clear()
    sealing.follow(engine, lambda at, goal: told.append((at, goal)))
    assert not told, "nothing was added"


def test_what_cannot_be_an_event_is_not_sealed(sqlite_url: str) -> None:
    """PostgreSQL takes no such thing."""
    engine = make_engine(sqlite_url)
    SqlApplicationRecorder(engine).insert_events(
        [StoredEvent("table:MB-01", 1, "table.seat_taken", b"{}")]
    )
    with begin_write(engine) as connection:
        connection.exec_driver_sql("DROP TRIGGER events_are_not_changed")
        connection.exec_driver_sql("UPDATE events SET state = 7")
    with pytest.raises(IntegrityFailure) as caught:
        sealing.follow(engine)
    engine.dispose()
    refusal = caught.value.refusal
    assert (refusal.code, refusal.facts) == ("event_unreadable", {"position": 1})
    assert refusal.message == "What is stored at position 1 is not an event."
    assert refusal.next_step == "Keep the store as it is; pit audit verify says what was changed."


def test_a_level_above_the_next_comes_to_be_with_its_last_leaf(engine: Engine) -> None:
    leaves = [sha256(b"%d" % n).digest() for n in range(256 * 256 + 1)]
    with begin_write(engine) as connection:
        tiles.add(connection, [(n + 1, each) for n, each in enumerate(leaves[:-2])])
        assert Kept(connection).level_size(2) == 0
        tiles.add(connection, [(256 * 256, leaves[-2]), (256 * 256 + 1, leaves[-1])])
        kept, tree = Kept(connection), Leaves(leaves)
        assert [kept.level_size(level) for level in range(4)] == [len(leaves), 256, 1, 0]
        assert kept.tile(2, 0) == tree.perfect(16, 0)
        for size in (1, 255, 256, 257, 40_000, 65_535, 65_536, 65_537):
            assert merkle.root(kept, size) == merkle.root(tree, size)


@pytest.mark.parametrize(
    ("column", "value"), [("hashes", "'text'"), ("position", "'later'"), ("first", "1.5")]
)
def test_what_is_kept_is_of_its_type(sqlite_url: str, column: str, value: str) -> None:
    """PostgreSQL takes nothing else."""
    engine = make_engine(sqlite_url)
    with begin_write(engine) as connection:
        tiles.add(connection, [(n + 1, sha256(b"%d" % n).digest()) for n in range(300)])
        assert Kept.verified(connection).size == 300
        connection.exec_driver_sql("DROP TRIGGER seal_hashes_are_not_changed")
        connection.exec_driver_sql(f"UPDATE seal_hashes SET {column} = {value} WHERE first = 0")
        with pytest.raises(IntegrityFailure) as caught:
            Kept.verified(connection)
    engine.dispose()
    refusal = caught.value.refusal
    assert (refusal.code, refusal.facts) == ("seal_altered", {"column": f"seal_hashes.{column}"})
    assert refusal.message == (
        f"What is kept in seal_hashes was changed: a value of {column} is of another type."
    )
    assert refusal.next_step == tiles.KEEP


def test_a_leaf_that_came_alone_ends_its_tile(engine: Engine) -> None:
    hashes = [(n + 1, sha256(b"%d" % n).digest()) for n in range(257)]
    with begin_write(engine) as connection:
        for some in (hashes[:255], hashes[255:256], hashes[256:]):
            tiles.add(connection, some)
        kept = Kept(connection)
        for number in (0, 1):
            each = hashes[256 * number : 256 * number + 256]
            assert kept.tile(0, number) == b"".join(hashed for _, hashed in each)
        assert kept.ends(0) == [(255, 255), (256, 256)]


@pytest.mark.parametrize(
    ("level", "first", "hashes", "told"),
    [
        (1, 1, bytes(32), "hashes are kept where none belong: level 1, from 1 on"),
        (0, 301, bytes(32), "hashes are kept where none belong: level 0, from 301 on"),
        (0, 300, b"", "hashes are kept where none belong: level 0, from 300 on"),
        (None, 256, b"", MISSING),
    ],
    ids=["above", "behind", "empty", "gone"],
)
def test_what_is_kept_row_behind_row_and_is_not_is_told(
    sqlite_url: str, level: int | None, first: int, hashes: bytes, told: str
) -> None:
    engine = make_engine(sqlite_url)
    with begin_write(engine) as connection:
        tiles.add(connection, [(n + 1, sha256(b"%d" % n).digest()) for n in range(300)])
        kept = Kept(connection)
        kept.verify_rows()
        if level is None:
            connection.exec_driver_sql("DROP TRIGGER seal_hashes_are_not_deleted")
            connection.exec_driver_sql("DELETE FROM seal_hashes WHERE first = ?", (first,))
        else:
            values = {"level": level, "first": first, "position": 300, "hashes": hashes}
            connection.execute(insert(seal_hashes), [values])
        with pytest.raises(IntegrityFailure) as caught:
            kept.verify_rows()
    engine.dispose()
    refusal = caught.value.refusal
    assert refusal.code == "seal_altered"
    assert refusal.message == f"The events are those that were signed, but {told}."


def test_checkpoints_are_told_in_the_order_of_their_making(engine: Engine) -> None:
    """Of one size by when they were made, and of one moment by their keys; whatever the clock said of other sizes."""
    made = [(1, 9, "c"), (2, 3, "b"), (2, 4, "a"), (3, 1, "x"), (3, 1, "y")]
    with begin_write(engine) as connection:
        connection.execute(
            insert(checkpoints),
            [
                {"size": size, "recorded_at": at, "key": key, "note": f"of {key}"}
                for size, at, key in reversed(made)
            ],
        )
        assert tiles.signed(connection) == [(size, key, f"of {key}") for size, _, key in made]


def test_a_checkpoint_of_another_type_is_told_as_one_that_was_altered(sqlite_url: str) -> None:
    """PostgreSQL takes nothing else."""
    engine = make_engine(sqlite_url)
    with begin_write(engine) as connection:
        connection.exec_driver_sql(
            "INSERT INTO checkpoints (size, recorded_at, key, note) VALUES (1, 1, 'a', x'00')"
        )
        with pytest.raises(IntegrityFailure) as caught:
            tiles.signed(connection)
    engine.dispose()
    assert caught.value.refusal.code == "checkpoint_altered"
