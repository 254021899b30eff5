"""The tray: openers, closers, fills and credits by denomination with their slips and signatures,
and buy-ins.
"""

from typing import Any, Final

import msgspec

from ledger.events import slip as slip_events
from ledger.events import slip_series as series_events
from ledger.events import table as e
from ledger.events.day import SlipCopiesReceived
from ledger.values.people import plain
from ledger.values.slips import numbered
from projections.engine.model import Fact, Model, Projection, Rows, journal_of

OPENER: Final = "opener"
CLOSER: Final = "closer"
FILL: Final = "fill"
CREDIT: Final = "credit"
BUY_IN: Final = "buy_in"
COUNT: Final = "count"


class InventoryRow(msgspec.Struct, gc=False):
    """A count of the tray, or a movement of chips. Money in cents, `at` in microseconds UTC.

    chips: JSON, from denomination in cents to count of chips, the largest first; None where only
    the amount is known. stands_at: the end of a day or shift for which a count made later stands; cents is then what
    was counted less moved_cents, which the events put into the tray meanwhile.
    """

    stream: str
    version: int
    day: str
    table: str
    kind: str
    at: int
    cents: int
    chips: str | None = None
    slip: str | None = None
    seat: int | None = None
    dealer: str | None = None
    supervisor: str | None = None
    by: str = ""
    stands_at: int | None = None
    moved_cents: int | None = None


class SlipRow(msgspec.Struct, gc=False):
    """A slip that bears a number, void ones too. series: its kind and the text in front of the number, `fill:f-`,
    however that is spelled.
    """

    series: str
    number: int
    stream: str
    version: int
    day: str
    table: str
    slip: str


class SlipsUsedRow(msgspec.Struct, gc=False):
    """Numbers of a series that were used, all from the first to the last; the ones before and after it were not."""

    series: str
    first: int
    last: int


class SlipStepRow(msgspec.Struct, gc=False):
    """A step of a fill or a credit that went step by step. request: the version of its first one, in the stream.

    step: REQUESTED, PREPARED, RECEIVED or VOID. supervisor: who asked, received, or signed it void. None is what a step
    does not say. Money in cents, `at` in microseconds UTC; chips as in InventoryRow.
    """

    stream: str
    request: int
    version: int
    day: str
    table: str
    kind: str
    step: str
    at: int
    cents: int
    by: str
    chips: str | None = None
    slip: str | None = None
    cage: str | None = None
    security: str | None = None
    dealer: str | None = None
    supervisor: str | None = None
    reason: str | None = None


class SlipCopyRow(msgspec.Struct, gc=False):
    """A part of a slip that accounting entered for a day. side: `cage` or `table`. same: the number, however spelled.

    version: of the entry that brought it, in the stream of the day. void: 1 where it bears VOID. What was not read is
    None.
    """

    day: str
    side: str
    kind: str
    same: str
    slip: str
    version: int
    void: int = 0
    cents: int | None = None
    chips: str | None = None
    table: str | None = None


class SlipRunRow(msgspec.Struct, gc=False):
    """Numbers of a series that were received, or lost (lost 1). series: kind and prefix, however that is spelled.
    version: of the event that says so.
    """

    series: str
    version: int
    day: str
    kind: str
    prefix: str
    first: int
    last: int
    lost: int = 0


class SlipCountRow(msgspec.Struct, gc=False):
    """The last count of a series' unused slips on a gaming day, and the event that says so. counted: JSON, runs."""

    series: str
    day: str
    version: int = 0
    counted: str = "[]"


REQUESTED: Final = "requested"
PREPARED: Final = "prepared"
RECEIVED: Final = "received"
VOID: Final = "void"

INVENTORY: Final = Model("inventory", InventoryRow, key=2, index=("day", "table"))
SLIPS: Final = Model("inventory_numbers", SlipRow, key=4, index=("day",))
SLIPS_USED: Final = Model("inventory_used", SlipsUsedRow, key=2)
STEPS: Final = Model("inventory_slip_steps", SlipStepRow, key=3, index=("day",), also=(("slip",),))
COPIES: Final = Model("inventory_slip_copies", SlipCopyRow, key=4, index=("same",))
SLIP_RUNS: Final = Model("inventory_slip_runs", SlipRunRow, key=2)
SLIP_COUNTS: Final = Model("inventory_slip_counts", SlipCountRow, key=2)
JOURNAL: Final = journal_of("inventory")
PROJECTION: Final = Projection(
    "inventory",
    (INVENTORY, SLIPS, SLIPS_USED, STEPS, COPIES, SLIP_RUNS, SLIP_COUNTS, JOURNAL),
    JOURNAL,
    stays=(SLIPS, SLIPS_USED),
)


def _add(rows: Rows, fact: Fact[Any], kind: str, cents: int, **facts: Any) -> None:
    event = fact.event
    rows.add(
        INVENTORY,
        InventoryRow(
            fact.stream,
            fact.version,
            event.day,
            fact.table,
            kind,
            event.at,
            cents,
            by=event.by,
            **facts,
        ),
    )


def _chips(chips: e.Inventory) -> str:
    largest_first = dict(sorted(chips.items(), reverse=True))
    return msgspec.json.encode(largest_first).decode()


@PROJECTION.on(e.TableOpened)
def _opened(rows: Rows, fact: Fact[e.TableOpened]) -> None:
    event = fact.event
    signed = {"dealer": event.dealer, "supervisor": event.supervisor}
    _add(rows, fact, OPENER, event.opener_cents, chips=_chips(event.opener), **signed)


@PROJECTION.on(e.TableClosed)
def _closed(rows: Rows, fact: Fact[e.TableClosed]) -> None:
    event = fact.event
    signed = {"dealer": event.dealer, "supervisor": event.supervisor}
    _add(rows, fact, CLOSER, event.closer_cents, chips=_chips(event.closer), **signed)


@PROJECTION.on(e.TrayCounted)
def _counted(rows: Rows, fact: Fact[e.TrayCounted]) -> None:
    event = fact.event
    said: dict[str, Any] = {"dealer": event.dealer, "supervisor": event.supervisor}
    if event.stands_at:
        said.update(stands_at=event.stands_at, moved_cents=event.moved_cents)
    kind = event.figure or COUNT
    _add(rows, fact, kind, event.stands_cents, chips=_chips(event.tray), **said)


@PROJECTION.on(e.ChipsFilled)
def _filled(rows: Rows, fact: Fact[e.ChipsFilled]) -> None:
    _moved(rows, fact, FILL)


@PROJECTION.on(e.ChipsCredited)
def _credited(rows: Rows, fact: Fact[e.ChipsCredited]) -> None:
    _moved(rows, fact, CREDIT)


def _moved(rows: Rows, fact: Fact[e.ChipsFilled] | Fact[e.ChipsCredited], kind: str) -> None:
    event = fact.event
    signed = {"dealer": event.dealer, "supervisor": event.supervisor}
    _add(rows, fact, kind, event.cents, chips=_chips(event.chips), slip=event.slip, **signed)
    if event.request:
        said = {"chips": _chips(event.chips), "slip": event.slip, **signed}
        _step(rows, fact, kind, event.request, RECEIVED, **said)
    else:
        _number(rows, fact, kind)


def _number(rows: Rows, fact: Fact[Any], kind: str) -> None:
    """The number of a slip is used: where the cage prepares it, or at the table."""
    found = numbered(kind, fact.event.slip)
    if found:
        place = (*found, fact.stream, fact.version)
        rows.add(SLIPS, SlipRow(*place, fact.event.day, fact.table, fact.event.slip))
        _used(rows, *found)


def _used(rows: Rows, series: str, number: int) -> None:
    """Into the run that it makes longer, or one of its own; what it stood between becomes one."""
    runs = rows.of(SLIPS_USED, series)
    if any(run.first <= number <= run.last for run in runs):
        return
    last = number
    if after := rows.get(SLIPS_USED, series, number + 1):
        last = after.last
        rows.remove(SLIPS_USED, series, number + 1)
    before = next((run for run in runs if run.last == number - 1), None)
    if before:
        before.last = last
    else:
        rows.add(SLIPS_USED, SlipsUsedRow(series, number, last))


def _step(rows: Rows, fact: Fact[Any], kind: str, request: int, step: str, **said: Any) -> None:
    event = fact.event
    place = (fact.stream, request, fact.version, event.day, fact.table)
    rows.add(STEPS, SlipStepRow(*place, kind, step, event.at, event.cents, event.by, **said))


@PROJECTION.on(slip_events.ChipsRequested)
def _requested(rows: Rows, fact: Fact[slip_events.ChipsRequested]) -> None:
    event = fact.event
    said = {"chips": _chips(event.chips), "supervisor": event.supervisor}
    _step(rows, fact, event.kind, fact.version, REQUESTED, **said)


@PROJECTION.on(slip_events.SlipPrepared)
def _prepared(rows: Rows, fact: Fact[slip_events.SlipPrepared]) -> None:
    event = fact.event
    _number(rows, fact, event.kind)
    said = {"chips": _chips(event.chips), "slip": event.slip}
    signed = {"cage": event.cage, "security": event.security}
    _step(rows, fact, event.kind, event.request, PREPARED, **said, **signed)


@PROJECTION.on(slip_events.SlipVoided)
def _voided(rows: Rows, fact: Fact[slip_events.SlipVoided]) -> None:
    event = fact.event
    said = {"slip": event.slip or None, "reason": event.reason}
    signed = {"cage": event.cage or None, "supervisor": event.supervisor}
    _step(rows, fact, event.kind, event.request, VOID, **said, **signed)


@PROJECTION.on(e.BoughtIn)
def _bought_in(rows: Rows, fact: Fact[e.BoughtIn]) -> None:
    _add(rows, fact, BUY_IN, fact.event.cents, seat=fact.event.seat)


@PROJECTION.on(SlipCopiesReceived)
def _copies(rows: Rows, fact: Fact[SlipCopiesReceived]) -> None:
    event = fact.event
    if event.replaces:
        for row in rows.of(COPIES, event.day, event.side):
            rows.remove(COPIES, row.day, row.side, row.kind, row.same)
    for copy in event.copies:
        place = (event.day, event.side, copy.kind, plain(copy.slip))
        row = SlipCopyRow(*place, copy.slip, fact.version, int(copy.void), copy.cents)
        row.chips = _chips(copy.chips) if copy.chips else None
        row.table = copy.table or None
        rows.add(COPIES, row)


@PROJECTION.on(series_events.SlipsReceived)
def _slips_received(rows: Rows, fact: Fact[series_events.SlipsReceived]) -> None:
    _run(rows, fact, lost=0)


@PROJECTION.on(series_events.SlipsLost)
def _slips_lost(rows: Rows, fact: Fact[series_events.SlipsLost]) -> None:
    _run(rows, fact, lost=1)


def _run(
    rows: Rows,
    fact: Fact[series_events.SlipsReceived] | Fact[series_events.SlipsLost],
    *,
    lost: int,
) -> None:
    event = fact.event
    place = (_series(event), fact.version, event.day, event.kind, event.prefix)
    rows.add(SLIP_RUNS, SlipRunRow(*place, event.first, event.last, lost))


@PROJECTION.on(series_events.SlipsCounted)
def _slips_counted(rows: Rows, fact: Fact[series_events.SlipsCounted]) -> None:
    row = rows.at(SLIP_COUNTS, _series(fact.event), fact.event.day)
    row.version, row.counted = fact.version, msgspec.json.encode(fact.event.counted).decode()


def _series(event: series_events.OfSeries) -> str:
    return f"{event.kind}:{plain(event.prefix)}"
