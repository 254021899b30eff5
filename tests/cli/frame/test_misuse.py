"""Every command, misused in every way: it is said in our own words, with a code, the facts and the next step."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
import msgspec
import pytest
from click.testing import CliRunner

from cli.frame.main import NOUNS, LazyGroup, pit
from cli.frame.options import Noun, PitCommand
from cli.frame.usage import name_of
from cli.pages import reference
from cli.typed.kinds import FILE, NEW_FILE, Read
from tests.cli.conftest import Terminal

OURS: Final = {"is not", "is a directory", "Did you mean"}
"""What anybody says."""


def _of_click() -> Iterator[str]:
    """The sentences of the library that reads commands, from its source, as patterns."""
    source = Path(click.__file__).parent
    for file in ("core.py", "exceptions.py", "parser.py", "types.py", "termui.py"):
        for node in ast.walk(ast.parse((source / file).read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="_" | "ngettext"), args=args):
                    for each in args:
                        if isinstance(each, ast.Constant) and isinstance(each.value, str):
                            yield each.value


def _of_msgspec() -> Iterator[str]:
    """What the library that holds acts to their bounds says of values of every kind."""

    class Kinds(msgspec.Struct):
        count: int = 0
        text: str = ""

    for wrong in ({"count": "x"}, {"count": None}, {"text": 1}):
        try:
            msgspec.convert(wrong, Kinds)
        except msgspec.ValidationError as error:
            yield str(error).partition(" - at")[0]


def _patterns() -> Iterator[re.Pattern[str]]:
    for said in {*_of_click(), *_of_msgspec(), "Expected `"}:
        parts = re.split(r"\{[^}]*\}", said.strip())
        words = " ".join(re.findall(r"[A-Za-z]+", " ".join(parts)))
        if (" " in words or "`" in said) and words not in OURS:
            yield re.compile(".*".join(map(re.escape, parts)).lower())


PHRASES: Final = [*_patterns()]
"""In small letters, as what is said is looked through."""

COMMANDS: Final = {
    context.command_path.partition(" ")[2]: command
    for context, command in reference.commands(pit, None, "pit")
}


def _misuses(command: click.Command) -> Iterator[tuple[str, list[str]]]:
    """What is wrong with each, and the words behind the command."""
    yield "an option that is none", ["--nonsense"]
    yield "a short option that is none", ["-q"]
    if isinstance(command, Noun | LazyGroup):
        yield "no command behind an option", ["--by", "C-1"]
        yield "a command that is none", ["nonsense"]
    if not isinstance(command, click.Group):
        yield from _of_options(command)
        yield from _of_arguments(command)


def _of_options(command: click.Command) -> Iterator[tuple[str, list[str]]]:
    for each in command.params:
        if isinstance(each, click.Option):
            if each.is_flag:
                yield f"a value for {each.opts[0]}", [f"{each.opts[0]}=x"]
            else:
                yield f"no value for {each.opts[0]}", [each.opts[0]]
                if isinstance(command, PitCommand | Noun | LazyGroup) and not each.multiple:
                    yield f"{each.opts[0]} twice", [each.opts[0], "zz"] * 2
                if isinstance(each.type, Read):
                    yield f"{each.opts[0]} that is none", [each.opts[0], _nothing(each.type)]


def _of_arguments(command: click.Command) -> Iterator[tuple[str, list[str]]]:
    arguments = [each for each in command.params if isinstance(each, click.Argument)]
    required = [
        part
        for each in command.params
        if isinstance(each, click.Option) and each.required
        for part in (each.opts[0], "zz")
    ]
    filled = ["zz" for each in arguments if each.required]
    for n, argument in enumerate(arguments):
        if isinstance(argument.type, Read):
            yield f"{name_of(argument)} that is none", [*filled[:n], _nothing(argument.type)]
        if argument.required:
            yield f"no {name_of(argument)}", [*required, *filled[:n]]
    if required:
        yield "an option left out", filled
    if all(each.nargs == 1 for each in arguments):
        yield "more than it takes", [*("zz" for _ in arguments), *required, "much", "more"]


def _nothing(kind: Read) -> str:
    """What is of no such kind: of files a directory."""
    return "/" if kind in {FILE, NEW_FILE} else "?*?"


ENDINGS: Final = {2, 3}
"""What is typed cannot be read, or names a file that is not there."""


@pytest.mark.parametrize("noun", ["", *NOUNS])
def test_what_is_misused_is_said_in_our_own_words(noun: str) -> None:
    env = {"PIT_DB": "sqlite:///none.db", "PIT_BY": "C-1"}
    runner = CliRunner()
    for path, command in COMMANDS.items():
        if path.partition(" ")[0] == noun:
            for n, (wrong, words) in enumerate(_misuses(command)):
                form = ["--json"] if n == 0 else []
                result = runner.invoke(pit, [*path.split(), *words, *form], env=env)
                assert result.exit_code in ENDINGS, (path, wrong, result.output)
                _verify(result.stderr, path, wrong)


def _verify(said: str, path: str, wrong: str) -> None:
    if said.startswith("{"):
        error = json.loads(said)["error"]
        assert error.keys() == {"code", "message", "facts", "next_step"}
        assert error["next_step"], (path, wrong)
        assert error["facts"], (path, wrong)
        return
    first, *rest = said.splitlines()
    assert re.fullmatch(r"[a-z_]+: .+\.", first), said
    assert len(rest) in {1, 2}, said
    assert all(line.startswith("  ") for line in rest), said
    found = _of_theirs(said)
    assert not found, (path, wrong, said, found)


def _of_theirs(said: str) -> list[str]:
    small = said.lower()
    return [each.pattern for each in PHRASES if each.search(small)]


def test_the_library_would_have_been_heard() -> None:
    """The sentences looked for are those that it says."""
    found = CliRunner().invoke(
        click.Command("x", params=[click.Option(["--n"], type=int)]), ["--n", "x"]
    )
    assert _of_theirs(found.output)
    error = click.NoSuchOption("--x")
    assert _of_theirs(error.format_message())


@pytest.mark.parametrize(
    "typed", ["\udcff\udcfe", "table \udcff", "--\udcff table", "table --\udcff"]
)
def test_bytes_that_are_no_text_are_said_to_be_that_and_not_escaped(
    on_file: Terminal, typed: str
) -> None:
    error = on_file.is_refused(*typed.split(), exit_code=2)
    assert error["code"] == "not_utf8"
