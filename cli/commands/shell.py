"""`pit shell`: commands typed one after the other, without the start-up of each."""

import os
import shlex
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.frame.lines import HERE, LONGEST_LINE, Shell
from cli.frame.options import PitCommand, Session, gaming_day, session
from cli.shown.said import drawing
from ledger.values.errors import Misused, PitError
from ledger.values.files import appended, write_whole

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.history import History

    from projections.queries.standing import TableStanding

ADDRESS = "://"

REFRESH_SECONDS = 2.0
"""How often the toolbar looks for what others have written."""


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


def converse(
    shell: Shell, group: click.Group, kept: Session, history: "History | None" = None
) -> None:
    """Talk with a person at a terminal until they leave."""
    prompt = _prompt(shell, group, kept, history)
    while True:
        try:
            line = prompt.prompt(shell.prompt())
        except KeyboardInterrupt:
            continue
        except EOFError:
            return
        before = shell.standing()
        if not shell.take(line):
            return
        _tell_changed(shell, before)


def _tell_changed(shell: Shell, before: "TableStanding | None") -> None:
    """Say in a line what a command changed at the table worked at; all that is there is known then."""
    from cli.shown.at_table import changed

    after = shell.standing()
    if before is not None and after is not None and before.table == after.table != "":
        if before != after:
            click.echo(f"{after.table}: {changed(before, after)}", err=True)
        shell.watch.see(after.table)


class Toolbar:
    """What stands below the line that is typed: who, where and when; the table; what others wrote; a dry run."""

    def __init__(self, shell: Shell, kept: Session) -> None:
        self._shell = shell
        self._kept = kept
        self._tried: tuple[object, str] = (None, "")

    def __call__(self, typed: str) -> str:
        """The toolbar while this is typed, as wide as the terminal."""
        from cli.shown.at_table import fitted, state

        columns = shutil.get_terminal_size().columns
        shown = self._shell.standing()
        now = Session(self._kept.named_db, self._kept.named_by, self._kept)
        with suppress(PitError), click.Context(click.Command("shell"), obj=now):
            lines = fitted(self._whole_house(shown), columns)
            lines += fitted(state(shown), columns) if shown else []
            lines += [each[:columns] for each in self._shell.watch.news(self._shell.table)[-1:]]
            if shown is not None and typed.startswith(f"{HERE} "):
                lines += textwrap.wrap(self._outlook(shown, typed[len(HERE) + 1 :]), columns)
            return "\n".join(lines)
        return "The store does not answer."

    def _whole_house(self, shown: "TableStanding | None") -> list[str]:
        from ledger.values.money import format_cents

        ledger = self._kept.ledger
        owed = [f"owed {format_cents(shown.owed_total)}"] if shown is not None else []
        return [
            self._kept.author or "nobody",
            ledger.address.partition("?")[0].rpartition("/")[2],
            gaming_day(None, ledger.calendar),
            *owed,
        ]

    def _outlook(self, shown: "TableStanding", line: str) -> str:
        """What the line that is typed would come to; tried once for each state of the table."""
        from cli.frame.one_line import tried

        asked = (shown, line)
        if self._tried[0] != asked:
            self._tried = (asked, tried(shown.table, line) if line.strip() else "")
        return self._tried[1]


def _prompt(
    shell: Shell, group: click.Group, kept: Session, history: "History | None"
) -> "PromptSession[str]":
    from prompt_toolkit import PromptSession
    from prompt_toolkit.application import get_app
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.output import create_output

    class Names(Completer):
        """The words that may come next."""

        def get_completions(self, document: Document, _: CompleteEvent) -> Iterator[Completion]:
            before = document.text_before_cursor
            word = "" if before[-1:].isspace() or not before else before.split()[-1]
            for each in filter(shell.offers, candidates(group, before, shell.names)):
                yield Completion(each, start_position=-len(word))

    toolbar = Toolbar(shell, kept)
    return PromptSession(
        history=history,
        bottom_toolbar=lambda: toolbar(get_app().current_buffer.text),
        refresh_interval=REFRESH_SECONDS,
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
@click.option(
    "--stop-on-error/--go-on",
    default=None,
    help="Whether lines after one that failed are left out; they are where lines are piped in.",
)
@click.pass_context
def shell(ctx: click.Context, *, stop_on_error: bool | None) -> None:
    """Type commands one after the other, with completion and history; the store stays open.

    The table worked at is in the prompt; below the line stand who types, the day, the table, and what a round would
    come to while it is typed. An error is shown and the session goes on. Lines that are piped in are commands too: the
    first one that fails ends them, unless --go-on is said, and its exit code is that of all.

    \b
    pit shell
    pit shell < evening.txt
    """
    from cli.frame.main import pit

    kept = session()
    group: Any = pit
    at_terminal = sys.stdin.isatty()
    talking = Shell(
        kept,
        lambda words, line: int(group.carry_out(words, kept, line)),
        goes_on=at_terminal if stop_on_error is None else not stop_on_error,
        numbered=not at_terminal,
    )
    if at_terminal:
        if not kept.author:
            kept.named_by = click.prompt("Who types", err=True)
        converse(talking, group, kept, _history())
        return
    while line := sys.stdin.readline(LONGEST_LINE + 1):
        if not talking.take(line):
            break
    ctx.exit(talking.code)
