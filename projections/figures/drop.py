"""The soft count: each drop box as it was counted, and by table what was dropped beside what was bought in (A3)."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final

import msgspec
import sqlalchemy as sa

from ledger.events.day import CashCount
from projections.engine.once import once
from projections.figures import win
from projections.figures.arithmetic import known_sum, less, rfc3339
from projections.figures.of_day import rows_of_day
from projections.figures.render import Column, Kind, Section, View
from projections.models.table_win import TABLE_DROPS, TableDropRow

NEEDS: Final = win.NEEDS


class Box(msgspec.Struct, frozen=True, kw_only=True):
    """A drop box as its count stands. cash, forms, machine, hand: cents; None is what was not counted or said.

    cash: what stands of machine and hand. difference: by hand less by machine. notes: denomination in cents to count.
    Instants RFC 3339 UTC. version: of the event that says so, in the day's stream.
    """

    table: str
    gaming_day: str
    box: str | None
    kind: str | None
    cash: int
    forms: int
    machine: int | None
    hand: int | None
    difference: int | None
    notes: dict[int, int] | None
    machine_notes: dict[int, int] | None
    hand_notes: dict[int, int] | None
    team: list[str]
    placed_at: str | None
    pulled_at: str | None
    opened_at: str | None
    counted_at: str
    by: str
    version: int

    @property
    def differs(self) -> bool:
        """Whether it was counted twice and not alike."""
        both = (self.machine_notes, self.hand_notes)
        return None not in both and _without_none(both[0]) != _without_none(both[1])


class Drop(msgspec.Struct, frozen=True, kw_only=True):
    """What was dropped at a table on a gaming day, in cents; None is unknown. boxes: counted ones.

    expected: the cash that was bought in for; cash: counted, with what was corrected of it; difference: cash less
    expected. forms: originals at their face. drop: cash and forms.
    """

    table: str
    gaming_day: str
    boxes: int
    expected: int | None
    cash: int | None
    difference: int | None
    forms: int | None
    drop: int | None


@once
def boxes(connection: sa.Connection, day: str) -> list[Box]:
    """Every drop box that is counted of a gaming day, by table and number."""
    return [_box(row) for row in rows_of_day(connection, TABLE_DROPS, day)]


def drop(connection: sa.Connection, day: str) -> list[Drop]:
    """What was dropped at each table of a gaming day, beside what was bought in there."""
    counted = {table: [*of] for table, of in groupby(boxes(connection, day), lambda box: box.table)}
    return [_drop(books, counted.get(books.table, [])) for books in win.win(connection, day)]


def _drop(books: win.Win, counted: Sequence[Box]) -> Drop:
    forms = None if books.drop is None else sum(box.forms for box in counted)
    cash = known_sum(books.drop, less(forms))
    return Drop(
        table=books.table,
        gaming_day=books.gaming_day,
        boxes=len(counted),
        expected=books.buy_ins,
        cash=cash,
        difference=books.drop_variance,
        forms=forms,
        drop=books.drop,
    )


def _box(row: TableDropRow) -> Box:
    counts = {each.how: each for each in (_COUNTS(row.counts) if row.counts else ())}
    cents = {how: each.cents for how, each in counts.items()}
    notes = {how: each.notes for how, each in counts.items()}
    machine, hand = cents.get("machine"), cents.get("hand")
    return Box(
        table=row.table,
        gaming_day=row.day,
        box=row.box or None,
        kind=row.kind,
        cash=row.cash_cents,
        forms=row.forms_cents,
        machine=machine,
        hand=hand,
        difference=known_sum(hand, less(machine)),
        notes=_NOTES(row.cash) if row.cash else None,
        machine_notes=notes.get("machine"),
        hand_notes=notes.get("hand"),
        team=_TEAM(row.team) if row.team else [],
        placed_at=_moment(row.placed_at),
        pulled_at=_moment(row.pulled_at),
        opened_at=_moment(row.opened_at),
        counted_at=rfc3339(row.at),
        by=row.by,
        version=row.version,
    )


_COUNTS: Final = msgspec.json.Decoder(list[CashCount]).decode
_NOTES: Final = msgspec.json.Decoder(dict[int, int]).decode
_TEAM: Final = msgspec.json.Decoder(list[str]).decode


def _moment(at: int | None) -> str | None:
    return None if at is None else rfc3339(at)


def _without_none(notes: Mapping[int, int] | None) -> dict[int, int]:
    """The notes of which there are any: none of $20 is as good as no word of them."""
    return {note: pieces for note, pieces in (notes or {}).items() if pieces}


_TABLE: Final = Column("table", "Table")

VIEW: Final = View(
    Drop,
    "No table has anything recorded on this gaming day.",
    (
        Section(
            "Drop",
            (
                _TABLE,
                Column("boxes", "Boxes", Kind.COUNT),
                Column("expected", "Bought in", Kind.MONEY),
                Column("cash", "Cash counted", Kind.MONEY),
                Column("difference", "Difference", Kind.MONEY),
                Column("forms", "Forms", Kind.MONEY),
                Column("drop", "Drop", Kind.MONEY),
            ),
        ),
    ),
)

BOXES: Final = View(
    Box,
    "No drop box is counted of this gaming day.",
    (
        Section(
            "Drop boxes",
            (
                _TABLE,
                Column("box", "Box"),
                Column("kind", "Kind"),
                Column("machine", "By machine", Kind.MONEY),
                Column("hand", "By hand", Kind.MONEY),
                Column("difference", "Difference", Kind.MONEY),
                Column("cash", "Cash", Kind.MONEY),
                Column("forms", "Forms", Kind.MONEY),
                Column("notes", "Notes", Kind.CHIPS),
            ),
        ),
        Section(
            "Who counted, and when",
            (
                _TABLE,
                Column("box", "Box"),
                Column("placed_at", "Placed", Kind.MOMENT),
                Column("pulled_at", "Pulled", Kind.MOMENT),
                Column("opened_at", "Opened", Kind.MOMENT),
                Column("counted_at", "Counted", Kind.MOMENT),
                Column("team", "Team"),
                Column("by", "By"),
            ),
            total=False,
        ),
    ),
)
