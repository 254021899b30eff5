"""The rows of a gaming day as a read model has them: what several reports of one reading ask for."""

from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa

from projections.engine.asked import rows_of
from projections.engine.model import Model
from projections.engine.once import once, recorded

R = TypeVar("R", bound=msgspec.Struct)


def rows_of_day(
    connection: sa.Connection, model: Model[R], day: str, table: str | None = None
) -> list[R]:
    """The rows of a gaming day (ISO date), by their key; of one table where it is named. They are not to be changed."""
    found: list[R] = _rows(connection, model, day, table)
    return found


@once
def _rows(
    connection: sa.Connection, model: Model[Any], day: str, table: str | None
) -> Iterable[Any]:
    if not recorded(connection, model):
        return ()
    if table is None:
        return rows_of(connection, model, "WHERE day = :day", day=day)
    return rows_of(connection, model, 'WHERE day = :day AND "table" = :table', day=day, table=table)
