"""Royal 9 at a table and its meters: contributions, awards, voids (P1-P5)."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from ledger.desks.ledger import Ledger
from ledger.events import link as link_events
from ledger.events import table as e
from ledger.link.acts import AdjustMeter, ChangeRates
from ledger.link.state import name_of, terms_of
from ledger.rules.source import packaged_text
from ledger.values.errors import Refused
from projections.engine.engine import as_of
from projections.models.meter_rows import MeterRoundRow
from projections.models.meters import METER_ROUNDS
from projections.models.meters import PROJECTION as METERS
from tests.clerk import OPENER_CENTS, Clerk
from tests.ledger.link.floor import (
    ANY_TWO,
    EXACT,
    KING_BANKER,
    KING_PLAYER,
    LINK,
    MAIN,
    NOTHING,
    ROYAL,
    floor,
    install,
    link,
    of,
    readings,
    says,
)

CENT = link_events.UNITS_A_CENT
MAJOR_SEED, KING_SEED = 5_000_000, 35_000

PAYTABLE_2: dict[str, Any] = {
    "rules": "ma-midi",
    "options": {"royal_9.paytable": "2"},
    "reserve_bps": {},
}


def test_p1_ma_midi_12_i_each_wager_feeds_every_meter_when_bets_close(linked: Clerk) -> None:
    linked.says("wager", seat=3, bet="royal_9", cents=500)
    linked.says("wager", seat=7, bet="royal_9", cents=500)
    assert readings(linked)["major"] == MAJOR_SEED * CENT
    (taken,) = of(linked.says("no_more_bets"), link_events.ContributionsTaken)
    assert (taken.seats, taken.staked_cents) == ([3, 7], 1_000)
    assert readings(linked) == {
        "major": (MAJOR_SEED + 90) * CENT,
        "k9_banker": (KING_SEED + 50) * CENT,
        "k9_player": (KING_SEED + 50) * CENT,
    }


def test_p1_wagers_that_stood_before_the_rest_is_said_at_once_feed_too(linked: Clerk) -> None:
    linked.says("wager", seat=3, bet="royal_9", cents=500)
    linked.says("wager", seat=3, bet="banker", cents=1_000)
    (taken,) = of(linked.plays(*NOTHING, (7, "royal_9", 500)), link_events.ContributionsTaken)
    assert (taken.seats, taken.staked_cents, taken.day) == ([3, 7], 1_000, "2026-07-11")


def test_p1_the_wager_is_five_dollars_and_one_a_chair(linked: Clerk) -> None:
    assert linked.is_refused("wager", seat=3, bet="royal_9", cents=1_000) == "royal_9_stake"
    linked.says("wager", seat=3, bet="royal_9", cents=500)
    assert linked.is_refused("wager", seat=3, bet="royal_9", cents=500) == "royal_9_stake"


def test_w3_md_7a_9_royal_9_needs_a_main_wager(ledger: Ledger) -> None:
    (clerk,) = floor(ledger, "MB-01", rules="md-midi")
    assert clerk.is_refused("wager", seat=3, bet="royal_9", cents=500) == "main_wager_missing"
    clerk.plays(*NOTHING, MAIN, ROYAL)


def test_a_round_without_royal_9_puts_nothing_in(linked: Clerk) -> None:
    before = link(linked).version
    linked.plays(*NOTHING, MAIN)
    assert link(linked).version == before


def test_p1_a_fixed_award_is_for_one_and_comes_from_the_tray(linked: Clerk) -> None:
    events = linked.plays("Ks 9s", "2s 5d", ROYAL)
    (settled,) = of(events, e.RoundSettled)
    assert [(line.result, line.returned) for line in settled.lines] == [("win", 5_000)]
    assert not of(events, link_events.AwardWon)
    assert linked.ledger.table("MB-01").tray_cents == OPENER_CENTS + 500 - 5_000


def test_p1_a_kings_meter_is_paid_whole_and_starts_again_at_its_seed(linked: Clerk) -> None:
    linked.plays(*NOTHING, ROYAL)
    events = linked.plays(*KING_PLAYER, ROYAL)
    (won,), (paid,) = of(events, link_events.AwardWon), of(events, link_events.AwardPaid)
    assert (won.level, won.meter, won.cents) == ("player_king_9", "k9_player", KING_SEED + 50)
    assert (won.player, won.banker, won.seat) == (["Kc", "9h"], ["2s", "5d"], 3)
    assert (paid.place, paid.cents) == ("tray", KING_SEED + 50)
    assert readings(linked)["k9_player"] == KING_SEED * CENT
    assert readings(linked)["k9_banker"] == (KING_SEED + 50) * CENT
    assert linked.ledger.table("MB-01").tray_cents == OPENER_CENTS + 1_000 - KING_SEED - 50


def test_p1_the_kings_of_the_bankers_hand_have_their_own_meter(linked: Clerk) -> None:
    (won,) = of(linked.plays(*KING_BANKER, ROYAL), link_events.AwardWon)
    assert (won.level, won.meter) == ("banker_king_9", "k9_banker")


def test_p1_another_chair_wins_only_any_royal_9_with_the_same_cards(linked: Clerk) -> None:
    events = linked.plays(*KING_PLAYER, (4, "royal_9", 500))
    assert not of(events, link_events.AwardWon)
    assert of(events, e.RoundSettled)[0].lines[0].returned == 2_500


def test_p5_any_two_pays_a_tenth_of_the_major_rounded_down_and_the_rest_stays(
    linked: Clerk,
) -> None:
    (won,) = of(linked.plays(*ANY_TWO, ROYAL), link_events.AwardWon)
    assert (won.reading, won.cents) == ((MAJOR_SEED + 45) * CENT, 500_004)
    assert won.reseed_cents == 0
    assert readings(linked)["major"] == (MAJOR_SEED + 45 - 500_004) * CENT


def test_p4_above_the_threshold_an_award_waits_for_a_supervisor(linked: Clerk) -> None:
    events = linked.plays(*EXACT, ROYAL)
    (won,) = of(events, link_events.AwardWon)
    assert (won.level, won.cents) == ("exact_match", MAJOR_SEED + 45)
    assert not of(events, link_events.AwardPaid)
    assert readings(linked)["major"] == MAJOR_SEED * CENT
    assert link(linked).liability == sum(readings(linked).values()) + (MAJOR_SEED + 45) * CENT
    award: dict[str, Any] = {"round": won.round, "seat": 3}
    assert linked.is_refused("pay_award", **award) == "supervisor_missing"
    assert linked.is_refused("pay_award", **award, supervisor="C-1") == "supervisor_missing"
    ruled = {**award, "supervisor": "S-2"}
    assert linked.is_refused("pay_award", **ruled, refused="doubtful") == "award_stands"
    events = linked.says("pay_award", **ruled, place="cage")
    assert [type(event) for event in events] == [link_events.AwardPaid]
    assert linked.is_refused("pay_award", **ruled) == "no_such_award"
    assert link(linked).liability == sum(readings(linked).values())
    assert linked.ledger.table("MB-01").tray_cents == OPENER_CENTS + 500


def test_p4_the_threshold_is_the_submissions(ledger: Ledger, tmp_path: Path) -> None:
    text = packaged_text("submissions/ma-midi.toml")
    text = text.replace('id = "ma-midi"', 'id = "own-midi"')
    own = tmp_path / "own-midi.toml"
    own.write_text(text.replace("paytable = 1", "paytable = 1\nsupervisor_above_cents = 35_024"))
    ledger.catalogue.add(own)
    (clerk,) = floor(ledger, "MB-01", rules="own-midi")
    assert link(clerk).supervisor_above_cents == 35_024
    events = clerk.plays(*KING_PLAYER, ROYAL)
    assert of(events, link_events.AwardWon)[0].cents == 35_025
    assert not of(events, link_events.AwardPaid)


def test_an_award_waits_under_no_key(linked: Clerk) -> None:
    """The key is of the command by which it was won, and not of that by which it will be paid."""
    before = link(linked).copy()
    (won,) = of(linked.plays(*EXACT, ROYAL), link_events.AwardWon)
    before.apply(replace(won, key_sha256="a" * 64))
    assert before.owed == {name_of(won): won}


def test_a_waiting_award_paid_from_the_tray_leaves_it(linked: Clerk) -> None:
    (won,) = of(linked.plays(*EXACT, ROYAL), link_events.AwardWon)
    linked.says("pay_award", round=won.round, seat=3, supervisor="S-2", place="tray")
    assert linked.ledger.table("MB-01").tray_cents == OPENER_CENTS + 500 - won.cents


def test_decision_12_a_reserve_seeds_the_meter_after_an_award(ledger: Ledger) -> None:
    (clerk,) = floor(ledger, "MB-01", reserve_bps={"k9_player": 333})
    clerk.plays(*NOTHING, ROYAL)
    meter = link(clerk).meters["k9_player"]
    assert (meter.visible - KING_SEED * CENT, meter.reserve) == (500 * 167, 500 * 333)
    (won,) = of(clerk.plays(*KING_PLAYER, ROYAL), link_events.AwardWon)
    shown = KING_SEED * CENT + 2 * 500 * 167
    assert (won.reading, won.cents) == (shown, shown // CENT)
    meter = link(clerk).meters["k9_player"]
    assert meter.reserve == 0
    assert meter.visible == shown % CENT + KING_SEED * CENT + 2 * 500 * 333


@pytest.mark.parametrize("bps", [0, 500])
def test_decision_12_nothing_of_a_rate_or_all_of_it_may_feed_the_reserve(
    ledger: Ledger, bps: int
) -> None:
    (clerk,) = floor(ledger, "MB-01", reserve_bps={"k9_player": bps})
    clerk.plays(*NOTHING, ROYAL)
    meter = link(clerk).meters["k9_player"]
    assert (meter.visible - KING_SEED * CENT, meter.reserve) == (500 * (500 - bps), 500 * bps)


def test_decision_12_the_reserve_is_the_submissions_unless_the_link_says_another(
    linked: Clerk,
) -> None:
    submission = linked.ledger.table("MB-01").submission
    assert submission.royal_9 is not None
    royal_9 = replace(submission.royal_9, reserve_bps={"k9_player": 333, "major": 100})
    _, meters = terms_of(replace(submission, royal_9=royal_9), {"major": 50})
    found = {each.meter: each.reserve_bps for each in meters if each.reserve_bps}
    assert found == {"k9_player": 333, "major": 50}


def test_decision_13_two_tables_hit_one_meter_and_the_second_gets_it_reseeded(
    ledger: Ledger,
) -> None:
    one, two = floor(ledger, "MB-01", "MB-02")
    for clerk in (one, two):
        clerk.says("wager", seat=3, bet="royal_9", cents=500)
        clerk.says("no_more_bets")
        clerk.says("deal", player=KING_PLAYER[0].split(), banker=KING_PLAYER[1].split())
    amounts = []
    for clerk in (one, two):
        (won,) = of(clerk.says("settle"), link_events.AwardWon)
        amounts.append(won.cents)
    assert amounts == [KING_SEED + 50, KING_SEED]


# -- voids


def test_i6_a_void_gives_the_contributions_back(linked: Clerk) -> None:
    before = readings(linked)
    linked.says("wager", seat=3, bet="royal_9", cents=500)
    linked.says("no_more_bets")
    assert readings(linked) != before
    (returned,) = of(linked.says("void", reason="fouled"), link_events.ContributionsReturned)
    assert returned.round == "MB-01:2026-07-11:1"
    assert readings(linked) == before


def test_a_void_before_bets_close_returns_nothing(linked: Clerk) -> None:
    linked.plays(*NOTHING, ROYAL)
    before = link(linked).version
    linked.says("wager", seat=3, bet="royal_9", cents=500)
    linked.says("void", reason="fouled")
    assert link(linked).version == before


def void_with_a_jackpot(clerk: Clerk) -> link_events.AwardWon:
    clerk.says("wager", seat=3, bet="royal_9", cents=500)
    clerk.says("no_more_bets")
    clerk.says("deal", player=KING_PLAYER[0].split(), banker=KING_PLAYER[1].split())
    events = clerk.says("void", reason="fouled")
    (won,) = of(events, link_events.AwardWon)
    assert won.held
    assert not of(events, link_events.AwardPaid)
    found: link_events.AwardWon = won
    return found


@pytest.mark.parametrize("hands", [NOTHING, ("Ks 9s", "2s 5d")], ids=["nothing", "fixed"])
def test_decision_15_a_void_of_cards_that_won_no_meter_is_no_award(
    linked: Clerk, hands: tuple[str, str]
) -> None:
    linked.says("wager", seat=3, bet="royal_9", cents=500)
    linked.says("no_more_bets")
    linked.says("deal", player=hands[0].split(), banker=hands[1].split())
    assert not of(linked.says("void", reason="fouled"), link_events.AwardWon)


def test_decision_15_a_jackpot_won_before_the_void_is_held_and_may_be_paid(linked: Clerk) -> None:
    won = void_with_a_jackpot(linked)
    assert won.cents == KING_SEED
    award: dict[str, Any] = {"round": won.round, "seat": 3}
    assert linked.is_refused("pay_award", **award) == "supervisor_missing"
    linked.says("pay_award", **award, supervisor="S-2")
    assert link(linked).owed == {}
    assert linked.ledger.table("MB-01").tray_cents == OPENER_CENTS - KING_SEED


def test_decision_15_a_jackpot_ruled_void_goes_back_into_its_meter(linked: Clerk) -> None:
    linked.plays(*NOTHING, ROYAL)
    before = readings(linked)
    won = void_with_a_jackpot(linked)
    linked.says("pay_award", round=won.round, seat=3, supervisor="S-2", refused="fouled hand")
    assert readings(linked) == before
    assert link(linked).owed == {}


# -- the link and its tables


@pytest.mark.parametrize("has_meters", [False, True])
def test_royal_9_is_offered_beside_a_bet_that_is_not_only_where_a_meter_pays_it(
    dealing: Clerk, has_meters: bool
) -> None:
    if has_meters:
        install(dealing)
    with pytest.raises(Refused) as refused:
        dealing.says("wager", seat=1, bet="dragon_7", cents=500)
    told = refused.value.refusal
    assert (told.code, "royal_9" in told.next_step) == ("bet_not_offered", has_meters)


def test_royal_9_waits_until_the_table_is_linked(dealing: Clerk) -> None:
    assert dealing.is_refused("wager", seat=1, bet="royal_9", cents=500) == "no_meter"
    install(dealing)
    dealing.says("wager", seat=1, bet="royal_9", cents=500)


def test_a_table_of_another_game_is_not_linked(linked: Clerk) -> None:
    big = Clerk(linked.ledger, "BB-01").opens("ma-big")
    assert big.is_refused("link_meters", link=LINK) == "link_differs"
    assert linked.is_refused("link_meters", link=LINK) == "table_linked"
    other = Clerk(linked.ledger, "MB-09").opens()
    assert other.is_refused("link_meters", link="R9-9") == "unknown_link"


def test_a_linked_table_keeps_its_royal_9_game(linked: Clerk) -> None:
    change: dict[str, Any] = {"authorised_by": "S-1", "notice_at": "2026-07-11T12:00:00-04:00"}
    assert linked.is_refused("adopt", rules="div-mini", **change) == "link_differs"


def test_x26_a_meter_falls_only_by_an_award_or_a_documented_correction(linked: Clerk) -> None:
    good: dict[str, Any] = {
        "document": "MC-7",
        "reason": "display reset",
        "authorised_by": "S-2",
        "second": "M-1",
    }
    before = linked.everything()
    for missing in good:
        with pytest.raises(Refused, match="by two different people"):
            says(linked, AdjustMeter, meter="major", cents=-5_000, **{**good, missing: ""})
    with pytest.raises(Refused, match="by two different people"):
        says(linked, AdjustMeter, meter="major", cents=-5_000, **{**good, "second": "S-2"})
    assert linked.everything() == before
    says(linked, AdjustMeter, meter="major", cents=8_000, **good)
    with pytest.raises(Refused, match="on record already"):
        says(linked, AdjustMeter, meter="major", cents=-5_000, **good)
    says(linked, AdjustMeter, meter="major", cents=-5_000, **{**good, "document": "MC-8"})
    assert readings(linked)["major"] == (MAJOR_SEED + 3_000) * CENT
    with pytest.raises(Refused, match="cannot be lowered below that"):
        says(linked, AdjustMeter, meter="major", cents=-3_001, **{**good, "document": "MC-9"})


def test_x27_new_rates_count_from_here_on_and_need_their_notice(linked: Clerk) -> None:
    linked.plays(*NOTHING, ROYAL)
    notice = linked.moment - timedelta(hours=1)
    good: dict[str, Any] = {
        **PAYTABLE_2,
        "notice_at": notice,
        "authorised_by": "M-1",
        "document": "RS-12",
    }
    for missing in ("authorised_by", "document"):
        with pytest.raises(Refused, match="notice given before"):
            says(linked, ChangeRates, **{**good, missing: ""})
    with pytest.raises(Refused, match="notice given before"):
        says(linked, ChangeRates, **{**good, "notice_at": linked.moment + timedelta(hours=1)})
    says(linked, ChangeRates, **good)
    assert readings(linked)["major"] == (MAJOR_SEED + 45) * CENT
    linked.plays(*NOTHING, ROYAL)
    assert readings(linked)["major"] == (MAJOR_SEED + 45 + 48) * CENT


def test_x27_rounds_before_a_change_of_rates_keep_theirs(linked: Clerk) -> None:
    """The day's figures, rebuilt after the change, and the replay of an earlier round."""
    linked.plays(*NOTHING, ROYAL)
    linked.plays(*ANY_TWO, ROYAL)
    before = recounted(linked.ledger)
    says(
        linked,
        ChangeRates,
        **PAYTABLE_2,
        notice_at=linked.moment - timedelta(hours=1),
        authorised_by="M-1",
        document="RS-12",
    )
    linked.plays(*NOTHING, ROYAL)
    linked.plays(*EXACT, ROYAL)

    after = recounted(linked.ledger)

    assert [row.recomputed for row in after] == [500 * (900 + 500 + 500)] * 2 + [
        500 * (960 + 500 + 500)
    ] * 2
    assert after[:2] == before
    assert [row.contributed for row in after] == [row.recomputed for row in after]
    won = linked.ledger.stream("link:R9-1")[-1].event
    assert isinstance(won, link_events.AwardWon)
    assert won.reseed_cents == 2_500_000


def recounted(ledger: Ledger) -> list[MeterRoundRow]:
    """Each round's contributions by either account, folded from the first event on."""
    state = as_of([METERS], ledger.journal)
    try:
        with state.connect() as connection:
            query = sa.select(*METER_ROUNDS.columns).order_by(METER_ROUNDS.table.c.round)
            return [MeterRoundRow(*row) for row in connection.execute(query)]
    finally:
        state.dispose()


# -- big tables, must hit


def test_p2_ma_big_13_i_star_spade_and_heart(ledger: Ledger) -> None:
    (clerk,) = floor(ledger, "BB-01", rules="ma-big")
    own = clerk.ledger.table("BB-01").submission.royal_9
    assert own is not None
    king = own.chairs[4][0]
    hand = f"{king[:2]} {king[2:]}"
    wager = (5, "royal_9", 500)
    (star,) = of(clerk.plays(hand, hand, wager), link_events.AwardWon)
    (spade,) = of(clerk.plays("2s 5d", hand, wager), link_events.AwardWon)
    (heart,) = of(clerk.plays(hand, "2s 5d", wager), link_events.AwardWon)
    assert (star.meter, star.cents) == ("star", 5_000_000 + 30)
    assert (spade.meter, spade.cents) == ("spade", 45_000 + 2 * 25)
    assert (heart.meter, heart.cents) == ("heart", 45_000 + 3 * 25)
    other = clerk.plays(hand, hand, (6, "royal_9", 500))
    assert of(other, e.RoundSettled)[0].lines[0].returned == 500_000


def test_p3_ma_big_13_j_the_controller_names_a_winner_among_those_who_took_part(
    ledger: Ledger,
) -> None:
    (clerk,) = floor(ledger, "BB-01", rules="ma-big")
    clerk.plays(*NOTHING, ROYAL)
    assert clerk.is_refused("must_hit", link=LINK, seat=4) == "took_no_part"
    assert clerk.is_refused("must_hit", link="R9-2", seat=3) == "not_linked"
    (won,) = of(clerk.says("must_hit", link=LINK, seat=3), link_events.AwardWon)
    assert (won.level, won.cents, won.round) == ("must_hit", 25_025, "BB-01:2026-07-11:1")
    assert readings(clerk)["must_hit"] == 25_000 * CENT
    assert clerk.is_refused("must_hit", link=LINK, seat=3) == "hit_already"
    clerk.plays(*NOTHING, MAIN)
    assert clerk.is_refused("must_hit", link=LINK, seat=3) == "no_such_result"


def test_decision_14_the_award_is_capped_and_the_excess_carried(ledger: Ledger) -> None:
    (clerk,) = floor(ledger, "BB-01", rules="ma-big")
    says(
        clerk,
        AdjustMeter,
        meter="must_hit",
        cents=75_000,
        document="D",
        reason="r",
        authorised_by="S-2",
        second="M-1",
    )
    clerk.plays(*NOTHING, ROYAL)
    (won,) = of(clerk.says("must_hit", link=LINK, seat=3), link_events.AwardWon)
    assert won.cents == 100_000
    assert readings(clerk)["must_hit"] == (25_000 + 25) * CENT


def test_must_hit_needs_its_meter(linked: Clerk) -> None:
    linked.plays(*NOTHING, ROYAL)
    assert linked.is_refused("must_hit", link=LINK, seat=3) == "no_must_hit"
