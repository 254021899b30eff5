"""What can have happened to the cards of a table: decks, shuffles, the shoe and its end. Stream `table:CODE`."""

from typing import Any, ClassVar

from ledger.events.base import TableEvent


class ShoeStarted(TableEvent, frozen=True, kw_only=True):
    """A shoe shuffled, cut and burned. burned: cards gone, the first included. left: cards left to deal.

    lacking: what its submission has recorded of the cards before play, and nobody did.
    """

    shoe: str
    decks: int
    burn: str
    burned: int
    left: int
    cut_by: str = ""
    batch: str = ""
    cut_card_at: int = 0
    lacking: list[str] = []


class DecksReceived(TableEvent, frozen=True, kw_only=True):
    """Decks came to the table; dealer and supervisor inspected them. colour: of their backs."""

    batch: str
    colour: str
    decks: int
    dealer: str
    supervisor: str


class CardsShuffled(TableEvent, frozen=True, kw_only=True):
    """Shuffled and cut, not in a shoe yet. procedure: the submission's, of a shuffle by hand.

    washed: whether new or spread cards are washed first, by the text. washed_by: who did, as was said; shown_to: the
    seat of the participant for whom they were spread; checked_by: who looked at a feathered stack; "" or 0 where nobody
    said. cut_seat: who cut, 0 for the dealer. declined: seats that were offered it before. cut_depth: cards from the
    top, 0 where a continuous shuffler's are not cut. lacking: what its submission has recorded of that, and nobody
    said.
    """

    batch: str
    method: str
    procedure: str
    washed: bool
    cut_seat: int
    declined: list[int]
    cut_depth: int
    washed_by: str = ""
    shown_to: int = 0
    checked_by: str = ""
    lacking: list[str] = []


class CardsStored(TableEvent, frozen=True, kw_only=True):
    """A batch was shuffled by the shuffler and is stored in it: it comes into play next (div (a)(4)(iv))."""

    batch: str


class CardsHanded(TableEvent, frozen=True, kw_only=True):
    """Who turns the cards of a hand. seat, previous: 0 for the dealer; previous is -1 where nobody had them before.

    declined: seats that were offered them since. ordered_by, reason: who had the one before give them up, and why.
    """

    round: str
    hand: str
    seat: int
    previous: int
    declined: list[int]
    rule: str
    ordered_by: str = ""
    reason: str = ""


class ShoeRecut(TableEvent, frozen=True, kw_only=True):
    """Cut again before any card was dealt. shoe, burn: "" where the cards were not in a shoe yet."""

    shoe: str
    ordered_by: str
    reason: str
    cut_seat: int
    declined: list[int]
    cut_depth: int
    burn: str
    burned: int
    left: int


class CardsSpread(TableEvent, frozen=True, kw_only=True):
    """Nobody played: the cards left the shoe and were spread, face up or down."""

    shoe: str
    face: str


class CuratorChosen(TableEvent, frozen=True, kw_only=True):
    """Who deals from here on, on a big table. seat, previous: 0 for the dealer; previous is -1 for a new shoe.

    reason: offered, banker_lost, by_choice, by_order or left. rule: the section. ordered_why: of who ordered it.
    """

    shoe: str
    seat: int
    previous: int
    declined: list[int]
    reason: str
    rule: str
    ordered_by: str = ""
    designated: bool = False
    ordered_why: str = ""


class CutCardSeen(TableEvent, frozen=True, kw_only=True):
    """The cut card came out.

    rounds_left: rounds that may still be completed, the one in progress or coming included.
    """

    shoe: str
    rounds_left: int


class ShoeEnded(TableEvent, frozen=True, kw_only=True):
    """No further card of this shoe is dealt. rule: the section that ended it, "" where somebody did.

    replaced: whether its whole set of cards is replaced before play goes on (I5).
    """

    class_version: ClassVar[int] = 2

    shoe: str
    reason: str
    rule: str = ""
    replaced: bool = False

    @staticmethod
    def upcast_v1_v2(state: dict[str, Any]) -> None:
        """Which section ended a shoe, and what became of its cards, was not written down then."""
        state.setdefault("rule", "")
        state.setdefault("replaced", False)
