"""R2: what the sources allow, checked when a document is loaded."""

from pathlib import Path

import pytest

from ledger.baccarat.offering import Award
from ledger.baccarat.wagers import Bet
from ledger.rules.lint import lint
from ledger.rules.loader import load_file
from ledger.rules.source import LICENSEES
from ledger.values.errors import Misused, NotFound, Refused
from tests.ledger.rules.licensee import document


def refusal(tmp_path: Path, text: str) -> dict[str, object]:
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Refused) as refused:
        load_file(path)
    facts = dict(refused.value.refusal.facts)
    facts.pop("findings")
    return {"code": refused.value.refusal.code, **facts}


@pytest.mark.parametrize(
    ("rules", "lines", "expected"),
    [
        ("ma-midi", {"seats": "10"}, "seats: found 10; ma-midi 2(a) allows at most 9"),
        ("ma-big-ez", {"seats": "9"}, "seats: found 9; ma-big 2(a) allows 10 to 14"),
        ("ma-midi-ez", {"decks": "5"}, "decks: found 5; ma-midi 3(a) allows at least 6"),
        ("ma-big-ez", {"decks": "5"}, "decks: found 5; ma-big 3(a) allows 6 to 8"),
        ("ma-big-ez", {"decks": "9"}, "decks: found 9; ma-big 3(a) allows 6 to 8"),
        ("div-mini", {"decks": "5"}, "decks: found 5; div (a)(1) allows at least 6"),
        ("ma-midi", {"decks": "6"}, "decks: found 6; ma-midi 12(i) allows 8 decks with Royal 9"),
        ("ma-big", {"decks": "7"}, "decks: found 7; ma-big 13(i) allows 6 or 8 decks with Royal 9"),
        ("ma-midi", {"tie": '"7:1"'}, "tie: found 7:1; ma-midi 12(b) allows at least 8 to 1"),
        ("ma-big", {"tie": '"15:2"'}, "tie: found 15:2; ma-big 13(b) allows at least 8 to 1"),
        ("md-midi", {"tie": "7"}, "tie: found 7; md 12B allows at least 8 to 1"),
        ("div-mini", {"tie": '"eight"'}, "tie: found eight; div (c)(2) allows at least 8 to 1"),
        (
            "ma-midi",
            {"dragon_bonus": '"D"'},
            "dragon_bonus: found D; ma-midi 12(e) allows A, B or C",
        ),
        ("ma-big", {"dragon_bonus": '"D"'}, "dragon_bonus: found D; ma-big 13(e) allows A, B or C"),
        (
            "div-mini",
            {"rate_bps": "450"},
            "vigorish.rate_bps: found 450; div (c)(3) allows 400 or 500",
        ),
        ("ma-midi", {"rate_bps": "400"}, "vigorish.rate_bps: found 400; ma-midi 12(c) allows 500"),
        ("md-midi", {"rate_bps": "400"}, "vigorish.rate_bps: found 400; md 12C allows 500"),
        (
            "div-mini-tie-vig",
            {"rate_bps": "500"},
            "vigorish.rate_bps: found 500; div (c)(4) allows 2500",
        ),
        (
            "div-mini-tie-vig",
            {"collect": '"deferred"'},
            "vigorish.collect: found deferred; div (c)(4) allows at_payout",
        ),
        (
            "div-mini",
            {"multiple_cents": "25"},
            "vigorish.multiple_cents: found 25; div (c)(3)(i) allows 5",
        ),
        (
            "ma-midi",
            {"multiple_cents": "5"},
            "vigorish.multiple_cents: found 5; ma-midi 12(c) allows 25",
        ),
        (
            "ma-midi",
            {"payment_order": '"pay_then_vig"'},
            "payment_order: found pay_then_vig; ma-midi 11(b) allows vig_then_pay",
        ),
        (
            "ma-big",
            {"payment_order": '"vig_then_pay"'},
            "payment_order: found vig_then_pay; ma-big 12(b) allows pay_then_vig",
        ),
        (
            "ma-midi",
            {"press_percent": "101"},
            "house_money.press_percent: found 101; ma-midi 8(c)(3)(i)a allows 1 to 100",
        ),
        ("ma-midi", {"paytable": "3"}, "royal_9.paytable: found 3; ma-midi 12(i) allows 1 or 2"),
        (
            "ma-big",
            {"configuration": "4"},
            "must_hit.configuration: found 4; ma-big 13(j) allows 1, 2 or 3",
        ),
        (
            "ma-big",
            {"seats": "13"},
            "royal_9.chairs: found 12; ma-big 13(i) allows one combination for each of 13 seats",
        ),
        (
            "md-midi",
            {"tenders": '["chips", "coupon"]'},
            "tenders: found coupon; md 7B allows chips or cash",
        ),
        (
            "div-mini",
            {"disclosed_third_card": '"simulated_round"'},
            "irregularities.disclosed_third_card: found simulated_round; div (k)(1) allows burn_value",
        ),
        (
            "ma-midi",
            {"shuffle": '"feather"'},
            "shuffle: found feather; ma-midi 5(a) allows lace or lace_and_reshuffle",
        ),
        ("house-dragon", {"game": '"ez"'}, "game: found ez; house allows commission"),
        ("house-dragon", {"tie": '"9:1"'}, "tie: found 9:1; house allows 8 to 1"),
        ("house-dragon", {"tie": "7"}, "tie: found 7; house allows 8 to 1"),
        ("house-dragon", {"dragon_bonus": '"B"'}, "dragon_bonus: found B; house allows A"),
        (
            "house-dragon",
            {"rounding": '"up"'},
            "vigorish.rounding: found up; house allows exact",
        ),
        (
            "md-midi",
            {"rounding": '"nearest"'},
            "vigorish.rounding: found nearest; md 12C allows exact",
        ),
    ],
)
def test_r2_out_of_bounds(tmp_path: Path, rules: str, lines: dict[str, str], expected: str) -> None:
    facts = refusal(tmp_path, document(rules, **lines))
    told = "{field}: found {found}; {section} allows {allowed}".format_map(facts)
    assert told == expected
    assert facts["code"] in {"out_of_bounds", "chairs_missing"}


@pytest.mark.parametrize(
    ("rules", "lines", "expected"),
    [
        ("md-midi", {"dragon_bonus": '"D"'}, "dragon_bonus: found D; expected A, B or C"),
        ("md-midi", {"multiple_cents": "5"}, "vigorish.multiple_cents: found 5; expected 25"),
        ("md-midi", {"paytable": "3"}, "royal_9.paytable: found 3; expected 1 or 2"),
        ("md-midi", {"decks": "6"}, "decks: found 6; expected 8 decks with Royal 9"),
    ],
)
def test_r2_what_a_text_heads_or_leaves_out_is_not_cited_as_what_it_allows(
    tmp_path: Path, rules: str, lines: dict[str, str], expected: str
) -> None:
    facts = refusal(tmp_path, document(rules, **lines))
    assert facts["section"] == LICENSEES
    assert str(lint(tmp_path / "own.toml")[0]) == f"{expected} [{LICENSEES}]"


@pytest.mark.parametrize(
    ("rules", "sections"), [("house-dragon", set()), ("md-midi-ez", {LICENSEES})]
)
def test_r2_what_a_text_does_not_print_the_licensee_chooses(
    tmp_path: Path, rules: str, sections: set[str]
) -> None:
    """`house` prints no seats, decks or shuffle; md 2 has no seats, 3, 5 and 13 are headings. Royal 9 has its own."""
    path = tmp_path / "own.toml"
    chosen = {"seats": "13", "decks": "4", "shuffle": '"feather"'}
    chosen["disclosed_third_card"] = '"burn_value"'
    path.write_text(document(rules, id='"own"', **chosen), encoding="utf-8")
    assert {fault.section for fault in lint(path) if not fault.warning} == sections
    path.write_text(
        document("house-dragon", id='"own"', tenders='["chips", "cash", "coupon"]'),
        encoding="utf-8",
    )
    assert not lint(path)
    path.write_text(document(rules, id='"own"', shuffle='"any"'), encoding="utf-8")
    (fault,) = lint(path)
    assert (fault.field, fault.found, fault.section) == ("shuffle", "any", "")


@pytest.mark.parametrize(
    ("rules", "bets", "code", "found", "section"),
    [
        (
            "ma-midi",
            ["banker", "player", "fortune_7"],
            "bet_not_permitted",
            "fortune_7",
            "ma-midi 7(a)",
        ),
        (
            "ma-midi",
            ["banker", "player", "dragon_7"],
            "bet_not_permitted",
            "dragon_7",
            "ma-midi 7(a)",
        ),
        (
            "md-midi",
            ["banker", "player", "house_money"],
            "bet_not_permitted",
            "house_money",
            "md 7A",
        ),
        ("div-mini", ["banker", "player", "royal_9"], "bet_not_permitted", "royal_9", "div (b)(2)"),
        ("div-mini", ["player", "tie"], "bet_missing", "no banker", "div (b)(2)"),
        ("div-mini", ["banker", "player", "tie", "tie"], "bet_repeated", "tie", "div (b)(2)"),
        ("div-mini", ["banker", "player"], "unused_field", "8:1", "div (b)(2)"),
    ],
)
def test_r2_bets_that_the_source_does_not_permit(
    tmp_path: Path, rules: str, bets: list[str], code: str, found: str, section: str
) -> None:
    listed = "[" + ", ".join(f'"{bet}"' for bet in bets) + "]"
    facts = refusal(tmp_path, document(rules, bets=listed))
    assert (facts["code"], facts["found"], facts["section"]) == (code, found, section)


@pytest.mark.parametrize(
    ("rules", "table", "code", "field", "section"),
    [
        ("ma-midi-ez", "vigorish", "out_of_bounds", "vigorish", "ma-midi 12(c)"),
        ("div-mini-no-commission", "vigorish", "out_of_bounds", "vigorish", "div (c)(6)"),
        ("div-mini", "house_money", "unused_field", "house_money", "div (b)(2)"),
        ("ma-midi", "must_hit", "out_of_bounds", "must_hit", "ma-midi 12(i)"),
        ("md-midi", "must_hit", "out_of_bounds", "must_hit", LICENSEES),
    ],
)
def test_r2_a_table_that_the_game_has_no_use_for(
    tmp_path: Path, rules: str, table: str, code: str, field: str, section: str
) -> None:
    tables = {
        "vigorish": 'rate_bps = 500\nrounding = "up"\nmultiple_cents = 25\ncollect = "deferred"\n',
        "house_money": "press_percent = 100\n",
        "must_hit": "configuration = 1\n",
    }
    facts = refusal(tmp_path, f"{document(rules)}\n[{table}]\n{tables[table]}")
    assert (facts["code"], facts["field"], facts["section"]) == (code, field, section)


def test_ma_midi_12_c_a_commission_game_needs_vigorish(tmp_path: Path) -> None:
    text = document("div-mini-no-commission", game='"commission"')
    facts = refusal(tmp_path, text)
    assert (facts["code"], facts["field"], facts["section"]) == (
        "missing_field",
        "vigorish",
        "div (c)(3)",
    )


def test_div_c_3_iii_forms_only_where_the_source_provides_for_them(tmp_path: Path) -> None:
    facts = refusal(tmp_path, document("ma-midi", shuffle='"lace"\nvigorish_forms = true'))
    assert (facts["field"], facts["allowed"]) == ("vigorish_forms", "false")
    text = document("div-mini-tie-vig", shuffle='"lace"\nvigorish_forms = true')
    facts = refusal(tmp_path, text)
    assert (facts["field"], facts["section"]) == ("vigorish_forms", "div (c)(3)(iii)")


@pytest.mark.parametrize(
    ("chairs", "found"),
    [
        ('["Ks9h", "Ks9s"]', "Ks9s"),
        ('["Ks9h", "Ks9h"]', "Ks9h"),
    ],
)
def test_ma_big_13_i_chairs_are_unique_and_not_suited(
    tmp_path: Path, chairs: str, found: str
) -> None:
    facts = refusal(tmp_path, document("ma-big", chairs=chairs))
    assert (facts["field"], facts["section"]) == ("royal_9.chairs", "ma-big 13(i)")
    assert facts["found"] == found


def test_ma_midi_12_i_printed_chairs_cannot_be_replaced(tmp_path: Path) -> None:
    facts = refusal(tmp_path, document("ma-midi", paytable='1\nchairs = ["Ks9h"]'))
    assert (facts["code"], facts["field"]) == ("unused_field", "royal_9.chairs")


@pytest.mark.parametrize(
    ("rules", "lines"),
    [
        ("ma-midi", {"seats": "1", "tie": '"9:1"', "dragon_bonus": '"C"'}),
        ("ma-midi-ez", {"paytable": "2", "press_percent": "1"}),
        ("ma-big-ez", {"seats": "10", "decks": "6"}),
        ("ma-big", {"decks": "6", "configuration": "3"}),
        ("div-mini", {"decks": "12", "rate_bps": "400", "payment_order": '"all_pay_then_vig"'}),
        ("div-mini", {"tie": '"17:2"'}),
    ],
)
def test_r2_within_the_bounds_a_licensees_own_document_is_used(
    tmp_path: Path, rules: str, lines: dict[str, str]
) -> None:
    path = tmp_path / "own.toml"
    path.write_text(document(rules, id='"our-table-4"', **lines), encoding="utf-8")
    own = load_file(path)
    assert own.id == "our-table-4"
    assert load_file(path, {"tie": "12"}).pays[Bet.TIE][Award.WIN] == (12, 1)


def test_r1_a_file_that_is_missing_or_no_document(tmp_path: Path) -> None:
    with pytest.raises(NotFound) as missing:
        load_file(tmp_path / "none.toml")
    assert missing.value.refusal.code == "rules_file_missing"
    broken = tmp_path / "broken.toml"
    for content in (b"seats = = 9", b"\xff\xfe"):
        broken.write_bytes(content)
        with pytest.raises(Misused) as misused:
            load_file(broken)
        assert misused.value.refusal.code == "rules_unreadable"
    with pytest.raises(Misused) as misused:
        load_file(tmp_path)
    assert misused.value.refusal.code == "rules_unreadable"
