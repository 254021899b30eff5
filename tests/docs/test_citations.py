"""Every number that tests, code and pages cite is on the page of rules and decisions, once.

A citation is a number of that page
- at the head of a test's name, one or several: `test_x24_f2_a_number_is_not_skipped`, `test_decision_17_a_coupon`;
- in a docstring, a comment or a page: `R5`, `W1-W3`, `I1 to I4`, `decision 17`, `decisions 26 and 32`.

A line of a docstring that shows a command, and the code of a page, cite nothing.
"""

import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs/rules-and-decisions.md"
PROGRAM: Final = ("ledger", "projections", "cli", "migrations", "benchmarks")
GENERATED: Final = ("cli-reference.md", "shorthand.md")

KINDS: Final = "RTWVFPIAUX"
NUMBER: Final = rf"([{KINDS}])(\d{{1,2}})(?!\w|[:-]\d)"
RANGE: Final = re.compile(rf"(?<![\w.-]){NUMBER}(?:(?:-| to ){NUMBER})?")
DECISIONS: Final = re.compile(r"\bdecisions? (\d+(?:(?:, | and | to )\d+)*)")
NAME: Final = re.compile(
    rf"^ *(?:async )?def test((?:_(?:[{KINDS.lower()}]|decision_)\d{{1,2}})+)_", re.MULTILINE
)
ANCHOR: Final = re.compile(r'<a id="([^"]+)"></a>')


def cited_in_prose(text: str) -> set[str]:
    """The numbers that prose cites, as they are anchored: `w3`, `decision-17`; a range with all in between."""
    found = set()
    for kind, first, other, last in RANGE.findall(text):
        assert other in ("", kind), f"a range from {kind} to {other}"
        found |= {f"{kind.lower()}{n}" for n in range(int(first), int(last or first) + 1)}
    for numbers in DECISIONS.findall(text):
        found |= {f"decision-{n}" for n in re.findall(r"\d+", numbers)}
    return found


def cited_in_names(source: str) -> set[str]:
    """The numbers at the head of the names of tests."""
    heads = " ".join(NAME.findall(source)).replace("decision_", "decision-")
    return set(re.findall(r"[a-z-]+\d+", heads))


def _prose(source: str) -> Iterator[str]:
    """The comments of a module and the strings that stand alone in it: docstrings."""
    alone = True
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
        elif token.type == tokenize.STRING and alone:
            lines = token.string.splitlines()
            yield "\n".join(line for line in lines if not line.lstrip().startswith("pit "))
        if token.type not in (tokenize.COMMENT, tokenize.NL):
            alone = token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)


def cited_in_module(source: str) -> set[str]:
    """All that a module cites. Three files in four have nothing like a number, and are not read as Python."""
    if not (RANGE.search(source) or DECISIONS.search(source)):
        return cited_in_names(source)
    return cited_in_names(source).union(*map(cited_in_prose, _prose(source)))


@cache
def _cited_in(path: Path) -> set[str]:
    return cited_in_module(path.read_text(encoding="utf-8"))


def cited_in_page(text: str) -> set[str]:
    """All that a page cites, its code apart."""
    without = re.sub(r"^```.*?^```|`[^`\n]*`", "", text, flags=re.DOTALL | re.MULTILINE)
    return cited_in_prose(ANCHOR.sub("", without))


def _modules(*places: str) -> list[Path]:
    return [path for place in places for path in sorted((ROOT / place).rglob("*.py"))]


def _pages() -> list[Path]:
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]
    return [path for path in pages if path.name not in GENERATED]


def _anchors() -> list[str]:
    return ANCHOR.findall(PAGE.read_text(encoding="utf-8"))


def test_every_number_cited_is_on_the_page() -> None:
    known = set(_anchors())
    strays = {}
    for path in _modules(*PROGRAM, "tests"):
        if path != Path(__file__):
            strays[path] = _cited_in(path) - known
    for path in _pages():
        strays[path] = cited_in_page(path.read_text(encoding="utf-8")) - known
    assert {str(path.relative_to(ROOT)): found for path, found in strays.items() if found} == {}


def test_every_anchor_is_there_once_and_numbers_its_row() -> None:
    assert [anchor for anchor, times in Counter(_anchors()).items() if times > 1] == []
    rows = re.findall(
        rf"^\| {ANCHOR.pattern}(.*?) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert [anchor for anchor, _ in rows] == _anchors()
    assert all(anchor == shown.lower().replace(" ", "-") for anchor, shown in rows)


def test_numbers_follow_one_another() -> None:
    last: dict[str, int] = {}
    for anchor in _anchors():
        kind, number = re.fullmatch(r"(decision-|[a-z])(\d+)", anchor).groups()  # type: ignore[union-attr]  # what does not match fails here
        assert int(number) == last.get(kind, 0) + 1, anchor
        last[kind] = int(number)


def test_every_row_and_every_fault_is_cited_by_a_test() -> None:
    modules = [path for path in _modules("tests") if path != Path(__file__)]
    cited = set().union(*map(_cited_in, modules))
    rows = {anchor for anchor in _anchors() if not anchor.startswith("decision-")}
    assert rows - cited == set()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("only an open table deals (T1).", {"t1"}),
        ("wagers (W1-W3), and X28, I6:", {"w1", "w2", "w3", "x28", "i6"}),
        ("cards that should not have come (I1 to I4)", {"i1", "i2", "i3", "i4"}),
        ("as decision 17 has it; decisions 26 and 32", {f"decision-{n}" for n in (17, 26, 32)}),
        ("there is no W99, and no decision 99", {"w99", "decision-99"}),
        ("link:R9-1 and pit P-1, D-7, at 2026-07-11T18:00, T18:00, ma-midi 13(e)", set()),
    ],
)
def test_what_a_citation_is(text: str, found: set[str]) -> None:
    assert cited_in_prose(text) == found
    assert cited_in_module(f'"""{text}"""\n') == cited_in_module(f"x = 1  # {text}\n") == found
    assert cited_in_module(f"x = {text!r}\n") == set()
    assert cited_in_page(f"{text}\n```\nW98\n```\n`W97`") == found


def test_the_head_of_a_tests_name_cites() -> None:
    source = "def test_x24_f2_a_number_w1_is_not_skipped() -> None: ...\ndef test_royal_9() -> None: ...\n"
    source += "def test_decision_17_i2_a_coupon() -> None: ...\n"
    assert cited_in_names(source) == {"x24", "f2", "decision-17", "i2"}
