"""Originals and duplicates compared with what was recorded (F6)."""

import pytest

from ledger.events.day import DuplicateReceived, OriginalFound
from ledger.form import acts as form_acts
from ledger.values.errors import PitError
from tests.ledger.form.desk import BANKER_WINS, DAY, NEXT_DAY, ORIGINAL, Desk


def test_f6_nothing_is_missing_before_it_is_counted(desk: Desk) -> None:
    desk.owes().issues(1001)
    desk.hands_on(1001)
    assert desk.findings() == {"CVF-1001": None}
    desk.counts(OriginalFound("CVF-1001", 100))
    assert desk.findings() == {"CVF-1001": None}
    desk.receives(DuplicateReceived("CVF-1001", cents=100, table="MB-01", patron="r. ames"))
    assert desk.findings() == {"CVF-1001": "matched"}


DUPLICATE = DuplicateReceived("CVF-1001", cents=100, table="MB-01", day=DAY, patron="R. Ames")

VOID_1002 = DuplicateReceived("CVF-1002", void=True)


@pytest.mark.parametrize(
    ("originals", "duplicates", "found"),
    [
        ([ORIGINAL], [DUPLICATE, VOID_1002], {}),
        ([], [DUPLICATE, VOID_1002], {"CVF-1001": "missing_original"}),
        ([ORIGINAL], [VOID_1002], {"CVF-1001": "missing_duplicate"}),
        ([ORIGINAL], [DUPLICATE], {"CVF-1002": "missing_duplicate"}),
        (
            [OriginalFound("CVF-1001", 110)],
            [DUPLICATE, VOID_1002],
            {"CVF-1001": "amount_differs"},
        ),
        (
            [ORIGINAL],
            [DuplicateReceived("CVF-1001", cents=110), VOID_1002],
            {"CVF-1001": "amount_differs"},
        ),
        (
            [OriginalFound("CVF-1001", 100, "MB-02")],
            [DUPLICATE, VOID_1002],
            {"CVF-1001": "table_differs"},
        ),
        (
            [ORIGINAL],
            [DuplicateReceived("CVF-1001", cents=100, day="2026-07-10"), VOID_1002],
            {"CVF-1001": "day_differs"},
        ),
        (
            [ORIGINAL],
            [DuplicateReceived("CVF-1001", cents=100, patron="R. Amos"), VOID_1002],
            {"CVF-1001": "patron_differs"},
        ),
        (
            [ORIGINAL, OriginalFound("CVF-1002", 100)],
            [DUPLICATE, VOID_1002],
            {"CVF-1002": "void_differs"},
        ),
        (
            [ORIGINAL, OriginalFound("CVF-1004", 100)],
            [DUPLICATE, VOID_1002],
            {"CVF-1003": "unaccounted", "CVF-1004": "out_of_sequence"},
        ),
        (
            [ORIGINAL, OriginalFound("CVX-7", 100)],
            [DUPLICATE, VOID_1002],
            {"CVX-7": "unaccounted"},
        ),
        (
            [],
            [DuplicateReceived("CVF-1001", cents=110, table="MB-02"), VOID_1002],
            {"CVF-1001": "missing_original, amount_differs, table_differs"},
        ),
    ],
)
def test_f6_originals_and_duplicates_are_compared(
    desk: Desk,
    originals: list[OriginalFound],
    duplicates: list[DuplicateReceived],
    found: dict[str, str],
) -> None:
    desk.owes().issues(1001)
    desk.says(form_acts.VoidForm, number=1002, reason="torn", pit_boss="B-2", clerk="PC-1")
    desk.hands_on(1001)
    desk.counts(*originals)
    desk.receives(*duplicates)
    assert desk.findings() == {"CVF-1001": "matched", "CVF-1002": "matched"} | found
    missing = {serial for series in desk.read("series") for serial in series.missing}
    assert missing == {serial for serial in found if serial.startswith("CVF")}


def test_f6_an_original_found_on_another_day_shows_on_both(desk: Desk) -> None:
    desk.owes().issues(1001)
    desk.hands_on(1001)
    desk.clerk.plays(*BANKER_WINS, (3, "banker", 2_000), at="2026-07-12T07:00:00-04:00")
    desk.counts()
    desk.receives(DUPLICATE)
    assert desk.findings() == {"CVF-1001": "missing_original"}
    desk.counts(ORIGINAL, day="2026-07-12")
    for day in (DAY, "2026-07-12"):
        assert desk.findings(day) == {"CVF-1001": "day_differs"}


def test_f6_a_recount_and_a_second_entry_replace_the_first(desk: Desk) -> None:
    desk.owes().issues(1001)
    desk.hands_on(1001)
    desk.counts(OriginalFound("CVF-1001", 999), OriginalFound("CVF-1005", 1))
    desk.receives(DuplicateReceived("CVF-1001", cents=1))
    with pytest.raises(PitError, match="entered already"):
        desk.receives(DUPLICATE)
    desk.counts(ORIGINAL, recount=True)
    desk.receives(DUPLICATE, replaces=True)
    assert desk.findings() == {"CVF-1001": "matched"}


def test_f6_a_duplicate_entered_under_a_wrong_number_is_taken_back(desk: Desk) -> None:
    desk.owes().issues(1001)
    desk.hands_on(1001)
    desk.counts(ORIGINAL)
    desk.receives(DuplicateReceived("CVF-1004", cents=100))
    assert desk.findings()["CVF-1004"] == "out_of_sequence"
    desk.takes_back("CVF-1004")
    with pytest.raises(PitError, match="No duplicate of CVF-1004 is entered"):
        desk.takes_back("CVF-1004")
    desk.receives(DUPLICATE)
    assert desk.findings() == {"CVF-1001": "matched"}


def test_f4_what_nobody_recorded_of_a_form_is_found_once_its_copies_are_counted(
    desk: Desk,
) -> None:
    desk.owes().issues(1001)
    desk.counts(ORIGINAL)
    assert desk.findings() == {"CVF-1001": "not_dropped"}
    desk.receives(DUPLICATE)
    assert desk.findings() == {"CVF-1001": "not_dropped, not_forwarded"}
    desk.hands_on(1001, at=NEXT_DAY)
    assert desk.findings() == {"CVF-1001": "dropped_late, forwarded_late"}
