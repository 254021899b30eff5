"""The gate before the books: nothing is dated in what is closed, and nobody enters or signs without authority."""

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import date, timedelta
from typing import Final

from ledger.events import day as day_events
from ledger.events import month as month_events
from ledger.events import operators as operator_events
from ledger.events.base import Event, Recorded
from ledger.events.property import STREAM as PROPERTY
from ledger.operators import authority
from ledger.operators.register import Registry
from ledger.property.state import Property
from ledger.store.codec import TOPIC_OF
from ledger.store.conditions import (
    Condition,
    NoneBetween,
    NoneOfTopic,
    NoneSpelledAs,
    NothingHolding,
    StreamAt,
)
from ledger.store.errors import store_errors
from ledger.transaction.identity import Identity
from ledger.transaction.loading import Loader, Look
from ledger.values.errors import Refused

CLOSABLE: Final = 3_600_000_000
"""Microseconds before a day's end, from which one whose clock is ahead might close it."""

CORRECTED: Final = "Post a correction on the open day that names it: pit day correct."
"""How a figure of a closed day is put right."""

DAY_CLOSED: Final = TOPIC_OF[day_events.DayClosed]
MONTH_CLOSED: Final = TOPIC_OF[month_events.MonthClosed]


def _nothing_dated(day: str, position: int, but_topic: str = "") -> NothingHolding:
    """On a gaming day, or on any of a month (`2026-07`): every day of one begins with it."""
    return NothingHolding(position, but_topic, f'"day":"{day}'.encode())


def _open(day: str) -> tuple[Condition, ...]:
    """What holds while neither a gaming day nor its month is closed."""
    return (
        NoneOfTopic(day_events.stream(day), DAY_CLOSED),
        NoneOfTopic(month_events.stream(day[:7]), MONTH_CLOSED),
    )


class Gate:
    """What has been verified of one transaction, and what has to be so still when it is saved."""

    def __init__(self, loader: Loader, clock: Callable[[], int], identity: Identity) -> None:
        self._loader = loader
        self._identity = identity
        self._signed: set[str] = set()
        self._clock = clock
        self._ends: dict[str, int] = {}
        self._in_order: dict[str, NoneBetween] = {}
        self._untouched: dict[str, NothingHolding] = {}
        self._read: dict[str, int] = {}
        self._begun: set[NoneSpelledAs] = set()
        self._looked: Look | None = None

    def look(self, tables: Collection[str] = ()) -> Look:
        """What acts are decided by, brought up to date once a transaction. tables: those that are looked at with it."""
        if self._looked is None:
            self._looked = self._loader.look(tables)
        return self._looked

    def property(self) -> Property:
        """The property, with the settings that have to be in force still when the transaction is saved."""
        known = self.look().property
        self.hold(PROPERTY, known.version)
        return known

    def verify(self, events: Sequence[Event]) -> None:
        """Raise Refused for an event on a closed day, or without authority."""
        self.verify_days(event.day for event in events)
        self.verify_signed(events)

    # -- operators

    def registry(self) -> Registry:
        """The register of operators."""
        return self.look().registry

    def verify_signed(self, events: Sequence[Event]) -> None:
        """Raise Refused or NotFound unless author and signatures of events are fit for them, and are who they say."""
        registry = self.registry()
        for event in events:
            authority.verify_named(event)
            authority.verify(registry, event)
            if not registry.open and (required := self.required()):
                for role, operator, anew in authority.to_prove(registry, required, event):
                    if operator not in self._signed:
                        self._identity.prove(operator, role, anew=anew)

    def required(self) -> frozenset[str]:
        """Of whom the property requires a passphrase: roles, and second signatures."""
        return frozenset(self.property().settings.passphrases)

    def has_signed(self, operator: str) -> None:
        """An operator has proven who they are when they signed what is decided now, and is not asked again."""
        self._signed.add(operator)

    def is_outdated(self) -> bool:
        """Whether somebody has changed the register meanwhile."""
        known = self._looked
        return known is not None and known.registry.version != self._loader.last_version(
            operator_events.STREAM
        )

    # -- gaming days

    def is_closed(self, day: str) -> bool:
        """Whether a gaming day or its month is closed, so that nothing may be dated on it."""
        if day not in self._ends:
            end = self._loader.calendar.end_of(day)
            # A day that runs cannot have been closed, and is looked up nowhere. One on which nothing happened is open
            # when its month is closed.
            if not self._may_run(end) and self._broken(*_open(day)):
                return True
            self._ends[day] = end
        return False

    def verify_days(self, dated: Iterable[str], next_step: str = CORRECTED) -> None:
        """Raise Refused for a day that is closed. next_step: what is done instead."""
        for day in dated:
            if day not in self._ends and self.is_closed(day):
                raise Refused(
                    "day_closed",
                    f"Gaming day {day} is closed; its books do not change.",
                    next_step,
                    day=day,
                )

    def verify_order(self, day: str) -> None:
        """Raise Refused for a day that is closed, or that a later one was closed before: days close in order."""
        end = self._loader.calendar.end_of(day)
        if day not in self._in_order and not self._may_run(end):
            later = NoneBetween(day_events.stream(day), day_events.AFTER_ALL, DAY_CLOSED)
            broken = self._broken(*_open(day), later)
            if broken == later:
                closed = self._first_closed_after(day)
                raise Refused(
                    "later_day_closed",
                    f"Gaming day {closed} is closed; nothing is begun on {day} before it.",
                    "Check the time; what was found out later is posted on the open day: pit day correct.",
                    day=day,
                    closed=closed,
                )
            if broken is None:
                self._ends[day], self._in_order[day] = end, later
        self.verify_days((day,))

    def _may_run(self, end: int) -> bool:
        """Whether a day that ends then is not over by some clock: it, and so no later one, cannot have been closed."""
        return end - CLOSABLE > self._clock()

    def _first_closed_after(self, day: str) -> str:
        later = date.fromisoformat(day)
        while True:
            later += timedelta(days=1)
            if self._loader.day(later.isoformat()).closed:
                return later.isoformat()

    def nothing_since(self, position: int, day: str) -> None:
        """Let the commit fail where an event after a position is dated on a day or in a month, but for closed days."""
        self._untouched[day] = _nothing_dated(day, position, DAY_CLOSED)

    def is_dated_since(self, position: int, day: str) -> bool:
        """Whether an event after a position is dated on a day, or in a month, as the log stands."""
        return self._broken(_nothing_dated(day, position)) is not None

    def _broken(self, *conditions: Condition) -> Condition | None:
        """The first of these that does not hold, as the log stands."""
        with store_errors():
            return self._loader.journal.broken(conditions)

    # -- saving

    def hold(self, stream: str, version: int) -> None:
        """Let the commit fail where a stream that was only read has an event after a version."""
        self._read.setdefault(stream, version)

    def hold_spelling(self, stream: str, first: type[Event]) -> None:
        """Let the commit fail where another stream begins with such an event that is spelled so but for capitals."""
        self._begun.add(NoneSpelledAs(TOPIC_OF[first], stream, stream.lower()))

    def conditions(self, pending: Sequence[Recorded]) -> list[Condition]:
        """What has to be so when these events are saved; the next transaction is verified anew."""
        now, known = self._clock(), self._looked
        found: list[Condition] = [
            condition
            for day, end in self._ends.items()
            if end - CLOSABLE <= now and day not in self._untouched
            for condition in _open(day)
        ]
        found += [*self._untouched.values(), *self._in_order.values(), *self._begun]
        if known is not None:
            self._read[operator_events.STREAM] = known.registry.version
        # What is written to follows the version it was decided on, and needs no such check.
        written = {recorded.originator_id for recorded in pending}
        found += [StreamAt(*each) for each in self._read.items() if each[0] not in written]
        self.forget()
        return found

    def pretend(self) -> None:
        """Go on as if all had been saved: a dry run, whose register no commit looks at."""
        self._looked = None

    def forget(self) -> None:
        """Verify everything anew."""
        self._ends.clear()
        self._in_order.clear()
        self._untouched.clear()
        self._read.clear()
        self._begun.clear()
        self._looked = None
        self._signed.clear()
