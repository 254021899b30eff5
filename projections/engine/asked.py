"""Rows of read models, asked for in SQL."""

from functools import cache
from itertools import chain, starmap
from typing import Any, Final

import sqlalchemy as sa

from ledger.store.driver import Value, ask_some
from projections.engine.model import Model, R

AT_A_TIME: Final = 10_000
"""Rows that are fetched at once."""


def rows_of(
    connection: sa.Connection, model: Model[R], which: str = "", /, **values: Value
) -> list[R]:
    """Rows of a read model, by its key unless an order is said. which: what a question says behind the table's name."""
    found = ask_some(connection, selected(model, which), AT_A_TIME, **values)
    return [*starmap(model.row, chain.from_iterable(found))]


@cache
def selected(model: Model[Any], which: str = "", columns: tuple[str, ...] = ()) -> str:
    """The question for rows of a read model, likewise. columns: what of each; all of it unless named."""
    names, key = (
        ", ".join(f'"{name}"' for name in some)
        for some in (
            columns or model.row.__struct_fields__,
            model.row.__struct_fields__[: model.key],
        )
    )
    order = "" if "ORDER BY" in which else f"ORDER BY {key}"
    return f"SELECT {names} FROM {model.name} {which} {order}"  # noqa: S608  models' names
