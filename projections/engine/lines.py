"""The rows of read models, to be compared: as they are, and as lines that say in which they differ."""

from collections.abc import Generator, Sequence
from contextlib import closing
from itertools import islice, zip_longest
from typing import Any

import msgspec
import sqlalchemy as sa

from ledger.store.driver import ask_long, ask_some
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
    """The lines of one model."""
    for rows in some_of(connection, model):
        for row in rows:
            yield _encode((model.name, *row)) + b"\n"


def alike(one: sa.Connection, other: sa.Connection, model: Model[Any]) -> bool:
    """Whether a model has the same rows in two places: a tenth of the time that their lines take."""
    if not (recorded(one, model) or recorded(other, model)):
        return True
    # Whoever finds a difference reads no further, and a server's cursor is to be closed.
    with closing(some_of(one, model)) as mine, closing(some_of(other, model)) as theirs:
        return all(some == same for some, same in zip_longest(mine, theirs))


def some_of(connection: sa.Connection, model: Model[Any]) -> Generator[Sequence[Any]]:
    """Its rows in the key's order, some at a time: as many each time, but the last."""
    question = selected(model)
    if connection.dialect.name == "sqlite":
        yield from ask_some(connection, question, ROWS)
        return
    # The first come in one question, and most have no more: a server's cursor takes four.
    first = next(ask_some(connection, f"{question} LIMIT {ROWS}", ROWS), ())
    if first:
        yield first
    if len(first) == ROWS:
        rows = ask_long(connection, f"{question} OFFSET {ROWS}", ROWS)
        while some := list(islice(rows, ROWS)):
            yield some


_encode = msgspec.json.Encoder().encode
