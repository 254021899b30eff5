"""What the rules do with a card that should not have come (I1 to I4; ma-midi 13, ma-big 15, div (k))."""

from enum import StrEnum

from ledger.values.cards import burn_amount


class Irregularity(StrEnum):
    """What went wrong: a card drawn in error, a third card to Player without authority, a card face up in the shoe."""

    DRAWN_IN_ERROR = "drawn_in_error"
    THIRD_CARD = "third_card"
    FACE_UP = "face_up"


class Remedy(StrEnum):
    """What becomes of the card.

    LEFT_WITH_SHOE: no further hand is dealt from the shoe, so the card goes out with it.
    """

    NEXT_HAND = "next_hand"
    BANKER_THIRD = "banker_third"
    DISCARD_ONE_MORE = "discard_one_more"
    SIMULATED_ROUND = "simulated_round"
    BURN_VALUE = "burn_value"
    LEFT_WITH_SHOE = "left_with_shoe"


def remedy(
    kind: Irregularity, *, disclosed: bool, banker_draws: bool, disclosed_third_card: Remedy
) -> tuple[Remedy, str]:
    """What becomes of the card, and the key of the section that says so.

    banker_draws: whether Banker's third card is due, which an unauthorised third card of Player then becomes.
    disclosed_third_card: the submission's choice. Only div has `burn_value`, and has it for every disclosed
    card (div (k)(1) to (3)); the other texts deal a simulated round (ma-midi 13(d), ma-big 15(d)).
    """
    third = kind is Irregularity.THIRD_CARD
    section = "disclosed_third_card" if disclosed else "undisclosed_third_card"
    if third and banker_draws:
        return Remedy.BANKER_THIRD, f"irregularities.{section}"
    if not disclosed:
        return Remedy.NEXT_HAND, f"irregularities.{section if third else 'undisclosed'}"
    if third:
        return disclosed_third_card, f"irregularities.{section}"
    if disclosed_third_card is not Remedy.BURN_VALUE:
        return Remedy.SIMULATED_ROUND, "irregularities.disclosed"
    # div (k)(2) has both what is done with a card drawn in error undisclosed, and disclosed.
    drawn = kind is Irregularity.DRAWN_IN_ERROR
    return Remedy.BURN_VALUE, f"irregularities.{'undisclosed' if drawn else 'disclosed'}"


def further_cards(remedy: Remedy, card: str) -> int:
    """How many more cards leave the shoe with it (ma-midi 13(c)(1); div (k)(1), (3))."""
    if remedy is Remedy.DISCARD_ONE_MORE:
        return 1
    return burn_amount(card) if remedy is Remedy.BURN_VALUE else 0
