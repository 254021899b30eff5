"""Aggregates as they stand, with what waits to be saved: what is decided next is decided on them.

It is saved over nothing that came to them meanwhile. A link is held so where something is written to it or its events
are read, and not at every look: each round of each of its tables moves it.
"""

from collections.abc import Callable, Collection, Iterator
from copy import copy
from typing import Final, Generic, TypeVar

from ledger.day.signing import Signing
from ledger.day.state import GamingDay, GamingMonth
from ledger.equipment.tokens import FeedTokens
from ledger.events import day as day_events
from ledger.events import feed as feed_events
from ledger.events import form as form_events
from ledger.events import link as link_events
from ledger.events import month as month_events
from ledger.events import operators as operator_events
from ledger.events import signing as signing_events
from ledger.events.base import A, Event, Recorded
from ledger.events.property import STREAM as PROPERTY
from ledger.events.property import Settings
from ledger.events.table import CorrectionPosted
from ledger.events.undoing import in_effect, undone_versions
from ledger.form.series import FormSeries
from ledger.form.slip_series import SlipSeries
from ledger.link.state import Link, unknown_link
from ledger.operators.enrollment import Enrollment
from ledger.operators.register import Registry
from ledger.pit.state import Pit
from ledger.property.state import Property
from ledger.table import state as table_state
from ledger.table.state import Table
from ledger.transaction.gate import Gate
from ledger.transaction.loading import Loader
from ledger.transaction.pending import Pending
from ledger.values.codes import CODE
from ledger.values.errors import Misused

T = TypeVar("T")

MINUTE: Final = 60_000_000

MANY: Final = 200
"""Events of a table that are looked through at a time."""


class Shelf(Generic[T]):
    """Aggregates of a kind, by code, that stay loaded after a commit. now: with what waits. saved: without it."""

    def __init__(self) -> None:
        self.now: dict[str, T] = {}
        self.saved: dict[str, T] = {}

    def read(self, code: str, found: T) -> T:
        """Take in one as it was read."""
        self.now[code] = self.saved[code] = found
        return found

    def hold(self, code: str, state: T) -> None:
        """Go on with one that has folded its events in."""
        self.now[code] = state

    def keep(self) -> None:
        """All has been saved."""
        self.saved.update(self.now)

    def forget(self) -> None:
        """Go back to what was saved; it is brought up to date when it is asked for."""
        self.now.clear()


class Standing:
    """Tables and links stay loaded after a commit, so that a feed need not load them again; all else is folded anew."""

    def __init__(self, loader: Loader, gate: Gate, pending: Pending) -> None:
        self.loader = loader
        self.tables: Shelf[Table | None] = Shelf()
        self.links: Shelf[Link] = Shelf()
        self._gate = gate
        self._pending = pending
        self._histories: dict[str, list[Recorded]] = {}

    def look(self, tables: Collection[str]) -> None:
        """Have a transaction begin with what is asked for anyway, of these tables too, in one question."""
        for code, found in self._gate.look(tables).tables.items():
            self.tables.read(code, found)

    @property
    def settings(self) -> Settings:
        """The property's settings in force."""
        return self._gate.property().settings

    def award_limit_at(self, at: int) -> int:
        """From how many cents on a fixed award that is won at a moment waits for a supervisor, 0 for none, by what was
        set until then.
        """
        return self._gate.property().award_limit_at(at)

    @property
    def tolerance(self) -> int:
        """Microseconds by which two clocks of the property may differ."""
        return self.settings.clock_tolerance_minutes * MINUTE

    def table(self, code: str) -> Table | None:
        """A table, or None where its stream is empty; one whose opening was undone has no code.

        Raises Misused for what cannot be a code.
        """
        if code not in self.tables.now:
            if not CODE.fullmatch(code):
                raise Misused(
                    "bad_table_code",
                    f"{code!r} cannot be a table's code.",
                    "Use letters, digits, dot, dash and underscore, at most 32.",
                    table=code,
                )
            self.tables.read(code, self.loader.table(code))
        saved = self.tables.saved.get(code)
        self._gate.hold(table_state.stream(code), saved.version if saved else 0)
        return self.tables.now[code]

    def known(self) -> dict[str, Table]:
        """The tables that were asked for."""
        return {code: table for code, table in self.tables.now.items() if table and table.code}

    def known_table(self, code: str) -> Table:
        """A table. Raises NotFound."""
        found = self.table(code) if CODE.fullmatch(code) else None
        if found is None or not found.code:
            raise table_state.unknown_table(code)
        return found

    def happened_since(self, code: str, at: int) -> Iterator[Event]:
        """A table's events that happened at a moment or after it and count, waiting ones included, the newest first.

        They are recorded nearly in order: where many together are all of before, so are those before them.
        """
        stream, saved = table_state.stream(code), self.tables.saved.get(code)
        yield from (e.event for e in reversed(self._pending.of(stream)) if e.event.at >= at)
        last = saved.version if saved else 0
        undone: set[int] = set()
        while last > 0:
            some = self.loader.stream(stream, max(1, last - MANY + 1), last)
            found = [each for each in some if each.event.at >= at]
            if not found:
                return
            undone |= undone_versions(some)
            counting = (each for each in found if each.originator_version not in undone)
            yield from (each.event for each in reversed([*counting]))
            last -= MANY

    def back_to(
        self, stream: str, round_id: str, begins: Callable[[Event], bool]
    ) -> list[Recorded]:
        """The events of a stream back to one that `begins`, or to the day of a round, in order; waiting ones included.

        What was taken back is there with event None.
        """
        waiting = self._pending.of(stream)
        last = waiting[0].originator_version - 1 if waiting else self.loader.last_version(stream)
        self._gate.hold(stream, last)
        saved = self.loader.back_to(stream, round_id, begins, last)
        return list(in_effect((*saved, *waiting)))

    def link_since(self, code: str, at: int) -> list[Event]:
        """A link's events that were recorded after a moment, waiting ones included, and one before; in order."""
        of_day = f"{code}:{self.loader.calendar.day_of(at)}:0"
        found = self.back_to(
            link_events.stream(code), of_day, lambda event: event.recorded_at <= at
        )
        return [each.event for each in found if each.event is not None]

    def corrections(self, code: str) -> list[CorrectionPosted]:
        """All that was corrected of a table's figures, waiting corrections included."""
        waiting = (each.event for each in self._pending.of(table_state.stream(code)))
        new = [event for event in waiting if isinstance(event, CorrectionPosted)]
        return [*self.loader.corrections(code), *new]

    def link(self, code: str) -> Link:
        """A progressive link. Raises NotFound."""
        if code in self.links.now:
            return self.links.now[code]
        found = self.loader.link(code)
        if found is None:
            raise unknown_link(code)
        self._pending.follow(link_events.stream(code), found.version)
        return self.links.read(code, found)

    def pit(self, stream: str) -> Pit:
        """A pit, by its stream."""
        return self._folded(stream, self.loader.pit(stream))

    def day(self, day: str) -> GamingDay:
        """What has been counted for a gaming day."""
        return self._folded(day_events.stream(day), self.loader.day(day))

    def month(self, month: str) -> GamingMonth:
        """A month, and how it was closed."""
        return self._folded(month_events.stream(month), self.loader.month(month))

    def signing(self, books: str) -> Signing:
        """Whether the books of a day or a month wait for a signature."""
        return self._folded(signing_events.stream(books), self.loader.signing(books))

    def series(self, name: str) -> FormSeries:
        """A series of forms; one without events where there is none of that id."""
        return self._folded(form_events.stream(name), self.loader.series(name))

    def slip_series(self, stream: str) -> SlipSeries:
        """A series of fill or credit slips, by its stream; one without events where there is none."""
        return self._folded(stream, self.loader.slip_series(stream))

    def registry(self) -> Registry:
        """The register of operators, for a change of it."""
        return self._folded(operator_events.STREAM, self._gate.registry().copy())

    def enrollment(self, operator: str) -> Enrollment:
        """An operator's passphrase, for a change of it."""
        stream = operator_events.passphrase_stream(operator)
        return self._folded(stream, self.loader.enrollment(operator))

    def feed_tokens(self) -> FeedTokens:
        """The tokens of all feed sources."""
        return self._folded(feed_events.TOKENS, self.loader.feed_tokens())

    def property(self) -> Property:
        """The property, for a change of it."""
        return self._folded(PROPERTY, copy(self._gate.property()))

    def history(self, stream: str) -> list[Event]:
        """All events of a stream that count, waiting ones included; what is saved is read once a transaction."""
        if stream not in self._histories:
            self._histories[stream] = self.loader.stream(stream)
        saved = self._histories[stream]
        version = saved[-1].originator_version if saved else 0
        self._gate.hold(stream, version)
        self._pending.read(stream, version)
        together = in_effect((*saved, *self._pending.of(stream)))
        return [each.event for each in together if each.event is not None]

    def _folded(self, stream: str, loaded: A) -> A:
        """An aggregate with what waits, as it was loaded."""
        self._gate.hold(stream, loaded.version)
        return self._pending.folded(stream, loaded)

    def keep(self) -> None:
        """All has been saved."""
        self.tables.keep()
        self.links.keep()
        self._histories.clear()

    def forget(self) -> None:
        """Go back to what was saved."""
        self.tables.forget()
        self.links.forget()
        self._histories.clear()
