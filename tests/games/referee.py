"""A referee who knows the printed rules and nothing of the ledger: whole cents, text cards."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

DIVISION = ("banker", "player", "tie")
DRAGON = (*DIVISION, "dragon_bonus_player", "dragon_bonus_banker")
BANKER_STAYS = {3: {8}, 4: {0, 1, 8, 9}, 5: {0, 1, 2, 3, 8, 9}, 6: {0, 1, 2, 3, 4, 5, 8, 9}}
DRAGON_BONUS = {
    "A": {9: 30, 8: 10, 7: 6, 6: 4, 5: 2, 4: 1},
    "B": {9: 20, 8: 8, 7: 7, 6: 4, 5: 3, 4: 1},
    "C": {9: 30, 8: 10, 7: 4, 6: 4, 5: 2, 4: 2},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """How a house deals a game. bets: all offered but Royal 9. rate: vigorish in percent.

    multiple: what vigorish is rounded to, in cents. variants: options that its text leaves open.
    """

    bets: tuple[str, ...]
    seats: int = 9
    coupons: bool = True
    rate: int = 0
    on_tie: bool = False
    rounding: str = "up"
    multiple: int = 25
    deferred: bool = False
    seven_pushes: bool = False
    six_at_half: bool = False
    variants: dict[str, tuple[str, ...]] = field(default_factory=dict)


_COLLECTED: dict[str, tuple[str, ...]] = {"vigorish.collect": ("deferred", "at_payout")}
_ROUNDINGS = {"vigorish.rounding": ("exact", "nearest", "up"), **_COLLECTED}
_BONUS = {"dragon_bonus": ("A", "B", "C"), "tie": ("8:1", "9:1")}
_PRESS = {"house_money.press_percent": ("100", "50", "1")}
_ORDER = {"payment_order": ("i", "ii", "iii", "iv"), "tie": ("8:1", "9:1")}

HOUSES = {
    "ma-midi": House(
        bets=(*DRAGON, "house_money"),
        rate=5,
        deferred=True,
        variants=_ROUNDINGS | _BONUS | _PRESS,
    ),
    "ma-midi-ez": House(
        bets=(*DRAGON, "dragon_7", "panda_8", "house_money"),
        seven_pushes=True,
        variants=_BONUS | _PRESS,
    ),
    "ma-big": House(
        bets=(*DRAGON, "house_money"),
        seats=12,
        rate=5,
        deferred=True,
        variants=_ROUNDINGS | _BONUS | _PRESS,
    ),
    "ma-big-ez": House(
        bets=(*DRAGON, "dragon_7", "panda_8", "house_money"),
        seats=14,
        seven_pushes=True,
        variants=_BONUS | _PRESS,
    ),
    "md-midi": House(
        bets=DRAGON, coupons=False, rate=5, rounding="exact", variants=_COLLECTED | _BONUS
    ),
    "md-midi-ez": House(
        bets=(*DRAGON, "dragon_7", "panda_8"), coupons=False, seven_pushes=True, variants=_BONUS
    ),
    "md-midi-fortune7": House(
        bets=(*DRAGON, "fortune_7", "one_up"), coupons=False, seven_pushes=True, variants=_BONUS
    ),
    "div-mini": House(
        bets=DIVISION,
        rate=5,
        multiple=5,
        deferred=True,
        variants=_ROUNDINGS | _ORDER | {"vigorish.rate_bps": ("400", "500")},
    ),
    "div-mini-tie-vig": House(
        bets=DIVISION,
        rate=25,
        on_tie=True,
        rounding="exact",
        multiple=5,
        variants={"vigorish.rounding": ("exact", "nearest", "up"), **_ORDER},
    ),
    "div-mini-no-commission": House(bets=DIVISION, six_at_half=True, variants=_ORDER),
    "house-dragon": House(
        bets=DRAGON, coupons=False, rate=5, rounding="exact", variants=_COLLECTED
    ),
}


@dataclass(slots=True)
class Referee:
    """Judges rounds of a house under the options it chose."""

    house: House
    options: dict[str, str]

    @property
    def deferred(self) -> bool:
        """Whether vigorish is marked and collected later."""
        default = "deferred" if self.house.deferred else "at_payout"
        return self.options.get("vigorish.collect", default) == "deferred"

    def wins(self, bet: str, player: Sequence[str], banker: Sequence[str], cents: int) -> int:
        """What a stake of so many cents gains; below zero what it loses."""
        p, b = total(player), total(banker)
        lead = p - b
        seven = b == 7 and len(banker) == 3 and lead < 0
        if bet == "banker" and lead < 0:
            if seven and self.house.seven_pushes:
                return 0
            return cents // 2 if b == 6 and self.house.six_at_half else cents
        if bet in ("banker", "player"):
            return 0 if not lead else cents if (bet == "player") == (lead > 0) else -cents
        times = {
            "tie": int(self.options.get("tie", "8:1")[0]) * (not lead),
            "dragon_7": 40 * seven,
            "fortune_7": 40 * seven,
            "panda_8": 25 * (p == 8 and len(player) == 3 and lead > 0),
            "one_up": (30 if p == 1 else 9) * (lead == 1),
            "house_money": (0, 3, 15)[pair(player) + pair(banker)],
            "dragon_bonus_player": self._dragon(lead, natural(player), natural(banker)),
            "dragon_bonus_banker": self._dragon(-lead, natural(banker), natural(player)),
        }[bet]
        return -cents if not times else 0 if times == PUSH else cents * times

    def may_press(self, winnings: int) -> int:
        """How much of a House Money payout may be pressed."""
        return winnings * int(self.options.get("house_money.press_percent", "100")) // 100

    def vigorish(self, won: int, staked: int, player: Sequence[str], banker: Sequence[str]) -> int:
        """On what a Banker wager won, its coupons included; or on its stake at a tie."""
        lead = total(player) - total(banker)
        due = staked * (lead == 0) if self.house.on_tie else won * (lead < 0)
        bps = int(self.options.get("vigorish.rate_bps", self.house.rate * 100))
        rounding = self.options.get("vigorish.rounding", self.house.rounding)
        unit = (1 if rounding == "exact" else self.house.multiple) * 10_000
        half_up = unit - 1 if rounding == "up" else unit // 2
        return (due * bps + half_up) // unit * (unit // 10_000)

    def _dragon(self, lead: int, own: bool, other: bool) -> int:
        if own and other and not lead:
            return PUSH
        if own:
            return int(lead > 0)
        return DRAGON_BONUS[self.options.get("dragon_bonus", "A")].get(lead, 0)


PUSH = -1


def value(card: str) -> int:
    """A card's value: tens and faces nothing, an ace one."""
    return VALUES[card[0]]


VALUES = {**dict.fromkeys("TJQK", 0), **{rank: n for n, rank in enumerate("A23456789", 1)}}


def total(hand: Sequence[str]) -> int:
    """A hand's point count."""
    return sum([VALUES[card[0]] for card in hand]) % 10


def natural(hand: Sequence[str]) -> bool:
    """Two cards of 8 or 9."""
    return len(hand) == 2 and total(hand) >= 8


def pair(hand: Sequence[str]) -> int:
    """Whether a hand's first two cards are of one rank."""
    return int(hand[0][0] == hand[1][0])


def shuffled(rng: Random, decks: int) -> list[str]:
    """A shoe, to be dealt from its end."""
    cards = [rank + suit for rank in "A23456789TJQK" for suit in "shdc"] * decks
    rng.shuffle(cards)
    return cards


def dealt(shoe: list[str]) -> tuple[list[str], list[str]]:
    """A round from the shoe: Player, Banker, Player, Banker, then the third cards."""
    first = [shoe.pop() for _ in range(4)]
    player, banker = first[::2], first[1::2]
    if natural(player) or natural(banker):
        return player, banker
    if total(player) <= 5:
        player.append(shoe.pop())
        stays = BANKER_STAYS.get(total(banker), set() if total(banker) < 3 else set(range(10)))
        if value(player[2]) not in stays:
            banker.append(shoe.pop())
    elif total(banker) <= 5:
        banker.append(shoe.pop())
    return player, banker
