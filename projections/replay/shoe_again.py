"""What became of the cards that should not have come, worked out again by today's code (I1 to I4, U1)."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from ledger.baccarat.hands import next_draw, read
from ledger.baccarat.irregularities import Irregularity, Remedy, further_cards, remedy
from ledger.rules.submission import Submission
from ledger.values.errors import PitError
from projections.replay.settled_again import Difference

if TYPE_CHECKING:
    from projections.replay.rows import StoryCard, StoryIrregular
    from projections.replay.story import Story


def of_the_shoe(submission: Submission, story: "Story") -> Iterator[Difference]:
    """Where today's code makes something else of the round's irregular cards, or of what came before it."""
    for card in story.irregularities:
        yield from _irregular(submission, card, story.cards)
    for card in (*story.before, *story.irregularities):
        yield from _burned(card)
    yield from _simulated(story)
    yield from _carried(story.carried, story.cards)


def _irregular(
    submission: Submission, card: "StoryIrregular", dealt: Sequence["StoryCard"]
) -> Iterator[Difference]:
    hands = {
        hand: [each.card for each in dealt if each.hand == hand and each.version < card.version]
        for hand in ("player", "banker")
    }
    third = card.kind == Irregularity.THIRD_CARD
    due = next_draw(hands["player"], hands["banker"]) if third else None
    found, section = remedy(
        Irregularity(card.kind),
        disclosed=card.disclosed,
        banker_draws=due is not None,
        disclosed_third_card=Remedy(submission.disclosed_third_card),
    )
    again = f"{found} by {submission.cites.get(section)}"
    recorded = f"{card.remedy} by {card.rule}"
    # The last hand of a shoe leaves no other hand to begin with the card.
    goes_on = found in (Remedy.NEXT_HAND, Remedy.SIMULATED_ROUND)
    if card.remedy == Remedy.LEFT_WITH_SHOE and goes_on:
        return
    if recorded != again:
        yield Difference(f"irregular card {card.card or 'unseen'}", recorded, again)


def _burned(card: "StoryIrregular") -> Iterator[Difference]:
    """As many further cards left with it as its remedy takes (div (k)(1)); a shoe that had fewer has none left."""
    again = further_cards(Remedy(card.remedy), card.card)
    if card.burned != again and (card.left or card.burned > again):
        yield Difference(f"cards that left with {card.card or 'one unseen'}", card.burned, again)


def _simulated(story: "Story") -> Iterator[Difference]:
    """Each is dealt by the third-card rules like any other, and begins with the next disclosed card."""
    cards = (*story.before, *story.irregularities)
    called_for = [card for card in cards if card.remedy == Remedy.SIMULATED_ROUND]
    for simulated, disclosed in zip_longest(story.simulated, called_for):
        if simulated is None:
            return  # it comes after this round
        try:
            read(simulated.player, simulated.banker)
        except PitError as error:
            hands = f"{' '.join(simulated.player)} against {' '.join(simulated.banker)}"
            yield Difference("simulated round", hands, str(error))
        due = disclosed.card if disclosed is not None else None
        if simulated.player[0] != due:
            yield Difference("first card of a simulated round", simulated.player[0], due)


def _carried(
    carried: Sequence["StoryIrregular"], dealt: Sequence["StoryCard"]
) -> Iterator[Difference]:
    """The hand begins with the cards drawn in error before it."""
    for card, first in zip(carried, dealt, strict=False):
        if card.card and card.card != first.card:
            yield Difference("first card, drawn in error before", first.card, card.card)
