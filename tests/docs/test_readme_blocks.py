"""What the README and the pages of docs/ show can be pasted, in order, into a fresh store.

A block marked `sh` is run as it stands: the README's from its top to its end, and each page's after the README's,
as its reader comes from there. A comment `exit 6` says what a command ends with; the others end with 0. Other blocks
(`text`, `json`, ...) show what depends on a place: another database, a file, a program.
"""

import json
import os
import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from shutil import copytree
from typing import Any, Final, NamedTuple

import pytest
import time_machine
from click.testing import CliRunner

from cli.frame.main import pit
from tests.cli.terminals import ASKING, answers, at_bash, seated

ROOT: Final = Path(__file__).parents[2]
NOW: Final = datetime.fromisoformat("2026-07-11T18:00:00-04:00")
SET_HERE: Final = ("PIT_DB", "PIT_BY", "PIT_CONFIG", "PIT_RULES")
BLOCK: Final = re.compile(r"^```([a-z]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
EXIT: Final = re.compile(r"# .*?\bexit (\d)\b")
PAGES: Final = sorted(ROOT.glob("docs/*.md"))


class Line(NamedTuple):
    """A command as it is pasted, and the exit code that it ends with."""

    text: str
    words: list[str]
    code: int


def blocks(page: Path) -> Iterator[str]:
    """The blocks of a page that can be pasted."""
    return (text for kind, text in BLOCK.findall(page.read_text(encoding="utf-8")) if kind == "sh")


def commands(block: str) -> Iterator[Line]:
    """The commands of a block."""
    for text in block.replace("\\\n", " ").splitlines():
        words = shlex.split(text, comments=True)
        if words:
            said = EXIT.search(text)
            yield Line(text, words, int(said[1]) if said else 0)


def shown(page: Path) -> Iterator[Line]:
    """The commands of the blocks of a page that can be pasted."""
    return (line for block in blocks(page) for line in commands(block))


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


class Reader(NamedTuple):
    """Where somebody who has pasted what they read has come to. exported: what they set in their environment."""

    home: Path
    exported: dict[str, str]
    moment: datetime


@contextmanager
def reading(home: Path, exported: dict[str, str], moment: datetime) -> Iterator[None]:
    """A directory, a home and an environment of one's own, from a moment on."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(home)
        patch.setenv("HOME", str(home))
        for name in SET_HERE:
            patch.delenv(name, raising=False)
        patch.setattr(os, "environ", os.environ.copy() | exported)
        with time_machine.travel(moment, tick=True):
            yield


@pytest.fixture(scope="module")
def of_the_readme(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    """Somebody who has pasted the README on a Saturday evening, from its top to its end."""
    home = tmp_path_factory.mktemp("readme")
    with reading(home, {}, NOW):
        paste(ROOT / "README.md")
        exported = {name: os.environ[name] for name in SET_HERE if name in os.environ}
        return Reader(home, exported, datetime.now(UTC))


def test_the_readme_can_be_pasted_from_top_to_end(of_the_readme: Reader) -> None:
    assert of_the_readme.exported
    assert (of_the_readme.home / "pit.db").exists()


@pytest.mark.parametrize("pasted", ["\x1b[200~{}\x1b[201~\r", "{}"], ids=["whole", "line by line"])
def test_the_readme_can_be_pasted_block_by_block_at_a_terminal(tmp_path: Path, pasted: str) -> None:
    """Into bash, which keeps a block to itself, or reads its lines as they come; the pager is the machine's own."""
    for name in ("asked", "answered"):
        os.mkfifo(tmp_path / name)
    programs = (answers, NOW.isoformat()), (at_bash,)
    expected: list[Any] = []
    with seated(*programs, columns=80, rows=24, cwd=tmp_path, **ASKING) as seat:
        for block in blocks(ROOT / "README.md"):
            seat.types(pasted.format(block))
            typed = [line for line in commands(block) if line.words[0] == "pit"]
            expected += [[line.words[1:], line.code] for line in typed]
            seat.waits(partial(_are_done, tmp_path, len(expected)))
            assert _done(tmp_path) == expected, seat.screen()


def _are_done(home: Path, many: int) -> bool:
    return len(_done(home)) >= many


def _done(home: Path) -> list[Any]:
    """What was carried out, and its exit codes."""
    done = home / "done"
    return [*map(json.loads, done.read_text("utf-8").splitlines())] if done.exists() else []


@pytest.mark.parametrize("page", [page for page in PAGES if any(shown(page))], ids=lambda p: p.stem)
def test_a_page_can_be_pasted_after_the_readme(
    page: Path, of_the_readme: Reader, tmp_path: Path
) -> None:
    home = copytree(of_the_readme.home, tmp_path / "home")
    with reading(home, of_the_readme.exported, of_the_readme.moment):
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
