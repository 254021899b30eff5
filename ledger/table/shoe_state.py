"""The shoe and the cards of a table, as its state keeps them."""

from collections.abc import Iterable, Sequence

import msgspec

from ledger.values.cards import CARDS, INDEX, RANKS, burn_amount

CARDS_A_DECK = 52
FIRST_CARDS = 4
"""The cards a round begins with: two for each hand."""
ROUNDS_AFTER_CUT_CARD = 2
"""Once the cut card is out: the one in progress or coming, and one more (ma-midi 9(d); ma-big 10(d); div (h)(5))."""


def burned_with(burn: str) -> int:
    """How many cards are gone with the first one, itself included; none where none was burned."""
    return 1 + burn_amount(burn) if burn else 0


def in_dealing_order(player: Sequence[str], banker: Sequence[str]) -> list[str]:
    """Both hands' cards as they left the shoe: Player, Banker, Player, Banker, then the third cards."""
    return [player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:]]


class ShoeInPlay(msgspec.Struct):
    """The shoe on the table. dealt: how often each of the 52 cards is known to have left it.

    burned: cards gone before the first deal. continuous: a shuffler that takes each round's cards back, so that the
    shoe never ends. left: cards left, burned ones gone. rounds_left: rounds that may still be completed once the
    cut card is out.
    carried: cards drawn in error that begin the next hand, "" for one that nobody saw. simulate: disclosed cards
    that each begin a simulated round, with the section that says so. started_at: microseconds UTC.
    """

    shoe: str
    decks: int
    left: int
    dealt: list[int]
    rounds_left: int | None = None
    ended: bool = False
    carried: tuple[str, ...] = ()
    simulate: tuple[tuple[str, str], ...] = ()
    burned: int = 0
    continuous: bool = False
    started_at: int = 0

    def burn(self, first: str, burned: int, left: int) -> None:
        """Whole and burned: the first card is known where it was seen."""
        self.dealt = [0] * CARDS_A_DECK
        if first:
            self.dealt[INDEX[first]] = 1
        self.burned, self.left = burned, left

    def deal(self, order: Iterable[str]) -> None:
        """The first cards of a hand: what was carried left the shoe before, and is counted now if it is known now."""
        for nth, card in enumerate(order):
            if nth >= len(self.carried):
                self.remove([card])
            elif not self.carried[nth]:
                self.dealt[INDEX[card]] += 1
        self.carried = ()

    def remove(self, cards: Iterable[str]) -> None:
        for card in cards:
            self.dealt[INDEX[card]] += 1
            self.left -= 1

    def put_back(self, cards: Iterable[str], *, after_cut_card: bool) -> None:
        """Cards that were said to be dealt, and were not. after_cut_card: their round was one of those it had left."""
        for card in cards:
            self.dealt[INDEX[card]] -= 1
            self.left += 1
        if after_cut_card and self.rounds_left is not None:
            self.rounds_left += 1

    def gather(self) -> None:
        """A round is over: a continuous shuffler takes back its cards and those that were discarded since the last.

        Cards that wait for a hand stay out (div (l)).
        """
        if not self.continuous:
            return
        waiting = [*self.carried, *(card for card, _ in self.simulate)]
        self.left = self.decks * CARDS_A_DECK - len(waiting)
        self.dealt = [0] * CARDS_A_DECK
        for card in waiting:
            if card:
                self.dealt[INDEX[card]] += 1

    @property
    def left_by_rank(self) -> dict[str, int]:
        """The cards of each rank that are not known to have left it: what left it unseen is among them."""
        held = dict.fromkeys(RANKS, self.decks * CARDS_A_DECK // len(RANKS))
        for card, gone in zip(CARDS, self.dealt, strict=True):
            held[card[0]] -= gone
        return held

    @property
    def over(self) -> bool:
        """Whether no further round may be dealt from it."""
        return self.ended or self.rounds_left == 0


class Batch(msgspec.Struct, frozen=True):
    """Decks of one back colour. used: they were in a shoe. spent: it ran out, and they are replaced. finished: its
    last hand was played.
    """

    colour: str
    decks: int
    used: bool = False
    spent: bool = False
    finished: bool = False


class Stack(msgspec.Struct, frozen=True):
    """Cards shuffled and cut that are in no shoe yet. cut_seat: 0 for the dealer. lacking: as in the event."""

    batch: str
    cut_seat: int
    lacking: tuple[str, ...] = ()
