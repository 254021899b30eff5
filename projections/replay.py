"""A round told step by step from its own events alone, and settled again by today's code (U1).

Pure: events in, story out. Where the events are found: `projections.round_events`.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, Final

import msgspec

from ledger.baccarat.hands import points
from ledger.baccarat.irregularities import Remedy
from ledger.baccarat.offering import Offering
from ledger.events import Event, Recorded
from ledger.progressive_events import AwardWon
from ledger.rules import from_document
from ledger.store.codec import TOPIC_OF
from ledger.table import events as e
from projections.recomputed import Difference, Facts, ThirdCard, differences
from projections.recomputed_shoe import of_the_shoe
from projections.reports.figures import rfc3339

OPEN: Final = "open"
SETTLED: Final = "settled"
VOID: Final = "void"


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """Who entered something, and when: instants RFC 3339 UTC.

    version: its event's place in the table's stream.
    """

    version: int
    by: str
    at: str
    recorded_at: str


class Entered(Said, frozen=True, kw_only=True):
    """One event of the round. source, seq: its feed record, "" and 0 where it was typed."""

    event: str
    source: str
    seq: int


class WagerTold(Said, frozen=True, kw_only=True):
    """A wager as it was placed. withdrawn: taken back before `no more bets`."""

    seat: int
    bet: str
    cents: int
    tender: str
    coupon: str
    withdrawn: bool = False


class CardTold(Said, frozen=True, kw_only=True):
    """A card as it came. points: the hand's count with it. rule: the section it was dealt by.

    left: cards left in the shoe. carried: the section by which a card drawn in error before is the hand's own.
    """

    hand: str
    card: str
    points: int
    rule: str
    left: int
    carried: str = ""


class PressTold(Said, frozen=True, kw_only=True):
    """House Money winnings put onto a standing wager."""

    seat: int
    onto: str
    cents: int


class IrregularTold(Said, frozen=True, kw_only=True):
    """A card that should not have come; as in the event. round: the one it came in, "" between two."""

    round: str
    kind: str
    card: str
    disclosed: bool
    remedy: str
    rule: str
    burned: int
    shown: list[str]
    left: int


class SimulatedTold(Said, frozen=True, kw_only=True):
    """A round without wagers that came before this one; as in the event, with what its hands came to."""

    player: list[str]
    banker: list[str]
    player_points: int
    banker_points: int
    rule: str
    left: int


class LineTold(msgspec.Struct, frozen=True, kw_only=True):
    """How one wager ended; as in the event."""

    seat: int
    bet: str
    cents: int
    tender: str
    result: str
    returned: int
    vig: int
    rule: str


class VigTold(Said, frozen=True, kw_only=True):
    """Vigorish marked for a seat, or taken from it."""

    seat: int
    cents: int


class TakenBack(Said, frozen=True, kw_only=True):
    """A House Money payout that a void takes back from a seat, what was pressed of it included."""

    seat: int
    cents: int


class Vigorish(msgspec.Struct, frozen=True, kw_only=True):
    """The round's vigorish: assessed, marked by a button, collected now or later, documented
    on a form, restored where that form is void, still owed."""

    assessed: int
    marked: list[VigTold]
    collected: list[VigTold]
    documented: list[VigTold]
    restored: list[VigTold]
    outstanding: int


class Rules(msgspec.Struct, frozen=True):
    """The submission the round was played under."""

    id: str
    version: int
    sha256: str


class Later(Said, frozen=True, kw_only=True):
    """What was said of the round otherwise, mostly when it had ended: a dispute and its ruling, a
    correction, an award handed over. facts: the event's own fields.
    """

    event: str
    position: int
    stream: str
    gaming_day: str
    facts: dict[str, Any]


class MeterTold(msgspec.Struct, frozen=True, kw_only=True):
    """A progressive meter before the round's wagers went in and after all that it did to it: visible
    and reserve together, in ten-thousandths of a cent.
    """

    link: str
    meter: str
    before: int
    after: int


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """One round. Money in cents. lines: in the order the dealer collected and paid.

    before: cards that should not have come since the hand before, as they bear on this one. simulated: the
    rounds without wagers between the two.
    void_rule: the section by which a void hands everything back. returned: what it handed back.
    taken_back: House Money payouts that it reversed.
    recomputed_agrees: None while the round is open.
    """

    round: str
    table: str
    gaming_day: str
    status: str
    shoe: str | None
    rules: Rules | None
    before: list[IrregularTold]
    simulated: list[SimulatedTold]
    wagers: list[WagerTold]
    cards: list[CardTold]
    presses: list[PressTold]
    irregularities: list[IrregularTold]
    outcome: str | None
    player_points: int | None
    banker_points: int | None
    announce: str | None
    lines: list[LineTold]
    vigorish: Vigorish
    reason: str | None
    void_rule: str | None
    returned: list[WagerTold]
    taken_back: list[TakenBack]
    entered: list[Entered]
    later: list[Later]
    meters: list[MeterTold]
    recomputed_agrees: bool | None
    differences: list[Difference]


@dataclass(slots=True)
class Story:
    """A round as its events are read, one after the other. id: `TABLE:DAY:N`."""

    id: str
    before: list[IrregularTold] = field(default_factory=list)
    simulated: list[SimulatedTold] = field(default_factory=list)
    wagers: list[WagerTold] = field(default_factory=list)
    cards: list[CardTold] = field(default_factory=list)
    presses: list[PressTold] = field(default_factory=list)
    irregularities: list[IrregularTold] = field(default_factory=list)
    marked: list[VigTold] = field(default_factory=list)
    collected: list[VigTold] = field(default_factory=list)
    documented: list[VigTold] = field(default_factory=list)
    restored: list[VigTold] = field(default_factory=list)
    returned: list[WagerTold] = field(default_factory=list)
    taken_back: list[TakenBack] = field(default_factory=list)
    entered: list[Entered] = field(default_factory=list)
    later: list[Later] = field(default_factory=list)
    awards: list[AwardWon] = field(default_factory=list)
    closed: e.BetsClosed | None = None
    settled: e.RoundSettled | None = None
    voided: e.RoundVoided | None = None

    def take(self, recorded: Recorded) -> None:
        """Take in an event of the table's stream; those of other rounds are passed over."""
        event = recorded.event
        told = _STORY.get(type(event))
        if told is None or not concerns(event, self.id):
            return
        who = _who(recorded)
        self.entered.append(_entered(event, who))
        told(self, event, who)

    def take_before(self, recorded: Recorded) -> None:
        """Take in what happened to the shoe between the hand before and this one."""
        event, who = recorded.event, _who(recorded)
        self.entered.append(_entered(event, who))
        if isinstance(event, e.IrregularCard):
            self.before.append(_irregular_told(event, who))
        elif isinstance(event, e.RoundSimulated):
            self.simulated.append(_simulated_told(event, who))

    def take_later(self, position: int, recorded: Recorded) -> None:
        """Take in what else was said of the round, in whatever stream."""
        event = recorded.event
        if isinstance(event, AwardWon):
            self.awards.append(event)
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
    def carried(self) -> list[IrregularTold]:
        """The cards drawn in error before the deal with which the hand begins, in order."""
        first = self.cards[0].version if self.cards else None
        return [
            card
            for card in (*self.before, *self.irregularities)
            if card.remedy == Remedy.NEXT_HAND and first is not None and card.version < first
        ]

    @property
    def assessed(self) -> int:
        """Vigorish assessed, in cents."""
        return sum(line.vig for line in self.settled.lines) if self.settled else 0

    @property
    def outstanding(self) -> int:
        """Vigorish neither collected nor documented yet, in cents."""
        settled = (*self.collected, *self.documented)
        back = sum(line.cents for line in self.restored)
        return self.assessed + back - sum(line.cents for line in settled)


Who = Mapping[str, Any]


def _placed(story: Story, event: e.WagersPlaced, who: Who) -> None:
    story.wagers += _wagers(event.wagers, who)


def _withdrawn(story: Story, event: e.WagerWithdrawn, _: Who) -> None:
    story.wagers = [
        msgspec.structs.replace(wager, withdrawn=True)
        if (wager.seat, wager.bet) == (event.seat, event.bet)
        else wager
        for wager in story.wagers
    ]


def _bets_closed(story: Story, event: e.BetsClosed, _: Who) -> None:
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
    so_far = [told.card for told in story.cards if told.hand == event.hand]
    story.cards.append(_card(event.hand, [*so_far, event.card], event.rule, event.left, who))


def _card(hand: str, so_far: list[str], rule: str, left: int, who: Who) -> CardTold:
    return CardTold(hand=hand, card=so_far[-1], points=points(so_far), rule=rule, left=left, **who)


def _pressed(story: Story, event: e.HouseMoneyPressed, who: Who) -> None:
    story.presses.append(PressTold(seat=event.seat, onto=event.onto, cents=event.cents, **who))


def _irregular(story: Story, event: e.IrregularCard, who: Who) -> None:
    story.irregularities.append(_irregular_told(event, who))


def _irregular_told(event: e.IrregularCard, who: Who) -> IrregularTold:
    return IrregularTold(**{name: getattr(event, name) for name in _OF_A_CARD}, **who)


_OF_A_CARD: Final = (
    *("round", "kind", "card", "disclosed", "remedy", "rule", "burned", "shown", "left"),
)


def _simulated_told(event: e.RoundSimulated, who: Who) -> SimulatedTold:
    return SimulatedTold(
        player=event.player,
        banker=event.banker,
        player_points=points(event.player),
        banker_points=points(event.banker),
        rule=event.rule,
        left=event.left,
        **who,
    )


def _entered(event: Event, who: Who) -> Entered:
    return Entered(event=TOPIC_OF[type(event)], source=event.source, seq=event.seq, **who)


def _settled(story: Story, event: e.RoundSettled, _: Who) -> None:
    story.settled = event


def _marked(story: Story, event: e.VigorishMarked, who: Who) -> None:
    story.marked += [VigTold(seat=mark.seat, cents=mark.cents, **who) for mark in event.marks]


def _collected(story: Story, event: e.VigorishCollected, who: Who) -> None:
    story.collected += _settled_of(story, event.lines, who)


def _documented(story: Story, event: e.VigorishDocumented, who: Who) -> None:
    story.documented += _settled_of(story, event.lines, who)


def _restored(story: Story, event: e.VigorishRestored, who: Who) -> None:
    story.restored += _settled_of(story, event.lines, who)


def _settled_of(story: Story, lines: Iterable[e.SeatCents | e.MarkBack], who: Who) -> list[VigTold]:
    """What a payment or a form settles of this round, or a void form brings back."""
    return [
        VigTold(seat=line.seat, cents=line.cents, **who) for line in lines if line.round == story.id
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
    e.BetsClosed: _bets_closed,
    e.CardsDealt: _dealt,
    e.ThirdCardDealt: _third,
    e.HouseMoneyPressed: _pressed,
    e.IrregularCard: _irregular,
    e.RoundSettled: _settled,
    e.VigorishMarked: _marked,
    e.VigorishCollected: _collected,
    e.VigorishDocumented: _documented,
    e.VigorishRestored: _restored,
    e.RoundVoided: _voided,
}


_COMMON: Final = frozenset(Event.__struct_fields__)


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


def _wagers(lines: Iterable[e.WagerLine], who: Mapping[str, Any]) -> list[WagerTold]:
    return [WagerTold(**msgspec.structs.asdict(line), **who) for line in lines]


def tell(story: Story, document: str | None) -> Replay:
    """The round of a story, settled again under the submission's document that was in force for it.

    document: None while the round takes wagers.
    """
    table, day, _ = story.id.rsplit(":", 2)
    closed, settled, voided = story.closed, story.settled, story.voided
    found: list[Difference] = []
    offering: Offering | None = None
    if document is not None and closed is not None:
        submission = from_document(document)
        offering = submission.offering
        found = [*_compare(story, offering, document, closed), *of_the_shoe(submission, story)]
    return Replay(
        round=story.id,
        table=table,
        gaming_day=day,
        status=VOID if voided else SETTLED if settled else OPEN,
        shoe=closed.shoe if closed else None,
        rules=Rules(closed.rules, closed.rules_version, closed.rules_sha256) if closed else None,
        before=story.before,
        simulated=story.simulated,
        wagers=story.wagers,
        cards=[_cited(card, offering) for card in _carried(story)],
        presses=story.presses,
        irregularities=story.irregularities,
        outcome=settled.outcome if settled else None,
        player_points=settled.player_points if settled else None,
        banker_points=settled.banker_points if settled else None,
        announce=settled.announce if settled else None,
        lines=[LineTold(**msgspec.structs.asdict(x)) for x in settled.lines] if settled else [],
        vigorish=Vigorish(
            assessed=story.assessed,
            marked=story.marked,
            collected=story.collected,
            documented=story.documented,
            restored=story.restored,
            outstanding=story.outstanding,
        ),
        reason=voided.reason if voided else None,
        void_rule=offering.sections.get("round.void") if voided and offering else None,
        returned=story.returned,
        taken_back=story.taken_back,
        entered=sorted(story.entered, key=attrgetter("version")),
        later=story.later,
        meters=[],
        recomputed_agrees=not found if settled or voided else None,
        differences=found,
    )


def _carried(story: Story) -> list[CardTold]:
    """The cards of the round; those carried over had left the shoe before the first was dealt."""
    carried = story.carried
    if not carried:
        return story.cards
    left = story.cards[len(carried) - 1].left
    first = [
        msgspec.structs.replace(card, carried=each.rule, left=left)
        for card, each in zip(story.cards, carried, strict=False)
    ]
    return [*first, *story.cards[len(first) :]]


def _cited(card: CardTold, offering: Offering | None) -> CardTold:
    """The first four cards are dealt by one section; a third card says its own."""
    if card.rule or offering is None:
        return card
    return msgspec.structs.replace(card, rule=offering.sections.get("round.deal", ""))


def _compare(
    story: Story, offering: Offering, document: str, closed: e.BetsClosed
) -> list[Difference]:
    found = []
    sha256 = hashlib.sha256(document.encode()).hexdigest()
    if sha256 != closed.rules_sha256:
        found.append(Difference("hash of the rules submission", closed.rules_sha256, sha256))
    standing = [
        e.WagerLine(w.seat, w.bet, w.cents, w.tender, w.coupon)
        for w in story.wagers
        if not w.withdrawn
    ]
    if story.voided is not None and story.voided.returned != standing:
        found.append(
            Difference("wagers handed back", _dicts(story.voided.returned), _dicts(standing))
        )
    hands = {
        hand: [card.card for card in story.cards if card.hand == hand]
        for hand in ("player", "banker")
    }
    at_once = () if story.marked else story.collected
    facts = Facts(
        player=hands["player"],
        banker=hands["banker"],
        wagers=standing,
        presses=[(press.seat, press.onto, press.cents) for press in story.presses],
        third_cards=[
            ThirdCard(card.hand, card.card, card.rule) for card in story.cards if card.rule
        ],
        settled=story.settled,
        taken_back={x.seat: x.cents for x in story.taken_back} if story.voided else None,
        marked={line.seat: line.cents for line in story.marked},
        collected_at_once={line.seat: line.cents for line in at_once},
        awards=story.awards,
    )
    return [*found, *differences(offering, facts)]


def _dicts(lines: Iterable[e.WagerLine]) -> list[dict[str, Any]]:
    return [msgspec.structs.asdict(line) for line in lines]
