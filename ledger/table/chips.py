"""Chips in and out of the tray: inventories, buy-ins, fills, credits; opening and closing by count (T1, A3)."""

from ledger.events import table as e
from ledger.table import acts as table_acts
from ledger.table.adoption import adopt_at_opening
from ledger.table.draft import (
    Draft,
    require_no_round,
    require_open,
    require_positive,
    require_seat,
)
from ledger.table.held import verify_holds
from ledger.table.vigorish import require_nothing_owed
from ledger.values.errors import Refused
from ledger.values.money import dollars
from ledger.values.numbers import verify_held
from ledger.values.signatures import require_different


def count(chips: table_acts.Chips, field: str) -> int:
    """The worth of an inventory in cents. Raises Refused for a denomination or a count that cannot be."""
    for denomination, pieces in chips.items():
        if denomination <= 0 or pieces < 0:
            raise Refused(
                "bad_inventory",
                f"{field} lists {pieces} chips of {dollars(denomination)}.",
                "A denomination is above zero and a count is not below zero.",
                denomination=denomination,
                count=pieces,
            )
    return verify_held(sum(chip * pieces for chip, pieces in chips.items()), field)


def open_table(draft: Draft, act: table_acts.Open) -> None:
    """Open for gaming with a counted opener; the first opening puts the table into service and adopts its rules."""
    table = draft.table
    if table.open:
        raise Refused(
            "table_open",
            f"Table {act.table} is already open.",
            "Close it with its closer before opening it again.",
            table=act.table,
        )
    require_different("opener", dealer=act.dealer, supervisor=act.supervisor)
    opener_cents = count(act.opener, "opener")
    if not table.code:
        draft.record(e.TableCommissioned, table=act.table, pit=act.pit)
    adopt_at_opening(draft, act)
    draft.record(
        e.TableOpened,
        pit=act.pit,
        opener=act.opener,
        opener_cents=opener_cents,
        dealer=act.dealer,
        supervisor=act.supervisor,
        hands=act.hands,
    )


def close_table(draft: Draft, act: table_acts.Close) -> None:
    """Close with a counted closer. Refused while a seat owes vigorish: with the table its players leave (V4)."""
    require_open(draft)
    require_no_round(draft, "closing")
    require_nothing_owed(draft, "the table cannot close")
    require_different("closer", dealer=act.dealer, supervisor=act.supervisor)
    draft.record(
        e.TableClosed,
        closer=act.closer,
        closer_cents=count(act.closer, "closer"),
        dealer=act.dealer,
        supervisor=act.supervisor,
    )


def buy_in(draft: Draft, act: table_acts.BuyIn) -> None:
    """Cash into the drop box, chips out of the tray."""
    require_open(draft)
    require_seat(draft, act.seat)
    draft.record(e.BoughtIn, seat=act.seat, cents=require_positive(act.cents))


def fill(draft: Draft, act: table_acts.Fill) -> None:
    """Chips brought to the tray."""
    _slip(draft, act, e.ChipsFilled, "fill")


def credit(draft: Draft, act: table_acts.Credit) -> None:
    """Chips taken from the tray. Raises Refused for chips that it cannot hold."""
    require_open(draft)
    count(act.chips, "chips")
    verify_holds(draft, act.chips)
    _slip(draft, act, e.ChipsCredited, "credit")


def _slip(
    draft: Draft,
    act: table_acts.Fill | table_acts.Credit,
    kind: type[e.ChipsFilled] | type[e.ChipsCredited],
    name: str,
) -> None:
    require_open(draft)
    require_different(f"{name} slip", dealer=act.dealer, supervisor=act.supervisor)
    cents = require_positive(count(act.chips, "chips"))
    draft.claim(f"{name}:{act.slip}")
    draft.record(
        kind,
        slip=act.slip,
        chips=act.chips,
        cents=cents,
        dealer=act.dealer,
        supervisor=act.supervisor,
    )
