"""A law of the shoe: the count of cards left is exact, whatever comes out of it (T3, T8, I1 to I4)."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, cycle
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.events.act import Stamp
from ledger.events.table import CardsDealt, ThirdCardDealt
from ledger.rules.catalogue import Catalogue
from ledger.table.decide import decide
from ledger.table.draft import Draft
from ledger.table.said import TableAct
from ledger.table.shoe_state import ShoeInPlay
from ledger.table.state import Table
from ledger.values.cards import burn_amount
from ledger.values.errors import Refused
from tests.clerk import NOTICED, OPENER, SIGNED
from tests.ledger.baccarat.layout import deal

NOW = Stamp(by="C-1", at=1_783_807_200_000_000, recorded_at=1_783_807_200_000_000, day="2026-07-11")
SAID = {"source": "", "seq": 0, "by": "C-1", "table": "MB-01", "at": "2026-07-11T18:00:00-04:00"}
FILLERS = ["4c", "8h", "3s", "6d", "Jc", "Qd", "2s", "9d", "5h"]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["undisclosed", "unseen", "disclosed", "round", "void"]),
        st.sampled_from(["As", "2h", "5d", "7c", "9s", "Th", "Kd"]),
    ),
    max_size=10,
)


def says(draft: Draft, type_: str, **fields: Any) -> None:
    decide(draft, msgspec.convert({"type": type_, **SAID, **fields}, TableAct))


def shoe(draft: Draft) -> ShoeInPlay:
    assert draft.table.shoe is not None
    return draft.table.shoe


def dealt(first: list[str], fillers: Iterator[str]) -> dict[str, list[str]]:
    """Two whole hands that begin with these cards."""
    player, banker = deal(chain(first, fillers))
    return {"player": player, "banker": banker}


def voided(draft: Draft, fillers: Iterator[str]) -> int:
    """A hand that does not count: its first four cards are gone all the same."""
    carried = [each or next(fillers) for each in shoe(draft).carried]
    cards = dealt(carried, fillers)
    says(draft, "no_more_bets")
    says(draft, "deal", **{hand: held[:2] for hand, held in cards.items()})
    says(draft, "void", reason="misdeal")
    return 4 - len(carried)


def out_by(draft: Draft, step: str, card: str, fillers: Iterator[str], rules: str) -> int:
    """Do one thing, and count by hand the cards that left the shoe with it."""
    if step == "round":
        carried = [each or next(fillers) for each in shoe(draft).carried]
        cards = dealt(carried, fillers)
        says(draft, "round", wagers=[], **cards)
        return len(cards["player"]) + len(cards["banker"]) - len(carried)
    if step == "void":
        return voided(draft, fillers)
    disclosed = step == "disclosed"
    seen = {} if step == "unseen" else {"card": card}
    says(draft, "irregular", kind="drawn_in_error", disclosed=disclosed, **seen)
    if not disclosed:
        return 1
    if rules == "div-mini":
        return 1 + burn_amount(card)
    cards = dealt([card], fillers)
    says(draft, "simulated_round", **cards)
    return len(cards["player"]) + len(cards["banker"])


@pytest.mark.parametrize("rules", ["ma-midi", "ma-big", "div-mini"])
@given(steps=STEPS)
def test_t3_the_count_of_cards_left_is_exact(rules: str, steps: list[tuple[str, str]]) -> None:
    draft = Draft(Table(), NOW, Catalogue())
    opener = {int(cents): count for cents, count in OPENER.items()}
    says(draft, "open", rules=rules, pit="P-1", opener=opener, **SIGNED)
    says(draft, "shoe", shoe=1, decks=8, burn="2c")
    if rules == "ma-big":
        says(draft, "pass_shoe", seat=0)
    gone = 3
    fillers = cycle(FILLERS)
    for step, card in steps:
        # More cards wait than a hand begins with, or the card was dealt eight times.
        with suppress(Refused):
            gone += out_by(draft, step, card, fillers, rules)
        assert shoe(draft).left == 416 - gone
        assert max(shoe(draft).dealt) <= 8
        assert sum(shoe(draft).dealt) <= gone


@pytest.mark.parametrize("rules", ["div-mini"])
@given(steps=STEPS)
def test_t6_div_l_a_continuous_shuffler_has_all_its_cards_again_after_every_round(
    rules: str, steps: list[tuple[str, str]]
) -> None:
    draft = Draft(Table(), NOW, Catalogue())
    opener = {int(cents): count for cents, count in OPENER.items()}
    noticed = {"options": {"shuffle": "continuous"}, **NOTICED}
    says(draft, "open", rules=rules, pit="P-1", opener=opener, **noticed, **SIGNED)
    says(draft, "shoe", shoe=1, decks=8)
    gone = 0
    fillers = cycle(FILLERS)
    for step, card in steps:
        try:
            out = out_by(draft, step, card, fillers, rules)
        except Refused:  # more cards wait than a hand begins with
            continue
        waiting = shoe(draft).carried
        gone = len(waiting) if step in ("round", "void") else gone + out
        assert shoe(draft).left == 416 - gone
        assert sum(shoe(draft).dealt) <= gone
        if step in ("round", "void"):
            assert sum(shoe(draft).dealt) == sum(map(bool, waiting))


def at_the_end(left: int) -> Draft:
    """A table that dealt its shoe down to so many cards."""
    draft = Draft(Table(), NOW, Catalogue())
    opener = {int(cents): count for cents, count in OPENER.items()}
    says(draft, "open", rules="ma-midi", pit="P-1", opener=opener, **SIGNED)
    says(draft, "shoe", shoe=1, decks=8, burn="2c")
    shoe(draft).left = left
    says(draft, "no_more_bets")
    return draft


@pytest.mark.parametrize("left", range(6))
def test_i5_a_shoe_ends_with_a_void_where_it_has_no_four_cards_to_deal(left: int) -> None:
    draft = at_the_end(left)
    says(draft, "void", reason="too few cards")
    assert shoe(draft).ended is (left < 4)


@pytest.mark.parametrize("left", range(4))
@pytest.mark.parametrize("third", [False, True])
def test_i5_a_shoe_ends_with_a_dealt_round_only_where_it_lacks_the_third_card(
    left: int, third: bool
) -> None:
    draft = at_the_end(4 + left)
    says(draft, "deal", player=["2d", "3h" if third else "7d"], banker=["4c", "Kh"])
    if third and not left:
        with pytest.raises(Refused) as refused:
            says(draft, "third", hand="player", card="9s")
        assert refused.value.refusal.code == "shoe_short"
    says(draft, "void", reason="fouled")
    assert shoe(draft).ended is (third and not left)


def test_t3_what_is_recorded_of_cards_left_is_what_the_shoe_holds() -> None:
    draft = at_the_end(20)
    says(draft, "deal", player=["2d", "3h"], banker=["4c", "Kh"])
    says(draft, "third", hand="player", card="5s")
    says(draft, "third", hand="banker", card="9d")
    dealt = [each.left for each in draft.pending if isinstance(each, CardsDealt | ThirdCardDealt)]
    assert dealt == [16, 15, 14]
    assert shoe(draft).left == 14


@pytest.mark.parametrize("wagers", [[], [{"seat": 3, "bet": "tie", "cents": 500}]])
def test_w4_a_whole_round_is_no_part_of_one_whose_bets_are_closed(wagers: list[Any]) -> None:
    draft = at_the_end(20)
    with pytest.raises(Refused) as refused:
        says(draft, "round", wagers=wagers, player=["7d", "Qh"], banker=["9c", "Kh"])
    assert refused.value.refusal.code == "round_in_progress"
