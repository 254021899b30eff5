"""Looking back begins at a milestone, and the books are as if the whole log had been folded (U2)."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, Engine, delete, func, select

from ledger.desks.ledger import Ledger
from ledger.events import table as e
from ledger.store.driver import ask, value_of
from ledger.store.engine import begin_write, make_engine
from ledger.store.recorders import SqlApplicationRecorder
from ledger.store.tables import past_rows, tracking
from ledger.values.errors import IntegrityFailure
from projections.engine import milestones
from projections.engine.engine import as_of, catch_up, positions
from projections.engine.lines import lines_of
from projections.engine.looking_back import Past, Reach, last_of, looking_back
from projections.engine.model import Projection
from projections.engine.rebuild import rebuild
from projections.models.registry import PROJECTIONS
from projections.models.table_win import PROJECTION as TABLE_WIN
from projections.queries import check_models
from tests.heard import heard
from tests.projections.conftest import Fresh
from tests.projections.history import make_up, store
from tests.projections.log import AT, DAY, Story

LOOKED_BACK_ON = [each for each in PROJECTIONS if any(model.past for model in each.models)]


@contextmanager
def milestones_every(positions: int, unit: int = 0) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(milestones, "SPACING", positions)
        patch.setattr(milestones, "UNIT", unit or positions)
        yield


def books(connection: Connection, needs: Sequence[Projection]) -> list[object]:
    found: list[object] = [positions(connection, needs)]
    for projection in needs:
        for model in projection.models:
            found += lines_of(connection, model) if model.past else ()
    return found


def folded_whole(recorder: SqlApplicationRecorder, position: int) -> list[object]:
    engine = as_of(LOOKED_BACK_ON, recorder, position=position)
    try:
        with engine.connect() as connection:
            return books(connection, LOOKED_BACK_ON)
    finally:
        engine.dispose()


def looked_back(past: Past, position: int) -> list[object]:
    with past.shown_at(Reach(position)) as connection:
        return books(connection, LOOKED_BACK_ON)


@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 2**32), spacing=st.integers(50, 150), data=st.data())
def test_u2_looking_back_from_a_milestone_is_folding_the_whole_log(
    fresh: Fresh, seed: int, spacing: int, data: st.DataObject
) -> None:
    recorded = make_up(Random(seed), rounds=6).recorded
    cuts = sorted(data.draw(st.lists(st.integers(0, len(recorded)), max_size=2)))
    asked = data.draw(st.lists(st.integers(0, len(recorded)), min_size=1, max_size=2))
    with fresh() as engine, milestones_every(spacing):
        recorder = SqlApplicationRecorder(engine)
        for start, end in pairwise([0, *cuts, len(recorded)]):
            store(recorder, recorded[start:end])
            catch_up(PROJECTIONS, recorder, engine)
        if data.draw(st.booleans()):
            rebuild([data.draw(st.sampled_from(LOOKED_BACK_ON))], recorder, engine)

        for position in (*asked, len(recorded)):
            with looking_back(LOOKED_BACK_ON, recorder, engine, Reach(position)) as past:
                assert (past is None) == (position < spacing)
                if past is not None:
                    assert past.position > position - spacing
                    for then in sorted({max(past.position, position - spacing // 2), position}):
                        assert looked_back(past, then) == folded_whole(recorder, then)


def buy_ins(*cents: int) -> Story:
    story = Story()
    for each in cents:
        story.tell(e.BoughtIn, seat=1, cents=each)
    return story


def total(connection: Connection) -> int | None:
    found: int | None = value_of(connection, "SELECT buy_ins_cents FROM table_win")
    return found


@contextmanager
def table_win_at(engine: Engine, position: int) -> Iterator[tuple[int, int | None]]:
    """From where it was folded, and the buy-ins then."""
    recorder = SqlApplicationRecorder(engine)
    with looking_back([TABLE_WIN], recorder, engine, Reach(position)) as past:
        assert past is not None
        start = past.position
        with past.shown_at(Reach(position)) as connection:
            yield start, total(connection)


def total_at(engine: Engine, position: int) -> int | None:
    with table_win_at(engine, position) as (_, cents):
        return cents


def test_what_is_taken_back_is_folded_from_before_it(
    engine: Engine, recorder: SqlApplicationRecorder
) -> None:
    story = buy_ins(1, 10, 100, 1_000, 10_000, 100_000)
    entered: dict[str, Any] = {
        "entered_by": "c-1",
        "entered_at": AT,
        "happened_at": AT,
        "reason": "",
        "undone": [],
    }
    story.tell(e.ActUndone, first=4, last=6, **entered)
    story.tell(e.BoughtIn, seat=1, cents=5)
    with milestones_every(2):
        store(recorder, story.recorded)
        catch_up([TABLE_WIN], recorder, engine)

        with table_win_at(engine, 5) as found:
            assert found == (4, 11_111)
        with table_win_at(engine, 7) as found:
            assert found == (2, 111)
        with table_win_at(engine, 8) as found:
            assert found == (8, 116)


def test_of_a_store_from_before_milestones_the_past_is_kept_from_the_next_one_on(
    engine: Engine, recorder: SqlApplicationRecorder
) -> None:
    with milestones_every(2):
        store(recorder, buy_ins(1, 10, 100).recorded)
        catch_up([TABLE_WIN], recorder, engine)
        with begin_write(engine) as connection:
            connection.execute(delete(past_rows))
            connection.execute(delete(tracking).where(tracking.c.name.like("%:past")))
        store(recorder, buy_ins(1, 10, 100, 1_000, 10_000, 100_000).recorded[3:])
        catch_up([TABLE_WIN], recorder, engine)

        with looking_back([TABLE_WIN], recorder, engine, Reach(3)) as past:
            assert past is None
        with table_win_at(engine, 5) as found:
            assert found == (4, 11_111)
        rebuild([TABLE_WIN], recorder, engine)
        with table_win_at(engine, 3) as found:
            assert found == (2, 111)


def test_a_store_in_which_milestones_stood_closer_is_looked_back_on_from_those_that_stand(
    engine: Engine, recorder: SqlApplicationRecorder
) -> None:
    cents = [10**n for n in range(12)]
    with milestones_every(2):
        store(recorder, buy_ins(*cents[:2]).recorded)
        catch_up([TABLE_WIN], recorder, engine)
        with begin_write(engine) as connection:
            connection.execute(delete(past_rows))
            connection.execute(
                tracking.update().where(tracking.c.name.like("%:past")).values(position=2)
            )
        store(recorder, buy_ins(*cents).recorded[2:7])
        catch_up([TABLE_WIN], recorder, engine)
    with milestones_every(4, unit=2):
        store(recorder, buy_ins(*cents).recorded[7:])
        catch_up([TABLE_WIN], recorder, engine)
        with looking_back([TABLE_WIN], recorder, engine, Reach(3)) as past:
            assert past is None
        for position in range(4, 13):
            with table_win_at(engine, position) as found:
                assert found == (position - position % 4, sum(cents[:position]))


def test_read_models_folded_from_the_beginning_keep_nothing_of_before(
    engine: Engine, recorder: SqlApplicationRecorder
) -> None:
    with milestones_every(2):
        store(recorder, buy_ins(1, 10, 100).recorded)
        catch_up([TABLE_WIN], recorder, engine)
        with begin_write(engine) as connection:
            for model in TABLE_WIN.models:
                connection.execute(delete(model.table))
            connection.execute(delete(tracking).where(tracking.c.name == TABLE_WIN.name))
            connection.execute(past_rows.update().values(content='["wrong"]'))
        catch_up([TABLE_WIN], recorder, engine)

        with table_win_at(engine, 2) as found:
            assert found == (2, 11)


def test_a_check_holds_a_milestone_against_the_events(
    url: str, engine: Engine, recorder: SqlApplicationRecorder
) -> None:
    with milestones_every(2), Ledger(url) as ledger:
        store(recorder, buy_ins(1, 10, 100).recorded)
        assert check_models.check(ledger, [TABLE_WIN.name], None) == {TABLE_WIN.name: 3}
        with begin_write(engine) as connection:
            content = func.replace(past_rows.c.content, "11", "12")
            connection.execute(past_rows.update().values(content=content))

        with pytest.raises(IntegrityFailure) as found:
            check_models.check(ledger, [TABLE_WIN.name], None)
        assert found.value.refusal.code == "read_model_differs"


def check_often(ledger: Ledger) -> None:
    """So often that each milestone has been looked at, but for once in millions of times."""
    for _ in range(60):
        check_models.check(ledger, [TABLE_WIN.name], None)


def test_a_check_holds_any_milestone_against_the_events_also_of_a_log_that_stands_still(
    url: str, engine: Engine, recorder: SqlApplicationRecorder
) -> None:
    """The one that it looked at went by the length of the log: another one was never looked at."""
    with milestones_every(2), Ledger(url) as ledger:
        store(recorder, buy_ins(*range(11, 18)).recorded)
        assert check_models.check(ledger, [TABLE_WIN.name], None) == {TABLE_WIN.name: 7}
        with engine.connect() as connection:
            kept = connection.execute(select(past_rows.c.model, past_rows.c.until)).all()
        assert len({until for _, until in kept}) > 1
        for model, until in kept:
            altered = past_rows.update().where(
                past_rows.c.model == model, past_rows.c.until == until
            )
            for before, after in (("11", "12"), ("12", "11")):
                with begin_write(engine) as connection:
                    content = func.replace(past_rows.c.content, f"-{before}", f"-{after}")
                    connection.execute(altered.values(content=content))
                if after == "12":
                    with pytest.raises(IntegrityFailure, match="table_"):
                        check_often(ledger)
        assert check_models.check(ledger, [TABLE_WIN.name], None) == {TABLE_WIN.name: 7}


UNREADABLE = {
    "cut off": {"content": "[[1"},
    "no rows": {"content": "5"},
    "no row": {"content": "[5]"},
    "a row of nothing": {"content": "[[]]"},
    "too few values": {"content": func.replace(past_rows.c.content, ",0]", "]")},
    "too many values": {"content": func.replace(past_rows.c.content, "]]", ",0]]")},
    "a text for a sum": {"content": func.replace(past_rows.c.content, ",0", ',"0"')},
    "a list for a sum": {"content": func.replace(past_rows.c.content, ",0", ",[0]")},
    "a number for a table": {"content": func.replace(past_rows.c.content, '"MB-01"', "7")},
    "no sum": {"content": func.replace(past_rows.c.content, ",0", ",null")},
    "the key of another form": {"key": "[5]"},
}


@pytest.mark.parametrize("values", UNREADABLE.values(), ids=UNREADABLE)
def test_a_milestone_that_cannot_be_read_is_named(
    url: str, engine: Engine, recorder: SqlApplicationRecorder, values: dict[str, Any]
) -> None:
    """It was a fault of the program, which said nothing of what makes it anew."""
    with milestones_every(2), Ledger(url) as ledger:
        store(recorder, buy_ins(1, 10, 100).recorded)
        catch_up([TABLE_WIN], recorder, engine)
        with begin_write(engine) as connection:
            connection.execute(past_rows.update().values(values))

        for reads in (
            lambda: total_at(engine, 2),
            lambda: check_models.check(ledger, [TABLE_WIN.name], None),
        ):
            with pytest.raises(IntegrityFailure) as found:
                reads()
            assert found.value.refusal.code == "read_model_differs"
            assert "pit db rebuild" in found.value.refusal.next_step
        rebuild([TABLE_WIN], recorder, engine)
        assert total_at(engine, 2) == 11


def test_the_last_event_of_a_rare_kind_is_found_by_an_index(
    engine: Engine, recorder: SqlApplicationRecorder
) -> None:
    recorded = make_up(Random(11), rounds=6).recorded
    store(recorder, recorded)
    topics = sorted({topic for _, _, _, topic, _ in recorder.select_rows(0, 10**6)})
    postgresql = engine.dialect.name == "postgresql"
    with engine.connect() as connection:
        asked = heard(connection)
        for some in (topics, topics[:3], ["form.lost"], [topics[-1], "table.round_settled"]):
            for upto in (0, len(recorded) // 3, len(recorded)):
                rows = recorder.select_rows(0, 10**6, upto, some)
                assert last_of(connection, set(some), upto) == (rows[-1][0] if rows else 0)
        if postgresql:
            connection.exec_driver_sql("SET enable_seqscan = off")
        plain = re.sub(r"%\(\w+\)s|:\w+", "'1'", next(x for x in asked if "max" in x))
        explain = "EXPLAIN" if postgresql else "EXPLAIN QUERY PLAN"
        plan = str(connection.exec_driver_sql(f"{explain} {plain}").all())
    assert "ix_events_rare_topic" in plan
    assert "Seq Scan" not in plan
    assert "SCAN events" not in plan


@given(st.lists(st.integers(0, 200), min_size=2, max_size=2, unique=True), st.integers(0, 200))
def test_what_is_kept_of_a_milestone_is_found_by_few_numbers(
    ends: list[int], milestone: int
) -> None:
    since, until = sorted(ends)
    node = milestones._node(since, until)

    assert since < node <= until
    if since < milestone <= until:
        assert node in milestones._nodes(milestone)


def test_nothing_is_kept_of_rows_that_no_milestone_saw(
    engine: Engine, recorder: SqlApplicationRecorder
) -> None:
    store(recorder, buy_ins(*range(1, 40)).recorded)
    for end in range(1, 40, 7):
        catch_up([TABLE_WIN], recorder, engine, end)
    with engine.connect() as connection:
        assert connection.scalar(select(func.count()).select_from(past_rows)) == 0


def test_a_table_stands_as_it_stood_wherever_a_statement_names_it(
    engine: Engine, recorder: SqlApplicationRecorder
) -> None:
    store(recorder, buy_ins(1, 10, 100, 1_000).recorded)
    cents = "SELECT table_win.buy_ins_cents, other.buy_ins_cents FROM table_win"
    joined = f"{cents} JOIN table_win AS other ON other.day = table_win.day"
    within = (
        "SELECT buy_ins_cents, (SELECT other.buy_ins_cents FROM table_win AS other"
        " WHERE other.day = table_win.day) FROM table_win"
    )
    beside = f"{cents}, table_win AS other WHERE other.day = table_win.day"
    with milestones_every(2):
        catch_up([TABLE_WIN], recorder, engine)
        with looking_back([TABLE_WIN], recorder, engine, Reach(3)) as past:
            assert past is not None
            with past.shown_at(Reach(3)) as connection:
                found = [ask(connection, query) for query in (joined, within, beside)]
    assert found == [[(111, 111)]] * 3


def test_a_table_that_a_statement_names_twice_is_looked_up_by_its_indexes(sqlite_url: str) -> None:
    """SQLite looks through all rows of a query that two places share, however long the log."""
    engine = make_engine(sqlite_url)
    recorder = SqlApplicationRecorder(engine)
    store(recorder, buy_ins(1, 10, 100, 1_000).recorded)
    query = (
        "SELECT day FROM table_win WHERE day = :day AND NOT EXISTS (SELECT 1 FROM table_win AS other"
        ' WHERE other.day = table_win.day AND other."table" > table_win."table")'
    )
    asked: list[str] = []
    with milestones_every(2):
        catch_up([TABLE_WIN], recorder, engine)
        with looking_back([TABLE_WIN], recorder, engine, Reach(3)) as past:
            assert past is not None
            with past.shown_at(Reach(3)) as connection:
                driver: Any = connection.connection.driver_connection
                driver.set_trace_callback(asked.append)
                ask(connection, query, day=DAY)
                driver.set_trace_callback(None)
                plan = str(driver.execute(f"EXPLAIN QUERY PLAN {asked[0]}").fetchall())
    assert "SEARCH live" in plan
    assert "SCAN live" not in plan
    engine.dispose()
