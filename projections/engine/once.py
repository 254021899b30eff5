"""What several reports of one reading ask for is worked out once: it sees one snapshot, in which nothing moves."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

import sqlalchemy as sa

P = ParamSpec("P")
T = TypeVar("T")

_TOLD: Final = "told"


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


def of_one_reading(connection: sa.Connection) -> sa.Connection:
    """The same connection, of which nothing is told yet: it sees one snapshot until it is given back."""
    return connection.execution_options(**{_TOLD: {}})
