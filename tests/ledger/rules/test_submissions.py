"""R1, R3: the submissions that ship, whole, immutable and hashed."""

import hashlib
import json
from pathlib import Path

import pytest

from ledger.baccarat.offering import Award
from ledger.baccarat.wagers import Bet
from ledger.rules.loader import list_ids, load
from ledger.rules.submission import from_document
from ledger.values.errors import NotFound
from tests.copies import sources

SHIPPED = Path(__file__).parent / "shipped.json"

# What each submission that ships chooses: game, seats, decks, vigorish, payment order, Dragon
# Bonus, Royal 9.
ROUNDED_25 = (500, "up", 25, "deferred")
EXACT = (500, "exact", 25, "at_payout")
CHOICES = {
    "ma-midi": ("commission", 9, 8, ROUNDED_25, "vig_then_pay", "A", 1),
    "ma-midi-ez": ("ez", 9, 8, None, "vig_then_pay", "A", 1),
    "ma-big": ("commission", 12, 8, ROUNDED_25, "pay_then_vig", "A", 2),
    "ma-big-ez": ("ez", 14, 8, None, "pay_then_vig", "A", None),
    "md-midi": ("commission", 9, 8, EXACT, "vig_then_pay", "A", 1),
    "md-midi-ez": ("ez", 9, 8, None, "vig_then_pay", "A", 1),
    "md-midi-fortune7": ("fortune_7", 9, 8, None, "vig_then_pay", "A", 1),
    "div-mini": ("commission", 9, 8, (500, "up", 5, "deferred"), "vig_then_pay", "", None),
    "div-mini-tie-vig": (
        "tie_vigorish",
        9,
        8,
        (2500, "exact", 5, "at_payout"),
        "vig_then_pay",
        "",
        None,
    ),
    "div-mini-no-commission": ("no_commission", 9, 8, None, "vig_then_pay", "", None),
    "house-dragon": ("commission", 9, 8, EXACT, "vig_then_pay", "A", None),
}


def test_r1_every_text_is_followed_by_a_submission() -> None:
    assert {load(rules).source for rules in list_ids()} == sources().keys()


def test_r1_every_wager_is_offered_by_a_submission() -> None:
    """One that no text prints could be settled, and by nobody placed."""
    assert {bet for rules in list_ids() for bet in load(rules).offering.bets} == {*Bet}


def test_r1_eleven_submissions_ship() -> None:
    assert list_ids() == sorted(CHOICES)


@pytest.mark.parametrize("rules", sorted(CHOICES))
def test_r1_each_submission_chooses_what_it_says(rules: str) -> None:
    one = load(rules)
    vigorish = one.vigorish and (
        one.vigorish.rate_bps,
        str(one.vigorish.rounding),
        one.vigorish.multiple_cents,
        str(one.vigorish.collect),
    )
    paytable = one.royal_9.paytable if one.royal_9 else None
    assert CHOICES[rules] == (
        one.game,
        one.seats,
        one.decks,
        vigorish,
        one.payment_order,
        one.dragon_bonus,
        paytable,
    )
    assert one.id == rules
    assert one.pays[Bet.TIE][Award.WIN] == (8, 1)


@pytest.mark.parametrize("rules", list_ids())
def test_r1_a_document_is_the_whole_submission(rules: str) -> None:
    one = load(rules)
    again = from_document(one.document())
    assert again == one
    assert (again.sha256, again.document()) == (one.sha256, one.document())
    assert one.sha256 == hashlib.sha256(one.document().encode()).hexdigest()
    assert one.document() == json.dumps(
        json.loads(one.document()), sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )


def test_r1_a_submission_that_ships_never_changes_under_its_version() -> None:
    """A change needs a new version, and a new line in shipped.json beside the old one."""
    shipped = json.loads(SHIPPED.read_text(encoding="utf-8"))
    for rules in list_ids():
        one = load(rules)
        assert shipped[f"{rules} {one.version}"] == one.sha256


def test_r1_an_option_makes_another_document() -> None:
    assert load("ma-midi", {"tie": "9"}).sha256 != load("ma-midi").sha256
    assert load("ma-midi", {"tie": "8"}).sha256 == load("ma-midi").sha256


@pytest.mark.parametrize("rules", list_ids())
def test_r1_every_section_cited_is_one_of_its_source(rules: str) -> None:
    one = load(rules)
    assert {section.split()[0] for section in one.sections.values()} == {one.source}
    subjects = {key.partition(".")[0] for key in one.sections}
    assert subjects >= {*one.offering.bets, "draw", "round", "shoe", "vigorish"}


def test_ma_midi_12_i_royal_9_seeds_and_increments() -> None:
    meters = {
        paytable: [
            (meter.meter, meter.seed_cents, meter.increment_bps) for meter in one.royal_9.meters
        ]
        for paytable in ("1", "2")
        if (one := load("ma-midi", {"royal_9.paytable": paytable})).royal_9
    }
    k9 = [("k9_banker", 35_000, 500), ("k9_player", 35_000, 500)]
    assert meters == {
        "1": [("major", 5_000_000, 900), *k9],
        "2": [("major", 2_500_000, 960), *k9],
    }


def test_ma_big_13_i_star_options_and_13_j_must_hit() -> None:
    for option, seed in (("1", 2_500_000), ("2", 5_000_000)):
        one = load("ma-big", {"royal_9.paytable": option})
        assert one.royal_9 is not None
        star = one.royal_9.meters[0]
        assert (star.meter, star.seed_cents, star.increment_bps) == ("star", seed, 600)
    must_hit = load("ma-big").must_hit
    assert must_hit is not None
    assert (must_hit.reset_cents, must_hit.maximum_cents, must_hit.increment_bps) == (
        25_000,
        100_000,
        500,
    )


def test_f8_only_div_provides_for_complimentary_vigorish_forms() -> None:
    assert [rules for rules in list_ids() if load(rules).vigorish_forms] == ["div-mini"]


def test_r4_r5_notice_and_uniformity_are_part_of_the_submission() -> None:
    assert load("ma-midi").notice_minutes == {"shuffle": 30}
    assert load("ma-midi").uniform_in_pit == ["shuffle"]
    assert load("div-mini").notice_minutes == {"shuffle": 30, "payment_order": 30}
    assert load("div-mini").uniform_in_pit == ["shuffle", "payment_order"]


@pytest.mark.parametrize(
    "rules", [each for each in list_ids() if load(each).source in {"house", "md"}]
)
def test_decision_32_a_text_without_a_shuffle_asks_no_notice_of_it_and_none_alike(
    rules: str,
) -> None:
    one = load(rules)
    assert (one.notice_minutes, one.uniform_in_pit, one.text.noticed_use) == ({}, [], {})


def test_rules_that_do_not_exist_are_named() -> None:
    with pytest.raises(NotFound) as missing:
        load("ma-mini")
    assert missing.value.refusal.code == "rules_unknown"
    assert "ma-midi" in missing.value.refusal.next_step
