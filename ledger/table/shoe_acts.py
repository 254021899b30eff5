"""What somebody says of the cards before they are in play, of the shoe, and of who deals and turns them.

Records of the table feed, as those of the module `acts`.
"""

from typing import Annotated, Literal

from msgspec import Meta

from ledger.events.act import Name, Seat, SeatOrNone
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

    cut_depth: cards from the top at which the cutting card went in. Both are left out with a continuous shuffler, and
    only there. What nobody recorded is left out: washed_by, who
    washed new or spread cards; shown_to, the seat of the participant for whom they were spread before; checked_by,
    which floorperson looked at a stack that was left feathered.
    """

    batch: str = ""
    method: Literal["hand", "automated", "pre_shuffled"] = "hand"
    cut_seat: SeatOrNone | None = None
    declined: list[Seat] = []
    cut_depth: int | None = None
    washed_by: Annotated[str, Meta(max_length=64)] = ""
    shown_to: SeatOrNone = 0
    checked_by: Annotated[str, Meta(max_length=64)] = ""


class StoreCards(Act, frozen=True, kw_only=True, tag="store_cards"):
    """A batch is shuffled by the shuffler and stored in it, while the other one may be in play."""

    batch: Name


class HandCards(Act, frozen=True, kw_only=True, tag="hand_cards"):
    """Who is handed the cards of a hand to turn, 0 for the dealer; said again of a hand, who had them gave them up.

    declined: seats that were offered them since, and did not accept. ordered_by, reason: who had them given up,
    and why.
    """

    hand: Literal["player", "banker"]
    seat: SeatOrNone
    declined: list[Seat] = []
    ordered_by: Annotated[str, Meta(max_length=64)] = ""
    reason: Annotated[str, Meta(max_length=500)] = ""


class Recut(Act, frozen=True, kw_only=True, tag="recut"):
    """Cut again on a supervisor's order. burn: the first card, where the shoe was burned before."""

    ordered_by: Name
    reason: Name
    cut_seat: SeatOrNone
    declined: list[Seat] = []
    cut_depth: int
    burn: str = ""


class SpreadCards(Act, frozen=True, kw_only=True, tag="spread_cards"):
    """Nobody plays, and the cards lie spread on the table."""

    face: Literal["up", "down"] = "up"


class PassShoe(Act, frozen=True, kw_only=True, tag="pass_shoe"):
    """Who deals on a big table. seat: who accepted the shoe, 0 for the dealer.

    ordered_by, reason: who ordered the curator to pass it, and why. designated: whether the player who accepted it has
    the dealer deal.
    """

    seat: SeatOrNone
    declined: list[Seat] = []
    ordered_by: str = ""
    designated: bool = False
    reason: str = ""


class CutCard(Act, frozen=True, kw_only=True, tag="cut_card"):
    pass


class EndShoe(Act, frozen=True, kw_only=True, tag="end_shoe"):
    """The shoe is taken out of play."""

    reason: Name
