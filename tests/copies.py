"""The regulators' texts copied whole under other ids, with the submissions that ship naming the copies.

A jurisdiction is data: whatever a table does under a text, it does under its copy. A folder of tests runs under both
with `pytest_generate_tests = under_copies` and the fixtures of this module in its conftest.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.rules import loader
from ledger.rules import source as rules_source
from ledger.rules.source import packaged_ids, packaged_text
from tests.conftest import BACKENDS

COPY = "copy-of-"


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
def texts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Which texts the submissions follow in a test: those that ship, or their copies."""
    which: str = request.param
    if which == "copied":
        monkeypatch.setattr(rules_source, "_PACKAGE", request.getfixturevalue("copied"))
        forget_texts()
    yield which
    if which == "copied":
        forget_texts()


def forget_texts() -> None:
    """Have them read again, from where they are now."""
    rules_source.sources.cache_clear()
    loader.resolve_packaged.cache_clear()


@pytest.fixture
def url(request: pytest.FixtureRequest) -> str:
    """A fresh store, on the database of the run."""
    found: str = request.getfixturevalue(f"{request.param}_url")
    return found


def under_copies(metafunc: pytest.Metafunc) -> None:
    """Run each test under the texts that ship, on each database, and under their copies."""
    if "url" in metafunc.fixturenames:
        runs = [*((backend, "shipped") for backend in BACKENDS), (BACKENDS[0], "copied")]
        ids = [*BACKENDS, "copied"]
        metafunc.parametrize(("url", "texts"), runs, ids=ids, indirect=True)
    else:
        metafunc.parametrize("texts", ["shipped", "copied"], indirect=True)
