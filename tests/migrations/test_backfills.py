"""Read models that an upgrade adds to a store in use are what a rebuild makes of its events."""

from collections.abc import Iterator
from typing import Final

import msgspec
import pytest
import sqlalchemy as sa
from alembic import command

from ledger.events import table as e
from ledger.events.base import Recorded
from ledger.store import schema, tables
from ledger.store.engine import begin_write, make_engine
from ledger.store.recorders import SqlApplicationRecorder
from ledger.store.tables import tracking
from migrations import chain, run
from projections.engine.engine import as_of, catch_up
from projections.engine.rebuild import rebuild
from projections.models import inventory as inventory_model
from projections.models import table_win
from projections.models import vigorish as vigorish_model
from projections.models.registry import PROJECTIONS
from tests.projections.engine.test_carried import SIGNED, MadeUp
from tests.projections.history import store
from tests.projections.log import Story, dump

BEFORE: Final = "0009"
"""The version before the first upgrade that fills a read model from another."""

FILLED: Final = (inventory_model.PROJECTION, table_win.PROJECTION, vigorish_model.PROJECTION)
"""Projections with a model that upgrades since have filled, or have folded anew."""

SLIPS: Final = ("F-1", "F-2", "F-007", "lost", "", "9" * 30, "G-12a", "F-2", "nine\n9", "٣")


def with_slips(story: Story) -> Story:
    """Fills and credits, some of whose slips bear no number."""
    for n, slip in enumerate(SLIPS):
        kind = e.ChipsCredited if n % 3 == 0 else e.ChipsFilled
        day = f"2026-07-{11 + n % 2}"
        story.tell(kind, "table:MB-02", day=day, slip=slip, chips={500: 2}, cents=1_000, **SIGNED)
    return story


def as_then(recorded: Recorded) -> Recorded:
    """Nobody said whether hands are recorded, before it could be said."""
    if not isinstance(recorded.event, e.TableOpened):
        return recorded
    said = msgspec.structs.replace(recorded.event, hands=None)
    return Recorded(recorded.originator_id, recorded.originator_version, said)


@pytest.fixture(params=range(2))
def old(request: pytest.FixtureRequest, empty_url: str) -> Iterator[sa.Engine]:
    """A store of the old version, its read models current."""
    engine = make_engine(empty_url)
    with begin_write(engine) as connection:
        command.upgrade(chain.config(connection), BEFORE)
    recorder = SqlApplicationRecorder(engine)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(schema, "VERSION", BEFORE)
        store(recorder, map(as_then, with_slips(MadeUp(request.param).story).recorded))
    folded = as_of(FILLED, recorder)
    tables = [tracking, *(model.table for projection in FILLED for model in projection.models)]
    with begin_write(engine) as connection, folded.connect() as source:
        there = sa.MetaData()
        there.reflect(connection)
        for table in tables:
            rows = source.execute(sa.select(table)).mappings().all()
            if table.name in there.tables and rows:
                then = there.tables[table.name]
                names = [column.name for column in then.columns]
                connection.execute(
                    sa.insert(then), [{n: row.get(n, "") for n in names} for row in rows]
                )
    folded.dispose()
    yield engine
    engine.dispose()


USED: Final = (
    "fill:F 17",
    "correction:MC-1",
    "coupon:ABC",
    "back:coupon:ABC",
    "coupon:ABC/2",
    "key:A B",
)
GIVEN_BACK: Final = ("coupon:Q 7", "back:coupon:Q 7")


def test_after_an_upgrade_every_read_model_is_what_a_rebuild_makes(old: sa.Engine) -> None:
    """And a number on paper that was used before is used however it is spelled."""
    kept = {"request_sha256": "", "answer": b"", "recorded_at": 1}
    with begin_write(old) as connection:
        names = [{"key": key, **kept} for key in (*USED, *GIVEN_BACK)]
        connection.execute(sa.insert(tables.idempotency_keys), names)
    run.upgrade(old)
    chain.check(old)
    recorder = SqlApplicationRecorder(old)
    with old.connect() as connection:
        now = set(connection.scalars(sa.select(tables.idempotency_keys.c.key)))
    assert now.difference(USED, GIVEN_BACK) == {"fill:f17", "correction:mc-1", "coupon:abc"}
    catch_up(PROJECTIONS, recorder, old)
    live = dump(old, *PROJECTIONS)
    rebuild(PROJECTIONS, recorder, old)
    assert dump(old, *PROJECTIONS) == live
