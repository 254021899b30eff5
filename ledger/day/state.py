"""What has been counted, received, acknowledged and signed of one gaming day; how a month was closed."""

from collections.abc import Sequence

import msgspec

from ledger.events.base import Event
from ledger.events.day import (
    DayClosed,
    DropCounted,
    DuplicateReceived,
    DuplicatesReceived,
    DuplicatesTakenBack,
    FindingAcknowledged,
)
from ledger.events.month import MonthClosed
from ledger.values.errors import NotFound, Refused


class GamingDay(msgspec.Struct):
    """What has been counted for one gaming day: cash in cents by table, the originals in each box; the duplicates that
    came in; findings acknowledged; and how it was closed.
    """

    version: int = 0
    drops: dict[str, int] = {}
    originals: dict[str, set[str]] = {}
    duplicates: set[str] = set()
    acknowledged: dict[str, FindingAcknowledged] = {}
    closed: DayClosed | None = None

    def apply(self, event: Event) -> None:
        """Fold one event in."""
        if isinstance(event, DropCounted):
            self.drops[event.table] = event.cash_cents
            self.originals[event.table] = {form.serial for form in event.originals}
        elif isinstance(event, DuplicatesReceived):
            self.duplicates |= {form.serial for form in event.forms}
        elif isinstance(event, DuplicatesTakenBack):
            self.duplicates -= {*event.serials}
        elif isinstance(event, FindingAcknowledged):
            self.acknowledged[event.finding] = event
        elif isinstance(event, DayClosed):
            self.closed = event
        self.version += 1

    def verify_count(self, table: str, *, recount: bool) -> None:
        """Raise Refused where a second count would silently replace the first."""
        if table in self.drops and not recount:
            raise Refused(
                "drop_already_counted",
                f"The drop of {table} is already counted.",
                "Say --recount to replace the count; the first stays on record.",
                table=table,
                counted_cents=self.drops[table],
            )
        if table not in self.drops and recount:
            raise Refused(
                "drop_not_counted",
                f"The drop of {table} has not been counted yet.",
                "Leave --recount out.",
                table=table,
            )

    def verify_not_entered(self, serial: str) -> None:
        """Raise Refused where accounting has entered a copy of a form: it is compared as it was."""
        if serial in self.duplicates.union(*self.originals.values()):
            raise Refused(
                "form_compared",
                f"Accounting has entered a copy of {serial}.",
                "The form stands as it was compared; accounting puts right what is wrong with it.",
                serial=serial,
            )

    def verify_duplicates(self, forms: Sequence[DuplicateReceived], *, replaces: bool) -> None:
        """Raise Refused where a duplicate is entered a second time, unless it is to be replaced."""
        for form in forms:
            if form.serial in self.duplicates and not replaces:
                raise Refused(
                    "duplicate_entered",
                    f"The duplicate of {form.serial} is entered already.",
                    "Say --replace where it was entered wrongly; the first entry stays on record.",
                    serial=form.serial,
                )

    def verify_entered(self, day: str, serials: Sequence[str]) -> None:
        """Raise NotFound where one of the duplicates is not entered for the day."""
        for serial in serials:
            if serial not in self.duplicates:
                raise NotFound(
                    "duplicate_not_entered",
                    f"No duplicate of {serial} is entered for {day}.",
                    "pit report forms shows what is; check the number and the day.",
                    serial=serial,
                    day=day,
                )


class GamingMonth(msgspec.Struct):
    """Whether a month is closed, and how."""

    version: int = 0
    closed: MonthClosed | None = None

    def apply(self, event: Event) -> None:
        """Fold one event in."""
        if isinstance(event, MonthClosed):
            self.closed = event
        self.version += 1


def verify_once(serials: Sequence[str]) -> None:
    """Raise Refused where a serial is listed twice."""
    for serial in serials:
        if serials.count(serial) > 1:
            raise Refused(
                "form_listed_twice",
                f"{serial} is listed twice.",
                "Every number is printed on one form; check them.",
                serial=serial,
            )
