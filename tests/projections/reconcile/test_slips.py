"""Numbers of slips that are not accounted for (A3): the pass over rows alone."""

from types import SimpleNamespace
from typing import Any

from ledger.events.finding import EventPlace
from projections.reconcile.slips import of_numbers

DAY = "2026-07-11"


def test_a3_a_number_is_found_with_all_uses_of_the_slip_however_it_is_spelled() -> None:
    at_table, at_cage, passed = (EventPlace("table:MB-01", n) for n in (3, 5, 7))
    row: Any = SimpleNamespace(kind="fill", slip="f-19", stream="table:MB-01", version=3)
    slip: Any = SimpleNamespace(kind="fill", slip="F-19", places=[at_cage])
    nameless: Any = SimpleNamespace(kind="fill", slip=None, places=[EventPlace("table:MB-01", 9)])
    number: Any = SimpleNamespace(
        kind="slip_missing",
        subject="F-18",
        events=[passed],
        slip=SimpleNamespace(series=("fill", "F"), table="MB-01", text="F-19"),
    )
    (found,) = of_numbers([number], [row], [nameless, slip], DAY)
    assert (found.id, found.events) == ("slip_missing:fill:F-18", [at_table, at_cage, passed])
