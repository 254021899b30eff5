"""How many of what, in words."""

import pytest

from ledger.values.numbers import counted


@pytest.mark.parametrize(
    ("count", "told"), [(0, "0 events"), (1, "1 event"), (2, "2 events"), (1_234, "1,234 events")]
)
def test_one_is_one(count: int, told: str) -> None:
    assert counted(count, "event") == told
