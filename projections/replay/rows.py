"""What a replay tells of a round: the pieces of its story, as programs get them (U1)."""

from typing import Any

import msgspec

from projections.replay.settled_again import Difference


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """Who entered something, and when: instants RFC 3339 UTC.

    version: its event's place in the table's stream.
    """

    version: int
    by: str
    at: str
    recorded_at: str


class Entered(Said, frozen=True, kw_only=True):
    """One event of the round. position: in the log. source, seq: its feed record, "" and 0 where it was typed."""

    event: str
    position: int
    source: str
    seq: int


class StoryWager(Said, frozen=True, kw_only=True):
    """A wager as it was placed. withdrawn: taken back before `no more bets`."""

    seat: int
    bet: str
    cents: int
    tender: str
    coupon: str
    withdrawn: bool = False


class StoryConfirmed(Said, frozen=True, kw_only=True):
    """A verbal wager with cash, and who confirmed it; as in the event of its buy-in."""

    seat: int
    cents: int
    confirmed_by: str
    supervisor: str


class StoryCard(Said, frozen=True, kw_only=True):
    """A card as it came. points: the hand's count with it. rule: the section it was dealt by.

    left: cards left in the shoe. carried: the section by which a card drawn in error before is the hand's own.
    """

    hand: str
    card: str
    points: int
    rule: str
    left: int
    carried: str = ""


class StoryPress(Said, frozen=True, kw_only=True):
    """House Money winnings put onto a standing wager."""

    seat: int
    onto: str
    cents: int


class StoryHanded(Said, frozen=True, kw_only=True):
    """Who turned the cards of a hand, 0 for the dealer; as in the event."""

    hand: str
    seat: int
    previous: int
    declined: list[int]
    rule: str
    ordered_by: str
    reason: str


class StoryIrregular(Said, frozen=True, kw_only=True):
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


class StorySimulated(Said, frozen=True, kw_only=True):
    """A round without wagers that came before this one; as in the event, with what its hands came to."""

    player: list[str]
    banker: list[str]
    player_points: int
    banker_points: int
    rule: str
    left: int


class StoryLine(msgspec.Struct, frozen=True, kw_only=True):
    """How one wager ended; as in the event."""

    seat: int
    bet: str
    cents: int
    tender: str
    result: str
    returned: int
    vig: int
    rule: str


class StoryVig(Said, frozen=True, kw_only=True):
    """Vigorish marked for a seat, or taken from it."""

    seat: int
    cents: int


class StoryUncollected(StoryVig, frozen=True, kw_only=True):
    """Vigorish that will not be collected. supervisor: who answers for it. no_form: why no form was written."""

    reason: str
    supervisor: str
    no_form: str


class TakenBack(Said, frozen=True, kw_only=True):
    """A House Money payout that a void takes back from a seat, what was pressed of it included."""

    seat: int
    cents: int


class Vigorish(msgspec.Struct, frozen=True, kw_only=True):
    """The round's vigorish: assessed, marked by a button, collected now or later, documented
    on a form, restored where that form is void, recorded as uncollected, handed back of a reversed round, still owed:
    below zero what the house owes the player.
    """

    assessed: int
    marked: list[StoryVig]
    collected: list[StoryVig]
    documented: list[StoryVig]
    uncollected: list[StoryUncollected]
    restored: list[StoryVig]
    handed_back: list[StoryVig]
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


class StoryMeter(msgspec.Struct, frozen=True, kw_only=True):
    """A progressive meter before the round's wagers went in and after all that this round did to it: visible
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
    instead_of, replaced_by: of a reversed round and the one that was entered in its place.
    recomputed_agrees: None while the round is open.
    """

    round: str
    table: str
    gaming_day: str
    status: str
    shoe: str | None
    rules: Rules | None
    before: list[StoryIrregular]
    simulated: list[StorySimulated]
    wagers: list[StoryWager]
    confirmed: list[StoryConfirmed]
    cards: list[StoryCard]
    presses: list[StoryPress]
    handed: list[StoryHanded]
    irregularities: list[StoryIrregular]
    outcome: str | None
    player_points: int | None
    banker_points: int | None
    announce: str | None
    lines: list[StoryLine]
    vigorish: Vigorish
    reason: str | None
    void_rule: str | None
    returned: list[StoryWager]
    taken_back: list[TakenBack]
    entered: list[Entered]
    later: list[Later]
    meters: list[StoryMeter]
    recomputed_agrees: bool | None
    differences: list[Difference]
    instead_of: str | None = None
    replaced_by: str | None = None
