"""What goes wrong with a store, and what a person is told."""

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from eventsourcing import persistence
from sqlalchemy import Engine, QueuePool, create_engine, text
from sqlalchemy.exc import OperationalError

from ledger.store import engine as store_engine
from ledger.store.causes import UNKNOWN, facts_of
from ledger.store.engine import begin_write, by_itself, make_engine, snapshot
from ledger.store.errors import library_errors, store_errors
from ledger.store.recorders import SqlApplicationRecorder
from ledger.values.errors import Conflict, IntegrityFailure, Misused, StoreUnreachable
from tests.engines import hang_up
from tests.ledger.store.stored import stored
from tests.postgres import Server

SECRET = "s3cret"  # noqa: S105  # it stands in the addresses below


@pytest.fixture
def made() -> Iterator[Callable[[str], Engine]]:
    """Makes engines, and disposes of them after the test."""
    engines: list[Engine] = []

    def make(url: str) -> Engine:
        engines.append(make_engine(url))
        return engines[-1]

    yield make
    for engine in engines:
        engine.dispose()


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://pit:s3cret@/pit?host=/nowhere",
        "postgresql+psycopg://pit:s3cret@127.0.0.1:1/pit",
        "sqlite:////nowhere/at/all/pit.db",
    ],
)
def test_a_store_that_is_not_there_is_unreachable(made: Callable[[str], Engine], url: str) -> None:
    recorder = SqlApplicationRecorder(made(url))
    with pytest.raises(StoreUnreachable) as told, store_errors():
        recorder.append(stored("table:A", 1))
    assert told.value.refusal.code == "store_unreachable"
    assert SECRET not in repr(told.value.refusal)
    refusal = told.value.refusal
    said = str(refusal.facts.get("reason", ""))
    assert not re.search(r"^\(|psycopg|sqlite3|Err|connection failed", said), said
    assert ("server" in refusal.next_step) == url.startswith("postgresql"), "SQLite has none"
    with pytest.raises(persistence.OperationalError):
        recorder.max_notification_id()


AT = 'connection failed: connection to server at "10.0.0.7", port 5433 failed: '


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        (
            "failed to resolve host 'db.example': [Errno -2] Name or service not known",
            {"reason": "no host of that name is known", "host": "db.example"},
        ),
        (
            f"{AT}Connection refused\n\tIs the server running on that host and accepting TCP/IP connections?",
            {"reason": "nothing takes connections there", "host": "10.0.0.7", "port": "5433"},
        ),
        (
            'connection to server on socket "/run/.s.PGSQL.5432" failed: No such file or directory\n\t on that socket?',
            {"reason": "no server has that socket", "socket": "/run/.s.PGSQL.5432"},
        ),
        (
            f'{AT}FATAL:  password authentication failed for user "pit"',
            {"reason": "the password is not that user's", "user": "pit"},
        ),
        (
            f'{AT}FATAL:  database "ssl timed out" does not exist',
            {"reason": "the server has no such database", "database": "ssl timed out"},
        ),
        (f'{AT}FATAL:  role "x" does not exist', {"reason": "the server has no such user"}),
        (
            f"{AT}FATAL:  sorry, too many clients already",
            {"reason": "the server takes no more connections"},
        ),
        (
            f"{AT}server does not support SSL, but SSL was required",
            {"reason": "the server takes no TLS, which is asked for"},
        ),
        (
            f"{AT}SSL error: certificate verify failed",
            {"reason": "the server's certificate is not one to be trusted"},
        ),
        (f"{AT}received invalid response to SSL negotiation: H", {"reason": "no TLS came about"}),
        ("connection timeout expired", {"reason": "no answer came in time"}),
        (
            'connection is bad: definition of service "pit" not found',
            {"reason": "no such service is defined", "service": "pit"},
        ),
        ("server closed the connection unexpectedly", {"reason": "the connection was lost"}),
        (f"{AT}FATAL:  ist nicht erlaubt", {"reason": UNKNOWN, "host": "10.0.0.7"}),
    ],
)
def test_why_a_store_is_not_reached_is_said_in_our_words_with_the_facts(
    said: str, facts: dict[str, str]
) -> None:
    error = persistence.OperationalError("no")
    error.__cause__ = OSError(said)
    assert facts.items() <= facts_of(error).items()


def test_what_no_words_are_for_is_told_by_its_code() -> None:
    error = sqlite3.OperationalError("locking protocol")
    error.sqlite_errorname = "SQLITE_PROTOCOL"
    assert "SQLITE_PROTOCOL" in facts_of(error)["reason"]
    assert "locking" not in facts_of(error)["reason"]


def test_a_store_that_answers_is_not_called_away(url: str, made: Callable[[str], Engine]) -> None:
    said = {
        "sqlite": "SELECT abs(-9223372036854775808)",
        "postgresql": "SET LOCAL statement_timeout = 1; SELECT pg_sleep(9)",
    }
    engine = made(url)
    with pytest.raises(OperationalError), store_errors(), engine.begin() as connection:
        connection.exec_driver_sql(said[engine.dialect.name])


def test_what_was_read_of_a_file_that_others_wrote_to_meanwhile_is_nothing(
    sqlite_url: str, made: Callable[[str], Engine], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever may not write there cannot hold it: what is read then is half of before and half of after."""

    def written(table: str) -> None:
        with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))) as other, other:
            other.execute(f"CREATE TABLE {table} (x)")

    monkeypatch.setattr("ledger.store.engine.os.access", lambda *_: False)
    engine = made(sqlite_url)

    def read() -> None:
        with snapshot(engine) as connection:
            connection.execute(text("SELECT count(*) FROM events"))
            written("one")
            raise IntegrityFailure("store_damaged", "What was read is not whole.", "")

    with pytest.raises(Conflict) as told:
        read()
    assert told.value.refusal.code == "store_changed"
    with snapshot(engine) as connection:
        assert connection.execute(text("SELECT count(*) FROM one")).scalar() == 0
    written("other")
    with snapshot(engine) as connection:
        assert connection.execute(text("SELECT count(*) FROM other")).scalar() == 0


@pytest.mark.parametrize("backend", ["sqlite", "postgres"])
def test_a_store_without_tables_is_not_ready(
    made: Callable[[str], Engine], pg_admin: Server, tmp_path: Path, backend: str
) -> None:
    with pg_admin.database() as empty:
        engine = made(f"sqlite:///{tmp_path / 'empty.db'}" if backend == "sqlite" else empty)
        with pytest.raises(StoreUnreachable) as told, store_errors():
            SqlApplicationRecorder(engine).append(stored("table:A", 1))
        assert told.value.refusal.code == "store_not_ready"
        with pytest.raises(StoreUnreachable) as told, store_errors():
            SqlApplicationRecorder(engine).last_seq("MB-01")
        assert told.value.refusal.code == "store_not_ready"


def test_a_writer_that_waits_too_long_is_told_so(
    url: str, made: Callable[[str], Engine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_engine, "WAIT_SECONDS", 0.2)
    recorder, other = SqlApplicationRecorder(made(url)), SqlApplicationRecorder(made(url))
    recorder.append(stored("table:A", 1))
    with begin_write(other.engine) as slow:
        slow.execute(
            text(
                "INSERT INTO events (originator_id, originator_version, topic, state)"
                " VALUES ('table:B', 1, 't', '')"
            )
        )
        with pytest.raises(StoreUnreachable) as told, store_errors():
            recorder.append(stored("table:A", 2))
    assert told.value.refusal.code == "store_busy"
    recorder.append(stored("table:A", 2))


def test_a_file_of_another_kind_is_not_a_store(
    made: Callable[[str], Engine], tmp_path: Path
) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear shift manager, " * 100)
    with pytest.raises(StoreUnreachable) as told, store_errors():
        SqlApplicationRecorder(made(f"sqlite:///{path}")).max_notification_id()
    assert told.value.refusal.code == "store_unreadable"


def test_a_damaged_file_is_a_failure_of_integrity(
    made: Callable[[str], Engine], sqlite_url: str
) -> None:
    writer = make_engine(sqlite_url)
    SqlApplicationRecorder(writer).append(stored("table:A", *range(1, 500), state=b"x" * 100))
    writer.dispose()
    hang_up()
    path = Path(sqlite_url.removeprefix("sqlite:///"))
    pages = path.read_bytes()
    path.write_bytes(pages[:4096] + b"\xff" * (len(pages) - 4096))
    with pytest.raises(IntegrityFailure) as told, store_errors():
        SqlApplicationRecorder(made(sqlite_url)).select_rows(0, 1_000)
    assert told.value.refusal.code == "store_damaged"


def test_a_conflict_is_no_trouble_with_the_store(recorder: SqlApplicationRecorder) -> None:
    recorder.append(stored("table:A", 1))
    with pytest.raises(persistence.IntegrityError), store_errors():
        recorder.append(stored("table:A", 1))


def test_an_error_of_programming_passes_through(engine: Engine) -> None:
    with pytest.raises(ZeroDivisionError), store_errors(), library_errors():
        _ = 1 // 0
    with pytest.raises(persistence.DatabaseError), library_errors(), engine.connect() as connection:
        connection.execute(text("SELEKT 1"))


def test_no_patrons_name_gets_into_an_error(engine: Engine) -> None:
    with pytest.raises(persistence.DatabaseError) as told, library_errors(), engine.connect() as c:
        c.execute(text("SELECT nothing FROM tracking WHERE name = :name"), {"name": "Ada"})
    assert "Ada" not in str(told.value)


@pytest.mark.parametrize("url", ["mysql://pit:s3cret@there/pit", "pit.db", "", "sqlite+other:///x"])
def test_an_address_that_cannot_be_read_is_misuse(url: str) -> None:
    with pytest.raises(Misused) as told:
        make_engine(url)
    assert told.value.refusal.code == "unknown_store_url"
    assert SECRET not in repr(told.value.refusal)


@pytest.mark.parametrize("scheme", ["postgresql", "postgresql+psycopg"])
def test_both_spellings_of_postgresql_are_one(
    made: Callable[[str], Engine], postgres_url: str, scheme: str
) -> None:
    address = postgres_url.replace("postgresql://", f"{scheme}://")
    recorder = SqlApplicationRecorder(made(address))
    assert recorder.append(stored("table:A", 1)) == [1]


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_sqlite_waits_for_the_disk_and_lets_readers_read(engine: Engine, sqlite_url: str) -> None:
    with engine.connect() as connection:
        pragmas = {
            name: connection.scalar(text(f"PRAGMA {name}"))
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert pragmas == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "busy_timeout": 1_000 * store_engine.WAIT_SECONDS,
    }
    path = sqlite_url.removeprefix("sqlite:///")
    with begin_write(engine) as writer, closing(sqlite3.connect(path)) as reader:
        writer.execute(text("INSERT INTO tracking VALUES ('x', 1)"))
        assert reader.execute("SELECT count(*) FROM tracking").fetchone() == (0,)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_reading_takes_no_writers_turn(engine: Engine, recorder: SqlApplicationRecorder) -> None:
    with engine.connect() as reader:
        reader.execute(text("SELECT * FROM events"))
        recorder.append(stored("table:A", 1))
        assert reader.scalar(text("SELECT count(*) FROM events")) == 0


def test_what_reads_by_itself_sees_each_moment_and_the_next_reader_one(
    engine: Engine, recorder: SqlApplicationRecorder
) -> None:
    count = text("SELECT count(*) FROM events")
    for version, each in enumerate((by_itself, snapshot, by_itself, snapshot), 1):
        with each(engine) as reader:
            before = reader.scalar(count)
            recorder.append(stored("table:A", version))
            assert (before, reader.scalar(count)) == (
                version - 1,
                version if each is by_itself else version - 1,
            )


def test_a_store_in_memory_is_one_for_all_connections(made: Callable[[str], Engine]) -> None:
    engine = made("sqlite://")
    with begin_write(engine) as connection:
        connection.execute(text("CREATE TABLE t (n INTEGER)"))
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM t")) == 0


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_full_disk_is_said_to_be_full(engine: Engine, recorder: SqlApplicationRecorder) -> None:
    recorder.append(stored("table:A", 1))
    with engine.connect() as connection:  # the pool hands out the same one
        pages = connection.scalar(text("PRAGMA page_count"))
        connection.execute(text(f"PRAGMA max_page_count = {pages}"))
    with pytest.raises(StoreUnreachable) as told, store_errors():
        recorder.append(stored("table:A", 2, state=b"x" * 100_000))
    assert told.value.refusal.code == "store_full"
    assert told.value.refusal.message == "The disk of the store is full."
    assert len(recorder.select_rows(0, 10)) == 1


def test_no_position_left_is_no_full_disk(engine: Engine, recorder: SqlApplicationRecorder) -> None:
    if engine.dialect.name == "sqlite":
        last = "INSERT INTO sqlite_sequence VALUES ('events', 9223372036854775807)"
    else:
        last = "SELECT setval(pg_get_serial_sequence('events', 'position'), 9223372036854775807)"
    with begin_write(engine) as connection:
        connection.execute(text(last))
    with pytest.raises(StoreUnreachable) as told, store_errors():
        recorder.append(stored("table:A", 1))
    assert told.value.refusal.code == "store_full"
    assert told.value.refusal.message == "No position is left for another event."


def test_a_pool_that_waited_in_vain_says_so_in_no_library_s_words() -> None:
    pooled = create_engine(
        "sqlite://", poolclass=QueuePool, pool_size=1, max_overflow=0, pool_timeout=0
    )
    with closing(pooled.raw_connection()), pytest.raises(StoreUnreachable) as told, store_errors():
        pooled.connect()
    assert told.value.refusal.facts == {"reason": "every connection to it is in use"}


def test_a_disk_without_room_for_the_memory_that_readers_share_is_said_to_be_full() -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = "SQLITE_IOERR_SHMSIZE"
    with pytest.raises(StoreUnreachable) as told, store_errors():
        raise error
    assert told.value.refusal.code == "store_full"


@pytest.mark.parametrize("url", ["postgres"], indirect=True)
def test_a_servers_full_disk_is_said_to_be_full(recorder: SqlApplicationRecorder) -> None:
    with recorder.engine.connect() as connection:
        connection.execute(
            text(
                "CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS"
                " $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = 'disk_full'; END $$;"
                "CREATE TRIGGER full_disk BEFORE INSERT ON events EXECUTE FUNCTION fill()"
            )
        )
        connection.commit()
    with pytest.raises(StoreUnreachable) as told, store_errors():
        recorder.append(stored("table:A", 1))
    assert told.value.refusal.code == "store_full"
