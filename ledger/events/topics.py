"""The one registry of topics: the name under which each kind of event is stored, for good.

A class may be renamed or moved; its topic may not. Never give a topic to another class, and never
take one out: the log keeps every event that was ever written.
"""

from typing import Final

from ledger.events import form, link, table
from ledger.events.base import Event
from ledger.events.day import DayClosed, DropCounted, DuplicatesReceived, FindingAcknowledged
from ledger.events.feed import RecordRefused
from ledger.events.month import MonthClosed
from ledger.events.operators import (
    OperatorRegistered,
    OperatorReinstated,
    OperatorRolesChanged,
    OperatorSuspended,
)
from ledger.events.pit import TableJoinedPit, TableLeftPit
from ledger.events.property import PropertyEstablished, PropertySettingsChanged

TOPICS: Final[dict[str, type[Event]]] = {
    "property.established": PropertyEstablished,
    "property.settings_changed": PropertySettingsChanged,
    "operator.registered": OperatorRegistered,
    "operator.roles_changed": OperatorRolesChanged,
    "operator.suspended": OperatorSuspended,
    "operator.reinstated": OperatorReinstated,
    "day.drop_counted": DropCounted,
    "day.duplicates_received": DuplicatesReceived,
    "day.finding_acknowledged": FindingAcknowledged,
    "day.closed": DayClosed,
    "month.closed": MonthClosed,
    "feed.record_refused": RecordRefused,
    "pit.table_joined": TableJoinedPit,
    "pit.table_left": TableLeftPit,
    "link.installed": link.LinkInstalled,
    "link.table_linked": link.TableLinked,
    "link.rates_changed": link.RatesChanged,
    "link.contributions_taken": link.ContributionsTaken,
    "link.contributions_returned": link.ContributionsReturned,
    "link.award_won": link.AwardWon,
    "link.award_paid": link.AwardPaid,
    "link.award_refused": link.AwardRefused,
    "link.meter_corrected": link.MeterCorrected,
    "form.series_received": form.SeriesReceived,
    "form.series_issued": form.SeriesIssued,
    "form.issued": form.FormIssued,
    "form.voided": form.FormVoided,
    "form.original_dropped": form.OriginalDropped,
    "form.copies_forwarded": form.CopiesForwarded,
    "table.commissioned": table.TableCommissioned,
    "table.rules_adopted": table.RulesAdopted,
    "table.opened": table.TableOpened,
    "table.closed": table.TableClosed,
    "table.tray_counted": table.TrayCounted,
    "table.shoe_started": table.ShoeStarted,
    "table.decks_received": table.DecksReceived,
    "table.cards_shuffled": table.CardsShuffled,
    "table.shoe_recut": table.ShoeRecut,
    "table.cards_spread": table.CardsSpread,
    "table.curator_chosen": table.CuratorChosen,
    "table.cut_card_seen": table.CutCardSeen,
    "table.shoe_ended": table.ShoeEnded,
    "table.seat_taken": table.SeatTaken,
    "table.seat_left": table.SeatLeft,
    "table.bought_in": table.BoughtIn,
    "table.wagers_placed": table.WagersPlaced,
    "table.wager_withdrawn": table.WagerWithdrawn,
    "table.bets_closed": table.BetsClosed,
    "table.cards_dealt": table.CardsDealt,
    "table.third_card_dealt": table.ThirdCardDealt,
    "table.irregular_card": table.IrregularCard,
    "table.round_simulated": table.RoundSimulated,
    "table.house_money_pressed": table.HouseMoneyPressed,
    "table.round_settled": table.RoundSettled,
    "table.vigorish_marked": table.VigorishMarked,
    "table.vigorish_collected": table.VigorishCollected,
    "table.vigorish_documented": table.VigorishDocumented,
    "table.vigorish_restored": table.VigorishRestored,
    "table.vigorish_uncollected": table.VigorishUncollected,
    "table.round_voided": table.RoundVoided,
    "table.meters_linked": table.MetersLinked,
    "table.award_handed_over": table.AwardHandedOver,
    "table.correction_posted": table.CorrectionPosted,
    "table.dispute_raised": table.DisputeRaised,
    "table.dispute_decided": table.DisputeDecided,
    "table.chips_filled": table.ChipsFilled,
    "table.chips_credited": table.ChipsCredited,
}

SNAPSHOTS: Final[dict[str, str]] = {
    "table.snapshot": "ledger.table.state:Table",
    "link.snapshot": "ledger.link.state:Link",
}
"""Aggregates whose snapshots are kept. Named, not imported: readers of events need none of them."""
