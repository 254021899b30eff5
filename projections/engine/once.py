"""What several reports of one reading ask for is worked out once, and what nobody recorded is not asked for: a reading
sees one snapshot, in which nothing moves.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

import sqlalchemy as sa

from ledger.store.driver import run
from projections.engine.model import Model

P = ParamSpec("P")
T = TypeVar("T")

_TOLD: Final = "told"

READ: Final = "read"
"""The option of a connection that names the tables of read models it reads, where they are as they stand: it can be
looked which of them are empty.
"""


def once(
    figures: Callable[Concatenate[sa.Connection, P], Iterable[T]],
) -> Callable[Concatenate[sa.Connection, P], list[T]]:
    """These rows, worked out the first time that a reading's connection is asked for them; each time in a list of its
    own. Of any other connection, in which something may move, they are worked out every time.
    """

    @wraps(figures)
    def told(connection: sa.Connection, /, *asked: P.args, **named: P.kwargs) -> list[T]:
        known: dict[Any, list[T]] | None = connection.get_execution_options().get(_TOLD)
        if known is None:
            return list(figures(connection, *asked, **named))
        of = (figures, asked, tuple(named.items()))
        if of not in known:
            known[of] = list(figures(connection, *asked, **named))
        return known[of].copy()

    return told


def if_recorded(
    *models: Model[Any],
) -> Callable[
    [Callable[Concatenate[sa.Connection, P], Iterable[T]]],
    Callable[Concatenate[sa.Connection, P], list[T]],
]:
    """These rows where one of the read models has any: where none has, there are none."""

    def decorate(
        figures: Callable[Concatenate[sa.Connection, P], Iterable[T]],
    ) -> Callable[Concatenate[sa.Connection, P], list[T]]:
        @wraps(figures)
        def told(connection: sa.Connection, /, *asked: P.args, **named: P.kwargs) -> list[T]:
            return (
                list(figures(connection, *asked, **named)) if recorded(connection, *models) else []
            )

        return told

    return decorate


def recorded(connection: sa.Connection, *models: Model[Any]) -> bool:
    """Whether one of these read models may have a row: one look at all that a reading is of tells which have none."""
    return not {model.name for model in models}.issubset(_empty(connection))


@once
def _empty(connection: sa.Connection) -> Iterable[str]:
    names: Sequence[str] = connection.get_execution_options().get(READ, ())
    return {*names} - filled(connection, names)


def filled(connection: sa.Connection, names: Sequence[str]) -> set[str]:
    """Which of these tables have a row."""
    found = run(connection, _filled(tuple(names))).fetchone() if names else ()
    return {name for name, is_filled in zip(names, found, strict=True) if is_filled}


@cache
def _filled(names: tuple[str, ...]) -> str:
    looks = (f"EXISTS (SELECT 1 FROM {name})" for name in names)  # noqa: S608  models' names
    return f"SELECT {', '.join(looks)}"


def of_one_reading(connection: sa.Connection) -> sa.Connection:
    """The same connection, of which nothing is told yet: it sees one snapshot until it is given back."""
    return connection.execution_options(**{_TOLD: {}})
