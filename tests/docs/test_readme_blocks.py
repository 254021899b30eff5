"""What the README and the pages of docs/ show can be pasted, in order, into a fresh store.

A block marked `sh` is run as it stands: the README's from its top to its end, and each page's after the README's,
as its reader comes from there. A comment `exit 6` says what a command ends with; the others end with 0. Other blocks
(`text`, `json`, ...) show what depends on a place: another database, a file, a program.
"""

import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest
import time_machine
from click.testing import CliRunner

from cli.frame.main import pit

ROOT: Final = Path(__file__).parents[2]
NOW: Final = "2026-07-11T18:00:00-04:00"
BLOCK: Final = re.compile(r"^```([a-z]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
EXIT: Final = re.compile(r"# .*?\bexit (\d)\b")
PAGES: Final = sorted(ROOT.glob("docs/*.md"))


class Line(NamedTuple):
    """A command as it is pasted, and the exit code that it ends with."""

    text: str
    words: list[str]
    code: int


def shown(page: Path) -> Iterator[Line]:
    """The commands of the blocks of a page that can be pasted."""
    for kind, block in BLOCK.findall(page.read_text(encoding="utf-8")):
        if kind != "sh":
            continue
        for text in block.replace("\\\n", " ").splitlines():
            words = shlex.split(text, comments=True)
            if words:
                said = EXIT.search(text)
                yield Line(text, words, int(said[1]) if said else 0)


def paste(page: Path) -> None:
    """Carry out what a page shows, in order."""
    for line in shown(page):
        assert "$" not in re.sub(r"'[^']*'", "", line.text), f"the shell reads $: {line.text}"
        name, *args = line.words
        if name == "export":
            os.environ.update({arg.partition("=")[0]: arg.partition("=")[2] for arg in args})
            continue
        assert name == "pit", line.text
        args, into = (args[:-2], args[-1]) if ">" in args else (args, "")
        result = CliRunner().invoke(pit, args)
        assert result.exit_code == line.code, f"{page.name}: {line.text}\n{result.output}"
        if into:
            Path(into).write_text(result.stdout, encoding="utf-8")


@pytest.fixture(autouse=True)
def _fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A directory, a home and an environment of its own, on a Saturday evening."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("PIT_DB", "PIT_BY", "PIT_CONFIG", "PIT_RULES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os, "environ", os.environ.copy())
    with time_machine.travel(NOW, tick=True):
        yield


def test_the_readme_can_be_pasted_from_top_to_end() -> None:
    paste(ROOT / "README.md")


@pytest.mark.parametrize("page", [page for page in PAGES if any(shown(page))], ids=lambda p: p.stem)
def test_a_page_can_be_pasted_after_the_readme(page: Path) -> None:
    paste(ROOT / "README.md")
    paste(page)


def test_every_block_says_what_it_is() -> None:
    pages = [page for page in (ROOT / "README.md", *PAGES) if page.name != "cli-reference.md"]
    kinds = {
        page.name: {kind for kind, _ in BLOCK.findall(page.read_text(encoding="utf-8"))}
        for page in pages
    }
    assert [name for name, found in kinds.items() if "" in found] == []


def test_the_readme_is_short_and_every_page_is_found_from_it() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) < 250
    assert [page.name for page in PAGES if f"(docs/{page.name})" not in text] == []
