"""The gaming day's own facts: what the soft count found, and the duplicates that came in. Stream `day:DATE`."""

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from ledger.errors import Refused
from ledger.events import Event


def stream(day: str) -> str:
    """The stream of a gaming day (ISO date)."""
    return f"day:{day}"


class OriginalFound(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The original of a form in a drop box, as it reads. table: "" where that was not read."""

    serial: str
    cents: int
    table: str = ""


class DropBox(msgspec.Struct, frozen=True):
    """What was found in one table's drop box: cash in cents, by denomination where that is known, and originals."""

    table: str
    cash_cents: int
    cash: dict[int, int] = {}
    originals: list[OriginalFound] = []


class DuplicateReceived(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The duplicate of a form as it reads, or both copies of a void one. What was not read is "", and cents None."""

    serial: str
    void: bool = False
    cents: int | None = None
    table: str = ""
    day: str = ""
    patron: str = ""


class DropCounted(Event, frozen=True, kw_only=True):
    """The cash and the forms found in one table's drop box.

    cash: notes by denomination in cents, empty when only the total is known. replaces: the count takes the place of an
    earlier one.
    """

    class_version: ClassVar[int] = 2

    table: str
    cash: dict[int, int]
    cash_cents: int
    replaces: bool = False
    originals: list[OriginalFound] = []  # noqa: RUF012  msgspec copies it

    @property
    def forms_cents(self) -> int:
        """The forms found, at their face."""
        return sum(form.cents for form in self.originals)

    @staticmethod
    def upcast_v1_v2(state: dict[str, Any]) -> None:
        """Forms were not counted then."""
        state.setdefault("originals", [])


class DuplicatesReceived(Event, frozen=True, kw_only=True):
    """Copies of forms that pit clerks sent accounting. replaces: they were entered wrongly before."""

    forms: list[DuplicateReceived]
    replaces: bool = False


class FindingAcknowledged(Event, frozen=True, kw_only=True):
    """Accounting has looked at a finding of the reconciliation and says why it stands.

    cents: the amount it was seen with, None where it has none; with another amount it is another finding.
    """

    finding: str
    code: str
    reason: str
    cents: int | None = None


class StandingFinding(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A finding that stood when the day was closed, and who said why."""

    finding: str
    cents: int | None
    reason: str
    by: str


class TableBooks(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What a table's books said when the day was closed, in cents by name; None is unknown."""

    table: str
    figures: dict[str, int | None]


class DayClosed(Event, frozen=True, kw_only=True):
    """The books of the gaming day as two people signed them: `by` and `second`. Nothing is dated on it any more.

    books_at: position of the last event they count. books: a line a table.
    """

    second: str
    books_at: int
    books: list[TableBooks]
    findings: list[StandingFinding] = []  # noqa: RUF012  msgspec copies it


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
