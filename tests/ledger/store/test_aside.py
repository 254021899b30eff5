"""What is made beside a store is taken in whole, or not at all."""

from pathlib import Path

import pytest

from ledger.store.aside import ASIDE, attached, files
from ledger.store.engine import begin_write, make_engine


def test_what_was_made_aside_is_taken_in_whole_or_not_at_all(tmp_path: Path) -> None:
    store = make_engine(f"sqlite:///{tmp_path}/store.db")
    with files(1) as (path,):
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
