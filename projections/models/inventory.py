"""The tray: openers, closers, fills and credits by denomination with their slips and signatures,
and buy-ins.
"""

from typing import Any, Final

import msgspec

from ledger.events import table as e
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
    """A slip that bears a number, void ones too. series: its kind and the text in front of the number, `fill:F-`."""

    series: str
    number: int
    stream: str
    version: int
    day: str
    table: str
    slip: str


INVENTORY: Final = Model("inventory", InventoryRow, key=2, index=("day", "table"))
SLIPS: Final = Model("inventory_slips", SlipRow, key=4, index=("day",))
JOURNAL: Final = journal_of("inventory")
PROJECTION: Final = Projection("inventory", (INVENTORY, SLIPS, JOURNAL), JOURNAL, stays=(SLIPS,))


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
    found = numbered(kind, event.slip)
    if found:
        place = (*found, fact.stream, fact.version)
        rows.add(SLIPS, SlipRow(*place, event.day, fact.table, event.slip))


@PROJECTION.on(e.BoughtIn)
def _bought_in(rows: Rows, fact: Fact[e.BoughtIn]) -> None:
    _add(rows, fact, BUY_IN, fact.event.cents, seat=fact.event.seat)
