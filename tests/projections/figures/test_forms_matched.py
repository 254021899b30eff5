"""Copies of forms that are not on record (F6): what each number is called."""

import pytest

from projections.figures.forms_matched import Original, Paper, match
from projections.models.forms import DuplicateRow, FormRow, SeriesRow


@pytest.mark.parametrize(
    ("serial", "status", "found"),
    [
        ("CVF-1000", "unknown", "unaccounted"),
        ("CVF-1001", "unused", "out_of_sequence"),
        ("CVF-1005", "unused", "out_of_sequence"),
        ("CVF-1006", "unknown", "unaccounted"),
        ("CVX-1001", "unknown", "unaccounted"),
    ],
)
def test_f6_a_stray_copy_is_of_a_form_not_used_yet_or_of_none(
    serial: str, status: str, found: str
) -> None:
    paper = Paper(
        series=[SeriesRow("CVF", first=1001, last=1005, next=1001)],
        forms=[],
        originals=[Original("2026-07-11", "MB-01", serial, 375, "")],
        duplicates=[],
        counted=[("2026-07-11", "MB-01")],
        entered=["2026-07-11"],
    )
    stray = {row.serial: (row.status, row.matches) for row in match(paper)}
    assert stray.pop(serial) == (status, (found,))
    assert set(stray.values()) <= {("unused", ("unaccounted",))}


@pytest.mark.parametrize(("originals", "duplicates"), [(1, 1), (2, 1), (1, 2)])
def test_f6_two_copies_of_one_kind_are_one_too_many(originals: int, duplicates: int) -> None:
    day, serial = "2026-07-11", "CVF-1001"
    form = FormRow(serial, "CVF", 1001, "forwarded", day, 0, 0, "B-2", "PC-1", "MB-01", 3, 375)
    form.dropped_at = form.forwarded_at = 1
    form.dropped_day = form.forwarded_day = day
    paper = Paper(
        series=[SeriesRow("CVF", first=1001, last=1005, next=1002)],
        forms=[form],
        originals=[Original(day, "MB-01", serial, 375, "MB-01")] * originals,
        duplicates=[DuplicateRow(serial, day, cents=375)] * duplicates,
        counted=[(day, "MB-01")],
        entered=[day],
    )
    (row,) = match(paper)
    assert row.matches == ("matched" if originals == duplicates else "found_twice",)
