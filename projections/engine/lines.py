"""The rows of read models as lines that are compared."""

from collections.abc import Generator
from functools import cache
from typing import Any

import msgspec
import sqlalchemy as sa

from projections.engine.engine import ROWS, reading
from projections.engine.model import Model, Projection


def lines(engine: sa.Engine, projection: Projection) -> Generator[bytes]:
    """All rows of a projection, in one form on every database: a line of JSON each, with the model's
    name and the row's values, in the key's order. Equal books give equal lines.
    """
    with reading(engine, (projection,)) as connection:
        for model in projection.models:
            yield from lines_of(connection, model)


def lines_of(connection: sa.Connection, model: Model[Any]) -> Generator[bytes]:
    """The lines of one model."""
    encode = msgspec.json.Encoder().encode
    with connection.execution_options(yield_per=ROWS).execute(_rows(model)) as found:
        for row in found:
            yield encode((model.name, *row)) + b"\n"


@cache
def _rows(model: Model[Any]) -> sa.Select[Any]:
    return sa.select(*model.columns).order_by(*model.table.primary_key)
