"""What sets each game apart, at a table (R3, V2, W5, W7)."""

import json
from typing import Any

import pytest

from ledger.events import table as e
from ledger.events.base import Event
from tests.clerk import OPENER_CENTS, Clerk
from tests.cli.conftest import Terminal

BANKER_WINS = ("Ks 6s", "Kd 7d")
PLAYER_WINS = ("Ks 7s", "Kd 6d")
TIE = ("Ks 7s", "Kd 7d")
BANKER_BY_SIX = ("Ks 2s 3s", "Kd 6d")
BANKER_THREE_CARD_7 = ("Ks Qs 2d", "Kh 2h 5c")
PLAYER_THREE_CARD_8 = ("Ks 5s 3d", "Kh 7h")
BANKER_TWO_CARD_7 = ("2s 4d", "3c 4h")


def settled(events: list[Event]) -> e.RoundSettled:
    (found,) = [event for event in events if isinstance(event, e.RoundSettled)]
    return found


def net(event: e.RoundSettled) -> dict[str, int]:
    return {line.bet: line.returned - line.cents for line in event.lines}


# -- EZ and Fortune 7


@pytest.mark.parametrize("rules", ["ma-midi-ez", "md-midi-ez", "ma-big-ez"])
def test_x15_a_two_card_seven_pays_banker_and_is_no_dragon_7(clerk: Clerk, rules: str) -> None:
    clerk.opens(rules).starts_shoe()
    event = settled(clerk.plays(*BANKER_TWO_CARD_7, (1, "banker", 10_000), (1, "dragon_7", 100)))
    assert net(event) == {"banker": 10_000, "dragon_7": -100}
    assert {line.vig for line in event.lines} == {0}


@pytest.mark.parametrize(
    ("rules", "bet", "rule"),
    [
        ("ma-midi-ez", "dragon_7", "ma-midi 12(f)"),
        ("ma-big-ez", "dragon_7", "ma-big 13(f)"),
        ("md-midi-ez", "dragon_7", "the licensee's"),
        ("md-midi-fortune7", "fortune_7", "md 12I"),
    ],
)
def test_r3_banker_pushes_on_a_three_card_seven_and_the_insurance_pays_forty(
    clerk: Clerk, rules: str, bet: str, rule: str
) -> None:
    clerk.opens(rules).starts_shoe()
    wagers = ((2, "banker", 10_000), (2, "player", 500), (2, bet, 100))
    event = settled(clerk.plays(*BANKER_THREE_CARD_7, *wagers))
    assert net(event) == {"banker": 0, "player": -500, bet: 4_000}
    assert next(line.result for line in event.lines if line.bet == "banker") == "push"
    paid = next(line for line in event.lines if line.bet == bet)
    assert paid.rule == rule
    assert clerk.ledger.table(clerk.table).marks == {}


def test_r3_panda_8_pays_twenty_five(clerk: Clerk) -> None:
    clerk.opens("ma-midi-ez").starts_shoe()
    event = settled(clerk.plays(*PLAYER_THREE_CARD_8, (2, "panda_8", 100), (2, "player", 500)))
    assert net(event) == {"panda_8": 2_500, "player": 500}


@pytest.mark.parametrize(
    ("hands", "pays"),
    [(PLAYER_WINS, 9), (("As Ks Qs", "Kd Td Qd"), 30), (("2s As Ks", "Kd Ad Qd"), -1)],
)
def test_r3_one_up_pays_nine_and_thirty_for_one_to_nothing(
    clerk: Clerk, hands: tuple[str, str], pays: int
) -> None:
    clerk.opens("md-midi-fortune7").starts_shoe()
    assert net(settled(clerk.plays(*hands, (2, "one_up", 100)))) == {"one_up": 100 * pays}


def test_w1_insurance_wagers_belong_to_their_game(clerk: Clerk) -> None:
    clerk.opens("md-midi-fortune7").starts_shoe()
    assert clerk.is_refused("wager", seat=1, bet="dragon_7", cents=100) == "bet_not_offered"
    other = Clerk(clerk.ledger, f"{clerk.table}-2").opens("div-mini").starts_shoe()
    for bet in ("dragon_bonus_player", "house_money", "royal_9", "one_up"):
        assert other.is_refused("wager", seat=1, bet=bet, cents=100) == "bet_not_offered"


def test_royal_9_waits_for_its_meter(dealing: Clerk) -> None:
    assert dealing.is_refused("wager", seat=1, bet="royal_9", cents=500) == "no_meter"


# -- the Division's three games


@pytest.mark.parametrize(
    ("stake", "won"), [(10_000, 5_000), (500, 250), (501, 250), (2_505, 1_252), (1, 0)]
)
def test_div_c_6_banker_six_pays_one_to_two_and_odd_cents_stay_with_the_house(
    clerk: Clerk, stake: int, won: int
) -> None:
    clerk.opens("div-mini-no-commission").starts_shoe()
    event = settled(clerk.plays(*BANKER_BY_SIX, (4, "banker", stake)))
    (line,) = event.lines
    assert (line.result, line.returned, line.vig) == ("win", stake + won, 0)
    assert line.rule == "div (c)(6)"
    assert clerk.ledger.table(clerk.table).tray_cents == OPENER_CENTS - won


def test_div_c_6_banker_seven_is_paid_even(clerk: Clerk) -> None:
    clerk.opens("div-mini-no-commission").starts_shoe()
    event = settled(clerk.plays(*BANKER_WINS, (4, "banker", 1_000)))
    assert net(event) == {"banker": 1_000}
    assert event.lines[0].vig == 0


def test_div_c_6_a_coupon_on_banker_six_wins_half_its_face(clerk: Clerk) -> None:
    clerk.opens("div-mini-no-commission").starts_shoe()
    coupons = [
        {"seat": 4, "bet": "banker", "cents": face, "tender": "coupon", "coupon": f"MP-{face}"}
        for face in (501, 499)
    ]
    wagers = [{"seat": 4, "bet": "banker", "cents": 1_000}, *coupons]
    events = clerk.says(
        "round", player=BANKER_BY_SIX[0].split(), banker=BANKER_BY_SIX[1].split(), wagers=wagers
    )
    assert sorted(line.returned for line in settled(events).lines) == [249, 250, 1_500]
    assert clerk.ledger.table(clerk.table).tray_cents == OPENER_CENTS - 500 - 250 - 249


def test_v2_div_c_4_a_quarter_of_the_banker_wager_on_a_tie(clerk: Clerk) -> None:
    clerk.opens("div-mini-tie-vig").starts_shoe()
    *_, event, collected = clerk.plays(*TIE, (4, "banker", 10_000), (4, "player", 10_000))
    assert isinstance(event, e.RoundSettled)
    assert {line.bet: (line.result, line.returned, line.vig) for line in event.lines} == {
        "banker": ("push", 10_000, 2_500),
        "player": ("push", 10_000, 0),
    }
    assert isinstance(collected, e.VigorishCollected)
    assert [(line.seat, line.cents) for line in collected.lines] == [(4, 2_500)]
    table = clerk.ledger.table(clerk.table)
    assert (table.marks, table.tray_cents) == ({}, OPENER_CENTS + 2_500)


def test_v2_div_c_4_instead_of_the_five_percent(clerk: Clerk) -> None:
    clerk.opens("div-mini-tie-vig").starts_shoe()
    event = settled(clerk.plays(*BANKER_WINS, (4, "banker", 10_000)))
    assert (net(event), event.lines[0].vig) == ({"banker": 10_000}, 0)


@pytest.mark.parametrize(
    ("rounding", "stake", "vig"),
    [("up", 1_010, 255), ("nearest", 1_010, 255), ("nearest", 1_008, 250), ("exact", 1_011, 253)],
)
def test_v2_decision_5_the_tie_vigorish_is_rounded_likewise(
    clerk: Clerk, rounding: str, stake: int, vig: int
) -> None:
    clerk.opens("div-mini-tie-vig", options={"vigorish.rounding": rounding}).starts_shoe()
    assert settled(clerk.plays(*TIE, (4, "banker", stake))).lines[0].vig == vig


def test_v2_decision_4_it_is_never_deferred(clerk: Clerk) -> None:
    deferred = {"vigorish.collect": "deferred"}
    code = clerk.is_refused(
        "open", rules="div-mini-tie-vig", pit="P-1", opener={}, dealer="D", supervisor="S",
        options=deferred,
    )  # fmt: skip
    assert code == "out_of_bounds"


def test_v2_decision_17_a_coupons_face_owes_nothing_on_a_tie(clerk: Clerk) -> None:
    clerk.opens("div-mini-tie-vig").starts_shoe()
    coupon = {"seat": 4, "bet": "banker", "cents": 500, "tender": "coupon", "coupon": "MP-1"}
    wagers = [{"seat": 4, "bet": "banker", "cents": 1_000}, coupon]
    events = clerk.says("round", player=TIE[0].split(), banker=TIE[1].split(), wagers=wagers)
    assert [(line.tender, line.returned, line.vig) for line in settled(events).lines] == [
        ("chips", 1_000, 250),
        ("coupon", 0, 0),
    ]


@pytest.mark.parametrize(("rate", "vig"), [("500", 550), ("400", 440)])
def test_v1_div_c_3_five_or_four_percent(clerk: Clerk, rate: str, vig: int) -> None:
    notice = {"notice_at": clerk.moment.isoformat(), "authorised_by": "M-1"}
    clerk.opens("div-mini", options={"vigorish.rate_bps": rate}, **notice).starts_shoe()
    event = settled(clerk.plays(*BANKER_WINS, (4, "banker", 10_999)))
    assert event.lines[0].vig == vig


# -- coupons


def test_decision_17_vigorish_once_on_all_that_chips_and_coupons_win(dealing: Clerk) -> None:
    coupons = [
        {"seat": 4, "bet": "banker", "cents": face, "tender": "coupon", "coupon": f"MP-{face}"}
        for face in (600, 400)
    ]
    wagers = [{"seat": 4, "bet": "banker", "cents": 1_000}, *coupons]
    events = dealing.says(
        "round", player=BANKER_WINS[0].split(), banker=BANKER_WINS[1].split(), wagers=wagers
    )
    event = settled(events)
    assert sum(line.vig for line in event.lines) == 100, "5% of $20.00, rounded up once"
    assert sum(line.returned for line in event.lines) == 3_000
    assert dealing.ledger.table(dealing.table).tray_cents == OPENER_CENTS - 2_000


def test_decision_17_coupons_double_no_more_than_what_stands(dealing: Clerk) -> None:
    dealing.says("wager", seat=4, bet="banker", cents=1_000)
    coupon = {"seat": 4, "bet": "banker", "tender": "coupon"}
    dealing.says("wager", cents=600, coupon="MP-1", **coupon)
    assert dealing.is_refused("wager", cents=401, coupon="MP-2", **coupon) == "coupon_without_wager"
    dealing.says("wager", cents=400, coupon="MP-2", **coupon)
    assert dealing.is_refused("withdraw", seat=4, bet="tie") == "no_such_wager"


def test_md_7_and_house_take_no_coupons(clerk: Clerk) -> None:
    coupon = {"seat": 4, "bet": "banker", "cents": 500, "tender": "coupon", "coupon": "MP-1"}
    for n, rules in enumerate(("md-midi", "house-dragon")):
        table = Clerk(clerk.ledger, f"{clerk.table}-{n}").opens(rules).starts_shoe()
        table.says("wager", seat=4, bet="banker", cents=500)
        assert table.is_refused("wager", **coupon) == "tender_not_accepted"


# -- announcements, through the command


ANNOUNCED = [
    ("ma-midi", BANKER_WINS, "player 6, banker 7, banker wins"),
    ("ma-midi", TIE, "player 7, banker 7, tie hand"),
    ("ma-midi", BANKER_THREE_CARD_7, "player 2, banker 7, banker wins"),
    ("ma-big", PLAYER_WINS, "player 7, banker 6, player wins"),
    ("ma-midi-ez", BANKER_THREE_CARD_7, "player 2, banker 7, banker wins, Dragon 7"),
    ("ma-midi-ez", BANKER_TWO_CARD_7, "player 6, banker 7, banker wins"),
    ("ma-midi-ez", PLAYER_THREE_CARD_8, "player 8, banker 7, player wins, Panda 8"),
    ("ma-big-ez", BANKER_THREE_CARD_7, "player 2, banker 7, banker wins, Dragon 7"),
    ("md-midi-ez", PLAYER_THREE_CARD_8, "player 8, banker 7, player wins, Panda 8"),
    ("md-midi", TIE, "player 7, banker 7, tie hand"),
    ("md-midi-fortune7", BANKER_THREE_CARD_7, "player 2, banker 7, banker wins, Fortune 7"),
    ("md-midi-fortune7", PLAYER_WINS, "player 7, banker 6, player wins, One Up"),
    ("div-mini", BANKER_WINS, "player 6, banker 7, banker wins"),
    ("div-mini-tie-vig", TIE, "player 7, banker 7, tie hand"),
    ("div-mini-no-commission", BANKER_BY_SIX, "player 5, banker 6, banker wins"),
    ("house-dragon", PLAYER_WINS, "player 7, banker 6, player wins"),
]


@pytest.mark.parametrize(("rules", "hands", "announcement"), ANNOUNCED)
def test_w7_announcements(
    apart: Terminal, rules: str, hands: tuple[str, str], announcement: str
) -> None:
    answer = settles(apart, rules, *hands)
    assert answer["announce"] == announcement


def settles(terminal: Terminal, rules: str, player: str, banker: str, *options: str) -> Any:
    """The answer of `pit audit settle` to one hand."""
    hand = {"player": player.split(), "banker": banker.split(), "wagers": []}
    return json.loads(
        terminal.does("audit", "settle", "--rules", rules, *options, stdin=json.dumps(hand) + "\n")
    )
