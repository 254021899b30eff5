"""What is made beside a store is taken in whole, or not at all."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from ledger.store.aside import ASIDE, attached, files
from ledger.store.engine import begin_write, make_engine
from ledger.values.errors import IntegrityFailure


def test_what_was_made_aside_is_taken_in_whole_or_not_at_all(tmp_path: Path) -> None:
    store = make_engine(f"sqlite:///{tmp_path}/store.db")
    with files(store, 1) as (path,):
        home = Path(path).parent
        made = make_engine(f"sqlite:///{path}")
        for engine in (store, made):
            with begin_write(engine) as connection:
                connection.exec_driver_sql("CREATE TABLE kept (n INTEGER PRIMARY KEY)")
        with begin_write(made) as connection:
            connection.exec_driver_sql("INSERT INTO kept VALUES (1), (2)")
        made.dispose()
        take = f"INSERT INTO main.kept SELECT n FROM {ASIDE}.kept"

        def stopped() -> None:
            with attached(store, path) as connection:
                connection.exec_driver_sql(take)
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            stopped()
        with attached(store, path) as connection:
            assert connection.exec_driver_sql("SELECT count(*) FROM main.kept").all() == [(0,)]
            connection.exec_driver_sql(take)
    with store.connect() as connection:
        assert connection.exec_driver_sql("SELECT n FROM kept ORDER BY n").all() == [(1,), (2,)]
    store.dispose()
    assert not home.exists()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Engine]:
    engine = make_engine(f"sqlite:///{tmp_path}/store.db")
    yield engine
    engine.dispose()


def left(engine: Engine, error: BaseException) -> Path:
    """A file that stood where what was made in it ended by an error."""

    def half() -> None:
        with files(engine, 1, lasting=True) as (path,):
            made.append(Path(path))
            made[0].write_text("half", encoding="utf-8")
            assert made[0].parent.stat().st_mode & 0o777 == 0o700
            raise error

    made: list[Path] = []
    with pytest.raises(type(error)):
        half()
    return made[0]


def test_what_lasts_stays_where_it_is_stopped_and_goes_with_what_it_was_for(store: Engine) -> None:
    path = left(store, KeyboardInterrupt())
    with files(store, 1, lasting=True) as (again,):
        assert (again, path.read_text(encoding="utf-8")) == (str(path), "half")
    assert not path.parent.exists()


def test_what_is_of_a_faulty_log_does_not_last(store: Engine) -> None:
    assert not left(
        store, IntegrityFailure("event_changed", "It is not so.", "Look.")
    ).parent.exists()


def test_who_makes_something_that_does_not_last_clears_away_what_does(store: Engine) -> None:
    path = left(store, KeyboardInterrupt())
    with files(store, 1) as (other,):
        assert other != str(path)
        assert not path.parent.exists()


def test_what_others_work_with_is_not_gone_on_with_and_not_cleared_away(store: Engine) -> None:
    with files(store, 1, lasting=True) as (path,):
        Path(path).write_text("half", encoding="utf-8")
        with pytest.raises(BlockingIOError), files(store, 1, lasting=True):
            pass
        with files(store, 1):
            pass
        assert Path(path).read_text(encoding="utf-8") == "half"
