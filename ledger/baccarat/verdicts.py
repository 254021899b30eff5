"""How every bet ends, given the point counts and cards of a finished round.

One table per offering and kind of round, worked out when such a round is first settled.
"""

from typing import assert_never

from ledger.baccarat.hands import FinalHands, Outcome
from ledger.baccarat.offering import Award, Decided, Game, Offering, Result, Verdict
from ledger.baccarat.wagers import Bet


def decide(offering: Offering, final: FinalHands) -> Decided:
    """How each bet offered ends, Royal 9 apart: that depends on the chair (`royal9.level`)."""
    known = offering.decided.get(final)
    if known is None:
        bets = [bet for bet in offering.bets if bet is not Bet.ROYAL_9]
        ended = {bet: verdict(offering, bet, final) for bet in bets}
        house_money = ended.pop(Bet.HOUSE_MONEY, None)
        groups = [
            tuple((bet, one) for bet, one in ended.items() if one.result is result)
            for result in (Result.LOSE, Result.WIN, Result.PUSH)
        ]
        known = Decided(announcement(offering.game, final), house_money, *groups)
        offering.decided[final] = known
    return known


def announcement(game: Game, final: FinalHands) -> str:
    """What the dealer announces (ma-midi 11(a), ma-big 12(a), md 11A, div (j)(1))."""
    said = [f"player {final.player}", f"banker {final.banker}"]
    said.append("tie hand" if final.outcome is Outcome.TIE else f"{final.outcome} wins")
    match game:
        case Game.EZ:
            said += ["Dragon 7"] * final.banker_three_card_7 + [
                "Panda 8"
            ] * final.player_three_card_8
        case Game.FORTUNE_7:
            said += ["Fortune 7"] * final.banker_three_card_7 + ["One Up"] * final.player_one_up
        case Game.COMMISSION | Game.TIE_VIGORISH | Game.NO_COMMISSION:
            pass
        case _:
            assert_never(game)
    return ", ".join(said)


def verdict(  # noqa: C901, PLR0911  one case for each bet
    offering: Offering, bet: Bet, final: FinalHands
) -> Verdict:
    """How one bet ends, with the section that says so."""
    match bet:
        case Bet.BANKER:
            return _banker(offering, final)
        case Bet.PLAYER:
            return _player(offering, final)
        case Bet.TIE:
            return _insurance(offering, bet, won=final.outcome is Outcome.TIE)
        case Bet.DRAGON_BONUS_PLAYER:
            naturals = final.player_natural, final.banker_natural
            return _dragon_bonus(offering, bet, final.player - final.banker, *naturals)
        case Bet.DRAGON_BONUS_BANKER:
            naturals = final.banker_natural, final.player_natural
            return _dragon_bonus(offering, bet, final.banker - final.player, *naturals)
        case Bet.DRAGON_7 | Bet.FORTUNE_7:
            return _insurance(offering, bet, won=final.banker_three_card_7)
        case Bet.PANDA_8:
            return _insurance(offering, bet, won=final.player_three_card_8)
        case Bet.ONE_UP:
            return _one_up(offering, final)
        case Bet.HOUSE_MONEY:
            return house_money_verdict(offering, final.pairs)
        case Bet.ROYAL_9:
            raise ValueError("Royal 9 is decided for each chair")
        case _:
            assert_never(bet)


def _banker(offering: Offering, final: FinalHands) -> Verdict:
    match final.outcome:
        case Outcome.BANKER:
            return _banker_won(offering, final)
        case Outcome.PLAYER:
            return _lose(offering, Bet.BANKER)
        case Outcome.TIE:
            return _push(offering, Bet.BANKER, vigorish=offering.game is Game.TIE_VIGORISH)
        case _:
            assert_never(final.outcome)


def _banker_won(offering: Offering, final: FinalHands) -> Verdict:
    match offering.game:
        case Game.COMMISSION:
            return _win(offering, Bet.BANKER, Award.WIN, vigorish=True)
        case Game.TIE_VIGORISH:
            return _win(offering, Bet.BANKER, Award.WIN)
        case Game.NO_COMMISSION:
            return _win(offering, Bet.BANKER, Award.SIX if final.banker == 6 else Award.WIN)
        case Game.EZ | Game.FORTUNE_7:
            if final.banker_three_card_7:
                return _push(offering, Bet.BANKER, section="banker.seven")
            return _win(offering, Bet.BANKER, Award.WIN)
        case _:
            assert_never(offering.game)


def _player(offering: Offering, final: FinalHands) -> Verdict:
    match final.outcome:
        case Outcome.PLAYER:
            return _win(offering, Bet.PLAYER, Award.WIN)
        case Outcome.BANKER:
            return _lose(offering, Bet.PLAYER)
        case Outcome.TIE:
            return _push(offering, Bet.PLAYER)
        case _:
            assert_never(final.outcome)


def _insurance(offering: Offering, bet: Bet, *, won: bool) -> Verdict:
    return _win(offering, bet, Award.WIN) if won else _lose(offering, bet)


def _dragon_bonus(
    offering: Offering, bet: Bet, margin: int, natural: bool, other_natural: bool
) -> Verdict:
    """ma-midi 7(a)(4), ma-big 8(a)(4), md 7A(4), house: a natural pays 1 to 1 by any margin."""
    if natural and other_natural and margin == 0:
        return _push(offering, bet)
    if natural and margin > 0:
        return _win(offering, bet, Award.NATURAL)
    if not natural and margin >= 4:
        return _win(offering, bet, Award(f"by_{margin}"))
    return _lose(offering, bet)


def _one_up(offering: Offering, final: FinalHands) -> Verdict:
    """md 7A(8), 12J: 1 to 0 is paid for itself only."""
    if not final.player_one_up:
        return _lose(offering, Bet.ONE_UP)
    award = Award.ONE_TO_NOTHING if final.player == 1 else Award.BY_ONE
    return _win(offering, Bet.ONE_UP, award)


def house_money_verdict(offering: Offering, pairs: int) -> Verdict:
    """How House Money ends when so many of the two hands began with a pair (ma-midi 7(a)(7),
    12(h)).
    """
    if pairs == 0:
        return _lose(offering, Bet.HOUSE_MONEY)
    return _win(offering, Bet.HOUSE_MONEY, Award.BOTH_PAIRS if pairs == 2 else Award.ONE_PAIR)


def _win(offering: Offering, bet: Bet, award: Award, *, vigorish: bool = False) -> Verdict:
    odds = offering.pays[bet][award]
    rule = offering.sections.get(f"{bet}.{award}") or offering.sections[f"{bet}.win"]
    return Verdict(Result.WIN, odds.pays, odds.per, vigorish, rule)


def _lose(offering: Offering, bet: Bet) -> Verdict:
    return Verdict(Result.LOSE, 0, 1, False, offering.sections[f"{bet}.lose"])


def _push(offering: Offering, bet: Bet, *, section: str = "", vigorish: bool = False) -> Verdict:
    return Verdict(Result.PUSH, 0, 1, vigorish, offering.sections[section or f"{bet}.push"])
