"""The soft count: boxes of a table, each counted once or again, always come to the table's drop (A3)."""

from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.day.state import GamingDay
from ledger.events.day import DropCounted, OriginalFound, stream
from ledger.values.errors import Refused
from projections.engine.model import Projection
from projections.figures import drop, win
from projections.figures import forms as form_figures
from tests.projections.log import DAY, Story, folded

NEEDS: tuple[Projection, ...] = tuple(dict.fromkeys((*drop.NEEDS, *form_figures.NEEDS)))

STREAM: Final = stream(DAY)
Place = tuple[str, str]

COUNT = st.fixed_dictionaries(
    {
        "table": st.sampled_from(("MB-01", "MB-02")),
        "box": st.sampled_from(("", "1", "2", "3")),
        "cash_cents": st.integers(0, 10_000),
        "replaces": st.booleans(),
        "originals": st.lists(
            st.builds(OriginalFound, st.sampled_from(("CVF-1", "CVF-2", "CVF-3")), st.just(25)),
            max_size=2,
            unique_by=lambda form: form.serial,
        ),
    }
)


def taken(counts: list[dict[str, Any]]) -> tuple[Story, GamingDay, dict[Place, DropCounted]]:
    """What the ledger would take of these, the day as it folds them, and the count of each box that stands."""
    story, day = Story(), GamingDay()
    stands: dict[Place, DropCounted] = {}
    for facts in counts:
        table, recount = facts["table"], facts["replaces"]
        box = day.box_meant(table, facts["box"], recount=recount)
        try:
            day.verify_count(table, box, recount=recount)
        except Refused:
            continue
        story.tell(DropCounted, STREAM, cash={}, **{**facts, "box": box})
        event: DropCounted = story.recorded[-1].event
        day.apply(event)
        if recount and (table, box) not in stands:
            del stands[table, ""]
        stands[table, box] = event
    return story, day, stands


@given(st.lists(COUNT, max_size=12))
@settings(max_examples=25)
def test_a3_the_boxes_of_a_table_come_to_its_drop(counts: list[dict[str, Any]]) -> None:
    story, day, stands = taken(counts)
    cash: dict[str, int] = {}
    for (table, _), event in stands.items():
        cash[table] = cash.get(table, 0) + event.cash_cents
    with folded(story.recorded, NEEDS) as connection:
        boxes, by_table = drop.boxes(connection, DAY), drop.drop(connection, DAY)
        books, read = win.win(connection, DAY), form_figures.forms(connection, DAY)
    assert {(box.table, box.box or ""): (box.cash, box.forms) for box in boxes} == {
        place: (event.cash_cents, event.forms_cents) for place, event in stands.items()
    }
    assert {row.table: row.cash for row in by_table} == cash
    assert [row.drop for row in by_table] == [each.drop for each in books]
    assert {table: sum(each.values()) for table, each in day.drops.items()} == cash
    found = {form.serial for event in stands.values() for form in event.originals}
    assert {form.serial for form in read} == found
    for serial in found:
        with pytest.raises(Refused):
            day.verify_not_entered(serial)
