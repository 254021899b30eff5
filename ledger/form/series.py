"""A series of Complimentary Vigorish Forms: its state, and what may happen to it next (div (c)(3)(iii)).

Every number is in hand, issued, void or lost, so that each can be accounted for; what is used out of order is so on
record. Series are counted each on its own: two kinds of document never share a counter.
"""

from collections.abc import Callable
from typing import Any, ClassVar, Final

import msgspec

from ledger.events import form as form_events
from ledger.events.base import Event
from ledger.form import acts as form_acts
from ledger.values.errors import NotFound, Refused
from ledger.values.numbers import counted
from ledger.values.signatures import require_different

LONGEST_SERIES: Final = 100_000
"""More forms than this are a slip of the hand."""


class UsedForm(msgspec.Struct):
    """A number that was used. table: "" where it is void. signed: dealer, pit boss, clerk. day: the gaming day.

    at: when, microseconds UTC. seat, cents: what it documents.
    """

    table: str
    signed: tuple[str, str, str]
    day: str
    at: int
    seat: int = 0
    cents: int = 0
    dropped: bool = False
    forwarded: bool = False


class FormSeries(msgspec.Struct):
    """The forms of one series. next: the number to be used next, the lowest in hand. used: by number. lost: numbers.

    received_at, in_pit_at: when it was received, and first issued to a pit; microseconds UTC.
    """

    id: str
    version: int = 0
    first: int = 0
    last: int = 0
    next: int = 0
    pit: str = ""
    clerks: list[str] = []
    used: dict[int, UsedForm] = {}
    lost: set[int] = set()
    received_at: int = 0
    in_pit_at: int = 0

    def apply(self, event: Event) -> None:
        """Fold one event in."""
        handler = self._BY_KIND.get(type(event))
        if handler is not None:
            handler(self, event)
        self.version += 1

    def _received(self, event: form_events.SeriesReceived) -> None:
        self.first = self.next = event.first
        self.last = event.last
        self.received_at = event.known_at

    def _to_pit(self, event: form_events.SeriesIssued) -> None:
        self.pit, self.clerks = event.pit, event.clerks
        self.in_pit_at = self.in_pit_at or event.known_at

    def _issued(self, event: form_events.FormIssued) -> None:
        signed = (event.dealer, event.pit_boss, event.clerk)
        self._use(
            event.number,
            UsedForm(event.table, signed, event.day, event.known_at, event.seat, event.cents),
        )

    def _voided(self, event: form_events.FormVoided) -> None:
        signed = ("", event.pit_boss, event.clerk)
        self._use(event.number, UsedForm("", signed, event.day, event.known_at))

    def _lost(self, event: form_events.FormLost) -> None:
        self.lost.add(event.number)
        self._go_on()

    def _use(self, number: int, used: UsedForm) -> None:
        self.used[number] = used
        self.lost.discard(number)
        self._go_on()

    def _go_on(self) -> None:
        while self.next in self.used or self.next in self.lost:
            self.next += 1

    def _dropped(self, event: form_events.OriginalDropped) -> None:
        self.used[event.number].dropped = True

    def _forwarded(self, event: form_events.CopiesForwarded) -> None:
        for number in event.numbers:
            self.used[number].forwarded = True

    _BY_KIND: ClassVar[dict[type[Event], Callable[[Any, Any], None]]] = {
        form_events.SeriesReceived: _received,
        form_events.SeriesIssued: _to_pit,
        form_events.FormIssued: _issued,
        form_events.FormVoided: _voided,
        form_events.FormLost: _lost,
        form_events.OriginalDropped: _dropped,
        form_events.CopiesForwarded: _forwarded,
    }


def receive(series: FormSeries, act: form_acts.ReceiveSeries) -> dict[str, Any]:
    """The facts of SeriesReceived; refused where the series is on record already (div (c)(3)(iii)(B))."""
    if series.version:
        raise Refused(
            "series_known",
            f"Series {series.id} is on record, {series.first} to {series.last}.",
            "Each series is received once; give another delivery an id of its own.",
            series=series.id,
            first=series.first,
            last=series.last,
        )
    verify_numbers(act.first, act.last)
    return {"first": act.first, "last": act.last, "copies": act.copies}


def verify_numbers(first: int, last: int) -> None:
    """Raise Refused for numbers that are no series."""
    if last < first:
        raise Refused(
            "numbers_reversed",
            f"A series cannot run from {first} to {last}.",
            "Give the first and the last number that are printed.",
            first=first,
            last=last,
        )
    if last - first >= LONGEST_SERIES:
        raise Refused(
            "series_too_long",
            f"{first} to {last} are {counted(last - first + 1, 'number')}.",
            f"A series has at most {LONGEST_SERIES:,}; check the numbers.",
            first=first,
            last=last,
        )


def issue_series(series: FormSeries, act: form_acts.IssueSeries) -> dict[str, Any]:
    """The facts of SeriesIssued: to a pit, or to other clerks of it (div (c)(3)(iii)(B))."""
    require_known(series)
    return {"pit": act.pit, "clerks": sorted(set(act.clerks))}


def verify_issue(series: FormSeries, act: form_acts.IssueForm, pit: str) -> None:
    """Raise Refused unless this form may be filled in now at a table of the pit (div (c)(3)(iii)(A), (B))."""
    _require_turn(series, act.number, out_of_order=act.out_of_order)
    require_clerk(series, act.by, act.clerk)
    if pit != series.pit:
        raise Refused(
            "form_of_another_pit",
            f"Series {series.id} is in pit {series.pit}; table {act.table} is in pit {pit}.",
            "Use the forms of the table's pit.",
            series=series.id,
            pit=series.pit,
            table=act.table,
        )
    require_different(
        "form", "form_signed_twice", dealer=act.dealer, pit_boss=act.pit_boss, pit_clerk=act.clerk
    )
    if act.patron_signed == bool(act.statement.strip()):
        raise Refused(
            "patron_signature",
            "A form has the patron's signature or a statement why not, and never both.",
            "Say that the patron signed, or state why not and who says so.",
            patron_signed=act.patron_signed,
        )
    if not act.patron_signed and act.stated_by not in {act.dealer, act.pit_boss}:
        raise Refused(
            "statement_by_others",
            "The statement is made by the dealer or the pit boss who sign the form.",
            f"Name {act.dealer} or {act.pit_boss} as stating it.",
            stated_by=act.stated_by,
            dealer=act.dealer,
            pit_boss=act.pit_boss,
        )


def void(series: FormSeries, act: form_acts.VoidForm) -> dict[str, Any]:
    """The facts of FormVoided: the next number, or one that is issued; both copies marked (div (c)(3)(iii)(E))."""
    issued = issued_form(series, act.number)
    if issued is None:
        _require_turn(series, act.number, out_of_order=act.out_of_order)
    else:
        _require_both_copies(form_events.serial(series.id, act.number), issued)
    require_clerk(series, act.by, act.clerk)
    require_different("form", "form_signed_twice", pit_boss=act.pit_boss, pit_clerk=act.clerk)
    facts = {
        "number": act.number,
        "reason": act.reason,
        "pit_boss": act.pit_boss,
        "clerk": act.clerk,
    }
    if issued is not None:
        return facts | {"table": issued.table, "seat": issued.seat, "cents": issued.cents}
    return facts | {"out_of_order": act.number != series.next}


def issued_form(series: FormSeries, number: int) -> UsedForm | None:
    """A number that is issued and not void, or None."""
    used = series.used.get(number)
    return used if used is not None and used.table else None


def _require_both_copies(serial: str, issued: UsedForm) -> None:
    """The clerk keeps both copies of a void form, so both must be in hand (div (c)(3)(iii)(C)-(E))."""
    if issued.dropped:
        raise Refused(
            "original_in_box",
            f"The original of {serial} is in the drop box; both copies of a void form are kept.",
            "Forward the duplicate; tell accounting what is wrong with the form.",
            serial=serial,
        )
    if issued.forwarded:
        raise Refused(
            "form_forwarded",
            f"The duplicate of {serial} is forwarded to accounting.",
            "Tell accounting what is wrong with the form.",
            serial=serial,
        )


def drop(series: FormSeries, act: form_acts.DropOriginal) -> dict[str, Any]:
    """The facts of OriginalDropped: by a dealer, who may have come in relief of the one who signed, before the pit boss
    and the pit clerk who signed (div (c)(3)(iii)(C)).
    """
    require_known(series)
    serial = form_events.serial(series.id, act.number)
    used = series.used.get(act.number)
    if used is None or not used.table:
        raise Refused(
            "form_not_issued",
            f"{serial} is {'void' if used else 'not used yet'}; it has no original to drop.",
            "Check the number on the form.",
            serial=serial,
        )
    if used.dropped:
        raise Refused(
            "form_dropped",
            f"The original of {serial} is in the drop box already.",
            "Check the number on the form.",
            serial=serial,
        )
    _, pit_boss, clerk = used.signed
    if (act.pit_boss, act.clerk) != (pit_boss, clerk):
        raise Refused(
            "witness_differs",
            f"{serial} was signed by {pit_boss} and {clerk}.",
            "The dealer drops it in the presence of the pit boss and the clerk who signed it.",
            serial=serial,
            pit_boss=pit_boss,
            clerk=clerk,
        )
    require_different(
        "form", "form_signed_twice", dealer=act.dealer, pit_boss=act.pit_boss, pit_clerk=act.clerk
    )
    return {
        "number": act.number,
        "table": used.table,
        "dealer": act.dealer,
        "pit_boss": act.pit_boss,
        "clerk": act.clerk,
    }


def forward(series: FormSeries, act: form_acts.ForwardCopies) -> dict[str, Any]:
    """The facts of CopiesForwarded: all copies that the clerks still keep (div (c)(3)(iii)(D), (E))."""
    require_known(series)
    require_clerk(series, act.by, act.clerk)
    kept = [number for number, used in sorted(series.used.items()) if not used.forwarded]
    if not kept:
        raise Refused(
            "nothing_to_forward",
            f"All copies of series {series.id} that were used are forwarded.",
            "Nothing is left to be done.",
            series=series.id,
        )
    return {"numbers": kept, "clerk": act.clerk}


def require_known(series: FormSeries) -> None:
    """Raise NotFound where the series was never received."""
    if not series.version:
        raise NotFound(
            "unknown_series",
            f"There is no series {series.id}.",
            "pit form list shows the series; pit form receive records a new one.",
            series=series.id,
        )


def require_of_series(series: FormSeries, number: int) -> None:
    """Raise NotFound for a series that was never received, Refused for a number that is not printed on a form of it."""
    require_known(series)
    serial = form_events.serial(series.id, number)
    if not series.first <= number <= series.last:
        raise Refused(
            "not_of_series",
            f"{serial} is not of the series: {series.first} to {series.last}.",
            "Check the number on the form.",
            serial=serial,
            first=series.first,
            last=series.last,
        )


def require_unused(series: FormSeries, number: int) -> None:
    """Raise Refused for a number that is used."""
    used = series.used.get(number)
    if used is not None:
        serial = form_events.serial(series.id, number)
        raise Refused(
            "form_used",
            f"{serial} is {'issued' if used.table else 'void'} already; {series.next} is next.",
            "Check the number on the form.",
            serial=serial,
            next=series.next,
        )


def require_not_lost(series: FormSeries, number: int) -> None:
    """Raise Refused for a number that is lost."""
    if number in series.lost:
        serial = form_events.serial(series.id, number)
        raise Refused(
            "form_lost",
            f"{serial} is recorded as lost.",
            "Check the number on the form; where it turned up and was used, say --out-of-order.",
            serial=serial,
        )


def _require_turn(series: FormSeries, number: int, *, out_of_order: bool) -> None:
    """In sequence (div (c)(3)(iii)(B)), unless it is said that the form was used all the same."""
    require_of_series(series, number)
    serial = form_events.serial(series.id, number)
    if series.next > series.last and number not in series.lost:
        raise Refused(
            "series_used_up",
            f"Every number of series {series.id} is used.",
            "Use another series.",
            series=series.id,
            last=series.last,
        )
    require_unused(series, number)
    if out_of_order:
        return
    require_not_lost(series, number)
    if number != series.next:
        raise Refused(
            "form_not_next",
            f"{series.next} is next: use it or void it first.",
            "Forms are used in the order of their numbers; where this one was used all the same, say --out-of-order.",
            serial=serial,
            next=series.next,
        )


def require_clerk(series: FormSeries, by: str, clerk: str) -> None:
    """Forms are in the hands of pit clerks only (div (c)(3)(iii)(A), (B))."""
    if not series.pit:
        raise Refused(
            "series_not_in_pit",
            f"Series {series.id} has not been issued to a pit.",
            "Issue it to the pit and its clerks first.",
            series=series.id,
        )
    for name in (clerk, by):
        if name not in series.clerks:
            raise Refused(
                "not_the_clerk",
                f"{name} has no access to series {series.id}.",
                f"The pit clerk prepares the form: {', '.join(series.clerks)}.",
                series=series.id,
                clerk=name,
            )
    if by != clerk:
        raise Refused(
            "clerk_differs",
            f"{by} enters a form that {clerk} signs.",
            "The pit clerk who signs the form enters it.",
            by=by,
            clerk=clerk,
        )
