"""Whether a series of forms and the tables say the same of them, number by number, and whether no number was left out
(div (c)(3)(iii)).

A form and the mark that it takes off, its void and the mark that comes back, are facts of two streams, saved together.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

import msgspec

from ledger.events import form as form_events
from ledger.events import table as e
from ledger.events.base import Event
from ledger.form.hand import compared
from ledger.form.series import FormSeries
from ledger.seal.tiles import KEEP
from ledger.values.errors import IntegrityFailure
from projections.queries.checked_stream import Stream, Taker

DOCUMENTED: Final = "vig_documented"
"""The figure that a form adds to: what was corrected of it does not come back with the form's void."""

UNUSED: Final = ("", 0, 0)
"""What the void of a form says that was never filled in."""

_SERIES: Final = "series"
"""The noun of their streams."""


class Said(NamedTuple):
    """What both streams say of a form: of its issue, or of its void. rounds: of the issue."""

    serial: str
    void: bool
    table: str
    seat: int
    cents: int
    day: str
    rounds: list[str]


class Paper(msgspec.Struct, frozen=True):
    """What some of the log says of forms. open: by what is said, as JSON, how much more often tables say it than series
    do; what both say alike is not kept. corrected: seats of tables of which documented vigorish was corrected.
    """

    open: dict[str, int]
    corrected: list[tuple[str, int]]


class Forms:
    """Forms of some of the log."""

    def __init__(self) -> None:
        self._open: dict[str, int] = {}
        self._corrected: set[tuple[str, int]] = set()
        self._series: dict[str, FormSeries] = {}

    @property
    def paper(self) -> Paper:
        """What is to be held against the rest of the log."""
        return Paper(self._open, sorted(self._corrected))

    def takers(self, noun: str, kind: type[Event]) -> list[Taker]:
        """What counts an event of a kind in the streams of a noun, in the order of the log. It raises IntegrityFailure
        for a number that is not of its series, was used before or was not next, and for what follows of a form that
        its issue did not say.
        """
        found: list[Taker] = []
        if (taken := _TAKEN.get(kind)) is not None:
            found.append(lambda event, of: taken(self, of.code, event))
        if noun == _SERIES:
            found.append(self._in_series)
        return found

    def _in_series(self, event: Event, of: Stream) -> None:
        self._series.setdefault(of.code, FormSeries(of.code)).apply(event)

    def _documented(self, table: str, event: e.VigorishDocumented) -> None:
        rounds = [line.round for line in event.lines]
        self._say(1, table, event, void=False, rounds=rounds)

    def _restored(self, table: str, event: e.VigorishRestored) -> None:
        self._say(1, table, event, void=True, rounds=[])

    def _say(
        self,
        times: int,
        table: str,
        event: e.VigorishDocumented | e.VigorishRestored,
        *,
        void: bool,
        rounds: list[str],
    ) -> None:
        cents = sum(line.cents for line in event.lines)
        for seat in {line.seat for line in event.lines}:
            self._count(times, Said(event.serial, void, table, seat, cents, event.day, rounds))

    def _corrected_by(self, table: str, event: e.CorrectionPosted) -> None:
        if event.figure == DOCUMENTED:
            self._corrected.add((table, event.seat))

    def _issued(self, code: str, event: form_events.FormIssued) -> None:
        series, serial = self._numbered(code, event.number)
        if event.number in series.used:
            raise _differs(serial, "is issued though it was used before")
        _verify_turn(series, serial, event)
        _verify_entered(serial, event)
        facts = (event.table, event.seat, event.cents, event.day, event.rounds)
        self._count(-1, Said(serial, False, *facts))

    def _voided(self, code: str, event: form_events.FormVoided) -> None:
        series, serial = self._numbered(code, event.number)
        before = series.used.get(event.number)
        was = (before.table, before.seat, before.cents) if before else UNUSED
        if (event.table, event.seat, event.cents) != was or (before and not before.table):
            raise _differs(serial, "is void as what it was not before")
        _verify_entered(serial, event)
        if not event.table:
            _verify_turn(series, serial, event)
            return
        facts = (event.table, event.seat, event.cents, event.day)
        self._count(-1, Said(serial, True, *facts, []))

    def _lost(self, code: str, event: form_events.FormLost) -> None:
        self._numbered(code, event.number)

    def _dropped(self, code: str, event: form_events.OriginalDropped) -> None:
        series, serial = self._numbered(code, event.number)
        used = series.used.get(event.number)
        signed = (event.table, event.pit_boss, event.clerk)
        if used is None or (used.table, *used.signed[1:]) != signed:
            raise _differs(serial, "went into the box before others than those who signed it")

    def _forwarded(self, code: str, event: form_events.CopiesForwarded) -> None:
        used = self._series.get(code, FormSeries(code)).used
        due = {number for number, each in used.items() if not each.forwarded}
        for number in sorted(due ^ set(event.numbers)):
            how = "was left behind" if number in due else "was not there"
            raise _differs(form_events.serial(code, number), f"{how} as copies were forwarded")

    def _counted(self, code: str, event: form_events.FormsCounted) -> None:
        missing, beyond = compared(self._series.get(code, FormSeries(code)), event.counted)
        odd = set(missing) ^ set(event.missing) | set(beyond) ^ set(event.beyond)
        for number in sorted(odd):
            how = "is missed or found by a count of unused forms otherwise than its series says"
            raise _differs(form_events.serial(code, number), how)

    def _numbered(self, code: str, number: int) -> tuple[FormSeries, str]:
        series, serial = self._series.get(code, FormSeries(code)), form_events.serial(code, number)
        if not series.first <= number <= series.last:
            raise _differs(serial, "is not of the numbers that were received")
        return series, serial

    def _count(self, times: int, said: Said) -> None:
        key = msgspec.json.encode(said).decode()
        left = self._open.pop(key, 0) + times
        if left:
            self._open[key] = left


_TAKEN: Final[Mapping[type[Event], Callable[[Forms, str, Any], None]]] = {
    e.VigorishDocumented: Forms._documented,  # noqa: SLF001  its own table
    e.VigorishRestored: Forms._restored,  # noqa: SLF001
    e.CorrectionPosted: Forms._corrected_by,  # noqa: SLF001
    form_events.FormIssued: Forms._issued,  # noqa: SLF001
    form_events.FormVoided: Forms._voided,  # noqa: SLF001
    form_events.FormLost: Forms._lost,  # noqa: SLF001
    form_events.OriginalDropped: Forms._dropped,  # noqa: SLF001
    form_events.CopiesForwarded: Forms._forwarded,  # noqa: SLF001
    form_events.FormsCounted: Forms._counted,  # noqa: SLF001
}


def verify(parts: Iterable[Paper]) -> None:
    """Raise IntegrityFailure for a form of which a table says what its series does not, or the other way round."""
    left, corrected = Counter[str](), set[tuple[str, int]]()
    for part in parts:
        left.update(part.open)
        corrected.update(part.corrected)
    for said, times in sorted(left.items()):
        of = msgspec.json.decode(said, type=Said)
        if not times or (of.void and (of.table, of.seat) in corrected):
            continue
        who, other = ("its table", "its series") if times > 0 else ("its series", "its table")
        what = "come back with its void" if of.void else "are on it"
        raise _differs(
            of.serial,
            f"differs: {who} says that {of.cents} cents of seat {of.seat} at {of.table} {what}; {other} does not",
            table=of.table,
            seat=of.seat,
            cents=of.cents,
            day=of.day,
        )


def _verify_turn(
    series: FormSeries, serial: str, event: form_events.FormIssued | form_events.FormVoided
) -> None:
    """Forms are used in the order of their numbers, or are said not to be: one that is left out leaves a gap."""
    if event.out_of_order != (event.number != series.next):
        said = "out of" if event.out_of_order else "in"
        raise _differs(serial, f"is said to be used {said} order, and {series.next} was next")


def _verify_entered(serial: str, event: form_events.FormIssued | form_events.FormVoided) -> None:
    """The pit clerk who signs a form enters it."""
    if event.by != event.clerk:
        raise _differs(serial, f"is signed by {event.clerk} and was entered by {event.by}")


def _differs(serial: str, how: str, **facts: Any) -> IntegrityFailure:
    return IntegrityFailure("form_differs", f"Form {serial} {how}.", KEEP, serial=serial, **facts)
