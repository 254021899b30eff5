"""What comes near to a name that nothing has: what looks like it first, then the nearest, in order of name."""

import pytest

from projections.queries.near import meant

TABLES = [f"MB-{number:02}" for number in range(6, 0, -1)]


@pytest.mark.parametrize(
    ("asked", "names", "told"),
    [
        ("MB-0l", TABLES, "MB-01, MB-02 or MB-03"),
        ("mb-os", TABLES, "MB-05, MB-01 or MB-02"),
        ("MB-09", TABLES, "MB-01, MB-02 or MB-03"),
        ("shwo", ["show", "shoe"], "shoe or show"),
        ("MB-O1", ["MB-0l", "MB-01", "EZ-01"], "MB-01, MB-0l or EZ-01"),
    ],
)
def test_what_looks_like_it_comes_first_then_the_nearest_in_order(
    asked: str, names: list[str], told: str
) -> None:
    assert meant(asked, names) == f"Did you mean {told}?"


def test_what_is_nothing_like_it_is_not_meant() -> None:
    assert meant("EZ-77", TABLES) == meant("", TABLES) == meant("MB-01", []) == ""
