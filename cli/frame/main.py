"""`pit`: one command for clerk, accounting and audit. Nouns, then verbs.

Each noun is a module of its own, imported when it is used.
"""

import atexit
import gc
import importlib
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from copy import copy
from functools import partial
from itertools import pairwise
from typing import Any, NoReturn, cast

import click

from cli.frame import lazy, usage
from cli.frame.answer import answering
from cli.frame.failing import guarded
from cli.frame.naming import begun
from cli.frame.options import Session
from cli.frame.paging import Helping

NOUNS = {
    "init": ("cli.commands.init", "Create or upgrade the store of this property."),
    "property": ("cli.commands.property", "The property: who it is, and its settings."),
    "rules": (
        "cli.commands.rules",
        "Rules submissions: what may be offered, and how it is settled.",
    ),
    "table": ("cli.commands.table", "Open, close and show gaming tables."),
    "shoe": ("cli.commands.shoe", "The shoe in play."),
    "seat": ("cli.commands.seat", "Who sits where."),
    "round": ("cli.commands.round", "Play a round by hand; show rounds."),
    "play": ("cli.commands.play", "Play a round that is typed in one line of shorthand."),
    "wager": ("cli.commands.wager", "Place and withdraw wagers."),
    "vig": ("cli.commands.vig", "Outstanding vigorish."),
    "undo": ("cli.commands.undo", "Take back the last act at a table."),
    "form": ("cli.commands.form", "Complimentary Vigorish Forms."),
    "chips": ("cli.commands.chips", "Buy-ins, fills and credits."),
    "meter": ("cli.commands.meter", "Progressive meters: links, readings, awards, corrections."),
    "operator": ("cli.commands.operator", "Operators: who works here, their licences and roles."),
    "feed": ("cli.commands.feed", "Read a table feed; tokens of what feeds over HTTP."),
    "day": (
        "cli.commands.day",
        "The gaming day: show, count, duplicates of forms, take-back, reconcile, acknowledge, close, sign, correct.",
    ),
    "report": ("cli.commands.report", "Reports of a gaming day."),
    "export": (
        "cli.commands.export",
        "The books for other programs: events, figures, a journal in double entry.",
    ),
    "group": ("cli.commands.group", "Many properties, from copies of their logs."),
    "audit": (
        "cli.commands.audit",
        "Replay a hand, look back, compare, seal the log; settle hands apart from any store.",
    ),
    "serve": ("cli.commands.serve", "Show the books in a browser."),
    "db": (
        "cli.commands.db",
        "The store itself: upgrade, check, status, follow, rebuild, roles, snapshot.",
    ),
    "shell": (
        "cli.commands.shell",
        "Type commands one after the other, with completion and history.",
    ),
    "completion": (
        "cli.commands.completion",
        "Print the file by which bash, zsh or fish completes commands.",
    ),
    "demo": ("cli.demo.demo", "Run a whole gaming day with made-up play."),
}


SELDOM = 200_000, 20, 20
"""How many objects there are before circles among them are looked for: what is imported for a command makes none."""


class LazyGroup(Helping, click.Group):
    """A group whose commands are imported when they are called, so that `pit --help` stays fast.

    nouns: those that may be shortened.
    """

    nouns: Sequence[str] = tuple(NOUNS)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  click's signature
        return list(self.nouns)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in NOUNS:
            if not ctx.resilient_parsing and not cmd_name.startswith("-"):
                raise click.exceptions.NoSuchCommand(cmd_name, possibilities=NOUNS, ctx=ctx)
            return None
        return cast("click.Command", getattr(importlib.import_module(NOUNS[cmd_name][0]), cmd_name))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what was typed before the noun."""
        with usage.of(ctx, args):
            return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """A noun may be shortened as long as it is clear."""
        return super().resolve_command(ctx, [begun(args[0], self.nouns, ctx), *args[1:]])

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  click's signature
        with formatter.section("Commands"):
            formatter.write_dl([(name, help_text) for name, (_, help_text) in NOUNS.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, and see to it that its answer is written before it counts as done."""
        result = super().invoke(ctx)
        sys.stdout.flush()
        return result

    def carry_out(self, typed: list[str], kept: Session, line: int = 0) -> int:
        """Run one command within `pit shell` and return its exit code. kept: its session. line: of a script."""
        run = partial(super().main, typed, "pit", "", standalone_mode=False, obj=kept)
        said = partial(usage.in_our_words, run, helps=not line)
        return guarded(said, as_json=_wants_json(typed), line=line)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = "",  # click's own completion is not: pit completion is
        standalone_mode: bool = False,  # noqa: ARG002  errors are always shown as `guarded` shows them
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> NoReturn:
        """Run `pit` and end the program with its exit code."""
        typed = list(sys.argv[1:] if args is None else args)
        run = partial(
            super().main,
            typed,
            prog_name or "pit",
            complete_var,
            standalone_mode=False,
            windows_expand_args=windows_expand_args,
            **extra,
        )
        with answering():
            code = guarded(partial(usage.in_our_words, run), as_json=_wants_json(typed))
        sys.exit(code)


def _wants_json(typed: Sequence[str]) -> bool:
    formats = {f"--format={name}" for name in ("json", "ndjson")}
    pairs = {f"{option}={value}" for option, value in pairwise(typed)}
    return "--json" in typed or not formats.isdisjoint({*typed, *pairs})


@click.command(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--db",
    metavar="URL",
    envvar="PIT_DB",
    help="The store; else the config file, sqlite:///pit.db.",
)
@click.option("--by", metavar="ID", envvar="PIT_BY", help="Who acts; else the config file.")
@click.version_option(package_name="pit-ledger", prog_name="pit")
@click.pass_context
def pit(ctx: click.Context, db: str | None, by: str | None) -> None:
    """Table accounting for casino baccarat, from the first wager to the audited day."""
    kept = ctx.obj
    if isinstance(kept, Session):
        # In the shell its own store and author stand, unless the line names others.
        db, by = (_typed(ctx, "db") or kept.named_db), (_typed(ctx, "by") or kept.named_by)
    ctx.obj = Session(db, by, kept)
    ctx.call_on_close(ctx.obj.close)


in_shell = copy(pit)
"""What is typed in `pit shell`, which is no word there."""
in_shell.nouns = [noun for noun in NOUNS if noun != "shell"]


def _typed(ctx: click.Context, name: str) -> str | None:
    """What was typed for an option, whatever the environment says."""
    typed = ctx.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
    return ctx.params[name] if typed else None


def _open_missing_streams() -> None:
    """A service may start `pit` with closed streams: nothing to read then, and nobody who reads.

    They are taken, lest a store be opened in their place, and cannot be written to.
    """
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, encoding="utf-8"))  # noqa: SIM115, PTH123  it stays open, and pathlib takes time to import


def main() -> NoReturn:
    """The command `pit`."""
    gc.set_threshold(*SELDOM)
    lazy.put_off()
    _open_missing_streams()
    ended: list[int] = []
    atexit.register(_leave, ended)  # What is registered first is called last.
    try:
        pit.main()
    except SystemExit as end:
        ended.append(cast("int", end.code))
        raise


def _leave(ended: list[int]) -> None:
    """End the process, with the exit code of the command that ended. All that has to be done is done: to take apart
    piece by piece what was imported takes longer than many an answer.
    """
    for code in ended:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)


if __name__ == "__main__":
    main()
