"""Work that is shared out comes to the same with any number of processes, and none of them ends unnoticed."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from ledger.desks.ledger import Ledger
from ledger.events.table import CardsDealt, RoundSettled
from ledger.feed import Intake, Line
from ledger.property.acts import ChangeSettings
from ledger.seal.unfinished import Unfinished
from ledger.store import tables
from ledger.store.codec import TOPIC_OF
from ledger.store.engine import begin_write
from ledger.values.errors import Conflict, IntegrityFailure
from projections.figures import rounds
from projections.models.registry import PROJECTIONS
from projections.queries import check, workers
from projections.queries import rebuild as rebuild_query
from projections.queries.moment import NOW, Moment
from projections.queries.past import caught_up
from projections.queries.shoes_again import DayAgain, settled_again
from projections.queries.workers import Task, Workers, raise_first
from tests.clerk import SINCE, established
from tests.forked import SERVER, Process
from tests.games.day import DAY, GamesDay
from tests.projections.log import dump
from tests.stores import Stores

TABLES = ("T-1", "T-2", "T-3")
COUNTS = (1, 2, 4)


def three_tables(url: str) -> None:
    """A few rounds at each."""
    with Ledger(url) as ledger:
        for number, table in enumerate(TABLES):
            lines = GamesDay("ma-midi", table, Random(number), 4).lines()
            fed = (Line(n, raw) for n, raw in enumerate(lines, 1))
            assert Intake(ledger).run(fed).complete
        with caught_up(ledger, NOW, rounds.NEEDS):
            pass


@pytest.fixture
def played(stores: Stores, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ledger]:
    monkeypatch.setattr(workers, "ANEW", SERVER)
    with stores.copy(established, three_tables) as url, Ledger(url) as ledger:
        yield ledger


@contextmanager
def altering(ledger: Ledger) -> Iterator[sa.Connection]:
    """A connection over which events are changed behind the ledger's back."""
    off = {
        "sqlite": "DROP TRIGGER events_are_not_changed",
        "postgresql": "ALTER TABLE events DISABLE TRIGGER USER",
    }
    with begin_write(ledger.journal.engine) as connection:
        connection.exec_driver_sql(off[connection.dialect.name])
        yield connection


def with_each(ledger: Ledger, does: Any) -> list[Any]:
    """What it comes to with each number of processes."""
    found = []
    for ledger.workers in COUNTS:
        try:
            found.append(msgspec.to_builtins(does()))
        except IntegrityFailure as fault:
            found.append((fault.refusal.code, dict(fault.refusal.facts)))
    return found


def test_a_check_comes_to_the_same_with_any_number_of_processes(played: Ledger) -> None:
    found = with_each(played, lambda: check.check(played))
    assert found[0]["rounds"] == 12
    assert found[0]["events"] == played.position
    assert found == [found[0]] * len(COUNTS)


def test_the_first_fault_is_named_whoever_comes_upon_which_first(played: Ledger) -> None:
    """A fault in each table's stream: the first is that of the lowest position."""
    with altering(played) as connection:
        dealt = tables.events.c.topic == TOPIC_OF[CardsDealt]
        connection.execute(sa.update(tables.events).where(dealt).values(state=b"{}"))
    found = with_each(played, lambda: check.check(played))
    assert found[0][1]["stream"] == "table:T-1"
    assert found == [found[0]] * len(COUNTS)


def test_a_fault_of_the_log_is_named_before_what_was_made_of_it(played: Ledger) -> None:
    """All is looked at at once, and who reads the fault has to know whether the log can be believed."""
    with caught_up(played, NOW, PROJECTIONS):
        pass
    engine = played.journal.engine
    with begin_write(engine) as connection:
        connection.exec_driver_sql("UPDATE rounds SET vig_cents = 1")
    assert with_each(played, lambda: check.check(played))[0][0] == "read_model_differs"
    with altering(played) as connection:
        last = sa.select(sa.func.max(tables.events.c.position)).where(
            tables.events.c.topic == TOPIC_OF[CardsDealt]
        )
        here = tables.events.c.position == last.scalar_subquery()
        connection.execute(sa.update(tables.events).where(here).values(state=b"{}"))
    found = with_each(played, lambda: check.check(played))
    assert found[0][0] == "event_unreadable"
    assert found == [found[0]] * len(COUNTS)


def test_a_day_settled_again_comes_to_the_same_with_any_number_of_processes(
    played: Ledger,
) -> None:
    found = with_each(played, lambda: settled_again(played, NOW, DAY))
    assert [each["table"] for each in found[0]["shoes"]] == sorted(TABLES)
    assert found == [found[0]] * len(COUNTS)


def test_a_check_that_was_stopped_goes_on_with_what_was_not_done(
    played: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played.workers = 2
    whole = check.check(played)
    place = tmp_path / "resume"
    done = stopped_after(4, monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        check.check(played, unfinished=Unfinished(place))
    first = set(done)
    assert check.check(played, unfinished=Unfinished(place)) == whole
    assert first.isdisjoint(done[4:])
    assert len(set(done)) == len(done)


def stopped_after(steps: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Have work be stopped once so many steps were done; the names of those that are, in their order."""
    keep, done = Unfinished.done, list[str]()

    def stopped(unfinished: Unfinished, name: str, found: object) -> None:
        keep(unfinished, name, found)
        done.append(name)
        if len(done) == steps:
            raise KeyboardInterrupt

    monkeypatch.setattr(Unfinished, "done", stopped)
    return done


@pytest.mark.parametrize("count", COUNTS)
def test_a_day_settled_again_that_was_stopped_goes_on_with_what_was_not_done(
    played: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    """What differs among what was done before is said as well."""
    settled = tables.events.c.topic == TOPIC_OF[RoundSettled]
    with altering(played) as connection:
        first = connection.execute(sa.select(tables.events).where(settled).limit(1)).one()
        state = bytes(first.state).replace(b' wins"', b' won"')
        here = tables.events.c.position == first.position
        connection.execute(sa.update(tables.events).where(here).values(state=state))
    whole = settled_again(played, NOW, DAY)
    assert whole.differing == 1
    played.workers, place = count, tmp_path / "resume"
    done = stopped_after(2, monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        settled_again(played, NOW, DAY, unfinished=Unfinished(place))
    assert msgspec.to_builtins(settled_again(played, NOW, DAY, unfinished=Unfinished(place))) == (
        msgspec.to_builtins(whole)
    )
    assert len(done) == len(set(done)) == len(TABLES)


def test_a_day_settled_again_goes_on_with_the_same_question_of_the_same_log_only(
    played: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played.workers, place = 1, tmp_path / "resume"
    done = stopped_after(-1, monkeypatch)

    def again(moment: Moment, table: str | None = None) -> DayAgain:
        done.clear()
        return settled_again(played, moment, DAY, table, unfinished=Unfinished(place))

    whole = again(NOW)
    assert (again(NOW), done) == (whole, [])
    assert len(again(NOW, TABLES[0]).shoes) == len(done) == 1
    half = Moment(position=played.position // 2)
    assert again(half).rounds < whole.rounds
    assert done
    played.do(ChangeSettings(by="A-1", at=SINCE, settings={"largest_wager_cents": 1_000_000}))
    assert (again(NOW), len(done)) == (whole, len(TABLES))


def test_a_check_does_not_go_on_with_what_was_done_of_another_store(
    played: Ledger, stores: Stores, tmp_path: Path
) -> None:
    """Of a copy, whose log ends at the same event, it passed over read models that were altered."""
    played.workers = 1
    place = tmp_path / "resume"
    check.check(played, unfinished=Unfinished(place))
    with stores.copy(established, three_tables) as url, Ledger(url) as other:
        other.workers = 1
        assert other.position == played.position
        with begin_write(other.journal.engine) as connection:
            connection.exec_driver_sql("UPDATE rounds SET vig_cents = 1")
        with pytest.raises(IntegrityFailure) as found:
            check.check(other, unfinished=Unfinished(place))
    assert found.value.refusal.code == "read_model_differs"


def test_a_rebuild_comes_to_the_same_with_any_number_of_processes(played: Ledger) -> None:
    """Byte for byte, with how far each has come and what is kept to look back."""
    engine = played.journal.engine

    def rebuilt() -> list[Any]:
        done = rebuild_query.rebuild(played, list(rebuild_query.NAMES))
        return [*done, dump(engine, *PROJECTIONS), tracked(engine)]

    found = with_each(played, rebuilt)
    assert {position for _, position in found[0][-1]} == {0, played.position}
    assert found == [found[0]] * len(COUNTS)


def tracked(engine: sa.Engine) -> list[tuple[str, int]]:
    """What is tracked, by name."""
    with engine.connect() as connection:
        rows = connection.execute(sa.select(tables.tracking).order_by("name"))
        return [(name, position) for name, position in rows]


def killed(_: Ledger, __: Any) -> None:
    """A task that ends its own process."""
    os.kill(os.getpid(), signal.SIGKILL)


def at_work(end: Connection, _: str) -> None:
    """What takes long and says nothing meanwhile."""
    end.send("there")
    time.sleep(60)


def killed_at_work() -> None:
    """Start a process, and be killed once it is at its work."""
    end, _ = workers.started(at_work, "")
    assert end.recv() == "there"
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_process_at_work_ends_with_the_one_that_started_it_though_that_is_killed() -> None:
    """It went on until it next said something, at what whoever repeats the command does too."""
    started = f"from {__name__} import killed_at_work; killed_at_work()"
    # Whoever holds standard output is waited for: the process, and what it started.
    command = [sys.executable, "-c", started]
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE, timeout=30)
    assert done.returncode == -signal.SIGKILL


def failing(_: Ledger, code: str, __: Any) -> None:
    raise IntegrityFailure(code, "It is not so.", "Look.", where=code)


def test_a_process_that_is_killed_is_told_in_a_sentence(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "ANEW", SERVER)
    ledger.workers = 2
    with pytest.raises(Conflict) as lost, Workers(ledger) as sharing:
        sharing.go_on([Task("one", killed), Task("two", killed)], Unfinished())
    assert lost.value.refusal.code == "worker_lost"
    assert "signal 9" in lost.value.refusal.message


def late(_: Ledger, at: float, __: Any) -> str:
    """A task that takes some time."""
    time.sleep(at)
    return "there"


def test_nothing_is_waited_for_that_stands_after_what_went_wrong(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "ANEW", SERVER)
    tasks = [Task("first", failing, ("a",)), Task("second", late, (60,), weight=2)]
    for ledger.workers in COUNTS:
        with Workers(ledger) as sharing:
            parts = sharing.go_on(tasks, Unfinished())
        assert list(parts) == ["first"]
    tasks[1] = Task("second", late, (0,))
    for ledger.workers in COUNTS:
        with Workers(ledger) as sharing:
            parts = sharing.go_on(tasks, Unfinished(), stops=False)
        assert parts["second"].found == "there"
        assert parts["first"].fault is not None


def test_how_far_all_is_goes_by_what_takes_long(ledger: Ledger) -> None:
    ledger.workers, told = 1, list[tuple[int, int]]()
    tasks = [Task("long", telling, (100,), weight=3), Task("short", telling, (100,))]
    with Workers(ledger) as sharing:
        sharing.go_on(tasks, Unfinished(), lambda *at: told.append(at))
    assert told == [(37, 100), (75, 100), (87, 100), (100, 100)]


def telling(_: Ledger, goal: int, progress: Any) -> None:
    """A task that says when it is half done."""
    progress(goal // 2, goal)


def test_what_the_first_task_raises_is_raised_whichever_is_there_first(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "ANEW", SERVER)
    tasks = [Task(each, failing, (each,)) for each in ("a", "b", "c")]
    for ledger.workers in COUNTS:
        with pytest.raises(IntegrityFailure) as fault, Workers(ledger) as sharing:
            raise_first(tasks, sharing.go_on(tasks, Unfinished()))
        assert fault.value.refusal.facts == {"where": "a"}


def fed_on(url: str) -> None:
    """What another process does meanwhile: a table's rounds from a source of its own."""
    with Ledger(url) as ledger:
        lines = GamesDay("ma-midi", "T-4", Random(4), 1).lines()
        assert Intake(ledger).run(Line(n, raw) for n, raw in enumerate(lines, 1)).complete


def test_a_check_while_another_process_feeds_finds_what_is_there(
    played: Ledger, tmp_path: Path
) -> None:
    """Where each feed stands is held against what came up to that moment, not up to where the log was gone through."""
    folded, others = played.position, list[int]()
    played.workers = 1

    def feeding(position: int, goal: int) -> None:
        if position == goal == folded and not others:
            with Process(fed_on, played.url, cwd=tmp_path, env=dict(os.environ)) as other:
                others.append(other.wait())

    found = check.check(played, feeding)
    assert others == [0]
    assert found.events == folded < found.read_models["rounds"] == played.position
