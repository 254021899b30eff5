"""House Money at a table: settled on the first four cards, taken or pressed (W6, X11, X29, I6)."""

from typing import Any

import pytest

from ledger.events import table as e
from ledger.events.base import Event
from tests.clerk import OPENER_CENTS, Clerk

PAIR_DRAWING = {"player": ["2d", "2s"], "banker": ["5c", "Kh"]}
"""A pair for Player at 4 against 5: both hands may draw."""


def settled(events: list[Event]) -> e.RoundSettled:
    (found,) = [event for event in events if isinstance(event, e.RoundSettled)]
    return found


def net(event: e.RoundSettled) -> dict[str, int]:
    return {line.bet: line.returned - line.cents for line in event.lines}


def bets(clerk: Clerk, *wagers: tuple[str, int], seat: int = 3, cards: Any = PAIR_DRAWING) -> None:
    """Wagers of one seat, and the first four cards."""
    for bet, cents in wagers:
        clerk.says("wager", seat=seat, bet=bet, cents=cents)
    clerk.says("no_more_bets")
    clerk.says("deal", **cards)


def tray(clerk: Clerk) -> int:
    return clerk.ledger.table(clerk.table).tray_cents - OPENER_CENTS


def test_x11_ma_midi_12_h_both_pairs_pay_fifteen_to_one(dealing: Clerk) -> None:
    event = settled(dealing.plays("4s 4d", "5c 5h", (1, "house_money", 500)))
    assert net(event) == {"house_money": 7500}
    assert event.lines[0].rule == "ma-midi 12(h)"
    assert tray(dealing) == -7500


def test_ma_midi_12_h_one_pair_pays_three_to_one(dealing: Clerk) -> None:
    event = settled(dealing.plays("2d 2s 3h", "5c Kh", (1, "house_money", 500)))
    assert net(event) == {"house_money": 1500}


def test_w6_a_winner_takes_it_unless_it_is_pressed(dealing: Clerk) -> None:
    bets(dealing, ("player", 2500), ("house_money", 500))
    dealing.says("third", hand="player", card="3h")
    event = settled(dealing.says("settle"))
    assert net(event) == {"house_money": 1500, "player": 2500}


def test_w6_ma_midi_8_c_3_all_of_it_is_pressed_before_any_third_card(dealing: Clerk) -> None:
    bets(dealing, ("player", 2500), ("house_money", 500))
    (press,) = dealing.says("press", seat=3, onto="player")
    assert isinstance(press, e.HouseMoneyPressed)
    assert press.cents == 1500
    assert dealing.is_refused("press", seat=3, onto="player") == "pressed_already"
    dealing.says("third", hand="player", card="3h")
    event = settled(dealing.says("settle"))
    assert {line.bet: line.cents for line in event.lines} == {"house_money": 500, "player": 4000}
    assert net(event) == {"house_money": 1500, "player": 4000}
    assert tray(dealing) == -5500


def test_w6_late_press_is_refused(dealing: Clerk) -> None:
    bets(dealing, ("player", 2500), ("house_money", 500))
    dealing.says("third", hand="player", card="3h")
    assert dealing.is_refused("press", seat=3, onto="player") == "press_too_late"


def test_w6_a_portion_is_pressed_and_the_rest_taken(clerk: Clerk) -> None:
    clerk.opens("ma-midi", options={"house_money.press_percent": "50"}).starts_shoe()
    bets(clerk, ("player", 2500), ("house_money", 501))
    for wrong in (752, 700, 1, 0, -751):
        refused = clerk.is_refused("press", seat=3, onto="player", cents=wrong)
        assert refused == "press_in_part"
    (press,) = clerk.says("press", seat=3, onto="player", cents=751)
    assert isinstance(press, e.HouseMoneyPressed)
    clerk.says("third", hand="player", card="3h")
    event = settled(clerk.says("settle"))
    assert {line.bet: line.cents for line in event.lines} == {"house_money": 501, "player": 3251}
    assert tray(clerk) == -1503 - 3251


@pytest.mark.parametrize("second", ["banker", "player"])
def test_w6_ma_midi_8_c_3_i_a_payout_is_pressed_once_and_onto_one_hand(
    dealing: Clerk, second: str
) -> None:
    bets(dealing, ("player", 2500), ("banker", 2500), ("house_money", 500))
    assert dealing.is_refused("press", seat=3, onto="banker", cents=600) == "press_in_part"
    dealing.says("press", seat=3, onto="banker")
    assert dealing.is_refused("press", seat=3, onto=second) == "pressed_already"


def test_decision_6_the_enlarged_banker_wager_owes_on_all_it_wins(dealing: Clerk) -> None:
    bets(dealing, ("banker", 2500), ("house_money", 500))
    dealing.says("press", seat=3, onto="banker")
    dealing.says("third", hand="player", card="9h")
    event = settled(dealing.says("settle"))
    banker = next(line for line in event.lines if line.bet == "banker")
    assert (banker.cents, banker.returned, banker.vig) == (4000, 8000, 200)
    assert dealing.ledger.table(dealing.table).owed(3) == 200


@pytest.mark.parametrize(
    ("onto", "standing", "cards", "code"),
    [
        ("player", "banker", PAIR_DRAWING, "press_without_wager"),
        ("tie", "tie", PAIR_DRAWING, "press_onto"),
        ("player", "player", {"player": ["2d", "3s"], "banker": ["5c", "Kh"]}, "press_without_win"),
    ],
)
def test_w6_only_a_winner_presses_onto_a_standing_hand(
    dealing: Clerk, onto: str, standing: str, cards: dict[str, list[str]], code: str
) -> None:
    bets(dealing, (standing, 2500), ("house_money", 500), cards=cards)
    assert dealing.is_refused("press", seat=3, onto=onto) == code


def test_w6_nobody_presses_for_another_seat(dealing: Clerk) -> None:
    dealing.says("wager", seat=5, bet="player", cents=2500)
    bets(dealing, ("player", 2500), ("house_money", 500))
    assert dealing.is_refused("press", seat=5, onto="player") == "press_without_win"


def test_x29_a_void_takes_the_house_money_payout_back(dealing: Clerk) -> None:
    bets(dealing, ("banker", 5000), ("dragon_bonus_banker", 500), ("house_money", 500))
    dealing.says("press", seat=3, onto="banker")
    (void,) = dealing.says("void", reason="the shoe ran out at the third card")
    assert isinstance(void, e.RoundVoided)
    assert sum(line.cents for line in void.returned) == 6000
    assert [(line.seat, line.cents) for line in void.taken_back] == [(3, 1500)]
    table = dealing.ledger.table(dealing.table)
    assert (tray(dealing), table.marks, table.round) == (0, {}, None)


def test_w6_ma_big_9_e_house_money_of_a_big_table(clerk: Clerk) -> None:
    clerk.opens("ma-big-ez").starts_shoe()
    bets(clerk, ("player", 2500), ("house_money", 500), seat=14)
    clerk.says("press", seat=14, onto="player")
    clerk.says("third", hand="player", card="3h")
    event = settled(clerk.says("settle"))
    assert net(event) == {"house_money": 1500, "player": 4000}
    assert event.lines[0].rule == "ma-big 13(h)"


def test_w6_the_same_in_one_record(dealing: Clerk) -> None:
    events = dealing.plays(
        "2d 2s 3h",
        "5c Kh",
        (3, "player", 2500),
        (3, "house_money", 500),
        presses=[{"seat": 3, "onto": "player"}],
    )
    assert net(settled(events)) == {"house_money": 1500, "player": 4000}


def test_w6_nothing_to_press_where_house_money_is_not_offered(clerk: Clerk) -> None:
    clerk.opens("div-mini").starts_shoe()
    bets(clerk, ("player", 2500))
    assert clerk.is_refused("press", seat=3, onto="player") == "press_without_win"
