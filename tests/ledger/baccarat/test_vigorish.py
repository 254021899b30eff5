"""V1, V2: what vigorish is assessed on, at which rate, rounded how."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.baccarat.settlement import settle
from ledger.baccarat.vigorish import Collection, Rounding, VigorishPlan, vigorish
from ledger.baccarat.wagers import Bet, Tender
from ledger.rules.loader import list_ids, load
from tests.ledger.baccarat.layout import cards, on, only, round_of

BANKER_WINS = "Ks 6s", "Kd 7d"
BANKER_SIX = "2s 3s Kh", "Kd 6d"
TIE = "Ks 7s", "Kd 7d"

plans = st.builds(
    VigorishPlan,
    rate_bps=st.sampled_from([400, 500, 2500]),
    rounding=st.sampled_from(list(Rounding)),
    multiple_cents=st.sampled_from([5, 25]),
    collect=st.just(Collection.DEFERRED),
)


@pytest.mark.parametrize(
    ("cents", "owed"), [(100, 25), (500, 25), (501, 50), (1000, 50), (1001, 75), (10_000, 500)]
)
def test_ma_midi_12_c_vigorish_rounds_up(cents: int, owed: int) -> None:
    assert only(round_of("ma-midi", *BANKER_WINS, on(Bet.BANKER, cents))).vig == owed


@pytest.mark.parametrize(
    ("cents", "owed"), [(100, 0), (249, 0), (250, 25), (749, 25), (750, 50), (1000, 50)]
)
def test_ma_midi_12_c_vigorish_rounds_to_the_nearest_quarter(cents: int, owed: int) -> None:
    options = {"vigorish.rounding": "nearest"}
    settled = round_of("ma-midi", *BANKER_WINS, on(Bet.BANKER, cents), options=options)
    assert only(settled).vig == owed


@pytest.mark.parametrize(("cents", "owed"), [(100, 5), (109, 5), (110, 6), (77_100, 3855)])
def test_md_12c_vigorish_is_exact_to_the_cent(cents: int, owed: int) -> None:
    assert only(round_of("md-midi", *BANKER_WINS, on(Bet.BANKER, cents))).vig == owed


@pytest.mark.parametrize(("rate", "owed"), [("400", 45), ("500", 55)])
def test_div_c_3_four_or_five_percent(rate: str, owed: int) -> None:
    options = {"vigorish.rate_bps": rate}
    settled = round_of("div-mini", *BANKER_WINS, on(Bet.BANKER, 1100), options=options)
    assert only(settled).vig == owed


def test_div_c_4_a_quarter_of_the_banker_wager_on_a_tie_instead() -> None:
    tie = only(round_of("div-mini-tie-vig", *TIE, on(Bet.BANKER, 10_000)))
    assert (tie.result, tie.returned, tie.vig) == ("push", 10_000, 2500)
    odd = only(round_of("div-mini-tie-vig", *TIE, on(Bet.BANKER, 1025)))
    assert odd.vig == 256, "(c)(3)(i) rounds the vigorish of (c)(3), which this one displaces"
    assert only(round_of("div-mini-tie-vig", *BANKER_WINS, on(Bet.BANKER, 10_000))).vig == 0
    assert only(round_of("div-mini-tie-vig", *TIE, on(Bet.PLAYER, 10_000))).vig == 0


def test_div_c_6_no_commission_on_any_banker_win() -> None:
    for hands in (BANKER_WINS, BANKER_SIX):
        assert only(round_of("div-mini-no-commission", *hands, on(Bet.BANKER, 10_000))).vig == 0


@pytest.mark.parametrize("rules", ["ma-midi-ez", "ma-big-ez", "md-midi-ez", "md-midi-fortune7"])
def test_ma_midi_1_no_vigorish_is_collected_on_ez_and_fortune_7(rules: str) -> None:
    assert only(round_of(rules, *BANKER_WINS, on(Bet.BANKER, 10_000))).vig == 0


@pytest.mark.parametrize("rules", list_ids())
def test_ma_midi_12_e_no_vigorish_on_any_other_wager(rules: str) -> None:
    offering = load(rules).offering
    others = [bet for bet in offering.bets if bet not in (Bet.BANKER, Bet.ROYAL_9)]
    wagers = [on(bet, 500) for bet in others]
    for hands in (BANKER_WINS, BANKER_SIX, TIE, ("Ks 9s", "Kd 2d"), ("Ks Qs 2d", "Kh 2h 5c")):
        settled = settle(offering, cards(hands[0]), cards(hands[1]), wagers)
        assert [line.vig for line in settled.lines] == [0] * len(wagers)


def test_decision_5_vigorish_is_rounded_for_each_wager_and_never_on_a_sum() -> None:
    wagers = on(Bet.BANKER, 100, seat=1), on(Bet.BANKER, 100, seat=2)
    settled = round_of("ma-midi", *BANKER_WINS, *wagers)
    assert [line.vig for line in settled.lines] == [25, 25]


def test_w2_a_raise_is_one_wager_and_owes_one_vigorish() -> None:
    settled = round_of("ma-midi", *BANKER_WINS, on(Bet.BANKER, 100), on(Bet.BANKER, 100))
    assert (only(settled).cents, only(settled).vig) == (200, 25)


@given(plans, st.integers(0, 10**9))
def test_v1_rounding_is_to_its_multiple_and_no_further_off_than_it_may_be(
    plan: VigorishPlan, cents: int
) -> None:
    owed, scaled = vigorish(plan, cents), cents * plan.rate_bps
    off = owed * 10_000 - scaled
    match plan.rounding:
        case Rounding.EXACT:
            assert -5000 < off <= 5000
        case Rounding.NEAREST:
            assert owed % plan.multiple_cents == 0
            assert -5000 * plan.multiple_cents < off <= 5000 * plan.multiple_cents
        case Rounding.UP:
            assert owed % plan.multiple_cents == 0
            assert 0 <= off < 10_000 * plan.multiple_cents


@given(plans, st.integers(0, 10**9), st.integers(0, 10**6))
def test_v1_more_won_never_owes_less(plan: VigorishPlan, cents: int, more: int) -> None:
    assert vigorish(plan, cents) <= vigorish(plan, cents + more)


def test_decision_17_coupons_that_double_one_wager_owe_together_what_their_sum_would() -> None:
    offering = load("ma-midi").offering
    assert offering.vigorish is not None
    wagers = [on(Bet.BANKER, 10_000), *2 * [on(Bet.BANKER, 4_000, tender=Tender.COUPON)]]
    settled = round_of("ma-midi", "7d Qh", "9c Kh", *wagers)
    assert [line.winnings for line in settled.lines] == [10_000, 4_000, 4_000]
    assert [line.vig for line in settled.lines] == [500, 200, 200]
    assert sum(line.vig for line in settled.lines) == vigorish(offering.vigorish, 18_000)
    assert {line.rule for line in settled.lines} == {settled.lines[0].rule} != {None}
