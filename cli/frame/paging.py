"""How much of what is shown a terminal gets: as wide as it is, page by page, or all of it."""

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final

import click

from ledger.values.hidden import visible_lines

_SAID = "cli.frame.paging."

_HASH = re.compile(r"\b[0-9a-f]{64}\b")
SHORT = 12
"""So much of a hash is shown where a line is too narrow for all of it."""

PAGED, SCROLLED = "FRX", "RSX"
"""How less pages what fits the width, and what is to be scrolled sideways, unless LESS says otherwise."""


class Noted(click.Option):
    """An option that no command is given: its callback takes note of what was said. Half the options of a command are
    such, and click looks everywhere for a value of each that was not.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs, expose_value=False)

    def handle_parse_result(
        self, ctx: click.Context, opts: Mapping[str, Any], args: list[str]
    ) -> tuple[Any, list[str]]:
        """Take note of it, where it was said."""
        return super().handle_parse_result(ctx, opts, args) if self.name in opts else (None, args)


def remember(context: click.Context, flag: click.Parameter, _: bool) -> None:
    """Keep that a flag was said, before the noun, before the verb or behind it."""
    context.meta[f"{_SAID}{flag.name}"] = True


def said(flag: str) -> bool:
    """Whether a flag was said to the command that runs."""
    context = click.get_current_context(silent=True)
    return context is not None and f"{_SAID}{flag}" in context.meta


def flags_of(context: click.Context) -> dict[str, bool]:
    """The flags that were said to a command, to be kept."""
    return {name: value for name, value in context.meta.items() if name.startswith(_SAID)}


EVERYWHERE: Final = (
    Noted(
        ["--wide"],
        is_flag=True,
        callback=remember,
        help="A table as wide as it is, also at a terminal that is narrower.",
    ),
    Noted(
        ["--no-pager"],
        is_flag=True,
        callback=remember,
        help="Do not page what is longer than the terminal.",
    ),
)
"""What every command and every noun takes."""


class Helping(click.Command):
    """A command whose help is paged where it is longer than the terminal, as what it shows is."""

    _taken: list[click.Parameter] | None = None
    _reads: Any = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params += EVERYWHERE

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what was typed. Help comes before all other options, but for --no-pager. In the shell what was said to
        that holds for its lines.
        """
        if ctx.parent is None and ctx.obj is not None:
            ctx.meta.update(ctx.obj.flags)
        if "--no-pager" in args:
            ctx.meta[f"{_SAID}no_pager"] = True
        try:
            return super().parse_args(ctx, args)
        finally:
            if self._reads is not None:
                self._reads.ctx = None

    def make_parser(self, ctx: click.Context) -> Any:
        """What tells options from arguments: made once, for all lines of a shell."""
        if ctx.ignore_unknown_options:  # A number below zero is among them.
            return super().make_parser(ctx)
        if self._reads is None:
            self._reads = super().make_parser(ctx)
        self._reads.ctx = ctx
        return self._reads

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """All that it takes. Click asks several times a command, and looks each time whether two have one name."""
        if not ctx.help_option_names:
            return super().get_params(ctx)
        if self._taken is None:
            self._taken = super().get_params(ctx)
        return self._taken

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """--help, which shows it page by page."""
        found = super().get_help_option(ctx)
        if found is not None:
            found.callback = _show_help
        return found


def _show_help(context: click.Context, _: click.Parameter, value: bool) -> None:
    if value and not context.resilient_parsing:
        show_lines(context.get_help().splitlines())
        context.exit()


def show_lines(lines: Iterable[str]) -> None:
    """Print what a person reads, paged where it is long."""
    show_text("".join(f"{line}\n" for line in at_words(lines)))


def say(lines: Iterable[str], *, err: bool = False) -> None:
    """Print lines; at a terminal that is narrower, broken between words. err: to stderr."""
    click.echo("".join(f"{line}\n" for line in at_words(lines, err=err)), nl=False, err=err)


def at_words(lines: Iterable[str], *, err: bool = False) -> Iterator[str]:
    """Lines as they are; at a terminal that is narrower, broken between words and indented, unless --wide is said. A
    hash that no line has room for is shown by its beginning; a word, such as an address, goes on in the next line.

    err: the terminal is that of stderr, whose messages nobody scrolls sideways.
    """
    if not (sys.stderr if err else sys.stdout).isatty() or (said("wide") and not err):
        yield from lines
        return
    import shutil

    from cli.shown.fitting import broken, cells

    columns = shutil.get_terminal_size().columns
    for line in lines:
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        if cells(line) > columns:
            yield from broken(
                _HASH.sub(partial(_fitting, columns - len(indent)), line), columns, indent
            )
        else:
            yield line


def _fitting(room: int, found: re.Match[str]) -> str:
    """A hash, or its beginning where there is no room for all of it."""
    return found[0] if len(found[0]) <= room else f"{found[0][:SHORT]}…"


def lines_wait() -> bool:
    """Whether lines wait at the terminal already, pasted or typed ahead: the next commands, neither keys for a pager
    nor answers to what has not been asked yet.
    """
    import select

    with suppress(OSError, ValueError):
        return sys.stdin.isatty() and select.select([sys.stdin], [], [], 0)[0] != []
    return False


def show_text(text: str) -> None:
    """Print text. At a terminal what is longer is paged; as it is where no pager is, and where lines wait."""
    import shutil

    from cli.frame.pager import paged, pager

    by, size = pager(), shutil.get_terminal_size()
    beyond = said("wide") and max(map(len, text.splitlines()), default=0) > size.columns
    fits = text.count("\n") < size.lines and not beyond
    if fits or not (by and sys.stdout.isatty()) or said("no_pager") or lines_wait():
        click.echo(text, nl=False)
        return
    if os.environ.get("LESS", PAGED) in {PAGED, SCROLLED}:
        os.environ["LESS"] = SCROLLED if beyond else PAGED
    paged(visible_lines(text), by)
