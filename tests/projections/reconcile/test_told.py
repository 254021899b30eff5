"""Each kind of finding as it is told, whole: subject, table, amount, sentence and the events it rests on.

`told.txt` was read by eye, line by line; GOLDEN=write makes it anew.
"""

import os
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ledger.events.finding import EventPlace, Finding
from ledger.events.property import Settings
from projections.figures.forms_in_hand import InHand
from projections.figures.forms_matched import Match
from projections.figures.must_hit import Reached
from projections.figures.performance import Flagged
from projections.figures.slips import Unaccounted
from projections.figures.win import Win
from projections.models.evidence import About, EvidenceRow
from projections.models.rounds import RoundRow
from projections.reconcile.day import Carried, Day, Mark
from tests.projections.log import DAY
from tests.projections.reconcile.figures import (
    CASES,
    SLIP,
    award,
    books,
    box,
    corrected,
    difference,
    exception,
    flagged,
    form,
    looked_at,
    reading,
    tray,
)

GOLDEN = Path(__file__).with_name("told.txt")
BEFORE = "2026-07-09"

SPOKEN = {"MB-01": 20, "MB-02": 30, "CVF-1": 40, "MB-01:1": 50}
"""What events speak of, of each kind of thing and of two of everything: the version of the first."""

BESIDE: dict[str, Any] = {
    "evidence": [
        EvidenceRow(subject, about, f"of:{about}", first + nth, DAY, figure)
        for subject, first in SPOKEN.items()
        for nth, about in enumerate(About)
        for figure in (["closer", "drop", "win"] if about is About.CORRECTION else [""])
    ],
    "inventory": [
        tray(1, "opener", 100_000),
        tray(2, "opener", 100_000, table="MB-02", stream="table:MB-02"),
        tray(3, "buy_in", 20_000),
        tray(4, "fill", 500, slip="F-19"),
        tray(5, "credit", 500, slip="F-19"),
        tray(6, "fill", 700, slip="F-19"),
        tray(9, "closer", 78_100),
    ],
}
"""What is on record of the day and makes no finding, so that a finding has something to rest on, and to pass over."""


def shown(exact: int, **facts: Any) -> dict[str, Any]:
    return {"readings": [replace(reading(exact), **facts)]}


def marked(table: str, version: int, day: str, cents: int | None) -> Mark:
    return Mark(table, EventPlace(f"table:{table}", version), day, cents)


NOTHING = dict.fromkeys(
    ("theory", "win", "hold_bps", "base_hold_bps", "deviations", "standard_deviation"), 0
)

MORE: dict[str, dict[str, Any]] = {
    "a variance, of which some comes of corrections": {
        "tables": [books(tray_variance=-700), books(table="MB-02", drop_variance=100)],
        "corrections": [corrected("hand_result", 300), corrected("drop", 40, table="MB-02")],
    },
    "one that corrections bring about, by two documents": {
        "tables": [books(tray_variance=100)],
        "corrections": [corrected("closer", 60), corrected("closer", 40, "MC-2")],
    },
    "a sign that is less than a cent ahead": shown(9_999),
    "a sign a cent ahead, on the second day": shown(10_000, days=2, since=BEFORE),
    "a sign behind, on the third day": shown(-30_000, days=3, since=BEFORE, occasion="open"),
    "a sign of which nobody knows since when": shown(1, since=""),
    "a must-hit meter reached twice": {
        "reached": [Reached("R9-1", "BB-01:1", "BB-01", 5, 7), Reached("R9-2", "B:2", "B", 6, 8)]
    },
    "two links whose meters nobody read": {"unread": {"R9-1": ["major"], "R9-2": ["k9"]}},
    "an award paid and taken back": {
        "award_differences": [
            replace(award("paid", finding="award_payment_differs", settled=497), settled_version=5),
            replace(
                award("paid", finding="award_differs", due=501),
                seat=4,
                settled_version=6,
                reversed_version=7,
            ),
        ]
    },
    "contributions with more than one event": {
        "differences": [replace(difference("contributions_differ"), table_versions=(7, 8))]
    },
    "marks of a table that stood still": {
        "marks": [marked("MB-02", 4, BEFORE, 100), marked("MB-02", 5, DAY, 1)]
    },
    "marks of which one cannot be known": {
        "marks": [marked("MB-02", 4, BEFORE, None), marked("MB-02", 5, "", 25)]
    },
    "vigorish of an earlier day at a table that played": {
        "tables": [books(vig_outstanding=1)],
        "marks": [marked("MB-01", 4, BEFORE, 1), marked("MB-01", 5, DAY, 0)],
    },
    "what is owed back at two tables": {
        "marks": [
            marked("MB-02", 4, DAY, -100),
            marked("MB-01", 5, DAY, -1),
            marked("MB-02", 6, DAY, -25),
        ]
    },
    "openers that are reported": {
        "settings": Settings(opener_report_cents=2_500, opener_copy_cents=10_000),
        "closers_before": [
            tray(3, "closer", 50_000, table=f"T-{n}", chips="a", day=BEFORE) for n in range(4)
        ],
        "inventory": [
            tray(4, "opener", 50_000 - off, table=f"T-{n}", chips="b")
            for n, off in enumerate((2_500, 2_501, -9_999, 10_000))
        ],
    },
    "boxes counted twice": {
        "boxes": [
            box(machine={10_000: 1_200}, hand={10_000: 0, 500: 24_000}),
            box(box="B", machine={10_000: 1, 2_000: 0}, hand={10_000: 1}),
            box(box="C", machine={10_000: 1}),
            box(box="D", hand={10_000: 1}),
        ]
    },
    "only an emergency box": {
        "tables": [books(drop=None), books(table="MB-02")],
        "boxes": [
            box(kind="emergency"),
            box(kind="emergency", table="MB-02", box="1"),
            box(table="MB-02", box="2"),
        ],
    },
    "an opener after another closer": {
        "closers_before": [tray(8, "closer", 500, chips="a", day=BEFORE)],
        "inventory": [tray(1, "opener", 700, chips="b"), tray(2, "closer", 700, chips="b")],
    },
    "a round with its events": {
        "rounds": [RoundRow("MB-02:1", DAY, "MB-02", 1, first_version=7, last_version=12)]
    },
    "a record refused at no table": {
        "exceptions": [exception("record_refused", table="", subject="rater:2", code="")]
    },
    "a cent of a variance by a correction": {
        "tables": [books(tray_variance=-700)],
        "corrections": [corrected("hand_result", -1)],
    },
    "a table opened again after it closed": {
        "inventory": [tray(1, "closer", 700, chips="a"), tray(2, "opener", 600, chips="b")],
    },
    "a form that agrees, and one without its original": {
        "forms": [form(Match.MATCHED), replace(form(Match.MISSING_ORIGINAL), serial="CVF-2")]
    },
    "forms that are not in hand, and forms that should not be": {
        "in_hand": [InHand("CVF", 7, "CVF-9"), InHand("NEV", 8, "", "NEV-2")]
    },
    "a number used three times, and one passed over": {
        "slips": [
            *[Unaccounted("slip_used_again", SLIP, "F-19")] * 2,
            Unaccounted("slip_missing", SLIP, "F-17"),
        ]
    },
    "a round that was reversed, and how": {
        "rounds": [RoundRow("MB-01:1", DAY, "MB-01", 1, "reversed", reason="typed twice")],
        "exceptions": [
            exception("round_reversed", subject="MB-01:1"),
            replace(exception("round_late", subject="MB-01:1"), version=5),
        ],
    },
    "a table whose figures are zero": {
        "outside_band": [zero := Flagged(replace(flagged().of, **NOTHING), Fraction(2))],
        "off_base": [zero],
    },
    "what was carried over": {
        "carried": [Carried("slip_missing", "fill:F-2", BEFORE, "MB-01", None, "Fill F-2.")]
    },
}


def told(name: str, rows: dict[str, Any]) -> str:
    lines = [name]
    for each in looked_at(**{**BESIDE, **rows}):
        assert each.gaming_day == DAY
        lines += [
            f"  {each.id}, table {each.table}, {each.cents} cents, since {each.since}",
            f"    {each.message}",
            f"    {' '.join(f'{place.stream}.{place.version}' for place in each.events)}".rstrip(),
        ]
    return "\n".join(lines)


def test_every_finding_is_told_as_it_was_read_by_eye() -> None:
    cases = {**{code: rows for code, (rows, _, _) in CASES.items()}, **MORE}
    text = "\n".join(told(*each) for each in cases.items()) + "\n"
    if os.environ.get("GOLDEN") == "write":
        GOLDEN.write_text(text, encoding="utf-8")
    assert GOLDEN.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("moved", ["rounds", "voids", "fills", "credits", "buy_ins"])
def test_a_table_at_which_anything_moved_was_open_and_is_to_be_counted(moved: str) -> None:
    """A3: nobody counted it, and nobody said that it stood open."""
    nothing = dict.fromkeys(("rounds", "voids", "fills", "credits"), 0)
    uncounted = dict.fromkeys(("opener", "closer", "drop", "buy_ins"))
    facts = {**nothing, **uncounted, "tray_variance": None, "drop_variance": None, moved: 1}
    assert codes(books(**facts)) == ["opener_unknown", "table_not_closed", "drop_not_counted"]


@pytest.mark.parametrize("counted", ["opener", "closer"])
def test_a_table_of_which_anything_was_counted_was_open(counted: str) -> None:
    unmoved = {**dict.fromkeys(("rounds", "voids", "fills", "credits"), 0), "buy_ins": None}
    facts = {**unmoved, "opener": None, "closer": None, "drop": None, counted: 0}
    assert len(codes(books(**facts))) == 2


def test_a_table_that_is_said_to_have_stood_open_is_to_be_counted() -> None:
    nothing = dict.fromkeys(("rounds", "voids", "fills", "credits"), 0)
    uncounted = dict.fromkeys(("opener", "closer", "drop", "buy_ins"))
    assert codes(books(**nothing, **uncounted)) == []
    assert len(codes(books(**nothing, **uncounted), stood_open={"MB-01"})) == 3


def codes(*tables: Win, **facts: Any) -> list[str]:
    found: list[Finding] = looked_at(tables=tables, **facts)
    return [each.code for each in found]


def test_a_finding_that_is_made_twice_is_told_once_as_it_was_made_first() -> None:
    carried = Carried("tray_variance", "MB-01", BEFORE, "MB-01", 7)
    (only,) = looked_at(tables=[books(tray_variance=1)], carried=[carried])
    assert only.cents == 1


def test_every_field_of_a_day_is_looked_at() -> None:
    """What no case above has would be looked at by nobody here."""
    cases = [*(rows for rows, _, _ in CASES.values()), *MORE.values(), BESIDE]
    looked = {"day", "stood_open"}.union(*cases)
    assert set(Day.__struct_fields__) == looked
