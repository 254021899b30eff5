"""What is made beside a store is taken in whole, or not at all."""

from pathlib import Path

import pytest
import sqlalchemy as sa

from ledger.store.aside import ASIDE, attached, files
from ledger.store.engine import begin_write, make_engine


def test_what_was_made_aside_is_taken_in_whole_or_not_at_all(tmp_path: Path) -> None:
    store = make_engine(f"sqlite:///{tmp_path}/store.db")
    with files(1) as (url,):
        home = Path(sa.make_url(url).database or "").parent
        made = make_engine(url)
        for engine in (store, made):
            with begin_write(engine) as connection:
                connection.exec_driver_sql("CREATE TABLE kept (n INTEGER PRIMARY KEY)")
        with begin_write(made) as connection:
            connection.exec_driver_sql("INSERT INTO kept VALUES (1), (2)")
        made.dispose()
        take = f"INSERT INTO main.kept SELECT n FROM {ASIDE}.kept"

        def stopped() -> None:
            with attached(store, url) as driver:
                driver.execute(take)
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            stopped()
        with attached(store, url) as driver:
            assert driver.execute("SELECT count(*) FROM main.kept").fetchall() == [(0,)]
            driver.execute(take)
    with store.connect() as connection:
        assert connection.exec_driver_sql("SELECT n FROM kept ORDER BY n").all() == [(1,), (2,)]
    store.dispose()
    assert not home.exists()
