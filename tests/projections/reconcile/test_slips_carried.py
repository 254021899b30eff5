"""Slips that were signed as on their way, or without a part, and are so still: each with its day and events (A3)."""

from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from ledger.events import slip as slip_events
from ledger.events import table as e
from ledger.events.day import Acknowledgement, DayClosed, SlipCopiesReceived, SlipCopy
from ledger.events.finding import EventPlace
from projections.reconcile import NEEDS
from projections.reconcile.carried import carried
from projections.reconcile.day import Carried
from tests.projections.log import Story, folded

LAST, TODAY, TOMORROW = "2026-07-10", "2026-07-11", "2026-07-12"
SIGNED = {"dealer": "D-7", "supervisor": "S-2"}
FIVE: dict[str, Any] = {"chips": {10_000: 5}, "cents": 50_000}


def asks(story: Story, stream: str = "table:MB-01", kind: str = "fill", slip: str = "") -> int:
    """Chips are asked for, and prepared where the slip is said; the number of the request."""
    of = {"stream": stream, "day": LAST, "kind": kind}
    story.tell(slip_events.ChipsRequested, **of, **FIVE, supervisor="S-2")
    request = story.recorded[-1].originator_version
    if slip:
        by = {"cage": "G-1", "security": "X-1"}
        story.tell(slip_events.SlipPrepared, **of, request=request, slip=slip, **FIVE, **by)
    return request


def receives(story: Story, day: str, slip: str, request: int = 0) -> None:
    story.tell(e.ChipsFilled, day=day, request=request, slip=slip, **FIVE, **SIGNED)


def part(story: Story, day: str, side: str, slip: str, *, credit: bool = False) -> None:
    copies = [SlipCopy("credit" if credit else "fill", slip)]
    story.tell(SlipCopiesReceived, stream=f"day:{day}", day=day, side=side, copies=copies)


def on_their_way(story: Story) -> Iterator[str]:
    """Requested and prepared at one table, and at another; received tomorrow, today and void today."""
    yield f"slip_on_its_way:fill:MB-01/{asks(story)}"
    asks(story, "table:MB-02")
    asks(story, slip="F-2")
    asks(story, kind="credit", slip="F-2")
    yield "slip_on_its_way:fill:F-2"
    asks(story, kind="credit", slip="F 3")
    yield "slip_on_its_way:credit:F_3"
    tomorrow, today, void = (asks(story, slip=f"F-{n}") for n in (4, 5, 6))
    receives(story, TODAY, "F-5", today)
    told: dict[str, Any] = {"kind": "fill", "cage": "G-1", "supervisor": "S-3", "reason": "torn"}
    story.tell(slip_events.SlipVoided, day=TODAY, slip="F-6", request=void, cents=50_000, **told)
    receives(story, TOMORROW, "F-4", tomorrow)
    yield from (f"slip_on_its_way:fill:F-{n}" for n in (4, 5, 6))


def without_a_part(story: Story) -> Iterator[str]:
    """Of a side whose part came tomorrow, of the other side, or of a credit; one whose own came today."""
    for slip in ("F-10", "F-11", "G 12", "F-13", "F-14"):
        receives(story, LAST, slip)
    receives(story, TODAY, "F-010")
    part(story, TODAY, "cage", "F-10", credit=True)
    part(story, TODAY, "cage", "F-11")
    part(story, TODAY, "cage", "F-13")
    part(story, TOMORROW, "cage", "F-14")
    yield from (f"slip_missing_cage_part:fill:{each}" for each in ("F-10", "G_12", "F-13", "F-14"))
    yield "slip_missing_table_part:fill:F-11"
    yield "slip_missing_cage_part:fill:none"


@pytest.fixture(scope="module")
def days() -> Iterator[sa.Connection]:
    """A day that was closed, and two after it."""
    story = Story()
    closes(story, [*on_their_way(story), *without_a_part(story)])
    with folded(story.recorded, NEEDS) as connection:
        yield connection


def closes(story: Story, found: list[str]) -> None:
    """The day is closed on what was found."""
    said = [Acknowledgement(each, n, "looked for", "A-1") for n, each in enumerate(found)]
    facts: dict[str, Any] = {"second": "A-2", "books_at": 1, "books": [], "findings": said}
    story.tell(DayClosed, f"day:{LAST}", day=LAST, **facts)


def _of(days: sa.Connection, day: str, code: str) -> list[Carried]:
    return [each for each in carried(days, day) if each.code.startswith(code)]


def places(*versions: int) -> tuple[EventPlace, ...]:
    return tuple(EventPlace("table:MB-01", version) for version in versions)


def test_a3_what_is_on_its_way_still_is_told_as_it_stands(days: sa.Connection) -> None:
    assert _of(days, TODAY, "slip_on_its_way") == [
        Carried("slip_on_its_way", subject, LAST, "MB-01", 50_000, f"{about}.", places(*nth))
        for subject, about, nth in (
            ("fill:MB-01/1", "Fill of MB-01: requested $500.00", (1,)),
            ("fill:F-2", "Fill F-2 of MB-01: requested $500.00, prepared $500.00", (2, 3)),
            ("credit:F_3", "Credit F 3 of MB-01: requested $500.00, prepared $500.00", (6, 7)),
            ("fill:F-4", "Fill F-4 of MB-01: requested $500.00, prepared $500.00", (8, 9)),
        )
    ]
    assert len(_of(days, TOMORROW, "slip_on_its_way")) == 3


def test_a3_a_part_that_has_not_come_still_is_told_with_its_slip(days: sa.Connection) -> None:
    assert _of(days, TODAY, "slip_missing") == [
        Carried(
            f"slip_missing_{side}_part",
            subject,
            LAST,
            "MB-01",
            cents,
            f"Fill {slip} of MB-01.",
            places(nth),
        )
        for side, subject, slip, cents, nth in (
            ("cage", "fill:F-10", "F-10", 6, 17),
            ("cage", "fill:G_12", "G 12", 7, 19),
            ("cage", "fill:F-14", "F-14", 9, 21),
            ("table", "fill:F-11", "F-11", 10, 18),
        )
    ]
    assert len(_of(days, TOMORROW, "slip_missing")) == 3


def test_a3_a_slip_is_found_again_whatever_its_number_and_its_table_are_made_of() -> None:
    """Of digits alone, as a request is; or with what stands between the parts of a finding."""
    story = Story()
    request = asks(story, "table:B/7")
    for slip in ("1007", "A:7"):
        asks(story, slip=slip)
    receives(story, LAST, "A:10")
    subjects = [f"fill:B/7/{request}", "fill:1007", "fill:A:7"]
    found = [f"slip_on_its_way:{each}" for each in subjects]
    closes(story, [*found, "slip_missing_cage_part:fill:A:10"])
    with folded(story.recorded, NEEDS) as connection:
        again = [f"{each.code}:{each.subject}" for each in carried(connection, TODAY)]
    assert again == [*found, "slip_missing_cage_part:fill:A:10"]
