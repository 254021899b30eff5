"""A person at a terminal who types one line after the other."""

import os
import sys
from typing import Final

import click
from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.history import History
from prompt_toolkit.input import Input
from prompt_toolkit.input.typeahead import get_typeahead, store_typeahead
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import create_output

from cli.frame.asking import answered
from cli.frame.echo import unseen
from cli.frame.options import Session
from cli.frame.paging import lines_wait, say
from cli.shell.completer import Words
from cli.shell.lines import LEAVE, LONGEST_LINE, Shell
from cli.shell.toolbar import Toolbar
from cli.shown.at_table import changed
from cli.shown.said import as_written, drawing
from ledger.values.errors import PitError
from projections.queries.unsaid import MOST_NEWS

REFRESH_SECONDS = 2.0
"""How often the toolbar looks for what others have written."""


def converse(
    shell: Shell, group: click.Group, kept: Session, history: History, *, goes_on: bool = False
) -> None:
    """Talk with a person at a terminal until they leave. Of several lines pasted together each is a line as typed.

    goes_on: whether those behind one that failed are carried out too: they may rest on it, and nobody comes between.
    """
    toolbar = Toolbar(shell, kept)
    looked_at = sys.stdout if sys.stdout.isatty() else sys.stderr

    def below() -> str:
        return as_written(toolbar(get_app().current_buffer.document.current_line), looked_at)

    prompt: PromptSession[str] = PromptSession(
        history=history,
        bottom_toolbar=below,
        refresh_interval=REFRESH_SECONDS,
        completer=Words(shell, group, kept),
        complete_while_typing=False,
        enable_suspend=True,
        output=create_output(drawing(looked_at)),
    )
    stays = True
    while stays:
        try:
            typed = prompt.prompt(shell.prompt)
            stays = _all_taken(shell, kept, typed, prompt.input, goes_on=goes_on)
        except KeyboardInterrupt:
            continue
        except EOFError:
            return


def _all_taken(shell: Shell, kept: Session, typed: str, keyboard: Input, *, goes_on: bool) -> bool:
    """Carry out what was typed. False where it says to leave, or a line failed that ends the session."""
    lines = typed.strip("\n").split("\n")
    for n, line in enumerate(lines):
        if n:
            say([f"{shell.prompt()}{line}"], err=True)
        shell.before = kept.recorded = None
        stays = True
        try:
            with unseen():
                stays = shell.take(line)
            if kept.recorded is not None:
                tell_changed(shell, kept.recorded_by)
        except KeyboardInterrupt:
            # What a line does says itself that it was stopped: that was over already.
            shell.failed = True
        if shell.failed and not goes_on:
            _say_left_out([*lines[n + 1 :], *_waiting(keyboard)])
            return stays
        if not stays:
            return False
    return True


def _say_left_out(lines: list[str]) -> None:
    if left := sum(map(bool, map(str.strip, lines))):
        those = "the line" if left == 1 else f"the {left} lines"
        say([f"Left out, since a line failed: {those} behind it."], err=True)


def _waiting(keyboard: Input) -> list[str]:
    """Whole lines that wait already, typed ahead, or pasted where the terminal does not say that they are: they are
    taken away. What was begun behind them stays.
    """
    keys = get_typeahead(keyboard)
    ended = max((n for n, key in enumerate(keys, 1) if key.key in _ENTER), default=0)
    store_typeahead(keyboard, keys[ended:])
    typed = "".join(key.data for key in keys[:ended])
    while lines_wait() and (read := os.read(sys.stdin.fileno(), LONGEST_LINE)):
        typed += read.decode(errors="replace")
    return typed.splitlines()


_ENTER: Final = {Keys.ControlM, Keys.ControlJ}


def ask_who_types(shell: Shell, kept: Session) -> bool:
    """Ask where nobody is named who may type, until it is somebody who may. False where they leave."""
    known = bool(kept.author) and shell.may_begin(kept.author)
    while not known:
        name = answered("Who types").strip()
        if name in LEAVE:
            return False
        known = shell.begin(name)
    return True


def tell_changed(shell: Shell, author: str) -> None:
    """Say in a line what an act of one's own changed at its table, and before it what others entered there last: all
    that is there is known then. Where there was none, that stays below the line. author: of the act.
    """
    before = shell.before
    if before is None:
        return
    try:
        after = shell.watch.at(before.table)
    except PitError:  # The store does not answer.
        return
    news = shell.watch.news(before.table)
    if any(each.who == author for each in news):
        told = [str(each) for each in news[-MOST_NEWS:] if each.who != author]
        told = ["…", *told] if len(news) > MOST_NEWS else told
        became = "in service no more" if after is None else changed(before, after)
        say([*told, f"{before.table}: {became}"], err=True)
        shell.watch.see(before.table)
    if after is None and shell.table == before.table:
        shell.table = ""
