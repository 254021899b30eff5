"""Statements in SQL, put to the driver over a connection of SQLAlchemy's and within its transaction.

One that is built of columns takes a process that asks it once ten times as long as the driver takes to answer it; and
each time SQLAlchemy works out its parameters, its cursor and its columns, which takes longer than most answers do.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Engine
from sqlalchemy.engine import result_tuple
from sqlalchemy.pool import PoolProxiedConnection

BY_ITSELF: Final = "pit_by_itself"
"""The option of a connection that does each statement by itself, in no transaction."""

Value = str | int | Sequence[str]

_NAMED: Final = re.compile(r"(?<!:):(\w+)")
"""A value's name; what stands behind two colons is a type's."""

_ONE: Final = {"sqlite": r":\1", "postgresql": r"%(\1)s"}
_SEVERAL: Final = {
    "sqlite": "SELECT value FROM json_each(:{})",
    "postgresql": "SELECT value FROM json_array_elements_text(CAST(%({})s AS json))",
}

_ROW: Final[dict[str, Callable[[Iterable[Any]], Any]]] = {}
"""What makes a row of an answer's values, by the statement: a driver takes long to say what they are called."""


def ask(connection: Connection, question: str, /, **values: Value) -> Sequence[Any]:
    """The rows that answer a question: in it `:name` stands for a value, and `(:name)` for any number of texts, behind
    IN or as a table of them, its column `value`. A table that is given another name has it behind AS, which who looks
    back goes by.
    """
    sql, given = _put(connection, question, values)
    # Somebody hears of each statement, or says it otherwise.
    if connection.dispatch.before_cursor_execute:
        return connection.exec_driver_sql(sql, given).all()
    cursor = run(connection, sql, given)
    row = _ROW.get(sql)
    if row is None:
        row = _ROW[sql] = result_tuple([column[0] for column in cursor.description])
    return list(map(row, cursor.fetchall()))


def ask_some(
    connection: Connection, question: str, /, many: int, **values: Value
) -> Iterator[Sequence[Sequence[Any]]]:
    """The same, so many rows at a time, without the names of their values."""
    sql, given = _put(connection, question, values)
    if connection.dispatch.before_cursor_execute:
        yield from connection.exec_driver_sql(sql, given).partitions(many)
        return
    cursor = run(connection, sql, given)
    while found := cursor.fetchmany(many):
        yield found


def value_of(connection: Connection, question: str, /, **values: Value) -> Any:
    """The one value that answers a question; None where there is none."""
    found = ask(connection, question, **values)
    return found[0][0] if found else None


def put(connection: Connection, statement: str, /, **values: Value) -> None:
    """Carry out a statement, written as a question is."""
    run(connection, *_put(connection, statement, values))


def run(connection: Connection, sql: str, given: Mapping[str, Any] | Sequence[Any] = ()) -> Any:
    """Carry out what is written as the driver takes it; its cursor."""
    return _over(connection, "execute", sql, given)


def run_each(connection: Connection, sql: str, rows: Sequence[Sequence[Any]]) -> None:
    """The same for each of these rows, on SQLite."""
    _over(connection, "executemany", sql, rows)


def as_json(value: object) -> str:
    """Many values as one parameter: PostgreSQL's driver takes ten times as long to write out an array."""
    return msgspec.json.encode(value).decode()


def let_go_if_lost(
    engine: Engine, pooled: Connection | PoolProxiedConnection, driver: Any, error: Exception
) -> None:
    """Have nobody go on with a connection that an error says is lost, nor with others that are idle."""
    if engine.dialect.is_disconnect(error, driver, None):  # type: ignore[arg-type]  # it looks at the class itself
        pooled.invalidate(error)
        engine.dispose()


def _over(connection: Connection, way: str, sql: str, given: Any) -> Any:
    if not (connection.in_transaction() or connection.get_execution_options().get(BY_ITSELF)):
        connection.begin()
    pooled = connection.connection
    try:
        return getattr(pooled.driver_connection, way)(sql, given)
    except Exception as error:
        let_go_if_lost(connection.engine, connection, pooled.driver_connection, error)
        raise


def _put(
    connection: Connection, statement: str, values: Mapping[str, Value]
) -> tuple[str, dict[str, Any]]:
    """A statement as the driver takes it, and its values."""
    several = {name: as_json(value) for name, value in values.items() if isinstance(value, list)}
    return written(statement, connection.dialect.name, tuple(several)), {**values, **several}


@cache
def written(statement: str, database: str, several: tuple[str, ...] = ()) -> str:
    """A statement as the driver takes it. several: the values in it that are any number of texts."""
    for name in several:
        statement = statement.replace(f":{name})", f"{_SEVERAL[database].format(name)})")
    return statement if database == "sqlite" else _NAMED.sub(_ONE[database], statement)
