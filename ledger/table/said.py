"""Every act of a table that a clerk or a machine can say."""

from ledger.table import acts as table_acts
from ledger.table import shoe_acts, slip_acts

TableAct = (
    table_acts.Open
    | table_acts.Adopt
    | shoe_acts.Shoe
    | table_acts.Sit
    | table_acts.Leave
    | table_acts.BuyIn
    | table_acts.PlaceWager
    | table_acts.Withdraw
    | table_acts.NoMoreBets
    | table_acts.Deal
    | table_acts.Press
    | table_acts.Third
    | table_acts.Settle
    | table_acts.Round
    | table_acts.RoundInstead
    | table_acts.Void
    | table_acts.Reverse
    | table_acts.Irregular
    | table_acts.SimulatedRound
    | table_acts.CollectVig
    | table_acts.CollectAllVig
    | table_acts.HandBackVig
    | table_acts.UncollectedVig
    | shoe_acts.CutCard
    | shoe_acts.EndShoe
    | shoe_acts.ReceiveDecks
    | shoe_acts.ShuffleCards
    | shoe_acts.StoreCards
    | shoe_acts.HandCards
    | shoe_acts.Recut
    | shoe_acts.SpreadCards
    | shoe_acts.PassShoe
    | table_acts.LinkMeters
    | table_acts.UnlinkMeters
    | table_acts.MustHit
    | table_acts.MeterReading
    | table_acts.PayAward
    | table_acts.ReverseAward
    | table_acts.Correct
    | table_acts.RaiseDispute
    | table_acts.DecideDispute
    | table_acts.Fill
    | table_acts.Credit
    | slip_acts.RequestChips
    | slip_acts.PrepareSlip
    | slip_acts.ReceiveSlip
    | slip_acts.VoidSlip
    | table_acts.Close
    | table_acts.Count
)
