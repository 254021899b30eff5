"""Counts of the tray while the table stays open: at the end of a day or a shift, or at any time (T1, A3)."""

from typing import Any

from ledger.events import table as e
from ledger.table import acts as table_acts
from ledger.table.chips import count
from ledger.table.draft import Draft, require_no_round, require_open
from ledger.table.reckoning import Reckoning
from ledger.table.state import Table
from ledger.values.errors import Refused
from ledger.values.signatures import require_different


def count_tray(draft: Draft, act: table_acts.Count) -> None:
    """Record a count of an open table's tray. After the cut-off it is closer of one day and opener of the next."""
    table = require_open(draft)
    require_no_round(draft, "a count of the tray")
    require_different("count", dealer=act.dealer, supervisor=act.supervisor)
    reckoning = draft.reckoning
    if reckoning is None:
        raise ValueError("a count is decided with its reckoning")
    ending = reckoning.ending
    if act.shift and (ending is None or ending.shift != act.shift):
        raise Refused(
            "not_at_shift_end",
            f"A count at that time stands for no end of a shift {act.shift}.",
            "Count at the end of the shift or soon after it; pit property show tells the shifts and the count window.",
            shift=act.shift,
            ends=ending.shift if ending else "",
        )
    counted: dict[str, Any] = {
        "tray": act.tray,
        "tray_cents": count(act.tray, "tray"),
        "dealer": act.dealer,
        "supervisor": act.supervisor,
        "expected_cents": _expected(table, act, reckoning),
    }
    stands: dict[str, Any] = {}
    if ending is not None:
        stands = {"shift": ending.shift, "stands_at": ending.at}
        stands["moved_cents"] = reckoning.moved_cents
    if ending is not None and ending.day:
        draft.record(e.TrayCounted, day=ending.day, figure="closer", **counted, **stands)
        counted["expected_cents"] = _expected(table, act, reckoning)
        draft.record(e.TrayCounted, figure="opener", **counted, **stands)
    else:
        draft.record(e.TrayCounted, **counted, **stands)


def _expected(table: Table, act: table_acts.Count, reckoning: Reckoning) -> int:
    """What the tray should have held at the count; on the tray alone nothing says so but the count itself."""
    if table.hands is False:
        return count(act.tray, "tray")
    return table.tray_cents - reckoning.after_cents
