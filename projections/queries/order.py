"""The events of a round in the dealer's order: points are announced once the cards were turned, House Money and what
the cards decide come after the presses, vigorish where the submission has it among the payments. A step belongs to the
event that recorded it (U1).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from ledger.baccarat.decisions import decisions
from ledger.baccarat.house_money import settle_house_money
from ledger.baccarat.lines import Line
from ledger.baccarat.offering import Result
from ledger.baccarat.procedure import StepKind
from ledger.baccarat.wagers import Bet, Press, Tender, Wager
from ledger.events import table as e
from ledger.events.base import Event
from ledger.events.link import MUST_HIT, AwardPaid, AwardWon, ContributionsTaken
from ledger.events.shoe import CardsHanded, CutCardSeen
from ledger.events.undoing import undone_versions
from ledger.rules.submission import from_document
from ledger.values.errors import PitError
from projections.engine.streams import Placed
from projections.queries import awarded
from projections.queries.event_lines import in_words
from projections.queries.parts import Part, parts
from projections.queries.story_steps import StoryStep, StorySteps
from projections.replay.find import FoundRound
from projections.replay.rows import StoryPress

GONE: Final = "Taken back since: "
"""What the step of an event begins with that was taken back."""

TWO_LEFT: Final = 2
"""Rounds left of a shoe when its cut card comes out: the one in progress, and the last hand."""

Stepped = tuple[Placed, Part]

_KEY: Final[Mapping[type[Event], str]] = {
    e.BoughtIn: "round.verbal",
    e.NoMoreBets: "round.bets_closed",
    CutCardSeen: "round.last_hand",
    e.VigorishCollected: "vigorish.outstanding",
    e.VigorishUncollected: "vigorish.outstanding",
    e.VigorishDocumented: "vigorish.forms",
    e.VigorishRestored: "vigorish.forms",
    ContributionsTaken: "royal_9.contribution",
    AwardWon: "royal_9.award",
    AwardPaid: "royal_9.award",
}


class Order:
    """A round's steps, each with the event that it belongs to."""

    def __init__(self, found: FoundRound) -> None:
        replay = self._replay = found.replay
        stream = f"table:{replay.table}"
        undone = undone_versions(recorded for _, recorded in found.events)
        self._events = awarded.told_once(found.events)
        self._gone = {
            position
            for position, each in found.events
            if each.originator_id == stream and each.originator_version in undone
        } | awarded.undone(found.events)
        self._at = {
            each.originator_version: (position, each)
            for position, each in found.events
            if each.originator_id == stream and position not in self._gone
        }
        self._steps: StorySteps | None = None
        if found.document is not None:
            self._steps = StorySteps(from_document(found.document).offering)
        self._told: set[int] = set()
        self._presses = [Press(x.seat, Bet(x.onto), x.cents) for x in replay.presses]

    def steps(self) -> Iterator[Stepped]:
        """All of them; what was taken back is told, and counts no more."""
        for placed in self._events:
            if placed[0] in self._gone:
                told = in_words(placed[1].event).splitlines()
                yield from ((placed, Part(f"{GONE}{line.strip()}")) for line in told)
            elif self._steps is None:
                yield from ((placed, part) for part in self._parts(placed))
            else:
                yield from self._step(placed, self._steps)

    def _parts(self, placed: Placed) -> Iterator[Part]:
        recorded = placed[1]
        yield from parts(recorded.event, recorded.originator_version, self._replay)

    def _step(self, placed: Placed, steps: StorySteps) -> Iterator[Stepped]:
        """What an event is told by, and what the dealer does upon it."""
        event, version = placed[1].event, placed[1].originator_version
        if isinstance(event, e.RoundSettled):
            yield placed, _part(steps.result(event.announce))
            yield from self._paid(placed, event, steps)
        elif placed[0] not in self._told and not isinstance(event, e.HouseMoneyPressed):
            yield from ((placed, _cited(event, x, steps)) for x in self._parts(placed))
        if isinstance(event, e.CardsDealt):
            yield from self._turned(version)
            yield placed, _part(steps.counts(event.player, event.banker))
        if isinstance(event, e.CardsDealt | e.HouseMoneyPressed):
            yield from self._before_the_third(version, steps)
        if isinstance(event, e.ThirdCardDealt):
            before, after = self._hands(version - 1), self._hands(version)
            told = len(decisions(*before))
            yield from ((placed, _part(x)) for x in steps.decided(*after, told))
        if isinstance(event, e.RoundSettled) and self._cut_card_came():
            yield placed, _part(steps.last_hand())

    def _turned(self, dealt: int) -> Iterator[Stepped]:
        """Who was handed the first cards, Player's first, whenever it was entered: they are announced once turned."""
        handed: list[tuple[str, Placed]] = []
        third = False
        for placed in (self._at[version] for version in sorted(self._at) if version > dealt):
            event = placed[1].event
            if isinstance(event, e.RoundSettled | e.RoundVoided):
                break
            third = third or isinstance(event, e.ThirdCardDealt)
            if isinstance(event, CardsHanded) and (not third or event.previous < 0):
                handed.append((event.hand, placed))
        for _, placed in sorted(handed, key=lambda each: each[0] != "player"):
            self._told.add(placed[0])
            yield from ((placed, part) for part in self._parts(placed))

    def _hands(self, version: int) -> tuple[list[str], list[str]]:
        """Player's and Banker's cards, up to that version of the table's stream."""
        dealt = [card for card in self._replay.cards if card.version <= version]
        return (
            [card.card for card in dealt if card.hand == "player"],
            [card.card for card in dealt if card.hand == "banker"],
        )

    def _cut_card_came(self) -> bool:
        return any(
            isinstance(each.event, CutCardSeen) and each.event.rounds_left == TWO_LEFT
            for _, each in self._at.values()
        )

    def _before_the_third(self, version: int, steps: StorySteps) -> Iterator[Stepped]:
        """House Money and the first decisions, once all that is pressed is known."""
        dealt = self._replay.cards[0].version
        if version != max([dealt, *(press.version for press in self._replay.presses)]):
            return
        deal = self._at[dealt]
        first = self._hands(dealt)
        waiting = list(self._replay.presses)
        for told in steps.house_money(self._house_money(first, steps), self._presses):
            press = _press_of(told, waiting)
            if press is not None:
                waiting.remove(press)
            yield deal if press is None else self._at[press.version], _part(told)
        for press in waiting:
            placed = self._at[press.version]
            yield from ((placed, part) for part in self._parts(placed))
        yield from ((deal, _part(told)) for told in steps.decided(*first))

    def _house_money(self, first: tuple[list[str], list[str]], steps: StorySteps) -> list[Line]:
        """As it was settled, else as the first four cards have it."""
        if self._replay.lines:
            return self._lines()
        try:
            wagers = [
                Wager(w.seat, Bet(w.bet), w.cents, Tender(w.tender), w.coupon)
                for w in self._replay.wagers
                if not w.withdrawn
            ]
            return settle_house_money(steps.offering, *first, wagers, self._presses)[0]
        except (PitError, ValueError):
            return []

    def _lines(self) -> list[Line]:
        return [
            Line(
                x.seat,
                Bet(x.bet),
                x.cents,
                Tender(x.tender),
                Result(x.result),
                x.returned,
                x.vig,
                x.rule,
            )
            for x in self._replay.lines
        ]

    def _paid(self, placed: Placed, event: e.RoundSettled, steps: StorySteps) -> Iterator[Stepped]:
        """Every wager of the settled round; vigorish as it was recorded with it, in the next event, and what was won
        of meters as the link has it.
        """
        taken = self._at.get(placed[1].originator_version + 1, placed)
        owed = _vigorish_of(taken[1].event, event.round)
        won = awarded.with_settlement(self._events, placed)
        for told in steps.paid(self._lines(), self._presses):
            if told.kind not in (StepKind.MARK_VIG, StepKind.COLLECT_VIG):
                yield placed, _part(told)
                if told.bet == Bet.ROYAL_9:
                    yield from self._awarded(won.get(told.seat or 0, ()), steps)
            elif owed.get(told.seat or 0, 0) >= (told.cents or 0):
                owed[told.seat or 0] -= told.cents or 0
                yield taken, _part(told)
        if owed and not any(owed.values()):
            self._told.add(taken[0])

    def _awarded(self, awards: Sequence[Placed], steps: StorySteps) -> Iterator[Stepped]:
        for placed in awards:
            self._told.add(placed[0])
            yield from ((placed, _cited(placed[1].event, x, steps)) for x in self._parts(placed))


def _vigorish_of(event: Event, round_id: str) -> dict[int, int]:
    """What an event takes of a round's vigorish, in cents by seat."""
    if isinstance(event, e.VigorishMarked):
        return {mark.seat: mark.cents for mark in event.marks}
    if isinstance(event, e.VigorishCollected):
        return {line.seat: line.cents for line in event.lines if line.round == round_id}
    return {}


def _press_of(told: StoryStep, waiting: Sequence[StoryPress]) -> StoryPress | None:
    if told.kind != StepKind.PRESS:
        return None
    said = told.seat, told.bet, told.cents
    return next((x for x in waiting if (x.seat, x.onto, x.cents) == said), None)


def _cited(event: Event, part: Part, steps: StorySteps) -> Part:
    """With its section, where its event holds none."""
    key = _KEY.get(type(event))
    if key is None:
        return part
    if key == "royal_9.award" and getattr(event, "meter", "") == MUST_HIT:
        key = "royal_9.must_hit"
    return msgspec.structs.replace(part, rule=steps.offering.sections.get(key, ""))


def _part(told: StoryStep) -> Part:
    return Part(told.said, told.rule)
