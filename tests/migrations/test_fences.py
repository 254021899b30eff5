"""One store, an older and a newer program: no two versions write side by side, and none is left to find out."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic, sleep
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from sqlalchemy import text

from cli.demo.dealer import Day, Plan
from ledger.desks.ledger import Ledger
from ledger.feed import Intake
from ledger.feed.lines import Line
from ledger.store.engine import begin_write, make_engine
from ledger.store.errors import store_errors
from ledger.store.schema import VERSION
from ledger.values.errors import StoreUnreachable
from migrations import chain, run
from tests.clerk import Clerk
from tests.migrations.test_migrations import set_version

LATER = "9999"


def test_the_version_in_the_code_is_that_of_the_last_migration() -> None:
    files = (Path(run.__file__).parent / "versions").glob("[0-9]*_*.py")
    assert max(file.name.partition("_")[0] for file in files) == VERSION


def test_nothing_is_appended_once_the_store_is_of_another_version(
    dealing: Clerk, ledger: Ledger
) -> None:
    before = dealing.everything()
    for version in (LATER, "0001"):
        set_version(ledger.journal.engine, version)
        with pytest.raises(StoreUnreachable) as told:
            dealing.says("sit", seat=1)
        assert told.value.refusal.code == "store_too_new"
        assert dealing.everything() == before
    set_version(ledger.journal.engine, VERSION)
    dealing.says("sit", seat=1)


def test_a_feed_under_which_the_store_was_upgraded_says_so_and_how_far_it_came(
    ledger: Ledger,
) -> None:
    lines = [
        Line(n, raw) for n, raw in enumerate(Day(Plan(rounds=2, tables=("MB-01",))).lines(), 1)
    ]
    half = len(lines) // 2

    def read() -> Iterator[Line | None]:
        yield from lines[:half]
        yield None
        set_version(ledger.journal.engine, LATER)
        yield from lines[half:]

    with pytest.raises(StoreUnreachable) as told:
        Intake(ledger, by="C-1").run(read())
    assert told.value.refusal.code == "store_too_new"
    assert told.value.refusal.facts["taken"] == half
    set_version(ledger.journal.engine, VERSION)
    tally = Intake(ledger, by="C-1").run(lines)
    assert (tally.skipped, tally.taken) == (half, len(lines) - half)


def test_an_upgrade_waits_for_a_writer_and_the_next_writer_is_told(postgres_url: str) -> None:
    engine, other = make_engine(postgres_url), make_engine(postgres_url)
    insert = text(
        "INSERT INTO events (originator_id, originator_version, topic, state)"
        " VALUES ('table:A', :version, 't', '')"
    )
    with pytest.MonkeyPatch.context() as patched, ThreadPoolExecutor(1) as pool:
        # What it makes is no matter here.
        patched.setattr(chain, "command", SimpleNamespace(upgrade=_to_later))
        patched.setattr(run, "head", lambda: LATER)
        with begin_write(engine) as connection:
            connection.execute(insert, {"version": 1})
            upgraded = pool.submit(run.upgrade, other)
            _until_one_waits(postgres_url)
            assert not upgraded.done()
        upgraded.result(30)
    with pytest.raises(StoreUnreachable) as told, store_errors(), begin_write(engine) as connection:
        connection.execute(insert, {"version": 2})
    assert told.value.refusal.code == "store_too_new"
    engine.dispose()
    other.dispose()


def _to_later(made: Any, _: str) -> None:
    made.attributes["connection"].execute(
        text("UPDATE alembic_version SET version_num = :v"), {"v": LATER}
    )


def _until_one_waits(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        end = monotonic() + 60
        while not connection.execute("SELECT 1 FROM pg_locks WHERE NOT granted").fetchone():
            assert monotonic() < end, "nobody waits"
            sleep(0.01)
