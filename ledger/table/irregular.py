"""Cards that should not have come, and the simulated rounds some of them lead to (I1 to I4)."""

from collections.abc import Sequence

from ledger.baccarat.betting import named
from ledger.baccarat.hands import Draw, Hand, next_draw, read
from ledger.baccarat.irregularities import Irregularity, Remedy, further_cards, remedy
from ledger.events import table as e
from ledger.table import acts as table_acts
from ledger.table.draft import Draft, require_open, require_shoe
from ledger.table.round_state import RoundInProgress
from ledger.table.shoe import require_cards
from ledger.table.shoe_state import FIRST_CARDS, ShoeInPlay, in_dealing_order
from ledger.values.cards import parse_card
from ledger.values.errors import Refused


def irregular(draft: Draft, act: table_acts.Irregular) -> None:
    """A card came that should not have: the rules submission says what becomes of it.

    Rule: ma-midi 13(a) to (d); ma-big 15(a) to (d); div (k)(1) to (3).
    """
    require_open(draft)
    shoe = require_shoe(draft)
    in_progress = draft.table.round
    kind = named(Irregularity, act.kind, "kind")
    card = parse_card(act.card, "card") if act.card else ""
    _require_card_known(kind, card, disclosed=act.disclosed)
    due = _unauthorised(draft, in_progress) if kind is Irregularity.THIRD_CARD else None
    found, section = remedy(
        kind,
        disclosed=act.disclosed,
        banker_draws=due is not None,
        disclosed_third_card=Remedy(draft.table.submission.disclosed_third_card),
    )
    if found in (Remedy.NEXT_HAND, Remedy.SIMULATED_ROUND) and _last_hand_dealt(draft, shoe):
        found = Remedy.LEFT_WITH_SHOE
    _require_room(shoe, found)
    require_cards(shoe, [card])
    gone = min(further_cards(found, card), shoe.left - 1)
    shown = _shown(shoe, card, act.shown, gone)
    sections = draft.table.offering.sections
    draft.record(
        e.IrregularCard,
        day=in_progress.day if in_progress else "",
        round=in_progress.id if in_progress else "",
        shoe=shoe.shoe,
        kind=str(kind),
        card=card,
        disclosed=act.disclosed,
        remedy=str(found),
        rule=sections[section],
        burned=gone,
        shown=shown,
        left=shoe.left - 1 - gone,
    )
    if due is not None and in_progress is not None:
        _require_named(card, "it becomes Banker's third card")
        draft.record(
            e.ThirdCardDealt,
            day=in_progress.day,
            round=in_progress.id,
            hand=str(Hand.BANKER),
            card=card,
            rule=sections[due.rule],
            left=shoe.left - 1,
        )


def simulate(draft: Draft, act: table_acts.SimulatedRound) -> None:
    """A round without wagers whose first card is the disclosed one; its cards are discarded."""
    play_simulated(draft, act.player, act.banker)


def play_simulated(draft: Draft, player: Sequence[str], banker: Sequence[str]) -> None:
    """Dealt by the third-card rules like any other (ma-midi 13(c)(2), (d); ma-big 15(c)(2), (d)).

    It is no round of the day and no hand of the cut card's count: nobody can win or lose by it.
    """
    require_open(draft)
    shoe = require_shoe(draft)
    _require_simulated_due(draft, shoe)
    _require_none_dealt(draft.table.round)
    player = [parse_card(card, "player") for card in player]
    banker = [parse_card(card, "banker") for card in banker]
    read(player, banker, draft.table.offering.sections)
    order = in_dealing_order(player, banker)
    first, rule = shoe.simulate[0]
    if order[0] != first:
        raise Refused(
            "other_first_card",
            f"The first card of the simulated round is {first}, which was disclosed, not {order[0]}.",
            "Enter the cards as they were dealt.",
            card=first,
            found=order[0],
        )
    require_cards(shoe, order[1:])
    draft.record(
        e.RoundSimulated,
        shoe=shoe.shoe,
        player=player,
        banker=banker,
        rule=rule,
        left=shoe.left - len(order) + 1,
    )


def require_no_simulated(draft: Draft) -> None:
    """Refuse wagers and cards while a simulated round comes first (ma-midi 13(d); ma-big 15(d))."""
    shoe = draft.table.shoe
    if shoe is not None and shoe.simulate:
        raise Refused(
            "simulated_round_due",
            f"{shoe.simulate[0][0]} was disclosed: a simulated round comes first, and takes no wagers.",
            "Deal it: pit round simulated.",
            table=draft.table.code,
            card=shoe.simulate[0][0],
        )


def require_carried(shoe: ShoeInPlay, order: Sequence[str]) -> None:
    """Refuse a hand that does not begin with the cards drawn in error before it (ma-midi 13(a); div (k)(2))."""
    for carried, dealt in zip(shoe.carried, order, strict=False):
        if carried and carried != dealt:
            raise Refused(
                "other_first_card",
                f"{carried} was drawn in error and is the first card of this hand, not {dealt}.",
                "Enter the cards as they were dealt.",
                card=carried,
                found=dealt,
            )


def _require_card_known(kind: Irregularity, card: str, *, disclosed: bool) -> None:
    if disclosed:
        _require_named(card, "it was disclosed")
    elif kind is Irregularity.FACE_UP:
        raise Refused(
            "face_up_is_disclosed",
            "A card found face up is disclosed.",
            "Say so, or record it as drawn in error.",
            card=card,
        )


def _require_named(card: str, why: str) -> None:
    if not card:
        raise Refused("card_missing", f"The card has no name, but {why}.", "Name the card.")


def _unauthorised(draft: Draft, in_progress: RoundInProgress | None) -> Draw | None:
    """Banker's third card, where it is due; only Player's hand of two that may not draw can be dealt one in error."""
    if in_progress is None or not in_progress.player:
        raise Refused(
            "no_hand_dealt",
            f"No hand is on the layout of {draft.table.code} that a third card could be dealt to.",
            "Record the card as drawn in error.",
            table=draft.table.code,
        )
    due = next_draw(in_progress.player, in_progress.banker)
    facts = {"player": list(in_progress.player), "banker": list(in_progress.banker)}
    if due is not None and due.hand is Hand.PLAYER:
        raise Refused(
            "third_card_due",
            "Player's third card is authorised; it is no irregularity.",
            "Deal it: pit round third.",
            **facts,
        )
    if len(in_progress.player) > FIRST_CARDS // 2:
        raise Refused(
            "player_has_three",
            "Player has a third card already.",
            "Record a further card as drawn in error.",
            **facts,
        )
    return due


def _last_hand_dealt(draft: Draft, shoe: ShoeInPlay) -> bool:
    """Whether the hand on the layout is the last of its shoe."""
    in_progress = draft.table.round
    return shoe.rounds_left == 1 and in_progress is not None and bool(in_progress.player)


def _require_room(shoe: ShoeInPlay, found: Remedy) -> None:
    """The coming hand begins with four cards; more cannot wait for it."""
    if found is Remedy.NEXT_HAND and len(shoe.carried) == FIRST_CARDS:
        raise Refused(
            "hand_full",
            f"{FIRST_CARDS} cards drawn in error wait for the next hand already.",
            "Deal the next hand, or end the shoe.",
            shoe=shoe.shoe,
            cards=list(shoe.carried),
        )


def _shown(shoe: ShoeInPlay, card: str, texts: Sequence[str], gone: int) -> list[str]:
    """The burned cards that were seen: all of them or none, and such as the shoe can hold."""
    shown = [parse_card(text, "shown") for text in texts]
    if shown and len(shown) != gone:
        raise Refused(
            "burned_cards",
            f"{gone} more cards go with it, not {len(shown)}.",
            "Name all of them, or none.",
            burned=gone,
            shown=shown,
        )
    require_cards(shoe, [card, *shown])
    return shown


def _require_simulated_due(draft: Draft, shoe: ShoeInPlay) -> None:
    if not shoe.simulate:
        raise Refused(
            "no_simulated_round",
            f"No disclosed card of {draft.table.code} calls for a simulated round.",
            "Record the card first: pit round irregular.",
            table=draft.table.code,
            rules=draft.table.rules,
        )


def _require_none_dealt(in_progress: RoundInProgress | None) -> None:
    """Wagers may lie on the layout before the first card; they wait for the round that counts."""
    if in_progress is not None and in_progress.player:
        raise Refused(
            "cards_on_layout",
            f"Round {in_progress.id} has its cards on the layout.",
            "Settle or void it first.",
            round=in_progress.id,
        )
