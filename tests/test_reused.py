"""A store on PostgreSQL that one test has after another begins for each as if it were new."""

from collections.abc import Sequence

import psycopg
import pytest

from tests.clerk import established
from tests.stores import Databases, Made

INSERTS = "INSERT INTO tracking VALUES ('fast', 1)"
PUT_ASIDE = (
    "ALTER TABLE events DISABLE TRIGGER events_are_kept;"
    " ALTER TABLE events ENABLE ALWAYS TRIGGER events_are_kept"
)
MANY = "INSERT INTO tracking SELECT 'n' || n, n FROM generate_series(1, 20000) AS n"


def does(url: str, *statements: str) -> list[tuple[object, ...]]:
    """What is in a store once these were done to it."""
    with psycopg.connect(url) as connection:
        for each in statements:
            connection.execute(each)
        found = connection.execute(
            "SELECT position, topic FROM events UNION ALL SELECT position, name FROM tracking ORDER BY 2"
        )
        return found.fetchall()


def tracked(url: str) -> None:
    """A read model is at the first event."""
    does(url, INSERTS)


@pytest.mark.parametrize("begun", [(), (tracked,), (established,), (established, tracked)])
@pytest.mark.parametrize(
    "deed",
    [
        INSERTS.replace("fast", "slow"),
        "UPDATE tracking SET position = 2",
        "DELETE FROM tracking",
        MANY,
        PUT_ASIDE,
    ],
)
def test_who_has_a_store_next_finds_nothing_of_who_had_it(
    postgres_stores: Databases, begun: Sequence[Made], deed: str
) -> None:
    with postgres_stores.copy(*begun) as url:
        before = does(url)
        does(url, deed)
    with postgres_stores.copy(*begun) as again:
        assert (again, does(again)) == (url, before)
    with postgres_stores.copy() as again:
        assert (again, does(again)) == (url, [])
