"""What somebody says of the cards before they are in play, of the shoe, and of who deals and turns them.

Records of the table feed, as those of the module `acts`.
"""

from typing import Annotated, Literal

from msgspec import Meta

from ledger.events.act import Name, Seat
from ledger.table.acts import Act, CardText


class Shoe(Act, frozen=True, kw_only=True, tag="shoe"):
    shoe: int | str
    decks: int
    burn: CardText = ""
    cut_by: str = ""
    batch: str = ""
    cut_card_at: int | None = None


class ReceiveDecks(Act, frozen=True, kw_only=True, tag="receive_decks"):
    """Decks come to the table and are inspected. batch: what they are called. colour: of their backs."""

    batch: Name
    colour: Name
    decks: int
    dealer: Name
    supervisor: Name


class ShuffleCards(Act, frozen=True, kw_only=True, tag="shuffle_cards"):
    """Shuffled and cut. cut_seat: who cut, 0 for the dealer; declined: seats that were offered it before.

    cut_depth: cards from the top at which the cutting card went in.
    """

    batch: str = ""
    method: Literal["hand", "automated", "pre_shuffled"] = "hand"
    cut_seat: Annotated[int, Meta(ge=0, le=14)]
    declined: list[Seat] = []
    cut_depth: int


class Recut(Act, frozen=True, kw_only=True, tag="recut"):
    """Cut again on a supervisor's order. burn: the first card, where the shoe was burned before."""

    ordered_by: Name
    reason: Name
    cut_seat: Annotated[int, Meta(ge=0, le=14)]
    declined: list[Seat] = []
    cut_depth: int
    burn: str = ""


class SpreadCards(Act, frozen=True, kw_only=True, tag="spread_cards"):
    """Nobody plays, and the cards lie spread on the table."""

    face: Literal["up", "down"] = "up"


class PassShoe(Act, frozen=True, kw_only=True, tag="pass_shoe"):
    """Who deals on a big table. seat: who accepted the shoe, 0 for the dealer.

    ordered_by: who ordered the curator to pass it. designated: whether the player who accepted it has the dealer deal.
    """

    seat: Annotated[int, Meta(ge=0, le=14)]
    declined: list[Seat] = []
    ordered_by: str = ""
    designated: bool = False


class CutCard(Act, frozen=True, kw_only=True, tag="cut_card"):
    pass


class EndShoe(Act, frozen=True, kw_only=True, tag="end_shoe"):
    """The shoe is taken out of play."""

    reason: Name
