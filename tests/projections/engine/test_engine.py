"""Catching up: however the log is cut, whatever dies or comes between, every event counts once."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from sqlalchemy import Engine, select

from ledger.events import table as e
from ledger.events.base import Recorded
from ledger.store.engine import make_engine
from ledger.store.recorders import SqlApplicationRecorder
from projections.engine import batch, milestones
from projections.engine.engine import (
    as_of,
    catch_up,
    lacking,
    position_of,
    positions,
    reading,
)
from projections.engine.model import Projection, Rows
from projections.models import stretches
from projections.models.registry import PROJECTIONS
from projections.models.table_win import PROJECTION as TABLE_WIN
from projections.models.table_win import TABLE_WIN as TABLE_WIN_MODEL
from tests.forked import Process
from tests.projections.conftest import Fresh
from tests.projections.history import is_behind, make_up, store
from tests.projections.log import AT, Log, Story, dump
from tests.works import dies_catching_up

seeds = st.integers(min_value=0, max_value=2**32)


@contextmanager
def batches_of(size: int) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batch, "BATCH", size)
        yield


def dumps(engine: Engine, projections: Sequence[Projection] = PROJECTIONS) -> dict[str, bytes]:
    return {projection.name: dump(engine, projection) for projection in projections}


def in_one_go(recorded: Sequence[Recorded]) -> dict[str, bytes]:
    """What the read models are to look like, folded in memory from the whole log at once."""
    with batches_of(10**9):
        engine = as_of(PROJECTIONS, Log(recorded))
    try:
        return dumps(engine)
    finally:
        engine.dispose()


def buy_ins(*cents: int) -> Story:
    story = Story()
    for each in cents:
        story.tell(e.BoughtIn, seat=1, cents=each)
    return story


def total(engine: Engine) -> int | None:
    with engine.connect() as connection:
        found: int | None = connection.scalar(select(TABLE_WIN_MODEL.table.c.buy_ins_cents))
    return found


@settings(max_examples=6, deadline=None)
@given(seed=seeds, data=st.data())
def test_however_the_log_is_cut_the_rows_are_the_same(
    fresh: Fresh, seed: int, data: st.DataObject
) -> None:
    recorded = make_up(Random(seed)).recorded
    cuts = sorted(data.draw(st.lists(st.integers(0, len(recorded)), max_size=3)))
    with fresh() as engine:
        recorder = SqlApplicationRecorder(engine)
        for start, end in pairwise([0, *cuts, len(recorded)]):
            store(recorder, recorded[start:end])
            lagging(recorder, engine, Random(seed))
            with batches_of(data.draw(st.sampled_from((7, 50, 333, 2_000)))):
                catch_up(PROJECTIONS, recorder, engine)

        assert dumps(engine) == in_one_go(recorded)


@settings(max_examples=5, deadline=None)
@given(seed=seeds, size=st.sampled_from((7, 50, 10**9)))
def test_what_a_read_model_is_not_told_of_would_change_none_of_its_rows(
    seed: int, size: int
) -> None:
    sifting = [each for each in PROJECTIONS if each.sift is not None]
    told_all = [replace(each, sift=None, handlers={}) for each in sifting]
    for each, whole in zip(sifting, told_all, strict=True):
        whole.handlers.update(each.handlers)
    log = Log(made_late(make_up(Random(seed)).recorded, Random(seed)))
    with pytest.MonkeyPatch.context() as patch, batches_of(size):
        patch.setattr(stretches, "NEAR", 5)
        patch.setattr(milestones, "UNIT", 100)
        found, right = (as_of(each, log) for each in (sifting, told_all))
    try:
        assert dumps(found, sifting) == dumps(right, sifting)
        assert all(dumps(found, sifting).values())
    finally:
        found.dispose()
        right.dispose()


def made_late(recorded: Sequence[Recorded], rng: Random) -> list[Recorded]:
    """A history of which a part was entered late, in whatever order that came, and counts on another day."""
    return [
        replace(
            each,
            event=msgspec.structs.replace(
                each.event,
                at=each.event.at - rng.choice((0, 0, 0, rng.randrange(10**11))),
                day=rng.choice((each.event.day, each.event.day, "2026-01-01")),
            ),
        )
        for each in recorded
    ]


def test_the_rows_are_in_the_databases(engine: Engine, recorder: SqlApplicationRecorder) -> None:
    recorded = make_up(Random(7)).recorded
    store(recorder, recorded)
    catch_up(PROJECTIONS, recorder, engine)

    found = dumps(engine)

    assert all(found.values())
    assert found == in_one_go(recorded)


def test_a_position_is_reached_and_no_further(
    engine: Engine, recorder: SqlApplicationRecorder
) -> None:
    store(recorder, buy_ins(1, 10, 100).recorded)

    assert catch_up([TABLE_WIN], recorder, engine, upto=2) == 2
    assert total(engine) == 11
    with engine.connect() as connection:
        assert lacking(connection, [TABLE_WIN]) == 2
    assert recorder.max_notification_id() == 3
    assert catch_up([TABLE_WIN], recorder, engine, upto=1) == 2
    assert catch_up([TABLE_WIN], recorder, engine) == 3
    assert total(engine) == 111


def test_text_that_a_database_cannot_hold_stops_no_report(
    engine: Engine, recorder: SqlApplicationRecorder
) -> None:
    story = Story().tell(
        e.RoundVoided, by="c\0", round="MB-01:2026-07-11:1", reason="\0", returned=[]
    )
    store(recorder, story.recorded)

    for projection in PROJECTIONS:
        assert catch_up([projection], recorder, engine) == 1

    assert b"\xef\xbf\xbd" in dumps(engine)["exceptions"]
    assert dumps(engine) == in_one_go(story.recorded)


def test_a_projection_is_behind_until_it_is_caught_up(
    engine: Engine, recorder: SqlApplicationRecorder
) -> None:
    with engine.connect() as connection:
        assert positions(connection, [TABLE_WIN]) == {TABLE_WIN.name: 0}
    assert not is_behind(TABLE_WIN, engine)
    store(recorder, buy_ins(1).recorded)
    assert is_behind(TABLE_WIN, engine)
    catch_up([TABLE_WIN], recorder, engine)
    assert not is_behind(TABLE_WIN, engine)


def test_progress_is_told_after_each_batch(
    engine: Engine, recorder: SqlApplicationRecorder
) -> None:
    store(recorder, buy_ins(*range(1, 8)).recorded)
    told: list[tuple[int, int]] = []

    with batches_of(2):
        catch_up([TABLE_WIN], recorder, engine, progress=lambda at, goal: told.append((at, goal)))

    assert told == [(2, 7), (4, 7), (6, 7), (7, 7)]


def test_progress_is_told_and_kept_where_a_projection_finds_nothing(
    engine: Engine, recorder: SqlApplicationRecorder
) -> None:
    store(recorder, buy_ins(*range(1, 8)).recorded)
    idle = next(each for each in PROJECTIONS if e.BoughtIn not in each.handlers)
    told: list[int] = []

    with batches_of(4):
        catch_up([idle], recorder, engine, progress=lambda at, _: told.append(at))

    assert told == [4, 7]


def lagging(recorder: SqlApplicationRecorder, engine: Engine, rng: Random) -> None:
    """Bring each read model to another position, some to the same, some to none."""
    head = recorder.max_notification_id() or 0
    for projection in PROJECTIONS:
        catch_up([projection], recorder, engine, upto=rng.choice((0, 0, 40, rng.randint(0, head))))


def test_x32_an_error_between_fold_and_commit_leaves_nothing(
    engine: Engine, recorder: SqlApplicationRecorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded = make_up(Random(3)).recorded
    right = in_one_go(recorded)
    store(recorder, recorded)
    lagging(recorder, engine, Random(3))
    write, calls, cuts = Rows.write, iter(range(1_000)), 0

    def breaking(self: Rows) -> None:
        write(self)
        if next(calls) % (len(PROJECTIONS) + 3) == 0:
            raise RuntimeError("power cut")

    monkeypatch.setattr(Rows, "write", breaking)
    behind = True
    with batches_of(50):
        while behind:
            try:
                behind = catch_up(PROJECTIONS, recorder, engine) < len(recorded)
            except RuntimeError:
                cuts += 1

    assert cuts > 1
    assert dumps(engine) == right


def test_x32_a_process_that_dies_before_the_commit_counts_nothing_twice(
    url: str, engine: Engine, recorder: SqlApplicationRecorder, tmp_path: Path
) -> None:
    recorded = make_up(Random(5)).recorded
    store(recorder, recorded)

    with Process(dies_catching_up, url, cwd=tmp_path, env={**os.environ}) as dying:
        assert dying.wait() == 9
    with engine.connect() as connection:
        standing = lacking(connection, [TABLE_WIN])
    assert standing, "it died in the middle"
    catch_up(PROJECTIONS, recorder, engine)

    assert dumps(engine) == in_one_go(recorded)


def test_x32_those_at_once_count_every_event_once(
    url: str, recorder: SqlApplicationRecorder, engine: Engine
) -> None:
    """Whichever read models each of them brings up, in whatever order it names them, and wherever those stand."""
    recorded = make_up(Random(11), rounds=20).recorded
    store(recorder, recorded)
    lagging(recorder, engine, Random(11))
    reached: list[int] = []

    def run(needs: Sequence[Projection]) -> None:
        own = make_engine(url)
        try:
            reached.append(catch_up(needs, SqlApplicationRecorder(own), own))
        finally:
            own.dispose()

    with batches_of(40):
        orders = (PROJECTIONS, PROJECTIONS[::-1], PROJECTIONS[::2])
        threads = [Thread(target=run, args=[order]) for order in orders]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert reached == [len(recorded)] * 3
    assert dumps(engine) == in_one_go(recorded)


@pytest.mark.parametrize("positions", [[1, 2, 4, 5], [3, 10_000, 10_001, 10_000_000]])
def test_x33_positions_with_holes_are_read_to_the_end(engine: Engine, positions: list[int]) -> None:
    log = Log(buy_ins(1, 10, 100, 1_000).recorded, positions)

    assert catch_up([TABLE_WIN], log, engine) == positions[-1]
    assert total(engine) == 1_111
    assert catch_up([TABLE_WIN], log, engine) == positions[-1]
    assert total(engine) == 1_111


@settings(max_examples=12, deadline=None)
@given(seed=seeds, data=st.data())
def test_u2_as_of_a_position_is_a_store_that_stopped_there(seed: int, data: st.DataObject) -> None:
    recorded = make_up(Random(seed)).recorded
    position = data.draw(st.integers(0, len(recorded)))

    engine = as_of(PROJECTIONS, Log(recorded), position=position)
    try:
        assert dumps(engine) == in_one_go(recorded[:position])
        with engine.connect() as connection:
            assert position_of(connection, TABLE_WIN.name) == position
    finally:
        engine.dispose()


def told_late() -> Story:
    """Buy-ins of 1, 10 and 100: the second happened first, but was recorded last."""
    second = 1_000_000
    story = Story()
    story.tell(e.BoughtIn, seat=1, cents=1, at=AT + second, recorded_at=AT + second)
    story.tell(e.BoughtIn, seat=1, cents=100, at=AT + 2 * second, recorded_at=AT + 2 * second)
    story.tell(e.BoughtIn, seat=1, cents=10, at=AT, recorded_at=AT + 3 * second)
    return story


@pytest.mark.parametrize(
    ("until", "cents", "position"),
    [
        ({"known_at": AT + 1_000_000}, 1, 1),
        ({"known_at": AT + 2_999_999}, 101, 2),
        ({"known_at": AT + 3_000_000}, 111, 3),
        ({"happened_by": AT}, 10, 3),
        ({"happened_by": AT + 1_000_000}, 11, 3),
        ({"happened_by": AT + 1_000_000, "known_at": AT + 2_000_000}, 1, 1),
        ({"happened_by": AT + 9_000_000, "position": 2}, 101, 2),
        ({"known_at": AT - 1}, None, 0),
    ],
)
def test_u2_as_of_a_moment(until: dict[str, Any], cents: int | None, position: int) -> None:
    engine = as_of([TABLE_WIN], Log(told_late().recorded), **until)
    try:
        assert total(engine) == cents
        with engine.connect() as connection:
            assert position_of(connection, TABLE_WIN.name) == position
    finally:
        engine.dispose()


def test_u2_as_of_now_is_the_live_tables(engine: Engine, recorder: SqlApplicationRecorder) -> None:
    store(recorder, make_up(Random(13)).recorded)
    catch_up(PROJECTIONS, recorder, engine)

    then = as_of(PROJECTIONS, recorder)
    try:
        assert dumps(then) == dumps(engine)
    finally:
        then.dispose()


def test_a_report_sees_one_snapshot(engine: Engine, recorder: SqlApplicationRecorder) -> None:
    store(recorder, buy_ins(1).recorded)
    catch_up([TABLE_WIN], recorder, engine)
    query = select(TABLE_WIN_MODEL.table.c.buy_ins_cents)

    with reading(engine, [TABLE_WIN]) as connection:
        before = connection.scalar(query)
        later = buy_ins(1, 10).recorded[1:]
        store(recorder, later)
        catch_up([TABLE_WIN], recorder, engine)
        assert connection.scalar(query) == before == 1
    assert total(engine) == 11


@settings(max_examples=5, deadline=None)
@given(seed=seeds, cut=st.floats(0, 1))
def test_u2_read_models_folded_on_together_are_as_if_folded_anew(seed: int, cut: float) -> None:
    """A diff folds the log once: to its earlier state, and on to the later."""
    log = Log(make_up(Random(seed), rounds=6).recorded)
    head = log.max_notification_id() or 0
    earlier = int(head * cut)
    on = as_of(PROJECTIONS, log, position=earlier)
    for position in (earlier, head):
        catch_up(PROJECTIONS, log, on, position)
        anew = [as_of([each], log, position=position) for each in PROJECTIONS]
        for projection, alone in zip(PROJECTIONS, anew, strict=True):
            assert dump(on, projection) == dump(alone, projection)
            alone.dispose()
    on.dispose()
