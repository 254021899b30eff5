"""House Money: settled on the first two cards of each hand, taken or pressed (ma-midi 8(c)(3),
ma-big 9(e)).
"""

from collections.abc import Sequence
from typing import NoReturn

from ledger.baccarat.betting import Stakes, gather
from ledger.baccarat.lines import Line, lines_of
from ledger.baccarat.offering import Offering, Result, Verdict
from ledger.baccarat.verdicts import house_money_verdict
from ledger.baccarat.wagers import EVEN_MONEY_BETS, Bet, Press, Wager
from ledger.values.errors import Refused
from ledger.values.money import dollars, format_cents


def settle_house_money(
    offering: Offering,
    player: Sequence[str],
    banker: Sequence[str],
    wagers: Sequence[Wager],
    presses: Sequence[Press] = (),
) -> tuple[list[Line], tuple[Press, ...]]:
    """Settle the House Money wagers on the first four cards, before any third card.

    Returns their lines, counterclockwise from the dealer's right, and the presses with their
    amounts; nothing where it is not offered. Raises Refused as `gather` and `press` do.
    """
    stakes, _ = gather(offering, wagers)
    if Bet.HOUSE_MONEY not in offering.offered:
        return [], press(offering, None, stakes, presses)
    pairs = (player[0][0] == player[1][0]) + (banker[0][0] == banker[1][0])
    verdict = house_money_verdict(offering, pairs)
    return house_money_lines(offering, verdict, stakes), press(offering, verdict, stakes, presses)


def house_money_lines(offering: Offering, verdict: Verdict, stakes: Stakes) -> list[Line]:
    """One line a seat. A pressed payout counts as handed back here and as at risk in the wager it
    enlarges.
    """
    counterclockwise = [
        (seat, stakes[seat]) for seat in offering.seats_counterclockwise() if seat in stakes
    ]
    return lines_of(offering, [(Bet.HOUSE_MONEY, verdict)], counterclockwise)


def press_next(
    offering: Offering,
    hands: tuple[Sequence[str], Sequence[str]],
    wagers: Sequence[Wager],
    before: Sequence[Press],
    wish: Press,
    *,
    once: bool,
) -> Press:
    """One more press, as a table takes it: all that may be pressed, with its amount.

    hands: Player's and Banker's cards. before: the presses of the round so far. once: a payout is
    pressed in one go, onto one hand (ma-midi 8(c)(3)(i); ma-big 9(e)(1)). Raises Refused
    `pressed_already`, `press_in_part`, and as `press` does.
    """
    if once and any(each.seat == wish.seat for each in before):
        _refuse(
            "pressed_already",
            wish,
            "has pressed its House Money in this round",
            "A payout is pressed once, onto one hand.",
        )
    entire = wish._replace(cents=None)
    _, presses = settle_house_money(offering, *hands, wagers, [*before, entire])
    found = presses[-1]
    if wish.cents not in (None, found.cents):
        _refuse(
            "press_in_part",
            wish,
            f"may press {dollars(found.cents or 0)} ({offering.press_percent}% of the payout), all of"
            f" it, and not {dollars(wish.cents or 0)}",
            "Press all that the rules submission has pressed, or pay the winnings out.",
        )
    return found


def press(
    offering: Offering, verdict: Verdict | None, stakes: Stakes, presses: Sequence[Press]
) -> tuple[Press, ...]:
    """Add pressed winnings onto the standing wagers in `stakes`; return the presses with their
    amounts.

    Raises Refused `press_without_win`, `press_onto`, `press_without_wager`, `press_not_positive` or
    `press_too_large`.
    """
    done: list[Press] = []
    pressed: dict[int, int] = {}
    for wish in presses:
        seat, onto, cents = wish
        own = stakes.get(seat, {})
        stake = own.get(Bet.HOUSE_MONEY, 0)
        if verdict is None or verdict.result is not Result.WIN or not stake:
            _refuse(
                "press_without_win",
                wish,
                "has no winning House Money wager",
                "Only a winner may press.",
            )
        if onto not in EVEN_MONEY_BETS:
            _refuse("press_onto", wish, f"cannot press onto {onto}", "Press onto player or banker.")
        if not own.get(onto):
            _refuse(
                "press_without_wager",
                wish,
                f"has no wager standing on {onto}",
                "Pay the winnings out.",
            )
        left = _payout(verdict, stake) * offering.press_percent // 100 - pressed.get(seat, 0)
        amount = left if cents is None else cents
        if amount <= 0:
            _refuse(
                "press_not_positive",
                wish,
                "presses nothing",
                "Enter an amount above zero, or no press.",
            )
        if amount > left:
            _refuse(
                "press_too_large",
                wish,
                f"presses {format_cents(amount)}, and may press {format_cents(left)}"
                f" ({offering.press_percent}% of the payout)",
                "Press no more than that, and pay the rest out.",
            )
        pressed[seat] = pressed.get(seat, 0) + amount
        own[onto] += amount
        done.append(Press(seat, onto, amount))
    return tuple(done)


def _payout(verdict: Verdict, stake: int) -> int:
    return stake * verdict.pays // verdict.per


def _refuse(code: str, wish: Press, why: str, next_step: str) -> NoReturn:
    raise Refused(
        code,
        f"Seat {wish.seat} {why}.",
        next_step,
        seat=wish.seat,
        onto=str(wish.onto),
        cents=wish.cents,
    )
