"""What accounting says of a gaming day: boxes counted, duplicates, findings acknowledged, days and months closed."""

from typing import ClassVar, Literal

import msgspec

from ledger.events.act import Act, Words
from ledger.events.day import DropBox, DuplicateReceived, SlipCopy, TableBooks
from ledger.events.finding import Finding


class Reconciled(msgspec.Struct, frozen=True):
    """A gaming day as it was read: its findings, and its books. position: of the last event they count.

    open_before: earlier days on which something happened and that are not closed. reports_sha256: of what the reports
    of the day say, where it is read to be signed. checkpoint, seal_key: of the log, where it is
    sealed, as a signed note and the public key; the key alone where nothing is to be recorded.
    """

    day: str
    findings: list[Finding]
    books: list[TableBooks]
    position: int
    open_before: list[str] = []
    reports_sha256: str = ""
    checkpoint: str = ""
    seal_key: str = ""


class CountDrops(Act, frozen=True, kw_only=True):
    """What was found in drop boxes of a gaming day: all of them, or none (A3, F6).

    recount: replaces the counts there are.
    """

    day: str
    boxes: list[DropBox]
    recount: bool = False


class ReceiveDuplicates(Act, frozen=True, kw_only=True):
    """The copies of forms that accounting received for a gaming day (F4-F6). replaces: they were entered wrongly."""

    day: str
    forms: list[DuplicateReceived]
    replaces: bool = False


class TakeBackDuplicates(Act, frozen=True, kw_only=True):
    """Copies that were entered for a gaming day, such as under a wrong number, and are none of its forms (F6)."""

    day: str
    serials: list[str]
    reason: Words


class ReceiveSlipCopies(Act, frozen=True, kw_only=True):
    """The parts of fill and credit slips that accounting received for a gaming day, of the cage or of the tables (A3).

    replaces: all that were entered of that side were entered wrongly.
    """

    day: str
    side: Literal["cage", "table"]
    copies: list[SlipCopy]
    replaces: bool = False


class AcknowledgeFindings(Act, frozen=True, kw_only=True):
    """Why findings of a gaming day stand. findings: their ids. read: the same as they were read on the day."""

    READ: ClassVar[frozenset[str]] = frozenset({"read"})

    day: str
    findings: list[str]
    reason: str
    read: list[Finding]


class CloseDay(Act, frozen=True, kw_only=True):
    """Two people sign the books of a gaming day as they were read, and it is closed (A4).

    read: what is signed. A key does not stand for it: the day reads otherwise once it is closed.
    """

    READ: ClassVar[frozenset[str]] = frozenset({"read"})

    day: str
    second: str
    read: Reconciled


class MonthRead(msgspec.Struct, frozen=True):
    """A month as it was read: what its closed days were signed with, added up. position: of the last event they count.

    open: its days on which something happened and that are not closed. checkpoint, seal_key: as for a day.
    """

    month: str
    books: list[TableBooks]
    position: int
    open: list[str] = []
    checkpoint: str = ""
    seal_key: str = ""


class CloseMonth(Act, frozen=True, kw_only=True):
    """Two people sign the books of a month (`2026-07`) as they were read, and it is closed (A4).

    read: what is signed, for which a key does not stand, as for a day.
    """

    READ: ClassVar[frozenset[str]] = frozenset({"read"})

    month: str
    second: str
    read: MonthRead


class SignDay(Act, frozen=True, kw_only=True):
    """The other person signs the books of a gaming day that were proposed, and it is closed (A4). read: as proposed."""

    READ: ClassVar[frozenset[str]] = frozenset({"read"})

    day: str
    read: Reconciled


class SignMonth(Act, frozen=True, kw_only=True):
    """The other person signs the books of a month that were proposed, and it is closed (A4). read: as proposed."""

    READ: ClassVar[frozenset[str]] = frozenset({"read"})

    month: str
    read: MonthRead


class RefuseBooks(Act, frozen=True, kw_only=True):
    """What was proposed of a day or a month is not signed. books: its name."""

    books: str
    reason: str
