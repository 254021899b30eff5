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
from ledger.rules import Catalogue
from ledger.table.acts import TableAct
from ledger.table.decide import decide
from ledger.table.draft import Draft
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
