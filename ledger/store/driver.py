"""Statements in SQL, put to the driver over a connection of SQLAlchemy's and within its transaction.

One that is built of columns takes a process that asks it once ten times as long as the driver takes to answer it; and
each time SQLAlchemy works out its parameters, its cursor and its columns, which takes longer than most answers do.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import count
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import Connection, Engine
from sqlalchemy.engine import result_tuple
from sqlalchemy.pool import PoolProxiedConnection

from ledger.store.errors import IN_USE

T = TypeVar("T")

BY_ITSELF: Final = "pit_by_itself"
"""The option of a connection that does each statement by itself, in no transaction."""

SAID: Final = "pit_said"
"""The option of a connection of what hears each question as its driver takes it, and says how it is put instead."""

Value = str | int | bytes | None | Sequence[str]

_NAMED: Final = re.compile(r"(?<!:):(\w+)")
"""A value's name; what stands behind two colons is a type's."""

_ONE: Final = {"sqlite": r":\1", "postgresql": r"%(\1)s"}
_SEVERAL: Final = {
    "sqlite": "SELECT value FROM json_each(:{})",
    "postgresql": "SELECT value FROM json_array_elements_text(CAST(%({})s AS json))",
}

_ROW: Final[dict[str, Callable[[Iterable[Any]], Any]]] = {}
"""What makes a row of an answer's values, by the question: a driver takes long to say what they are called."""

_NUMBERS: Final = count()
"""Of the cursors of servers: several can be open in one transaction."""


def ask(connection: Connection, question: str, /, **values: Value) -> Sequence[Any]:
    """The rows that answer a question: in it `:name` stands for a value, and `(:name)` for any number of texts, behind
    IN or as a table of them, its column `value`. A table that is given another name has it behind AS, which who looks
    back goes by.
    """
    cursor = run(connection, *_put(connection, question, values))
    row = _ROW.get(question)
    if row is None:
        row = _ROW[question] = result_tuple([column[0] for column in cursor.description])
    return list(map(row, cursor.fetchall()))


def ask_some(
    connection: Connection, question: str, many: int, /, **values: Value
) -> Iterator[Sequence[Any]]:
    """The same, so many rows at a time, without the names of their values."""
    cursor = run(connection, *_put(connection, question, values))
    while found := cursor.fetchmany(many):
        yield found


def ask_long(connection: Connection, question: str, many: int, /, **values: Value) -> Iterator[Any]:
    """One row after the other of what may be as long as the log, likewise: so many are fetched at a time, and a server
    keeps the others.
    """
    sql, given = _put(connection, question, values)
    if connection.dialect.name == "sqlite":
        cursor = run(connection, sql, given)
        while found := cursor.fetchmany(many):
            yield from found
        return
    held = _over(connection, lambda driver: driver.cursor(f"pit_{next(_NUMBERS)}"))
    with held:
        _over(connection, lambda _: held.execute(sql, given))
        while found := _over(connection, lambda _: held.fetchmany(many)):
            yield from found


def value_of(connection: Connection, question: str, /, **values: Value) -> Any:
    """The one value that answers a question; None where there is none."""
    found = run(connection, *_put(connection, question, values)).fetchone()
    return found[0] if found else None


def put(connection: Connection, statement: str, /, **values: Value) -> None:
    """Carry out a statement, written as a question is."""
    run(connection, *_put(connection, statement, values))


def put_each(
    connection: Connection, statement: str, rows: Sequence[Mapping[str, str | int | bytes | None]]
) -> None:
    """Carry it out for each of these rows, its values by their names."""
    run_each(connection, written(statement, connection.dialect.name), rows)


def run(connection: Connection, sql: str, given: Mapping[str, Any] | Sequence[Any] = ()) -> Any:
    """Carry out what is written as the driver takes it; its cursor."""
    return _over(connection, lambda driver: driver.execute(sql, given))


def run_each(connection: Connection, sql: str, rows: Sequence[Any]) -> None:
    """The same for each of these rows."""
    _over(connection, lambda driver: driver.cursor().executemany(sql, rows))


def as_json(value: object) -> str:
    """Many values as one parameter: PostgreSQL's driver takes ten times as long to write out an array."""
    return msgspec.json.encode(value).decode()


def let_go_if_lost(
    engine: Engine, pooled: Connection | PoolProxiedConnection, driver: Any, error: Exception
) -> None:
    """Have nobody go on with a connection that an error says is lost, nor with others that are idle."""
    if engine.dialect.is_disconnect(error, driver, None):  # type: ignore[arg-type]  # it looks at the class itself
        vars(error)[IN_USE] = True
        pooled.invalidate(error)
        engine.dispose()


def _over(connection: Connection, carry_out: Callable[[Any], T]) -> T:
    """What a driver's connection comes to, within the transaction."""
    options = connection.get_execution_options()
    if not (connection.in_transaction() or options.get(BY_ITSELF)):
        connection.begin()
    pooled = connection.connection
    try:
        return carry_out(pooled.driver_connection)
    except Exception as error:
        let_go_if_lost(connection.engine, connection, pooled.driver_connection, error)
        raise


def _put(
    connection: Connection, statement: str, values: Mapping[str, Value]
) -> tuple[str, dict[str, Any]]:
    """A statement as the driver takes it, and its values."""
    several = {name: as_json(value) for name, value in values.items() if isinstance(value, list)}
    sql = written(statement, connection.dialect.name, tuple(several))
    said: Callable[[str], str] | None = connection.get_execution_options().get(SAID)
    return sql if said is None else said(sql), {**values, **several}


@cache
def written(statement: str, database: str, several: tuple[str, ...] = ()) -> str:
    """A statement as the driver takes it. several: the values in it that are any number of texts."""
    for name in several:
        statement = statement.replace(f":{name})", f"{_SEVERAL[database].format(name)})")
    return statement if database == "sqlite" else _NAMED.sub(_ONE[database], statement)
