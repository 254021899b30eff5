"""A log in memory, and short ways to say what is in it and what became of it."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

import msgspec
import sqlalchemy as sa

from ledger.events.base import Event, Recorded
from ledger.store.codec import EVENTS, TOPIC_OF
from projections.engine.engine import as_of, reading
from projections.engine.lines import lines
from projections.engine.model import Model, Projection

DAY = "2026-07-11"
AT = 1_783_800_000_000_000  # 2026-07-11 16:00 in New York


class Log:
    """What the recorder's readers see: events at ascending positions, which may have holes."""

    def __init__(
        self, recorded: Iterable[Recorded], positions: Sequence[int] | None = None
    ) -> None:
        rows = [
            (r.originator_id, r.originator_version, TOPIC_OF[type(r.event)], EVENTS.encode(r.event))
            for r in recorded
        ]
        self.positions = list(positions or range(1, len(rows) + 1))
        self.rows = [(p, *row) for p, row in zip(self.positions, rows, strict=True)]

    def select_rows(
        self, gt: int, limit: int, lte: int | None = None, topics: Sequence[str] = ()
    ) -> list[tuple[int, str, int, str, bytes]]:
        """As the recorder's."""
        first = bisect_right(self.positions, gt)
        last = len(self.positions) if lte is None else bisect_right(self.positions, lte)
        return [row for row in self.rows[first:last] if not topics or row[3] in topics][:limit]

    def max_notification_id(self) -> int | None:
        """As the recorder's."""
        return self.positions[-1] if self.positions else None


class Story:
    """Events told one after the other; each stream's versions count up."""

    def __init__(self) -> None:
        self.recorded: list[Recorded] = []
        self._versions: dict[str, int] = {}

    def tell(self, kind: type[Event], /, stream: str = "table:MB-01", **facts: Any) -> "Story":
        """One more event, by default at table MB-01 on the day of all examples."""
        told = {"by": "c-1", "at": AT, "recorded_at": AT, "day": DAY, **facts}
        version = self._versions[stream] = self._versions.get(stream, 0) + 1
        self.recorded.append(Recorded(stream, version, kind(**told)))
        return self


@contextmanager
def folded(
    recorded: Iterable[Recorded], projections: Iterable[Projection]
) -> Iterator[sa.Connection]:
    """A connection to the read models as those events leave them."""
    engine = as_of(projections, Log(recorded))
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def dump(engine: sa.Engine, *projections: Projection) -> bytes:
    """All rows of projections: equal books give equal bytes on every database."""
    with reading(engine, projections) as connection:
        return b"".join(line for each in projections for line in lines(connection, each))


def rows_of(engine: sa.Engine, projections: Iterable[Projection]) -> dict[str, list[list[Any]]]:
    """All rows of projections by the names of their models, as values, in one order on every database: one statement,
    where `dump` asks for each model by itself.
    """
    models = tuple(model for projection in projections for model in projection.models)
    with engine.connect() as connection:
        found = connection.exec_driver_sql(_every_row(models, engine.dialect.name)).all()
    rows: dict[str, list[list[Any]]] = {model.name: [] for model in models}
    for name, values in found:
        rows[name].append(msgspec.json.decode(values))
    return {name: sorted(each, key=msgspec.json.encode) for name, each in rows.items()}


@cache
def _every_row(models: tuple[Model[Any], ...], database: str) -> str:
    """Written out once: it names every column of every read model."""
    array = "json_build_array" if database == "postgresql" else "json_array"
    return " UNION ALL ".join(
        f"SELECT '{model.name}', CAST({array}({_columns(model)}) AS TEXT) FROM {model.name}"
        for model in models
    )


def _columns(model: Model[Any]) -> str:
    return ", ".join(f'"{column.name}"' for column in model.table.c)
