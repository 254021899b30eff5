"""The database itself refuses to change or delete an event, whoever asks."""

import pytest
from eventsourcing.persistence import StoredEvent
from sqlalchemy import Engine, text
from sqlalchemy.exc import IntegrityError

from ledger.store.engine import begin_write
from ledger.store.recorders import SqlApplicationRecorder
from tests.ledger.store.stored import stored

CHANGES = {
    "update": "UPDATE events SET state = 'x' WHERE originator_version = 1",
    "update of none": "UPDATE events SET topic = 'x' WHERE originator_version = 99",
    "delete": "DELETE FROM events",
    "upsert": """
        INSERT INTO events (originator_id, originator_version, topic, state)
        VALUES ('table:A', 1, 'x', 'x')
        ON CONFLICT (originator_id, originator_version) DO UPDATE SET state = excluded.state""",
}
REPLACE = """
    INSERT OR REPLACE INTO events (position, originator_id, originator_version, topic, state)
    VALUES ({}, '{}', {}, 'x', 'x')"""


@pytest.fixture
def kept(recorder: SqlApplicationRecorder) -> list[StoredEvent]:
    """Two events in the log."""
    events = stored("table:A", 1, 2)
    recorder.append(events)
    return events


def refuse(engine: Engine, statement: str) -> None:
    with (
        pytest.raises(IntegrityError, match="events are never changed or deleted"),
        begin_write(engine) as connection,
    ):
        connection.execute(text(statement))


@pytest.mark.parametrize("change", ["update", "delete", "upsert"])
def test_an_event_is_never_changed_or_deleted(
    engine: Engine, recorder: SqlApplicationRecorder, kept: list[StoredEvent], change: str
) -> None:
    refuse(engine, CHANGES[change])
    assert recorder.select_events("table:A") == kept


@pytest.mark.parametrize("url", ["postgres"], indirect=True)
@pytest.mark.parametrize(
    "statement",
    ["TRUNCATE events", "TRUNCATE events, snapshots CASCADE", CHANGES["update of none"]],
)
def test_postgresql_refuses_even_what_would_hit_no_row(
    engine: Engine, recorder: SqlApplicationRecorder, kept: list[StoredEvent], statement: str
) -> None:
    refuse(engine, statement)
    assert recorder.select_events("table:A") == kept


@pytest.mark.parametrize("url", ["postgres"], indirect=True)
def test_postgresql_refuses_a_replicating_session_too(
    engine: Engine, recorder: SqlApplicationRecorder, kept: list[StoredEvent]
) -> None:
    refuse(engine, "SET LOCAL session_replication_role = replica; DELETE FROM events")
    assert recorder.select_events("table:A") == kept


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("place", [(1, "table:B", 9), (99, "table:A", 1)])
def test_sqlite_refuses_to_replace_an_event(
    engine: Engine,
    recorder: SqlApplicationRecorder,
    kept: list[StoredEvent],
    place: tuple[int, str, int],
) -> None:
    refuse(engine, REPLACE.format(*place))
    assert recorder.select_events("table:A") == kept
    assert recorder.select_events("table:B") == []
