"""The gaming day's own facts: what the soft count found, and the duplicates that came in. Stream `day:DATE`."""

from typing import Any, ClassVar, Final

import msgspec

from ledger.events.base import Event


def stream(day: str) -> str:
    """The stream of a gaming day (ISO date)."""
    return f"day:{day}"


AFTER_ALL: Final = "day;"
"""Comes after the name of every day's stream, and before that of any other."""


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
    originals: list[OriginalFound] = []

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


class DuplicatesTakenBack(Event, frozen=True, kw_only=True):
    """Copies that were entered for the gaming day and are none of its forms, such as under a wrong number (F6)."""

    serials: list[str]
    reason: str


class FindingAcknowledged(Event, frozen=True, kw_only=True):
    """Accounting has looked at a finding of the reconciliation and says why it stands.

    cents: the amount it was seen with, None where it has none; with another amount it is another finding.
    """

    finding: str
    code: str
    reason: str
    cents: int | None = None


class Acknowledgement(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A finding that stood when the day was closed, and who said why."""

    finding: str
    cents: int | None
    reason: str
    by: str


class TableBooks(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What a table's books said when the day or the month was closed, in cents by name; None is unknown."""

    table: str
    figures: dict[str, int | None]


class DayClosed(Event, frozen=True, kw_only=True):
    """The books of the gaming day as two people signed them: `by` and `second`. Nothing is dated on it any more.

    books_at: position of the last event they count. books: a line a table. reports_sha256: of all that the reports of
    the day said then, "" where nobody signed that. checkpoint: of the log that the books were read in, as a signed
    note; seal_key: the public key that signed it; "" where the property seals nothing.
    """

    second: str
    books_at: int
    books: list[TableBooks]
    findings: list[Acknowledgement] = []
    reports_sha256: str = ""
    checkpoint: str = ""
    seal_key: str = ""
