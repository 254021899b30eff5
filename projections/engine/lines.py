"""The rows of read models as lines that are compared."""

from collections.abc import Generator
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
    query = sa.select(*model.columns).order_by(*model.table.primary_key)
    with connection.execution_options(yield_per=ROWS).execute(query) as found:
        for row in found:
            yield encode((model.name, *row)) + b"\n"
