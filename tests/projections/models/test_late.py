"""What is entered late is taken and listed: what, how late, by whom (decision 27)."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import pytest

from ledger.desks.ledger import Ledger
from ledger.property.acts import ChangeSettings
from projections.engine.engine import catch_up
from projections.engine.rebuild import rebuild
from projections.figures import exceptions
from projections.models import late
from tests.clerk import OPENER, SIGNED, Clerk, establish
from tests.ledger.feed.sender import Fed, Sender
from tests.projections.log import dump

EVENING = datetime.fromisoformat("2026-07-11T18:00:00-04:00")
DAY = "2026-07-11"


class Clock:
    """Stands where it is put."""

    def __init__(self) -> None:
        self.now = EVENING

    def __call__(self) -> int:
        return int(self.now.timestamp() * 1e6)


def listed(ledger: Ledger, day: str = DAY) -> list[tuple[str, str, str, str | None]]:
    """The late entries of a day: table, subject, message, by. The read model is what a rebuild makes of it."""
    engine = ledger.journal.engine
    catch_up(exceptions.NEEDS, ledger.journal, engine)
    live = dump(engine, late.PROJECTION)
    rebuild([late.PROJECTION], ledger.journal, engine)
    assert dump(engine, late.PROJECTION) == live
    with engine.connect() as connection:
        found: Iterable[exceptions.ExceptionFound] = exceptions.exceptions(connection, day)
    return [
        (each.table, each.subject, each.message, each.by)
        for each in found
        if each.kind == "entered_late"
    ]


def test_what_is_typed_late_is_listed_by_what_and_by_whom(url: str) -> None:
    clock = Clock()
    with Ledger(url, clock=clock) as ledger:
        establish(ledger)
        clerk = Clerk(ledger).opens()
        clock.now = EVENING + timedelta(hours=3, minutes=20, seconds=30)
        clerk.says("buy_in", seat=3, cents=10_000)
        clerk.says("buy_in", seat=4, cents=10_000)
        clerk.says("fill", slip="F-1", chips={"100": 5}, by="C-2", **SIGNED)
        clerk.says(
            "buy_in", seat=5, cents=10_000, at=(clock.now - timedelta(minutes=15)).isoformat()
        )
        assert listed(ledger) == [
            (
                "MB-01",
                "bought in, by C-1",
                "2 events, recorded up to 3 h 20 min after they happened.",
                "C-1",
            ),
            (
                "MB-01",
                "chips filled, by C-2",
                "Recorded 3 h 20 min after it happened.",
                "C-2",
            ),
        ]


@pytest.mark.parametrize(("minutes", "count"), [(60, 0), (59, 1)])
def test_how_late_is_late_is_the_propertys_to_choose(url: str, minutes: int, count: int) -> None:
    clock = Clock()
    with Ledger(url, clock=clock) as ledger:
        establish(ledger)
        act = ChangeSettings(
            by="A-1", at=EVENING.astimezone(UTC), settings={"late_after_minutes": minutes}
        )
        ledger.do(act)
        clerk = Clerk(ledger).opens()
        clock.now = clerk.moment + timedelta(hours=1, seconds=1)
        clerk.says("buy_in", seat=3, cents=10_000)
        assert len(listed(ledger)) == count


def test_a_history_that_is_fed_months_later_is_a_row_a_source(url: str) -> None:
    clock = Clock()
    clock.now = EVENING + timedelta(days=140)
    with Ledger(url, clock=clock) as ledger:
        establish(ledger)
        sender = Sender()
        fed = [*sender.opening(), *(sender.round((3, "banker", 2_000)) for _ in range(5))]
        fed.append(sender.line("close", closer=OPENER, **SIGNED))
        assert Fed(ledger, fed).counts == (len(fed), 0, 0)
        events = len(ledger.stream("table:MB-01"))
        assert listed(ledger) == [
            (
                "MB-01",
                "feed reader-1, by C-1",
                f"{events} events, recorded up to 139 days after they happened.",
                "C-1",
            )
        ]
        assert {each.event.day for each in ledger.stream("table:MB-01")} == {DAY}
