"""One word a thing: each of these is called so wherever it has a name, and nothing else is called so."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Final

import pytest

from tests.architecture.parsed import nodes
from tests.architecture.rooms import HALLS
from tests.architecture.unused import trees

ROOT: Final = Path(__file__).parents[2]

NOT_CALLED: Final = {
    "pit": "gaming_?pit",
    "meter": "progressive",
    "finding": "(standing|found)_?finding|found_?standing",
    "story": "storying|telling|replaying",
    "compare": "comparison|comparing",
    "no more bets": "bets_?closed",
}
"""What each is not called. In words that are read the trade's own stand too: a progressive meter."""

ELSEWHERE: Final = {
    "progressive_contributions": "a column of the books, as it is kept of days that were signed",
    "progressive_awards": "the same",
    "progressive_seeds": "the same",
    "win_after_progressives": "the same",
    "bets_closed": "of a table's JSON, of a row, and the verb, as they have been since the first version",
}
"""Names that stay, and why."""

OWN: Final = {
    "Ledger": "ledger/desks/ledger.py",
    "Pit": "ledger/pit/state.py",
    "Finding": "ledger/events/finding.py",
    "Link": "ledger/link/state.py",
}
"""Of these there is one, and where it is."""

FIELDS: Final = frozenset({"id", "message", "usual_cause"})
"""By which a finding is known, whatever it is called."""

ROWS_OF_FINDINGS: Final = {"FindingTold": "a line of the day's report, with the reason and by whom"}


def named(file: str, tree: ast.Module) -> Iterator[str]:
    """Every name that a file gives, its own too."""
    yield Path(file).stem
    for node in nodes(tree):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.arg(arg=name):
                yield name
            case ast.Assign(targets=targets):
                yield from (each.id for each in targets if isinstance(each, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.NamedExpr(target=ast.Name(id=name)):
                yield name
            case ast.For(target=ast.Name(id=name)) | ast.comprehension(target=ast.Name(id=name)):
                yield name


def otherwise(file: str, tree: ast.Module, words: str) -> set[str]:
    """Names in a file by which a thing is called that has another."""
    return {each for each in named(file, tree) if re.search(words, each, re.IGNORECASE)}


@pytest.mark.parametrize("word", NOT_CALLED)
def test_a_thing_is_called_by_its_word(word: str) -> None:
    found = {
        name
        for file, tree in trees(ROOT, HALLS)
        for name in otherwise(file, tree, NOT_CALLED[word])
    }
    assert found <= ELSEWHERE.keys()


def test_another_word_is_seen_wherever_it_stands() -> None:
    for line in (
        "class GamingPit: ...",
        "def gaming_pit(): ...",
        "def f(gaming_pit): ...",
        "gaming_pit: int = 1",
        "for gaming_pit in x: ...",
        "[y for gaming_pit in x]",
    ):
        assert otherwise("a.py", ast.parse(line), NOT_CALLED["pit"]), line
    assert otherwise("gaming_pit.py", ast.parse(""), NOT_CALLED["pit"])


def test_every_name_that_stays_is_there() -> None:
    there = {name for file, tree in trees(ROOT, HALLS) for name in named(file, tree)}
    assert there >= ELSEWHERE.keys()


def classes() -> Iterator[tuple[str, ast.ClassDef]]:
    """All of the program."""
    for file, tree in trees(ROOT, HALLS):
        yield from ((file, node) for node in nodes(tree) if isinstance(node, ast.ClassDef))


@pytest.mark.parametrize("name", OWN)
def test_there_is_one(name: str) -> None:
    assert [file for file, node in classes() if node.name == name] == [OWN[name]]


def fields(node: ast.ClassDef) -> set[str]:
    """Those that a class declares itself."""
    return {
        line.target.id
        for line in node.body
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
    }


def test_what_is_like_a_finding_is_one() -> None:
    """A twin has its fields, and does not come of it."""
    twins = {node.name for _, node in classes() if fields(node) >= FIELDS}
    assert twins == {"Finding", *ROWS_OF_FINDINGS}


def types(tree: ast.Module) -> Iterator[str]:
    """What a file gives a name to that is a type by its shape alone, as it is written."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Subscript):
            of = ast.unparse(node.value)
            if of.startswith("Callable["):
                yield of


def test_a_shape_of_a_call_has_one_name() -> None:
    """`Progress` was declared three times, and once more as something else."""
    assert list(types(ast.parse("Progress = Callable[[int, int], None]"))) == [
        "Callable[[int, int], None]"
    ]
    counted = Counter(each for _, tree in trees(ROOT, HALLS) for each in types(tree))
    assert [each for each, times in counted.items() if times > 1] == []


def asked_for(node: ast.ClassDef) -> frozenset[str]:
    """What a protocol asks for."""
    return frozenset(each.name for each in node.body if isinstance(each, ast.FunctionDef))


def test_no_protocol_asks_for_nearly_what_another_does() -> None:
    """Two of who turns the cards of a hand had four fields of six in common."""
    found = [
        (node.name, asked_for(node))
        for _, node in classes()
        if any(ast.unparse(each) == "Protocol" for each in node.bases)
    ]
    twins = [
        (one, other)
        for (one, of_one), (other, of_other) in combinations(found, 2)
        if 2 * len(of_one & of_other) > len(of_one | of_other)
    ]
    assert twins == []
