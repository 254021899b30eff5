"""A round in one line: every word is read in one way, or refused."""

from contextlib import suppress
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.typed.shorthand import ERRORS, KINDS, Known, Line, read, read_word
from cli.typed.values import BETS, TypedPress, TypedWager
from ledger.baccarat.wagers import Bet
from ledger.rules.catalogue import Catalogue
from ledger.values.cards import CARDS
from ledger.values.errors import Misused, Refused
from ledger.values.money import format_cents
from ledger.values.numbers import MOST_SEATS
from projections.queries.in_one_line import Before
from tests.cli.frame.reproducers import CASES


class Lay(NamedTuple):
    """A wager of the round before."""

    seat: int
    bet: str
    cents: int
    tender: str = "chips"
    coupon: str = ""


LAID = (Lay(1, "banker", 2500), Lay(1, "tie", 500), Lay(3, "player", 1000))
BEFORE = Known(BETS, lambda: Before(LAID))

LINES = {
    "3b25": [(3, "banker", 2500)],
    "3B25.5": [(3, "banker", 2550)],
    "3banker$1,000": [(3, "banker", 100_000)],
    "1-3,7t5": [(1, "tie", 500), (2, "tie", 500), (3, "tie", 500), (7, "tie", 500)],
    "11up5 111up5": [(1, "one_up", 500), (11, "one_up", 500)],
    "3d725 3f725 3r95": [(3, "dragon_7", 2500), (3, "fortune_7", 2500), (3, "royal_9", 500)],
    "3p8:25 3p:825 3p800": [(3, "panda_8", 2500), (3, "player", 82_500), (3, "player", 80_000)],
    "3p8100,000": [(3, "panda_8", 10_000_000)],
    "3Dragon-7:5": [(3, "dragon_7", 500)],
    "=": [(1, "banker", 2500), (1, "tie", 500), (3, "player", 1000)],
    "x2 3b5": [(3, "banker", 500), (1, "banker", 5000), (1, "tie", 1000)],
    "3= 3p5": [(3, "player", 500), (3, "player", 1000)],
    "1=x3": [(1, "banker", 7500), (1, "tie", 1500)],
}


@pytest.mark.parametrize("line", LINES)
def test_wagers(line: str) -> None:
    assert read(line, BEFORE).wagers == [TypedWager(*each, "chips", "") for each in LINES[line]]


@pytest.mark.parametrize("line", ["= x2", "= =", "3= 3x2", "1-3= 3x2 ="])
def test_what_is_wagered_as_before_is_said_once_of_a_seat(line: str) -> None:
    with pytest.raises(Misused) as refused:
        read(line, BEFORE)
    assert refused.value.refusal.code == "two_readings"


@pytest.mark.parametrize(
    ("line", "seats"), [("=", [3]), ("x2 1b5", [3]), ("1-3= ", None), ("3=", [3]), ("1,3x2", [3])]
)
def test_a_player_who_has_left_since_wagers_nothing_as_before(
    line: str, seats: list[int] | None
) -> None:
    with pytest.raises(Misused) as refused:
        read(line, Known(BETS, lambda: Before(LAID, {3, 5})))
    told = refused.value.refusal
    assert (told.code, told.facts.get("seats")) == (
        ("left_since", seats) if seats else ("nothing_before", None)
    )


@pytest.mark.parametrize("line", ["1=", "= 3p5"])
def test_a_player_who_stayed_wagers_as_before(line: str) -> None:
    wagers = read(line, Known(BETS, lambda: Before(LAID, {3, 5}))).wagers
    assert [each.cents for each in wagers if each.seat == 1] == [2500, 500]


@pytest.mark.parametrize("word", ["1,1b25", "1-3,2b25", "2,1-3=", "7,7>b"])
def test_a_seat_twice_in_a_word_is_a_slip(word: str) -> None:
    with pytest.raises(Misused, match=r"names seat \d twice") as refused:
        read(word, BEFORE)
    assert refused.value.refusal.code == "bad_seat"


@pytest.mark.parametrize("line", ["p7dQh p9cKh", "7dQh", "p7dQh", "7dQh 9cKh 8s8d", "5h 9c8d"])
def test_what_is_not_two_hands_is_said_as_it_was_written(line: str) -> None:
    with pytest.raises(Misused, match=f"not two hands: {line}") as refused:
        read(line, BEFORE)
    assert refused.value.refusal.code == "hands_unclear"


@pytest.mark.parametrize("word", ["7dQx", "7dQ", "p7dQh8", "7d10", "7dTc2x"])
def test_a_card_that_is_none_is_no_bet(word: str) -> None:
    with pytest.raises(Misused) as refused:
        read(f"3b25 {word}", BEFORE)
    assert refused.value.refusal.code == "unknown_card"


@pytest.mark.parametrize(
    "word",
    ["3b", "3d7", "3f7:", "3r9", "3p8:", "3b05", "3b00", "3b1,00", "3b25,", "3b25.", "3d725,"],
)
def test_an_amount_that_is_missing_or_none_is_told_with_its_word(word: str) -> None:
    with pytest.raises(Misused) as refused:
        read(f"{word} 4b5", BEFORE)
    assert refused.value.refusal.code == "money_unreadable"
    assert str(refused.value).startswith(f"{word}: ")


@pytest.mark.parametrize("word", ["2b0", "1,2b0.00", "2dbb0", "2b-0", "2b:-0.00", "2>b0"])
def test_an_amount_of_nothing_is_told_with_its_word(word: str) -> None:
    with pytest.raises(Refused) as refused:
        read(f"1b25 {word}", BEFORE)
    assert refused.value.refusal.code == "not_positive"
    assert str(refused.value).startswith(f"{word}: ")


def test_a_wager_of_nothing_is_not_meant() -> None:
    """`3p80` is $80 on Player where Panda 8 is offered too."""
    assert read("3p80", BEFORE).wagers == [TypedWager(3, "player", 8000, "chips", "")]


@pytest.mark.parametrize("line", ["3b5 " * 501, "1-14b5 " * 36, "3>b " * 501, "x" * 3 + " x" * 501])
def test_a_line_that_says_more_than_a_round_has_is_refused_before_it_is_decided(line: str) -> None:
    with pytest.raises(Misused) as refused:
        read(line, BEFORE)
    assert refused.value.refusal.code == "line_too_long"


@pytest.mark.parametrize("word", ["3x10", "x12", "x", "1-3=x0"])
def test_a_multiple_that_is_none_says_which_there_are(word: str) -> None:
    with pytest.raises(Misused) as refused:
        read(f"{word} 3b25", BEFORE)
    assert (refused.value.refusal.code, "x1 to x9" in str(refused.value)) == ("unread_word", True)


def test_cash_and_a_coupon_as_it_is_spelled() -> None:
    said = read("3b25c 4p10@MP-a7", BEFORE).wagers
    assert said == [
        TypedWager(3, "banker", 2500, "cash", ""),
        TypedWager(4, "player", 1000, "coupon", "MP-a7"),
    ]


@pytest.mark.parametrize(
    "line",
    [
        *("7dQh 5h5s8c", "/7Dqh/5H5s8C/", "b5h5s8c p7dQh", "p:7dqh b:5h5s8c", "7♦Q♥ 5♥5♠8♣"),
        *("b5h5s8c 7dQh", "7dQh b5h5s8c", "5h5s8c p7dQh", "p7dQh 5h5s8c"),
    ],
)
def test_cards_stand_in_any_order_where_they_say_whose_they_are(line: str) -> None:
    assert read(line, BEFORE) == Line([], ["7d", "Qh"], ["5h", "5s", "8c"], [])


def test_tens_are_written_both_ways() -> None:
    assert read("10hTd 10c2s", BEFORE)[1:3] == (["Th", "Td"], ["Tc", "2s"])


def test_presses() -> None:
    assert read("7>b 8>p15", BEFORE).presses == [
        TypedPress(7, "banker", None),
        TypedPress(8, "player", 1500),
    ]


def test_a_bet_that_the_table_does_not_offer_is_not_meant() -> None:
    assert read("3p825", Known({"player", "banker"})).wagers[0].bet == "player"
    with pytest.raises(Misused, match=r"\$825.00 on Player or seat 3: \$25.00 on Panda 8"):
        read("3p825", BEFORE)


def test_every_bet_every_kind_and_every_error_is_on_the_page_and_tried() -> None:
    for bet in Bet:
        assert read_word(f"3{bet}:5", BEFORE).wagers[0].bet == bet
    for kind in KINDS:
        assert {read_word(each, BEFORE).kind for each in kind.examples} == {kind.name}
    tried = {name.partition(".")[0] for name, (_, typed) in CASES.items() if typed[:4] == "play"}
    assert set(ERRORS) == tried


SEATS = st.integers(1, MOST_SEATS)
MONEY = st.integers(1, 10**7)
WAGERS = st.builds(
    TypedWager, SEATS, st.sampled_from(list(BETS)), MONEY, st.just("chips"), st.just("")
)
PRESSES = st.builds(TypedPress, SEATS, st.sampled_from(["player", "banker"]), st.none() | MONEY)
HANDS = st.lists(st.sampled_from(CARDS), min_size=2, max_size=3)


@given(data=st.data(), wagers=st.lists(WAGERS, max_size=6), presses=st.lists(PRESSES, max_size=2))
def test_a_round_that_is_written_is_read_as_it_was_in_any_order(
    data: Any, wagers: list[TypedWager], presses: list[TypedPress]
) -> None:
    player, banker = data.draw(HANDS), data.draw(HANDS)
    said = [
        *(f"{w.seat}{data.draw(st.sampled_from(BETS[w.bet]))}:{w.cents / 100:.2f}" for w in wagers),
        *(
            f"{p.seat}>{p.onto[0]}{'' if p.cents is None else f'{p.cents / 100:.2f}'}"
            for p in presses
        ),
        f"p{''.join(player)}",
        f"b{''.join(banker)}",
    ]
    found = read(" ".join(data.draw(st.permutations(said))), BEFORE)
    assert (found.player, found.banker) == (player, banker)
    assert sorted(found.wagers) == sorted(wagers)
    assert sorted(map(str, found.presses)) == sorted(map(str, presses))


SHIPPED = Catalogue(None)
OFFERED = sorted(
    {
        tuple(sorted(SHIPPED.load(each, {}).offering.taken(metered=metered)))
        for each in SHIPPED.ids()
        for metered in (True, False)
    }
)
"""What tables take, by the rules that ship."""


@given(data=st.data(), offered=st.sampled_from(OFFERED), seat=SEATS, cents=MONEY)
def test_a_wager_means_itself_without_a_mark_too_or_is_said_to_be_two_that_the_table_takes(
    data: Any, offered: tuple[Bet, ...], seat: int, cents: int
) -> None:
    bet = data.draw(st.sampled_from(offered))
    word = f"{seat}{data.draw(st.sampled_from((bet, *BETS[bet])))}{format_cents(cents)}"
    meant = TypedWager(seat, bet, cents, "chips", "")
    every = (each.wagers[0] for kind in KINDS for each in kind.read(word))
    may_be = [each for each in every if each.bet in offered and each.cents]
    assert meant in may_be
    if len(may_be) == 1:
        assert read_word(word, Known(offered)).wagers == (meant,)
    else:
        with pytest.raises(Misused, match=r"could be seat .* or seat ") as refused:
            read_word(word, Known(offered))
        assert refused.value.refusal.code == "two_readings"


@given(st.text(max_size=12) | st.text("0123456789bpthmdrfux>=-,.:@cs/ JQKA", max_size=16))
def test_any_line_is_read_or_refused(line: str) -> None:
    with suppress(Misused, Refused):
        said = read(line, BEFORE)
        assert all(1 <= each.seat <= MOST_SEATS for each in said.wagers)
        assert not said.player or {len(said.player), len(said.banker)} <= {2, 3}
