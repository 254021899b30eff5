"""Accounting enters what it has in hand: drop boxes counted, duplicates of forms received (A3, F4-F6)."""

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from ledger.day.state import verify_once
from ledger.events import day as days
from ledger.events.base import Recorded
from ledger.table.draft import require_positive
from ledger.transaction.unit import Done, UnitOfWork
from ledger.values.errors import Misused, Refused

if TYPE_CHECKING:
    from ledger.desks.ledger import Ledger


class CountingDesk:
    """Where the soft count and the duplicates of forms are entered."""

    def __init__(self, ledger: "Ledger") -> None:
        self._ledger = ledger

    def count(
        self,
        day: str,
        boxes: Sequence[days.DropBox],
        *,
        by: str,
        at: int,
        recount: bool = False,
        key: str = "",
        dry_run: bool = False,
    ) -> Done:
        """Record what was found in the drop boxes of a gaming day: all of them, or none (A3, F6).

        recount: replaces the counts there are. Raises Refused, NotFound, Misused.
        """
        _require_day(day)
        for box in boxes:
            _verify_box(box)
        events = [
            days.DropCounted(
                by=by,
                at=at,
                recorded_at=self._ledger.clock(),
                day=day,
                table=box.table,
                cash=box.cash,
                cash_cents=box.cash_cents,
                replaces=recount,
                originals=box.originals,
            )
            for box in boxes
        ]

        def decide(unit: UnitOfWork) -> tuple[Recorded, ...]:
            state = self._ledger.load_day(day)
            loaded = state.version
            for event in events:
                self._verify_was_open(event.table, day)
                state.verify_count(event.table, recount=recount)
                state.apply(event)
            return unit.append(days.stream(day), events, loaded)

        request = _request(day, boxes, by, recount=recount)
        return self._ledger.run(decide, key=key, request=request, dry_run=dry_run)

    def receive_duplicates(
        self,
        day: str,
        forms: Sequence[days.DuplicateReceived],
        *,
        by: str,
        at: int,
        replaces: bool = False,
        key: str = "",
        dry_run: bool = False,
    ) -> Done:
        """Record the copies of forms that accounting received for a gaming day (F4-F6)."""
        _require_day(day)
        verify_once([form.serial for form in forms])
        for form in forms:
            if form.cents is not None:
                require_positive(form.cents)
            if form.day:
                _require_day(form.day)
        event = days.DuplicatesReceived(
            by=by,
            at=at,
            recorded_at=self._ledger.clock(),
            day=day,
            forms=list(forms),
            replaces=replaces,
        )

        def decide(unit: UnitOfWork) -> tuple[Recorded, ...]:
            so_far = self._ledger.load_day(day)
            so_far.verify_duplicates(forms, replaces=replaces)
            return unit.append(days.stream(day), [event], so_far.version)

        request = (day, list(forms), by, replaces)
        return self._ledger.run(decide, key=key, request=request, dry_run=dry_run)

    def _verify_was_open(self, table: str, day: str) -> None:
        if day not in self._ledger.table(table).rounds:
            raise Refused(
                "table_not_open_that_day",
                f"Table {table} was not open on {day}.",
                "Check the table and the gaming day.",
                table=table,
                day=day,
            )


def _verify_box(box: days.DropBox) -> None:
    if box.cash_cents < 0 or any(note <= 0 or count < 0 for note, count in box.cash.items()):
        raise Refused(
            "bad_count",
            "A count cannot be below zero.",
            "Check the count.",
            table=box.table,
            cash_cents=box.cash_cents,
        )
    notes_cents = sum(note * count for note, count in box.cash.items())
    if box.cash and notes_cents != box.cash_cents:
        raise Refused(
            "count_does_not_add_up",
            "The notes do not add up to the total given.",
            "Give the notes alone, or a total that they make.",
            table=box.table,
            cash_cents=box.cash_cents,
            notes_cents=notes_cents,
        )
    verify_once([form.serial for form in box.originals])
    for form in box.originals:
        require_positive(form.cents)


def _request(day: str, boxes: Sequence[days.DropBox], by: str, *, recount: bool) -> Any:
    """What a key stands for. Of one box it is written as it always was, so that keys keep their meaning."""
    if len(boxes) != 1:
        return (day, list(boxes), by, recount)
    (box,) = boxes
    one = (day, box.table, box.cash_cents, sorted(box.cash.items()), by, recount)
    return (*one, box.originals) if box.originals else one


def _require_day(day: str) -> None:
    try:
        date.fromisoformat(day)
    except ValueError:
        raise Misused(
            "bad_day", f"{day!r} is not a gaming day.", "Write it as 2026-07-11.", day=day
        ) from None
