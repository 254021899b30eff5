"""`pit rules show` shows everything that a submission holds."""

from datetime import date
from typing import Any

import msgspec
import pytest

from cli.shown.submissions import lines
from ledger.baccarat.offering import Counterclockwise, Game, Odds, PaymentOrder
from ledger.baccarat.wagers import Bet, Tender
from ledger.rules.choices import Approval
from ledger.rules.loader import load
from ledger.rules.submission import Submission

BIG = load("ma-big")

OTHERWISE: dict[str, Any] = {
    "id": "other",
    "version": 9,
    "title": "Another",
    "source": "ma-midi",
    "game": Game.EZ,
    "seats": 7,
    "decks": 6,
    "tenders": [Tender.CHIPS],
    "pays": {**BIG.pays, Bet.TIE: {"win": Odds(9, 1)}},
    "payment_order": PaymentOrder.ALL_VIG_THEN_PAY,
    "counterclockwise": Counterclockwise.DESCENDING,
    "shuffle": "lace_and_reshuffle",
    "shoe": msgspec.structs.replace(BIG.shoe, cut_min_cards=10),
    "disclosed_third_card": "simulated_round",
    "sections": {**BIG.sections, "tie.win": "ma-big 99"},
    "dragon_bonus": "B",
    "vigorish": None,
    "vigorish_forms": True,
    "press_percent": 50,
    "main_wager_first": [Bet.TIE],
    "royal_9": None,
    "must_hit": None,
    "handling": "handed",
    "new_decks_after_last_hand": True,
    "recorded": ["spread"],
    "minimum_cents": 2_500,
    "unit_cents": 500,
    "notice_minutes": {"shuffle": 45},
    "uniform_in_pit": ["payment_order"],
    "approvals": {"layout": Approval(document="IEB-1", date=date(2026, 5, 4), by="IEB")},
}
"""Each field of a submission with another value than the big table's."""


def shown(submission: Submission) -> list[str]:
    return [line for line in lines(submission) if not line.startswith("sha256")]


@pytest.mark.parametrize("field", Submission.__struct_fields__)
def test_r1_every_field_of_a_submission_is_shown(field: str) -> None:
    other = msgspec.structs.replace(BIG, **{field: OTHERWISE[field]})
    assert shown(other) != shown(BIG)


def test_r1_the_combinations_of_a_chair_are_shown_as_cards() -> None:
    assert any("Chair 5" in line and line.endswith("K♣ 9♦") for line in shown(BIG))


def test_t10_how_cards_are_handled_is_not_said_of_a_text_that_does_not_print_it() -> None:
    handled = {
        rules: next(line for line in lines(load(rules)) if line.strip().startswith("Cards "))
        for rules in ("ma-midi", "md-midi")
    }
    assert handled["ma-midi"].endswith("handed, as its text has it")
    assert handled["md-midi"].endswith("handed, the licensee's")


@pytest.mark.parametrize(("rules", "least"), [("div-mini", "10 cards"), ("house-dragon", "")])
def test_how_deep_cards_are_cut_is_shown_where_the_text_says_it(rules: str, least: str) -> None:
    shown = "\n".join(lines(load(rules)))
    assert (f"{least} from either end" in shown, "from the back" in shown) == (bool(least),) * 2
