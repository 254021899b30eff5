"""The rows of a read model as lines: the same however many come at once."""

import pytest

from ledger.events import table as e
from ledger.store.recorders import SqlApplicationRecorder
from projections.engine import lines
from projections.engine.engine import catch_up
from projections.models.table_win import PROJECTION as TABLE_WIN
from tests.projections.conftest import Fresh
from tests.projections.history import store
from tests.projections.log import Story, dump

TABLES = [f"MB-{n:02}" for n in range(7)]


@pytest.mark.parametrize("at_once", [1, 3, 7, 8])
def test_rows_are_the_same_however_many_come_at_once(
    fresh: Fresh, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    story = Story()
    for cents, table in enumerate(TABLES, 1):
        story.tell(e.BoughtIn, f"table:{table}", seat=1, cents=cents)
    with fresh() as engine:
        recorder = SqlApplicationRecorder(engine)
        store(recorder, story.recorded)
        catch_up([TABLE_WIN], recorder, engine)
        whole = dump(engine, TABLE_WIN)
        assert whole.count(b"\n") >= len(TABLES)
        monkeypatch.setattr(lines, "ROWS", at_once)
        assert dump(engine, TABLE_WIN) == whole
