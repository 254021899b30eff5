"""The rows of read models that a closed day's reports were made of: whether they still are what was signed.

Later days add nothing to the rows of a day that is closed, but for what is said of it here.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum, auto
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa

from ledger.events.day import DayClosed
from ledger.store.driver import ask, ask_some
from projections.engine.asked import selected
from projections.engine.model import Model, Projection
from projections.engine.once import recorded
from projections.models.closings import CLOSINGS, DISPUTES
from projections.models.evidence import CARRIED_MARKS, MARK_PLACES
from projections.models.forms import FORMS
from projections.models.hours import HOUR_GRID
from projections.models.late import LATE
from projections.models.meters import AWARDS, METER_ROUNDS
from projections.models.performance import PERFORMANCE
from projections.models.shifts import PROPERTY_CLOCK, SHIFTS

AT_ONCE: Final = 1_000
"""Rows that are read and digested at a time."""


class Of(Enum):
    """Which rows of a model a day's reports rest on: the day's, those said up to it, all, or none that stay."""

    DAY = auto()
    UP_TO = auto()
    ALL = auto()
    NONE = auto()


_WHICH: Final[Mapping[Of, str]] = {
    Of.DAY: "WHERE day = :signed",
    Of.UP_TO: "WHERE day <= :signed",
    Of.ALL: "",
    Of.NONE: "",
}


class Stays(NamedTuple):
    """What of a model stays when a day is closed. later: fields in which later days say what became of a row. more:
    whether they may add one. order: in which its rows are signed, where that is not by its key.
    """

    of: Of = Of.DAY
    later: frozenset[str] = frozenset()
    more: bool = False
    order: str = ""


_AFTERWARDS: Final = (
    "status settled_cents from_tray_cents settled settled_day place supervisor reason reversed given_back since_cents"
    " reversed_day handed_back document"
)
STAYS: Final[Mapping[Model[Any], Stays]] = {
    AWARDS: Stays(later=frozenset(_AFTERWARDS.split()), more=True),
    METER_ROUNDS: Stays(later=frozenset({"returned", "void", "given_back", "must_hit"})),
    FORMS: Stays(
        later=frozenset(
            {"status", "reason", "dropped_at", "forwarded_at"}
            | {"voided_at", "void_pit_boss", "void_clerk", "voided_day"}
            | {"dropped_day", "forwarded_day"}
        ),
        order="ORDER BY series, number",
    ),
    DISPUTES: Stays(later=frozenset({"ruling", "reason", "decided_by", "decided_at", "document"})),
    LATE: Stays(more=True),  # The close itself may be entered late.
    PERFORMANCE: Stays(more=True),  # A day is added up as its table's next one begins.
    SHIFTS: Stays(Of.UP_TO, more=True),
    PROPERTY_CLOCK: Stays(Of.ALL),
    HOUR_GRID: Stays(Of.ALL),
    MARK_PLACES: Stays(Of.NONE),
    CARRIED_MARKS: Stays(Of.NONE),
    CLOSINGS: Stays(Of.NONE),
}
"""By model, where it is not simply the rows of the day, or none where a row is of no day."""


class RowsSigned(msgspec.Struct, frozen=True):
    """The rows of a model as they were signed. columns: those that are signed; sha256: of all rows, or of each."""

    columns: list[str]
    sha256: list[str]


def signed(
    connection: sa.Connection, needs: Iterable[Projection], day: str
) -> dict[str, RowsSigned]:
    """The rows that a day's reports rest on, by model, as they are there."""
    return {
        model.name: RowsSigned(columns, _digests(connection, model, day, columns))
        for projection in needs
        for model in projection.models
        if (columns := _columns(model))
    }


def altered(
    connection: sa.Connection,
    needs: Iterable[Projection],
    closed: DayClosed,
    kept: Mapping[str, RowsSigned],
) -> list[str]:
    """The read models whose rows are no longer those that were signed, as `pit db rebuild` names them."""
    found = differing(connection, needs, closed.day, kept)
    return sorted({*found, *_closing_altered(connection, closed)})


def differing(
    connection: sa.Connection,
    needs: Iterable[Projection],
    day: str,
    kept: Mapping[str, RowsSigned],
) -> list[str]:
    """The same of a state of the books in which the day may not be closed yet."""
    found = {
        projection.name
        for projection in needs
        for model in projection.models
        if (then := kept.get(model.name)) is not None
        and set(then.columns) <= set(model.table.columns.keys())
        and not {*then.sha256} <= {*_digests(connection, model, day, then.columns)}
    }
    return sorted(found)


def _columns(model: Model[Any]) -> list[str]:
    stays = stays_of(model)
    if stays.of is Of.NONE:
        return []
    names = [field.name for field in msgspec.structs.fields(model.row)]
    return [name for name in names if name not in stays.later]


def stays_of(model: Model[Any]) -> Stays:
    """What of a model stays as a day is closed. A row of no day says how things stand now."""
    dated = "day" in model.table.columns
    return STAYS.get(model, Stays() if dated else Stays(Of.NONE))


def _digests(
    connection: sa.Connection, model: Model[Any], day: str, columns: Sequence[str]
) -> list[str]:
    lines = _lines(connection, model, day, columns)
    if stays_of(model).more:
        return [hashlib.sha256(line).hexdigest() for some in lines for line in some.splitlines()]
    whole = hashlib.sha256(next(lines, b"").removesuffix(b"\n"))
    for some in lines:
        whole.update(b"\n" + some.removesuffix(b"\n"))
    return [whole.hexdigest()]


def _lines(
    connection: sa.Connection, model: Model[Any], day: str, columns: Sequence[str]
) -> Iterator[bytes]:
    """The rows as JSON, one a line, some at a time: of a busy day there are many."""
    if recorded(connection, model):
        stays = stays_of(model)
        question = selected(model, f"{_WHICH[stays.of]} {stays.order}", tuple(columns))
        for rows in ask_some(connection, question, AT_ONCE, signed=day):
            yield msgspec.json.Encoder().encode_lines(map(tuple, rows))


_CLOSED: Final = 'SELECT "by", second, books_at, books, findings FROM day_closings WHERE day = :day'


def _closing_altered(connection: sa.Connection, closed: DayClosed) -> list[str]:
    """Whether the day is said to be closed as two people closed it: that row came with their signatures."""
    rows = ask(connection, _CLOSED, day=closed.day)
    said = (
        closed.by,
        closed.second,
        closed.books_at,
        msgspec.json.encode(closed.books).decode(),
        msgspec.json.encode(closed.findings).decode(),
    )
    return [] if [*map(tuple, rows)] == [said] else ["closings"]
