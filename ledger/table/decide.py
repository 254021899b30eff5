"""Which decision answers which act."""

from collections.abc import Callable
from typing import Any

from ledger.table import (
    acts,
    adoption,
    cards,
    chips,
    corrections,
    counts,
    curator,
    irregular,
    meters,
    rounds,
    seats,
    shoe,
    vigorish,
    wagers,
)
from ledger.table.draft import Draft

DECISIONS: dict[type[acts.Act], Callable[[Draft, Any], None]] = {
    acts.Open: chips.open_table,
    acts.Adopt: adoption.change,
    acts.Close: chips.close_table,
    acts.Count: counts.count_tray,
    acts.BuyIn: chips.buy_in,
    acts.Fill: chips.fill,
    acts.Credit: chips.credit,
    acts.Shoe: shoe.start_shoe,
    acts.CutCard: shoe.see_cut_card,
    acts.EndShoe: shoe.end_shoe,
    acts.ReceiveDecks: cards.receive,
    acts.ShuffleCards: cards.shuffle,
    acts.Recut: cards.recut,
    acts.SpreadCards: cards.spread,
    acts.PassShoe: curator.pass_shoe,
    acts.Sit: seats.sit,
    acts.Leave: seats.leave,
    acts.PlaceWager: wagers.place_one,
    acts.Withdraw: wagers.withdraw,
    acts.NoMoreBets: rounds.close_bets,
    acts.Deal: rounds.deal,
    acts.Press: rounds.press,
    acts.Third: rounds.deal_third,
    acts.Settle: rounds.settle,
    acts.Round: rounds.play,
    acts.Void: rounds.void,
    acts.Irregular: irregular.irregular,
    acts.SimulatedRound: irregular.simulate,
    acts.LinkMeters: meters.link,
    acts.MustHit: meters.must_hit,
    acts.PayAward: meters.pay_award,
    acts.Correct: corrections.correct,
    acts.RaiseDispute: corrections.raise_dispute,
    acts.DecideDispute: corrections.decide_dispute,
    acts.CollectVig: vigorish.collect,
    acts.UncollectedVig: vigorish.leave_uncollected,
    acts.DocumentVig: vigorish.document,
    acts.RestoreVig: vigorish.restore,
}


def decide(draft: Draft, act: acts.Act) -> None:
    """Record on the draft what the act comes to, or raise Refused and leave the draft to be thrown away."""
    DECISIONS[type(act)](draft, act)
