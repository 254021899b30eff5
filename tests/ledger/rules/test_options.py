"""R: every choice of a submission can be set by option, within what its source allows."""

import pytest

from ledger.baccarat.offering import Award
from ledger.baccarat.wagers import Bet
from ledger.rules.loader import load
from ledger.rules.options import apply_options
from ledger.rules.submission import Submission
from ledger.values.errors import Misused, Refused


@pytest.mark.parametrize(
    ("rules", "key", "value", "expected"),
    [
        ("div-mini", "vigorish.rate_bps", "400", 400),
        ("ma-midi", "vigorish.rounding", "exact", "exact"),
        ("ma-midi", "vigorish.rounding", " nearest ", "nearest"),
        ("div-mini", "vigorish.rounding", "exact", "exact"),
        ("ma-midi", "vigorish.collect", "at_payout", "at_payout"),
        ("ma-big", "dragon_bonus", "C", "C"),
        ("md-midi", "dragon_bonus", "B", "B"),
        ("ma-midi", "tie", "9", (9, 1)),
        ("ma-midi", "tie", "8:1", (8, 1)),
        ("ma-midi", "tie", "9 to 1", (9, 1)),
        ("ma-midi", "house_money.press_percent", "50", 50),
        ("ma-midi", "royal_9.paytable", "2", 2),
        ("ma-midi", "royal_9.reserve_bps.major", "300", {"major": 300}),
        ("ma-big", "royal_9.reserve_bps.must_hit", "500", {"must_hit": 500}),
        ("ma-big", "royal_9.reserve_bps.star", "0", {}),
        ("ma-big", "must_hit.configuration", "3", 20_000),
        ("div-mini", "payment_order", "i", "all_pay_then_vig"),
        ("div-mini", "payment_order", "II", "all_vig_then_pay"),
        ("div-mini", "payment_order", "pay then vigorish", "pay_then_vig"),
        ("div-mini", "payment_order", "vig_then_pay", "vig_then_pay"),
        ("ma-midi", "shuffle", "lace_and_reshuffle", "lace_and_reshuffle"),
        (
            "ma-midi",
            "irregularities.disclosed_third_card",
            "simulated_round",
            "simulated_round",
        ),
    ],
)
def test_r1_an_option_is_set(rules: str, key: str, value: str, expected: object) -> None:
    assert chosen(load(rules, {key: value}), key) == expected


def chosen(one: Submission, key: str) -> object:
    """What a submission has chosen in an option."""
    assert one.vigorish is not None
    choices: dict[str, object] = {
        "vigorish.rate_bps": one.vigorish.rate_bps,
        "vigorish.rounding": one.vigorish.rounding,
        "vigorish.collect": one.vigorish.collect,
        "dragon_bonus": one.dragon_bonus,
        "tie": one.pays[Bet.TIE][Award.WIN],
        "house_money.press_percent": one.press_percent,
        "royal_9.paytable": one.royal_9.paytable if one.royal_9 else 0,
        "must_hit.configuration": one.must_hit.maximum_cents if one.must_hit else 0,
        "payment_order": one.payment_order,
        "shuffle": one.shuffle,
        "irregularities.disclosed_third_card": one.disclosed_third_card,
    }
    if key.startswith("royal_9.reserve_bps."):
        return one.royal_9.reserve_bps if one.royal_9 else None
    return choices[key]


@pytest.mark.parametrize(
    ("key", "value", "allowed", "section"),
    [
        ("vigorish.rate_bps", "400", "500", "ma-midi 12(c)"),
        ("vigorish.rate_bps", "five percent", "500", "ma-midi 12(c)"),
        ("vigorish.rounding", "half_even", "exact, nearest or up", "ma-midi 12(c)"),
        ("vigorish.collect", "monthly", "at_payout or deferred", "ma-midi 12(d)"),
        ("dragon_bonus", "D", "A, B or C", "ma-midi 12(e)"),
        ("tie", "7:1", "at least 8 to 1", "ma-midi 12(b)"),
        ("tie", "0", "at least 8 to 1", "ma-midi 12(b)"),
        ("tie", "8:0", "at least 8 to 1", "ma-midi 12(b)"),
        ("house_money.press_percent", "0", "1 to 100", "ma-midi 8(c)(3)(i)a"),
        ("royal_9.paytable", "3", "1 or 2", "ma-midi 12(i)"),
        ("royal_9.reserve_bps.major", "901", "0 to 900", "ma-midi 12(i)"),
        ("royal_9.reserve_bps.major", "-1", "0 to 900", "ma-midi 12(i)"),
        (
            "royal_9.reserve_bps.must_hit",
            "5",
            "one of major, k9_banker, k9_player",
            "ma-midi 12(i)",
        ),
        ("payment_order", "iii", "vig_then_pay", "ma-midi 11(b)"),
        ("payment_order", "v", "vig_then_pay", "ma-midi 11(b)"),
    ],
)
def test_r2_a_bad_option_is_refused_with_what_the_section_allows(
    key: str, value: str, allowed: str, section: str
) -> None:
    with pytest.raises(Refused) as refused:
        load("ma-midi", {key: value})
    facts = refused.value.refusal.facts
    assert (facts["field"], facts["allowed"], facts["section"]) == (key, allowed, section)
    assert str(facts["found"]) in {value, "pay_then_vig"}
    assert str(facts["found"]) in refused.value.refusal.message


@pytest.mark.parametrize(
    "key", ["seats", "royal_9.reserve_bps.", "royal_9.reserve_bps.major.minor"]
)
def test_r1_an_option_that_does_not_exist_is_named(key: str) -> None:
    with pytest.raises(Misused) as misused:
        load("ma-midi", {key: "8"})
    assert misused.value.refusal.code == "unknown_option"
    assert misused.value.refusal.facts == {"option": key, "found": "8"}


@pytest.mark.parametrize(
    ("rules", "key", "value"),
    [
        ("ma-midi-ez", "vigorish.rate_bps", "500"),
        ("div-mini", "dragon_bonus", "A"),
        ("md-midi", "house_money.press_percent", "50"),
        ("ma-big-ez", "royal_9.paytable", "1"),
        ("ma-big-ez", "royal_9.reserve_bps.star", "1"),
        ("ma-midi", "must_hit.configuration", "1"),
    ],
)
def test_r1_an_option_of_something_not_offered_is_refused(rules: str, key: str, value: str) -> None:
    with pytest.raises(Refused) as refused:
        load(rules, {key: value})
    assert refused.value.refusal.code == "option_not_offered"
    assert refused.value.refusal.facts == {"option": key, "found": value, "rules": rules}


@pytest.mark.parametrize("key", ["royal_9.reserve_bps.star", "royal_9.paytable"])
def test_r1_an_option_of_a_table_that_is_none_is_refused(key: str) -> None:
    with pytest.raises(Refused) as refused:
        apply_options({"id": "own", "royal_9": 9}, {key: "1"})
    assert refused.value.refusal.code == "option_not_offered"
