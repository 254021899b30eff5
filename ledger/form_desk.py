"""The commands of Complimentary Vigorish Forms: load, decide, save.

A form and the mark it settles are one transaction.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from ledger import form_acts as acts
from ledger import form_events as f
from ledger import forms
from ledger.calendar import to_micros
from ledger.errors import Misused
from ledger.events import Event, Recorded
from ledger.table import events as e
from ledger.table.acts import DocumentVig
from ledger.unit_of_work import TABLE_CODE, Done, UnitOfWork

if TYPE_CHECKING:
    from ledger.application import Pit

_FACTS: dict[type[acts.FormAct], tuple[type[Event], Callable[[Any, Any], dict[str, Any]]]] = {
    acts.ReceiveSeries: (f.SeriesReceived, forms.receive),
    acts.IssueSeries: (f.SeriesIssued, forms.issue_series),
    acts.VoidForm: (f.FormVoided, forms.void),
    acts.DropOriginal: (f.OriginalDropped, forms.drop),
    acts.ForwardCopies: (f.CopiesForwarded, forms.forward),
}


class FormDesk:
    """Where forms are kept and used."""

    def __init__(self, pit: "Pit") -> None:
        self._pit = pit

    def series(self, name: str) -> forms.FormSeries:
        """A series as it stands; one without events where there is none of that id."""
        state = forms.FormSeries(name)
        for recorded in self._pit.stream(f.stream(name)):
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
        return self._pit.run(
            lambda unit: self._decide(unit, said), key=key, request=request, dry_run=dry_run
        )

    def _decide(self, unit: UnitOfWork, said: tuple[acts.FormAct, ...]) -> tuple[Recorded, ...]:
        state = self.series(said[0].series)
        recorded: list[Recorded] = []
        loaded = state.version
        for act in said:
            if isinstance(act, acts.IssueForm):
                settled, event = self._issue(unit, state, act)
                recorded += settled
            else:
                kind, decide = _FACTS[type(act)]
                event = self._stamped(kind, act, **decide(state, act))
            state.apply(event)
            recorded += unit.append(f.stream(state.id), [event], loaded)
        return tuple(recorded)

    def _issue(
        self, unit: UnitOfWork, state: forms.FormSeries, act: acts.IssueForm
    ) -> tuple[tuple[Recorded, ...], Event]:
        """The form, and the mark it takes off the layout (div (c)(3)(ii), (iii)(A))."""
        table = self._pit.table(act.table)
        if table.submission.vigorish_forms:
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

    def _stamped(self, kind: type[Event], act: acts.FormAct, **facts: Any) -> Event:
        at = to_micros(act.at)
        day = self._pit.calendar.day_of(at)
        return kind(by=act.by, at=at, recorded_at=self._pit.clock(), day=day, **facts)
