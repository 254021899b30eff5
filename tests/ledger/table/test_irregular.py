"""Cards that should not have come, and what becomes of them (I1 to I6, X8, X28, X29)."""

from typing import Any

import pytest

from ledger.events import table as e
from ledger.events.base import Event
from ledger.table.shoe_state import ShoeInPlay
from ledger.values.errors import StoreUnreachable
from tests.clerk import OPENER_CENTS, Clerk

NATURAL = {"player": ["4d", "7s"], "banker": ["5c", "3h"]}
"""Player 1 against a natural 8: no third card is authorised, and Banker stays (X8)."""
BANKER_DRAWS = {"player": ["Qs", "7s"], "banker": ["5c", "Qd"]}
"""Player stays on 7, Banker draws on 5."""
LEFT = 416 - 3


def shoe(clerk: Clerk) -> ShoeInPlay:
    found = clerk.ledger.table(clerk.table).shoe
    assert found is not None
    return found


def seen(clerk: Clerk) -> int:
    """Cards known to have left the shoe."""
    return sum(shoe(clerk).dealt)


def irregular(clerk: Clerk, kind: str, card: str = "", **facts: Any) -> e.IrregularCard:
    events = clerk.says("irregular", kind=kind, card=card, **facts)
    (found,) = [event for event in events if isinstance(event, e.IrregularCard)]
    return found


def hand(clerk: Clerk, cards: dict[str, list[str]], *wagers: tuple[str, int]) -> None:
    for bet, cents in wagers:
        clerk.says("wager", seat=3, bet=bet, cents=cents)
    clerk.says("no_more_bets")
    clerk.says("deal", **cards)


def under(clerk: Clerk, rules: str, **options: str) -> Clerk:
    return clerk.opens(rules, options=options).starts_shoe()


SIMULATED = {"irregularities.disclosed_third_card": "simulated_round"}
RULES = ("ma-midi", "ma-big", "md-midi", "div-mini", "house-dragon")
SECTIONS = {
    "ma-midi": "ma-midi 13(a)",
    "ma-big": "ma-big 15(a)",
    "md-midi": "the licensee's",
    "div-mini": "div (k)(2)",
    "house-dragon": "the licensee's",
}


@pytest.mark.parametrize("rules", RULES)
def test_i1_an_undisclosed_card_is_the_first_of_the_next_hand(clerk: Clerk, rules: str) -> None:
    under(clerk, rules)
    event = irregular(clerk, "drawn_in_error", "9h", disclosed=False)
    assert (event.remedy, event.rule, event.left) == ("next_hand", SECTIONS[rules], LEFT - 1)
    clerk.says("no_more_bets")
    assert clerk.is_refused("deal", **BANKER_DRAWS) == "other_first_card"
    clerk.says("deal", player=["9h", "Qs"], banker=["2d", "Kh"])
    assert (shoe(clerk).left, seen(clerk)) == (LEFT - 4, 5)
    clerk.says("settle")
    clerk.plays("7d Qh", "9c Kh")


def test_i1_a_card_that_nobody_saw_is_counted_once(dealing: Clerk) -> None:
    event = irregular(dealing, "drawn_in_error", disclosed=False)
    assert (event.card, event.left) == ("", LEFT - 1)
    dealing.plays("7d Qh", "9c Kh")
    assert (shoe(dealing).left, seen(dealing)) == (LEFT - 4, 5)


def test_i1_a_card_drawn_in_error_during_a_round_waits_for_the_next(dealing: Clerk) -> None:
    hand(dealing, BANKER_DRAWS)
    event = irregular(dealing, "drawn_in_error", "2h", disclosed=False)
    assert event.round.endswith(":1")
    dealing.says("third", hand="banker", card="3d")
    dealing.says("settle")
    assert dealing.is_refused("round", wagers=[], player=["7d", "Qh"], banker=["9c", "Kh"]) == (
        "other_first_card"
    )
    dealing.plays("2h 5h", "9c Kh")
    assert shoe(dealing).left == LEFT - 9


def test_i1_two_cards_drawn_in_error_keep_their_order(dealing: Clerk) -> None:
    irregular(dealing, "drawn_in_error", "2h", disclosed=False)
    irregular(dealing, "drawn_in_error", disclosed=False)
    dealing.plays("2h 5h", "9c Kh")
    assert (shoe(dealing).left, seen(dealing)) == (LEFT - 4, 5)


def test_i1_no_more_wait_than_a_hand_begins_with(dealing: Clerk) -> None:
    for card in ("2h", "3h", "4h", "5h"):
        irregular(dealing, "drawn_in_error", card, disclosed=False)
    assert dealing.is_refused("irregular", kind="drawn_in_error", disclosed=False) == "hand_full"


@pytest.mark.parametrize(("card", "gone"), [("As", 1), ("7d", 7), ("Th", 10), ("Kc", 10)], ids=str)
def test_i1_div_k_2_a_disclosed_card_is_burned_with_as_many_as_it_counts(
    clerk: Clerk, card: str, gone: int
) -> None:
    event = irregular(under(clerk, "div-mini"), "drawn_in_error", card, disclosed=True)
    assert (event.remedy, event.rule, event.burned) == ("burn_value", "div (k)(2)", gone)
    assert (shoe(clerk).left, seen(clerk)) == (LEFT - 1 - gone, 2)
    clerk.plays("7d Qh", "9c Kh")


def test_i1_div_k_1_cards_burned_face_up_are_known_to_be_gone(clerk: Clerk) -> None:
    under(clerk, "div-mini")
    wrong = clerk.is_refused(
        "irregular", kind="drawn_in_error", card="2d", disclosed=True, shown=["3d"]
    )
    assert wrong == "burned_cards"
    irregular(clerk, "drawn_in_error", "2d", disclosed=True, shown=["3d", "Kh"])
    assert (shoe(clerk).left, seen(clerk)) == (LEFT - 3, 4)


@pytest.mark.parametrize("rules", ["ma-midi", "ma-big", "md-midi"])
def test_i1_i4_a_disclosed_card_begins_a_simulated_round(clerk: Clerk, rules: str) -> None:
    under(clerk, rules)
    event = irregular(clerk, "drawn_in_error", "7d", disclosed=True)
    assert event.remedy == "simulated_round"
    assert clerk.is_refused("wager", seat=3, bet="banker", cents=2000) == "simulated_round_due"
    assert clerk.is_refused("no_more_bets") == "simulated_round_due"
    cards = {"player": ["7d", "Qh"], "banker": ["5c", "Kh"]}
    assert clerk.is_refused("simulated_round", **cards) == "hand_incomplete"
    other = {"player": ["8d", "Qh"], "banker": ["9c", "Kh"]}
    assert clerk.is_refused("simulated_round", **other) == "other_first_card"
    (played,) = clerk.says("simulated_round", player=["7d", "Qh"], banker=["5c", "Kh", "2s"])
    assert isinstance(played, e.RoundSimulated)
    assert played.rule == event.rule
    assert (shoe(clerk).left, seen(clerk)) == (LEFT - 5, 6)
    table = clerk.ledger.table(clerk.table)
    assert (table.last_round, table.tray_cents) == ("", OPENER_CENTS)
    assert clerk.is_refused("simulated_round", **other) == "no_simulated_round"
    clerk.plays("7d Qh", "9c Kh")
    assert clerk.ledger.table(clerk.table).last_round.endswith(":1")


def test_i4_a_feed_sends_the_simulated_round_as_one_without_wagers(dealing: Clerk) -> None:
    irregular(dealing, "face_up", "7d", disclosed=True)
    wagers = [{"seat": 3, "bet": "banker", "cents": 2000}]
    cards = {"player": ["7d", "Qh"], "banker": ["9c", "Kh"]}
    assert dealing.is_refused("round", wagers=wagers, **cards) == "simulated_round_due"
    (played,) = dealing.says("round", wagers=[], **cards)
    assert isinstance(played, e.RoundSimulated)


def test_i4_wagers_on_the_layout_wait_for_the_round_that_counts(dealing: Clerk) -> None:
    dealing.says("wager", seat=3, bet="banker", cents=2000)
    dealing.says("no_more_bets")
    irregular(dealing, "face_up", "7d", disclosed=True)
    cards = {"player": ["7d", "Qh"], "banker": ["9c", "Kh"]}
    assert dealing.is_refused("deal", **cards) == "simulated_round_due"
    dealing.says("simulated_round", **cards)
    dealing.says("deal", **cards)
    *_, settled, _mark = dealing.says("settle")
    assert isinstance(settled, e.RoundSettled)
    assert [line.cents for line in settled.lines] == [2000]


def test_i4_a_simulated_round_waits_for_the_round_on_the_layout(dealing: Clerk) -> None:
    hand(dealing, BANKER_DRAWS)
    irregular(dealing, "face_up", "7d", disclosed=True)
    cards = {"player": ["7d", "Qh"], "banker": ["9c", "Kh"]}
    assert dealing.is_refused("simulated_round", **cards) == "cards_on_layout"
    dealing.says("third", hand="banker", card="3d")
    dealing.says("settle")
    dealing.says("simulated_round", **cards)


def test_i4_a_simulated_round_is_no_hand_of_the_cut_cards_count(dealing: Clerk) -> None:
    dealing.says("cut_card")
    irregular(dealing, "face_up", "7d", disclosed=True)
    dealing.says("simulated_round", player=["7d", "Qh"], banker=["9c", "Kh"])
    dealing.plays("7d Qh", "9c Kh")
    dealing.plays("7d Qh", "9c Kh")
    assert dealing.is_refused("no_more_bets") == "shoe_over"


def test_i4_div_k_3_a_face_up_card_is_removed_with_as_many_more(clerk: Clerk) -> None:
    event = irregular(under(clerk, "div-mini"), "face_up", "6c", disclosed=True)
    assert (event.remedy, event.rule, event.burned) == ("burn_value", "div (k)(3)", 6)
    assert shoe(clerk).left == LEFT - 7
    assert clerk.is_refused("simulated_round", **NATURAL) == "no_simulated_round"


def test_i4_a_face_up_card_is_disclosed_and_known(dealing: Clerk) -> None:
    said = {"kind": "face_up", "card": "7d", "disclosed": False}
    assert dealing.is_refused("irregular", **said) == "face_up_is_disclosed"
    assert dealing.is_refused("irregular", kind="face_up", disclosed=True) == "card_missing"
    assert dealing.is_refused("irregular", kind="torn", disclosed=True, card="7d") == (
        "unknown_irregularity"
    )


@pytest.mark.parametrize("disclosed", [True, False])
@pytest.mark.parametrize("rules", RULES)
def test_i2_a_third_card_in_error_is_bankers_where_banker_draws(
    clerk: Clerk, rules: str, disclosed: bool
) -> None:
    under(clerk, rules)
    hand(clerk, BANKER_DRAWS, ("banker", 2000))
    unnamed = {"kind": "third_card", "disclosed": disclosed}
    assert clerk.is_refused("irregular", **unnamed) == "card_missing"
    event, third = clerk.says("irregular", kind="third_card", card="2h", disclosed=disclosed)
    assert isinstance(event, e.IrregularCard)
    assert isinstance(third, e.ThirdCardDealt)
    assert (event.remedy, third.hand, third.card) == ("banker_third", "banker", "2h")
    assert event.left == third.left == shoe(clerk).left == LEFT - 5
    assert seen(clerk) == 6
    settled = clerk.says("settle", outcome="tie")
    assert isinstance(settled[0], e.RoundSettled)


@pytest.mark.parametrize("rules", RULES)
def test_x8_i2_undisclosed_where_banker_stays_it_begins_the_next_hand(
    clerk: Clerk, rules: str
) -> None:
    under(clerk, rules)
    hand(clerk, NATURAL)
    assert clerk.is_refused("third", hand="player", card="Td") == "third_card_not_due"
    event = irregular(clerk, "third_card", "Td", disclosed=False)
    assert event.remedy == "next_hand"
    settled = clerk.says("settle")[0]
    assert isinstance(settled, e.RoundSettled)
    assert (settled.player, settled.player_points) == (["4d", "7s"], 1)
    clerk.plays("Td 7h", "9c Kh")


def test_x8_i3_disclosed_is_discarded_with_one_more(dealing: Clerk) -> None:
    hand(dealing, NATURAL)
    event = irregular(dealing, "third_card", "Td", disclosed=True)
    found = (event.remedy, event.rule, event.burned)
    assert found == ("discard_one_more", "ma-midi 13(c)", 1)
    assert shoe(dealing).left == LEFT - 6
    dealing.says("settle")
    dealing.plays("7d Qh", "9c Kh")


def test_x8_i3_disclosed_begins_a_simulated_round_where_the_submission_says_so(
    clerk: Clerk,
) -> None:
    under(clerk, "ma-big", **SIMULATED)
    hand(clerk, NATURAL)
    event = irregular(clerk, "third_card", "Td", disclosed=True)
    assert (event.remedy, event.rule) == ("simulated_round", "ma-big 15(c)")
    clerk.says("settle")
    assert clerk.is_refused("no_more_bets") == "simulated_round_due"
    (played,) = clerk.says("simulated_round", player=["Td", "7h"], banker=["9c", "Kh"])
    assert isinstance(played, e.RoundSimulated)
    assert played.rule == "ma-big 15(c)"


def test_x8_i3_div_k_1_disclosed_is_burned_with_as_many_as_it_counts(clerk: Clerk) -> None:
    hand(under(clerk, "div-mini"), NATURAL)
    event = irregular(clerk, "third_card", "Td", disclosed=True)
    assert (event.remedy, event.rule, event.burned) == ("burn_value", "div (k)(1)", 10)
    assert shoe(clerk).left == LEFT - 4 - 11


def test_i2_where_the_rules_leave_no_such_thing_it_is_refused(dealing: Clerk) -> None:
    said = {"kind": "third_card", "card": "2h", "disclosed": False}
    assert dealing.is_refused("irregular", **said) == "no_hand_dealt"
    hand(dealing, {"player": ["2d", "2s"], "banker": ["5c", "Kh"]})
    assert dealing.is_refused("irregular", **said) == "third_card_due"
    dealing.says("third", hand="player", card="3h")
    assert dealing.is_refused("irregular", **said) == "player_has_three"


def test_t8_an_irregular_card_must_be_possible(dealing: Clerk) -> None:
    for _ in range(4):
        dealing.plays("7d 7d", "9c Kh")
    said = {"kind": "drawn_in_error", "card": "7d", "disclosed": False}
    assert dealing.is_refused("irregular", **said) == "card_not_in_shoe"


def test_t8_a_card_carried_to_the_next_hand_is_not_counted_twice(dealing: Clerk) -> None:
    for _ in range(3):
        dealing.plays("7d 7d", "9c Kh")
    dealing.plays("7d As", "9c Ks")
    irregular(dealing, "drawn_in_error", "7d", disclosed=False)
    dealing.plays("7d Ah", "9c Ks")


def test_i1_the_last_hand_of_a_shoe_leaves_no_next_hand(dealing: Clerk) -> None:
    dealing.says("cut_card")
    dealing.plays("7d Qh", "9c Kh")
    hand(dealing, NATURAL)
    assert irregular(dealing, "drawn_in_error", "2h", disclosed=False).remedy == "left_with_shoe"
    assert irregular(dealing, "face_up", "3h", disclosed=True).remedy == "left_with_shoe"
    dealing.says("settle")
    dealing.starts_shoe(2).plays("7d Qh", "9c Kh")


def test_i5_a_new_shoe_owes_nothing_of_the_old_ones_irregularities(dealing: Clerk) -> None:
    irregular(dealing, "drawn_in_error", "2h", disclosed=False)
    irregular(dealing, "face_up", "3h", disclosed=True)
    dealing.says("end_shoe", reason="cards exposed")
    dealing.starts_shoe(2).plays("7d Qh", "9c Kh")
    assert shoe(dealing).left == LEFT - 4


def test_i6_a_void_round_keeps_the_carried_card_for_the_next_hand(dealing: Clerk) -> None:
    hand(dealing, NATURAL, ("banker", 2000))
    irregular(dealing, "third_card", "Td", disclosed=False)
    dealing.says("void", reason="cards exposed by a patron")
    dealing.plays("Td 7h", "9c Kh")


def _as_void(events: list[Event]) -> e.RoundVoided:
    (found,) = [event for event in events if isinstance(event, e.RoundVoided)]
    return found


def test_x28_i6_a_void_returns_every_wager_once_also_when_repeated(dealing: Clerk) -> None:
    for seat in range(1, 6):
        dealing.says("wager", seat=seat, bet="banker", cents=1000 * seat)
    dealing.says("no_more_bets")
    dealing.says("deal", **NATURAL)
    act = dealing.act("void", reason="misdeal")
    first = dealing.ledger.do(act, key="void-1")
    again = dealing.ledger.do(act, key="void-1")
    assert not first.repeated
    assert again.repeated
    voided = _as_void([recorded.event for recorded in first.events])
    assert [line.cents for line in voided.returned] == [1000, 2000, 3000, 4000, 5000]
    assert dealing.is_refused("void", reason="misdeal") == "no_round"
    table = dealing.ledger.table(dealing.table)
    assert (table.tray_cents, table.marks) == (OPENER_CENTS, {})
    (only,) = [
        x for x in dealing.ledger.stream("table:MB-01") if isinstance(x.event, e.RoundVoided)
    ]
    assert only.event == voided


def test_x28_a_void_that_does_not_reach_the_store_leaves_nothing(
    dealing: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand(dealing, NATURAL, ("banker", 2000), ("player", 500))
    before = dealing.everything()

    def lost(*_: object, **__: object) -> None:
        raise StoreUnreachable("store_unreachable", "The store went away.", "Try again.")

    with monkeypatch.context() as patch:
        patch.setattr(dealing.ledger.journal, "append", lost)
        with pytest.raises(StoreUnreachable):
            dealing.says("void", reason="misdeal")
    assert dealing.everything() == before
    assert dealing.ledger.table(dealing.table).round is not None
    assert sum(w.cents for w in _as_void(dealing.says("void", reason="misdeal")).returned) == 2500


def test_x29_a_void_at_the_third_card_nets_to_nothing(dealing: Clerk) -> None:
    cards = {"player": ["2d", "2s"], "banker": ["5c", "Kh"]}
    wagers = ("banker", 5000), ("dragon_bonus_banker", 500), ("house_money", 500)
    hand(dealing, cards, *wagers)
    voided = _as_void(dealing.says("void", reason="the shoe ran out at the third card"))
    assert sum(line.cents for line in voided.returned) == 6000
    assert sum(line.cents for line in voided.taken_back) == 1500
    assert dealing.ledger.table(dealing.table).tray_cents == OPENER_CENTS


def test_i6_a_void_round_frees_its_coupon(dealing: Clerk) -> None:
    dealing.says("wager", seat=3, bet="banker", cents=2000)
    coupon = {"seat": 3, "bet": "banker", "cents": 500, "tender": "coupon", "coupon": "1017"}
    dealing.says("wager", **coupon)
    dealing.says("no_more_bets")
    dealing.says("deal", **NATURAL)
    dealing.says("void", reason="misdeal")
    dealing.says("wager", seat=3, bet="banker", cents=2000)
    dealing.says("wager", **coupon)
