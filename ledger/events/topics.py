"""The one registry of topics: the name under which each kind of event is stored, for good.

A class may be renamed or moved; its topic may not. Never give a topic to another class, and never
take one out: the log keeps every event that was ever written.
"""

from typing import Final

from ledger.events import award as award_events
from ledger.events import form as form_events
from ledger.events import link as link_events
from ledger.events import shoe as shoe_events
from ledger.events import slip as slip_events
from ledger.events import slip_series as series_events
from ledger.events import table as e
from ledger.events.base import Event
from ledger.events.day import (
    CountEntered,
    DayClosed,
    DropCounted,
    DuplicatesReceived,
    DuplicatesTakenBack,
    FindingAcknowledged,
    SlipCopiesReceived,
)
from ledger.events.feed import FeedTokenIssued, FeedTokenRevoked, RecordRefused
from ledger.events.month import MonthClosed
from ledger.events.operators import (
    OperatorRegistered,
    OperatorReinstated,
    OperatorRolesChanged,
    OperatorSuspended,
    PassphraseChosen,
    PassphraseFailed,
    PassphraseGiven,
    PassphraseProven,
)
from ledger.events.paper import DocumentPrinted
from ledger.events.pit import TableJoinedPit, TableLeftPit
from ledger.events.property import (
    PropertyEstablished,
    PropertySettingsChanged,
    ReadModelsRebuilt,
)
from ledger.events.signing import BooksProposed, BooksRefused

TOPICS: Final[dict[str, type[Event]]] = {
    "property.established": PropertyEstablished,
    "property.settings_changed": PropertySettingsChanged,
    "property.read_models_rebuilt": ReadModelsRebuilt,
    "operator.registered": OperatorRegistered,
    "operator.roles_changed": OperatorRolesChanged,
    "operator.suspended": OperatorSuspended,
    "operator.reinstated": OperatorReinstated,
    "operator.passphrase_chosen": PassphraseChosen,
    "operator.passphrase_given": PassphraseGiven,
    "operator.passphrase_failed": PassphraseFailed,
    "operator.passphrase_proven": PassphraseProven,
    "signing.proposed": BooksProposed,
    "signing.refused": BooksRefused,
    "day.drop_counted": DropCounted,
    "day.count_entered": CountEntered,
    "day.duplicates_received": DuplicatesReceived,
    "day.duplicates_taken_back": DuplicatesTakenBack,
    "day.slip_copies_received": SlipCopiesReceived,
    "day.finding_acknowledged": FindingAcknowledged,
    "day.closed": DayClosed,
    "month.closed": MonthClosed,
    "feed.record_refused": RecordRefused,
    "feed.token_issued": FeedTokenIssued,
    "feed.token_revoked": FeedTokenRevoked,
    "pit.table_joined": TableJoinedPit,
    "pit.table_left": TableLeftPit,
    "link.installed": link_events.LinkInstalled,
    "link.table_linked": link_events.TableLinked,
    "link.table_unlinked": link_events.TableUnlinked,
    "link.retired": link_events.LinkRetired,
    "link.balance_received": link_events.BalanceReceived,
    "link.balance_carried": link_events.BalanceCarried,
    "link.meter_read": link_events.MeterRead,
    "link.rates_changed": link_events.RatesChanged,
    "link.contributions_taken": link_events.ContributionsTaken,
    "link.contributions_returned": link_events.ContributionsReturned,
    "link.award_won": link_events.AwardWon,
    "link.award_paid": link_events.AwardPaid,
    "link.award_refused": link_events.AwardRefused,
    "link.award_owed": link_events.AwardOwed,
    "link.award_undone": link_events.AwardUndone,
    "link.award_reversed": link_events.AwardReversed,
    "link.meter_corrected": link_events.MeterCorrected,
    "paper.printed": DocumentPrinted,
    "form.series_received": form_events.SeriesReceived,
    "form.series_issued": form_events.SeriesIssued,
    "form.issued": form_events.FormIssued,
    "form.voided": form_events.FormVoided,
    "form.lost": form_events.FormLost,
    "form.counted": form_events.FormsCounted,
    "form.original_dropped": form_events.OriginalDropped,
    "form.copies_forwarded": form_events.CopiesForwarded,
    "table.commissioned": e.TableCommissioned,
    "table.rules_adopted": e.RulesAdopted,
    "table.opened": e.TableOpened,
    "table.closed": e.TableClosed,
    "table.tray_counted": e.TrayCounted,
    "table.shoe_started": shoe_events.ShoeStarted,
    "table.decks_received": shoe_events.DecksReceived,
    "table.cards_shuffled": shoe_events.CardsShuffled,
    "table.cards_stored": shoe_events.CardsStored,
    "table.cards_handed": shoe_events.CardsHanded,
    "table.shoe_recut": shoe_events.ShoeRecut,
    "table.cards_spread": shoe_events.CardsSpread,
    "table.curator_chosen": shoe_events.CuratorChosen,
    "table.cut_card_seen": shoe_events.CutCardSeen,
    "table.shoe_ended": shoe_events.ShoeEnded,
    "table.seat_taken": e.SeatTaken,
    "table.seat_left": e.SeatLeft,
    "table.bought_in": e.BoughtIn,
    "table.wagers_placed": e.WagersPlaced,
    "table.wager_withdrawn": e.WagerWithdrawn,
    "table.bets_closed": e.NoMoreBets,
    "table.cards_dealt": e.CardsDealt,
    "table.third_card_dealt": e.ThirdCardDealt,
    "table.irregular_card": e.IrregularCard,
    "table.round_simulated": e.RoundSimulated,
    "table.house_money_pressed": e.HouseMoneyPressed,
    "table.round_settled": e.RoundSettled,
    "table.vigorish_marked": e.VigorishMarked,
    "table.vigorish_collected": e.VigorishCollected,
    "table.vigorish_documented": e.VigorishDocumented,
    "table.vigorish_restored": e.VigorishRestored,
    "table.vigorish_uncollected": e.VigorishUncollected,
    "table.round_voided": e.RoundVoided,
    "table.round_reversed": e.RoundReversed,
    "table.vigorish_handed_back": e.VigorishHandedBack,
    "table.meters_linked": e.MetersLinked,
    "table.meters_unlinked": e.MetersUnlinked,
    "table.award_handed_over": award_events.AwardHandedOver,
    "table.award_not_handed_over": award_events.AwardNotHandedOver,
    "table.correction_posted": e.CorrectionPosted,
    "table.dispute_raised": e.DisputeRaised,
    "table.dispute_decided": e.DisputeDecided,
    "slips.slips_received": series_events.SlipsReceived,
    "slips.slips_lost": series_events.SlipsLost,
    "slips.slips_counted": series_events.SlipsCounted,
    "table.chips_requested": slip_events.ChipsRequested,
    "table.slip_prepared": slip_events.SlipPrepared,
    "table.slip_voided": slip_events.SlipVoided,
    "table.chips_filled": e.ChipsFilled,
    "table.chips_credited": e.ChipsCredited,
    "table.act_undone": e.ActUndone,
}

SNAPSHOTS: Final[dict[str, str]] = {
    "table.snapshot": "ledger.table.state:Table",
    "link.snapshot": "ledger.link.state:Link",
}
"""Aggregates whose snapshots are kept. Named, not imported: readers of events need none of them."""
