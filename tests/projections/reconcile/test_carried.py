"""What was signed as open and stands open still: awards, forms and slips, each with its day and events."""

from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from ledger.events import form as form_events
from ledger.events import link as link_events
from ledger.events import table as e
from ledger.events.day import (
    Acknowledgement,
    DayClosed,
    DropCounted,
    DuplicateReceived,
    DuplicatesReceived,
)
from ledger.events.finding import EventPlace
from projections.reconcile import NEEDS
from projections.reconcile.carried import carried
from projections.reconcile.day import Carried
from tests.projections.log import Story, folded
from tests.projections.models.test_table_win import SIGNED

FIRST, LAST, TODAY = "2026-07-09", "2026-07-10", "2026-07-11"


def wins(story: Story, day: str, seat: int, meter: str = "major", **facts: Any) -> None:
    """A seat wins a cent for each of its number."""
    story.tell(
        link_events.AwardWon,
        "link:R9-1",
        day=day,
        round=f"MB-01:{day}:1",
        table="MB-01",
        seat=seat,
        meter=meter,
        cents=seat,
        level="king_9",
        share_bps=10_000,
        reading=0,
        reseed_cents=0,
        **{"player": [], "banker": [], **facts},
    )


def issues(story: Story, day: str, number: int) -> None:
    """A form of so many dollars."""
    story.tell(
        form_events.FormIssued,
        "series:CVF",
        day=day,
        number=number,
        table="MB-02",
        seat=3,
        cents=100 * number,
        rounds=[],
        patron="R. Ames",
        dealer="D-7",
        pit_boss="B-2",
        clerk="C-1",
        patron_signed=True,
    )


def receives(story: Story, day: str, serial: str) -> None:
    """Its duplicate is entered."""
    story.tell(DuplicatesReceived, f"day:{day}", day=day, forms=[DuplicateReceived(serial)])


def fills(story: Story, day: str, *slips: str, credit: bool = False) -> None:
    kind = e.ChipsCredited if credit else e.ChipsFilled
    for slip in slips:
        story.tell(kind, day=day, slip=slip, chips={500: 1}, cents=500, **SIGNED)


def signs(story: Story, day: str, *findings: str) -> None:
    """The day's books are closed, and these were acknowledged."""
    said = [Acknowledgement(each, None, "looked for", "A-1") for each in findings]
    facts: dict[str, Any] = {"second": "A-2", "books_at": 1, "books": [], "findings": said}
    story.tell(DayClosed, f"day:{day}", day=day, **facts)


def award(day: str, seat: int, meter: str = "major") -> str:
    return f"MB-01:{day}:1:{seat}:{meter}"


def of_awards(story: Story) -> None:
    """Held since the first day, unpaid since the last; one paid since, one that nobody had signed as open."""
    terms = [link_events.MeterTerms("major", 5_000_000, 900), link_events.MeterTerms("k9", 1, 9)]
    story.tell(
        link_events.LinkInstalled,
        "link:R9-1",
        day=FIRST,
        link="R9-1",
        rules="ma-midi",
        rules_version=1,
        meters=terms,
        rules_sha256="",
        wager_cents=500,
        supervisor_above_cents=0,
        authorised_by="A-1",
    )
    wins(story, FIRST, 3, held=True)
    wins(story, LAST, 4)
    wins(story, LAST, 5)
    wins(story, LAST, 5, "k9")
    wins(story, LAST, 6)
    paid = {"round": f"MB-01:{LAST}:1", "table": "MB-01", "seat": 5, "meter": "major", "cents": 5}
    story.tell(link_events.AwardPaid, "link:R9-1", day=TODAY, place="cage", **paid)


def of_forms(story: Story) -> None:
    """An original missing since the first day, both copies since the last; a duplicate that came today. A table is
    called as a form is.
    """
    issues(story, FIRST, 1)
    issues(story, LAST, 2)
    issues(story, LAST, 3)
    nothing: dict[str, Any] = {"table": "MB-02", "cash": {}, "cash_cents": 0}
    for day, number in ((FIRST, 4), (LAST, 5)):
        issues(story, day, number)
        story.tell(DropCounted, f"day:{day}", day=day, **nothing)
        receives(story, day, f"CVF-{number}")
    story.tell(DropCounted, f"day:{LAST}", day=LAST, **{**nothing, "table": "CVF-2"})
    receives(story, TODAY, "CVF-3")


def of_slips(story: Story) -> None:
    """F-2 to F-4 were missing and F-6 to F-11; then F-5 was taken back, and F-3 came today. Of credits one is missing,
    and of other series of fills some; G-3 came today, and H-4 shows today that another one is missing.
    """
    fills(story, LAST, "F-1", "F-12", "7", "10", "A:1", "A:3", "G-1", "G-4", "H-0", "H-2")
    fills(story, LAST, "F-1", "F-3", credit=True)
    fills(story, LAST, "J 1", "J 4")
    fills(story, TODAY, "F-3", "G-3", "H-4")


@pytest.fixture(scope="module")
def days() -> Iterator[sa.Connection]:
    """Two days that were closed, and a third."""
    story = Story()
    of_awards(story)
    of_forms(story)
    of_slips(story)
    signs(story, FIRST, f"award_held:{award(FIRST, 3)}", "tray_variance:MB-01")
    signs(
        story,
        LAST,
        f"award_unpaid:{award(LAST, 5, 'k9')}",
        *(f"award_unpaid:{award(LAST, seat)}" for seat in (4, 5)),
        f"award_held:{award(FIRST, 3)}",
        "form_missing_duplicate:CVF-2",
        *(f"form_missing_original:CVF-{number}" for number in (1, 2)),
        "form_missing_duplicate:CVF-3",
        "form_not_forwarded:CVF-3",
        *("slip_missing:fill:F-2_to_F-4", "slip_missing:fill:F-6_to_F-11"),
        *("slip_missing:credit:F-2", "slip_missing:fill:8_to_9", "slip_missing:fill:none"),
        *("slip_missing:fill:A:2", "slip_missing:fill:G-2_to_G-3", "slip_missing:fill:H-1"),
        "slip_missing:fill:J_2_to_J_3",
        "slip_used_again:fill:F-9",
        "vigorish_outstanding:MB-01",
    )
    with folded(story.recorded, NEEDS) as connection:
        yield connection


def places(stream: str, *versions: int) -> tuple[EventPlace, ...]:
    return tuple(EventPlace(stream, version) for version in versions)


def test_each_is_told_with_the_day_on_which_it_came_up_and_the_events_it_rests_on(
    days: sa.Connection,
) -> None:
    found = carried(days, TODAY)
    assert [each for each in found if each.code.startswith("award")] == [
        Carried("award_held", award(FIRST, 3), FIRST, "MB-01", 3, "", places("link:R9-1", 2)),
        Carried("award_unpaid", award(LAST, 4), LAST, "MB-01", 4, "", places("link:R9-1", 3)),
        Carried("award_unpaid", award(LAST, 5, "k9"), LAST, "MB-01", 5, "", places("link:R9-1", 5)),
    ]
    assert [each for each in found if each.code.startswith("form")] == [
        Carried(f"form_missing_{copy}", serial, day, "MB-02", cents, "", places("series:CVF", nth))
        for copy, serial, day, cents, nth in (
            ("original", "CVF-1", FIRST, 100, 1),
            ("original", "CVF-2", LAST, 200, 2),
            ("duplicate", "CVF-2", LAST, 200, 2),
        )
    ]
    assert [each for each in found if each.code.startswith("slip")] == [
        Carried(
            "slip_missing",
            f"{kind}:{named}",
            LAST,
            "MB-01",
            None,
            about,
            places("table:MB-01", nth),
        )
        for kind, named, about, nth in (
            ("fill", "F-4_to_F-11", "Fill F-4 to F-11.", 2),
            ("credit", "F-2", "Credit F-2.", 12),
            ("fill", "8_to_9", "Fill 8 to 9.", 4),
            ("fill", "A:2", "Fill A:2.", 6),
            ("fill", "H-1", "Fill H-1.", 10),
            ("fill", "J_2_to_J_3", "Fill J 2 to J 3.", 14),
        )
    ]


def test_what_counts_is_what_was_signed_when_the_last_day_before_was_closed(
    days: sa.Connection,
) -> None:
    assert [each.code for each in carried(days, LAST)] == ["award_held"]
    assert carried(days, FIRST) == []
    assert len(carried(days, "2026-12-31")) == len(carried(days, TODAY))


def test_forms_are_told_in_the_order_of_their_days_whatever_their_numbers() -> None:
    story = Story()
    drop: dict[str, Any] = {"table": "MB-02", "cash": {}, "cash_cents": 0}
    for day, number in ((FIRST, 9), (LAST, 1)):
        issues(story, day, number)
        story.tell(DropCounted, f"day:{day}", day=day, **drop)
        receives(story, day, f"CVF-{number}")
    signs(story, LAST, "form_missing_original:CVF-1", "form_missing_original:CVF-9")
    with folded(story.recorded, NEEDS) as connection:
        assert [each.subject for each in carried(connection, TODAY)] == ["CVF-9", "CVF-1"]
