"""Every decision of the drawing rules, and what it is called by (X1 to X3)."""

from hypothesis import given
from hypothesis import strategies as st

from ledger.baccarat.decisions import Call, decisions, forbids
from ledger.baccarat.hands import Hand, next_draw
from ledger.values.cards import CARDS
from tests.ledger.baccarat.layout import deal

shoes = st.lists(st.sampled_from(CARDS), min_size=6, max_size=6)


@given(shoes)
def test_law_x3_who_draws_by_the_decisions_has_a_third_card(shoe: list[str]) -> None:
    player, banker = deal(iter(shoe))
    drew = {each.hand for each in decisions(player, banker) if each.call is Call.DRAWS}
    assert drew == {
        hand for hand, cards in ((Hand.PLAYER, player), (Hand.BANKER, banker)) if len(cards) == 3
    }


@given(shoes)
def test_law_x3_a_further_card_takes_no_decision_back_and_a_draw_has_the_rule_of_its_card(
    shoe: list[str],
) -> None:
    player, banker = deal(iter(shoe))
    first = decisions(player[:2], banker[:2])
    whole = decisions(player, banker)
    assert whole[: len(first)] == first
    due = next_draw(player[:2], banker[:2])
    assert (due.rule if due else None) == next(
        (each.rule for each in first if each.call is Call.DRAWS), None
    )


def test_x2_x3_what_forbids_a_third_card() -> None:
    natural = forbids(["8s", "Kd"], ["2c", "3h"], Hand.BANKER)
    assert natural is not None
    assert natural.said == "Player has a natural 8: no third card"
    stays = forbids(["2s", "3d", "Td"], ["2c", "2h"], Hand.BANKER)
    assert stays is not None
    assert stays.said == "Banker has 4, Player's third card is 10, counts 0: stays"
    assert forbids(["2s", "3d", "Td"], ["2c", "2h"], Hand.PLAYER) is None
