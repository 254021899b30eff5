"""What is wagered: the bet, its tender, and the press of House Money winnings."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple


class Bet(StrEnum):
    """Every wager of the sources. Their order here is the order within a seat."""

    BANKER = "banker"
    PLAYER = "player"
    TIE = "tie"
    DRAGON_BONUS_PLAYER = "dragon_bonus_player"
    DRAGON_BONUS_BANKER = "dragon_bonus_banker"
    DRAGON_7 = "dragon_7"
    PANDA_8 = "panda_8"
    FORTUNE_7 = "fortune_7"
    ONE_UP = "one_up"
    HOUSE_MONEY = "house_money"
    ROYAL_9 = "royal_9"


BET_OF: Mapping[str, Bet] = MappingProxyType({bet.value: bet for bet in Bet})
"""Each bet by its name, found several times faster than by `Bet(name)`."""

MAIN_BETS = frozenset({Bet.BANKER, Bet.PLAYER, Bet.TIE})
EVEN_MONEY_BETS = frozenset({Bet.BANKER, Bet.PLAYER})


class Tender(StrEnum):
    """CASH is a verbal wager with cash, converted into chips; COUPON is a match play coupon."""

    CHIPS = "chips"
    CASH = "cash"
    COUPON = "coupon"


TENDER_OF: Mapping[str, Tender] = MappingProxyType({tender.value: tender for tender in Tender})
"""Each tender by its name."""


class Wager(NamedTuple):
    """One wager as placed. cents: chips or cash at risk, or a coupon's face. coupon: the coupon's
    number.
    """

    seat: int
    bet: Bet
    cents: int
    tender: Tender = Tender.CHIPS
    coupon: str = ""


class Press(NamedTuple):
    """House Money winnings added onto the seat's standing Player or Banker wager.

    cents: how much; None presses all that the submission allows and no earlier press has used.
    """

    seat: int
    onto: Bet
    cents: int | None = None
