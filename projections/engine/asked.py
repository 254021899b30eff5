"""Rows of read models, asked for in SQL."""

from functools import cache
from typing import Any

import sqlalchemy as sa

from ledger.store.driver import Value, ask
from projections.engine.model import Model, R


def rows_of(
    connection: sa.Connection, model: Model[R], which: str = "", /, **values: Value
) -> list[R]:
    """Rows of a read model, by its key unless an order is said. which: what a question says behind the table's name."""
    return [model.row(*row) for row in ask(connection, _rows(model, which), **values)]


@cache
def _rows(model: Model[Any], which: str) -> str:
    names = [f'"{name}"' for name in model.row.__struct_fields__]
    order = "" if "ORDER BY" in which else f"ORDER BY {', '.join(names[: model.key])}"
    return f"SELECT {', '.join(names)} FROM {model.name} {which} {order}"  # noqa: S608  models' names
