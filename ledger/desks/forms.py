"""Acts of Complimentary Vigorish Forms.

A form and the mark it settles are one transaction; so are the void of an issued one and the mark that comes back.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from ledger.desks import tables as tables_desk
from ledger.events import form as form_events
from ledger.events import table as e
from ledger.events.act import Stamp
from ledger.events.base import Event, Recorded
from ledger.form import acts as form_acts
from ledger.form import hand as form_hand
from ledger.form import series as form_series
from ledger.table import state as table_state
from ledger.table.acts import DocumentVig, MarkPutBack, RestoreVig
from ledger.table.books import documented
from ledger.table.state import Table
from ledger.transaction.unit import UnitOfWork
from ledger.values.codes import CODE
from ledger.values.errors import Misused, Refused

BATCH: Final = 500
"""Events of a table that are looked through at a time."""

LATER: Final = (
    form_events.FormIssued,
    form_events.FormVoided,
    form_events.FormLost,
    form_events.OriginalDropped,
    form_events.CopiesForwarded,
)
"""What comes to the forms of a series one by one, and says nothing of the hour before it."""


def plain(
    kind: type[Event], decide: Callable[[form_series.FormSeries, Any], dict[str, Any]]
) -> Callable[[UnitOfWork, Any], tuple[Recorded, ...]]:
    """What decides acts that concern nothing but their series: the facts of one event."""

    def record(unit: UnitOfWork, act: form_acts.FormAct) -> tuple[Recorded, ...]:
        state = _series(unit, act)
        return unit.append(
            form_events.stream(state.id), unit.stamp(act).on(kind, **decide(state, act))
        )

    return record


def receive(unit: UnitOfWork, act: form_acts.ReceiveSeries) -> tuple[Recorded, ...]:
    """A series that is not on record, however its name is spelled."""
    spelled = unit.loader.spelled(act.series, "series")
    recorded = _receive(unit, msgspec.structs.replace(act, series=spelled))
    unit.gate.hold_spelling(form_events.stream(spelled), form_events.SeriesReceived)
    return recorded


_receive: Final = plain(form_events.SeriesReceived, form_series.receive)


def count(unit: UnitOfWork, act: form_acts.CountForms) -> tuple[Recorded, ...]:
    """The forms in hand, held against those that had not been used or lost when they were counted."""
    series, stamp = _series(unit, act), unit.stamp(act)
    stream, then = form_events.stream(series.id), form_series.FormSeries(series.id)
    for event in unit.standing.history(stream):
        if event.known_at <= stamp.at or not isinstance(event, LATER):
            then.apply(event)
    return unit.append(stream, stamp.on(form_events.FormsCounted, **form_hand.count(then, act)))


def issue(unit: UnitOfWork, act: form_acts.IssueForm) -> tuple[Recorded, ...]:
    """The form, and the mark it takes off the layout (div (c)(3)(ii), (iii)(A))."""
    state, stamp, table = _series(unit, act), unit.stamp(act), unit.standing.known_table(act.table)
    owed = [mark.round for mark in table.marks.get(act.seat, ())]
    seated = table.seats.get(act.seat, "")
    if table.submission.vigorish_forms or any(map(table.has_forms_for, owed)):
        form_series.verify_issue(state, act, table.pit)
    facts = {
        name: value
        for name, value in msgspec.structs.asdict(act).items()
        if name in form_events.FormIssued.__struct_fields__ and not hasattr(stamp, name)
    }
    facts |= {"seated": seated, "out_of_order": act.number != state.next, "cents": 0, "rounds": []}
    issued = stamp.on(form_events.FormIssued, **facts)
    unit.gate.verify((issued,))  # Before anything of it waits to be saved.
    settled = tables_desk.take(
        unit,
        DocumentVig(
            source=act.source,
            seq=act.seq,
            at=act.at,
            by=act.by,
            table=act.table,
            seat=act.seat,
            cents=act.cents,
            serial=form_events.serial(state.id, act.number),
        ),
    )
    lines = [
        line
        for recorded in settled
        if isinstance(recorded.event, e.VigorishDocumented)
        for line in recorded.event.lines
    ]
    issued = msgspec.structs.replace(
        issued,
        cents=sum(line.cents for line in lines),
        rounds=[line.round for line in lines],
    )
    return (*settled, *unit.append(form_events.stream(state.id), issued))


def void(unit: UnitOfWork, act: form_acts.VoidForm) -> tuple[Recorded, ...]:
    """Both copies void; of a form that is issued, the mark it had taken off comes back (div (c)(3)(iii)(E)), on the day
    of the void: what an earlier day documented stays as it was signed.
    """
    state, stamp = _series(unit, act), unit.stamp(act)
    event = stamp.on(form_events.FormVoided, **form_series.void(state, act))
    unit.gate.verify((event,))
    restored = _restore(unit, state, act, stamp)
    return (*restored, *unit.append(form_events.stream(state.id), event))


def lose(unit: UnitOfWork, act: form_acts.LoseForm) -> tuple[Recorded, ...]:
    """Unused forms are lost, one or many that follow one another (div (c)(3)(iii)(B))."""
    state, stamp = _series(unit, act), unit.stamp(act)
    events = [stamp.on(form_events.FormLost, **facts) for facts in form_hand.lose(state, act)]
    return unit.append(form_events.stream(state.id), *events)


def _restore(
    unit: UnitOfWork, state: form_series.FormSeries, act: form_acts.VoidForm, stamp: Stamp
) -> tuple[Recorded, ...]:
    issued = form_series.issued_form(state, act.number)
    if issued is None:
        return ()
    serial = form_events.serial(state.id, act.number)
    for day in {issued.day, stamp.day}:
        unit.standing.day(day).verify_not_entered(serial)
    marks = _documented(unit, issued, serial)
    if not marks:
        return ()
    return tables_desk.take(
        unit,
        RestoreVig(
            source=act.source,
            seq=act.seq,
            at=act.at,
            by=act.by,
            table=issued.table,
            serial=serial,
            marks=marks,
        ),
    )


def _documented(unit: UnitOfWork, issued: form_series.UsedForm, serial: str) -> list[MarkPutBack]:
    """What an issued form took off the layout, and since when that had been marked.

    What a correction gave back before is not given back twice, and there may be nothing left of it.
    Raises Refused where somebody else sits there now, who does not owe it.
    """
    table = unit.standing.known_table(issued.table)
    since: dict[str, int] = {}
    lines: list[e.SeatCents] = []
    left = False
    for recorded in _backwards(unit, table):
        match recorded.event:
            case e.VigorishDocumented() as on_form if on_form.serial == serial:
                lines = on_form.lines
            case e.SeatLeft(seat=issued.seat) if not lines:
                left = True
            case e.VigorishMarked() as marked:
                since[marked.round] = marked.known_at
        if lines and all(line.round in since for line in lines):
            break
    if left and issued.seat in table.seats:
        raise Refused(
            "seat_taken_since",
            f"Another player has taken seat {issued.seat} of {issued.table} since {serial} was issued.",
            "Drop the form and forward it; tell accounting what is wrong with it.",
            serial=serial,
            table=issued.table,
            seat=issued.seat,
        )
    marks = []
    for seat, cents, of_round in ((line.seat, line.cents, line.round) for line in lines):
        stands = documented(unit.standing.back_to, table.code, seat, of_round, issued.day)
        if stands > 0:
            marks.append(MarkPutBack(seat, min(cents, stands), of_round, since[of_round]))
    return marks


def _backwards(unit: UnitOfWork, table: Table) -> Iterator[Recorded]:
    """The events of a table from the last one back, but for those taken back: a form of the day is not far."""
    undone: set[int] = set()
    for recorded in _all_backwards(unit, table):
        if isinstance(recorded.event, e.ActUndone):
            undone.update(range(recorded.event.first, recorded.event.last + 1))
        elif recorded.originator_version not in undone:
            yield recorded


def _all_backwards(unit: UnitOfWork, table: Table) -> Iterator[Recorded]:
    stream, last = table_state.stream(table.code), table.version
    waiting = unit.pending.of(stream)
    yield from reversed(waiting)
    last -= len(waiting)
    while last > 0:
        yield from reversed(unit.loader.stream(stream, last - BATCH + 1, last))
        last -= BATCH


def _series(unit: UnitOfWork, act: form_acts.FormAct) -> form_series.FormSeries:
    if not CODE.fullmatch(act.series):
        raise Misused(
            "bad_series",
            f"{act.series!r} cannot be a series.",
            "Use letters, digits, dot, dash and underscore, at most 32.",
            series=act.series,
        )
    return unit.standing.series(act.series)
