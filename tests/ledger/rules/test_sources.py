"""A jurisdiction is data: nothing but its file knows its name."""

import ast
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from ledger.baccarat.wagers import Bet
from ledger.rules.loader import list_ids, load
from ledger.rules.source import LICENSEES, as_cited, flat
from tests.architecture.parsed import nodes, parsed
from tests.copies import COPY, escaped, of_procedure, reading_from, sources

ROOT = Path(__file__).parents[3]
MODULES = sorted(
    path.relative_to(ROOT)
    for room in ("ledger", "projections", "cli", "migrations")
    for path in (ROOT / room).rglob("*.py")
    if not path.is_relative_to(ROOT / "ledger/rules")
)
# A submission may be named like its text: the demo plays the game of one, whatever text that follows.
PLAYED = {Path("cli/demo/dealer_plan.py"): {"ma-midi"}}


def literals(path: Path) -> Iterator[str]:
    """Every text that a module holds, whatever it does with it."""
    for node in nodes(parsed((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value.strip()


@pytest.mark.parametrize("page", ["rules.md", "rules-and-decisions.md"])
def test_the_pages_name_every_text(page: str) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    assert [each for each in sources() if f"`{each}`" not in text] == []


def test_no_module_outside_the_rules_names_a_text() -> None:
    """Whoever needs to know asks for a fact of the text: ledger/rules/sources."""
    named = {path: sources().keys() & set(literals(path)) for path in MODULES}
    assert {path: names for path, names in named.items() if names} == PLAYED


def test_the_rules_themselves_name_no_text_either() -> None:
    code = (path.relative_to(ROOT) for path in (ROOT / "ledger/rules").glob("*.py"))
    assert not [path for path in code if sources().keys() & set(literals(path))]


def test_every_text_has_the_id_of_its_file() -> None:
    assert [name for name, text in sources().items() if text.id != name] == []


def test_a_copy_of_a_text_makes_the_same_documents(copied: Path) -> None:
    shipped = {rules: load(rules) for rules in list_ids()}
    with reading_from(copied):
        copies = {rules: load(rules) for rules in list_ids()}
        assert not sources().keys() & {one.source for one in shipped.values()}
    assert {one.source for one in copies.values()} == {COPY + name for name in sources()}
    for rules, one in copies.items():
        assert msgspec.structs.replace(one, source=shipped[rules].source) == shipped[rules]


def test_a_test_of_procedure_is_known_by_its_room_or_its_number() -> None:
    assert of_procedure("tests/ledger/table/test_new.py::test_a_new_room")
    assert of_procedure("tests/cli/commands/test_new.py::test_x28_i6_a_void[sqlite]")
    assert of_procedure("tests/ledger/feed/test_new.py::test_r4_notice")
    assert not of_procedure("tests/ledger/feed/test_new.py::test_r6_what_is_offered")
    assert not of_procedure("tests/ledger/baccarat/test_new.py::test_w4_counts")


def test_one_that_does_not_run_under_copies_is_found() -> None:
    room, other = (
        "tests/ledger/table/test_new.py::test_this",
        "tests/ledger/store/test_new.py::test_that",
    )
    met: list[tuple[str, dict[str, object]]] = [
        (room, {"url": "sqlite", "texts": "shipped"}),
        (room, {"url": "sqlite"}),
        (other, {}),
    ]
    assert escaped(met) == [room]


def test_players_deal_where_the_text_says_how_the_shoe_passes() -> None:
    assert [name for name, text in sources().items() if text.curator] == ["ma-big"]
    for name, text in sources().items():
        sections = msgspec.to_builtins(text.curator).values() if text.curator else ()
        assert all(section.startswith(f"{name} ") for section in sections)


def test_every_text_says_by_which_section_each_decision_is_told_or_that_it_prints_none() -> None:
    keys = {
        name: {(a, b) for a in text.told for b in text.told[a] if a != Bet.ROYAL_9}
        for name, text in sources().items()
    }
    assert len({frozenset(each) for each in keys.values()}) == 1
    meters = {name: text for name, text in sources().items() if Bet.ROYAL_9 in text.told}
    assert {name for name, text in sources().items() if text.royal_9} == meters.keys()
    assert all(
        text.told[Bet.ROYAL_9].keys() >= {"contribution", "award"} for text in meters.values()
    )
    for text in sources().values():
        own = text.named | flat(text.told)
        assert {*text.silent} <= own.keys() | {key.partition(".")[0] for key in own}
        shown = {*text.cited(own).values()}
        assert (LICENSEES in shown) == bool(text.silent)


def test_no_bound_cites_a_section_that_its_text_does_not_print() -> None:
    """`house` has no numbers: what it prints is named here."""
    numbered = {name: text for name, text in sources().items() if text.silent and name != "house"}
    for text in numbered.values():
        unprinted = {*text.named.values(), *flat(text.told).values()} - {
            *text.cited(text.named).values()
        }
        assert unprinted
        assert not unprinted & {each.section for each in text.bounds}
        assert not unprinted & {each.section for each in text.approvals}
    assert {each.field for each in sources()["house"].bounds if each.section == "house"} == {
        *("game", "tie", "dragon_bonus"),
        *("vigorish", "vigorish.rate_bps", "vigorish.rounding"),
    }


def test_what_was_recorded_with_a_section_has_one_that_it_is_cited_as() -> None:
    """Of a kind of event that holds a section, no two of one name are cited differently."""
    for text in sources().values():
        cited = text.cited(text.named)
        for key, section in text.named.items():
            subject, _, _ = key.partition(".")
            if subject in {*Bet, "draw", "irregularities"} or key == "round.void":
                assert as_cited(subject, section) == cited[key]
    assert as_cited("draw", "md 10") == LICENSEES
    assert as_cited("draw", LICENSEES) == LICENSEES
    assert as_cited("irregularities", "house") == LICENSEES
    assert as_cited("draw", "house") == "house"
    assert as_cited("draw", "no-such-text 10") == "no-such-text 10"
