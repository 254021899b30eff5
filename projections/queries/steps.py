"""A round step by step (U1): what happened, by which rule, who entered it, what the shoe held then."""

from collections.abc import Sequence

import msgspec

from ledger.events import table as e
from ledger.store.codec import TOPIC_OF
from ledger.values.rounds import OPEN, REVERSED, SETTLED, VOID
from projections.figures.arithmetic import rfc3339
from projections.queries.order import GONE, Order
from projections.replay.find import FoundRound


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that happened. n: from 1. rule: the section it happened by, "" where none is written
    down. left: cards in the shoe after it, None until the first is dealt. hand, card, points: of a
    card. position: of its event in the log. Instants RFC 3339 UTC.
    """

    n: int
    event: str
    position: int
    said: str
    rule: str
    left: int | None
    hand: str
    card: str
    points: int | None
    by: str
    at: str
    recorded_at: str


def status_after(shown: Sequence[Step]) -> str:
    """Where a round stands after these steps of it."""
    events = {step.event for step in shown if not step.said.startswith(GONE)}
    if TOPIC_OF[e.RoundReversed] in events:
        return REVERSED
    if TOPIC_OF[e.RoundVoided] in events:
        return VOID
    return SETTLED if TOPIC_OF[e.RoundSettled] in events else OPEN


def reversal(shown: Sequence[Step]) -> list[str]:
    """What the steps of a round say of its being reversed; nothing where that was taken back."""
    of = TOPIC_OF[e.RoundReversed]
    return [each.said for each in shown if each.event == of and not each.said.startswith(GONE)]


def steps(found: FoundRound) -> list[Step]:
    """All steps of a round, in the dealer's order; a payment is a step of its own."""
    made: list[Step] = []
    left: int | None = None
    for (position, recorded), part in Order(found).steps():
        event, card = recorded.event, part.card
        if not part.said.startswith(GONE):
            left = card.left if card else getattr(event, "left", left)
        made.append(
            Step(
                n=len(made) + 1,
                event=TOPIC_OF[type(event)],
                position=position,
                said=part.said,
                rule=part.rule,
                left=left,
                hand=card.hand if card else "",
                card=card.card if card else "",
                points=card.points if card else None,
                by=event.by,
                at=rfc3339(event.at),
                recorded_at=rfc3339(event.recorded_at),
            )
        )
    return made
