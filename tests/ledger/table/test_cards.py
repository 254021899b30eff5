"""The cards before they are in play (T2, T4, T6, T7)."""

from typing import Any

import pytest

from ledger.events.base import Event
from ledger.table.shoe_state import ShoeInPlay
from projections.queries.event_lines import in_words
from tests.clerk import NOTICED, SIGNED, Clerk

MIDI = {"cut_seat": 0, "cut_depth": 52}

BANKER_LOSES, BANKER_WINS = ("9d Qh", "7c Kh"), ("7d Qh", "9c Kh")

CONTINUOUS: dict[str, Any] = {"options": {"shuffle": "continuous"}, **NOTICED}


def only(events: list[Event]) -> Any:
    (event,) = events
    return event


def shoe(clerk: Clerk) -> ShoeInPlay:
    found = clerk.ledger.table(clerk.table).shoe
    assert found is not None
    return found


def sit(clerk: Clerk, *seats: int) -> None:
    for seat in seats:
        clerk.says("sit", seat=seat)


def receive(clerk: Clerk, batch: str, colour: str, decks: int = 8) -> Any:
    facts = {"batch": batch, "colour": colour, "decks": decks}
    return only(clerk.says("receive_decks", **facts, **SIGNED))


def test_t2_a_shoes_life_from_its_decks_to_its_end(clerk: Clerk) -> None:
    clerk.opens()
    sit(clerk, 7, 9)
    received = receive(clerk, "A", "red")
    assert (received.decks, received.dealer, received.supervisor) == (8, "D-7", "S-2")
    assert clerk.is_refused("shoe", shoe=1, decks=8, burn="2c") == "not_shuffled"
    shuffled = only(clerk.says("shuffle_cards", cut_seat=7, declined=[9], cut_depth=120))
    assert (shuffled.batch, shuffled.procedure, shuffled.washed) == ("A", "lace", True)
    assert "washed" not in in_words(shuffled)  # nobody said so
    for other in ("dealer", "seat 9", "9", "DEALER"):
        assert (
            clerk.is_refused("shoe", shoe=1, decks=8, burn="2c", cut_by=other) == "cut_by_another"
        )
    assert clerk.is_refused("shoe", shoe=1, decks=8, burn="2c", cut_by="seat 77") == "no_such_seat"
    started = only(clerk.says("shoe", shoe=1, decks=8, burn="2c", cut_card_at=14))
    assert (started.batch, started.cut_by) == ("A", "seat 7")
    clerk.says("cut_card")
    clerk.plays("7d Qh", "9c Kh")
    clerk.plays("7d Qh", "9c Kh")
    again = only(clerk.says("shuffle_cards", cut_seat=9, cut_depth=60))
    assert (again.batch, again.washed) == ("A", False)
    clerk.starts_shoe(2)


def test_t2_cards_are_shuffled_only_when_no_shoe_is_in_play(dealing: Clerk) -> None:
    assert dealing.is_refused("shuffle_cards", **MIDI) == "shoe_in_use"
    dealing.says("end_shoe", reason="completed")
    dealing.says("shuffle_cards", **MIDI)


def test_t2_decks_are_inspected_by_two_people(clerk: Clerk) -> None:
    clerk.opens()
    facts = {"batch": "A", "colour": "red", "decks": 8, "dealer": "D-7", "supervisor": "D-7"}
    assert clerk.is_refused("receive_decks", **facts) == "signed_twice"
    facts |= {"supervisor": "S-2", "decks": 6}
    assert clerk.is_refused("receive_decks", **facts) == "decks_differ"


@pytest.mark.parametrize(
    ("rules", "order"),
    [
        ("ma-midi", [8, 5, 2]),
        ("div-mini", [8, 5, 2]),
        ("ma-big", [8, 2, 5]),
    ],
)
def test_t2_the_cut_is_offered_from_the_highest_seat(
    clerk: Clerk, rules: str, order: list[int]
) -> None:
    clerk.opens(rules)
    sit(clerk, 2, 5, 8)
    for nth, seat in enumerate(order):
        for missed in range(nth):
            declined = order[:missed]
            refused = clerk.is_refused(
                "shuffle_cards", cut_seat=seat, declined=declined, cut_depth=60
            )
            assert refused == "cut_out_of_order"
        clerk.says("shuffle_cards", cut_seat=seat, declined=order[:nth], cut_depth=60)
    assert clerk.is_refused("shuffle_cards", cut_seat=4, cut_depth=60) == "seat_empty"
    clerk.says("shuffle_cards", cut_seat=0, declined=order, cut_depth=60)


def test_t2_the_dealer_cuts_when_all_declined_and_at_will_on_a_big_table(ledger: Any) -> None:
    midi, big = Clerk(ledger).opens(), Clerk(ledger, "BB-01").opens("ma-big")
    for clerk in (midi, big):
        sit(clerk, 3)
    assert midi.is_refused("shuffle_cards", **MIDI) == "cut_out_of_order"
    big.says("shuffle_cards", **MIDI)


def test_t2_ma_big_5_c_the_last_curator_is_offered_the_cut_of_a_reshuffle_first(
    clerk: Clerk,
) -> None:
    clerk.opens("ma-big").starts_shoe()
    sit(clerk, 2, 5, 8)
    clerk.says("pass_shoe", seat=5, declined=[2])
    clerk.says("end_shoe", reason="completed")
    assert clerk.is_refused("shuffle_cards", cut_seat=8, cut_depth=60) == "cut_out_of_order"
    clerk.says("shuffle_cards", cut_seat=8, declined=[5], cut_depth=60)


@pytest.mark.parametrize(
    ("rules", "least"),
    [("ma-midi", 52), ("ma-big", 52), ("div-mini", 10), ("md-midi", 1), ("house-dragon", 1)],
)
def test_t2_how_deep_the_cards_are_cut(clerk: Clerk, rules: str, least: int) -> None:
    """Where the text heads it only, or is silent, there is but a card on either side of the cut."""
    clerk.opens(rules)
    for wrong in (least - 1, 416 - least + 1):
        refused = clerk.is_refused("shuffle_cards", cut_seat=0, cut_depth=wrong)
        assert refused == "cut_too_near"
    clerk.says("shuffle_cards", cut_seat=0, cut_depth=least)
    clerk.says("shuffle_cards", cut_seat=0, cut_depth=416 - least)


@pytest.mark.parametrize(
    "number", ["+1", "1.0", "\N{FULLWIDTH DIGIT ONE}", "\N{MINUS SIGN}1", "0.0"]
)
def test_t2_a_number_that_is_written_otherwise_is_no_name_of_a_shoe(
    clerk: Clerk, number: str
) -> None:
    clerk.opens()
    assert clerk.is_refused("shoe", shoe=number, decks=8, burn="2c") == "shoe_number"
    clerk.says("shoe", shoe="1-A", decks=8, burn="2c")


def test_v4_div_c_3_ii_cards_are_not_reshuffled_while_vigorish_is_owed(ledger: Any) -> None:
    mini, midi = Clerk(ledger, "MN-01").opens("div-mini"), Clerk(ledger).opens()
    for clerk in (mini, midi):
        clerk.starts_shoe().says("cut_card")
        clerk.plays(*BANKER_WINS, (3, "banker", 2_000))
        clerk.plays(*BANKER_WINS)
    assert mini.is_refused("shuffle_cards", **MIDI) == "vigorish_owed"
    mini.says("collect_vig", seat=3)
    for clerk in (mini, midi):
        clerk.says("shuffle_cards", cut_seat=3, cut_depth=60)


@pytest.mark.parametrize("rules", ["md-midi", "house-dragon"])
def test_t3_where_the_text_says_nothing_of_it_the_cut_is_offered_in_any_order(
    clerk: Clerk, rules: str
) -> None:
    clerk.opens(rules)
    sit(clerk, 2, 5, 8)
    cut = {"cut_depth": 60}
    for wrong, code in (
        ({"cut_seat": 5, "declined": [2, 2]}, "cut_out_of_order"),
        ({"cut_seat": 5, "declined": [5]}, "cut_out_of_order"),
        ({"cut_seat": 5, "declined": [9]}, "cut_out_of_order"),
        ({"cut_seat": 9}, "seat_empty"),
    ):
        assert clerk.is_refused("shuffle_cards", **cut, **wrong) == code
    clerk.says("shuffle_cards", **cut, cut_seat=2, declined=[8])
    clerk.says("recut", ordered_by="S-2", reason="cut too thin", **cut, cut_seat=8, declined=[5])
    clerk.says("shuffle_cards", **cut, cut_seat=0)


RECUT = {"ordered_by": "S-2", "reason": "cut too thin", "cut_seat": 0, "cut_depth": 60}


def test_t4_a_recut_before_any_card_burns_anew(dealing: Clerk) -> None:
    assert dealing.is_refused("recut", **RECUT) == "burn_missing"
    dealing.says("wager", seat=3, bet="banker", cents=2000)
    recut = only(dealing.says("recut", **RECUT, burn="9d"))
    assert (recut.shoe, recut.burned, recut.left) == ("1", 10, 406)
    assert (shoe(dealing).left, sum(shoe(dealing).dealt)) == (406, 1)
    dealing.says("no_more_bets")
    dealing.says("deal", player=["7d", "Qh"], banker=["9c", "Kh"])
    assert dealing.is_refused("recut", **RECUT, burn="9d") == "cards_dealt"


def test_t4_a_recut_of_cards_that_are_in_no_shoe_yet(clerk: Clerk) -> None:
    clerk.opens()
    assert clerk.is_refused("recut", **RECUT) == "nothing_to_cut"
    clerk.says("shuffle_cards", **MIDI)
    recut = only(clerk.says("recut", **RECUT))
    assert (recut.shoe, recut.burn, recut.burned) == ("", "", 0)
    clerk.starts_shoe()


def test_t4_ma_midi_5_f_by_the_last_cutter_or_the_next_entitled(clerk: Clerk) -> None:
    clerk.opens()
    sit(clerk, 2, 5, 8)
    clerk.says("shuffle_cards", cut_seat=8, cut_depth=60)
    facts = {**RECUT, "cut_seat": 2}
    assert clerk.is_refused("recut", **facts) == "cut_out_of_order"
    clerk.says("recut", **facts, declined=[5])
    clerk.says("recut", **{**RECUT, "cut_seat": 2})


def test_t4_an_unseen_card_drawn_in_error_is_a_card_dealt(dealing: Clerk) -> None:
    dealing.says("irregular", kind="drawn_in_error", disclosed=False)
    assert dealing.is_refused("recut", **RECUT, burn="9d") == "cards_dealt"


def test_t6_div_a_4_two_batches_alternate_with_a_shuffler(clerk: Clerk) -> None:
    clerk.opens("div-mini")
    receive(clerk, "A", "red")
    automated = {"method": "automated", "cut_seat": 0, "cut_depth": 60}
    assert clerk.is_refused("shuffle_cards", **automated) == "second_batch_missing"
    facts = {"batch": "B", "decks": 8, **SIGNED}
    assert clerk.is_refused("receive_decks", colour="Red", **facts) == "same_back_colour"
    receive(clerk, "B", "blue")
    third = {**facts, "batch": "C", "colour": "green"}
    assert clerk.is_refused("receive_decks", **third) == "too_many_batches"
    first = only(clerk.says("shuffle_cards", **automated))
    assert (first.batch, first.procedure, first.washed) == ("A", "", False)
    assert clerk.is_refused("shoe", shoe=1, decks=8, burn="2c", batch="B") == "other_batch"
    assert only(clerk.says("shoe", shoe=1, decks=8, burn="2c")).batch == "A"
    renewed = {**facts, "batch": "A", "colour": "red"}
    assert clerk.is_refused("receive_decks", **renewed) == "batch_in_play"
    clerk.says("end_shoe", reason="completed")
    assert clerk.is_refused("shuffle_cards", batch="A", **automated) == "batch_again"
    assert only(clerk.says("shuffle_cards", **automated)).batch == "B"
    clerk.starts_shoe(2)
    clerk.says("end_shoe", reason="completed")
    assert only(clerk.says("shuffle_cards", **automated)).batch == "A"


AUTOMATED: dict[str, Any] = {"method": "automated", "cut_seat": 0, "cut_depth": 60}


@pytest.mark.parametrize("over", [("end_shoe", {"reason": "completed"}), ("spread_cards", {})])
def test_t6_div_a_4_v_the_batch_that_was_dealt_is_not_stored_to_be_dealt_again(
    clerk: Clerk, over: tuple[str, dict[str, str]]
) -> None:
    clerk.opens("div-mini")
    receive(clerk, "A", "red")
    receive(clerk, "B", "blue")
    clerk.says("shuffle_cards", batch="A", **AUTOMATED)
    assert clerk.is_refused("shoe", shoe=1, decks=8, burn="2c", batch="blue") == "other_batch"
    assert only(clerk.says("shoe", shoe=1, decks=8, burn="2c", batch="red")).batch == "A"
    clerk.says(over[0], **over[1])
    assert clerk.is_refused("store_cards", batch="A") == "batch_again"
    clerk.says("shuffle_cards", batch="B", **AUTOMATED)
    clerk.says("store_cards", batch="A")


def test_t6_div_a_4_iv_one_batch_is_stored_while_the_other_is_dealt(clerk: Clerk) -> None:
    """And div (e)(8)(ii): after a spread the batch in the shuffler comes next."""
    clerk.opens("div-mini")
    receive(clerk, "A", "red")
    assert clerk.is_refused("store_cards", batch="A") == "second_batch_missing"
    receive(clerk, "B", "blue")
    clerk.says("shuffle_cards", batch="A", **AUTOMATED)
    assert clerk.is_refused("store_cards", batch="A") == "batch_in_play"
    clerk.starts_shoe()
    assert clerk.is_refused("store_cards", batch="A") == "batch_in_play"
    assert clerk.is_refused("store_cards", batch="C") == "batch_not_received"
    assert only(clerk.says("store_cards", batch="B")).batch == "B"
    assert clerk.is_refused("store_cards", batch="B") == "shuffler_full"
    clerk.plays("7d Qh", "9c Kh")
    clerk.says("spread_cards", face="up")
    assert clerk.is_refused("shuffle_cards", batch="A", **AUTOMATED) == "batch_stored"
    assert only(clerk.says("shuffle_cards", **AUTOMATED)).batch == "B"
    clerk.starts_shoe(2)
    clerk.says("store_cards", batch="A")
    clerk.says("end_shoe", reason="completed")
    assert only(clerk.says("shuffle_cards", **AUTOMATED)).batch == "A"


@pytest.mark.parametrize(
    ("rules", "options", "replaced"),
    [
        ("ma-midi", {"new_decks_after_last_hand": "true"}, True),
        ("ma-midi", {}, False),
        ("div-mini", {}, False),
    ],
)
def test_t6_ma_midi_9_d_new_decks_after_the_last_hand_where_the_submission_has_it(
    clerk: Clerk, rules: str, options: dict[str, str], replaced: bool
) -> None:
    clerk.opens(rules, options=options)
    receive(clerk, "A", "red")
    cut = {"cut_seat": 0, "cut_depth": 60}
    clerk.says("shuffle_cards", **cut)
    clerk.starts_shoe()
    clerk.says("end_shoe", reason="a torn card")
    clerk.says("shuffle_cards", **cut)
    clerk.starts_shoe(2).says("cut_card")
    clerk.plays("7d Qh", "9c Kh")
    clerk.plays("7d Qh", "9c Kh")
    if replaced:
        assert clerk.is_refused("shuffle_cards", **cut) == "decks_used"
        receive(clerk, "A", "red")
    clerk.says("shuffle_cards", **cut)


def test_t6_decks_whose_last_hand_was_never_dealt_are_not_new_yet(clerk: Clerk) -> None:
    clerk.opens(options={"new_decks_after_last_hand": "true"})
    receive(clerk, "A", "red")
    clerk.says("shuffle_cards", **MIDI)
    clerk.starts_shoe().says("cut_card")
    clerk.plays(*BANKER_WINS)
    clerk.plays(*BANKER_WINS)
    assert clerk.is_refused("shuffle_cards", **MIDI) == "decks_used"
    why = {"reason": "typed twice", "approved_by": "S-2", "not_dealt": True}
    clerk.says("reverse", round="MB-01:2026-07-11:2", **why)
    clerk.says("end_shoe", reason="a torn card")
    clerk.says("shuffle_cards", **MIDI)


def test_t6_ma_big_3_b_decks_are_changed_after_every_shoe(clerk: Clerk) -> None:
    clerk.opens("ma-big")
    receive(clerk, "A", "red")
    clerk.says("shuffle_cards", **MIDI)
    clerk.starts_shoe()
    clerk.says("end_shoe", reason="completed")
    assert clerk.is_refused("shuffle_cards", **MIDI) == "decks_used"
    assert clerk.is_refused("shuffle_cards", batch="Z", **MIDI) == "batch_not_received"
    receive(clerk, "A", "red")
    clerk.says("shuffle_cards", **MIDI)
    clerk.starts_shoe(2)


def test_t6_pre_shuffled_cards_are_not_known_to_div(ledger: Any) -> None:
    midi, mini = Clerk(ledger).opens(), Clerk(ledger, "MN-01").opens("div-mini")
    midi.says("shuffle_cards", method="pre_shuffled", **MIDI)
    assert mini.is_refused("shuffle_cards", method="pre_shuffled", **MIDI) == "not_pre_shuffled"


def test_t6_div_l_the_cards_of_a_continuous_shuffler_are_not_cut(clerk: Clerk) -> None:
    clerk.opens("div-mini", **CONTINUOUS)
    sit(clerk, 3)
    receive(clerk, "A", "red")
    assert clerk.is_refused("shoe", shoe=1, decks=8) == "not_shuffled"
    said: list[dict[str, Any]] = [{"cut_seat": 3}, {"cut_depth": 120}, {"declined": [3]}, MIDI]
    for cut in said:
        assert clerk.is_refused("shuffle_cards", **cut) == "continuous_shuffler"
    shuffled = only(clerk.says("shuffle_cards", washed_by="D-7"))
    assert in_words(shuffled) == "batch A washed by D-7, shuffled (continuous)"
    for cut in ({"cut_by": "3"}, {"cut_card_at": 20}):
        assert clerk.is_refused("shoe", shoe=1, decks=8, **cut) == "continuous_shuffler"
    recut = {"ordered_by": "S-2", "reason": "too thin", "cut_seat": 3, "cut_depth": 100}
    assert clerk.is_refused("recut", **recut) == "continuous_shuffler"
    assert only(clerk.says("shoe", shoe=1, decks=8)).cut_by == ""
    assert clerk.is_refused("recut", **recut) == "continuous_shuffler"
    cites = clerk.ledger.table(clerk.table).submission.cites
    assert {cites[f"shoe.{x}"] for x in ("cut", "burn", "recut")} == {"div (l)(1)"}


def test_t2_other_cards_are_cut(clerk: Clerk) -> None:
    clerk.opens()
    for said in ({}, {"cut_seat": 0}, {"cut_depth": 60}, {"declined": [3]}):
        assert clerk.is_refused("shuffle_cards", **said) == "cut_missing"


def test_t6_div_l_a_continuous_shuffler_takes_its_cards_back(clerk: Clerk) -> None:
    clerk.opens("div-mini", **CONTINUOUS)
    assert clerk.is_refused("shoe", shoe=1, decks=8, burn="2c") == "continuous_shuffler"
    started = only(clerk.says("shoe", shoe=1, decks=8))
    assert (started.burn, started.burned, started.left) == ("", 0, 416)
    assert clerk.is_refused("cut_card") == "continuous_shuffler"
    for _ in range(120):
        clerk.plays("7d 7d", "9c Kh")
    assert (shoe(clerk).left, sum(shoe(clerk).dealt)) == (416, 0)
    clerk.says("no_more_bets")
    clerk.says("deal", player=["7d", "7d"], banker=["9c", "Kh"])
    assert shoe(clerk).left == 412
    clerk.says("void", reason="misdeal")
    assert shoe(clerk).left == 416


def test_t6_div_l_cards_burned_with_an_irregular_one_go_back_with_the_round(clerk: Clerk) -> None:
    clerk.opens("div-mini", **CONTINUOUS).says("shoe", shoe=1, decks=8)
    for _ in range(30):
        clerk.says("irregular", kind="drawn_in_error", card="9h", disclosed=True)
        assert shoe(clerk).left == 406
        clerk.plays("7d Qh", "9c Kh")
        assert (shoe(clerk).left, sum(shoe(clerk).dealt)) == (416, 0)
    clerk.says("irregular", kind="drawn_in_error", card="9h", disclosed=False)
    clerk.plays("9h Qh", "9c Kh")
    clerk.says("no_more_bets")
    clerk.says("deal", player=["4d", "7s"], banker=["5c", "3h"])
    clerk.says("irregular", kind="third_card", card="Td", disclosed=False)
    clerk.says("settle")
    assert (shoe(clerk).left, sum(shoe(clerk).dealt), shoe(clerk).carried) == (415, 1, ("Td",))


def test_t6_where_none_is_declared_a_first_card_is_burned(clerk: Clerk) -> None:
    clerk.opens()
    assert clerk.is_refused("shoe", shoe=1, decks=8) == "burn_missing"
    assert clerk.ledger.table("MB-01").shoe is None


def test_t7_div_e_8_spread_cards_are_shuffled_before_play(clerk: Clerk) -> None:
    clerk.opens("div-mini")
    assert clerk.is_refused("spread_cards") == "no_shoe"
    clerk.starts_shoe().plays("7d Qh", "9c Kh")
    assert only(clerk.says("spread_cards", face="down")).face == "down"
    assert clerk.is_refused("no_more_bets") == "shoe_over"
    assert clerk.is_refused("shoe", shoe=2, decks=8, burn="2c") == "cards_spread"
    assert only(clerk.says("shuffle_cards", cut_seat=0, cut_depth=10)).washed
    clerk.starts_shoe(2).plays("7d Qh", "9c Kh")


def test_t7_cards_are_not_spread_during_a_round(dealing: Clerk) -> None:
    dealing.says("wager", seat=3, bet="banker", cents=2000)
    assert dealing.is_refused("spread_cards") == "round_in_progress"


def big(clerk: Clerk, *seats: int) -> Clerk:
    clerk.opens("ma-big").starts_shoe(dealer_deals=False)
    sit(clerk, *seats)
    return clerk


def again(clerk: Clerk, n: int, hands: tuple[str, str]) -> None:
    """The nth round was never dealt, and another one is entered in its place."""
    name = f"MB-01:2026-07-11:{n}"
    why = {"reason": "misread", "approved_by": "S-2"}
    clerk.says("reverse", round=name, not_dealt=True, **why)
    player, banker = (each.split() for each in hands)
    clerk.says("round_instead", instead_of=name, player=player, banker=banker, wagers=[])


def test_t6_where_the_text_asks_for_no_burn_a_shoe_may_be_played_without(clerk: Clerk) -> None:
    clerk.opens("house-dragon").says("shoe", shoe=1, decks=8)
    assert (shoe(clerk).left, shoe(clerk).burned, shoe(clerk).continuous) == (416, 0, False)
    recut = only(clerk.says("recut", **RECUT))
    assert (recut.burned, recut.left) == (0, 416)
    clerk.plays("9h Qh", "7c Kh", (3, "player", 2_000))
    clerk.says("cut_card")
    assert (shoe(clerk).left, sum(shoe(clerk).dealt)) == (412, 4)
