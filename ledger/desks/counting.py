"""Accounting enters what it has in hand: drop boxes counted, duplicates of forms received (A3, F4-F6)."""

from datetime import date

from ledger.day.acts import CountDrops, ReceiveDuplicates, TakeBackDuplicates
from ledger.day.state import GamingDay, verify_once
from ledger.events import day as day_events
from ledger.events.act import Stamp
from ledger.events.base import Recorded
from ledger.table.books import require_corrected_above_zero
from ledger.table.draft import require_positive
from ledger.table.state import stream
from ledger.transaction.unit import UnitOfWork
from ledger.values.errors import Misused, PitError, Refused


def count(unit: UnitOfWork, act: CountDrops) -> tuple[Recorded, ...]:
    """Record what was found in the drop boxes of a gaming day. Raises Refused, NotFound, Misused."""
    _require_day(act.day)
    stamp, state = unit.stamp(act), unit.standing.day(act.day)
    events = []
    for box in act.boxes:
        try:
            event = _counted(unit, act, box, stamp, state)
        except PitError as error:
            error.act = box
            raise
        state.apply(event)
        events.append(event)
    return unit.append(day_events.stream(act.day), *events)


def _counted(
    unit: UnitOfWork, act: CountDrops, box: day_events.DropBox, stamp: Stamp, state: GamingDay
) -> day_events.DropCounted:
    _verify_box(box)
    _verify_was_open(unit, box.table, act.day, stamp.day)
    state.verify_count(box.table, recount=act.recount)
    event = stamp.on(
        day_events.DropCounted,
        day=act.day,
        table=box.table,
        cash=box.cash,
        cash_cents=box.cash_cents,
        replaces=act.recount,
        originals=box.originals,
    )
    unit.gate.hold(stream(box.table), unit.standing.known_table(box.table).version)
    require_corrected_above_zero(unit.standing.corrections, box.table, [event])
    return event


def receive_duplicates(unit: UnitOfWork, act: ReceiveDuplicates) -> tuple[Recorded, ...]:
    """Record the copies of forms that accounting received for a gaming day. Raises Refused, Misused."""
    _require_day(act.day)
    verify_once([form.serial for form in act.forms])
    for form in act.forms:
        if form.cents is not None:
            require_positive(form.cents)
        if form.day:
            _require_day(form.day)
    unit.standing.day(act.day).verify_duplicates(act.forms, replaces=act.replaces)
    event = unit.stamp(act).on(
        day_events.DuplicatesReceived, day=act.day, forms=list(act.forms), replaces=act.replaces
    )
    return unit.append(day_events.stream(act.day), event)


def take_back_duplicates(unit: UnitOfWork, act: TakeBackDuplicates) -> tuple[Recorded, ...]:
    """Take back copies that were entered for a gaming day. Raises Refused, NotFound, Misused."""
    _require_day(act.day)
    verify_once(act.serials)
    unit.standing.day(act.day).verify_entered(act.day, act.serials)
    event = unit.stamp(act).on(
        day_events.DuplicatesTakenBack, day=act.day, serials=act.serials, reason=act.reason
    )
    return unit.append(day_events.stream(act.day), event)


def _verify_was_open(unit: UnitOfWork, table: str, day: str, today: str) -> None:
    known = unit.standing.known_table(table)
    if day not in known.rounds and not (day <= today and unit.loader.began_open(known.code, day)):
        raise Refused(
            "table_not_open_that_day",
            f"Table {table} was not open on {day}.",
            "Check the table and the gaming day. A form of it that was found later is counted with the box in which it"
            " lay: pit day count --form SERIAL:AMOUNT:TABLE.",
            table=table,
            day=day,
        )


def _verify_box(box: day_events.DropBox) -> None:
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


def _require_day(day: str) -> None:
    try:
        date.fromisoformat(day)
    except ValueError:
        raise Misused(
            "bad_day", f"{day!r} is not a gaming day.", "Write it as 2026-07-11.", day=day
        ) from None
