"""The regulators' texts copied whole under other ids, with the submissions that ship naming the copies.

A jurisdiction is data: whatever a table does under a text, it does under its copy. So every test of procedure runs
under both: `tests/conftest.py` asks `of_procedure` about every test of the tree, and none is left out by forgetting it.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

import pytest

from ledger.rules import loader
from ledger.rules import source as rules_source
from ledger.rules.source import Source, packaged_ids, packaged_text, text_of
from ledger.rules.submission import Submission

COPY: Final = "copy-of-"

ROOMS: Final = (
    "tests/ledger/table/",
    "tests/ledger/form/",
    "tests/ledger/link/",
    "tests/ledger/pit/",
)
"""Where every test is of procedure: what a table, its forms, its link and its pit do under a text."""

NUMBERED: Final = re.compile(r"::test_(?:(?:[a-z]|decision_)\d+_)*(?:[twvi]\d+|r[45])_")
"""Of procedure in any other room: the table and its shoe, wagers, vigorish, irregularities, a change of procedure."""

OF_DOCUMENTS: Final = "tests/ledger/baccarat/"
"""The game is given documents and sees no text (tests/architecture/rooms.py); those of a copy are the same, field
by field: tests/ledger/rules/test_sources.py."""


@pytest.fixture(scope="session")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package of rules in which every submission follows a copy of its text; the texts themselves are gone."""
    package = tmp_path_factory.mktemp("rules")
    for folder, named in (("sources", "id"), ("submissions", "source")):
        (package / folder).mkdir()
        for name in packaged_ids(folder):
            text, changed = re.subn(
                rf'^{named} = "(.+?)"',
                rf'{named} = "{COPY}\1"',
                packaged_text(f"{folder}/{name}.toml"),
                flags=re.MULTILINE,
            )
            assert changed == 1
            copy = COPY + name if folder == "sources" else name
            (package / folder / f"{copy}.toml").write_text(text, encoding="utf-8")
    (package / "paytables.toml").write_text(packaged_text("paytables.toml"), encoding="utf-8")
    return package


@pytest.fixture(autouse=True)
def texts(request: pytest.FixtureRequest) -> Iterator[str]:
    """Which texts the submissions follow in a test: those that ship, or their copies."""
    which: str = getattr(request, "param", "shipped")
    if which == "shipped":
        yield which
        return
    with reading_from(request.getfixturevalue("copied")):
        yield which


def package() -> Path:
    """Where the texts are read from."""
    where: Path = vars(rules_source)["_PACKAGE"]
    return where


@contextmanager
def reading_from(where: Path) -> Iterator[None]:
    """Have the texts read from there. What was read of them is known for as long as nothing is read from elsewhere,
    and the submissions that were read from either place for good: a text has another id in each.
    """
    before = package()
    read_from(where)
    try:
        yield
    finally:
        read_from(before)


def read_from(where: Path) -> None:
    """Read them from there from now on."""
    vars(rules_source)["_PACKAGE"] = where
    vars(loader)["resolve_packaged"] = _resolving(where)
    packaged_ids.cache_clear()
    rules_source.as_cited.cache_clear()


@cache
def _resolving(_where: Path) -> Callable[..., Submission]:
    return lru_cache(loader.resolve_packaged.__wrapped__)


def sources() -> dict[str, Source]:
    """All regulators' texts by id, from where they are read now."""
    return {name: text_of(name) for name in packaged_ids("sources")}


def of_procedure(test: str) -> bool:
    """Whether a test, by its id, is of what a table does under a text: by its room, or by a number in its name."""
    if test.startswith(OF_DOCUMENTS):
        return False
    return test.startswith(ROOMS) or NUMBERED.search(test) is not None


def under_copies(metafunc: pytest.Metafunc) -> None:
    """Run a test of procedure under the texts that ship, and under their copies."""
    if of_procedure(metafunc.definition.nodeid):
        metafunc.parametrize("texts", ["shipped", "copied"], indirect=True)


def once(items: list[pytest.Item]) -> list[pytest.Item]:
    """Without the copies on the second database: a text is no matter of databases."""
    met = ((each, list(_case(each).values())) for each in items)
    return [each for each, case in met if not ("copied" in case and "postgres" in case)]


def escaped(cases: Iterable[tuple[str, Mapping[str, object]]]) -> list[str]:
    """The tests of procedure, each with its parameters, that do not run under texts that are said."""
    return [test for test, case in cases if of_procedure(test) and "texts" not in case]


def cases(items: Iterable[pytest.Item]) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Each test's id, with its parameters."""
    return ((each.nodeid, _case(each)) for each in items)


def _case(item: pytest.Item) -> Mapping[str, object]:
    case = getattr(item, "callspec", None)
    return case.params if case else {}
