"""The commands of Complimentary Vigorish Forms: load, decide, save.

A form and the mark it settles are one transaction; so are the void of an issued one and the mark that comes back.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ledger.events import form as f
from ledger.events import table as e
from ledger.events.base import Event, Recorded
from ledger.form import acts
from ledger.form import series as forms
from ledger.table import state as tables
from ledger.table.acts import DocumentVig, MarkPutBack, RestoreVig
from ledger.transaction.unit import TABLE_CODE, Done, UnitOfWork
from ledger.values.calendar import to_micros
from ledger.values.errors import Misused, Refused

if TYPE_CHECKING:
    from ledger.desks.ledger import Ledger

BATCH: Final = 500
"""Events of a table that are looked through at a time."""

_FACTS: dict[type[acts.FormAct], tuple[type[Event], Callable[[Any, Any], dict[str, Any]]]] = {
    acts.ReceiveSeries: (f.SeriesReceived, forms.receive),
    acts.IssueSeries: (f.SeriesIssued, forms.issue_series),
    acts.DropOriginal: (f.OriginalDropped, forms.drop),
    acts.ForwardCopies: (f.CopiesForwarded, forms.forward),
}


class FormDesk:
    """Where forms are kept and used."""

    def __init__(self, ledger: "Ledger") -> None:
        self._ledger = ledger

    def series(self, name: str) -> forms.FormSeries:
        """A series as it stands; one without events where there is none of that id."""
        state = forms.FormSeries(name)
        for recorded in self._ledger.stream(f.stream(name)):
            state.apply(recorded.event)
        return state

    def act(self, *said: acts.FormAct, key: str = "", dry_run: bool = False) -> Done:
        """Decide acts of one series, one after the other, and save them together.

        key: makes the command safe to repeat. Raises Refused, NotFound, Conflict.
        """
        if not TABLE_CODE.fullmatch(said[0].series):
            raise Misused(
                "bad_series",
                f"{said[0].series!r} cannot be a series.",
                "Use letters, digits, dot, dash and underscore, at most 32.",
                series=said[0].series,
            )
        request = [{**msgspec.to_builtins(act), "at": None} for act in said]
        return self._ledger.run(
            lambda unit: self._decide(unit, said), key=key, request=request, dry_run=dry_run
        )

    def _decide(self, unit: UnitOfWork, said: tuple[acts.FormAct, ...]) -> tuple[Recorded, ...]:
        state = self.series(said[0].series)
        recorded: list[Recorded] = []
        loaded = state.version
        for act in said:
            of_table: tuple[Recorded, ...] = ()
            if isinstance(act, acts.IssueForm):
                of_table, event = self._issue(unit, state, act)
            elif isinstance(act, acts.VoidForm):
                of_table, event = self._void(unit, state, act)
            else:
                kind, decide = _FACTS[type(act)]
                event = self._stamped(kind, act, **decide(state, act))
            recorded += of_table
            state.apply(event)
            recorded += unit.append(f.stream(state.id), [event], loaded)
        return tuple(recorded)

    def _issue(
        self, unit: UnitOfWork, state: forms.FormSeries, act: acts.IssueForm
    ) -> tuple[tuple[Recorded, ...], Event]:
        """The form, and the mark it takes off the layout (div (c)(3)(ii), (iii)(A))."""
        table = self._ledger.table(act.table)
        owed = [mark.round for mark in table.marks.get(act.seat, ())]
        if table.submission.vigorish_forms or any(map(table.has_forms_for, owed)):
            forms.verify_issue(state, act, table.pit)
        settled = unit.take(
            DocumentVig(
                source="",
                seq=0,
                at=act.at,
                by=act.by,
                table=act.table,
                seat=act.seat,
                cents=act.cents,
                serial=f.serial(state.id, act.number),
            )
        )
        lines = [
            line
            for recorded in settled
            if isinstance(recorded.event, e.VigorishDocumented)
            for line in recorded.event.lines
        ]
        facts = msgspec.structs.asdict(act)
        for base in ("at", "by", "series", "cents"):
            del facts[base]
        facts |= {
            "cents": sum(line.cents for line in lines),
            "rounds": [line.round for line in lines],
        }
        return settled, self._stamped(f.FormIssued, act, **facts)

    def _void(
        self, unit: UnitOfWork, state: forms.FormSeries, act: acts.VoidForm
    ) -> tuple[tuple[Recorded, ...], Event]:
        """Both copies void; of a form that is issued, the mark it had taken off comes back (div (c)(3)(iii)(E))."""
        event = self._stamped(f.FormVoided, act, **forms.void(state, act))
        issued = forms.issued_form(state, act.number)
        if issued is None:
            return (), event
        serial = f.serial(state.id, act.number)
        forms.verify_void_day(serial, issued, event.day)
        self._ledger.load_day(event.day).verify_not_entered(serial)
        marks = self._documented(issued, serial)
        restored = unit.take(
            RestoreVig(
                source="",
                seq=0,
                at=act.at,
                by=act.by,
                table=issued.table,
                serial=serial,
                marks=marks,
            )
        )
        return restored, event

    def _documented(self, issued: forms.UsedForm, serial: str) -> list[MarkPutBack]:
        """What an issued form took off the layout, and since when that had been marked.

        Raises Refused where somebody else sits there now, who does not owe it.
        """
        since: dict[str, int] = {}
        lines: list[e.SeatCents] = []
        left = False
        for recorded in self._backwards(issued.table):
            match recorded.event:
                case e.VigorishDocumented() as documented if documented.serial == serial:
                    lines = documented.lines
                case e.SeatLeft(seat=issued.seat) if not lines:
                    left = True
                case e.VigorishMarked() as marked:
                    since[marked.round] = marked.at
            if lines and all(line.round in since for line in lines):
                break
        if left and issued.seat in self._ledger.table(issued.table).seats:
            raise Refused(
                "seat_taken_since",
                f"Another player has taken seat {issued.seat} of {issued.table} since {serial} was issued.",
                "Drop the form and forward it; tell accounting what is wrong with it.",
                serial=serial,
                table=issued.table,
                seat=issued.seat,
            )
        return [MarkPutBack(line.seat, line.cents, line.round, since[line.round]) for line in lines]

    def _backwards(self, table: str) -> Iterator[Recorded]:
        """The events of a table from the last one back: a form of the day is not far."""
        stream, last = tables.stream(table), self._ledger.table(table).version
        while last > 0:
            yield from reversed(self._ledger.stream(stream, last - BATCH + 1, last))
            last -= BATCH

    def _stamped(self, kind: type[Event], act: acts.FormAct, **facts: Any) -> Event:
        at = to_micros(act.at)
        day = self._ledger.calendar.day_of(at)
        return kind(by=act.by, at=at, recorded_at=self._ledger.clock(), day=day, **facts)
