"""What is read of a gaming day is the day's: of three days with the same in each, the one asked for is told."""

from collections.abc import Iterator
from typing import Any
from unittest.mock import Mock, call

import pytest
import sqlalchemy as sa

from ledger.events import table as e
from ledger.events.day import DropCounted
from ledger.events.feed import RecordRefused
from ledger.events.form import SeriesReceived
from ledger.events.link import AwardPaid, AwardWon, LinkInstalled, MeterRead, MeterTerms
from ledger.events.property import STREAM, PropertySettingsChanged
from projections.figures import win
from projections.reconcile import NEEDS, findings
from tests.projections.log import DAY, Story, folded
from tests.projections.models.test_table_win import SIGNED
from tests.projections.reconcile.test_carried import issues, receives, signs

BEFORE, AFTER = "2026-07-10", "2026-07-12"
DAYS = (BEFORE, DAY, AFTER)


def settles(story: Story, day: str, number: str, *lines: e.SettledLine) -> str:
    name = f"MB-01:{day}:{number}"
    hands: dict[str, Any] = {"player": ["2s", "3s"], "banker": ["4s", "4h"], "outcome": "banker"}
    hands |= {"player_points": 5, "banker_points": 8, "announce": ""}
    story.tell(e.RoundSettled, day=day, round=name, lines=list(lines), **hands)
    return name


def owes(story: Story, day: str, seat: int, cents: int, table: str = "MB-01") -> None:
    name = f"{table}:{day}:1"
    marks = [e.SeatCents(seat, cents, name)]
    story.tell(e.VigorishMarked, f"table:{table}", day=day, round=name, marks=marks)


def pays(story: Story, day: str, seat: int, cents: int, of: str) -> None:
    lines = [e.SeatCents(seat, cents, f"MB-01:{of}:1")]
    story.tell(e.VigorishCollected, day=day, lines=lines)


def plays(story: Story, day: str, nth: int) -> None:
    """A round with marks and a coupon kept, one that is not settled, one reversed, and one entered again."""
    marks = [
        e.SettledLine(seat, "banker", 500, "chips", "win", 1_000, 20 + nth, "12(c)")
        for seat in (3, 5)
    ]
    kept = e.SettledLine(4, "player", 700 + nth, "coupon", "lose", 0, 0, "12(c)")
    first = settles(story, day, "1", *marks, kept)
    for seat in (3, 5):
        owes(story, day, seat, 20 + nth)
    story.tell(e.DisputeRaised, day=day, round=first, claim=f"Of {day}.")
    line = e.WagerLine(3, "player", 500, "chips", "")
    story.tell(e.WagersPlaced, day=day, round=f"MB-01:{day}:2", wagers=[line])
    facts: dict[str, Any] = {"reason": "typed twice", "approved_by": "S-2", "settled_at": 1}
    for number in "34":
        name = settles(story, day, number)
        story.tell(e.RoundReversed, day=day, round=name, lines=[], **facts)
    settles(story, day, "4r")


def counts(story: Story, day: str, nth: int) -> None:
    """A drop that is put right, and the forms of a series that nobody counted."""
    drop: dict[str, Any] = {"table": "MB-02", "cash": {}, "cash_cents": 10}
    story.tell(DropCounted, f"day:{day}", day=day, **drop)
    about: dict[str, Any] = {"of_day": day, "original": "MB-02", "document": f"MC-{nth}"}
    about |= {"reason": "read wrongly", "approved_by": "S-2", "figure": "drop", "cents": 5}
    story.tell(e.CorrectionPosted, "table:MB-02", day=day, **about)
    for number in (3 * nth + 1, 3 * nth + 2):
        issues(story, day, number)
        receives(story, day, f"CVF-{number}")


def of_link(story: Story, day: str, nth: int) -> None:
    """An award paid with a cent too little, one that waits, and a sign that is behind."""
    for seat in (3, 4):
        won: dict[str, Any] = {"round": f"MB-01:{day}:1", "table": "MB-01", "seat": seat}
        won |= {"meter": "major", "cents": 500, "day": day}
        more: dict[str, Any] = {"level": "king_9", "share_bps": 10_000, "reseed_cents": 500}
        more |= {"reading": 5_000_000, "player": [], "banker": []}
        story.tell(AwardWon, "link:R9-1", **won, **more)
    story.tell(AwardPaid, "link:R9-1", **{**won, "seat": 3, "cents": 499}, place="cage")
    said: dict[str, Any] = {"meter": "major", "occasion": "close", "witness": "S-2"}
    story.tell(MeterRead, "link:R9-1", day=day, shown=4_980_000 - nth, ledger=5_000_000, **said)


@pytest.fixture(scope="module")
def days() -> Iterator[sa.Connection]:
    """Three days. MB-01 is opened on the first and never closed; MB-02 opens each day with other chips than it closed
    with; MB-03 is not opened on the second.
    """
    story = Story()
    terms: dict[str, Any] = {"rules": "ma-midi", "rules_version": 1, "rules_sha256": ""}
    terms |= {"wager_cents": 500, "meters": [MeterTerms("major", 500, 900)]}
    terms |= {"supervisor_above_cents": 0, "authorised_by": "A-1"}
    story.tell(LinkInstalled, "link:R9-1", day=BEFORE, link="R9-1", **terms)
    story.tell(SeriesReceived, "series:CVF", day=BEFORE, first=1, last=9)
    story.tell(PropertySettingsChanged, STREAM, opener_report_cents=98)
    opens(story, "MB-01", BEFORE, 10_000)
    for nth, day in enumerate(DAYS):
        plays(story, day, nth)
        of_link(story, day, nth)
        for table in ("MB-02", "MB-03") if day != DAY else ("MB-02",):
            opens(story, table, day, 500 + nth)
            closes(story, table, day, 600 + nth)
        counts(story, day, nth)
        refused: dict[str, Any] = {"line": 1, "code": "bets_closed", "message": "No.", "raw": ""}
        story.tell(RecordRefused, "feed:rater", day=day, **refused)
    owes(story, BEFORE, 7, 90, "MB-03")
    pays(story, DAY, 5, 20, BEFORE)
    pays(story, AFTER, 3, 20, BEFORE)
    pays(story, AFTER, 5, 21, DAY)
    pays(story, "2026-07-13", 5, 22, AFTER)
    signs(story, BEFORE, f"award_unpaid:MB-01:{BEFORE}:1:4:major")
    with folded(story.recorded, NEEDS) as connection:
        yield connection


def opens(story: Story, table: str, day: str, cents: int) -> None:
    facts: dict[str, Any] = {"pit": "P1", "opener": {1: cents}, "opener_cents": cents}
    story.tell(e.TableOpened, f"table:{table}", day=day, **facts, **SIGNED)


def closes(story: Story, table: str, day: str, cents: int) -> None:
    facts: dict[str, Any] = {"closer": {1: cents}, "closer_cents": cents}
    story.tell(e.TableClosed, f"table:{table}", day=day, **facts, **SIGNED)


def told(days: sa.Connection, day: str) -> list[str]:
    return [
        f"{each.id} {each.cents} {' '.join(map(str, each.events))} {each.since or ''}".strip()
        for each in findings(days, day)
    ]


OF_THE_DAY = f"""
tray_variance:MB-02 100 table:MB-02:4 table:MB-02:5
drop_variance:MB-02 15 day:{DAY}:1 table:MB-02:6
opener_unknown:MB-01 None
table_not_closed:MB-01 None
drop_not_counted:MB-01 None
round_unsettled:MB-01:{DAY}:2 None table:MB-01:16
round_not_entered_again:MB-01:{DAY}:3 None table:MB-01:18
vigorish_outstanding:MB-01 62 table:MB-01:3 table:MB-01:13 table:MB-01:14 {BEFORE}
vigorish_outstanding:MB-03 90 table:MB-03:5 {BEFORE}
opener_differs:MB-02:4 -99 table:MB-02:2 table:MB-02:4
form_missing_original:CVF-4 400 day:{DAY}:2 series:CVF:4
form_not_dropped:CVF-4 400 day:{DAY}:2 series:CVF:4
form_not_forwarded:CVF-4 400 day:{DAY}:2 series:CVF:4
form_missing_original:CVF-5 500 day:{DAY}:3 series:CVF:5
form_not_dropped:CVF-5 500 day:{DAY}:3 series:CVF:5
form_not_forwarded:CVF-5 500 day:{DAY}:3 series:CVF:5
forms_not_counted:CVF None
award_payment_differs:MB-01:{DAY}:1:3:major -1 link:R9-1:6 link:R9-1:8
award_unpaid:MB-01:{DAY}:1:4:major 500 link:R9-1:7
meter_reading_differs:R9-1:major:close -2 link:R9-1:9 {BEFORE}
coupons_kept:MB-01 701 table:MB-01:12
dispute_open:MB-01:{DAY}:1 None table:MB-01:15
record_refused::0 None feed:rater:2
award_unpaid:MB-01:{BEFORE}:1:4:major 500 link:R9-1:3 {BEFORE}
"""
"""Read by eye. At MB-01 the vigorish is two marks of 21 cents of the day and one of 20 of the day before it."""


def test_what_is_found_is_of_the_day_and_of_what_stood_open_before_it(
    days: sa.Connection,
) -> None:
    assert told(days, DAY) == OF_THE_DAY.strip().split("\n")


def test_a_variance_names_the_documents_of_the_day(days: sa.Connection) -> None:
    (found,) = [each for each in findings(days, DAY) if each.code == "drop_variance"]
    assert found.message.endswith("It is $0.15 over. Of it $0.05 over by correction MC-1.")


def test_an_opener_is_judged_by_the_settings_of_the_property(days: sa.Connection) -> None:
    (found,) = [each for each in findings(days, DAY) if each.code == "opener_differs"]
    assert found.message.endswith("Over $0.98 a signed report is due.")


def test_what_went_into_meters_and_what_they_hold_is_asked_of_the_day(
    days: sa.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Mock(return_value=[])
    monkeypatch.setattr("projections.figures.meter_differences.differences", asked)
    monkeypatch.setattr("projections.figures.must_hit.reached", asked)
    findings(days, DAY)
    assert asked.call_args_list == [call(days, DAY)] * 2


def test_books_that_have_been_read_are_not_read_again(days: sa.Connection) -> None:
    books = [each for each in win.win(days, DAY) if each.table == "MB-02"]
    found = {each.code for each in findings(days, DAY, books)}
    assert "tray_variance" in found
    assert "opener_unknown" not in found, "MB-01 is not in them"
