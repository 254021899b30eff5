"""What is done with Complimentary Vigorish Forms, as it is said. Money in cents."""

from typing import Annotated, Literal

from msgspec import Meta

from ledger.events.act import Act, Cents, Name, Seat, Words
from ledger.events.form import Run

Number = Annotated[int, Meta(ge=1, le=10**12)]
Patron = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"\S")]


class FormAct(Act, frozen=True, kw_only=True):
    """Of which series."""

    series: Name


class ReceiveSeries(FormAct, frozen=True, kw_only=True):
    first: Number
    last: Number
    copies: Annotated[int, Meta(ge=2, le=9)] = 2


class IssueSeries(FormAct, frozen=True, kw_only=True):
    """To a pit and its clerks."""

    pit: Name
    clerks: Annotated[list[Name], Meta(min_length=1)]


class IssueForm(FormAct, frozen=True, kw_only=True):
    """cents: None documents all that the seat owes. out_of_order: it was used though another number was next."""

    number: Number
    table: Name
    seat: Seat
    cents: Cents | None = None
    patron: Patron
    dealer: Name
    pit_boss: Name
    clerk: Name
    patron_signed: bool = False
    statement: Annotated[str, Meta(max_length=500)] = ""
    stated_by: Annotated[str, Meta(max_length=64)] = ""
    patron_id: Annotated[str, Meta(max_length=64)] = ""
    out_of_order: bool = False


class VoidForm(FormAct, frozen=True, kw_only=True):
    """out_of_order: it was spoilt though another number was next."""

    number: Number
    reason: Words
    pit_boss: Name
    clerk: Name
    out_of_order: bool = False


class LoseForm(FormAct, frozen=True, kw_only=True):
    """One that was not used is lost or destroyed; or all from it to the last."""

    number: Number
    last: Number | None = None
    reason: Words
    authorised_by: Name


class CountForms(FormAct, frozen=True, kw_only=True):
    """The unused forms in hand. counted: each run of them."""

    counted: Annotated[list[Run], Meta(min_length=1)]
    clerk: Name


class DropOriginal(FormAct, frozen=True, kw_only=True):
    number: Number
    dealer: Name
    pit_boss: Name
    clerk: Name


class ForwardCopies(FormAct, frozen=True, kw_only=True):
    """All that the clerk still keeps."""

    clerk: Name


class SlipSeriesAct(Act, frozen=True, kw_only=True):
    """Of which series of slips. prefix: what is printed in front of the number; may be empty."""

    kind: Literal["fill", "credit"]
    prefix: Annotated[str, Meta(max_length=32)] = ""


class ReceiveSlips(SlipSeriesAct, frozen=True, kw_only=True):
    first: Number
    last: Number


class LoseSlips(SlipSeriesAct, frozen=True, kw_only=True):
    """Slips that were not used are lost or destroyed: one, or all from it to the last."""

    first: Number
    last: Number | None = None
    reason: Words
    authorised_by: Name


class CountSlips(SlipSeriesAct, frozen=True, kw_only=True):
    """The unused slips in hand. counted: each run of them."""

    counted: Annotated[list[Run], Meta(min_length=1)]
