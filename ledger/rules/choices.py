"""What a licensee chooses: the fields of a rules submission's TOML, read one by one.

Every field that cannot be read is reported, not only the first.
"""

import datetime
import re
from collections.abc import Iterator, Mapping
from textwrap import shorten
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec import Meta

from ledger.baccarat.offering import Game, Odds, PaymentOrder
from ledger.baccarat.vigorish import Collection, Rounding
from ledger.baccarat.wagers import Bet, Tender
from ledger.rules.fault import Fault
from ledger.values.numbers import MOST_SEATS

Name = Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9-]{0,63}$")]
KingNine = Annotated[str, Meta(pattern="^K[shdc]9[shdc]$")]
Words = Annotated[str, Meta(min_length=1, max_length=100, pattern=r"\S")]
_ODDS = r"\s*(\d{1,4})\s*(?:(?::|to|-)\s*(\d{1,4}))?\s*"


class Vigorish(msgspec.Struct, frozen=True, kw_only=True):
    """rate_bps: hundredths of a percent. multiple_cents: what `nearest` and `up` round to."""

    rate_bps: int
    rounding: Rounding
    multiple_cents: Annotated[int, Meta(ge=1)]
    collect: Collection


class HouseMoney(msgspec.Struct, frozen=True, kw_only=True):
    """press_percent: the portion of a winning payout that may be pressed."""

    press_percent: int


class Royal9(msgspec.Struct, frozen=True, kw_only=True):
    """chairs: each chair's own King and 9, where the source prints none. reserve_bps: by meter, the part of its printed
    rate that feeds its reserve. supervisor_above_cents: an award of a meter above it needs a supervisor.
    """

    paytable: int
    chairs: list[KingNine] = []
    reserve_bps: dict[str, int] = {}
    supervisor_above_cents: Annotated[int, Meta(ge=0)] | None = None


class MustHit(msgspec.Struct, frozen=True, kw_only=True):
    configuration: int


class Irregularities(msgspec.Struct, frozen=True, kw_only=True):
    disclosed_third_card: Literal["discard_one_more", "simulated_round", "burn_value"]


class Approval(msgspec.Struct, frozen=True, kw_only=True):
    """A reference to what was approved, posted or inspected: the document, its date, and by whom."""

    document: Words
    date: datetime.date
    by: Words


HANDED = "handed"
"""Players are handed the cards of the hand that they wagered on most, and turn them."""
Handled = Literal["dealer_face_up", "dealer_face_down", "handed"]
Shuffle = Literal["lace", "lace_and_reshuffle", "feather", "three_dealers", "continuous"]
Recorded = Literal["decks", "spread", "wash", "stack_check", "cash"]


class Choices(msgspec.Struct, frozen=True, kw_only=True):
    """A rules submission as its licensee writes it.

    handling: how the cards of a hand are dealt and turned; None where it does not say. recorded: what has to be
    recorded of the cards before a shoe is played, and of verbal wagers; what is not is an exception.
    minimum_cents, unit_cents: what a seat has on a hand at least, and in whole numbers of; 0 where it is not said.
    approvals: what the text asks for that was approved, posted or inspected, by its name there.
    """

    id: Name
    version: Annotated[int, Meta(ge=1)]
    title: Annotated[str, Meta(min_length=1, max_length=100)]
    source: str
    game: Game
    seats: Annotated[int, Meta(ge=1, le=MOST_SEATS)]
    decks: Annotated[int, Meta(ge=1)]
    bets: list[Bet]
    tenders: list[Tender]
    payment_order: PaymentOrder
    shuffle: Shuffle
    irregularities: Irregularities
    tie: str | int | None = None
    dragon_bonus: str | None = None
    vigorish: Vigorish | None = None
    vigorish_forms: bool = False
    house_money: HouseMoney | None = None
    royal_9: Royal9 | None = None
    must_hit: MustHit | None = None
    handling: Handled | None = None
    new_decks_after_last_hand: bool = False
    recorded: list[Recorded] = []
    minimum_cents: Annotated[int, Meta(ge=0)] = 0
    unit_cents: Annotated[int, Meta(ge=0)] = 0
    approvals: dict[str, Approval] = {}


def parse_odds(value: str | int) -> Odds | None:
    """Read `8:1`, `8 to 1` or 8; None when it is no odds."""
    found = re.fullmatch(_ODDS, str(value).lower(), re.ASCII)
    if found is None:
        return None
    pays, per = int(found[1]), int(found[2] or 1)
    return Odds(pays, per) if pays and per else None


def read_fields(
    raw: Mapping[str, Any], kind: type[msgspec.Struct] = Choices, under: str = ""
) -> tuple[dict[str, Any], list[Fault]]:
    """Read each field by itself; return those that can be read, by dotted path, and what is wrong
    with the rest.
    """
    values: dict[str, Any] = {}
    faults: list[Fault] = []
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    faults += [
        Fault("unknown_field", under + name, _brief(raw[name]), _names(fields))
        for name in raw
        if name not in fields
    ]
    for name, field in fields.items():
        path = under + name
        if name not in raw:
            if field.required:
                faults.append(Fault("missing_field", path, "nothing", "a value"))
            continue
        read, wrong = _read_field(path, raw[name], field.type)
        values |= read
        faults += wrong
    return values, faults


def _read_field(path: str, raw: Any, annotation: Any) -> tuple[dict[str, Any], list[Fault]]:
    """A field's value by its path, and of a table its fields too; under names of the writer's own, each entry."""
    table = _table_of(annotation)
    if table is None or not isinstance(raw, Mapping):
        return _read_value(path, raw, annotation)
    if get_origin(annotation) is not dict:
        values, faults = read_fields(raw, table, f"{path}.")
        return {path: raw} | values, faults
    entries = [_read_field(f"{path}.{name}", entry, table) for name, entry in raw.items()]
    return {path: raw}, [fault for _, wrong in entries for fault in wrong]


def _read_value(path: str, raw: Any, annotation: Any) -> tuple[dict[str, Any], list[Fault]]:
    """A field's value by its path, if it can be read; of a list, all entries that can."""
    if get_origin(annotation) is list and isinstance(raw, list):
        (kind,) = get_args(annotation)
        entries = [_read_value(path, entry, kind) for entry in raw]
        good = [read[path] for read, _ in entries if path in read]
        return {path: good}, [fault for _, wrong in entries for fault in wrong]
    try:
        return {path: msgspec.convert(raw, annotation)}, []
    except msgspec.ValidationError as error:
        return {}, [Fault("wrong_type", path, _brief(raw), _expected(annotation, error))]


def field_type(path: str) -> Any:
    """The type of the field at a dotted path."""
    kind: Any = Choices
    for name in path.split("."):
        table = _table_of(kind) or kind
        if get_origin(table) is dict:
            _, kind = get_args(table)
            continue
        kind = next(field.type for field in msgspec.structs.fields(table) if field.name == name)
    return kind


def _table_of(annotation: Any) -> type[msgspec.Struct] | None:
    for part in (annotation, *get_args(annotation)):
        if isinstance(part, type) and issubclass(part, msgspec.Struct):
            return part
    return None


def _expected(annotation: Any, error: msgspec.ValidationError) -> str:
    for part in _parts(annotation):
        if part is datetime.date:
            return "a date such as 2026-05-04"
        if isinstance(part, type) and issubclass(
            part, Bet | Game | Tender | PaymentOrder | Rounding | Collection
        ):
            return "one of " + ", ".join(part)
    return str(error).removeprefix("Expected ")


def _parts(annotation: Any) -> Iterator[Any]:
    yield annotation
    for part in get_args(annotation):
        yield from _parts(part)


def _brief(raw: Any) -> str:
    return shorten(str(raw), 60, placeholder=" ...") or "an empty text"


def _names(fields: Mapping[str, object]) -> str:
    return "the fields " + ", ".join(fields)
