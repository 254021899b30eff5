"""The rows of read models as lines that are compared."""

from collections.abc import Generator, Sequence
from functools import cache
from typing import Any

import msgspec
import sqlalchemy as sa

from ledger.store.driver import ask
from projections.engine.asked import selected
from projections.engine.engine import ROWS
from projections.engine.model import Model, Projection
from projections.engine.once import recorded


def lines(connection: sa.Connection, projection: Projection) -> Generator[bytes]:
    """All rows of a projection, in one form on every database: a line of JSON each, with the model's
    name and the row's values, in the key's order. Equal books give equal lines.
    """
    for model in projection.models:
        if recorded(connection, model):
            yield from lines_of(connection, model)


def lines_of(connection: sa.Connection, model: Model[Any]) -> Generator[bytes]:
    """The lines of one model. The first come in one question, and most have no more: a server's cursor takes four."""
    found = ask(connection, f"{selected(model)} LIMIT :many", many=ROWS)
    for row in found:
        yield _line(model, row)
    if len(found) < ROWS:
        return
    with connection.execute(_others(model)) as rest:
        for row in rest:
            yield _line(model, row)


def _line(model: Model[Any], row: Sequence[Any]) -> bytes:
    return _encode((model.name, *row)) + b"\n"


_encode = msgspec.json.Encoder().encode


@cache
def _others(model: Model[Any]) -> sa.Select[Any]:
    """All rows but the first."""
    rows = sa.select(*model.columns).order_by(*model.table.primary_key)
    return rows.offset(ROWS).execution_options(yield_per=ROWS)
