"""How far the log is copied while counts made blind wait for their second (T1, A3)."""

from typing import Any

import pytest
import sqlalchemy as sa

from ledger.events.act import Stamp
from ledger.events.base import Event
from ledger.events.day import CountEntered, DayClosed
from ledger.export.waiting import leaf_of_first_waiting
from ledger.store.codec import EVENTS, TOPIC_OF
from ledger.store.tables import events

DAY = "2026-07-11"
STAMP = Stamp("A-1", 0, 0, DAY)


def count(box: str = "", **more: Any) -> Event:
    said = {"table": "MB-01", "figure": "drop", "chips": {}, "cents": 100, "box": box, **more}
    return STAMP.on(CountEntered, **said)


def closed(day: str = DAY) -> Event:
    return STAMP.on(DayClosed, day=day, second="A-2", books_at=0, books=[])


@pytest.mark.parametrize(
    ("log", "leaf"),
    [
        ([], None),
        ([count()], 0),
        ([count(), count(second=True)], None),
        ([count("1"), count("2"), count("1", second=True)], 1),
        ([count("a"), count("A", second=True), count("b")], 2),
        ([count(), count(), count(second=True)], None),
        ([count(), count(second=True), count()], 2),
        ([count(), count(day="2026-07-12"), closed()], 1),
        ([count(), closed("2026-07-10")], 0),
    ],
)
def test_the_first_count_is_told_that_has_no_second_on_a_day_that_is_open(
    log: list[Event], leaf: int | None
) -> None:
    engine = sa.create_engine("sqlite://")
    events.create(engine)
    with engine.begin() as connection:
        for version, event in enumerate(log, 1):
            said = (f"day:{DAY}", version, TOPIC_OF[type(event)], EVENTS.encode(event))
            names = ("originator_id", "originator_version", "topic", "state")
            connection.execute(events.insert(), dict(zip(names, said, strict=True)))
        assert leaf_of_first_waiting(connection, 0) == leaf
