"""The shoe (T3, T5, T8, V4, I5)."""

import pytest

from ledger.baccarat.hands import next_draw
from ledger.events import shoe as shoe_events
from ledger.events import table as e
from projections.queries.moment import NOW
from projections.queries.round import replay
from tests.clerk import SIGNED, Clerk


@pytest.mark.parametrize(
    ("burn", "gone"), [("Ah", 2), ("2c", 3), ("9d", 10), ("Ts", 11), ("Kh", 11)]
)
def test_t3_ma_midi_5_e_the_first_card_burns_as_many_as_it_counts(
    clerk: Clerk, burn: str, gone: int
) -> None:
    (event,) = clerk.opens().says("shoe", shoe=1, decks=8, burn=burn)
    assert isinstance(event, shoe_events.ShoeStarted)
    assert (event.burned, event.left) == (gone, 416 - gone)


def test_t3_the_count_of_cards_left_is_kept(dealing: Clerk) -> None:
    dealing.plays("7d Qh", "5c 5h Ah")
    shoe = dealing.ledger.table("MB-01").shoe
    assert shoe is not None
    assert shoe.left == 416 - 3 - 5


def test_t5_ma_midi_9_d_cut_card_during_a_round_leaves_one_more(dealing: Clerk) -> None:
    dealing.says("wager", seat=3, bet="banker", cents=2000)
    (event,) = dealing.says("cut_card")
    assert isinstance(event, shoe_events.CutCardSeen)
    dealing.says("no_more_bets")
    dealing.says("deal", player=["7d", "Qh"], banker=["9c", "Kh"])
    dealing.says("settle")
    dealing.plays("7d Qh", "9c Kh")
    assert dealing.is_refused("no_more_bets") == "shoe_over"


def test_t5_cut_card_between_rounds_leaves_the_coming_round_and_one_more(dealing: Clerk) -> None:
    dealing.plays("7d Qh", "9c Kh")
    dealing.says("cut_card")
    dealing.plays("7d Qh", "9c Kh")
    dealing.plays("7d Qh", "9c Kh")
    assert dealing.is_refused("wager", seat=1, bet="tie", cents=500) == "shoe_over"


def test_t5_a_void_round_is_not_a_completed_one(dealing: Clerk) -> None:
    dealing.says("cut_card")
    dealing.says("no_more_bets")
    dealing.says("void", reason="cards exposed by a patron")
    dealing.plays("7d Qh", "9c Kh")
    dealing.plays("7d Qh", "9c Kh")
    assert dealing.is_refused("no_more_bets") == "shoe_over"


def test_t5_the_cut_card_comes_once(dealing: Clerk) -> None:
    dealing.says("cut_card")
    assert dealing.is_refused("cut_card") == "cut_card_already_seen"


def test_t5_a_new_shoe_deals_again(dealing: Clerk) -> None:
    dealing.says("cut_card")
    dealing.plays("7d Qh", "9c Kh")
    dealing.plays("7d Qh", "9c Kh")
    dealing.starts_shoe(2).plays("7d Qh", "9c Kh")


def test_t8_a_card_cannot_leave_the_shoe_more_often_than_its_decks_hold_it(dealing: Clerk) -> None:
    for _ in range(4):
        dealing.plays("7d 7d", "9c Kh")
    assert dealing.is_refused("round", wagers=[], player=["7d", "Ah"], banker=["9c", "Ks"]) == (
        "card_not_in_shoe"
    )


def test_t8_the_burn_card_counts_as_gone(clerk: Clerk) -> None:
    clerk.opens().starts_shoe(burn="7d")
    for _ in range(3):
        clerk.plays("7d 7d", "9c Kh")
    clerk.plays("7d As", "9c Ks")
    assert clerk.is_refused("round", wagers=[], player=["7d", "Ah"], banker=["9c", "Ks"]) == (
        "card_not_in_shoe"
    )


def test_v4_x23_a_new_shoe_is_refused_while_a_seat_owes(dealing: Clerk) -> None:
    dealing.plays("7d Qh", "9c Kh", (3, "banker", 7500))
    assert dealing.ledger.table("MB-01").owed(3) == 375
    assert dealing.is_refused("shoe", shoe=2, decks=8, burn="2c") == "vigorish_owed"
    dealing.says("collect_vig", seat=3)
    dealing.starts_shoe(2)


def test_decks_are_those_of_the_submission(clerk: Clerk) -> None:
    assert clerk.opens().is_refused("shoe", shoe=1, decks=6, burn="2c") == "decks_differ"


def test_t2_the_cut_card_lies_at_least_14_from_the_back(clerk: Clerk) -> None:
    clerk.opens()
    assert clerk.is_refused("shoe", shoe=1, decks=8, burn="2c", cut_card_at=13) == (
        "cut_card_too_late"
    )
    clerk.starts_shoe(cut_card_at=14)


def test_t2_where_the_text_says_nothing_of_the_cut_card_it_lies_anywhere_in_the_shoe(
    clerk: Clerk,
) -> None:
    clerk.opens("house-dragon")
    for outside in (0, 414):
        assert clerk.is_refused("shoe", shoe=1, decks=8, burn="2c", cut_card_at=outside)
    clerk.starts_shoe(cut_card_at=1)


def test_no_shoe_no_wager(clerk: Clerk) -> None:
    assert clerk.opens().is_refused("wager", seat=1, bet="tie", cents=500) == "no_shoe"


def test_an_ended_shoe_deals_no_more(dealing: Clerk) -> None:
    dealing.says("end_shoe", reason="shift change")
    assert dealing.is_refused("no_more_bets") == "shoe_over"


def test_no_new_shoe_in_the_middle_of_a_round(dealing: Clerk) -> None:
    dealing.says("no_more_bets")
    assert dealing.is_refused("shoe", shoe=2, decks=8, burn="2c") == "round_in_progress"


def test_i5_ma_midi_13_e_too_few_cards_void_the_round_and_end_the_shoe(clerk: Clerk) -> None:
    clerk.opens().starts_shoe(burn="2c")
    _exhaust(clerk)
    clerk.says("wager", seat=2, bet="player", cents=5000)
    clerk.says("no_more_bets")
    code = clerk.is_refused("deal", player=["3d", "3h"], banker=["4c", "4h"])
    assert code == "shoe_short"
    voided, ended = clerk.says("void", reason="too few cards")
    assert isinstance(voided, e.RoundVoided)
    assert isinstance(ended, shoe_events.ShoeEnded)
    assert [w.cents for w in voided.returned] == [5000]
    assert clerk.is_refused("no_more_bets") == "shoe_over"
    clerk.starts_shoe(2).plays("7d Qh", "9c Kh")


@pytest.mark.parametrize(
    ("rules", "section", "replaced"),
    [
        ("ma-midi", "ma-midi 13(e)", True),
        ("ma-big", "ma-big 15(e)", True),
        ("md-midi", "the licensee's", True),
        ("div-mini", "div (k)(4)", False),
    ],
)
def test_i5_the_whole_set_is_replaced_and_under_div_reshuffled(
    clerk: Clerk, rules: str, section: str, replaced: bool
) -> None:
    cut = {"cut_seat": 0, "cut_depth": 60}
    clerk.opens(rules)
    decks = {"batch": "A", "colour": "red", "decks": 8, **SIGNED}
    clerk.says("receive_decks", **decks)
    clerk.says("shuffle_cards", **cut)
    clerk.starts_shoe(burn="2c")
    _exhaust(clerk)
    clerk.says("no_more_bets")
    _, ended = clerk.says("void", reason="too few cards")
    assert isinstance(ended, shoe_events.ShoeEnded)
    assert (ended.rule, ended.replaced) == (section, replaced)
    assert replay(clerk.ledger, NOW, clerk.table).void_rule == section
    if replaced:
        assert clerk.is_refused("shuffle_cards", **cut) == "decks_used"
        clerk.says("receive_decks", **decks)
    clerk.says("shuffle_cards", **cut)
    clerk.starts_shoe(2).plays("7d Qh", "9c Kh")


def _exhaust(clerk: Clerk) -> None:
    """Play a whole shoe by the drawing rules until fewer than four cards are left."""
    deck = [rank + suit for _ in range(8) for suit in "shdc" for rank in "A23456789TJQK"]
    deck.remove("2c")
    for start in range(len(deck)):
        rounds, left = _dealt_out([*deck[start:], *deck[:start]][2:])
        if left < 4:
            for player, banker in rounds:
                clerk.plays(" ".join(player), " ".join(banker))
            return


def _dealt_out(order: list[str]) -> tuple[list[tuple[list[str], list[str]]], int]:
    rounds = []
    while len(order) >= 6:
        player, banker = [order[0], order[2]], [order[1], order[3]]
        order = order[4:]
        while (due := next_draw(player, banker)) is not None:
            (player if due.hand == "player" else banker).append(order.pop(0))
        rounds.append((player, banker))
    return rounds, len(order)
