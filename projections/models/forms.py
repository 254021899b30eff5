"""Complimentary Vigorish Forms: series, the forms used, and the copies that accounting found (F1-F7)."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import msgspec

from ledger.events import form as form_events
from ledger.events.day import DropCounted, DuplicatesReceived, DuplicatesTakenBack
from projections.engine.model import Fact, Model, Pages, Projection, Rows

ISSUED: Final = "issued"
VOID: Final = "void"
GONE: Final = "lost"
KEPT: Final = "kept"


class SeriesRow(msgspec.Struct, gc=False):
    """A series. next: the number to be used next, last + 1 where all are used.

    pit, clerks: who has the forms not used yet, None before they went to a pit; clerks with a comma
    between. issued, void, lost: how many numbers are so, each counted once; kept: used, and not forwarded yet.
    """

    series: str
    first: int = 0
    last: int = 0
    next: int = 0
    copies: int = 2
    pit: str | None = None
    clerks: str | None = None
    received_day: str | None = None
    issued: int = 0
    void: int = 0
    lost: int = 0
    kept: int = 0


class FormRow(msgspec.Struct, gc=False):
    """A number that was used. Instants in microseconds UTC; None is what did not happen.

    patron_signed: 1 or 0. pit_boss, clerk: who signed it first, issued or void; void_pit_boss, void_clerk: who signed
    both copies void, of a form that had been issued too. rounds: in which the vigorish arose, with a space between.
    patron_id: the house's number of the patron; seated: who sat there. out_of_order: 1 where another number was next.
    dropped_day, forwarded_day, voided_day: the gaming days on which that happened.
    """

    serial: str
    series: str
    number: int
    status: str
    day: str
    at: int
    recorded_at: int
    pit_boss: str
    clerk: str
    table: str | None = None
    seat: int | None = None
    cents: int | None = None
    rounds: str | None = None
    patron: str | None = None
    dealer: str | None = None
    patron_signed: int | None = None
    statement: str | None = None
    stated_by: str | None = None
    reason: str | None = None
    dropped_at: int | None = None
    forwarded_at: int | None = None
    voided_at: int | None = None
    void_pit_boss: str | None = None
    void_clerk: str | None = None
    patron_id: str | None = None
    seated: str | None = None
    out_of_order: int | None = None
    dropped_day: str | None = None
    forwarded_day: str | None = None
    voided_day: str | None = None


class LostRow(msgspec.Struct, gc=False):
    """A number that was lost or destroyed before it was used, as somebody said; it may have turned up since."""

    series: str
    number: int
    serial: str
    day: str


class InHandRow(msgspec.Struct, gc=False):
    """The last count of a series' unused forms on a gaming day, and the event that says so. missing, beyond: serials
    that should have been there, and that should not, with a comma between; None where there are none.
    """

    series: str
    day: str
    version: int = 0
    missing: str | None = None
    beyond: str | None = None


class OriginalsRow(msgspec.Struct, gc=False):
    """The originals found in a table's drop boxes, the last count of each standing. forms: JSON, as in the events,
    each with the number of its box behind, where that has one.
    """

    day: str
    table: str
    forms: str = "[]"


class OriginalRow(msgspec.Struct, gc=False):
    """An original in the drop box of a table and day, as it read. n: its place in the count, from 0. printed: the
    table on it, "" where that was not read.
    """

    serial: str
    day: str
    table: str
    n: int
    cents: int = 0
    printed: str = ""


class DuplicateRow(msgspec.Struct, gc=False):
    """A duplicate as it read, or both copies of a void form (void 1). What was not read is None."""

    serial: str
    day: str
    void: int = 0
    cents: int | None = None
    table: str | None = None
    form_day: str | None = None
    patron: str | None = None


class UnsettledRow(msgspec.Struct, gc=False):
    """A form that does not agree with its copies at first sight, or copies of no form."""

    serial: str


SERIES: Final = Model("form_series", SeriesRow, key=1)
FORMS: Final = Model("forms", FormRow, key=1, index=("day",), also=(("series", "number"),))
LOST: Final = Model("forms_lost", LostRow, key=2, index=("day",))
IN_HAND: Final = Model("forms_in_hand", InHandRow, key=2, index=("day",))
ORIGINALS: Final = Model("form_originals", OriginalsRow, key=2)
ORIGINALS_READ: Final = Model("form_originals_read", OriginalRow, key=4, index=("day",))
DUPLICATES: Final = Model("form_duplicates", DuplicateRow, key=2, index=("day",))
UNSETTLED: Final = Model("forms_unsettled", UnsettledRow, key=1)
PROJECTION: Final = Projection(
    "forms", (SERIES, FORMS, LOST, IN_HAND, ORIGINALS, ORIGINALS_READ, DUPLICATES, UNSETTLED)
)


@PROJECTION.on(form_events.SeriesReceived)
def _received(rows: Rows, fact: Fact[form_events.SeriesReceived]) -> None:
    event = fact.event
    row = rows.at(SERIES, fact.table)
    row.first = row.next = event.first
    row.last, row.copies, row.received_day = event.last, event.copies, event.day


@PROJECTION.on(form_events.SeriesIssued)
def _to_pit(rows: Rows, fact: Fact[form_events.SeriesIssued]) -> None:
    row = rows.at(SERIES, fact.table)
    row.pit, row.clerks = fact.event.pit, ", ".join(fact.event.clerks)


def _serials(facts: Iterable[Fact[Any]]) -> set[str]:
    return {form_events.serial(fact.table, fact.event.number) for fact in facts}


def _forwarded_ones(facts: Iterable[Fact[form_events.CopiesForwarded]]) -> set[str]:
    return {
        form_events.serial(fact.table, number) for fact in facts for number in fact.event.numbers
    }


def _originals(facts: Iterable[Fact[DropCounted]]) -> set[str]:
    return {form.serial for fact in facts for form in fact.event.originals}


def _duplicates(facts: Iterable[Fact[DuplicatesReceived]]) -> set[str]:
    return {form.serial for fact in facts for form in fact.event.forms}


def _ahead(pages: Pages[Any]) -> dict[Model[Any], Pages[Any]]:
    """What is looked at of a form that changes, or whose copies do."""
    return dict.fromkeys((FORMS, ORIGINALS_READ, DUPLICATES, UNSETTLED), pages)


@contextmanager
def _becomes(rows: Rows, series: str, number: int) -> Iterator[None]:
    """What becomes of a number within moves the counts of its series, and whether it is to be explained."""
    before = _counted_as(rows, series, number)
    yield
    now = _counted_as(rows, series, number)
    for names, by in ((before, -1), (now, 1)) if now != before else ():
        row = rows.at(SERIES, series)
        for name in names:
            setattr(row, name, getattr(row, name) + by)
    settle(rows, form_events.serial(series, number))


def _counted_as(rows: Rows, series: str, number: int) -> list[str]:
    """The counts of its series that a number is in. A lost one that turned up and was used is no more lost."""
    form = rows.get(FORMS, form_events.serial(series, number))
    if form is None:
        return [GONE] if rows.get(LOST, series, number) else []
    return [form.status, KEPT] if form.forwarded_at is None else [form.status]


def settle(rows: Rows, serial: str) -> None:
    """Whether a form agrees with its copies at first sight, and there are none without a form."""
    form = rows.get(FORMS, serial)
    originals, duplicates = rows.of(ORIGINALS_READ, serial), rows.of(DUPLICATES, serial)
    if not (_agrees(form, originals, duplicates) if form else not originals and not duplicates):
        rows.at(UNSETTLED, serial)
    elif rows.get(UNSETTLED, serial):
        rows.remove(UNSETTLED, serial)


def _agrees(
    form: FormRow, originals: Sequence[OriginalRow], duplicates: Sequence[DuplicateRow]
) -> bool:
    """Nothing is to be explained: used in its turn and forwarded in time; its copies are there and read the same."""
    until = max(form.day, form.voided_day or "")
    if form.out_of_order or form.forwarded_day is None or form.forwarded_day > until:
        return False
    if form.status == VOID:
        return not originals and bool(duplicates) and all(copy.void for copy in duplicates)
    return (
        (form.dropped_day == form.day and form.seated in {None, form.patron})
        and [_is_original(copy, form) for copy in originals] == [True]
        and [_is_duplicate(copy, form) for copy in duplicates] == [True]
    )


def _is_original(copy: OriginalRow, form: FormRow) -> bool:
    read, due = (copy.day, copy.table, copy.cents), (form.day, form.table, form.cents)
    return read == due and copy.printed in {"", form.table}


def _is_duplicate(copy: DuplicateRow, form: FormRow) -> bool:
    read = (copy.form_day, copy.cents, copy.table, copy.patron)
    due = (form.day, form.cents, form.table, form.patron)
    alike = all(one in {None, other} for one, other in zip(read, due, strict=True))
    return alike and copy.day == form.day and not copy.void


def _use(
    rows: Rows, fact: Fact[form_events.FormIssued] | Fact[form_events.FormVoided], status: str
) -> FormRow:
    event = fact.event
    row = FormRow(
        form_events.serial(fact.table, event.number),
        fact.table,
        event.number,
        status,
        event.day,
        event.at,
        event.recorded_at,
        event.pit_boss,
        event.clerk,
    )
    row.out_of_order = int(event.out_of_order)
    rows.add(FORMS, row)
    _go_on(rows, fact.table)
    return row


def _go_on(rows: Rows, series: str) -> None:
    """To the next number that is neither used nor lost."""
    row = rows.at(SERIES, series)
    while _counted_as(rows, series, row.next):
        row.next += 1


@PROJECTION.on(form_events.FormIssued, also=_ahead(_serials))
def _issued(rows: Rows, fact: Fact[form_events.FormIssued]) -> None:
    event = fact.event
    with _becomes(rows, fact.table, event.number):
        row = _use(rows, fact, ISSUED)
        row.table, row.seat, row.cents = event.table, event.seat, event.cents
        row.rounds, row.patron, row.dealer = " ".join(event.rounds), event.patron, event.dealer
        row.patron_signed = int(event.patron_signed)
        row.statement, row.stated_by = event.statement or None, event.stated_by or None
        row.patron_id, row.seated = event.patron_id or None, event.seated or None


@PROJECTION.on(form_events.FormVoided, also=_ahead(_serials))
def _voided(rows: Rows, fact: Fact[form_events.FormVoided]) -> None:
    """Spoilt before it was issued, or issued and void since."""
    event, serial = fact.event, form_events.serial(fact.table, fact.event.number)
    with _becomes(rows, fact.table, event.number):
        row = rows.get(FORMS, serial) or _use(rows, fact, VOID)
        row.status, row.reason, row.voided_at = VOID, event.reason, event.at
        row.voided_day = event.day
        row.void_pit_boss, row.void_clerk = event.pit_boss, event.clerk


@PROJECTION.on(form_events.FormLost)
def _lost(rows: Rows, fact: Fact[form_events.FormLost]) -> None:
    event = fact.event
    serial = form_events.serial(fact.table, event.number)
    with _becomes(rows, fact.table, event.number):
        rows.add(LOST, LostRow(fact.table, event.number, serial, event.day))
        _go_on(rows, fact.table)


@PROJECTION.on(form_events.FormsCounted)
def _in_hand(rows: Rows, fact: Fact[form_events.FormsCounted]) -> None:
    event = fact.event
    row = rows.at(IN_HAND, fact.table, event.day)
    row.version = fact.version
    row.missing, row.beyond = (
        ", ".join(form_events.serial(fact.table, number) for number in numbers) or None
        for numbers in (event.missing, event.beyond)
    )


@PROJECTION.on(form_events.OriginalDropped, also=_ahead(_serials))
def _dropped(rows: Rows, fact: Fact[form_events.OriginalDropped]) -> None:
    serial = form_events.serial(fact.table, fact.event.number)
    row = rows.get(FORMS, serial)
    if row is not None:
        row.dropped_at, row.dropped_day = fact.event.at, fact.event.day
        settle(rows, serial)


@PROJECTION.on(form_events.CopiesForwarded, also=_ahead(_forwarded_ones))
def _forwarded(rows: Rows, fact: Fact[form_events.CopiesForwarded]) -> None:
    for number in fact.event.numbers:
        row = rows.get(FORMS, form_events.serial(fact.table, number))
        if row is not None:
            with _becomes(rows, fact.table, number):
                row.forwarded_at, row.forwarded_day = fact.event.at, fact.event.day


@PROJECTION.on(DropCounted, also=_ahead(_originals))
def _drop_counted(rows: Rows, fact: Fact[DropCounted]) -> None:
    event = fact.event
    row = rows.at(ORIGINALS, event.day, event.table)
    so_far, known = msgspec.json.decode(row.forms), 0
    replaced = event.in_place_of({_box(form) for form in so_far})
    if replaced is None:
        known = len(so_far)
    else:
        for n, (serial, *_) in enumerate(so_far):
            place = (serial, event.day, event.table, n)
            if rows.get(ORIGINALS_READ, *place) is not None:
                rows.remove(ORIGINALS_READ, *place)
    left = [form for form in so_far if replaced is None or _box(form) != replaced]
    box = [event.box] if event.box else []
    forms = [*left, *([each.serial, each.cents, each.table, *box] for each in event.originals)]
    for n, (serial, cents, table, *_) in enumerate(forms[known:], known):
        rows.add(ORIGINALS_READ, OriginalRow(serial, event.day, event.table, n, cents, table))
    row.forms = msgspec.json.encode(forms).decode()
    for serial in sorted({serial for serial, *_ in [*so_far, *forms]}):
        settle(rows, serial)


def _box(form: Sequence[Any]) -> str:
    """The number of the box in which an original was, behind what was read of it."""
    return "".join(form[3:])


@PROJECTION.on(DuplicatesReceived, also=_ahead(_duplicates))
def _received_copies(rows: Rows, fact: Fact[DuplicatesReceived]) -> None:
    for form in fact.event.forms:
        row = rows.at(DUPLICATES, form.serial, fact.event.day)
        row.void, row.cents = int(form.void), form.cents
        row.table, row.form_day = form.table or None, form.day or None
        row.patron = form.patron or None
        settle(rows, form.serial)


@PROJECTION.on(DuplicatesTakenBack)
def _taken_back(rows: Rows, fact: Fact[DuplicatesTakenBack]) -> None:
    for serial in fact.event.serials:
        if rows.get(DUPLICATES, serial, fact.event.day) is not None:
            rows.remove(DUPLICATES, serial, fact.event.day)
            settle(rows, serial)
