"""Every decision that the two hands call for: a natural, who draws, who stays, and by which section."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from ledger.baccarat.hands import Hand, next_draw, player_draws, points
from ledger.values.cards import VALUE


class Call(StrEnum):
    NATURAL = "natural"
    DRAWS = "draws"
    STAYS = "stays"


class Decision(NamedTuple):
    """What a hand does, by its first two cards. points: what they count. hand: whose natural, or who draws or stays.

    against: Player's third card where Banker goes by it, "" else. rule: the key of the section that decides.
    """

    call: Call
    hand: Hand
    points: int
    against: str
    rule: str

    @property
    def said(self) -> str:
        """`Banker has 5, Player's third card is 9: stays`."""
        hand = self.hand.title()
        if self.call is Call.NATURAL:
            return f"{hand} has a natural {self.points}: no third card"
        against = f", Player's third card is {_counted(self.against)}" if self.against else ""
        if self.rule.endswith("against_two"):
            against = ", Player has no third card"
        return f"{hand} has {self.points}{against}: {self.call}"


def decisions(player: Sequence[str], banker: Sequence[str]) -> list[Decision]:
    """All that the cards so far decide, in the dealer's order; a further card adds to it and takes nothing back.

    Both hands hold their first two cards at least (ma-midi 10, ma-big 11, div (i)).
    """
    two = {Hand.PLAYER: points(player[:2]), Hand.BANKER: points(banker[:2])}
    naturals = [hand for hand, count in two.items() if count >= 8]
    if naturals:
        return [Decision(Call.NATURAL, hand, two[hand], "", "draw.natural") for hand in naturals]
    draws = player_draws(*two.values())
    key = "draw.player" if draws else "stay.player"
    made = [_decision(Hand.PLAYER, two, draws, "", key)]
    if draws and len(player) == 2:
        return made
    third = player[2] if draws else ""
    due = next_draw([*player[:2], *([third] if third else [])], banker[:2])
    key = due.rule if due else _stays(two[Hand.BANKER], third)
    against = third if key in BY_THE_TABLE else ""
    return [*made, _decision(Hand.BANKER, two, due is not None, against, key)]


def _decision(hand: Hand, two: dict[Hand, int], draws: bool, against: str, rule: str) -> Decision:
    return Decision(Call.DRAWS if draws else Call.STAYS, hand, two[hand], against, rule)


BY_THE_TABLE = frozenset({"draw.banker_by_table", "stay.banker_by_table"})


def forbids(player: Sequence[str], banker: Sequence[str], hand: Hand) -> Decision | None:
    """By which decision a hand gets no third card, or none yet; None where it has one."""
    made = decisions(player, banker)
    own = [each for each in made if each.hand is hand]
    found = (own if made[0].call is not Call.NATURAL else None) or made
    return found[-1] if len(player if hand is Hand.PLAYER else banker) == 2 else None


def _counted(card: str) -> str:
    """A card by what it counts: `9`, `K, counts 0`."""
    rank, value = card[0].replace("T", "10"), VALUE[card]
    return rank if rank == str(value) else f"{rank}, counts {value}"


def _stays(count: int, third: str) -> str:
    if not third:
        return "stay.banker_against_two"
    return "stay.banker_7" if count == 7 else "stay.banker_by_table"
