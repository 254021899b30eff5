"""The pages that are made from the code, that of all commands among them: `python -m cli.pages.reference docs`."""

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import click

from cli.frame.main import pit
from cli.pages import shorthand
from ledger.values.files import write_whole

HEAD = """\
# The command `pit`

Made from the code by `make docs`; do not edit.

Nouns, then verbs. What is printed on standard output is data; everything else goes to standard error.

- **The store**: `--db URL`, else `PIT_DB`, else `db` in the config file, else `sqlite:///pit.db`. The config file is
  the one that `PIT_CONFIG` names, else `pit.toml` here, else `~/.config/pit/config.toml`.
- **Who acts**: `--by ID`, else `PIT_BY`, else `by` in the config file.
- **Money** is typed in dollars (`25`, `25.50`, `$1,000`) and printed in JSON and CSV as whole cents.
- **Chips** are typed as denomination x count, in dollars: `"100x50 25x200"`; `none` for nothing.
- **Cards** are rank then suit: `7d Qh Th`.
- **Bets** may be shortened as long as they are clear: `b`, `banker`, `dbp`, `dragon-bonus-player`.
- **Rounds** are named `TABLE:DAY:N`. `TABLE:N` is today's; `TABLE` alone is the one in progress, or else the last.
- **Gaming days** are ISO dates, `today` or `yesterday`.
- **Times** carry their offset (`2026-07-11T23:30-04:00`); without one they are the property's local time. `23:30` is
  today's.
- **Shell completion**: `pit completion bash`, `zsh` or `fish` prints the file for it.
- **At a terminal** a report that is wider is shown row by row, unless `--wide` is said; one that is longer is paged by
  `PIT_PAGER`, else `PAGER`, unless `--no-pager` is said or `PIT_PAGER` is empty. With `NO_COLOR` nothing is coloured.

Every command that records something takes `--at` (when it happened), `--key` (the same key and command answers as
before; another command under the key is refused), `--dry-run` (decide and show, record nothing) and `--json`. Its JSON
is `{"events", "position", "repeated", "dry_run"}`: each event as it is stored, with `stream`, `version` and `topic`,
instants in microseconds UTC. Reports and lists write instants as RFC 3339 UTC; as CSV without `--plain`, which is for a
spreadsheet, in local time with its offset.

An error is a stable code, a sentence, the facts and the next step, on standard error; with `--json` it is
`{"error": {"code", "message", "facts", "next_step"}}`, and `line` too where the command was piped into `pit shell`.
Nothing was recorded then.

What is recorded is done, whatever becomes of the answer: where standard output is full or closed the exit code is 0 all
the same, and standard error says up to which event the log stands; the same command with its `--key` answers again. A
character that the output's encoding lacks is replaced by `?`. Where nothing was recorded, an answer that cannot be
written is exit code 74; a reader who leaves (`| head`) is no error. `pit feed` and `pit shell` do one thing after the
other: what came before a failure stays recorded, and their exit code says what stopped them or was refused.

| exit code | meaning |
|---|---|
| 0 | done |
| 1 | refused by a rule of the game, the house or the books |
| 2 | the command, or a value given to it, cannot be read |
| 3 | what was named does not exist |
| 4 | somebody else wrote first, or a key was used for something else |
| 5 | the store contradicts itself |
| 6 | done, and something was found that does not agree |
| 7 | the store cannot be reached, or is not ready for this version |
| 70 | a fault of the program |
| 74 | the answer could not be written to standard output |
| 130 | stopped by Ctrl-C |
"""

WIDTH = 100


def commands(
    command: click.Command, parent: click.Context | None, name: str
) -> Iterator[tuple[click.Context, click.Command]]:
    """A command and all below it, each in its own context."""
    context = click.Context(
        command,
        parent,
        name,
        terminal_width=WIDTH,
        max_content_width=WIDTH,
        help_option_names=["-h", "--help"],
    )
    yield context, command
    if isinstance(command, click.Group):
        for below in command.list_commands(context):
            found = command.get_command(context, below)
            if found is not None:
                yield from commands(found, context, below)


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for context, command in commands(pit, None, "pit"):
        level = "##" if context.parent is None or context.parent.parent is None else "###"
        parts.append(f"{level} {context.command_path}\n\n```\n{command.get_help(context)}\n```\n")
    return "\n".join(parts)


PAGES: Mapping[str, Callable[[], str]] = {
    "cli-reference.md": page,
    "shorthand.md": shorthand.page,
}
"""By the name of its file."""

if __name__ == "__main__":
    for name, made in PAGES.items():
        write_whole(Path(sys.argv[1], name), made().encode(), may_replace=lambda: True)
