"""The tray's papers and what is to be looked at (A3)."""

from random import Random

import pytest

from ledger.events import table as e
from ledger.events.day import DropCounted
from ledger.events.feed import RecordRefused
from projections.figures import exceptions, inventory, slips
from projections.figures.slips import Slip, Unaccounted, check
from tests.projections.log import DAY, Story, folded

SIGNED = {"dealer": "d-1", "supervisor": "s-1"}
NEXT_DAY = "2026-07-12"


def slip(story: Story, text: str, *, credit: bool = False, day: str = DAY) -> Story:
    kind = e.ChipsCredited if credit else e.ChipsFilled
    return story.tell(kind, day=day, slip=text, chips={500: 2}, cents=1_000, **SIGNED)


def test_a3_counts_and_movements_keep_their_denominations_slips_and_signatures() -> None:
    story = Story()
    story.tell(e.TableOpened, pit="P1", opener={100: 5, 2_500: 4}, opener_cents=10_500, **SIGNED)
    story.tell(e.BoughtIn, seat=7, cents=20_000)
    slip(slip(story, "F-1"), "C-1", credit=True)
    story.tell(e.TableClosed, closer={}, closer_cents=0, **SIGNED)

    with folded(story.recorded, inventory.NEEDS) as connection:
        rows = inventory.movements(connection, DAY)
        assert inventory.movements(connection, DAY, "MB-02") == []

    assert [(r.kind, r.cents, r.chips, r.slip, r.seat) for r in rows] == [
        ("opener", 10_500, {2_500: 4, 100: 5}, None, None),
        ("buy_in", 20_000, None, None, 7),
        ("fill", 1_000, {500: 2}, "F-1", None),
        ("credit", 1_000, {500: 2}, "C-1", None),
        ("closer", 0, {}, None, None),
    ]
    assert [r.dealer for r in rows] == ["d-1", None, "d-1", "d-1", "d-1"]
    assert list(rows[0].chips or ()) == [2_500, 100]


def kinds(story: Story, day: str = DAY) -> list[tuple[str, str]]:
    with folded(story.recorded, exceptions.NEEDS) as connection:
        return [(row.kind, row.subject) for row in exceptions.exceptions(connection, day)]


def test_x25_fills_and_credits_are_series_of_their_own() -> None:
    story = slip(slip(slip(Story(), "1"), "2"), "3")
    slip(slip(story, "1", credit=True), "2", credit=True)

    assert kinds(story) == []


def test_x24_numbers_passed_over_are_named() -> None:
    story = slip(slip(slip(Story(), "F-0998"), "F-0999"), "F-1003")

    assert kinds(story) == [("slip_missing", "F-1000 to F-1002")]


def test_x24_a_number_used_later_is_accounted_for() -> None:
    story = slip(slip(slip(Story(), "1"), "3"), "2", day=NEXT_DAY)

    assert kinds(story) == []


def test_x24_a_gap_belongs_to_the_day_that_shows_it() -> None:
    story = slip(slip(Story(), "1"), "3", day=NEXT_DAY)

    assert (kinds(story, DAY), kinds(story, NEXT_DAY)) == ([], [("slip_missing", "2")])


@pytest.mark.parametrize(
    ("texts", "findings"),
    [
        (["F-7", "F-8", "G-2"], []),
        (["F-7", "F-7"], [("slip_used_again", "F-7")]),
        (["F-7", "f-9"], [("slip_missing", "f-8")]),
        (["F-7", "f 8", "f-7"], [("slip_used_again", "f-7")]),
        (["007", "010"], [("slip_missing", "008 to 009")]),
        (["9", "10", "12"], [("slip_missing", "11")]),
    ],
)
def test_slips_are_counted_within_their_series(
    texts: list[str], findings: list[tuple[str, str]]
) -> None:
    story = Story()
    for text in texts:
        slip(story, text)

    assert kinds(story) == findings


def test_a_slip_without_a_number_is_in_no_series() -> None:
    assert kinds(slip(slip(Story(), "lost"), "found")) == []


def test_findings_name_the_slip_that_shows_them() -> None:
    one, three = (Slip(("fill", "F"), n, DAY, f"F{n}", "MB-01") for n in (1, 3))

    assert check([three, one], DAY) == [Unaccounted("slip_missing", three, "F2", range(2, 3))]


def test_exceptions_are_voids_refused_records_and_recounts() -> None:
    story = Story()
    coupon = e.WagerLine(3, "banker", 900, "coupon", "K-1")
    wagers = [e.WagerLine(3, "banker", 2_000), coupon]
    story.tell(e.RoundVoided, round=f"MB-01:{DAY}:1", reason="misdeal", returned=wagers)
    refusal = {"line": 9, "code": "bets_closed", "message": "No more bets.", "raw": "{}"}
    story.tell(RecordRefused, "feed:rater", source="rater", seq=9, table="MB-01", **refusal)
    for replaces in (False, True):
        count = {"table": "MB-01", "cash": {}, "cash_cents": 700, "replaces": replaces}
        story.tell(DropCounted, f"day:{DAY}", **count)

    with folded(story.recorded, exceptions.NEEDS) as connection:
        rows = exceptions.exceptions(connection, DAY)

    assert {(r.kind, r.table, r.subject, r.code, r.cents) for r in rows} == {
        ("round_voided", "MB-01", f"MB-01:{DAY}:1", None, 2_000),
        ("record_refused", "MB-01", "rater:9", "bets_closed", None),
        ("drop_recounted", "MB-01", f"day:{DAY}", None, 700),
    }
    assert rows == sorted(rows, key=lambda row: row.table)
    assert all(row.at == "2026-07-11T20:00:00Z" and row.by == "c-1" for row in rows)


def test_a_number_longer_than_a_column_is_read_by_its_last_digits() -> None:
    long = "9" * 30

    assert kinds(slip(slip(Story(), f"{long}1"), f"{long}4")) == [
        ("slip_missing", f"{long}2 to {long}3")
    ]


@pytest.mark.parametrize("seed", range(20))
def test_law_the_slips_around_a_day_show_what_all_slips_show(seed: int) -> None:
    """Only some of the slips are read: what they show is what the whole series shows."""
    rnd = Random(seed)
    story, used = Story(), []
    for _ in range(40):
        number, day = rnd.randrange(1, 60), rnd.choice((DAY, NEXT_DAY, "2026-07-13"))
        credit = rnd.random() < 0.3
        slip(story, f"F-{number}", credit=credit, day=day)
        series = ("credit" if credit else "fill", "f-")
        used.append(Slip(series, number, day, f"F-{number}", "MB-01"))

    with folded(story.recorded, exceptions.NEEDS) as connection:
        for day in (DAY, NEXT_DAY, "2026-07-13", "2026-07-14"):
            assert slips.unaccounted(connection, day) == check(used, day)
