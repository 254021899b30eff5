"""Who is handed the cards of a hand to turn, and gives them up (T10).

Rule: ma-midi 8(c), (d); ma-big 9(d), (f); div (g)(3)(iii), (k)(5).
"""

from ledger.baccarat.handling import handed_to, stakes_on
from ledger.baccarat.hands import next_draw
from ledger.baccarat.offering_order import DEALER, out_of_order
from ledger.events import shoe as shoe_events
from ledger.rules.choices import HANDED
from ledger.rules.source import LICENSEES
from ledger.table import acts as table_acts
from ledger.table import shoe_acts
from ledger.table.curator import asked_in_order
from ledger.table.draft import Draft, require_round, require_seat
from ledger.table.round_state import RoundInProgress
from ledger.table.shoe_state import FIRST_CARDS
from ledger.table.state import Table
from ledger.values.errors import Refused

NOBODY = -1
FIRST = FIRST_CARDS // 2
"""Cards of a hand before a third one."""

Handing = shoe_acts.HandCards | table_acts.HandedEntry
"""Who was handed the cards of a hand: said by itself, or inside a whole round."""


def hand_cards(draft: Draft, act: Handing) -> None:
    """The highest wager on a hand gets its cards; given up, they go on to the right, and to the dealer at last."""
    in_progress = require_round(draft)
    table = draft.table
    _require_handled(table)
    if not in_progress.player:
        raise Refused(
            "not_dealt",
            f"Round {in_progress.id} has no cards yet.",
            "Deal the first four cards.",
            round=in_progress.id,
        )
    for seat in (act.seat, *act.declined):
        if seat != DEALER:
            require_seat(draft, seat)
    asked = in_progress.handed.get(act.hand, ())
    _require_in_turn(draft, act.hand, first=not asked)
    _require_order(draft, act, asked)
    _require_reason(act, given_up=bool(asked or act.declined))
    draft.record(
        shoe_events.CardsHanded,
        day=in_progress.day,
        round=in_progress.id,
        hand=act.hand,
        seat=act.seat,
        previous=asked[-1] if asked else NOBODY,
        declined=list(act.declined),
        rule=table.submission.text.handling.section(
            act.hand,
            stakes_on(in_progress.wagers, act.hand),
            dealer=act.seat == DEALER,
            passed=bool(asked or act.declined),
        ),
        ordered_by=act.ordered_by,
        reason=act.reason,
    )


def _require_in_turn(draft: Draft, hand: str, *, first: bool) -> None:
    """Player's first cards are handed, then Banker's; then House Money is settled and third cards are dealt, each to
    whoever turned that hand, Player's first (ma-midi 8(c)(1) to (5); ma-big 9(d)(2) to (5); div (g)(3)(iii)(A) to (D)).

    first: nobody was handed the hand before; else it goes on to somebody else. Raises Refused where what comes later is
    on record, and the text says so.
    """
    section = draft.table.submission.text.handling.handed[hand]
    in_progress = require_round(draft)
    why = _past_turn(draft, in_progress, hand, first=first)
    if why and section != LICENSEES:
        raise Refused(
            "handed_out_of_turn",
            f"{why} [{section}].",
            "Player's first cards are handed, then Banker's, then House Money is settled and third cards follow.",
            round=in_progress.id,
            hand=hand,
            section=section,
        )


def _past_turn(draft: Draft, in_progress: RoundInProgress, hand: str, *, first: bool) -> str:
    """Why a hand is not handed now; "" where it is its turn."""
    of_player = hand == "player"
    asked_first = handed_to(draft.table.offering, stakes_on(in_progress.wagers, "player"))
    if first and not of_player and asked_first and "player" not in in_progress.handed:
        return "Player's cards are handed before Banker's"
    gone_on = _gone_on(in_progress, of_player=of_player)
    if first or not gone_on:
        return f"{hand.title()}'s first cards are handed before {gone_on}" if gone_on else ""
    due = next_draw(in_progress.player, in_progress.banker)
    cards = in_progress.player if of_player else in_progress.banker
    if len(cards) == FIRST and (due is None or (of_player and due.hand != hand)):
        return f"{hand.title()}'s cards are turned, and no third one comes"
    if of_player and len(in_progress.banker) > FIRST:
        return "Player's cards are turned before Banker's third one"
    return ""


def _gone_on(in_progress: RoundInProgress, *, of_player: bool) -> str:
    """What is on record that comes when the first cards of a hand are turned; "" for nothing."""
    third = max(len(in_progress.player), len(in_progress.banker)) > FIRST
    later = {
        "Banker's": of_player and "banker" in in_progress.handed,
        "House Money is pressed": bool(in_progress.presses),
        "a third card is dealt": third,
    }
    return next((what for what, so in later.items() if so), "")


def _require_handled(table: Table) -> None:
    if table.submission.handled != HANDED:
        raise Refused(
            "cards_not_handed",
            f"The dealer turns the cards at {table.code}; {table.rules} has no player handed them.",
            "A submission whose handling is handed has players turn them.",
            table=table.code,
            handling=table.submission.handled,
        )


def _require_order(draft: Draft, act: Handing, asked: tuple[int, ...]) -> None:
    """First whoever wagered the most, then to the right; nobody is asked twice in a round."""
    order = _order(draft, act.hand, asked)
    due, found = out_of_order(order, act.declined, act.seat)
    if (due, found) != (None, None) or (asked and asked[-1] == DEALER):
        raise Refused(
            "cards_out_of_order",
            asked_in_order("the cards", due, found)
            if not asked or asked[-1] != DEALER
            else "The dealer has the cards: nobody accepted them.",
            "Name who declined them, in the order in which they were asked, and who was handed them.",
            order=order,
            declined=list(act.declined),
        )


def _order(draft: Draft, hand: str, asked: tuple[int, ...]) -> list[int]:
    table, in_progress = draft.table, require_round(draft)
    first = asked[-1] if asked else handed_to(table.offering, stakes_on(in_progress.wagers, hand))
    if not first:
        return []
    around = list(table.offering.seats_counterclockwise())
    place = around.index(first)
    order = [*around[place:], *around[:place]]
    return [seat for seat in order if seat in table.seats and seat not in asked]


def _require_reason(act: Handing, *, given_up: bool) -> None:
    """Who has cards given up says why, and somebody has to have had them."""
    if bool(act.ordered_by) != bool(act.reason) or (act.ordered_by and not given_up):
        raise Refused(
            "relinquishment",
            "Who orders a player to give the cards up says why; where nobody gave them up, nobody ordered it.",
            "Give both the name and the reason, or leave both out.",
            ordered_by=act.ordered_by,
            reason=act.reason,
        )
