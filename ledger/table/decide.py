"""Which decision answers which act."""

from collections.abc import Callable
from typing import Any

from ledger.table import acts as table_acts
from ledger.table import (
    adoption,
    cards,
    chips,
    corrections,
    counts,
    curator,
    handling,
    irregular,
    reversal,
    seats,
    shoe,
    shoe_acts,
    slip_acts,
    slip_steps,
    wagers,
)
from ledger.table import meters as table_meters
from ledger.table import rounds as table_rounds
from ledger.table import vigorish as table_vigorish
from ledger.table.draft import Draft

DECISIONS: dict[type[table_acts.Act], Callable[[Draft, Any], None]] = {
    table_acts.Open: chips.open_table,
    table_acts.Adopt: adoption.change,
    table_acts.Close: chips.close_table,
    table_acts.Count: counts.count_tray,
    table_acts.BuyIn: chips.buy_in,
    table_acts.Fill: chips.fill,
    table_acts.Credit: chips.credit,
    slip_acts.RequestChips: slip_steps.request,
    slip_acts.PrepareSlip: slip_steps.prepare,
    slip_acts.ReceiveSlip: slip_steps.receive,
    slip_acts.VoidSlip: slip_steps.void,
    shoe_acts.Shoe: shoe.start_shoe,
    shoe_acts.CutCard: shoe.see_cut_card,
    shoe_acts.EndShoe: shoe.end_shoe,
    shoe_acts.ReceiveDecks: cards.receive,
    shoe_acts.ShuffleCards: cards.shuffle,
    shoe_acts.StoreCards: cards.store,
    shoe_acts.HandCards: handling.hand_cards,
    shoe_acts.Recut: cards.recut,
    shoe_acts.SpreadCards: cards.spread,
    shoe_acts.PassShoe: curator.pass_shoe,
    table_acts.Sit: seats.sit,
    table_acts.Leave: seats.leave,
    table_acts.PlaceWager: wagers.place_one,
    table_acts.Withdraw: wagers.withdraw,
    table_acts.NoMoreBets: table_rounds.no_more_bets,
    table_acts.Deal: table_rounds.deal,
    table_acts.Press: table_rounds.press,
    table_acts.Third: table_rounds.deal_third,
    table_acts.Settle: table_rounds.settle,
    table_acts.Round: table_rounds.play,
    table_acts.RoundInstead: table_rounds.play_instead,
    table_acts.Void: table_rounds.void,
    table_acts.Reverse: reversal.reverse,
    table_acts.Irregular: irregular.irregular,
    table_acts.SimulatedRound: irregular.simulate,
    table_acts.LinkMeters: table_meters.link,
    table_acts.UnlinkMeters: table_meters.unlink,
    table_acts.MustHit: table_meters.must_hit,
    table_acts.MeterReading: table_meters.read,
    table_acts.PayAward: table_meters.pay_award,
    table_acts.ReverseAward: table_meters.reverse_award,
    table_acts.Correct: corrections.correct,
    table_acts.RaiseDispute: corrections.raise_dispute,
    table_acts.DecideDispute: corrections.decide_dispute,
    table_acts.CollectVig: table_vigorish.collect,
    table_acts.CollectAllVig: table_vigorish.collect_all,
    table_acts.HandBackVig: reversal.hand_back,
    table_acts.UncollectedVig: table_vigorish.leave_uncollected,
    table_acts.DocumentVig: table_vigorish.document,
    table_acts.RestoreVig: table_vigorish.restore,
}


def decide(draft: Draft, act: table_acts.Act) -> None:
    """Record on the draft what the act comes to, or raise Refused and leave the draft to be thrown away."""
    DECISIONS[type(act)](draft, act)
