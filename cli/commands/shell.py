"""`pit shell`: commands typed one after the other, without the start-up of each."""

import sys
from collections.abc import Iterator
from contextlib import suppress

import click

from cli.frame.options import PitCommand, session
from cli.frame.paging import flags_of, say
from ledger.values.errors import Misused


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
    come to while it is typed. An error is shown and the session goes on. Lines that are pasted together, or piped in,
    are commands too: the first one that fails ends them, unless --go-on is said; of those piped in, and at a terminal
    with --stop-on-error, its exit code is that of all. A command that ran and found what does not agree (exit code 6)
    has not failed.

    \b
    pit shell
    pit shell < evening.txt
    """
    from cli.frame.main import in_shell
    from cli.frame.passphrase import STANDARD_INPUT
    from cli.shell.lines import LONGEST_LINE, Shell

    kept = session()
    if ctx.find_root().command is in_shell:
        raise Misused("in_the_shell", "This is the shell.", "Type exit to leave it.")
    if kept.passphrase_file == STANDARD_INPUT:
        raise Misused(
            "usage",
            "From standard input the shell reads its lines, and no passphrase.",
            "Name a file, or type the passphrase where it is asked for.",
        )
    at_terminal = sys.stdin.isatty()
    kept.flags, kept.patient, kept.scripted = flags_of(ctx), True, not at_terminal
    talking = Shell(
        kept,
        lambda words, line: in_shell.carry_out(words, kept, line),
        goes_on=at_terminal if stop_on_error is None else not stop_on_error,
        numbered=not at_terminal,
    )
    if at_terminal:
        from cli.shell.history import history
        from cli.shell.talking import ask_who_types, converse

        if ask_who_types(talking, kept):
            converse(talking, in_shell, kept, history(), goes_on=stop_on_error is False)
        ctx.exit(talking.code if stop_on_error else 0)
    line = ""
    while line := sys.stdin.readline(LONGEST_LINE + 1):
        # Of a line that is too long the rest is no line.
        if not talking.take(line) or len(line) > LONGEST_LINE:
            break
    if talking.failed and any(map(str.strip, _behind())):
        say([f"Left out, since line {talking.line} failed: what stands behind it."], err=True)
    ctx.exit(talking.code)


def _behind() -> Iterator[str]:
    """The lines that stand behind, as far as they are there already: who writes one by one may wait for us."""
    while _is_there() and (line := sys.stdin.readline()):
        yield line


def _is_there() -> bool:
    import select

    with suppress(OSError, ValueError):
        return select.select([sys.stdin], [], [], 0)[0] != []
    return True  # It is none of those that can be waited for.
