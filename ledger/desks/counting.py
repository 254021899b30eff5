"""Accounting enters what it has in hand: drop boxes counted, duplicates of forms received (A3, F4-F6)."""

from datetime import date, datetime
from typing import Final

import msgspec

from ledger.day.acts import CountDrops, ReceiveDuplicates, ReceiveSlipCopies, TakeBackDuplicates
from ledger.day.sheet import verify_cash, verify_sheet
from ledger.day.state import GamingDay, verify_once
from ledger.desks.blind import entered, is_blind
from ledger.events import day as day_events
from ledger.events.act import Stamp
from ledger.events.base import Event, Recorded
from ledger.table.books import require_corrected_above_zero
from ledger.table.chips import count as worth
from ledger.table.draft import require_positive
from ledger.transaction.unit import UnitOfWork
from ledger.values.calendar import from_micros, to_micros, verify_day
from ledger.values.errors import PitError, Refused


def count(unit: UnitOfWork, act: CountDrops) -> tuple[Recorded, ...]:
    """Record what was found in the drop boxes of a gaming day. Raises Refused, NotFound, Misused."""
    verify_day(act.day)
    stamp, state = unit.stamp(act), unit.standing.day(act.day)
    events: list[Event] = []
    for box in act.boxes:
        try:
            event = _counted(unit, act, box, stamp, state)
            unit.gate.verify_signed([event])
            blind = is_blind(unit, act, "drop")
            counted = _alone(unit, state, stamp, event) if blind else [event]
        except PitError as error:
            error.act = box
            raise
        for each in counted:
            state.apply(each)
        events += counted
    return unit.append(day_events.stream(act.day), *events)


def _counted(
    unit: UnitOfWork, act: CountDrops, box: day_events.DropBox, stamp: Stamp, state: GamingDay
) -> day_events.DropCounted:
    _verify_box(unit, box, act.day)
    _verify_was_open(unit, box.table, act.day, stamp.day)
    sheet = box.said
    number = state.box_meant(box.table, sheet.box, recount=act.recount)
    state.verify_count(box.table, number, recount=act.recount)
    event = stamp.on(
        day_events.DropCounted,
        day=act.day,
        table=box.table,
        cash=box.notes,
        cash_cents=box.cash_cents,
        replaces=act.recount,
        originals=box.originals,
        box=number,
        kind=sheet.kind or "",
        counts=sheet.counts,
        team=sheet.team,
        placed_at=_micros(sheet.placed_at),
        pulled_at=_micros(sheet.pulled_at),
        opened_at=_micros(sheet.opened_at),
    )
    counted = state.drops.get(box.table, {})
    replaced = event.in_place_of(counted)
    beside = sum(cents for each, cents in counted.items() if each != replaced)
    require_corrected_above_zero(unit.standing.corrections, box.table, [event], beside)
    return event


def _alone(
    unit: UnitOfWork, state: GamingDay, stamp: Stamp, event: day_events.DropCounted
) -> list[Event]:
    """What one person counted alone of a box; and what is counted by it, where it is the second."""
    place, notes = (event.table, "drop", event.box), event.cash
    sheet = {name: getattr(event, name) for name in _OF_A_BOX}
    own = entered(unit, state, stamp, place, notes, event.cash_cents, of_day=event.day, **sheet)
    return [own, *([msgspec.structs.replace(event, box=own.box)] if own.second else [])]


_OF_A_BOX: Final = ("originals", "kind", "counts", "team", "placed_at", "pulled_at", "opened_at")
"""What is kept of a box that one person counted, besides its cash."""


def _verify_box(unit: UnitOfWork, box: day_events.DropBox, day: str) -> None:
    verify_cash(box)
    calendar = unit.loader.calendar
    begins = from_micros(calendar.start_of(date.fromisoformat(day)))
    team = unit.standing.settings.drop_team_people
    verify_sheet(box.table, box.said, begins, calendar.tz, team)
    verify_once([form.serial for form in box.originals])
    for form in box.originals:
        require_positive(form.cents)


def _micros(at: datetime | None) -> int:
    return 0 if at is None else to_micros(at)


_SETTLED_LATER: Final = (
    "Enter it for the open day; that settles what is missing of the closed one: {} OPEN-DAY."
)
"""What is done with paper of a closed day that turns up."""


def receive_duplicates(unit: UnitOfWork, act: ReceiveDuplicates) -> tuple[Recorded, ...]:
    """Record the copies of forms that accounting received for a gaming day. Raises Refused, Misused."""
    verify_day(act.day)
    unit.gate.verify_days((act.day,), _SETTLED_LATER.format("pit day duplicates"))
    verify_once([form.serial for form in act.forms])
    for form in act.forms:
        if form.cents is not None:
            require_positive(form.cents)
        if form.day:
            verify_day(form.day)
    unit.standing.day(act.day).verify_duplicates(act.forms, replaces=act.replaces)
    event = unit.stamp(act).on(
        day_events.DuplicatesReceived, day=act.day, forms=list(act.forms), replaces=act.replaces
    )
    return unit.append(day_events.stream(act.day), event)


def take_back_duplicates(unit: UnitOfWork, act: TakeBackDuplicates) -> tuple[Recorded, ...]:
    """Take back copies that were entered for a gaming day. Raises Refused, NotFound, Misused."""
    verify_day(act.day)
    verify_once(act.serials)
    unit.standing.day(act.day).verify_entered(act.day, act.serials)
    event = unit.stamp(act).on(
        day_events.DuplicatesTakenBack, day=act.day, serials=act.serials, reason=act.reason
    )
    return unit.append(day_events.stream(act.day), event)


def receive_slips(unit: UnitOfWork, act: ReceiveSlipCopies) -> tuple[Recorded, ...]:
    """Record the parts of slips that accounting received for a gaming day. Raises Refused, Misused."""
    verify_day(act.day)
    unit.gate.verify_days((act.day,), _SETTLED_LATER.format("pit chips parts"))
    for copy in act.copies:
        if copy.cents is not None:
            require_positive(copy.cents)
        worth(copy.chips, "chips")  # What cannot be is no slip.
    unit.standing.day(act.day).verify_slips(act.side, act.copies, replaces=act.replaces)
    event = unit.stamp(act).on(
        day_events.SlipCopiesReceived,
        day=act.day,
        side=act.side,
        copies=list(act.copies),
        replaces=act.replaces,
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
