"""The library's factory for this store: `PERSISTENCE_MODULE=ledger.store.factory`, `PIT_DB_URL`."""

from typing import Any

from eventsourcing.persistence import (
    AggregateRecorder,
    ApplicationRecorder,
    InfrastructureFactory,
    Mapper,
    ProcessRecorder,
    Transcoder,
)
from eventsourcing.utils import Environment, EnvType, resolve_topic

from ledger.store.codec import EventMapper
from ledger.store.engine import make_engine
from ledger.store.recorders import (
    SqlAggregateRecorder,
    SqlApplicationRecorder,
    SqlProcessRecorder,
    SqlTrackingRecorder,
)


class SqlFactory(InfrastructureFactory[SqlTrackingRecorder]):
    """Makes recorders on one engine. The tables are Alembic's; it creates none."""

    PIT_DB_URL = "PIT_DB_URL"

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        url = self.env.get(self.PIT_DB_URL)
        if not url:
            raise OSError(f"{self.PIT_DB_URL} is not set")
        self.engine = make_engine(url)
        self._closed = False

    def mapper(
        self,
        transcoder: Transcoder | None = None,
        mapper_class: type[Mapper[Any]] | None = None,
    ) -> Mapper[Any]:
        """`EventMapper`, unless MAPPER_TOPIC or the caller names another."""
        if mapper_class is None and not self.env.get(self.MAPPER_TOPIC):
            mapper_class = EventMapper
        return super().mapper(transcoder, mapper_class)

    def aggregate_recorder(self, purpose: str = "events") -> AggregateRecorder:
        """A recorder of streams without an overall order: `events` or `snapshots`."""
        return SqlAggregateRecorder(self.engine, purpose)

    def application_recorder(self) -> ApplicationRecorder:
        """The recorder of the log."""
        return SqlApplicationRecorder(self.engine)

    def tracking_recorder(
        self, tracking_recorder_class: type[SqlTrackingRecorder] | None = None
    ) -> SqlTrackingRecorder:
        """A recorder of how far a reader has come; TRACKING_RECORDER_TOPIC may name another."""
        if tracking_recorder_class is None:
            topic = self.env.get(self.TRACKING_RECORDER_TOPIC)
            tracking_recorder_class = resolve_topic(topic) if topic else SqlTrackingRecorder
        return tracking_recorder_class(self.engine)

    def process_recorder(self) -> ProcessRecorder:
        """The recorder of the log, with tracking."""
        return SqlProcessRecorder(self.engine)

    def close(self) -> None:
        """Close the engine's connections, once: the library asks again when the ledger is collected, and by then
        others may have its engine.
        """
        if not self._closed and self.engine.pool.checkedin():  # type: ignore[attr-defined]  # every engine here has a pool that counts them
            self.engine.dispose()
        self._closed = True
