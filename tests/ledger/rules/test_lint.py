"""A licensee's own document: everything wrong with it, at once, by line."""

import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.fault import Fault
from ledger.rules.lint import lint
from ledger.rules.loader import examine, list_ids
from ledger.rules.source import packaged_text
from ledger.values.errors import Misused, NotFound
from tests.ledger.desks.test_wording import UNSEEN, hidden
from tests.ledger.rules.licensee import document


def lint_text(tmp_path: Path, text: str) -> list[Fault]:
    path = tmp_path / "own.toml"
    path.write_bytes(text.encode())
    return lint(path)


WRONG = """\
id = "Our Table"
version = 1
title = "Ours"
source = "ma-midi"
game = "commission"
seats = 12
decks = "eight"
bets = [
    "banker",
    "player",
    "tie",
    "dragon_8",
    "fortune_7",
]
tie = "7:1"
tenders = ["chips", "gold"]
payment_order = "vig_then_pay"
shuffle = "lace"
colour = "red"

[vigorish]
rate_bps = "5%"
rounding = "half_even"
collect = "deferred"
bonus = [
    1,
    2,
]

[irregularities]
disclosed_third_card = "ask"
"""


def test_r2_everything_wrong_is_reported_at_once_with_its_line(tmp_path: Path) -> None:
    found = [(one.line, one.code, one.field, one.found) for one in lint_text(tmp_path, WRONG)]
    assert found == [
        (1, "wrong_type", "id", "Our Table"),
        (6, "out_of_bounds", "seats", "12"),
        (7, "wrong_type", "decks", "eight"),
        (12, "wrong_type", "bets", "dragon_8"),
        (13, "bet_not_permitted", "bets", "fortune_7"),
        (15, "out_of_bounds", "tie", "7:1"),
        (16, "wrong_type", "tenders", "gold"),
        (19, "unknown_field", "colour", "red"),
        (21, "missing_field", "vigorish.multiple_cents", "nothing"),
        (22, "wrong_type", "vigorish.rate_bps", "5%"),
        (23, "wrong_type", "vigorish.rounding", "half_even"),
        (25, "unknown_field", "vigorish.bonus", "[1, 2]"),
        (31, "wrong_type", "irregularities.disclosed_third_card", "ask"),
    ]


def test_r2_each_finding_says_what_the_section_allows(tmp_path: Path) -> None:
    told = {one.field: str(one) for one in lint_text(tmp_path, WRONG)}
    assert told["seats"] == "seats: found 12; ma-midi 2(a) allows at most 9"
    assert told["decks"] == "decks: found eight; ma-midi 3(a) allows at least 6"
    assert told["tie"] == "tie: found 7:1; ma-midi 12(b) allows at least 8 to 1"
    assert told["tenders"] == "tenders: found gold; ma-midi 7(b) allows chips, cash or coupon"
    assert told["vigorish.rate_bps"] == "vigorish.rate_bps: found 5%; ma-midi 12(c) allows 500"


@pytest.mark.parametrize("rules", list_ids())
def test_u5_nothing_is_found_in_a_document_that_ships(tmp_path: Path, rules: str) -> None:
    assert lint_text(tmp_path, document(rules)) == []


def test_u5_a_paytable_that_favours_the_player_is_a_warning_with_its_line(tmp_path: Path) -> None:
    (warning,) = lint_text(tmp_path, document("ma-midi", tie='"10:1"'))
    assert (warning.code, warning.line, warning.warning) == ("favours_player", 17, True)
    assert "+4.6716%" in warning.found


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("seats = = 9\n", 1),
        ('id = "x"\nseats 9\n', 2),
        ('id = "x"\nbets = [\n"banker",\n', 3),
        ("seats = 8\nseats = 9\n", 2),
    ],
)
def test_r2_what_is_not_toml_is_found_where_the_parser_stopped(
    tmp_path: Path, text: str, line: int
) -> None:
    (fault,) = lint_text(tmp_path, text)
    assert (fault.code, fault.line) == ("not_toml", line)


def test_r2_an_empty_document_lacks_every_required_field(tmp_path: Path) -> None:
    faults = lint_text(tmp_path, "")
    assert {one.code for one in faults} == {"missing_field"}
    assert {one.field for one in faults} >= {"id", "version", "source", "game", "bets", "seats"}


def test_r2_an_unknown_source_is_named_with_the_known_ones(tmp_path: Path) -> None:
    (fault,) = lint_text(tmp_path, document("ma-midi", source='"nj"'))
    assert (fault.code, fault.found, fault.line) == ("unknown_source", "nj", 4)
    assert "ma-midi" in fault.allowed


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('vigorish.rounding = "never"\n', 1),
        ('# note\n[ vigorish ]\n"rounding" = "never" # note\n', 3),
        (
            'title = """\\\nrounding = "no"\\\n[vigorish]\\\n"""\n[vigorish]\nrounding = "never"\n',
            6,
        ),
        ('vigorish = { rate_bps = 500, rounding = "never" }\n', 1),
        ('# one\u2028line\r\n[vigorish]\r\nrounding = "never"\r\n', 3),
    ],
)
def test_r2_the_line_is_found_however_the_field_is_written(
    tmp_path: Path, text: str, line: int
) -> None:
    faults = lint_text(tmp_path, text)
    assert [one.line for one in faults if one.field == "vigorish.rounding"] == [line]


def test_r2_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        lint(tmp_path / "none.toml")
    with pytest.raises(Misused):
        lint(tmp_path)


WHOLE: dict[str, dict[str, Any]] = {rules: tomllib.loads(document(rules)) for rules in list_ids()}
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.dates(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)


@st.composite
def spoiled(draw: st.DrawFn) -> dict[str, Any]:
    """A document that ships with some of its fields replaced by anything, or gone."""
    raw = deepcopy(WHOLE[draw(st.sampled_from(sorted(WHOLE)))])
    for _ in range(draw(st.integers(1, 4))):
        table = draw(
            st.sampled_from([raw, *(value for value in raw.values() if isinstance(value, dict))])
        )
        if table:
            key = draw(st.sampled_from(sorted(table)))
            if draw(st.booleans()):
                del table[key]
            else:
                table[key] = draw(anything)
    return raw


@given(spoiled())
def test_law_any_document_is_examined_without_an_error(raw: dict[str, Any]) -> None:
    faults = examine(raw)
    assert all(one.field and one.found and one.allowed for one in faults)


@pytest.mark.parametrize("character", UNSEEN)
def test_no_text_of_a_submission_takes_a_character_that_is_not_seen(character: str) -> None:
    """Of every one that ships: in each value, and in each name."""
    for name in list_ids():
        plain = tomllib.loads(packaged_text(f"submissions/{name}.toml"))
        for hostile in hidden(plain, character):
            assert [each.code for each in examine(hostile)] == ["control_character"]
