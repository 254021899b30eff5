"""A round from `no more bets` to its settlement or void (W4-W8, T8, I5, I6)."""

from collections.abc import Sequence

import msgspec

from ledger.baccarat.betting import named
from ledger.baccarat.decisions import forbids
from ledger.baccarat.hands import Hand, Outcome, next_draw
from ledger.baccarat.house_money import press_next, settle_house_money
from ledger.baccarat.lines import Line
from ledger.baccarat.offering import Offering, Result
from ledger.baccarat.settlement import settle as settle_wagers
from ledger.baccarat.vigorish import Collection
from ledger.baccarat.wagers import Bet, Press
from ledger.events import shoe as shoe_events
from ledger.events import table as e
from ledger.table import acts as table_acts
from ledger.table import reversal
from ledger.table.curator import require_passed
from ledger.table.draft import Draft, require_no_round, require_open, require_round, require_shoe
from ledger.table.handling import hand_cards
from ledger.table.irregular import play_simulated, require_carried, require_no_simulated
from ledger.table.round_state import RoundInProgress
from ledger.table.shoe import require_cards, require_dealable
from ledger.table.shoe_state import FIRST_CARDS, ShoeInPlay, in_dealing_order
from ledger.table.wagers import as_wagers, next_round, place
from ledger.values.cards import parse_card
from ledger.values.errors import Refused


def no_more_bets(draft: Draft, act: table_acts.NoMoreBets) -> None:  # noqa: ARG001  decisions share one shape
    """`No more bets` (ma-midi 8(b)). A round without any wager may be dealt too."""
    _no_more_bets(draft)


def _no_more_bets(draft: Draft) -> None:
    table, instead = draft.table, draft.instead
    if instead is None:
        require_open(draft)
    shoe = require_shoe(draft).shoe if instead is None else instead.shoe
    if table.round is not None and table.round.closed:
        raise Refused(
            "bets_closed",
            f"No more bets was announced for round {table.round.id} already.",
            "Deal the round.",
            round=table.round.id,
        )
    if instead is None:
        require_no_simulated(draft)
        require_passed(table)
    round_id, day = next_round(draft)
    draft.record(
        e.NoMoreBets,
        day=day,
        round=round_id,
        shoe=shoe,
        rules=table.rules,
        rules_version=table.rules_version,
        rules_sha256=table.rules_sha256,
        cards_out=instead is not None and instead.left is not None,
    )


def deal(draft: Draft, act: table_acts.Deal) -> None:
    """The first four cards: first and third to Player, second and fourth to Banker (ma-midi 8(c))."""
    _deal(draft, act.player, act.banker)


def _deal(draft: Draft, player: Sequence[str], banker: Sequence[str]) -> None:
    in_progress = require_round(draft)
    if not in_progress.closed:
        raise Refused(
            "bets_open",
            f"Wagers of round {in_progress.id} are still open.",
            "Announce no more bets before dealing.",
            round=in_progress.id,
        )
    if in_progress.player:
        raise Refused(
            "already_dealt",
            f"Round {in_progress.id} has its first four cards.",
            "Deal third cards, settle, or void the round.",
            round=in_progress.id,
        )
    for hand, cards in (("player", player), ("banker", banker)):
        if len(cards) != FIRST_CARDS // 2:
            raise Refused(
                "two_cards_each",
                f"The {hand}'s hand begins with two cards, not {len(cards)}.",
                "Give two cards for each hand; third cards follow.",
                hand=hand,
                cards=list(cards),
            )
    player = [parse_card(card, "player") for card in player]
    banker = [parse_card(card, "banker") for card in banker]
    order = in_dealing_order(player, banker)
    left = draft.instead.left if draft.instead else None
    if left is None:
        shoe = require_shoe(draft)
        require_no_simulated(draft)
        require_carried(shoe, order)
        require_dealable(shoe, order)
        left = shoe.left - FIRST_CARDS + len(shoe.carried)
    draft.record(
        e.CardsDealt,
        day=in_progress.day,
        round=in_progress.id,
        player=player,
        banker=banker,
        left=left,
    )


def press(draft: Draft, act: table_acts.Press) -> None:
    """House Money winnings go onto a standing wager (ma-midi 8(c)(3); ma-big 9(e))."""
    _press(draft, act)


def deal_third(draft: Draft, act: table_acts.Third) -> None:
    """A third card, only where the rules call for it (ma-midi 10; ma-big 11; div (i))."""
    _deal_third(draft, act.hand, act.card)


def _deal_third(draft: Draft, hand: str, text: str) -> None:
    in_progress = _dealt(draft)
    card = parse_card(text, "card")
    due = next_draw(in_progress.player, in_progress.banker)
    if due is None or due.hand != hand:
        why = forbids(in_progress.player, in_progress.banker, Hand(hand))
        section = draft.table.offering.sections[why.rule if why else "draw.once"]
        said = f"{why.said if why else 'it has its own'} [{section}]"
        raise Refused(
            "third_card_not_due",
            f"No third card is authorised for {hand}: {said}.",
            f"Deal it to {due.hand} first." if due else "Settle the round.",
            hand=hand,
            card=card,
            player=list(in_progress.player),
            banker=list(in_progress.banker),
            section=section,
        )
    left = draft.instead.left if draft.instead else None
    if left is None:
        shoe = require_shoe(draft)
        require_cards(shoe, [card])
        left = shoe.left
    else:
        left -= len(in_progress.player) + len(in_progress.banker) - FIRST_CARDS
    draft.record(
        e.ThirdCardDealt,
        day=in_progress.day,
        round=in_progress.id,
        hand=hand,
        card=card,
        rule=draft.table.offering.sections[due.rule],
        left=left - 1,
    )


def settle(draft: Draft, act: table_acts.Settle) -> None:
    """Settle every wager of the complete round; an outcome, when given, must be the one the cards make."""
    _settle(draft, act.outcome)


def _settle(draft: Draft, claimed: str) -> None:
    in_progress = _dealt(draft)
    table = draft.table
    result = settle_wagers(
        table.offering,
        in_progress.player,
        in_progress.banker,
        as_wagers(in_progress.wagers),
        _presses(in_progress),
        draft.award_limit,
    )
    if claimed and claimed != result.outcome:
        raise Refused(
            "outcome_differs",
            f"The cards make it {result.outcome}, not {claimed}.",
            f"Check the cards; outcomes are {', '.join(Outcome)}.",
            cards=str(result.outcome),
            claimed=claimed,
        )
    draft.record(
        e.RoundSettled,
        day=in_progress.day,
        round=in_progress.id,
        outcome=str(result.outcome),
        player=list(in_progress.player),
        banker=list(in_progress.banker),
        player_points=result.player_points,
        banker_points=result.banker_points,
        announce=result.announce,
        lines=[
            e.SettledLine(
                line.seat,
                str(line.bet),
                line.cents,
                str(line.tender),
                str(line.result),
                line.returned,
                line.vig,
                line.rule,
            )
            for line in result.lines
        ],
    )
    _keep_coupons(draft, in_progress, result.lines)
    owed: dict[int, int] = {}
    for line in result.lines:
        if line.vig:
            owed[line.seat] = owed.get(line.seat, 0) + line.vig
    if owed:
        _take_vigorish(draft, in_progress, owed)


def _keep_coupons(draft: Draft, in_progress: RoundInProgress, lines: Sequence[Line]) -> None:
    """The house keeps a coupon that won or lost; one that pushed may be wagered again."""
    coupons = [wager for wager in in_progress.wagers if wager.coupon]
    if not coupons:
        return
    pushed = {(line.seat, str(line.bet)) for line in lines if line.result is Result.PUSH}
    for wager in coupons:
        if (wager.seat, wager.bet) not in pushed:
            draft.claim(f"coupon:{wager.coupon}")


def _take_vigorish(draft: Draft, in_progress: RoundInProgress, owed: dict[int, int]) -> None:
    """Marked by a button, or collected at once (ma-midi 12(d); div (c)(3)(ii), (c)(4))."""
    lines = [e.SeatCents(seat, cents, in_progress.id) for seat, cents in owed.items()]
    plan = draft.table.offering.vigorish
    if plan is not None and plan.collect is Collection.DEFERRED:
        draft.record(e.VigorishMarked, day=in_progress.day, round=in_progress.id, marks=lines)
    else:
        draft.record(e.VigorishCollected, day=in_progress.day, lines=lines)


def play(draft: Draft, act: table_acts.Round) -> None:
    """A whole round in one act: wagers, cards, presses, who turned the cards, result.

    Without wagers it is the simulated round, where a disclosed card calls for one.
    """
    shoe = draft.table.shoe if draft.instead is None else None
    if not act.wagers and draft.table.round is None and shoe is not None and shoe.simulate:
        play_simulated(draft, act.player, act.banker)
        return
    if draft.table.round is not None and draft.table.round.closed:
        require_no_round(draft, "a whole round in one record")
    if act.wagers:
        place(draft, act.wagers)
    _no_more_bets(draft)
    _deal(draft, act.player[:2], act.banker[:2])
    for handing in act.handed:
        hand_cards(draft, handing)
    for entry in act.presses:
        _press(draft, entry)
    for hand, cards in (("player", act.player[2:]), ("banker", act.banker[2:])):
        for card in cards:
            _deal_third(draft, hand, card)
    _settle(draft, act.outcome)


def play_instead(draft: Draft, act: table_acts.RoundInstead) -> None:
    """A whole round in the place of a reversed one: it keeps its number, with an `r` behind it, and its moment."""
    draft.instead = instead = reversal.instead(draft, act)
    draft.stamp = msgspec.structs.replace(draft.stamp, at=instead.at, day=instead.day)
    play(draft, act)


def void(draft: Draft, act: table_acts.Void) -> None:
    """The round does not count: every wager goes back, and so do House Money payouts (ma-midi 13(e);
    ma-big 15(e); div (k)(4)).

    Where the shoe has too few cards to complete it, the shoe is over too, and its whole set of cards is replaced, or
    reshuffled under div.
    """
    in_progress = require_round(draft)
    table = draft.table
    short = (
        table.shoe is not None
        and in_progress.closed
        and _cards_needed(in_progress, table.shoe) > table.shoe.left
    )
    draft.record(
        e.RoundVoided,
        day=in_progress.day,
        round=in_progress.id,
        reason=act.reason,
        returned=list(in_progress.wagers),
        taken_back=_paid_before_third_cards(draft.table.offering, in_progress),
    )
    if short and table.shoe is not None:
        draft.record(
            shoe_events.ShoeEnded,
            shoe=table.shoe.shoe,
            reason="too few cards to complete a round",
            rule=table.offering.sections["round.void"],
            replaced=table.submission.text.procedure.short_shoe_replaced,
        )


def _paid_before_third_cards(offering: Offering, in_progress: RoundInProgress) -> list[e.SeatCents]:
    if not in_progress.player:
        return []
    cards = in_progress.player, in_progress.banker
    lines, _ = settle_house_money(offering, *cards, as_wagers(in_progress.wagers))
    return [
        e.SeatCents(line.seat, line.winnings, in_progress.id) for line in lines if line.winnings
    ]


def _cards_needed(in_progress: RoundInProgress, shoe: ShoeInPlay) -> int:
    """How many cards the very next step of the round takes."""
    if not in_progress.player:
        return FIRST_CARDS - len(shoe.carried)
    return 1 if next_draw(in_progress.player, in_progress.banker) else 0


def _dealt(draft: Draft) -> RoundInProgress:
    in_progress = require_round(draft)
    if not in_progress.player:
        raise Refused(
            "not_dealt",
            f"Round {in_progress.id} has no cards yet.",
            "Deal the first four cards.",
            round=in_progress.id,
        )
    return in_progress


def _press(draft: Draft, entry: table_acts.Press | table_acts.PressEntry) -> None:
    in_progress = _dealt(draft)
    if len(in_progress.player) > FIRST_CARDS // 2 or len(in_progress.banker) > FIRST_CARDS // 2:
        raise Refused(
            "press_too_late",
            f"A third card of round {in_progress.id} is dealt; House Money is settled before it.",
            "Pay the winnings out.",
            round=in_progress.id,
        )
    found = press_next(
        draft.table.offering,
        (in_progress.player, in_progress.banker),
        as_wagers(in_progress.wagers),
        _presses(in_progress),
        Press(entry.seat, named(Bet, entry.onto, "onto"), entry.cents),
        once=draft.table.submission.text.procedure.house_money_once,
    )
    draft.record(
        e.HouseMoneyPressed,
        day=in_progress.day,
        round=in_progress.id,
        seat=found.seat,
        onto=str(found.onto),
        cents=found.cents,
    )


def _presses(in_progress: RoundInProgress) -> list[Press]:
    return [Press(p.seat, Bet(p.onto), p.cents) for p in in_progress.presses]
