"""The books as flat tables, for engines and spreadsheets: which tables and columns there are, and of which type.

The columns are a contract with whoever reads them: a figure that a report gets besides is none of them until it is
added here, at the end of its table; one that comes to mean something else makes another version.
"""

import io
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from types import NoneType
from typing import Any, Final, NamedTuple, get_args, get_type_hints

import msgspec
import pyarrow as pa
from pyarrow import parquet

from projections.figures.meters import MeterDay
from projections.figures.rounds import Round
from projections.figures.vig import Vigorish
from projections.figures.win import Win

VERSION: Final = "v1"

INSTANT: Final = pa.timestamp("us", tz="UTC")


class Wager(msgspec.Struct, frozen=True):
    """A wager as it was settled, in cents; a coupon's is its face. line: its place among those of its round."""

    round: str
    table: str
    gaming_day: str
    line: int
    seat: int
    bet: str
    cents: int
    tender: str
    result: str
    returned: int
    vig: int
    rule: str


class Form(msgspec.Struct, frozen=True):
    """A form of a gaming day, in cents, or a number to be explained."""

    serial: str
    gaming_day: str
    status: str
    table: str | None
    seat: int | None
    cents: int | None
    finding: str | None
    corrected: int | None


class Found(msgspec.Struct, frozen=True):
    """What does not agree on a gaming day. reason: why it was let stand, None where it was not."""

    finding: str
    code: str
    gaming_day: str
    table: str | None
    cents: int | None
    message: str
    since: str | None
    reason: str | None


class Flat(NamedTuple):
    """A table. row: of which its rows are; columns: those that it has, in order."""

    row: type[msgspec.Struct]
    columns: Sequence[str]


_OF_ROUND: Final = (
    *(
        "round",
        "table",
        "gaming_day",
        "n",
        "status",
        "shoe",
        "rules",
        "rules_version",
        "rules_sha256",
    ),
    *("player", "banker", "outcome", "player_points", "banker_points", "staked", "returned", "vig"),
    *("opened_at", "ended_at", "by", "instead_of"),
)
_OF_TABLE: Final = (
    *("table", "gaming_day", "rules", "rounds", "voids", "opener", "fills", "credits", "buy_ins"),
    *("closer", "drop", "hand_result", "vig_brought_forward", "vig_assessed", "vig_collected"),
    *("vig_documented", "vig_uncollected", "vig_outstanding", "win_hands", "win_tray"),
    *("expected_tray", "tray_variance", "drop_variance", "form_variance", "hold_bps"),
    *("progressive_contributions", "progressive_awards", "win_after_progressives"),
)
_OF_METER: Final = (
    *("link", "meter", "gaming_day", "opening", "contributions", "returns", "reseeds", "awards"),
    *("corrections", "transfers", "closing", "recomputed_contributions", "unpaid", "liability"),
    *("finding", "opening_exact", "contributions_exact", "returns_exact", "closing_exact"),
)
_OF_SEAT: Final = (
    *("table", "gaming_day", "seat", "brought_forward", "assessed", "collected", "documented"),
    *("uncollected", "outstanding"),
)

TABLES: Final[Mapping[str, Flat]] = {
    "rounds": Flat(Round, _OF_ROUND),
    "wagers": Flat(Wager, Wager.__struct_fields__),
    "table_days": Flat(Win, _OF_TABLE),
    "vigorish": Flat(Vigorish, _OF_SEAT),
    "forms": Flat(Form, Form.__struct_fields__),
    "meters": Flat(MeterDay, _OF_METER),
    "findings": Flat(Found, Found.__struct_fields__),
}
"""Each by its name."""

_DAYS: Final = frozenset({"gaming_day", "since"})


def schema_of(table: str) -> pa.Schema:
    """The columns of a table, with their types."""
    row, columns = TABLES[table]
    hints = get_type_hints(row)
    fields = [pa.field(name, _type(name, hints[name])) for name in columns]
    return pa.schema(fields, {"schema": f"pit-ledger-figures/{VERSION}"})


def parquet_of(table: str, rows: Sequence[msgspec.Struct], log: str) -> bytes:
    """Rows of a table as a file. log: what the log that they are of begins with, hashed; the file says so."""
    schema, out = schema_of(table), io.BytesIO()
    schema = schema.with_metadata({**schema.metadata, b"log": log})
    columns = {
        field.name: [_value(field, getattr(row, field.name)) for row in rows] for field in schema
    }
    parquet.write_table(pa.table(columns, schema=schema), out, compression="zstd")
    return out.getvalue()


def log_of(content: bytes) -> str | None:
    """Of which log the rows of a file are, "" where it does not say; None for what is no Parquet."""
    try:
        metadata = parquet.read_schema(io.BytesIO(content)).metadata or {}
    except pa.ArrowException:
        return None
    found: bytes = metadata.get(b"log", b"")
    return found.decode()


def _type(name: str, hint: Any) -> pa.DataType:
    if name in _DAYS:
        return pa.date32()
    if name.endswith("_at"):
        return INSTANT
    kinds = {part for part in (get_args(hint) or (hint,)) if part is not NoneType}
    return pa.int64() if kinds == {int} else pa.string()


_READ: Final[Mapping[pa.DataType, Callable[[Any], Any]]] = {
    pa.date32(): date.fromisoformat,
    INSTANT: datetime.fromisoformat,
}


def _value(field: pa.Field, value: Any) -> Any:
    """A figure as a column has it; cards with a blank between."""
    if value is None:
        return None
    if isinstance(value, list):
        return " ".join(value)
    return _READ.get(field.type, lambda same: same)(value)
