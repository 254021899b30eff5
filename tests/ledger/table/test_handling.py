"""Who is handed the cards to turn, and gives them up (T10)."""

import pytest

from ledger.events.shoe import CardsHanded
from ledger.table import handling
from ledger.values.errors import Refused
from projections.queries.moment import NOW
from projections.queries.round import replay
from projections.queries.turn import turn_of
from tests.clerk import Clerk


def dealt(clerk: Clerk, rules: str = "ma-midi", handling: str = "handed") -> Clerk:
    """Seats 3 and 8 with equal wagers on Player, 5 without one on a hand."""
    clerk.opens(rules, options={"handling": handling}).starts_shoe()
    for seat, bet in ((3, "player"), (8, "player"), (5, "tie")):
        clerk.says("wager", seat=seat, bet=bet, cents=2500)
    clerk.says("no_more_bets")
    clerk.says("deal", player=["2d", "Qh"], banker=["9c", "3h"])
    return clerk


def hands(clerk: Clerk, hand: str, seat: int, **more: object) -> CardsHanded:
    (event,) = clerk.says("hand_cards", hand=hand, seat=seat, **more)
    assert isinstance(event, CardsHanded)
    return event


@pytest.mark.parametrize(
    ("rules", "order", "sections"),
    [
        ("ma-midi", [8, 5, 3], ("ma-midi 8(c)(6)", "ma-midi 8(d)", "ma-midi 8(d)")),
        ("ma-big", [3, 5, 8], ("ma-big 9(d)(6)", "ma-big 9(f)", "ma-big 9(f)")),
        ("div-mini", [3, 5, 8], ("div (g)(3)(iii)(E)", "div (k)(5)", "div (k)(5)")),
    ],
)
def test_t10_the_highest_wager_is_handed_the_cards_and_then_they_go_to_the_right(
    clerk: Clerk, rules: str, order: list[int], sections: tuple[str, str, str]
) -> None:
    first, second, third = order
    dealt(clerk, rules)
    for wrong in (second, third, 0):
        assert clerk.is_refused("hand_cards", hand="player", seat=wrong) == "cards_out_of_order"
    handed = hands(clerk, "player", first)
    assert (handed.seat, handed.previous, handed.rule) == (first, -1, sections[0])
    why = {"ordered_by": "S-2", "reason": "delays the game"}
    assert clerk.is_refused("hand_cards", hand="player", seat=third) == "cards_out_of_order"
    passed = hands(clerk, "player", third, declined=[second], **why)
    assert (passed.previous, passed.declined, passed.rule) == (first, [second], sections[1])
    assert clerk.is_refused("hand_cards", hand="player", seat=second) == "cards_out_of_order"
    last = hands(clerk, "player", 0)
    assert (last.seat, last.previous, last.rule) == (0, third, sections[2])
    assert clerk.is_refused("hand_cards", hand="player", seat=0) == "cards_out_of_order"


@pytest.mark.parametrize(
    ("rules", "section"),
    [
        ("ma-midi", "the licensee's"),
        ("ma-big", "ma-big 9(d)(7)"),
        ("div-mini", "the licensee's"),
        ("md-midi", "the licensee's"),
    ],
)
def test_t10_the_dealer_turns_a_hand_that_nobody_wagered_on(
    clerk: Clerk, rules: str, section: str
) -> None:
    dealt(clerk, rules)
    hands(clerk, "player", turn_of(clerk.ledger, clerk.table, "player").seat or 0)
    assert clerk.is_refused("hand_cards", hand="banker", seat=8) == "cards_out_of_order"
    turned = hands(clerk, "banker", 0)
    assert (turned.previous, turned.rule) == (-1, section)


@pytest.mark.parametrize(
    ("rules", "player", "banker", "equal"),
    [
        ("ma-midi", "ma-midi 8(c)(1)", "ma-midi 8(c)(2)", "ma-midi 8(c)(6)"),
        ("ma-big", "ma-big 9(d)(2)", "ma-big 9(d)(3)", "ma-big 9(d)(6)"),
        ("div-mini", "div (g)(3)(iii)(A)", "div (g)(3)(iii)(B)", "div (g)(3)(iii)(E)"),
    ],
)
def test_t10_the_highest_wager_and_one_of_equal_wagers_are_told_by_their_own_sections(
    clerk: Clerk, rules: str, player: str, banker: str, equal: str
) -> None:
    clerk.opens(rules, options={"handling": "handed"}).starts_shoe()
    clerk.says("wager", seat=3, bet="player", cents=2500)
    clerk.says("wager", seat=8, bet="player", cents=2600)
    clerk.says("wager", seat=5, bet="banker", cents=2500)
    clerk.says("no_more_bets")
    clerk.says("deal", player=["7d", "Qh"], banker=["9c", "8h"])
    assert hands(clerk, "player", 8).rule == player
    assert hands(clerk, "banker", 5).rule == banker
    clerk.says("settle")
    clerk.says("wager", seat=3, bet="banker", cents=2500)
    clerk.says("wager", seat=8, bet="banker", cents=2500)
    clerk.says("no_more_bets")
    clerk.says("deal", player=["7d", "Qh"], banker=["9c", "8h"])
    first = next(
        seat
        for seat in clerk.ledger.table(clerk.table).offering.seats_counterclockwise()
        if seat in (3, 8)
    )
    assert hands(clerk, "banker", first).rule == equal


@pytest.mark.parametrize("why", [{"ordered_by": "S-2"}, {"reason": "delays the game"}])
def test_t10_who_orders_it_says_why(clerk: Clerk, why: dict[str, str]) -> None:
    dealt(clerk)
    hands(clerk, "player", 8)
    assert clerk.is_refused("hand_cards", hand="player", seat=5, **why) == "relinquishment"


def test_t10_nobody_has_cards_given_up_that_nobody_had(clerk: Clerk) -> None:
    dealt(clerk)
    why = {"ordered_by": "S-2", "reason": "delays the game"}
    assert clerk.is_refused("hand_cards", hand="player", seat=8, **why) == "relinquishment"


@pytest.mark.parametrize(
    ("rules", "handling"), [("div-mini", "dealer_face_up"), ("div-mini", "dealer_face_down")]
)
def test_t10_div_g_3_i_and_ii_the_dealer_turns_them(
    clerk: Clerk, rules: str, handling: str
) -> None:
    dealt(clerk, rules, handling)
    assert clerk.is_refused("hand_cards", hand="player", seat=3) == "cards_not_handed"


@pytest.mark.parametrize("rules", ["ma-big", "house-dragon"])
def test_t10_ma_big_9_c_players_are_handed_them_only_where_the_submission_says_so(
    clerk: Clerk, rules: str
) -> None:
    clerk.opens(rules).starts_shoe().says("no_more_bets")
    clerk.says("deal", player=["2d", "Qh"], banker=["9c", "3h"])
    assert clerk.is_refused("hand_cards", hand="player", seat=0) == "cards_not_handed"


def test_t10_who_turns_the_cards_is_who_was_handed_them_last(clerk: Clerk) -> None:
    dealt(clerk)
    turns = [turn_of(clerk.ledger, clerk.table, "player").seat]
    for seat, declined in ((8, []), (3, [5]), (0, [])):
        hands(clerk, "player", seat, declined=declined)
        turns.append(turn_of(clerk.ledger, clerk.table, "player").seat)
    assert turns == [8, 8, 3, None]
    assert turn_of(clerk.ledger, clerk.table, "player", relinquished=3).seat is None
    assert turn_of(clerk.ledger, clerk.table, "banker").seat is None


def test_t10_cards_are_handed_once_they_are_dealt(dealing: Clerk) -> None:
    assert dealing.is_refused("hand_cards", hand="player", seat=0) == "no_round"
    dealing.says("no_more_bets")
    assert dealing.is_refused("hand_cards", hand="player", seat=0) == "not_dealt"


def test_u1_who_was_handed_the_cards_stands_in_the_story(clerk: Clerk) -> None:
    dealt(clerk)
    hands(clerk, "player", 8)
    hands(clerk, "player", 3, declined=[5], ordered_by="S-2", reason="delays the game")
    clerk.says("third", hand="player", card="4s")
    clerk.says("third", hand="banker", card="Ts")
    clerk.says("settle")
    told = [f"{step.said} [{step.rule}]" for step in replay(clerk.ledger, NOW, clerk.table).steps]
    assert "Seat 8 is handed Player's cards [ma-midi 8(c)(6)]" in told
    assert (
        "Seat 3 is handed Player's cards, given up by seat 8 on the order of S-2 (delays the game),"
        " declined by 5 [ma-midi 8(d)]" in told
    )


def test_t10_a_round_in_one_record_says_who_turned_the_cards_as_step_by_step(clerk: Clerk) -> None:
    clerk.opens(options={"handling": "handed"}).starts_shoe()
    wagers = [(3, "player", 2500), (8, "player", 2500), (5, "tie", 500)]
    ordered = {"ordered_by": "S-2", "reason": "delays the game", "declined": [5]}
    events = clerk.plays(
        *("2d Qh 5d", "9c 8h"),
        *wagers,
        handed=[{"hand": "player", "seat": 8}, {"hand": "player", "seat": 3, **ordered}],
    )
    found = [event for event in events if isinstance(event, CardsHanded)]
    assert [(each.seat, each.previous, each.rule) for each in found] == [
        (8, -1, "ma-midi 8(c)(6)"),
        (3, 8, "ma-midi 8(d)"),
    ]
    told = [step.said for step in replay(clerk.ledger, NOW, clerk.table).steps]
    assert "Seat 8 is handed Player's cards" in told


def test_t10_a_round_in_one_record_is_refused_whole_where_the_cards_went_wrong(
    clerk: Clerk,
) -> None:
    clerk.opens(options={"handling": "handed"}).starts_shoe()
    facts = {
        "wagers": [{"seat": 3, "bet": "player", "cents": 2500}],
        "player": ["7d", "Qh"],
        "banker": ["9c", "Kh"],
    }
    wrong = [{"hand": "player", "seat": 0}]
    assert clerk.is_refused("round", handed=wrong, **facts) == "cards_out_of_order"
    assert clerk.ledger.table(clerk.table).round is None


IN_TURN = [
    ("ma-midi", "ma-midi 8(c)(1)", "ma-midi 8(c)(2)"),
    ("ma-big", "ma-big 9(d)(2)", "ma-big 9(d)(3)"),
    ("div-mini", "div (g)(3)(iii)(A)", "div (g)(3)(iii)(B)"),
]


def drawing(clerk: Clerk, rules: str) -> Clerk:
    """Seat 3 on Player, seat 5 on Banker, both of whose hands draw."""
    clerk.opens(rules, options={"handling": "handed"}).starts_shoe()
    clerk.says("wager", seat=3, bet="player", cents=2500)
    clerk.says("wager", seat=5, bet="banker", cents=2500)
    clerk.says("wager", seat=8, bet="tie", cents=500)
    clerk.says("no_more_bets")
    clerk.says("deal", player=["2d", "Qh"], banker=["2c", "Kh"])
    return clerk


def redealt(clerk: Clerk) -> None:
    """Player stays, Banker draws."""
    clerk.says("wager", seat=3, bet="player", cents=2500)
    clerk.says("wager", seat=5, bet="banker", cents=2500)
    clerk.says("no_more_bets")
    clerk.says("deal", player=["7d", "Qh"], banker=["2c", "Kh"])


def out_of_turn(clerk: Clerk, hand: str, seat: int) -> object:
    """The section by which it is refused."""
    assert clerk.is_refused("hand_cards", hand=hand, seat=seat) == "handed_out_of_turn"
    with pytest.raises(Refused) as refused:
        clerk.says("hand_cards", hand=hand, seat=seat)
    return refused.value.refusal.facts["section"]


@pytest.mark.parametrize(("rules", "of_player", "of_banker"), IN_TURN)
def test_t10_players_cards_are_handed_before_bankers_and_both_before_a_third_card(
    clerk: Clerk, rules: str, of_player: str, of_banker: str
) -> None:
    drawing(clerk, rules)
    assert out_of_turn(clerk, "banker", 5) == of_banker
    hands(clerk, "player", 3)
    clerk.says("third", hand="player", card="5s")
    assert out_of_turn(clerk, "banker", 5) == of_banker
    to = turn_of(clerk.ledger, clerk.table, "player", relinquished=3).seat
    assert to is not None
    assert hands(clerk, "player", to).previous == 3
    clerk.says("third", hand="banker", card="5d")
    assert out_of_turn(clerk, "player", 0) == of_player


def test_t10_cards_that_are_turned_are_given_up_no_more(clerk: Clerk) -> None:
    drawing(clerk, "ma-midi")
    clerk.says("void", reason="misdeal")
    redealt(clerk)
    hands(clerk, "player", 3)
    hands(clerk, "banker", 5)
    assert out_of_turn(clerk, "player", 8) == "ma-midi 8(c)(1)"
    hands(clerk, "banker", 3)


@pytest.mark.parametrize("handed", [["banker", "player"], ["player", "banker"]])
def test_t10_a_round_in_one_record_is_held_to_the_order_too(
    clerk: Clerk, handed: list[str]
) -> None:
    clerk.opens(options={"handling": "handed"}).starts_shoe()
    facts = {
        "wagers": [
            {"seat": seat, "bet": bet, "cents": 2500}
            for seat, bet in ((3, "player"), (5, "banker"), (5, "house_money"))
        ],
        "player": ["2d", "Qh", "5s"],
        "banker": ["5c", "5h", "5d"],
        "presses": [{"seat": 5, "onto": "banker"}],
        "handed": [{"hand": hand, "seat": 3 if hand == "player" else 5} for hand in handed],
    }
    if handed[0] == "banker":
        assert clerk.is_refused("round", **facts) == "handed_out_of_turn"
        return
    kinds = [type(each).__name__ for each in clerk.says("round", **facts)]
    assert kinds.index("CardsHanded") < kinds.index("HouseMoneyPressed")


def test_t10_house_money_is_pressed_once_the_first_cards_are_turned(clerk: Clerk) -> None:
    clerk.opens(options={"handling": "handed"}).starts_shoe()
    clerk.says("wager", seat=3, bet="player", cents=2500)
    clerk.says("wager", seat=3, bet="house_money", cents=500)
    clerk.says("no_more_bets")
    clerk.says("deal", player=["2d", "Qh"], banker=["5c", "5h"])
    clerk.says("press", seat=3, onto="player")
    assert out_of_turn(clerk, "player", 3) == "ma-midi 8(c)(1)"


@pytest.mark.parametrize("rules", ["house-dragon", "md-midi"])
def test_t10_a_text_without_an_order_forbids_none(clerk: Clerk, rules: str) -> None:
    drawing(clerk, rules)
    hands(clerk, "banker", 5)
    hands(clerk, "player", 3)


def test_u1_first_cards_that_an_older_log_has_late_are_told_before_the_points(
    clerk: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawing(clerk, "ma-midi")
    clerk.says("third", hand="player", card="2h")
    clerk.says("third", hand="banker", card="2s")
    monkeypatch.setattr(handling, "_past_turn", lambda *_, **__: "")
    hands(clerk, "banker", 5)
    hands(clerk, "player", 3)
    monkeypatch.undo()
    clerk.says("settle")
    told = [step.said for step in replay(clerk.ledger, NOW, clerk.table).steps]
    first = told.index("Seat 3 is handed Player's cards")
    assert told[first + 1 : first + 3] == [
        "Seat 5 is handed Banker's cards",
        'Announced: "Player 2, Banker 2"',
    ]
