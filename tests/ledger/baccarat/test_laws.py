"""Laws of settlement, for any round: money is conserved, seats do not touch each other."""

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from ledger.baccarat.lines import Line
from ledger.baccarat.offering import Offering
from ledger.baccarat.procedure import StepKind
from ledger.baccarat.settlement import Settlement, settle
from ledger.baccarat.wagers import EVEN_MONEY_BETS, Bet, Press, Tender, Wager
from ledger.rules.loader import list_ids, load
from ledger.values.cards import CARDS
from tests.ledger.baccarat.layout import deal, staked

OFFERINGS = {rules: load(rules).offering for rules in list_ids()}

offerings = st.sampled_from(sorted(OFFERINGS)).map(OFFERINGS.__getitem__)
shoes = st.lists(st.sampled_from(CARDS), min_size=6, max_size=6)
amounts = st.integers(1, 2_000_000)


@st.composite
def wagers_on(draw: st.DrawFn, offering: Offering) -> list[Wager]:
    """What any players may lay down: a main wager, side wagers, a coupon beside an even-money one."""
    placed: list[Wager] = []
    for seat in draw(st.sets(st.integers(1, offering.seats), max_size=5)):
        main = draw(st.sampled_from(sorted(EVEN_MONEY_BETS)))
        cents = draw(amounts)
        placed.append(Wager(seat, main, cents))
        others = [bet for bet in offering.bets if bet is not main]
        for bet in draw(st.sets(st.sampled_from(others))):
            stake = 500 if bet is Bet.ROYAL_9 else draw(amounts)
            placed.append(
                Wager(seat, bet, stake, draw(st.sampled_from([Tender.CHIPS, Tender.CASH])))
            )
        if Tender.COUPON in offering.tenders and draw(st.booleans()):
            face = draw(st.integers(1, cents))
            placed.append(Wager(seat, main, face, Tender.COUPON, f"MP-{seat}"))
    return placed


@st.composite
def rounds(draw: st.DrawFn) -> tuple[Offering, list[str], list[str], list[Wager], list[Press]]:
    offering = draw(offerings)
    player, banker = deal(iter(draw(shoes)))
    wagers = draw(wagers_on(offering))
    presses = []
    if player[0][0] == player[1][0] or banker[0][0] == banker[1][0]:
        houses = {wager.seat for wager in wagers if wager.bet is Bet.HOUSE_MONEY}
        standing = {
            w.seat: w.bet for w in wagers if w.tender is Tender.CHIPS and w.bet in EVEN_MONEY_BETS
        }
        presses = [
            Press(seat, standing[seat])
            for seat in sorted(houses & standing.keys())
            if draw(st.booleans())
        ]
    return offering, player, banker, wagers, presses


Round = tuple[Offering, list[str], list[str], list[Wager], list[Press]]


def settled(one: Round) -> Settlement:
    offering, player, banker, wagers, presses = one
    return settle(offering, player, banker, wagers, presses)


@given(rounds())
def test_law_the_dealers_steps_move_the_money_that_the_lines_state(one: Round) -> None:
    settlement = settled(one)
    tray = 0
    for step in settlement.steps:
        if step.kind is StepKind.COLLECT and step.tender is not Tender.COUPON:
            tray += step.cents
        elif step.kind in (StepKind.PAY, StepKind.PRESS):
            tray -= step.cents
        elif step.kind is StepKind.COLLECT_VIG:
            tray += step.cents
    collected = sum(s.cents for s in settlement.steps if s.kind is StepKind.COLLECT_VIG)
    marked = sum(s.cents for s in settlement.steps if s.kind is StepKind.MARK_VIG)
    assert tray == sum(staked(line) - line.returned for line in settlement.lines) + collected
    assert collected + marked == sum(line.vig for line in settlement.lines)


@given(rounds())
def test_law_stakes_are_the_wagers_and_what_was_pressed(one: Round) -> None:
    _, _, _, wagers, _ = one
    settlement = settled(one)
    laid = sum(wager.cents for wager in wagers)
    pressed = sum(press.cents or 0 for press in settlement.presses)
    assert sum(line.cents for line in settlement.lines) == laid + pressed


@given(rounds())
def test_law_what_each_result_hands_back(one: Round) -> None:
    for line in settled(one).lines:
        if line.result == "lose":
            assert (line.returned, line.vig) == (0, 0)
        elif line.result == "push":
            assert line.returned == staked(line)
        elif line.bet is not Bet.ROYAL_9 and line.cents > 1:
            assert line.returned > staked(line)
        assert line.vig == 0 or line.bet is Bet.BANKER


@given(rounds(), st.randoms(use_true_random=False))
def test_law_the_order_of_placing_changes_nothing(one: Round, shuffler: Random) -> None:
    offering, player, banker, wagers, presses = one
    again = list(wagers)
    shuffler.shuffle(again)
    assert settle(offering, player, banker, again, presses) == settled(one)


@given(rounds())
def test_law_a_seats_result_does_not_depend_on_other_seats(one: Round) -> None:
    offering, player, banker, wagers, presses = one
    together: Counter[Line] = Counter(settled(one).lines)
    alone: Counter[Line] = Counter()
    for seat in {wager.seat for wager in wagers}:
        own = [wager for wager in wagers if wager.seat == seat]
        mine = [press for press in presses if press.seat == seat]
        alone.update(settle(offering, player, banker, own, mine).lines)
    assert alone == together


@given(rounds())
def test_law_a_wager_in_two_parts_is_the_same_wager(one: Round) -> None:
    offering, player, banker, wagers, presses = one
    parts = [
        part
        for wager in wagers
        for part in (
            [wager._replace(cents=1), wager._replace(cents=wager.cents - 1)]
            if wager.tender is not Tender.COUPON
            and wager.cents > 1
            and wager.bet is not Bet.ROYAL_9
            else [wager]
        )
    ]
    assert settle(offering, player, banker, parts, presses) == settled(one)


@given(rounds())
def test_law_losers_come_first_and_winners_from_the_highest_seat_down(one: Round) -> None:
    lines = [line for line in settled(one).lines if line.bet is not Bet.HOUSE_MONEY]
    groups = ["lose", "win", "push"]
    keys = [(groups.index(line.result), -line.seat) for line in lines]
    assert keys == sorted(keys)


@given(shoes)
def test_law_a_deal_takes_four_to_six_cards_and_no_card_more_or_less(shoe: list[str]) -> None:
    player, banker = deal(iter(shoe))
    dealt = [player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:]]
    assert dealt == shoe[: len(dealt)]
