"""The connection is lost at the worst moments: before a commit, and between a commit and its answer."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError
from sqlalchemy import Engine, make_url, text
from sqlalchemy.pool import PoolProxiedConnection

from ledger.store.engine import make_engine
from ledger.store.errors import ClaimTaken, FeedMoved, store_errors, was_reached
from ledger.store.recorders import Claim, FeedMove, SqlApplicationRecorder
from ledger.values.errors import StoreUnreachable
from tests.clerk import AsItHappens, Clerk
from tests.ledger.store.stored import stored

KEY = Claim("key:c-1", "0" * 64, b'{"round":9}', 1)


class _Answerless:
    """A driver's connection that commits, and then is gone before it can say so."""

    def __init__(self, driver: Any, dbapi: Any) -> None:
        self._driver = driver
        self._dbapi = dbapi

    def __getattr__(self, name: str) -> Any:
        return getattr(self._driver, name)

    def commit(self) -> None:
        self._driver.commit()
        self._driver.close()
        raise self._dbapi.OperationalError("server closed the connection unexpectedly")


class _Pooled:
    """What the engine hands out, with the driver's connection replaced."""

    def __init__(self, pooled: PoolProxiedConnection, dbapi: Any) -> None:
        self._pooled = pooled
        self.driver_connection = _Answerless(pooled.driver_connection, dbapi)

    def invalidate(self, error: Exception) -> None:
        self._pooled.invalidate(error)

    def close(self) -> None:
        self._pooled.close()


@pytest.fixture
def answerless(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next commit is carried out, but its answer is lost."""
    hand_out = engine.raw_connection

    def once() -> _Pooled:
        monkeypatch.undo()
        return _Pooled(hand_out(), engine.dialect.dbapi)

    monkeypatch.setattr(engine, "raw_connection", once)


@pytest.mark.usefixtures("answerless")
def test_x31_after_a_commit_without_an_answer_the_key_tells_the_truth(
    recorder: SqlApplicationRecorder,
) -> None:
    def attempt() -> None:
        recorder.append(stored("table:MB-01", 1), claims=[KEY])

    with pytest.raises(OperationalError):
        attempt()
    # The event's place is taken as well; that would look as if somebody else had written it.
    with pytest.raises(ClaimTaken):
        attempt()
    assert recorder.find_claim(KEY.key) == KEY
    assert len(recorder.select_rows(0, 10)) == 1


@pytest.mark.usefixtures("answerless")
def test_x31_after_a_commit_without_an_answer_the_source_has_moved(
    recorder: SqlApplicationRecorder,
) -> None:
    def attempt() -> None:
        recorder.append(stored("table:MB-01", 1), feed={"MB-01": FeedMove(0, 1)})

    with pytest.raises(OperationalError):
        attempt()
    with pytest.raises(FeedMoved):
        attempt()
    assert recorder.last_seq("MB-01") == 1
    assert len(recorder.select_rows(0, 10)) == 1


@pytest.mark.parametrize("url", ["postgres"], indirect=True)
@pytest.mark.usefixtures("answerless")
def test_a_connection_that_was_lost_in_use_had_been_reached(
    recorder: SqlApplicationRecorder,
) -> None:
    """A server that falls says nothing by which that could be told."""
    with pytest.raises(StoreUnreachable) as lost, store_errors():
        recorder.append(stored("table:MB-01", 1))
    assert was_reached(lost.value)


@pytest.fixture
def cut(postgres_url: str) -> Any:
    """A function that ends every session of the database but its own, and waits until they are gone."""

    def end_sessions() -> None:
        other = make_engine(postgres_url)
        with other.connect() as connection:
            connection.execute(
                text(
                    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
            )
        other.dispose()

    return end_sessions


@pytest.mark.parametrize("url", ["postgres"], indirect=True)
def test_a_server_that_went_away_and_came_back_costs_one_attempt(
    recorder: SqlApplicationRecorder, cut: Any
) -> None:
    recorder.append(stored("table:MB-01", 1))
    cut()
    with pytest.raises(StoreUnreachable), store_errors():
        recorder.append(stored("table:MB-01", 2), claims=[KEY])
    recorder.append(stored("table:MB-01", 2), claims=[KEY])
    cut()
    with pytest.raises(OperationalError):
        recorder.max_notification_id()
    assert len(recorder.select_rows(0, 10)) == 2


@pytest.mark.usefixtures("of_a_property")
def test_what_is_written_after_another_file_was_put_in_its_place_is_in_that_one(
    sqlite_url: str, tmp_path: Path
) -> None:
    """As when a copy is put back while a shell is open: what stands in the file before is gone with it."""
    place = Path(str(make_url(sqlite_url).database))
    copy = tmp_path / "copy.db"
    with AsItHappens(sqlite_url) as ledger:
        clerk = Clerk(ledger).opens()
        with closing(sqlite3.connect(place)) as of_before, closing(sqlite3.connect(copy)) as into:
            of_before.backup(into)
        copy.replace(place)
        clerk.starts_shoe()
    with closing(sqlite3.connect(place)) as after:
        assert ("table.shoe_started",) in after.execute("SELECT topic FROM events").fetchall()
