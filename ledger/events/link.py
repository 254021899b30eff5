"""What can have happened to a progressive link: the meters that several tables share. Stream `link:CODE`.

Meters and their contributions are whole ten-thousandths of a cent, so that a rate in basis points of a stake in cents
is exact; what is paid is whole cents.
"""

from typing import Any, ClassVar

import msgspec

from ledger.events.base import Event

UNITS_A_CENT = 10_000
"""Of a meter, in a cent."""

WHOLE_BPS = 10_000
"""An award of all that a meter shows."""

MUST_HIT = "must_hit"
"""The meter whose winner the controller names, and the level of its award."""


PAYTABLE = "paytable"
"""In the place of a meter, of a fixed award that waits for a supervisor: the house puts it in as it is won."""


def stream(code: str) -> str:
    """The stream of a link."""
    return f"link:{code}"


class MeterTerms(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Where a meter starts, its visible and its reserve share of each wager, and the most it pays (0: no limit)."""

    meter: str
    seed_cents: int
    visible_bps: int
    reserve_bps: int = 0
    maximum_cents: int = 0


class MeterUnits(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An amount of a meter, its visible part and its reserve, in ten-thousandths of a cent."""

    meter: str
    visible: int
    reserve: int = 0


class LinkInstalled(Event, frozen=True, kw_only=True):
    """Meters stand at their seeds. supervisor_above_cents: an award above it is paid with a supervisor."""

    link: str
    rules: str
    rules_version: int
    rules_sha256: str
    wager_cents: int
    meters: list[MeterTerms]
    supervisor_above_cents: int
    authorised_by: str


class TableLinked(Event, frozen=True, kw_only=True):
    """From here on the Royal 9 wagers of a table feed these meters."""

    table: str


class TableUnlinked(Event, frozen=True, kw_only=True):
    """The Royal 9 wagers of a table feed these meters no more. What they have put in stays."""

    table: str


class LinkRetired(Event, frozen=True, kw_only=True):
    """The link goes out of service, and all that its meters hold goes into those of another. lines: what that is."""

    to: str
    lines: list[MeterUnits]
    document: str
    reason: str
    authorised_by: str
    second: str


class BalanceReceived(Event, frozen=True, kw_only=True):
    """What the meters of a retired link held comes into these. retired_version: of that link's event."""

    retired: str
    retired_version: int
    lines: list[MeterUnits]
    document: str
    authorised_by: str
    second: str


class BalanceCarried(Event, frozen=True, kw_only=True):
    """What an award taken back, or a round reversed, moves in the meters of a retired link is carried over to the link
    that got what they held; on the streams of both.

    lines: into the meters of this stream; below zero, out of them. link: the one at the other side. link_version: of
    the retired link's event, 0 on its own stream.
    """

    link: str
    lines: list[MeterUnits]
    link_version: int = 0


class RatesChanged(Event, frozen=True, kw_only=True):
    """Seeds and rates from here on; what the meters show stays. notice_at: when notice of it was given."""

    meters: list[MeterTerms]
    notice_at: int
    authorised_by: str
    document: str


class MeterRead(Event, frozen=True, kw_only=True):
    """What a sign or the controller shows of a meter, and what the ledger shows of it at that moment, in units.

    occasion: `open`, `close` or `shift`. whole_cents: the sign shows no parts of a cent. rolled_over: what its counter
    began anew at, which `shown` lacks. witness: "" where the controller sent it.
    """

    meter: str
    occasion: str
    shown: int
    ledger: int
    whole_cents: bool = True
    rolled_over: int = 0
    witness: str = ""

    @property
    def difference(self) -> int:
        """Units that the sign shows above the ledger; of whole cents, as many as there are of these."""
        ledger = self.ledger - self.ledger % UNITS_A_CENT if self.whole_cents else self.ledger
        return self.shown + self.rolled_over - ledger


class ContributionsTaken(Event, frozen=True, kw_only=True):
    """`No more bets`: what the wagers of a round put into each meter. seats: that took part."""

    round: str
    table: str
    seats: list[int]
    staked_cents: int
    lines: list[MeterUnits]


class ContributionsReturned(Event, frozen=True, kw_only=True):
    """The round is void, and its wagers are handed back: what they had put in goes out again.

    Or it is reversed: it had been settled, and others may have fed the meters since. undone: the bets are open again,
    or were never placed; it is as if nothing had been put in. reseeded: what the house puts in at once, so that no
    meter is below its seed: others have won of it since, or a correction lowered it.
    """

    class_version: ClassVar[int] = 2

    round: str
    table: str
    lines: list[MeterUnits]
    undone: bool = False
    reseeded: list[MeterUnits] = []

    @staticmethod
    def upcast_v1_v2(state: dict[str, Any]) -> None:
        """Nothing was put in again then: a meter could fall below its seed."""
        state.setdefault("undone", False)
        state.setdefault("reseeded", [])


class Award(Event, frozen=True, kw_only=True):
    """What there is to say of an award. level: why it was won. share_bps: of what the meter showed (reading, in its
    units).

    cents: what is to be paid. reseed_cents: what the house puts in again: of a fixed award, whose meter is `paytable`,
    the whole. held: the round was void, and a
    supervisor rules whether it is paid. player, banker: the first four cards; a controller's result has none.
    as_of_round: the reading is that after the round's own contributions, or what the meter still held of it; rounds may
    have come since, whose contributions stay in the meter.
    """

    round: str
    table: str
    seat: int
    level: str
    meter: str
    share_bps: int
    reading: int
    cents: int
    reseed_cents: int
    player: list[str]
    banker: list[str]
    held: bool = False
    as_of_round: bool = False

    @property
    def moves_meter(self) -> bool:
        """Whether a meter falls by it: a fixed award is no meter's."""
        return self.meter != PAYTABLE


AWARD_FACTS = tuple(x for x in Award.__struct_fields__ if x not in Event.__struct_fields__)
"""What an award is, whoever says it and when."""


class AwardWon(Award, frozen=True, kw_only=True):
    """A meter is won, and falls by it."""

    class_version: ClassVar[int] = 2

    @staticmethod
    def upcast_v1_v2(state: dict[str, Any]) -> None:
        """Every award was read of the meter as it stood then."""
        state.setdefault("as_of_round", False)


class AwardOwed(Award, frozen=True, kw_only=True):
    """What was recorded of its payment is taken back: the award waits as it did before.

    won_by, won_at, won_day: who said that it was won, when (microseconds UTC), and for which gaming day. back_cents: of
    one that was ruled not to be paid, what had gone back into the meter by that and comes out of it again;
    back_reserve: units of that in reserve.
    """

    won_by: str
    won_at: int
    won_day: str
    back_cents: int = 0
    back_reserve: int = 0


class AwardPaid(Event, frozen=True, kw_only=True):
    """An award handed over. place: `tray` or `cage`."""

    round: str
    table: str
    seat: int
    meter: str
    cents: int
    place: str
    supervisor: str = ""


class AwardRefused(Event, frozen=True, kw_only=True):
    """A supervisor ruled that a held award is not paid. cents: that go back into the meter; reserve: units that are in
    reserve again by it, the rest shows.
    """

    round: str
    table: str
    seat: int
    meter: str
    cents: int
    reason: str
    supervisor: str
    reserve: int = 0


class AwardUndone(Event, frozen=True, kw_only=True):
    """The settlement that won an award is taken back at its table: it is as if it had never been won, nor handed over.

    cents, reseed_cents: what it was, and what the house had put in again for it. visible, reserve: units by which the
    meter comes to what it would show without it.
    """

    round: str
    table: str
    seat: int
    meter: str
    cents: int
    reseed_cents: int
    visible: int
    reserve: int


class AwardReversed(Event, frozen=True, kw_only=True):
    """An award that should not have been won is taken back, on a document that two people answer for.

    cents, reseed_cents: what it was, and what the house had put in again for it. visible, reserve: units by which the
    meter comes to what it would show had it never been won, and those who won since been paid of that. since_cents:
    what these would have won more; they keep what they won, and it goes into the meter by a correction that follows.
    paid: where it had been handed over, "" where it was not. handed_back: where the player gave it back, "" where it
    did not come back.
    """

    round: str
    table: str
    seat: int
    meter: str
    cents: int
    reseed_cents: int
    visible: int
    reserve: int
    since_cents: int
    document: str
    reason: str
    authorised_by: str
    second: str
    paid: str = ""
    handed_back: str = ""

    @property
    def of_tray(self) -> bool:
        """Whether a tray paid it, or has it back: the meter does not bear that any more."""
        return "tray" in (self.paid, self.handed_back)


class MeterCorrected(Event, frozen=True, kw_only=True):
    """What a meter shows is put right, on a document that two people answer for. cents: added, below zero taken off.

    round, seat: of the award whose reversal it follows from, "" and 0 where it was ordered by itself.
    """

    class_version: ClassVar[int] = 2

    meter: str
    cents: int
    document: str
    reason: str
    authorised_by: str
    second: str
    round: str = ""
    seat: int = 0

    @staticmethod
    def upcast_v1_v2(state: dict[str, Any]) -> None:
        """No award was taken back then."""
        state.setdefault("round", "")
        state.setdefault("seat", 0)
