"""The rows of a gaming day as a read model has them: what several reports of one reading ask for."""

from collections.abc import Iterable
from functools import cache
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa

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
    query, asked = _of_day(model), {"day": day}
    if table is not None:
        query, asked = _of_table(model), {"day": day, "table": table}
    return [model.row(*row) for row in connection.execute(query, asked).all()]


# As text: to build such a statement of columns takes longer than its answer.
@cache
def _of_day(model: Model[Any]) -> sa.TextClause:
    return _select(model, "day = :day")


@cache
def _of_table(model: Model[Any]) -> sa.TextClause:
    return _select(model, 'day = :day AND "table" = :table')


def _select(model: Model[Any], which: str) -> sa.TextClause:
    names = [f'"{name}"' for name in model.row.__struct_fields__]
    key = ", ".join(names[: model.key])
    return sa.text(f"SELECT {', '.join(names)} FROM {model.name} WHERE {which} ORDER BY {key}")  # noqa: S608  models' names
