"""Questions to the store in SQL, put to the driver as they are written.

One that is built of columns takes a process that asks it once ten times as long as the driver takes to answer it.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import sqlalchemy as sa

from projections.engine.model import Model, R, as_json

Value = str | int | Sequence[str]

_NAMED: Final = re.compile(r":(\w+)")

_ONE: Final = {"sqlite": r":\1", "postgresql": r"%(\1)s"}
_SEVERAL: Final = {
    "sqlite": "SELECT value FROM json_each(:{})",
    "postgresql": "SELECT json_array_elements_text(CAST(%({})s AS json))",
}


def ask(connection: sa.Connection, question: str, /, **values: Value) -> Sequence[Any]:
    """The rows that answer a question: in it `:name` stands for a value, and `(:name)` behind IN for any number of
    texts. A table that is given another name has it behind AS, which who looks back goes by.
    """
    several = {name: as_json(value) for name, value in values.items() if isinstance(value, list)}
    sql = _put(question, connection.dialect.name, tuple(several))
    found: Sequence[Any] = connection.exec_driver_sql(sql, values | several).all()
    return found


def value_of(connection: sa.Connection, question: str, /, **values: Value) -> Any:
    """The one value that answers a question; None where there is none."""
    found = ask(connection, question, **values)
    return found[0][0] if found else None


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


@cache
def _put(question: str, database: str, several: tuple[str, ...]) -> str:
    for name in several:
        question = question.replace(f":{name})", f"{_SEVERAL[database].format(name)})")
    return question if database == "sqlite" else _NAMED.sub(_ONE[database], question)
