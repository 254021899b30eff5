"""Rebuilding: the same rows in tables of the same make, while reports go on (U2)."""

import time
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, inspect, select, text

from ledger.store.engine import begin_write, make_engine
from ledger.store.recorders import SqlApplicationRecorder
from ledger.store.tables import tracking
from ledger.values.errors import Conflict, IntegrityFailure
from migrations.chain import check
from projections.engine import batch, swap
from projections.engine.engine import catch_up, position_of, reading
from projections.engine.rebuild import Marks, beside, exchange, fill, rebuild
from projections.models.registry import PROJECTIONS, shared_out, whole_metadata
from projections.models.rounds import PROJECTION as ROUNDS
from projections.models.rounds import ROUNDS as ROUNDS_MODEL
from tests.projections.conftest import Fresh
from tests.projections.history import is_behind, make_up, store
from tests.projections.log import dump

recorded = make_up(Random(17), rounds=20).recorded


def catalog(engine: Engine) -> object:
    """All that a database knows of the store's tables, names included."""
    if engine.dialect.name == "postgresql":
        with engine.connect() as connection:
            constraints = text(
                "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid)"
                " FROM pg_constraint WHERE connamespace = 'public'::regnamespace"
            )
            indexes = text("SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'")
            return (
                sorted(map(tuple, connection.execute(constraints))),
                sorted(map(tuple, connection.execute(indexes))),
                sorted(inspect(connection).get_table_names()),
            )
    found = inspect(engine)
    return {
        name: (
            [(c["name"], str(c["type"]), c["nullable"]) for c in found.get_columns(name)],
            found.get_pk_constraint(name),
            [_in_words(index) for index in found.get_indexes(name)],
        )
        for name in found.get_table_names()
    }


def _in_words(index: Any) -> dict[str, Any]:
    """The condition of an index is another object each time it is read; its words are the same."""
    options = {name: str(value) for name, value in index.get("dialect_options", {}).items()}
    return {**index, "dialect_options": options}


@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_u2_rebuilt_read_models_equal_live_ones_byte_for_byte(fresh: Fresh, seed: int) -> None:
    with fresh() as engine:
        recorder = SqlApplicationRecorder(engine)
        store(recorder, make_up(Random(seed)).recorded)
        catch_up(PROJECTIONS, recorder, engine)
        live = dump(engine, *PROJECTIONS)

        reached = rebuild(PROJECTIONS, recorder, engine)

        head = recorder.max_notification_id()
        assert reached == {projection.name: head for projection in PROJECTIONS}
        assert dump(engine, *PROJECTIONS) == live


def test_a_rebuilt_table_is_made_as_the_migrations_make_it(
    engine: Engine, recorder: SqlApplicationRecorder
) -> None:
    migrated = catalog(engine)
    store(recorder, recorded)

    rebuild(PROJECTIONS, recorder, engine)
    rebuild(PROJECTIONS, recorder, engine)

    assert catalog(engine) == migrated
    check(engine)


def test_what_is_wrong_in_a_read_model_is_gone_after_a_rebuild(
    engine: Engine, recorder: SqlApplicationRecorder
) -> None:
    store(recorder, recorded)
    catch_up([ROUNDS], recorder, engine)
    right = dump(engine, ROUNDS)
    with begin_write(engine) as connection:
        connection.execute(ROUNDS_MODEL.table.update().values(vig_cents=1))

    rebuild([ROUNDS], recorder, engine)

    assert dump(engine, ROUNDS) == right


def test_a_rebuilt_read_model_goes_on_catching_up(
    engine: Engine, recorder: SqlApplicationRecorder
) -> None:
    store(recorder, recorded[:200])
    rebuild([ROUNDS], recorder, engine)
    store(recorder, recorded[200:])
    assert catch_up([ROUNDS], recorder, engine) == len(recorded)

    live = dump(engine, ROUNDS)
    rebuild([ROUNDS], recorder, engine)
    assert dump(engine, ROUNDS) == live


def test_what_is_recorded_during_a_rebuild_is_in_it(
    engine: Engine, recorder: SqlApplicationRecorder
) -> None:
    """The live tables go ahead while the fresh ones are filled; the exchange sets nobody back."""
    store(recorder, recorded[:200])
    late = [recorded[200:]]

    def write_on(_position: int, _goal: int) -> None:
        if late:
            store(recorder, late.pop())
            catch_up([ROUNDS], recorder, engine)

    position = rebuild([ROUNDS], recorder, engine, progress=write_on)[ROUNDS.name]

    assert position == len(recorded)
    assert not is_behind(ROUNDS, engine)


def test_what_a_dead_rebuild_left_is_cleared_away(
    engine: Engine, recorder: SqlApplicationRecorder
) -> None:
    migrated = catalog(engine)
    store(recorder, recorded)
    catch_up([ROUNDS], recorder, engine)
    live = dump(engine, ROUNDS)

    def power_cut(_position: int, _goal: int) -> None:
        raise RuntimeError("power cut")

    with pytest.raises(RuntimeError):
        rebuild([ROUNDS], recorder, engine, progress=power_cut)
    assert dump(engine, ROUNDS) == live
    rebuild([ROUNDS], recorder, engine)

    assert dump(engine, ROUNDS) == live
    assert catalog(engine) == migrated
    with engine.connect() as connection:
        assert {*connection.scalars(select(tracking.c.name))} == {"rounds", "rounds:past"}


def test_of_two_rebuilds_at_once_the_first_gives_up_where_both_fill_the_same_tables(
    engine: Engine, recorder: SqlApplicationRecorder
) -> None:
    store(recorder, recorded)
    catch_up([ROUNDS], recorder, engine)
    live, others = dump(engine, ROUNDS), [1]

    def another(_position: int, _goal: int) -> None:
        if others:
            others.pop()
            rebuild([ROUNDS], recorder, engine)

    if engine.dialect.name == "sqlite":  # Each has files of its own.
        rebuild([ROUNDS], recorder, engine, progress=another)
    else:
        with pytest.raises(Conflict) as refused:
            rebuild([ROUNDS], recorder, engine, progress=another)
        assert refused.value.refusal.code == "read_model_started_over"

    assert not others
    assert dump(engine, ROUNDS) == live


def test_an_exchange_waits_for_reports_and_reports_never_see_half(
    url: str, engine: Engine, recorder: SqlApplicationRecorder
) -> None:
    store(recorder, recorded)
    catch_up([ROUNDS], recorder, engine)
    query = select(ROUNDS_MODEL.table.c.id)
    with engine.connect() as connection:
        rounds = len(connection.execute(query).all())
    seen: list[int] = []
    errors: list[BaseException] = []
    rebuilt = False

    def report() -> None:
        own = make_engine(url)
        try:
            while not rebuilt:
                with reading(own, [ROUNDS]) as connection:
                    assert position_of(connection, ROUNDS.name) == len(recorded)
                    time.sleep(0.02)
                    seen.append(len(connection.execute(query).all()))
        except BaseException as error:  # noqa: BLE001  told by the test
            errors.append(error)
        finally:
            own.dispose()

    readers = [Thread(target=report) for _ in range(2)]
    for reader in readers:
        reader.start()
    for _ in range(5):
        rebuild([ROUNDS], recorder, engine)
    rebuilt = True
    for reader in readers:
        reader.join()

    assert not errors
    assert set(seen) == {rounds}


def test_an_exchange_that_never_comes_in_gives_up(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(swap, "ATTEMPTS", 2)
    monkeypatch.setattr(swap, "PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(swap, "PATIENCE", "50ms")
    engine = make_engine(postgres_url)
    recorder = SqlApplicationRecorder(engine)
    store(recorder, recorded)
    catch_up([ROUNDS], recorder, engine)
    live = dump(engine, ROUNDS)

    with reading(engine, [ROUNDS]), pytest.raises(Conflict) as refused:
        rebuild([ROUNDS], recorder, engine)

    assert refused.value.refusal.code == "read_model_in_use"
    assert dump(engine, ROUNDS) == live
    engine.dispose()


def test_every_read_model_is_registered() -> None:
    """What Alembic owns beside the store's own tables is what the projections fold into."""
    store_tables = {"events", "snapshots", "tracking", "idempotency_keys", "feed_sources"}
    store_tables |= {"seal_hashes", "checkpoints", "feed_digests", "passphrases"}
    store_tables |= {
        "signed_days",
        "past_rows",
        "verifications",
    }  # They state nothing that a check does not make again.
    folded = {model.name for projection in PROJECTIONS for model in projection.models}

    assert set(whole_metadata().tables) - store_tables == folded
    assert len({projection.name for projection in PROJECTIONS}) == len(PROJECTIONS)


def stopped(engine: Engine, recorder: SqlApplicationRecorder, marks: Marks, after: int) -> bool:
    """All read models made anew in two groups, stopped after so many batches; False where it came to its end before."""
    left = after

    def counted(_position: int, _goal: int) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise KeyboardInterrupt

    groups = shared_out(PROJECTIONS, 2)
    try:
        with beside(groups, engine, marks) as made:
            filled = [(each, fill(each, recorder, engine, progress=counted)) for each in made]
            for each, position in filled:
                exchange(each, recorder, engine, position)
    except KeyboardInterrupt:
        return True
    return False


def left_behind(engine: Engine) -> list[str]:
    """Whatever stands beside the live tables."""
    with engine.connect() as connection:
        names = [name for name in connection.scalars(select(tracking.c.name)) if ":re" in name]
    tables = [name for name in inspect(engine).get_table_names() if name.endswith("_rebuild")]
    folder = Path(f"{engine.url.database}-rebuild")
    return [*names, *tables, *([folder.name] if folder.exists() else [])]


@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**32), stops=st.lists(st.integers(0, 12), min_size=1, max_size=3))
def test_u2_a_rebuild_stopped_anywhere_and_gone_on_with_equals_live_byte_for_byte(
    fresh: Fresh, seed: int, stops: list[int]
) -> None:
    with fresh() as engine, pytest.MonkeyPatch.context() as patch:
        patch.setattr(batch, "BATCH", 40)
        recorder = SqlApplicationRecorder(engine)
        store(recorder, make_up(Random(seed)).recorded)
        catch_up(PROJECTIONS, recorder, engine)
        live = dump(engine, *PROJECTIONS)
        before: int | None = None
        for number, after in enumerate(stops, 2):
            made = stopped(engine, recorder, Marks(before, -number), after)
            before = -number if made else None

        assert not stopped(engine, recorder, Marks(before, -1), 10**6)

        assert dump(engine, *PROJECTIONS) == live
        assert left_behind(engine) == []


def batches(engine: Engine, recorder: SqlApplicationRecorder, marks: Marks | None) -> int:
    """In how many batches one group is filled."""
    told = []
    with beside([[ROUNDS]], engine, marks) as (made,):
        position = fill(made, recorder, engine, progress=lambda *at: told.append(at))
        exchange(made, recorder, engine, position)
    assert not told or told[-1][0] == told[-1][1]
    return len(told)


@pytest.mark.parametrize("before", [None, 0, -8])
def test_what_is_of_another_log_or_program_is_not_gone_on_with(
    engine: Engine,
    recorder: SqlApplicationRecorder,
    monkeypatch: pytest.MonkeyPatch,
    before: int | None,
) -> None:
    monkeypatch.setattr(batch, "BATCH", 40)
    store(recorder, recorded)
    anew = batches(engine, recorder, None)
    for marks, done in ((Marks(before, -9), anew), (Marks(-7, -9), anew - 1)):
        assert stopped_early(engine, recorder)
        assert left_behind(engine)
        assert batches(engine, recorder, marks) == done
        assert left_behind(engine) == []


def stopped_early(engine: Engine, recorder: SqlApplicationRecorder) -> bool:
    """One read model made anew, stopped after its first batch, and marked."""

    def power_cut(_position: int, _goal: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), beside([[ROUNDS]], engine, Marks(None, -7)) as (made,):
        fill(made, recorder, engine, progress=power_cut)
    return True


def test_a_rebuild_that_goes_on_with_nothing_leaves_nothing_of_one_that_was_stopped(
    engine: Engine, recorder: SqlApplicationRecorder
) -> None:
    migrated = catalog(engine)
    store(recorder, recorded)
    assert stopped_early(engine, recorder)
    rebuild([ROUNDS], recorder, engine)
    assert left_behind(engine) == []
    assert catalog(engine) == migrated


def test_nothing_stays_of_a_log_that_turns_out_to_be_faulty(
    engine: Engine, recorder: SqlApplicationRecorder
) -> None:
    store(recorder, recorded)

    def judged() -> None:
        with beside([[ROUNDS]], engine, Marks(None, -7)) as (made,):
            fill(made, recorder, engine)
            raise IntegrityFailure("event_changed", "It is not so.", "Look.")

    with pytest.raises(IntegrityFailure):
        judged()
    assert left_behind(engine) == []


def test_of_two_that_go_on_with_the_same_one_gives_up(
    engine: Engine, recorder: SqlApplicationRecorder
) -> None:
    """On SQLite who comes second, at once; on PostgreSQL both fill the same tables, and one is first at the end."""
    store(recorder, recorded)
    catch_up([ROUNDS], recorder, engine)
    live = dump(engine, ROUNDS)
    assert stopped_early(engine, recorder)

    def both() -> None:
        with beside([[ROUNDS]], engine, Marks(-7, -8)) as (made,):
            position = fill(made, recorder, engine)
            batches(engine, recorder, Marks(-8, -8))
            exchange(made, recorder, engine, position)

    with pytest.raises(Conflict) as refused:
        both()
    assert refused.value.refusal.code == "read_model_started_over"
    assert dump(engine, ROUNDS) == live
    batches(engine, recorder, Marks(-8, -9))
    assert dump(engine, ROUNDS) == live
    assert left_behind(engine) == []
