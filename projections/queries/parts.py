"""What an event of a round says as steps, in the words of the trade (U1)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from ledger.events import table as e
from ledger.events.base import Event
from ledger.events.shoe import CardsHanded
from ledger.values.money import dollars
from projections.queries.event_lines import in_words
from projections.queries.words import cards, dealt, handed, wager, words
from projections.replay.cited import recited
from projections.replay.rows import Replay, StoryCard


class Part(msgspec.Struct, frozen=True):
    """What one step says, before it has a number and a place."""

    said: str
    rule: str = ""
    card: StoryCard | None = None


def parts(event: Event, version: int, replay: Replay) -> Iterable[Part]:
    """The steps of an event in its own words; version: its place in the table's stream."""
    of = STEPS.get(type(event))
    if of is not None:
        return of(event, version, replay)
    event = recited(event)
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


def _handed(event: CardsHanded, version: int, replay: Replay) -> Iterator[Part]:
    said = handed(event)
    rule = next((x.rule for x in replay.handed if x.version == version), event.rule)
    yield Part(f"{said[:1].upper()}{said[1:]}", rule)


def _settled(event: e.RoundSettled, _: int, __: Replay) -> Iterator[Part]:
    yield Part(f'Announced: "{event.announce}"')


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
    said = f"{event.reason} ({event.supervisor}){f'; no form: {event.no_form}' if event.no_form else ''}"
    return (Part(f"Vigorish not collected: {_seat(line)}: {said}") for line in lines)


def _restored(event: e.VigorishRestored, _: int, replay: Replay) -> Iterator[Part]:
    lines = (line for line in event.lines if line.round == replay.round)
    return (Part(f"{event.serial} is void, vigorish owed again: {_seat(line)}") for line in lines)


def _handed_back(event: e.VigorishHandedBack, _: int, replay: Replay) -> Iterator[Part]:
    lines = (line for line in event.lines if line.round == replay.round)
    return (Part(f"Vigorish handed back: {_seat(line)}") for line in lines)


def _reversed(event: e.RoundReversed, _: int, replay: Replay) -> Iterator[Part]:
    document = f"; {event.document}" if event.document else ""
    approved = f"approved by {event.approved_by}{document}"
    yield Part(f"Reversed: {event.reason}; {approved}{dealt(event)}")
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


STEPS: Mapping[type[Event], Callable[[Any, int, Replay], Iterable[Part]]] = {
    e.WagersPlaced: _placed,
    e.WagerWithdrawn: _withdrawn,
    e.NoMoreBets: _no_more_bets,
    e.CardsDealt: _cards,
    e.ThirdCardDealt: _cards,
    CardsHanded: _handed,
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
