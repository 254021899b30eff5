"""`pit shell`: commands typed one after the other, without the start-up of each."""

import os
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.frame.failing import guarded, show
from cli.frame.options import PitCommand, Session, session
from cli.shown.said import drawing
from ledger.values.errors import Misused, PitError, Refusal
from ledger.values.files import appended, write_whole

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.history import History

    from projections.queries.unsaid import Watch

ADDRESS = "://"
LONGEST_LINE = 1 << 16
"""Characters of a line; reading words takes the square of it."""

LEAVE = frozenset({"exit", "quit"})
HERE = "."
"""A word, or what stands before the first colon of one, that means the table in the prompt."""

HELP = """Type commands as after `pit`: a noun, a verb, and what belongs to it. Tab completes.
  .             stands for the table in the prompt, .:7 for its round 7 of today
  use TABLE     puts a table there; so does every command that names one
  help NOUN     tells about a command
  exit          leaves
"""

MISUSED = 2


class Shell:
    """A person's session. The store stays open; kept: the session whose store and author commands
    take unless they name others. run: carries out a command and returns its exit code.
    """

    def __init__(self, kept: Session, run: Callable[[list[str]], int]) -> None:
        self._kept = kept
        self._run = run
        self.table = ""
        self.worst = 0

    def take(self, line: str) -> bool:
        """Carry out a line. False where it says to leave. No error ends the session."""
        if len(line) > LONGEST_LINE:
            self._refuse("line_too_long", "The line is too long.", "Type one command a line.")
            return False
        try:
            words = shlex.split(line, comments=True)
        except ValueError:
            self._refuse("open_quote", "A quotation mark is not closed.", "Type the line again.")
            return True
        if words and words[0] == "pit":
            words = words[1:]
        if not words:
            return True
        if words[0] in LEAVE:
            return False
        self.worst = max(self.worst, self._carry_out(words))
        return True

    def _carry_out(self, words: list[str]) -> int:
        if words[0] == "help":
            return self._help(words[1:])
        if words[0] == "use" and len(words) == 2:
            return guarded(lambda: self._use(words[1]), as_json=False)
        if words[0] == "shell":
            return self._refuse("in_the_shell", "This is the shell.", "Type exit to leave it.")
        typed = [self._spelled(word) for word in words]
        code = self._run(typed)
        self._notice(typed)
        return code

    def _spelled(self, word: str) -> str:
        """`.` and `.:7` with the table that they mean."""
        code, *number = word.split(":", 1)
        return ":".join((self.table, *number)) if code == HERE and self.table else word

    def _help(self, about: list[str]) -> int:
        if about:
            return self._run([*about, "--help"])
        told = guarded(lambda: click.echo(HELP, nl=False), as_json=False)
        return told or self._run(["--help"])

    def _refuse(self, code: str, message: str, next_step: str) -> int:
        show(Refusal(code, message, next_step), as_json=False)
        self.worst = max(self.worst, MISUSED)
        return MISUSED

    def _use(self, code: str) -> None:
        from projections.queries.standing import verify_known

        verify_known(self._kept.ledger, code)
        self.table = code

    def _notice(self, words: list[str]) -> None:
        """The table that a command named is the one that is worked at."""
        named = (word.partition(":")[0] for word in words[1:] if not word.startswith("-"))
        with suppress(PitError):
            for code in named:
                if self._watch.at(code) is not None:
                    self.table = code
                    return

    @cached_property
    def _watch(self) -> "Watch":
        """The tables worked at, from when the store is first asked."""
        from projections.queries.unsaid import Watch

        return Watch(self._kept.ledger)

    def prompt(self) -> str:
        """`pit MB-01 round 17 in progress> `: the table worked at and where its play is."""
        found = None
        if self.table:
            with suppress(PitError):
                found = self._watch.at(self.table)
        if found is None:
            return "pit> "
        if found.round:
            return f"pit {self.table} round {_number(found.round)} in progress> "
        if found.last_round:
            return f"pit {self.table} after round {_number(found.last_round)}> "
        return f"pit {self.table}> "

    def names(self) -> Iterator[str]:
        """What can be named: tables, and the latest round of the one worked at."""
        with suppress(PitError):
            yield from self._watch.names(self.table)


def _number(round_id: str) -> str:
    return round_id.rpartition(":")[2]


def candidates(group: click.Group, before: str, names: Callable[[], Iterable[str]]) -> list[str]:
    """What the word before the cursor may become: nouns, verbs, options, names of tables, rounds."""
    from click.shell_completion import ShellComplete

    try:
        words = shlex.split(before)
    except ValueError:
        return []
    if words and words[0] == "pit":
        words = words[1:]
    incomplete = "" if not words or before[-1:].isspace() else words.pop()
    scratch = {"obj": Session(None, None)}
    found = ShellComplete(group, scratch, "pit", "").get_completions(words, incomplete)
    offered = [item.value for item in found if item.type == "plain"]
    if len(words) > 1 and not incomplete.startswith("-"):
        offered += [name for name in names() if name.startswith(incomplete)]
    return list(dict.fromkeys(offered))


def converse(shell: Shell, group: click.Group, history: "History | None" = None) -> None:
    """Talk with a person at a terminal until they leave."""
    prompt = _prompt(shell, group, history)
    while True:
        try:
            line = prompt.prompt(shell.prompt())
        except KeyboardInterrupt:
            continue
        except EOFError:
            return
        if not shell.take(line):
            return


def _prompt(shell: Shell, group: click.Group, history: "History | None") -> "PromptSession[str]":
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.output import create_output

    class Names(Completer):
        """The words that may come next."""

        def get_completions(self, document: Document, _: CompleteEvent) -> Iterator[Completion]:
            before = document.text_before_cursor
            word = "" if before[-1:].isspace() or not before else before.split()[-1]
            for each in candidates(group, before, shell.names):
                yield Completion(each, start_position=-len(word))

    return PromptSession(
        history=history,
        completer=Names(),
        complete_while_typing=False,
        output=create_output(drawing(sys.stdout)),
    )


def _history() -> "History":
    """The lines typed before, readable by their owner only: there may be a patron's name in them."""
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    class Lines(FileHistory):
        """Keeps no line that names a store by its address: there may be a password in it."""

        def store_string(self, string: str) -> None:
            if ADDRESS not in string:
                super().store_string(string)

    place = Path(os.environ.get("PIT_HISTORY") or Path("~/.pit_history").expanduser())
    try:
        with appended(place, 0o600) as file:
            file.seek(0)
            kept = file.read()
        if ADDRESS.encode() in kept:
            write_whole(place, _without_addresses(kept), may_replace=lambda: True)
    except (OSError, Misused):
        return InMemoryHistory()
    return Lines(str(place))


def _without_addresses(kept: bytes) -> bytes:
    """A history as older versions kept it, less what names a store by its address."""
    entries = kept.split(b"\n# ")
    return b"\n# ".join(entry for entry in entries if ADDRESS.encode() not in entry)


@click.command("shell", cls=PitCommand, many=True)
@click.pass_context
def shell(ctx: click.Context) -> None:
    """Type commands one after the other, with completion and history; the store stays open.

    The table worked at and its round are in the prompt. An error is shown and the session goes on.
    Lines that are piped in are commands too; the exit code is then the worst of theirs.

    \b
    pit shell
    pit shell < evening.txt
    """
    from cli.frame.main import pit

    kept = session()
    group: Any = pit
    talking = Shell(kept, lambda words: int(group.carry_out(words, kept)))
    if sys.stdin.isatty():
        converse(talking, group, _history())
        return
    while line := sys.stdin.readline(LONGEST_LINE + 1):
        if not talking.take(line):
            break
    ctx.exit(talking.worst)
