"""What can have happened at a gaming table. One event is one fact of the round or the tray, with its lines inside.

Money is integer cents; a card is rank then suit (`Th`); an inventory maps a denomination in cents to a count of chips;
a round is named `TABLE:DAY:N`.
"""

from typing import Any, ClassVar

import msgspec

from ledger.events.base import TableEvent

Inventory = dict[int, int]


def stream(code: str) -> str:
    """The stream of a table."""
    return f"table:{code}"


class WagerLine(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One wager of an act: seat, bet, cents at risk (a coupon's face), tender, and the coupon's number."""

    seat: int
    bet: str
    cents: int
    tender: str = "chips"
    coupon: str = ""


class SettledLine(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """How one wager ended. cents: stake, presses included. returned: handed to the player, stake included, before
    vigorish; a coupon's own face is worth nothing. vig: vigorish assessed. rule: the section that decided it."""

    seat: int
    bet: str
    cents: int
    tender: str
    result: str
    returned: int
    vig: int
    rule: str


class SeatCents(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An amount in cents that belongs to a seat, and the round it arose in."""

    seat: int
    cents: int
    round: str


class TableCommissioned(TableEvent, frozen=True, kw_only=True):
    """The table exists, in a pit."""

    table: str
    pit: str


class RulesAdopted(TableEvent, frozen=True, kw_only=True):
    """The rules submission in force from here on.

    document: the whole resolved submission as canonical JSON; sha256: its hash. notice_at: when notice
    was given, 0 where a first opening needed none. lacking: what the regulator's text asks for that no dated reference
    of the submission says was approved, posted or in place, each with its section.
    """

    rules: str
    version: int
    sha256: str
    document: str
    options: dict[str, str] = {}
    notice_at: int = 0
    authorised_by: str = ""
    lacking: dict[str, str] = {}


class TableOpened(TableEvent, frozen=True, kw_only=True):
    """Opened for gaming with a counted opener, signed by two people.

    hands: whether the table's hands are recorded, or it is run on its tray alone; None where nobody said.
    """

    class_version: ClassVar[int] = 2

    pit: str
    opener: Inventory
    opener_cents: int
    dealer: str
    supervisor: str
    hands: bool | None = True

    @staticmethod
    def upcast_v1_v2(state: dict[str, Any]) -> None:
        """Nobody said then: hands count as recorded from the first shoe or hand on, and what was signed stays so."""
        state.setdefault("hands", None)


class TableClosed(TableEvent, frozen=True, kw_only=True):
    """Closed with a counted closer, signed by two people."""

    closer: Inventory
    closer_cents: int
    dealer: str
    supervisor: str


class TrayCounted(TableEvent, frozen=True, kw_only=True):
    """The tray counted while the table stays open, signed by two people.

    figure: the closer or the opener of the event's gaming day where the count stands for it, else "". shift: that it
    ends, "" for none. stands_at: the end of the day or shift it stands for, microseconds UTC, 0 for none. moved_cents:
    what the events put into the tray between then and the count, worked back. expected_cents: what the tray should
    have held when it was counted, as was known then. again: a count that is on record is stated again, since something
    that moved chips before it was entered after it.
    """

    tray: Inventory
    tray_cents: int
    dealer: str
    supervisor: str
    expected_cents: int
    figure: str = ""
    shift: str = ""
    stands_at: int = 0
    moved_cents: int = 0
    again: bool = False

    @property
    def stands_cents(self) -> int:
        """What the tray held at the moment that the count stands for; else at the count itself."""
        return self.tray_cents - self.moved_cents


class SeatTaken(TableEvent, frozen=True, kw_only=True):
    seat: int
    patron: str = ""


class SeatLeft(TableEvent, frozen=True, kw_only=True):
    seat: int


class BoughtIn(TableEvent, frozen=True, kw_only=True):
    """Cash went into the drop box and chips out of the tray.

    confirmed_by, supervisor: who confirmed it as a verbal wager; "" where it was none, or nobody said. unconfirmed: a
    wager with cash of which the submission has that recorded, and nobody did.
    """

    seat: int
    cents: int
    confirmed_by: str = ""
    supervisor: str = ""
    unconfirmed: bool = False


class WagersPlaced(TableEvent, frozen=True, kw_only=True):
    round: str
    wagers: list[WagerLine]


class WagerWithdrawn(TableEvent, frozen=True, kw_only=True):
    """All that a seat had on one bet, taken back before `no more bets`."""

    round: str
    seat: int
    bet: str
    wagers: list[WagerLine]


class NoMoreBets(TableEvent, frozen=True, kw_only=True):
    """`No more bets`. From here the round is played under this version of the rules submission.

    cards_out: of a round in the place of a reversed one: its cards had left the shoe before, and are not dealt again.
    """

    class_version: ClassVar[int] = 2

    round: str
    shoe: str
    rules: str
    rules_version: int
    rules_sha256: str
    cards_out: bool = False

    @staticmethod
    def upcast_v1_v2(state: dict[str, Any]) -> None:
        """Every round was dealt as it was entered."""
        state.setdefault("cards_out", False)


class CardsDealt(TableEvent, frozen=True, kw_only=True):
    """The first four cards, each hand in the order dealt. left: cards left in the shoe."""

    round: str
    player: list[str]
    banker: list[str]
    left: int


class ThirdCardDealt(TableEvent, frozen=True, kw_only=True):
    """A third card. rule: the section that required it."""

    round: str
    hand: str
    card: str
    rule: str
    left: int


class IrregularCard(TableEvent, frozen=True, kw_only=True):
    """A card came that should not have. round: the one in progress, or "". card: "" where nobody saw it.

    remedy: what becomes of it, by `rule`; as Banker's third card it is dealt by the event that follows. burned:
    further cards that left the shoe with it, of which `shown` were seen. left: cards left in the shoe.
    """

    round: str
    shoe: str
    kind: str
    card: str
    disclosed: bool
    remedy: str
    rule: str
    burned: int
    shown: list[str] = []
    left: int


class RoundSimulated(TableEvent, frozen=True, kw_only=True):
    """A round without wagers, begun with a disclosed card; its cards are discarded. left: cards left in the shoe."""

    shoe: str
    player: list[str]
    banker: list[str]
    rule: str
    left: int


class HouseMoneyPressed(TableEvent, frozen=True, kw_only=True):
    """House Money winnings put onto the seat's standing wager instead of being handed over."""

    round: str
    seat: int
    onto: str
    cents: int


class RoundSettled(TableEvent, frozen=True, kw_only=True):
    """The round's result. lines: in the order the dealer collects and pays."""

    round: str
    outcome: str
    player: list[str]
    banker: list[str]
    player_points: int
    banker_points: int
    announce: str
    lines: list[SettledLine]


class VigorishMarked(TableEvent, frozen=True, kw_only=True):
    """Vigorish owed, marked by a button on the seat's number."""

    round: str
    marks: list[SeatCents]


class VigorishCollected(TableEvent, frozen=True, kw_only=True):
    """Vigorish paid in chips. lines: what was paid, oldest round first."""

    lines: list[SeatCents]


class VigorishDocumented(TableEvent, frozen=True, kw_only=True):
    """Vigorish not collected, taken over by a Complimentary Vigorish Form. lines: oldest round first."""

    serial: str
    lines: list[SeatCents]


class VigorishUncollected(TableEvent, frozen=True, kw_only=True):
    """Vigorish that was not collected and will not be: the buttons are taken off. lines: oldest round first.

    no_form: where the rules of the mark have a form for it, why none was written; "" elsewhere. It is shown beside
    win, never in it.
    """

    lines: list[SeatCents]
    reason: str
    supervisor: str
    no_form: str = ""


class MarkBack(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A mark put back on a seat: cents, the round it arose in, and when it was first marked, microseconds UTC."""

    seat: int
    cents: int
    round: str
    since: int


class VigorishRestored(TableEvent, frozen=True, kw_only=True):
    """The form that had taken over this vigorish is void: it is owed again, and the button is back (div (c)(3)(ii))."""

    serial: str
    lines: list[MarkBack]


class RoundVoided(TableEvent, frozen=True, kw_only=True):
    """The round does not count. returned: every wager, handed back.

    taken_back: House Money payouts that the players give back, pressed ones included.
    """

    round: str
    reason: str
    returned: list[WagerLine]
    taken_back: list[SeatCents] = []


class RoundReversed(TableEvent, frozen=True, kw_only=True):
    """A settled round does not count: wagers and payouts go back as when it is void. Dated on its own gaming day.

    settled_at: when it was settled, microseconds UTC; lines: as it was. marks: vigorish of it that was still owed, and
    is no more. owed_back: what was collected of it, which the house owes the players now. coupons: that the players
    have again. not_dealt: its cards were typed and never dealt; cards: those of them that are back in the
    shoe. after_cut_card: it was one of those that the shoe had left then.
    """

    round: str
    reason: str
    approved_by: str
    settled_at: int
    lines: list[SettledLine]
    document: str = ""
    marks: list[SeatCents] = []
    owed_back: list[SeatCents] = []
    coupons: list[str] = []
    not_dealt: bool = False
    cards: list[str] = []
    after_cut_card: bool = False


class VigorishHandedBack(TableEvent, frozen=True, kw_only=True):
    """Vigorish collected of reversed rounds, handed back to a player in chips. lines: oldest round first."""

    lines: list[SeatCents]


class MetersLinked(TableEvent, frozen=True, kw_only=True):
    """Royal 9 wagers are taken from here on, and feed the meters of a progressive link."""

    link: str


class MetersUnlinked(TableEvent, frozen=True, kw_only=True):
    """The table's Royal 9 wagers feed a link no more, from the next round on."""

    link: str


class ChipsFilled(TableEvent, frozen=True, kw_only=True):
    """Chips brought to the tray on a serial slip. request: the version of its request in this stream, 0 where the steps
    before it are not recorded.
    """

    slip: str
    chips: Inventory
    cents: int
    dealer: str
    supervisor: str
    request: int = 0


class ChipsCredited(TableEvent, frozen=True, kw_only=True):
    """Chips taken from the tray on a serial slip. request: as of a fill."""

    slip: str
    chips: Inventory
    cents: int
    dealer: str
    supervisor: str
    request: int = 0


class UndoneLine(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An event that was taken back: its topic, and the round it belongs to, or ""."""

    event: str
    round: str = ""


class ActUndone(TableEvent, frozen=True, kw_only=True):
    """The table's last act is taken back: its events count no more, from version `first` to `last` of this stream.

    Dated on the gaming day of what it takes back. happened_at: when that was said to have happened; entered_by,
    entered_at: who had entered it, and when; microseconds UTC. slip: of a fill or a credit, `fill:F-1001`: it is void,
    and its number stays used; "" of one that the cage prepared, which is on its way again. approved_by: "" where the
    author took back what was just entered.
    """

    first: int
    last: int
    undone: list[UndoneLine]
    happened_at: int
    entered_by: str
    entered_at: int
    reason: str
    slip: str = ""
    cents: int = 0
    approved_by: str = ""


class CorrectionPosted(TableEvent, frozen=True, kw_only=True):
    """A figure of the books corrected, on the gaming day of the correction (A4, U3).

    figure: opener, closer, hand_result, vig_assessed, vig_collected, vig_documented, vig_uncollected, buy_ins, fills,
    credits or drop. cents: what is added to it. of_day: the gaming day on which it was wrong. original: the round, slip
    or count it names. document: its own number. accounting: who approved it beside, "" where it was not needed. seat:
    whose vigorish of that round, whose mark moves with it; 0 of other figures, and where nobody said. since: when the
    mark that it puts back was first put there, microseconds UTC. counted: what it names was before the last count of
    the open tray, so that its chips are in what was counted. moved_at: when the slip, round or payment that it names
    moved chips, or its own time where these move by it, microseconds UTC; 0 where it names none.
    """

    class_version: ClassVar[int] = 3

    figure: str
    cents: int
    of_day: str
    original: str
    document: str
    reason: str
    approved_by: str
    accounting: str = ""
    seat: int = 0
    since: int = 0
    counted: bool = False
    moved_at: int = 0

    @staticmethod
    def upcast_v1_v2(state: dict[str, Any]) -> None:
        """Vigorish was corrected as a sum then, and no mark moved."""
        state.setdefault("accounting", "")
        state.setdefault("seat", 0)
        state.setdefault("since", 0)

    @staticmethod
    def upcast_v2_v3(state: dict[str, Any]) -> None:
        """The tray moved by every correction then."""
        state.setdefault("counted", False)

    @property
    def owed_cents(self) -> int:
        """What is owed more by it, or less."""
        return _OWED_BY.get(self.figure, 0) * self.cents


_OWED_BY = {"vig_assessed": 1, "vig_collected": -1, "vig_documented": -1, "vig_uncollected": -1}
"""Whether a figure adds to what is owed, or settles it."""


class DisputeRaised(TableEvent, frozen=True, kw_only=True):
    """Somebody says that a round was not settled as it should have been (div (j)(4)). seat: 0 for none."""

    round: str
    claim: str
    evidence: list[str] = []
    seat: int = 0


class DisputeDecided(TableEvent, frozen=True, kw_only=True):
    """The ruling on a disputed round. document: of the correction that follows from it, "" where none does.

    seat: whose dispute, 0 of one without a seat; None: the one that was open, before there could be several.
    """

    class_version: ClassVar[int] = 2

    round: str
    ruling: str
    reason: str
    decided_by: str
    document: str = ""
    seat: int | None = None

    @staticmethod
    def upcast_v1_v2(state: dict[str, Any]) -> None:
        """A round had one dispute at a time then."""
        state.setdefault("seat", None)


def disputed(round_id: str, seat: int) -> str:
    """What tells an open dispute from every other: its round, and whose it is; 0 for nobody's."""
    return f"{round_id}/{seat}" if seat else round_id
