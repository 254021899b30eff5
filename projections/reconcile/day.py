"""What the passes look at: the rows of a gaming day, and what stood open before it."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import msgspec

from ledger.events.finding import EventPlace
from ledger.events.property import Settings
from projections.figures.awards import Award
from projections.figures.closing import Correction, Dispute
from projections.figures.drop import Box
from projections.figures.forms_in_hand import InHand
from projections.figures.forms_matched import Matched
from projections.figures.hours import Coupons
from projections.figures.meter_differences import MeterDifference
from projections.figures.must_hit import Reached
from projections.figures.performance import Flagged
from projections.figures.readings import Reading
from projections.figures.slips import Unaccounted
from projections.figures.slips_in_hand import InHand as SlipsInHand
from projections.figures.slips_matched import Slip
from projections.figures.win import Win
from projections.models.evidence import EvidenceRow
from projections.models.exceptions import ExceptionRow
from projections.models.inventory import InventoryRow
from projections.models.rounds import RoundRow
from projections.models.table_win import TableCountRow


class Mark(NamedTuple):
    """A mark that stood at the end of the day: its table, and the event that put the button there. day: of the mark.

    cents: what is owed, None where it was settled on a later day.
    """

    table: str
    place: EventPlace
    day: str = ""
    cents: int | None = None


class Carried(NamedTuple):
    """What stood open when an earlier day was closed, and still does. since: the day on which it came up."""

    code: str
    subject: str
    since: str
    table: str | None
    cents: int | None = None
    about: str = ""
    events: Sequence[EventPlace] = ()


class Day(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the passes look at. closers_before: each table's last closer before the day. rounds: not settled, or
    reversed and with none in their place. stood_open: the tables that were open at some moment of it.
    """

    day: str
    tables: Sequence[Win]
    inventory: Sequence[InventoryRow]
    closers_before: Sequence[InventoryRow]
    rounds: Sequence[RoundRow]
    exceptions: Sequence[ExceptionRow]
    forms: Sequence[Matched]
    slips: Sequence[Unaccounted]
    differences: Sequence[MeterDifference]
    award_differences: Sequence[Award]
    awards: Sequence[Award]
    readings: Sequence[Reading]
    unread: Mapping[str, Sequence[str]]
    reached: Sequence[Reached]
    coupons: Sequence[Coupons]
    boxes: Sequence[Box] = ()
    settings: Settings = Settings()
    counts: Sequence[TableCountRow] = ()
    disputes: Sequence[Dispute]
    corrections: Sequence[Correction]
    evidence: Sequence[EvidenceRow]
    marks: Sequence[Mark]
    carried: Sequence[Carried] = ()
    stood_open: Collection[str] = ()
    in_hand: Sequence[InHand] = ()
    slips_matched: Sequence[Slip] = ()
    slips_in_hand: Sequence[SlipsInHand] = ()
    outside_band: Sequence[Flagged] = ()
    off_base: Sequence[Flagged] = ()
