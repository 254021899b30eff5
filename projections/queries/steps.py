"""A round step by step (U1): what happened, by which rule, who entered it, what the shoe held then."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import msgspec

from ledger.events import table as e
from ledger.events.base import Event
from ledger.events.undoing import undone_versions
from ledger.store.codec import TOPIC_OF
from ledger.values.money import dollars
from projections.engine.streams import Placed
from projections.figures.arithmetic import rfc3339
from projections.queries.event_lines import in_words
from projections.queries.words import cards, dealt, settled, wager, words
from projections.replay.replay import OPEN, REVERSED, SETTLED, VOID
from projections.replay.rows import Replay, StoryCard


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


class Part(msgspec.Struct, frozen=True):
    """What one step says, before it has a number and a place."""

    said: str
    rule: str = ""
    card: StoryCard | None = None


GONE: Final = "Taken back since: "
"""What the step of an event begins with that was taken back."""


def status_after(shown: Sequence[Step]) -> str:
    """Where a round stands after these steps of it."""
    events = {step.event for step in shown if not step.said.startswith(GONE)}
    if TOPIC_OF[e.RoundReversed] in events:
        return REVERSED
    if TOPIC_OF[e.RoundVoided] in events:
        return VOID
    return SETTLED if TOPIC_OF[e.RoundSettled] in events else OPEN


def steps(replay: Replay, events: Sequence[Placed]) -> list[Step]:
    """All steps of a round, in the order of the log; a payment is a step of its own."""
    made: list[Step] = []
    left: int | None = None
    stream = f"table:{replay.table}"
    undone = undone_versions(recorded for _, recorded in events)
    for position, recorded in events:
        event, version = recorded.event, recorded.originator_version
        gone = recorded.originator_id == stream and version in undone
        for part in _taken_back(event) if gone else _parts(event, version, replay):
            card = part.card
            if not gone:
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


def _taken_back(event: Event) -> list[Part]:
    """What was entered and taken back since: it is told, and counts no more."""
    first, *_ = in_words(event).splitlines()
    return [Part(f"{GONE}{first}")]


def _parts(event: Event, version: int, replay: Replay) -> Iterable[Part]:
    parts = _STEPS.get(type(event))
    if parts is not None:
        return parts(event, version, replay)
    said = in_words(event)
    rule = getattr(event, "rule", "")
    return [Part(f"{said[:1].upper()}{said[1:]}".replace(f" [{rule}]", ""), rule)]


def _placed(event: e.WagersPlaced, _: int, __: Replay) -> Iterator[Part]:
    return (Part(f"Wager: {wager(line)}") for line in event.wagers)


def _withdrawn(event: e.WagerWithdrawn, _: int, __: Replay) -> Iterator[Part]:
    return (Part(f"Withdrawn: {wager(line)}") for line in event.wagers)


def _no_more_bets(event: e.NoMoreBets, _: int, __: Replay) -> Iterator[Part]:
    rules = f"{event.rules} version {event.rules_version}"
    yield Part(f"No more bets; shoe {event.shoe}, {rules}")


def _cards(_: Event, version: int, replay: Replay) -> Iterator[Part]:
    for card in replay.cards:
        if card.version == version:
            shown = f"{words(card.hand)} {cards([card.card])}, makes {card.points}"
            yield Part(f"{shown}{carried(card)}", card.rule, card)


def carried(card: StoryCard) -> str:
    """That a card was drawn in error before, and begins the hand."""
    return f", carried over by {card.carried}" if card.carried else ""


def _pressed(event: e.HouseMoneyPressed, _: int, __: Replay) -> Iterator[Part]:
    yield Part(f"Seat {event.seat} presses {dollars(event.cents)} onto {words(event.onto)}")


def _settled(event: e.RoundSettled, _: int, __: Replay) -> Iterator[Part]:
    yield Part(f'Announced: "{event.announce}"')
    for line in event.lines:
        said = settled(line).removesuffix(f" [{line.rule}]")
        yield Part(f"{said[:1].upper()}{said[1:]}{_odds(line)}", line.rule)


def _odds(line: e.SettledLine) -> str:
    """The odds a winning wager was paid at, as they come out; a coupon's face is not handed back."""
    if line.result != "win" or not line.cents:
        return ""
    paid_out = line.returned - (0 if line.tender == "coupon" else line.cents)
    odds = Fraction(paid_out, line.cents)
    return f", at {odds.numerator} to {odds.denominator}" if odds.denominator <= 100 else ""


def _marked(event: e.VigorishMarked, _: int, __: Replay) -> Iterator[Part]:
    return (Part(f"Vigorish marked: {_seat(line)}") for line in event.marks)


def _collected(event: e.VigorishCollected, _: int, replay: Replay) -> Iterator[Part]:
    lines = (line for line in event.lines if line.round == replay.round)
    return (Part(f"Vigorish collected: {_seat(line)}") for line in lines)


def _documented(event: e.VigorishDocumented, _: int, replay: Replay) -> Iterator[Part]:
    lines = (line for line in event.lines if line.round == replay.round)
    return (Part(f"Vigorish documented on {event.serial}: {_seat(line)}") for line in lines)


def _uncollected(event: e.VigorishUncollected, _: int, replay: Replay) -> Iterator[Part]:
    lines = (line for line in event.lines if line.round == replay.round)
    return (Part(f"Vigorish not collected: {_seat(line)}: {event.reason}") for line in lines)


def _restored(event: e.VigorishRestored, _: int, replay: Replay) -> Iterator[Part]:
    lines = (line for line in event.lines if line.round == replay.round)
    return (Part(f"{event.serial} is void, vigorish owed again: {_seat(line)}") for line in lines)


def _handed_back(event: e.VigorishHandedBack, _: int, replay: Replay) -> Iterator[Part]:
    lines = (line for line in event.lines if line.round == replay.round)
    return (Part(f"Vigorish handed back: {_seat(line)}") for line in lines)


def _reversed(event: e.RoundReversed, _: int, replay: Replay) -> Iterator[Part]:
    yield Part(f"Reversed: {event.reason}; approved by {event.approved_by}{dealt(event)}")
    yield from (Part(f"Vigorish not owed: {_seat(line)}") for line in event.marks)
    yield from (Part(f"Vigorish to be handed back: {_seat(line)}") for line in event.owed_back)
    yield from (Part(f"Coupon back with its player: {number}") for number in event.coupons)
    if replay.replaced_by:
        yield Part(f"In its place: {replay.replaced_by}")


def _seat(line: e.SeatCents | e.MarkBack) -> str:
    return f"seat {line.seat}, {dollars(line.cents)}"


def _voided(event: e.RoundVoided, _: int, replay: Replay) -> Iterator[Part]:
    rule = replay.void_rule or ""
    yield Part(f"Void: {event.reason}", rule)
    yield from (Part(f"Handed back: {wager(line)}", rule) for line in event.returned)
    yield from (Part(f"House Money taken back: {_seat(line)}", rule) for line in event.taken_back)


_STEPS: Mapping[type[Event], Callable[[Any, int, Replay], Iterable[Part]]] = {
    e.WagersPlaced: _placed,
    e.WagerWithdrawn: _withdrawn,
    e.NoMoreBets: _no_more_bets,
    e.CardsDealt: _cards,
    e.ThirdCardDealt: _cards,
    e.HouseMoneyPressed: _pressed,
    e.RoundSettled: _settled,
    e.VigorishMarked: _marked,
    e.VigorishCollected: _collected,
    e.VigorishDocumented: _documented,
    e.VigorishUncollected: _uncollected,
    e.VigorishRestored: _restored,
    e.RoundVoided: _voided,
    e.RoundReversed: _reversed,
    e.VigorishHandedBack: _handed_back,
}
