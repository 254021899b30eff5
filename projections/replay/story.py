"""A round as its events tell it, taken in one after the other. Pure: events in, story out."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import msgspec

from ledger.baccarat.hands import points
from ledger.baccarat.irregularities import Remedy
from ledger.events import table as e
from ledger.events.base import Event, Recorded, TableEvent
from ledger.events.link import AwardUndone, AwardWon
from ledger.events.shoe import CardsHanded
from ledger.store.codec import TOPIC_OF
from projections.figures.arithmetic import rfc3339
from projections.replay.rows import (
    Entered,
    Later,
    StoryCard,
    StoryConfirmed,
    StoryHanded,
    StoryIrregular,
    StoryPress,
    StorySimulated,
    StoryUncollected,
    StoryVig,
    StoryWager,
    TakenBack,
)


class Story(msgspec.Struct):
    """A round as its events are read, one after the other. id: `TABLE:DAY:N`. short: it is void since its shoe had
    too few cards for it.
    """

    id: str
    before: list[StoryIrregular] = []
    simulated: list[StorySimulated] = []
    wagers: list[StoryWager] = []
    confirmed: list[StoryConfirmed] = []
    cards: list[StoryCard] = []
    presses: list[StoryPress] = []
    handed: list[StoryHanded] = []
    irregularities: list[StoryIrregular] = []
    marked: list[StoryVig] = []
    collected: list[StoryVig] = []
    documented: list[StoryVig] = []
    uncollected: list[StoryUncollected] = []
    restored: list[StoryVig] = []
    handed_back: list[StoryVig] = []
    returned: list[StoryWager] = []
    taken_back: list[TakenBack] = []
    entered: list[Entered] = []
    later: list[Later] = []
    awards: list[AwardWon] = []
    closed: e.NoMoreBets | None = None
    settled: e.RoundSettled | None = None
    voided: e.RoundVoided | None = None
    reversed: e.RoundReversed | None = None
    short: bool = False

    def take(self, position: int, recorded: Recorded, *, undone: bool = False) -> None:
        """Take in an event of the table's stream; those of other rounds are passed over.

        undone: it was taken back: it was entered, and tells nothing of the round.
        """
        event = recorded.event
        take = _STORY.get(type(event))
        if take is None or not concerns(event, self.id):
            return
        who = _who(recorded)
        self.entered.append(_entered(position, event, who))
        if not undone:
            take(self, event, who)

    def take_before(self, position: int, recorded: Recorded, *, undone: bool = False) -> None:
        """Take in what happened to the shoe between the hand before and this one, and the buy-in of a verbal wager;
        undone as in `take`.
        """
        event, who = recorded.event, _who(recorded)
        self.entered.append(_entered(position, event, who))
        if isinstance(event, e.IrregularCard):
            self.before.append(_story_irregular(event, who))
        elif isinstance(event, e.RoundSimulated):
            self.simulated.append(_story_simulated(event, who))
        elif isinstance(event, e.BoughtIn) and not undone:
            said = {name: getattr(event, name) for name in _OF_A_BUY_IN}
            self.confirmed.append(StoryConfirmed(**said, **who))

    def take_later(self, position: int, recorded: Recorded) -> None:
        """Take in what else was said of the round, in whatever stream."""
        event = recorded.event
        if isinstance(event, AwardWon):
            self.awards.append(event)
        elif isinstance(event, AwardUndone):
            undone = (event.seat, event.meter)
            self.awards = [each for each in self.awards if (each.seat, each.meter) != undone]
        facts = msgspec.to_builtins(event, str_keys=True)
        self.later.append(
            Later(
                event=TOPIC_OF[type(event)],
                position=position,
                stream=recorded.originator_id,
                gaming_day=event.day,
                facts={name: facts[name] for name in facts if name not in _COMMON},
                **_who(recorded),
            )
        )

    @property
    def carried(self) -> list[StoryIrregular]:
        """The cards drawn in error before the deal with which the hand begins, in order."""
        first = self.cards[0].version if self.cards else None
        return [
            card
            for card in (*self.before, *self.irregularities)
            if card.remedy == Remedy.NEXT_HAND and first is not None and card.version < first
        ]

    @property
    def assessed(self) -> int:
        """Vigorish assessed, in cents: nothing of a round that is reversed."""
        if self.settled is None or self.reversed is not None:
            return 0
        return sum(line.vig for line in self.settled.lines)

    @property
    def outstanding(self) -> int:
        """Vigorish neither collected, nor documented, nor recorded as uncollected yet, in cents.

        Below zero where it was collected of a round that is reversed, and not handed back yet.
        """
        settled = (*self.collected, *self.documented, *self.uncollected)
        back = sum(line.cents for line in (*self.restored, *self.handed_back))
        return self.assessed + back - sum(line.cents for line in settled)


Who = Mapping[str, Any]
_OF_A_BUY_IN: Final = ("seat", "cents", "confirmed_by", "supervisor")


def _placed(story: Story, event: e.WagersPlaced, who: Who) -> None:
    story.wagers += _wagers(event.wagers, who)


def _withdrawn(story: Story, event: e.WagerWithdrawn, _: Who) -> None:
    story.wagers = [
        msgspec.structs.replace(wager, withdrawn=True)
        if (wager.seat, wager.bet) == (event.seat, event.bet)
        else wager
        for wager in story.wagers
    ]


def _no_more_bets(story: Story, event: e.NoMoreBets, _: Who) -> None:
    story.closed = event


def _dealt(story: Story, event: e.CardsDealt, who: Who) -> None:
    """Player, Banker, Player, Banker: each hand is in the order dealt."""
    order = [
        (hand, cards[:n])
        for n in (1, 2)
        for hand, cards in (("player", event.player), ("banker", event.banker))
    ]
    for after, (hand, so_far) in enumerate(reversed(order)):
        story.cards.insert(0, _card(hand, so_far, "", event.left + after, who))


def _third(story: Story, event: e.ThirdCardDealt, who: Who) -> None:
    so_far = [each.card for each in story.cards if each.hand == event.hand]
    story.cards.append(_card(event.hand, [*so_far, event.card], event.rule, event.left, who))


def _card(hand: str, so_far: list[str], rule: str, left: int, who: Who) -> StoryCard:
    return StoryCard(hand=hand, card=so_far[-1], points=points(so_far), rule=rule, left=left, **who)


def _pressed(story: Story, event: e.HouseMoneyPressed, who: Who) -> None:
    story.presses.append(StoryPress(seat=event.seat, onto=event.onto, cents=event.cents, **who))


def _handed(story: Story, event: CardsHanded, who: Who) -> None:
    story.handed.append(StoryHanded(**{name: getattr(event, name) for name in _OF_HANDING}, **who))


_OF_HANDING: Final = (*("hand", "seat", "previous", "declined", "rule", "ordered_by", "reason"),)


def _irregular(story: Story, event: e.IrregularCard, who: Who) -> None:
    story.irregularities.append(_story_irregular(event, who))


def _story_irregular(event: e.IrregularCard, who: Who) -> StoryIrregular:
    return StoryIrregular(**{name: getattr(event, name) for name in _OF_A_CARD}, **who)


_OF_A_CARD: Final = (
    *("round", "kind", "card", "disclosed", "remedy", "rule", "burned", "shown", "left"),
)


def _story_simulated(event: e.RoundSimulated, who: Who) -> StorySimulated:
    return StorySimulated(
        player=event.player,
        banker=event.banker,
        player_points=points(event.player),
        banker_points=points(event.banker),
        rule=event.rule,
        left=event.left,
        **who,
    )


def _entered(position: int, event: Event, who: Who) -> Entered:
    said = {"source": event.source, "seq": event.seq, **who}
    return Entered(event=TOPIC_OF[type(event)], position=position, **said)


def _settled(story: Story, event: e.RoundSettled, _: Who) -> None:
    story.settled = event


def _marked(story: Story, event: e.VigorishMarked, who: Who) -> None:
    story.marked += [StoryVig(seat=mark.seat, cents=mark.cents, **who) for mark in event.marks]


def _collected(story: Story, event: e.VigorishCollected, who: Who) -> None:
    story.collected += _settled_of(story, event.lines, who)


def _documented(story: Story, event: e.VigorishDocumented, who: Who) -> None:
    story.documented += _settled_of(story, event.lines, who)


def _uncollected(story: Story, event: e.VigorishUncollected, who: Who) -> None:
    said = {name: getattr(event, name) for name in ("reason", "supervisor", "no_form")}
    story.uncollected += [
        StoryUncollected(seat=line.seat, cents=line.cents, **said, **who)
        for line in event.lines
        if line.round == story.id
    ]


def _restored(story: Story, event: e.VigorishRestored, who: Who) -> None:
    story.restored += _settled_of(story, event.lines, who)


def _handed_back(story: Story, event: e.VigorishHandedBack, who: Who) -> None:
    story.handed_back += _settled_of(story, event.lines, who)


def _reversed(story: Story, event: e.RoundReversed, _: Who) -> None:
    story.reversed = event


def _settled_of(
    story: Story, lines: Iterable[e.SeatCents | e.MarkBack], who: Who
) -> list[StoryVig]:
    """What a payment or a form settles of this round, or a void form brings back."""
    return [
        StoryVig(seat=line.seat, cents=line.cents, **who)
        for line in lines
        if line.round == story.id
    ]


def _voided(story: Story, event: e.RoundVoided, who: Who) -> None:
    story.voided = event
    story.returned = _wagers(event.returned, who)
    story.taken_back = [
        TakenBack(seat=paid.seat, cents=paid.cents, **who) for paid in event.taken_back
    ]


_STORY: Final[dict[type[Event], Callable[[Story, Any, Who], None]]] = {
    e.WagersPlaced: _placed,
    e.WagerWithdrawn: _withdrawn,
    e.NoMoreBets: _no_more_bets,
    e.CardsDealt: _dealt,
    e.ThirdCardDealt: _third,
    CardsHanded: _handed,
    e.HouseMoneyPressed: _pressed,
    e.IrregularCard: _irregular,
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


_COMMON: Final = frozenset(TableEvent.__struct_fields__)


def concerns(event: Event, round_id: str) -> bool:
    """Whether any field of an event, or of its lines, names the round."""
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if value == round_id:
            return True
        if isinstance(value, list) and any(getattr(x, "round", "") == round_id for x in value):
            return True
    return False


def is_play(event: Event) -> bool:
    """Whether an event is one of those that a round itself is made of."""
    return type(event) in _STORY


def _who(recorded: Recorded) -> dict[str, Any]:
    event = recorded.event
    return {
        "version": recorded.originator_version,
        "by": event.by,
        "at": rfc3339(event.at),
        "recorded_at": rfc3339(event.recorded_at),
    }


def _wagers(lines: Iterable[e.WagerLine], who: Mapping[str, Any]) -> list[StoryWager]:
    return [StoryWager(**msgspec.structs.asdict(line), **who) for line in lines]
