"""Complimentary Vigorish Forms: what became of each number of a series. Stream `series:ID` (div (c)(3)(iii)).

Money in cents. A form is named by its serial, the series and the number printed on it: `CVF-1001`.
"""

from typing import Any, ClassVar

import msgspec

from ledger.events.base import Event


def stream(series: str) -> str:
    """The stream of a series."""
    return f"series:{series}"


def serial(series: str, number: int) -> str:
    """What is printed on a form: `CVF-1001`."""
    return f"{series}-{number}"


class Run(msgspec.Struct, frozen=True, array_like=True, gc=False, order=True):
    """Numbers that follow one another, first and last among them."""

    first: int
    last: int


class SeriesReceived(Event, frozen=True, kw_only=True):
    """Forms first to last came from the printer. copies: of each, the original and the duplicate among them."""

    first: int
    last: int
    copies: int = 2


class SeriesIssued(Event, frozen=True, kw_only=True):
    """The forms not used yet went to a pit. clerks: the pit clerks who alone have them from here on."""

    pit: str
    clerks: list[str]


class FormIssued(Event, frozen=True, kw_only=True):
    """Vigorish that was not collected, documented and signed.

    day (of the base): also the day on which the amount is a cash complimentary to the patron.
    patron_signed: else `statement` says why not, and `stated_by`, the dealer or the pit boss, who says so.
    patron_id: the house's number of the patron, seated: who sat there as far as was said; "" where there is none.
    out_of_order: another number was next.
    """

    class_version: ClassVar[int] = 2

    number: int
    table: str
    seat: int
    cents: int
    rounds: list[str]
    patron: str
    dealer: str
    pit_boss: str
    clerk: str
    patron_signed: bool
    statement: str = ""
    stated_by: str = ""
    patron_id: str = ""
    seated: str = ""
    out_of_order: bool = False

    @staticmethod
    def upcast_v1_v2(state: dict[str, Any]) -> None:
        """Nobody was known by a number then, and forms were used in order only."""
        state.setdefault("patron_id", "")
        state.setdefault("seated", "")
        state.setdefault("out_of_order", False)


class FormVoided(Event, frozen=True, kw_only=True):
    """Original and duplicate are marked VOID and signed by two people.

    table, seat, cents: of a form that had been issued, and whose mark is owed again; "" and 0 of one spoilt before.
    out_of_order: it was spoilt while another number was next.
    """

    class_version: ClassVar[int] = 3

    number: int
    reason: str
    pit_boss: str
    clerk: str
    table: str = ""
    seat: int = 0
    cents: int = 0
    out_of_order: bool = False

    @staticmethod
    def upcast_v1_v2(state: dict[str, Any]) -> None:
        """Issued forms were not voided then."""
        state.setdefault("table", "")
        state.setdefault("seat", 0)
        state.setdefault("cents", 0)

    @staticmethod
    def upcast_v2_v3(state: dict[str, Any]) -> None:
        """Forms were spoilt in order only."""
        state.setdefault("out_of_order", False)


class FormLost(Event, frozen=True, kw_only=True):
    """A form that was not used is lost or destroyed (div (c)(3)(iii)(B)). authorised_by: who answers for it."""

    number: int
    reason: str
    authorised_by: str


class FormsCounted(Event, frozen=True, kw_only=True):
    """The unused forms that a clerk has in hand, counted by number (div (c)(3)(iii)(B)).

    missing: numbers not used by the record and not there; beyond: there, and used or lost by it.
    """

    counted: list[Run]
    clerk: str
    missing: list[int] = []
    beyond: list[int] = []


class OriginalDropped(Event, frozen=True, kw_only=True):
    """The dealer put the original into the drop box before the two who signed it."""

    number: int
    table: str
    dealer: str
    pit_boss: str
    clerk: str


class CopiesForwarded(Event, frozen=True, kw_only=True):
    """The clerk sent accounting the duplicates of these forms, and both copies of void ones."""

    numbers: list[int]
    clerk: str
