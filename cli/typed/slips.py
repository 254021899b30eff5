"""Parts of fill and credit slips as accounting has them in hand: typed, or in a CSV or NDJSON file."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cli.typed.kinds import Read, choice
from cli.typed.rows import Row, Sheet
from cli.typed.rows import read as read_rows
from cli.typed.values import cents_of, chips_of
from ledger.values.errors import Misused

if TYPE_CHECKING:
    from ledger.events.day import SlipCopy

KIND: Final = choice("kind", "fill", "credit")
SIDE: Final = choice("side", "cage", "table")


class TypedSlip(NamedTuple):
    """SLIP:AMOUNT, with :TABLE. chips: where they were typed in the place of the amount."""

    slip: str
    cents: int
    chips: dict[int, int]
    table: str


def slip_of(text: str, field: str) -> TypedSlip:
    """`F-1001:2500` or `F-1001:100x20 25x20`, with :TABLE. Raises Misused."""
    slip, amount, table = (*(part.strip() for part in text.split(":", 2)), *[""] * 2)[:3]
    if not slip or not amount:
        raise Misused(
            "bad_slip",
            f"{field}: {text!r} is no slip with its amount.",
            "Write SLIP:AMOUNT, such as F-1001:2500 or F-1001:100x20; add :TABLE.",
            field=field,
            typed=text,
        )
    chips = chips_of(amount, field) if "x" in amount.lower() or "=" in amount else {}
    cents = sum(chip * n for chip, n in chips.items()) if chips else cents_of(amount, field)
    return TypedSlip(slip, cents, chips, table)


SLIP: Final = Read("slip", slip_of)


def read(path: Path) -> "list[SlipCopy]":
    """The parts in a file. Raises NotFound, or Misused, naming the line."""
    return [_part(row) for row in read_rows(path, SHEET)]


def _part(row: Row) -> "SlipCopy":
    from ledger.events.day import SlipCopy

    chips = row.read(chips_of, "chips") if row.text("chips") else {}
    cents = row.cents()
    if cents is None and chips:
        cents = sum(chip * n for chip, n in chips.items())
    if not row.text("slip"):
        raise row.bad("it names no slip", "slip")
    return SlipCopy(
        kind=row.read(_kind, "kind"),
        slip=row.text("slip"),
        void=row.yes("void"),
        cents=cents,
        chips=chips,
        table=row.text("table"),
    )


def _kind(text: str, _: str) -> Any:
    return KIND.convert(text, None, None)


def _bad(line: int, why: str, field: str) -> Misused:
    return Misused(
        "bad_part",
        f"Line {line}: {why}.",
        "Write kind, slip, cents or amount, chips, table and void, each as far as it is known.",
        line=line,
        **({"field": field} if field else {}),
    )


SHEET: Final = Sheet(("kind", "slip", "cents", "amount", "chips", "table", "void"), _bad)
