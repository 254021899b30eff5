"""The library's own cases for recorders and factories, on both databases, with text ids."""

import threading
from collections.abc import Iterator
from uuid import uuid4

import pytest
from eventsourcing.persistence import AggregateRecorder, TrackingRecorder
from eventsourcing.tests import persistence as cases
from eventsourcing.utils import Environment
from sqlalchemy import Engine

from ledger.store.engine import make_engine
from ledger.store.factory import SqlFactory
from ledger.store.recorders import (
    SqlAggregateRecorder,
    SqlApplicationRecorder,
    SqlProcessRecorder,
    SqlTrackingRecorder,
)


class _Sqlite:
    """Gives the library's unittest classes a store of each test's own."""

    store: str

    @pytest.fixture(autouse=True)
    def _store(self, sqlite_url: str) -> None:
        self.store = sqlite_url


class _Postgres:
    store: str

    @pytest.fixture(autouse=True)
    def _store(self, postgres_url: str) -> None:
        self.store = postgres_url


class _Engine:
    """An engine for the test, disposed of after it."""

    store: str
    engine: Engine

    @pytest.fixture(autouse=True)
    def _engine(self, _store: None) -> Iterator[None]:
        self.engine = make_engine(self.store)
        before = set(threading.enumerate())
        yield
        # The library's cases tell their readers to stop, but do not wait for them.
        for thread in set(threading.enumerate()) - before:
            thread.join()
        self.engine.dispose()

    def new_originator_id(self) -> str:
        return f"table:{uuid4()}"


class _Aggregate(_Engine, cases.AggregateRecorderTestCase):
    table = "events"

    def create_recorder(self) -> SqlAggregateRecorder:
        return SqlAggregateRecorder(self.engine, self.table)


class _Application(_Engine, cases.ApplicationRecorderTestCase[SqlApplicationRecorder]):
    def create_recorder(self) -> SqlApplicationRecorder:
        return SqlApplicationRecorder(self.engine)

    def test_insert_subscribe(self) -> None:
        self.optional_test_insert_subscribe()


class _NonInterleaving(_Engine, cases.NonInterleavingNotificationIDsBaseCase):
    def create_recorder(self) -> SqlApplicationRecorder:
        return SqlApplicationRecorder(self.engine)


class _Tracking(_Engine, cases.TrackingRecorderTestCase):
    def create_recorder(self) -> SqlTrackingRecorder:
        return SqlTrackingRecorder(self.engine)


class _Process(_Engine, cases.ProcessRecorderTestCase):
    def create_recorder(self) -> SqlProcessRecorder:
        return SqlProcessRecorder(self.engine)


class SqlTrackingRecorderOfTheTest(SqlTrackingRecorder):
    """A subclass that the factory is asked for by its class and by its topic."""


class _Factory(cases.InfrastructureFactoryTestCase[SqlFactory]):
    store: str

    def setUp(self) -> None:
        self.env = Environment(
            env={
                "PERSISTENCE_MODULE": "ledger.store.factory",
                "PIT_DB_URL": self.store,
                # The library's cases for mappers concern its own mapper.
                "MAPPER_TOPIC": "eventsourcing.persistence:Mapper",
            }
        )
        super().setUp()

    def expected_factory_class(self) -> type[SqlFactory]:
        return SqlFactory

    def expected_aggregate_recorder_class(self) -> type[AggregateRecorder]:
        return SqlAggregateRecorder

    def expected_application_recorder_class(self) -> type[SqlApplicationRecorder]:
        return SqlApplicationRecorder

    def expected_tracking_recorder_class(self) -> type[TrackingRecorder]:
        return SqlTrackingRecorder

    def tracking_recorder_subclass(self) -> type[TrackingRecorder]:
        return SqlTrackingRecorderOfTheTest

    def expected_process_recorder_class(self) -> type[SqlProcessRecorder]:
        return SqlProcessRecorder


class TestEventsSqlite(_Sqlite, _Aggregate):
    pass


class TestEventsPostgres(_Postgres, _Aggregate):
    pass


class TestSnapshotsSqlite(_Sqlite, _Aggregate):
    table = "snapshots"


class TestSnapshotsPostgres(_Postgres, _Aggregate):
    table = "snapshots"


class TestLogSqlite(_Sqlite, _Application):
    pass


class TestLogPostgres(_Postgres, _Application):
    pass


class TestNonInterleavingSqlite(_Sqlite, _NonInterleaving):
    pass


class TestNonInterleavingPostgres(_Postgres, _NonInterleaving):
    pass


class TestTrackingSqlite(_Sqlite, _Tracking):
    pass


class TestTrackingPostgres(_Postgres, _Tracking):
    pass


class TestProcessSqlite(_Sqlite, _Process):
    pass


class TestProcessPostgres(_Postgres, _Process):
    pass


class TestFactorySqlite(_Sqlite, _Factory):
    pass


class TestFactoryPostgres(_Postgres, _Factory):
    pass


# Else pytest would collect the bases as well.
del _Aggregate, _Application, _NonInterleaving, _Tracking, _Process, _Factory
