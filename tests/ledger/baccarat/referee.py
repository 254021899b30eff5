"""A second referee: every wager decided straight from the printed rules, in another way than the
ledger's.

It works on net results per unit staked: -1 is lost, 0 is a push.
"""

from fractions import Fraction

from ledger.baccarat.hands import FinalHands
from ledger.baccarat.offering import Game
from ledger.baccarat.wagers import Bet

PAYTABLES = {
    "A": {9: 30, 8: 10, 7: 6, 6: 4, 5: 2, 4: 1},
    "B": {9: 20, 8: 8, 7: 7, 6: 4, 5: 3, 4: 1},
    "C": {9: 30, 8: 10, 7: 4, 6: 4, 5: 2, 4: 2},
}
LOST, PUSHED = Fraction(-1), Fraction(0)


def net(game: Game, bet: Bet, final: FinalHands, paytable: str = "A", tie: int = 8) -> Fraction:
    """What a unit on this bet gains, before vigorish."""
    lead = final.player - final.banker
    player_natural = final.player_cards == 2 and final.player in (8, 9)
    banker_natural = final.banker_cards == 2 and final.banker in (8, 9)
    dragon = final.banker == 7 and final.banker_cards == 3 and lead < 0
    panda = final.player == 8 and final.player_cards == 3 and lead > 0
    decided = {
        Bet.PLAYER: _even(lead),
        Bet.BANKER: _even(-lead),
        Bet.TIE: Fraction(tie) if lead == 0 else LOST,
        Bet.DRAGON_7: Fraction(40) if dragon else LOST,
        Bet.FORTUNE_7: Fraction(40) if dragon else LOST,
        Bet.PANDA_8: Fraction(25) if panda else LOST,
        Bet.ONE_UP: LOST if lead != 1 else Fraction(30 if final.player == 1 else 9),
        Bet.HOUSE_MONEY: (LOST, Fraction(3), Fraction(15))[final.pairs],
        Bet.DRAGON_BONUS_PLAYER: _dragon_bonus(paytable, lead, player_natural, banker_natural),
        Bet.DRAGON_BONUS_BANKER: _dragon_bonus(paytable, -lead, banker_natural, player_natural),
    }
    if bet is Bet.BANKER and dragon and game in (Game.EZ, Game.FORTUNE_7):
        return PUSHED
    if bet is Bet.BANKER and game is Game.NO_COMMISSION and final.banker == 6 and lead < 0:
        return Fraction(1, 2)
    return decided[bet]


def _even(lead: int) -> Fraction:
    return Fraction((lead > 0) - (lead < 0))


def _dragon_bonus(paytable: str, lead: int, natural: bool, other_natural: bool) -> Fraction:
    if natural and other_natural and lead == 0:
        return PUSHED
    if natural:
        return Fraction(1) if lead > 0 else LOST
    return Fraction(PAYTABLES[paytable].get(lead, -1))
