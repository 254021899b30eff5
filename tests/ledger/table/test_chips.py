"""Opening, closing, buy-ins, fills and credits (T1, A3)."""

from typing import Any

import pytest

from ledger.events import table as e
from ledger.events.pit import TableJoinedPit
from ledger.values.errors import NotFound, Refused
from tests.clerk import NOTICED, OPENER, OPENER_CENTS, SIGNED, Clerk, count_drop


def test_t1_the_first_opening_puts_the_table_into_service_with_its_rules(clerk: Clerk) -> None:
    commissioned, adopted, opened, _ = clerk.says(
        "open", rules="ma-midi", pit="P-1", opener=OPENER, **SIGNED
    )
    assert isinstance(commissioned, e.TableCommissioned)
    assert isinstance(adopted, e.RulesAdopted)
    assert isinstance(opened, e.TableOpened)
    assert (adopted.rules, len(adopted.sha256)) == ("ma-midi", 64)
    assert opened.opener_cents == OPENER_CENTS
    assert opened.day == "2026-07-11"


def test_t1_a_table_opens_once(clerk: Clerk) -> None:
    assert clerk.opens().is_refused(
        "open", rules="ma-midi", pit="P-1", opener=OPENER, **SIGNED
    ) == ("table_open")


def test_t1_only_an_open_table_deals(clerk: Clerk) -> None:
    clerk.opens().starts_shoe().says("close", closer=OPENER, **SIGNED)
    assert clerk.is_refused("wager", seat=1, bet="banker", cents=500) == "table_closed"
    assert clerk.is_refused("no_more_bets") == "table_closed"
    assert clerk.is_refused("shoe", shoe=2, decks=8, burn="2c") == "table_closed"
    assert clerk.is_refused("buy_in", seat=1, cents=500) == "table_closed"
    assert clerk.is_refused("close", closer=OPENER, **SIGNED) == "table_closed"


@pytest.mark.parametrize("type_", ["open", "close", "fill", "credit"])
def test_t1_a3_two_different_people_sign(clerk: Clerk, type_: str) -> None:
    if type_ != "open":
        clerk.opens()
    facts: dict[str, dict[str, Any]] = {
        "open": {"rules": "ma-midi", "pit": "P-1", "opener": OPENER},
        "close": {"closer": OPENER},
        "fill": {"slip": "F-1", "chips": {"500": 1}},
        "credit": {"slip": "C-1", "chips": {"500": 1}},
    }
    assert clerk.is_refused(type_, dealer="D-7", supervisor="D-7", **facts[type_]) == "signed_twice"


def test_a_closed_table_reopens_under_the_same_rules_only(clerk: Clerk) -> None:
    clerk.opens().says("close", closer=OPENER, **SIGNED)
    other = {"rules": "ma-midi-ez", "pit": "P-1", "opener": OPENER, **SIGNED}
    assert clerk.is_refused("open", **other) == "rules_differ"
    opened = clerk.says("open", rules="ma-midi", pit="P-2", opener=OPENER, **SIGNED)
    assert [type(event) for event in opened] == [e.TableOpened, TableJoinedPit]


def test_options_of_the_submission_are_set_where_a_table_adopts_it(clerk: Clerk) -> None:
    clerk.opens(options={"vigorish.rounding": "exact", "vigorish.collect": "at_payout"}, **NOTICED)
    clerk.starts_shoe()
    events = clerk.plays("7d Qh", "9c Kh", (3, "banker", 1100))
    (collected,) = [event for event in events if isinstance(event, e.VigorishCollected)]
    assert [(line.seat, line.cents) for line in collected.lines] == [(3, 55)]


def test_an_option_the_submission_does_not_allow_is_refused(clerk: Clerk) -> None:
    opener = {"rules": "ma-midi", "pit": "P-1", "opener": OPENER, **SIGNED}
    assert clerk.is_refused("open", **opener, options={"vigorish.rate_bps": "300"})


def test_the_tray_follows_the_worked_example(clerk: Clerk) -> None:
    opener = {"500": 2000}
    clerk.says("open", rules="house-dragon", pit="P-1", opener=opener, **SIGNED)
    clerk.starts_shoe()
    clerk.says("buy_in", seat=3, cents=20_000)
    clerk.plays("7d Qh", "9c Kh", (3, "banker", 2000))
    assert clerk.ledger.table("MB-01").tray_cents == 978_100


def test_a3_fills_and_credits_move_the_tray(clerk: Clerk) -> None:
    clerk.opens()
    (filled,) = clerk.says("fill", slip="F-100", chips={"2500": 40}, **SIGNED)
    (credited,) = clerk.says("credit", slip="C-7", chips={"10000": 10}, **SIGNED)
    assert isinstance(filled, e.ChipsFilled)
    assert isinstance(credited, e.ChipsCredited)
    assert (filled.cents, credited.cents) == (100_000, 100_000)
    assert clerk.ledger.table("MB-01").tray_cents == OPENER_CENTS


def test_a3_a_credit_takes_no_chips_that_the_tray_cannot_hold(clerk: Clerk) -> None:
    clerk.opens()
    (chip, pieces), *_ = OPENER.items()
    more = {chip: pieces + 1}
    assert clerk.is_refused("credit", slip="C-1", chips=more, **SIGNED) == "tray_cannot_hold"
    clerk.says("fill", slip="F-1", chips={chip: 1}, **SIGNED)
    clerk.says("credit", slip="C-1", chips=more, **SIGNED)
    assert clerk.is_refused("credit", slip="C-2", chips={chip: 1}, **SIGNED) == "tray_cannot_hold"


def test_a3_what_players_put_in_may_be_of_any_denomination_up_to_its_sum(clerk: Clerk) -> None:
    clerk.opens().starts_shoe()
    plaques = {"100000": 1}
    assert clerk.is_refused("credit", slip="C-1", chips=plaques, **SIGNED) == "tray_cannot_hold"
    clerk.plays("7d Qh", "9c Kh", (3, "player", 100_000))
    clerk.says("credit", slip="C-1", chips=plaques, **SIGNED)
    assert clerk.is_refused("credit", slip="C-2", chips=plaques, **SIGNED) == "tray_cannot_hold"


def test_a3_what_was_handed_out_cannot_be_taken_out_again(clerk: Clerk) -> None:
    clerk.opens().says("buy_in", seat=1, cents=OPENER_CENTS)
    (chip, _), *_ = OPENER.items()
    assert clerk.is_refused("credit", slip="C-1", chips={chip: 1}, **SIGNED) == "tray_cannot_hold"


def test_a3_a_count_makes_chips_known_that_were_changed(clerk: Clerk) -> None:
    clerk.opens()
    changed = {"50000": 2, **{chip: n for chip, n in OPENER.items() if chip != "10000"}}
    credit = {"slip": "C-1", "chips": {"50000": 2}, **SIGNED}
    assert clerk.is_refused("credit", **credit) == "tray_cannot_hold"
    clerk.says("count", tray=changed, **SIGNED)
    clerk.says("credit", **credit)


def test_a3_on_the_tray_alone_nobody_knows_what_it_holds(clerk: Clerk) -> None:
    clerk.opens(hands=False).says("credit", slip="C-1", chips={"100000": 9}, **SIGNED)


def test_a3_a_slip_number_is_used_once_in_the_whole_property(clerk: Clerk) -> None:
    other = Clerk(clerk.ledger, "MB-02").opens()
    clerk.opens().says("fill", slip="F-100", chips={"500": 1}, **SIGNED)
    for table, slip in (
        (clerk, "F-100"),
        (other, "F-100"),
        (other, " F-100"),
        (other, "f\u00a0-100"),
    ):
        assert table.is_refused("fill", slip=slip, chips={"500": 1}, **SIGNED) == "number_used"
    other.says("credit", slip="F-100", chips={"500": 1}, **SIGNED)  # another series of documents


@pytest.mark.parametrize("chips", [{"0": 1}, {"-5": 1}, {"500": -1}, {}, {"500": 0}])
def test_an_inventory_that_cannot_be_is_refused(clerk: Clerk, chips: dict[str, int]) -> None:
    assert clerk.opens().is_refused("fill", slip="F-1", chips=chips, **SIGNED) in {
        "bad_inventory",
        "not_positive",
    }


@pytest.mark.parametrize("cents", [0, -500, 10**14])
def test_no_money_that_is_none(clerk: Clerk, cents: int) -> None:
    assert clerk.opens().is_refused("buy_in", seat=1, cents=cents) in {
        "not_positive",
        "amount_too_large",
    }


def test_an_unknown_table_is_not_found(clerk: Clerk) -> None:
    with pytest.raises(NotFound, match="no table MB-01"):
        clerk.says("buy_in", seat=1, cents=500)


def test_closing_waits_for_the_round(clerk: Clerk) -> None:
    clerk.opens().starts_shoe().says("no_more_bets")
    assert clerk.is_refused("close", closer=OPENER, **SIGNED) == "round_in_progress"


@pytest.mark.parametrize(
    "says", [("close", {"closer": OPENER, **SIGNED}), ("end_shoe", {"reason": "torn"})]
)
def test_v4_neither_table_nor_shoe_ends_while_seats_owe(
    clerk: Clerk, says: tuple[str, Any]
) -> None:
    clerk.opens().starts_shoe().plays("7d Qh", "9c Kh", (3, "banker", 2000), (5, "banker", 11500))
    type_, fields = says
    with pytest.raises(Refused) as caught:
        clerk.says(type_, **fields)
    refusal = caught.value.refusal
    assert refusal.code == "vigorish_owed"
    assert refusal.message.startswith("Seat 3 owes $1.00, seat 5 owes $5.75 of vigorish;")
    assert refusal.facts["owed_cents"] == {3: 100, 5: 575}
    clerk.says("collect_vig", seat=3)
    clerk.says("uncollected_vig", seat=5, reason="left without paying", supervisor="S-2")
    clerk.says(type_, **fields)


def test_a3_a_drop_is_counted_once_unless_recounted(clerk: Clerk) -> None:
    clerk.opens().says("close", closer=OPENER, **SIGNED)
    count: dict[str, Any] = {
        "cash_cents": 20_000,
        "cash": {},
        "by": "A-1",
        "at": 1_783_900_800_000_000,
    }
    count_drop(clerk.ledger, "2026-07-11", "MB-01", **count)
    with pytest.raises(Refused, match="already counted"):
        count_drop(clerk.ledger, "2026-07-11", "MB-01", **count)
    count_drop(clerk.ledger, "2026-07-11", "MB-01", **{**count, "cash_cents": 20_100}, recount=True)
    assert clerk.ledger.loader.day("2026-07-11").drops == {"MB-01": {"": 20_100}}
    with pytest.raises(Refused, match="not open on"):
        count_drop(clerk.ledger, "2026-07-12", "MB-01", **count)
    with pytest.raises(Refused, match="add up"):
        count_drop(
            clerk.ledger, "2026-07-11", "MB-01", **{**count, "cash": {2000: 9}}, recount=True
        )
