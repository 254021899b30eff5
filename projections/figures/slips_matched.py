"""Fills and credits from both sides: the steps of each, and the cage's part of its slip beside the table's (A3).

What was requested, prepared and received is on record by whoever did it; accounting enters the parts of the slips that
it has in hand. A part that was not entered is not missing while none of its side is.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa

from ledger.events.finding import EventPlace
from ledger.store.driver import Value
from ledger.values.money import dollars, inventory
from ledger.values.people import plain
from ledger.values.slips import numbered
from projections.engine.asked import rows_of
from projections.engine.once import if_recorded, once
from projections.figures.arithmetic import rfc3339
from projections.figures.inventory import at_once, undone
from projections.figures.render import Column, Kind, Section, View
from projections.models.inventory import (
    COPIES,
    INVENTORY,
    PREPARED,
    PROJECTION,
    RECEIVED,
    REQUESTED,
    SLIPS,
    STEPS,
    VOID,
    InventoryRow,
    SlipCopyRow,
    SlipRow,
    SlipStepRow,
)

NEEDS: Final = (PROJECTION,)

CAGE: Final = "cage"
TABLE: Final = "table"
UNKNOWN: Final = "unknown"


class Match(StrEnum):
    """What the comparison of a slip comes to."""

    MATCHED = "matched"
    ON_ITS_WAY = "on_its_way"
    NOT_AS_REQUESTED = "not_as_requested"
    AMOUNT_DIFFERS = "amount_differs"
    CHIPS_DIFFER = "chips_differ"
    TABLE_DIFFERS = "table_differs"
    VOID_DIFFERS = "void_differs"
    MISSING_CAGE_PART = "missing_cage_part"
    MISSING_TABLE_PART = "missing_table_part"
    NOT_ON_RECORD = "not_on_record"


class Said(NamedTuple):
    """What a slip says of itself somewhere. None is not said."""

    cents: int | None
    chips: str | None
    table: str | None
    void: bool = False


class Slip(msgspec.Struct, frozen=True, kw_only=True):
    """A fill or a credit as it stood at the end of a gaming day. request: the version of its request in the table's
    stream, 0 of one that was entered at once. slip: None while none was prepared. steps: by name, those up to that day.
    parts: of the slip, by side.
    """

    kind: str
    table: str
    request: int = 0
    slip: str | None = None
    steps: Mapping[str, SlipStepRow | InventoryRow | SlipRow] = {}
    parts: Mapping[str, SlipCopyRow] = {}
    matches: tuple[Match, ...] = ()

    @property
    def status(self) -> str:
        """The last step; `unknown` of a part of which nothing is on record."""
        for step in (VOID, RECEIVED, PREPARED, REQUESTED):
            if step in self.steps:
                return step
        return UNKNOWN

    @property
    def void(self) -> bool:
        """Whether it came to nothing."""
        return self.status == VOID

    @property
    def subject(self) -> str:
        """By what a finding names it: `fill:F-1001`, or the request of a table."""
        return f"{self.kind}:{(self.slip or f'{self.table}/{self.request}').replace(' ', '_')}"

    @property
    def told(self) -> str:
        """`Fill F-1001 of MB-01: requested $500.00, prepared $500.00, the cage's part $450.00.` With the chips of each,
        `$500.00 in 5 x $100`, where these are not alike.
        """
        said = {
            **{step: _said(row) for step, row in self.steps.items()},
            **{f"the {side}'s part": _read(row) for side, row in self.parts.items()},
        }
        known = [(what, of.cents, of.chips) for what, of in said.items() if of]
        alike = len({chips for _, _, chips in known if chips}) < 2
        amounts = (
            f"{what} {dollars(cents)}{'' if alike else _in(chips)}"
            for what, cents, chips in known
            if cents is not None
        )
        named = " ".join(
            filter(None, (self.kind.capitalize(), self.slip, self.table and f"of {self.table}"))
        )
        return f"{': '.join(filter(None, (named, ', '.join(amounts))))}."

    @property
    def cents(self) -> int | None:
        """What it is of, by its last step; None where it moves nothing."""
        last = self.said
        return last.cents if last is not None else None

    def concerned(self, match: Match) -> int | None:
        """The money of a finding: what the slip is of, in cents; where amounts differ, how far apart they are."""
        if match is not Match.AMOUNT_DIFFERS:
            return self.cents
        done = [_said(self.steps.get(step)) for step in (PREPARED, RECEIVED)]
        amounts = [each.cents for each in (*done, *self.parts.values()) if each]
        known = [cents for cents in amounts if cents is not None]
        return max(known) - min(known)

    @property
    def said(self) -> Said | None:
        """What the record says last of it: of a void one its table alone."""
        if VOID in self.steps:
            return Said(None, None, self.table, void=True)
        return _said(self.steps.get(self.status))

    @property
    def inventory(self) -> dict[int, int] | None:
        """Its chips by denomination in cents, as its last step that names them reads; None where none does."""
        told = [getattr(row, "chips", None) for row in self.steps.values()]
        named = [each for each in told if each]
        return _pieces(named[-1]) if named else None

    @property
    def places(self) -> list[EventPlace]:
        """The events that speak of it."""
        of_day = [EventPlace(f"day:{x.day}", x.version) for x in self.parts.values()]
        return [*(EventPlace(x.stream, x.version) for x in self.steps.values()), *of_day]


class SlipOfDay(msgspec.Struct, frozen=True, kw_only=True):
    """A fill or a credit, in cents. finding: None while there is nothing to compare, several with a comma between.

    requested, prepared, received: by the record; cage_part, table_part: as accounting read them; `_chips`: their pieces
    by denomination in cents, None also where a day was signed before these were told. Instants RFC 3339 UTC;
    None is what did not happen or was not said. requested_by, supervisor: who asked for it, who received it.
    """

    kind: str
    slip: str | None
    status: str
    table: str
    requested: int | None = None
    prepared: int | None = None
    received: int | None = None
    cage_part: int | None = None
    table_part: int | None = None
    requested_at: str | None = None
    prepared_at: str | None = None
    received_at: str | None = None
    void_at: str | None = None
    requested_by: str | None = None
    cage: str | None = None
    security: str | None = None
    dealer: str | None = None
    supervisor: str | None = None
    reason: str | None = None
    finding: str | None = None
    requested_chips: dict[int, int] | None = None
    prepared_chips: dict[int, int] | None = None
    received_chips: dict[int, int] | None = None
    cage_part_chips: dict[int, int] | None = None
    table_part_chips: dict[int, int] | None = None


def of_day(connection: sa.Connection, day: str, table: str | None = None) -> list[SlipOfDay]:
    """The fills and credits of a gaming day, by table; of one table where it is named."""
    return [row_of(slip) for slip in slips(connection, day) if table in {None, slip.table}]


@once
def slips(connection: sa.Connection, day: str) -> list[Slip]:
    """The fills and credits of which something happened on a gaming day, or of which a part was entered for it, as they
    stood at its end, compared.
    """
    here = [
        *step_by_step(connection, "day = :day", day, day=day),
        *(_entered(row.kind, row, RECEIVED) for row in at_once(connection, day)),
        *(_entered(row.series.partition(":")[0], row, VOID) for row in undone(connection, day)),
    ]
    named = {(each.kind, plain(each.slip)) for each in here if each.slip}
    parts: dict[tuple[str, str], dict[str, SlipCopyRow]] = {}
    for part in _parts(connection, day, {same for _, same in named}):
        parts.setdefault((part.kind, part.same), {})[part.side] = part
    for kind, same in parts.keys() - named:
        here += _of_before(connection, parts[kind, same], day)
    entered = {x.side for own in parts.values() for x in own.values() if x.day == day}
    compared = []
    for each in here:
        own = parts.get((each.kind, plain(each.slip)), {}) if each.slip else {}
        slip = msgspec.structs.replace(each, parts=own)
        matches = each.matches or sorted(_compared(slip, day, entered), key=list(Match).index)
        compared.append(msgspec.structs.replace(slip, matches=tuple(matches)))
    return sorted(compared, key=lambda each: (each.table, each.kind, each.request, each.slip or ""))


def _of_before(
    connection: sa.Connection, parts: Mapping[str, SlipCopyRow], day: str
) -> Iterator[Slip]:
    """The slip of an earlier day of which parts were entered for this one; else one of which nothing is on record."""
    first = next(iter(parts.values()))
    if all(part.day != day for part in parts.values()):
        return
    if (number := numbered(first.kind, first.slip)) is not None:
        which = "WHERE series = :series AND number = :number AND day <= :day"
        series, n = number
        for row in rows_of(connection, SLIPS, which, series=series, number=n, day=day):
            if plain(row.slip) == first.same:
                yield _numbered(connection, row, day)
                return
    yield Slip(
        kind=first.kind,
        table=first.table or "",
        slip=first.slip,
        matches=(Match.NOT_ON_RECORD,),
    )


def _numbered(connection: sa.Connection, row: SlipRow, day: str) -> Slip:
    """The slip that bears a number."""
    here = "stream = :stream AND version = :version"
    place: dict[str, Value] = {"stream": row.stream, "version": row.version}
    for prepared in step_by_step(connection, here, day, **place):
        return prepared
    kind = row.series.partition(":")[0]
    for entered in rows_of(connection, INVENTORY, f"WHERE {here}", **place):
        return Slip(kind=kind, table=row.table, slip=row.slip, steps={RECEIVED: entered})
    return Slip(kind=kind, table=row.table, slip=row.slip, steps={VOID: row})


def _compared(slip: Slip, day: str, entered: set[str]) -> set[Match]:
    """What differs. entered: the sides of which parts were entered for the day."""
    found = set(_missing(slip, day, entered))
    if slip.status in {REQUESTED, PREPARED}:
        found.add(Match.ON_ITS_WAY)
    asked, prepared, received = (_said(slip.steps.get(x)) for x in (REQUESTED, PREPARED, RECEIVED))
    if asked and prepared and any(_differ(asked, prepared)):
        found.add(Match.NOT_AS_REQUESTED)
    if prepared and received:
        found.update(_differ(prepared, received))
    if last := slip.said:
        for part in slip.parts.values():
            found.update(_differ(_read(part), last))
    both = prepared is not None or CAGE in slip.parts
    if not found and both and slip.status in {RECEIVED, VOID}:
        found.add(Match.MATCHED)
    return found


def _said(row: SlipStepRow | InventoryRow | SlipRow | None) -> Said | None:
    """What a step says; None of a number alone, whose entry was taken back."""
    if isinstance(row, SlipStepRow | InventoryRow):
        return Said(row.cents, row.chips, row.table)
    return None


def _read(part: SlipCopyRow) -> Said:
    return Said(part.cents, part.chips, part.table, bool(part.void))


def _pieces(chips: str | None) -> dict[int, int] | None:
    return msgspec.json.decode(chips, type=dict[int, int]) if chips else None


def _in(chips: str | None) -> str:
    pieces = _pieces(chips)
    return f" in {inventory(pieces)}" if pieces else ""


def _missing(slip: Slip, day: str, entered: set[str]) -> Iterator[Match]:
    """A part that did not come with the others of its side, on the day on which the slip was done with."""
    last = slip.steps.get(slip.status)
    if slip.slip is None or last is None or last.day != day:
        return
    if slip.status in {RECEIVED, VOID} and CAGE in entered and CAGE not in slip.parts:
        yield Match.MISSING_CAGE_PART
    if slip.status == RECEIVED and TABLE in entered and TABLE not in slip.parts:
        yield Match.MISSING_TABLE_PART


def _differ(one: Said, other: Said) -> Iterator[Match]:
    """What two say otherwise, of what both say."""
    if one.void != other.void:
        yield Match.VOID_DIFFERS
    if None not in {one.cents, other.cents} and one.cents != other.cents:
        yield Match.AMOUNT_DIFFERS
    elif None not in {one.chips, other.chips} and one.chips != other.chips:
        yield Match.CHIPS_DIFFER
    if None not in {one.table, other.table} and one.table != other.table:
        yield Match.TABLE_DIFFERS


@if_recorded(STEPS)
def step_by_step(
    connection: sa.Connection, /, which: str, until: str, **values: Value
) -> Iterator[Slip]:
    """Fills and credits as they stood at the end of a gaming day, until. which: a condition on a step of each."""
    mine = f"""WHERE day <= :until AND (stream, request) IN (
        SELECT stream, request FROM inventory_slip_steps WHERE {which}
    )"""  # noqa: S608  our own words
    lives: dict[tuple[str, int], dict[str, SlipStepRow]] = {}
    for row in rows_of(connection, STEPS, mine, until=until, **values):
        lives.setdefault((row.stream, row.request), {})[row.step] = row
    for steps in lives.values():
        first = next(iter(steps.values()))
        named = next((row.slip for row in steps.values() if row.slip), None)
        yield Slip(
            kind=first.kind, table=first.table, request=first.request, slip=named, steps=steps
        )


def _entered(kind: str, row: InventoryRow | SlipRow, step: str) -> Slip:
    """What was entered with one command, or its number that counts no more since that was undone."""
    return Slip(kind=kind, table=row.table, slip=row.slip, steps={step: row})


@if_recorded(COPIES)
def _parts(connection: sa.Connection, day: str, numbers: Iterable[str]) -> list[SlipCopyRow]:
    which = "WHERE day = :day OR same IN (:numbers) AND day <= :day"
    return rows_of(connection, COPIES, which, day=day, numbers=sorted(numbers))


def to_be_explained(connection: sa.Connection, day: str) -> list[Slip]:
    """The slips of a gaming day on which the comparison found something."""
    return [each for each in slips(connection, day) if each.matches not in {(), (Match.MATCHED,)}]


def row_of(slip: Slip) -> SlipOfDay:
    """A fill or a credit as it is shown."""

    asked, prepared, received, void = map(slip.steps.get, (REQUESTED, PREPARED, RECEIVED, VOID))
    cage, table = map(slip.parts.get, (CAGE, TABLE))
    return SlipOfDay(
        kind=slip.kind,
        slip=slip.slip,
        status=slip.status,
        table=slip.table,
        requested=_of(asked, "cents"),
        prepared=_of(prepared, "cents"),
        received=_of(received, "cents"),
        cage_part=_of(cage, "cents"),
        table_part=_of(table, "cents"),
        requested_at=_when(asked),
        prepared_at=_when(prepared),
        received_at=_when(received),
        void_at=_when(void),
        requested_by=_of(asked, "supervisor"),
        cage=_of(prepared, "cage") or _of(void, "cage"),
        security=_of(prepared, "security"),
        dealer=_of(received, "dealer"),
        supervisor=_of(received, "supervisor") or _of(void, "supervisor"),
        reason=_of(void, "reason"),
        finding=", ".join(slip.matches) or None,
        requested_chips=_pieces(_of(asked, "chips")),
        prepared_chips=_pieces(_of(prepared, "chips")),
        received_chips=_pieces(_of(received, "chips")),
        cage_part_chips=_pieces(_of(cage, "chips")),
        table_part_chips=_pieces(_of(table, "chips")),
    )


def _of(row: msgspec.Struct | None, field: str) -> Any:
    return None if row is None else getattr(row, field, None)


def _when(row: msgspec.Struct | None) -> str | None:
    at = _of(row, "at")
    return None if at is None else rfc3339(at)


VIEW: Final = View(
    SlipOfDay,
    "No fill or credit was requested or received on this gaming day.",
    (
        Section(
            "Slips",
            (
                Column("table", "Table"),
                Column("kind", "Kind"),
                Column("slip", "Slip"),
                Column("status", "Status"),
                Column("requested", "Requested", Kind.MONEY),
                Column("prepared", "Prepared", Kind.MONEY),
                Column("received", "Received", Kind.MONEY),
                Column("cage_part", "Cage's part", Kind.MONEY),
                Column("table_part", "Table's part", Kind.MONEY),
                Column("finding", "Finding"),
            ),
            total=False,
        ),
        Section(
            "Slips by denomination",
            (
                Column("table", "Table"),
                Column("kind", "Kind"),
                Column("slip", "Slip"),
                Column("requested_chips", "Requested", Kind.CHIPS),
                Column("prepared_chips", "Prepared", Kind.CHIPS),
                Column("received_chips", "Received", Kind.CHIPS),
                Column("cage_part_chips", "Cage's part", Kind.CHIPS),
                Column("table_part_chips", "Table's part", Kind.CHIPS),
            ),
            total=False,
            only_with=("prepared_chips", "cage_part_chips", "table_part_chips"),
        ),
        Section(
            "Slips signed",
            (
                Column("table", "Table"),
                Column("kind", "Kind"),
                Column("slip", "Slip"),
                Column("requested_by", "Requested by"),
                Column("requested_at", "at", Kind.MOMENT),
                Column("cage", "Cage"),
                Column("security", "Security"),
                Column("prepared_at", "Prepared at", Kind.MOMENT),
                Column("dealer", "Dealer"),
                Column("supervisor", "Supervisor"),
                Column("received_at", "Received at", Kind.MOMENT),
                Column("void_at", "Void at", Kind.MOMENT),
                Column("reason", "Void because"),
            ),
            total=False,
        ),
    ),
)
