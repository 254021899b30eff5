"""The gaming day's own facts: what the soft count found, and the duplicates that came in. Stream `day:DATE`."""

from collections.abc import Container
from typing import Any, ClassVar, Final, Literal

import msgspec

from ledger.events.act import Moment
from ledger.events.base import Event
from ledger.values.people import plain


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


class CashCount(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One count of the notes in a drop box, by denomination in cents. how: `machine` or `hand`."""

    how: str
    notes: dict[int, int]

    @property
    def cents(self) -> int:
        """What they come to."""
        return sum(note * pieces for note, pieces in self.notes.items())


BoxKind = Literal["shift", "emergency"]
"""Whether a box was pulled as its shift ended, or before, because it was full or broken."""

EMERGENCY: Final[BoxKind] = "emergency"
"""Another box takes its place, and is to come."""


class CountSheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the sheet of the soft count says of one box besides.

    box: its number. counts: by machine and by hand, the one that stands last. team: who signed. placed_at, pulled_at,
    opened_at: when the box was put under the table, taken from it, and opened.
    """

    box: str = ""
    kind: BoxKind | None = None
    counts: list[CashCount] = []
    team: list[str] = []
    placed_at: Moment | None = None
    pulled_at: Moment | None = None
    opened_at: Moment | None = None


class DropBox(msgspec.Struct, frozen=True):
    """What was found in one table's drop box: cash in cents, by denomination where that is known, and originals.

    sheet: left out where it says nothing more, so that an idempotency key of before stands for what it stood for.
    """

    table: str
    cash_cents: int
    cash: dict[int, int] = {}
    originals: list[OriginalFound] = []
    sheet: CountSheet | msgspec.UnsetType = msgspec.UNSET

    @property
    def said(self) -> CountSheet:
        """The sheet, an empty one where there is none."""
        return CountSheet() if isinstance(self.sheet, msgspec.UnsetType) else self.sheet

    @property
    def notes(self) -> dict[int, int]:
        """The notes that stand: those that were counted last."""
        return self.said.counts[-1].notes if self.said.counts else self.cash


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
    earlier one. box: its number, "" where nobody said one, and kind `shift`, `emergency` or "". counts: of the cash, by
    machine and by hand; the last stands. team: who signed. placed_at, pulled_at, opened_at: microseconds UTC, 0 where
    nobody said.
    """

    class_version: ClassVar[int] = 3

    table: str
    cash: dict[int, int]
    cash_cents: int
    replaces: bool = False
    originals: list[OriginalFound] = []
    box: str = ""
    kind: str = ""
    counts: list[CashCount] = []
    team: list[str] = []
    placed_at: int = 0
    pulled_at: int = 0
    opened_at: int = 0

    def in_place_of(self, counted: Container[str]) -> str | None:
        """The box whose count this one takes the place of, among those counted of its table: of its own number, else
        the one that was counted without.
        """
        boxes = (self.box, "") if self.replaces else ()
        return next((box for box in boxes if box in counted), None)

    @property
    def forms_cents(self) -> int:
        """The forms found, at their face."""
        return sum(form.cents for form in self.originals)

    @staticmethod
    def upcast_v1_v2(state: dict[str, Any]) -> None:
        """Forms were not counted then."""
        state.setdefault("originals", [])

    @staticmethod
    def upcast_v2_v3(state: dict[str, Any]) -> None:
        """A table had one box then, counted once, and nobody said more of it."""


class CountEntered(Event, frozen=True, kw_only=True):
    """A count that one person made alone, where the property counts blind, and that nobody else is shown before it is
    made a second time. figure: `closer`, `inventory` of an open tray, or `drop` of a box.

    chips: or notes, by denomination in cents, empty where only the total is known. table_version: of the table's
    stream, so far as it was recorded then. second: another person has made it before, and it is counted. originals,
    kind, counts, team and times: of a box, as in DropCounted. dealer, supervisor: who signed for a tray.
    """

    table: str
    figure: str
    chips: dict[int, int]
    cents: int
    box: str = ""
    table_version: int = 0
    second: bool = False
    originals: list[OriginalFound] = []
    kind: str = ""
    counts: list[CashCount] = []
    team: list[str] = []
    placed_at: int = 0
    pulled_at: int = 0
    opened_at: int = 0
    dealer: str = ""
    supervisor: str = ""

    @property
    def place(self) -> tuple[str, str, str]:
        """What was counted, however the number of a box is spelled."""
        return self.table, self.figure, plain(self.box)


class DuplicatesReceived(Event, frozen=True, kw_only=True):
    """Copies of forms that pit clerks sent accounting. replaces: they were entered wrongly before."""

    forms: list[DuplicateReceived]
    replaces: bool = False


class DuplicatesTakenBack(Event, frozen=True, kw_only=True):
    """Copies that were entered for the gaming day and are none of its forms, such as under a wrong number (F6)."""

    serials: list[str]
    reason: str


class SlipCopy(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A part of a fill or credit slip as it reads. kind: `fill` or `credit`. void: it bears VOID. What was not read is
    None, "" or empty; chips: by denomination in cents.
    """

    kind: Literal["fill", "credit"]
    slip: str
    void: bool = False
    cents: int | None = None
    chips: dict[int, int] = {}
    table: str = ""


class SlipCopiesReceived(Event, frozen=True, kw_only=True):
    """Parts of slips that accounting received: those of the cage, or those of the tables. side: `cage` or `table`.

    replaces: those of that side that were entered for the gaming day before were entered wrongly.
    """

    side: Literal["cage", "table"]
    copies: list[SlipCopy]
    replaces: bool = False


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
