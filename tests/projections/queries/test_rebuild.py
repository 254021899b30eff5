"""A rebuild that was killed goes on where it was, and believes no more than what it left itself."""

import os
import signal
import sqlite3
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest
from sqlalchemy import inspect

from ledger.desks.ledger import Ledger
from ledger.feed import Intake, Line
from ledger.seal.unfinished import Unfinished
from ledger.values.errors import IntegrityFailure, StoreUnreachable
from projections.engine import batch
from projections.engine import engine as projection_engine
from projections.engine import rebuild as engine_rebuild
from projections.models.registry import PROJECTIONS
from projections.queries import rebuild as rebuild_query
from projections.queries import workers
from projections.queries.check_streams import Streams
from projections.queries.moment import NOW
from projections.queries.past import caught_up
from tests.clerk import established
from tests.forked import SERVER, Process
from tests.games.day import GamesDay
from tests.projections.log import dump
from tests.projections.queries.test_workers import tracked
from tests.stores import Stores

BATCH = 20


def fed(url: str, table: str = "T-1", rounds: int = 6) -> None:
    with Ledger(url) as ledger:
        lines = GamesDay("ma-midi", table, Random(5), rounds).lines()
        assert Intake(ledger).run(Line(n, raw) for n, raw in enumerate(lines, 1)).complete
        with caught_up(ledger, NOW, PROJECTIONS):
            pass


@pytest.fixture
def played(stores: Stores, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ledger]:
    monkeypatch.setattr(workers, "ANEW", SERVER)
    monkeypatch.setattr(batch, "BATCH", BATCH)
    with stores.copy(established, fed) as url, Ledger(url) as ledger:
        ledger.workers = 1
        yield ledger


def judge(fault: IntegrityFailure) -> None:
    raise fault


def dies(url: str, place: Path, after: int) -> None:
    """Rebuild all, the log verified first, in a process that is killed once so many batches were saved."""
    vars(batch)["BATCH"] = BATCH
    save, saved = projection_engine._save, count(1)

    def dying(*of: Any) -> dict[str, int]:
        found = save(*of)
        if next(saved) == after:
            os.kill(os.getpid(), signal.SIGKILL)
        return found

    vars(projection_engine)["_save"] = dying
    with Ledger(url) as ledger:
        ledger.workers = 1
        rebuild_query.rebuild(
            ledger, rebuild_query.NAMES, None, judge, unfinished=Unfinished(place)
        )


def killed(ledger: Ledger, place: Path, after: int) -> None:
    with Process(dies, ledger.url, place, after, cwd=place.parent, env=dict(os.environ)) as other:
        assert other.wait() == -signal.SIGKILL


def gone_on(ledger: Ledger, place: Path) -> int:
    """In how many batches all is made that was not, the log verified meanwhile."""
    steps, saved, save = Unfinished(place), list[Any](), projection_engine._save

    def counted(*of: Any) -> dict[str, int]:
        saved.append(of)
        return save(*of)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(projection_engine, "_save", counted)
        rebuild_query.rebuild(ledger, rebuild_query.NAMES, None, judge, unfinished=steps)
    steps.finished()
    return len(saved)


def left_behind(ledger: Ledger) -> list[str]:
    store = ledger.journal.engine
    tables = [each for each in inspect(store).get_table_names() if each.endswith("_rebuild")]
    return tables + [each.name for each in Path(f"{store.url.database}-rebuild").glob("*")]


@pytest.mark.parametrize("after", [1, 3, 4])
def test_u2_a_rebuild_that_was_killed_goes_on_and_comes_to_what_is_live(
    played: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    store, place = played.journal.engine, tmp_path / "part"
    whole = gone_on(played, tmp_path / "other")
    live, at = dump(store, *PROJECTIONS), tracked(store)
    killed(played, place, after)
    assert left_behind(played)
    assert dump(store, *PROJECTIONS) == live
    folds = list[Streams]()
    monkeypatch.setattr(Streams, "fold", lambda streams, *_: folds.append(streams))

    assert gone_on(played, place) == whole - after

    assert not folds, "what was verified is not verified again"
    assert (dump(store, *PROJECTIONS), tracked(store)) == (live, at)
    assert left_behind(played) == []
    assert not place.exists()


def test_u2_it_goes_on_though_the_log_has_grown_and_verifies_what_came(
    played: Ledger, tmp_path: Path
) -> None:
    store, place = played.journal.engine, tmp_path / "part"
    whole = gone_on(played, tmp_path / "other")
    killed(played, place, 2)
    fed(played.url, "T-2", 1)
    assert Unfinished(place).reached.done
    live = dump(store, *PROJECTIONS)
    assert gone_on(played, place) < whole
    assert dump(store, *PROJECTIONS) == live


@pytest.mark.parametrize("other", ["program", "log", "file"])
def test_what_another_program_made_or_of_another_log_is_made_anew(
    played: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: str
) -> None:
    store, place = played.journal.engine, tmp_path / "part"
    whole = gone_on(played, tmp_path / "other")
    live = dump(store, *PROJECTIONS)
    killed(played, place, 2)
    if other == "program":
        for module in ("ledger.seal.unfinished", "projections.queries.rebuild"):
            monkeypatch.setattr(f"{module}.program", lambda: "0.0.0 0001")
    if other == "log":
        rows = type(played.journal).select_rows

        def of_others(*asked: Any) -> Any:
            found = rows(*asked)
            return [(*row[:4], row[4] + b" ") for row in found] if asked[2] == 1 else found

        monkeypatch.setattr(type(played.journal), "select_rows", of_others)
    if other == "file":
        place.unlink()
    assert gone_on(played, place) == whole
    assert dump(store, *PROJECTIONS) == live


FULL = {
    "sqlite": sqlite3.OperationalError("database or disk is full"),
    "postgresql": psycopg.errors.DiskFull("no space left"),
}


@pytest.mark.parametrize("lasting", [True, False])
def test_a_full_disk_says_what_clears_away_that_which_fills_it(
    played: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lasting: bool
) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise FULL[played.journal.engine.dialect.name]

    monkeypatch.setattr(engine_rebuild, "fill", full)
    steps = Unfinished(tmp_path / "resume") if lasting else None
    with pytest.raises(StoreUnreachable) as told:
        rebuild_query.rebuild(played, rebuild_query.NAMES, unfinished=steps)
    assert told.value.refusal.code == "store_full"
    assert ("without --resume clears it away" in told.value.refusal.next_step) is lasting


def test_what_fills_a_disk_is_cleared_away_before_anything_is_written(
    played: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = Path(f"{played.journal.engine.url.database}-rebuild")
    if played.journal.engine.dialect.name != "sqlite":
        return  # There the tables are cleared away, which is one write.
    kept.mkdir()

    def full(*_: Any) -> None:
        raise FULL["sqlite"]

    monkeypatch.setattr(engine_rebuild, "begin_write", full)
    with pytest.raises(StoreUnreachable):
        rebuild_query.rebuild(played, rebuild_query.NAMES)
    assert not kept.exists()
