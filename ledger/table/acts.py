"""What a person or a machine says happened at a table: the records of the table feed, version 1.

A typed command makes the same struct as a feed line, so both go through one door. `source` and `seq` are "" and 0 when
typed. The JSON Schema of the feed (docs/feed.schema.json) is exported from these classes.
"""

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from ledger.events import act
from ledger.events.act import Cents, Moment, Name, Pieces, Seat, SeatOrNone, Words

CardText = Annotated[str, Meta(description="Rank then suit: A 2-9 T J Q K and s h d c.")]
Chips = dict[int, Pieces]


class Act(
    act.Act,
    frozen=True,
    kw_only=True,
    tag_field="type",
    gc=False,  # they hold no cycles, and a feed makes millions of them
):
    """Of which table. A feed's record says whence it comes, a typed one "" and 0."""

    source: Annotated[str, Meta(max_length=64)]
    seq: Annotated[int, Meta(ge=0)]
    v: Literal[1] = 1
    table: Name


class Open(Act, frozen=True, kw_only=True, tag="open"):
    """notice_at, authorised_by: where the first opening uses a choice that needs notice."""

    rules: str
    pit: Name
    opener: Chips
    dealer: Name
    supervisor: Name
    options: dict[str, str] = {}
    notice_at: Moment | None = None
    authorised_by: Annotated[str, Meta(max_length=64)] = ""
    hands: Annotated[bool, Meta(description="Recorded; false: run on the tray alone.")] = True


class Adopt(Act, frozen=True, kw_only=True, tag="adopt"):
    """Typed only: the table goes on under another rules submission, or other options of its own."""

    rules: str
    options: dict[str, str] = {}
    notice_at: Moment | None = None
    authorised_by: str = ""


class Sit(Act, frozen=True, kw_only=True, tag="sit"):
    seat: Seat
    patron: str = ""


class Leave(Act, frozen=True, kw_only=True, tag="leave"):
    seat: Seat


class BuyIn(Act, frozen=True, kw_only=True, tag="buy_in"):
    seat: Seat
    cents: Cents


class WagerEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """One wager inside a `round` record. confirmed_by, supervisor: who confirmed a verbal wager with cash."""

    seat: Seat
    bet: str
    cents: Cents
    tender: str = "chips"
    coupon: str = ""
    # Left out where they are not said, so that a key stands for what it was stored for.
    confirmed_by: Annotated[str, Meta(max_length=64)] | msgspec.UnsetType = msgspec.UNSET
    supervisor: Annotated[str, Meta(max_length=64)] | msgspec.UnsetType = msgspec.UNSET


class PressEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """One House Money press inside a `round` record; without cents, all that the submission allows."""

    seat: Seat
    onto: str
    cents: Cents | None = None


class HandedEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """Who was handed the cards of a hand inside a `round` record, with the fields of `hand_cards`."""

    hand: Literal["player", "banker"]
    seat: SeatOrNone
    declined: list[Seat] = []
    ordered_by: Annotated[str, Meta(max_length=64)] = ""
    reason: Annotated[str, Meta(max_length=500)] = ""


class PlaceWager(Act, frozen=True, kw_only=True, tag="wager"):
    """confirmed_by, supervisor: who confirmed a verbal wager that was made with cash, where that was recorded."""

    seat: Seat
    bet: str
    cents: Cents
    tender: str = "chips"
    coupon: str = ""
    confirmed_by: Annotated[str, Meta(max_length=64)] = ""
    supervisor: Annotated[str, Meta(max_length=64)] = ""


class Withdraw(Act, frozen=True, kw_only=True, tag="withdraw"):
    seat: Seat
    bet: str


class NoMoreBets(Act, frozen=True, kw_only=True, tag="no_more_bets"):
    pass


class Deal(Act, frozen=True, kw_only=True, tag="deal"):
    player: list[CardText]
    banker: list[CardText]


class Press(Act, frozen=True, kw_only=True, tag="press"):
    seat: Seat
    onto: str
    cents: Cents | None = None


class Third(Act, frozen=True, kw_only=True, tag="third"):
    hand: str
    card: CardText


class Settle(Act, frozen=True, kw_only=True, tag="settle"):
    outcome: str = ""


class Round(Act, frozen=True, kw_only=True, tag="round"):
    wagers: list[WagerEntry]
    player: list[CardText]
    banker: list[CardText]
    presses: list[PressEntry] = []
    handed: list[HandedEntry] = []
    outcome: str = ""


class Void(Act, frozen=True, kw_only=True, tag="void"):
    reason: Name


class RoundInstead(Round, frozen=True, kw_only=True, tag="round_instead"):
    """Typed only: a whole round that is entered in the place of a reversed one."""

    instead_of: Name


class Reverse(Act, frozen=True, kw_only=True, tag="reverse"):
    """Typed only: a settled round does not count. not_dealt: its cards were typed and never dealt."""

    round: Name
    reason: Words
    approved_by: Name
    document: Annotated[str, Meta(max_length=64)] = ""
    not_dealt: bool = False


class Irregular(Act, frozen=True, kw_only=True, tag="irregular"):
    """A card that should not have come. kind: drawn_in_error, third_card (to Player without authority), face_up.

    card: left out where it was not disclosed and nobody knows it. shown: the cards burned with it, where they
    were drawn face up and read.
    """

    kind: str
    card: Annotated[str, Meta(description="Rank then suit; empty when nobody saw it.")] = ""
    disclosed: bool
    shown: list[CardText] = []


class SimulatedRound(Act, frozen=True, kw_only=True, tag="simulated_round"):
    """Typed only: the round without wagers that a disclosed card calls for. A feed sends a `round` without wagers."""

    player: list[CardText]
    banker: list[CardText]


class CollectVig(Act, frozen=True, kw_only=True, tag="collect_vig"):
    seat: Seat
    cents: Cents | None = None


class CollectAllVig(Act, frozen=True, kw_only=True, tag="collect_all_vig"):
    """Typed only: every seat that owes vigorish pays all of it."""


class HandBackVig(Act, frozen=True, kw_only=True, tag="hand_back_vig"):
    """Typed only: vigorish collected of reversed rounds goes back to a seat."""

    seat: Seat
    cents: Cents | None = None


class UncollectedVig(Act, frozen=True, kw_only=True, tag="uncollected_vig"):
    """Vigorish that a seat leaves owing. no_form: why no form was written, where the rules have one for it."""

    seat: Seat
    cents: Cents | None = None
    reason: Words
    supervisor: Name
    no_form: Annotated[str, Meta(max_length=500)] = ""


class DocumentVig(Act, frozen=True, kw_only=True, tag="document_vig"):
    """On a Complimentary Vigorish Form of this serial; said with the form and never by itself."""

    seat: Seat
    cents: Cents | None = None
    serial: Name


class MarkPutBack(msgspec.Struct, frozen=True):
    """since: when it was first marked, microseconds UTC."""

    seat: Seat
    cents: Cents
    round: Name
    since: int


class RestoreVig(Act, frozen=True, kw_only=True, tag="restore_vig"):
    """The form of this serial is void; said with that and never by itself."""

    serial: Name
    marks: list[MarkPutBack]


class LinkMeters(Act, frozen=True, kw_only=True, tag="link_meters"):
    """Typed only: the table's Royal 9 wagers feed the meters of a progressive link."""

    link: Name


class UnlinkMeters(Act, frozen=True, kw_only=True, tag="unlink_meters"):
    link: Name


class MustHit(Act, frozen=True, kw_only=True, tag="must_hit"):
    """The controller's result for a round: the one that it names, else the one that `at` falls into."""

    link: Name
    seat: Seat
    round: Annotated[str, Meta(max_length=64)] = ""


class MeterReading(Act, frozen=True, kw_only=True, tag="meter_reading"):
    """What the sign of a link shows of a meter. fraction: ten-thousandths of a cent, where it shows parts of one."""

    link: Name
    meter: Name
    cents: Cents
    fraction: Annotated[int, Meta(ge=0, lt=10_000)] | None = None
    rolled_over_cents: Cents = 0
    occasion: Literal["open", "close", "shift"] = "close"
    witness: Annotated[str, Meta(max_length=64)] = ""


class PayAward(Act, frozen=True, kw_only=True, tag="pay_award"):
    """Typed only: a meter's award is handed over, or a held one is ruled not to be (refused: why).

    instead: it is on record otherwise, as paid elsewhere, on another's word, or ruled the other way.
    """

    round: Name
    seat: Seat
    meter: str = ""
    place: Literal["tray", "cage"] = "tray"
    supervisor: str = ""
    refused: str = ""
    instead: bool = False


class ReverseAward(Act, frozen=True, kw_only=True, tag="reverse_award"):
    """Typed only: an award of a meter should not have been won. handed_back: where the player gave it back, if so."""

    round: Name
    seat: Seat
    meter: str = ""
    document: Annotated[str, Meta(max_length=64)] = ""
    reason: Annotated[str, Meta(max_length=500)] = ""
    authorised_by: Annotated[str, Meta(max_length=64)] = ""
    second: Annotated[str, Meta(max_length=64)] = ""
    handed_back: Literal["", "tray", "cage"] = ""


class Fill(Act, frozen=True, kw_only=True, tag="fill"):
    slip: Name
    chips: Chips
    dealer: Name
    supervisor: Name


class Credit(Act, frozen=True, kw_only=True, tag="credit"):
    slip: Name
    chips: Chips
    dealer: Name
    supervisor: Name


class Close(Act, frozen=True, kw_only=True, tag="close"):
    closer: Chips
    dealer: Name
    supervisor: Name


class Count(Act, frozen=True, kw_only=True, tag="count"):
    """The tray is counted while the table stays open. shift: that it has to stand for the end of, `14:00-22:00`."""

    tray: Chips
    dealer: Name
    supervisor: Name
    shift: str = ""


Figure = Literal[
    "opener",
    "closer",
    "hand_result",
    "vig_assessed",
    "vig_collected",
    "vig_documented",
    "vig_uncollected",
    "buy_ins",
    "fills",
    "credits",
    "drop",
]


class Correct(Act, frozen=True, kw_only=True, tag="correct"):
    """Typed only: a figure of the books was wrong; what is missing from it is added today, whatever day it was on.

    accounting: who of accounting approves it too, where it is larger than what it corrects. seat: whose vigorish.
    """

    figure: Figure
    cents: Cents
    of_day: str
    original: Name
    document: Name
    reason: Words
    approved_by: Name
    accounting: Annotated[str, Meta(max_length=64)] = ""
    seat: SeatOrNone = 0


class RaiseDispute(Act, frozen=True, kw_only=True, tag="raise_dispute"):
    """Typed only: somebody says that a round was not settled as it should have been."""

    round: Name
    claim: Words
    evidence: list[Words] = []
    seat: SeatOrNone = 0


class AwardNamed(msgspec.Struct, frozen=True):
    """An award of the round. meter: "" where the seat won of one alone. handed_back: where the player gave it back."""

    seat: Seat
    meter: str = ""
    handed_back: Literal["", "tray", "cage"] = ""


class DecideDispute(Act, frozen=True, kw_only=True, tag="decide_dispute"):
    """Typed only: what was ruled on a disputed round. cents: what its hand result is corrected by.

    seat: whose dispute, 0 of one without a seat; None where one alone is open. accounting: as of a correction.
    awards: of the round, that the ruling takes back from meters; accounting is then the second who answers for it.
    """

    round: Name
    ruling: Literal["upheld", "denied"]
    reason: Words
    decided_by: Name
    document: str = ""
    cents: Cents = 0
    seat: SeatOrNone | None = None
    accounting: Annotated[str, Meta(max_length=64)] = ""
    awards: list[AwardNamed] = []


class Undo(Act, frozen=True, kw_only=True, tag="undo"):
    """Typed only: the table's last act is taken back. entry: an event of the log that must be of it, 0 for any.

    reason: what was just entered by who takes it back needs none; "" is `mistyped` then. approved_by: a supervisor,
    where it was entered by another, or too long ago, or bears signatures. read: the event that was seen to be its last
    before it was taken back, which must be of it too. A command that is repeated under its key means what it meant,
    whatever the last act is then.
    """

    READ: ClassVar[frozenset[str]] = frozenset({"read"})

    reason: Annotated[str, Meta(max_length=500)] = ""
    entry: Annotated[int, Meta(ge=0)] = 0
    read: Annotated[int, Meta(ge=0)] = 0
    approved_by: Annotated[str, Meta(max_length=64)] = ""
