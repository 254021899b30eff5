"""Who deals on a big table (T9; ma-big 7, 14)."""

from ledger.baccarat.offering_order import DEALER, order_of_the_shoe, out_of_order
from ledger.events import shoe as shoe_events
from ledger.rules.source import Curator
from ledger.table import shoe_acts
from ledger.table.draft import Draft, require_open, require_seat, require_shoe
from ledger.table.state import Table
from ledger.values.errors import Refused

NEW_SHOE = -1
BANKER_LOST, BY_CHOICE = "banker_lost", "by_choice"


def pass_shoe(draft: Draft, act: shoe_acts.PassShoe) -> None:
    """The shoe is offered from seat 1, or passed on from the right of the curator, to the first who accepts it.

    The dealer deals where nobody accepts, or where a player who accepted it has the dealer deal (ma-big 7(d)).
    """
    table = require_open(draft)
    text = table.submission.text.curator
    if text is None:
        raise Refused(
            "no_curator",
            f"The dealer deals at {table.code}; {table.rules} has no curator.",
            "A curator deals on a big table only.",
            table=table.code,
            rules=table.rules,
        )
    shoe = require_shoe(draft)
    _require_between_rounds(table)
    previous = table.curator
    order = order_of_the_shoe(table.offering, table.seats.keys(), previous)
    _require_in_order(draft, order, act)
    _require_order(act)
    draft.record(
        shoe_events.CuratorChosen,
        shoe=shoe.shoe,
        seat=act.seat,
        previous=NEW_SHOE if previous is None else previous,
        declined=list(act.declined),
        reason=_reason(table, act),
        rule=_rule(text, table, act),
        ordered_by=act.ordered_by,
        designated=act.designated,
        ordered_why=act.reason,
    )


def require_passed(table: Table) -> None:
    """Refuse the next round while nobody was said to deal it (ma-big 7), while a curator holds the shoe after Banker
    lost (ma-big 14(a)(1)), or has left.
    """
    if table.curator is None and table.submission.text.curator is not None:
        raise Refused(
            "curator_missing",
            f"Nobody is said to deal the shoe at {table.code}.",
            "Offer it from seat 1 on, and name the curator, or the dealer: pit shoe curator.",
            table=table.code,
            rules=table.rules,
        )
    if table.curator and table.curator not in table.seats:
        raise Refused(
            "shoe_to_pass",
            f"Seat {table.curator} has left and deals no more.",
            "Offer the shoe on: pit shoe curator.",
            table=table.code,
            curator=table.curator,
        )
    if table.must_pass:
        raise Refused(
            "shoe_to_pass",
            f"Banker lost: seat {table.curator} passes the shoe.",
            "Offer it on: pit shoe curator.",
            table=table.code,
            curator=table.curator,
        )


def _require_between_rounds(table: Table) -> None:
    if table.round is not None and table.round.player:
        raise Refused(
            "cards_on_layout",
            f"Round {table.round.id} has its cards on the layout.",
            "Settle or void it first.",
            round=table.round.id,
        )


def _require_order(act: shoe_acts.PassShoe) -> None:
    """A player who accepted the shoe designates the dealer (ma-big 7(d)(1)); a reason is that of an order."""
    if act.designated and act.seat != DEALER:
        raise Refused(
            "dealer_designated",
            f"Seat {act.seat} deals; who is designated in a player's place is the dealer.",
            "Name dealer for SEAT, or leave it out that somebody was designated.",
            seat=act.seat,
        )
    if act.ordered_by and not act.reason:
        raise Refused(
            "order_for_nothing",
            f"{act.ordered_by} ordered the curator to pass the shoe, and nobody says why.",
            "Say why: the curator delays the game, or makes invalid deals again and again.",
            ordered_by=act.ordered_by,
        )
    if act.reason and not act.ordered_by:
        raise Refused(
            "order_by_nobody",
            f"There is a reason, {act.reason!r}, and nobody who ordered it.",
            "Say who had the curator pass the shoe.",
            reason=act.reason,
        )


def _require_in_order(draft: Draft, order: list[int], act: shoe_acts.PassShoe) -> None:
    for seat in (act.seat, *act.declined):
        if seat != DEALER:
            require_seat(draft, seat)
    if act.seat != DEALER and act.seat not in order:
        raise Refused(
            "not_offered",
            f"The shoe is not offered to seat {act.seat}.",
            "Name a seated player other than the curator who passes it.",
            seat=act.seat,
            order=order,
        )
    # A player may have accepted it, and has the dealer deal.
    accepted = None if act.designated and act.seat == DEALER else act.seat
    due, found = out_of_order(order, act.declined, accepted)
    if (due, found) != (None, None):
        raise Refused(
            "shoe_out_of_order",
            asked_in_order("the shoe", due, found),
            "Name who declined it, in the order in which they were asked, and who accepted it.",
            order=order,
            declined=list(act.declined),
        )


def asked_in_order(what: str, due: int | None, found: int | None) -> str:
    """That somebody else is asked before, or nobody after."""
    if due is None:
        return f"{_said(found or DEALER)} is not asked any more: nobody is left who could be."
    return f"{_said(due)} is offered {what} before {_said(found or DEALER).lower()}."


def _said(seat: int) -> str:
    return f"Seat {seat}" if seat else "The dealer"


def _reason(table: Table, act: shoe_acts.PassShoe) -> str:
    if table.curator is None or table.curator == DEALER:
        return "offered"
    if act.ordered_by:
        return "by_order"
    if table.curator not in table.seats:
        return "left"
    return BANKER_LOST if table.must_pass else BY_CHOICE


def _rule(text: Curator, table: Table, act: shoe_acts.PassShoe) -> str:
    if act.seat == DEALER:
        return text.designated if act.designated else text.unwanted
    sections = {
        "offered": text.offered,
        "by_order": text.by_order,
        BANKER_LOST: text.banker_lost,
        BY_CHOICE: text.by_choice,
        "left": text.left,
    }
    return sections[_reason(table, act)]
