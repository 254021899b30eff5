"""What stands below the line that is typed: who, where and when; the table; what others wrote; a dry run."""

import shutil
from typing import TYPE_CHECKING, Final

import click

from cli.frame.failing import explain, in_words
from cli.frame.one_line import tried
from cli.frame.options import Session, gaming_day
from cli.shell.lines import Shell
from cli.shown.at_table import fitted, state
from cli.shown.fitting import broken, cells
from ledger.values.money import format_cents

if TYPE_CHECKING:
    from projections.queries.standing import TableStanding


LONGEST_TRIED: Final = 2_000
"""Characters of a round that is tried: all seats with all their bets take fewer, and a screen has no room for more."""

NEWS_LINES: Final = 2
"""Lines that what others have just written takes at most: how it ended stands last."""

LONGEST_NAME: Final = 24
"""Columns of the name of who has written it."""

OUTLOOK_LINES: Final = 4
"""Lines that what a round would come to has in any case: its totals stand first."""


class Toolbar:
    """What stands below the line that is typed: who, where and when; the table; what others wrote; a dry run."""

    def __init__(self, shell: Shell, kept: Session) -> None:
        self._shell = shell
        self._kept = kept
        self._tried: tuple[object, str] = (None, "")

    def __call__(self, typed: str) -> str:
        """The toolbar while this is typed, as wide as the terminal."""
        try:
            return self._shown(typed)
        except Exception as error:  # noqa: BLE001  it would be printed all over the screen
            sentence, _, _ = in_words(explain(error).refusal)
            return "\n".join(broken(sentence, shutil.get_terminal_size().columns))

    def _shown(self, typed: str) -> str:
        columns, rows = shutil.get_terminal_size()
        shown = self._shell.standing()
        now = Session(self._kept.named_db, self._kept.named_by, self._kept)
        with click.Context(click.Command("shell"), obj=now):
            lines = fitted(self._whole_house(shown), columns)
            table = fitted(state(shown), columns) if shown else []
            news = self._news(columns)
            round_ = self._shell.round_typed(typed)
            outlook = self._outlook(*round_).splitlines() if round_ else []
            comes_to = [line for part in outlook for line in broken(part, columns)]
            above = 1 + (len(self._shell.prompt()) + len(typed)) // columns
            room = rows - above - len(lines) - len(news)
            lines += _within(table, room - min(len(comes_to), OUTLOOK_LINES)) + news
            lines += _within(comes_to, rows - above - len(lines))
            return "\n".join(lines)

    def _whole_house(self, shown: "TableStanding | None") -> list[str]:
        ledger = self._kept.ledger
        owed = [f"owed {format_cents(shown.owed_total)}"] if shown is not None else []
        return [
            self._kept.author or "nobody",
            ledger.address.partition("?")[0].rpartition("/")[2],
            gaming_day(None, ledger.calendar),
            *owed,
        ]

    def _news(self, columns: int) -> list[str]:
        """What others have just written, in its last lines; where there was more they begin with …, and with who wrote
        the rest.
        """
        found = self._shell.watch.news(self._shell.table)
        named = [(broken(each.who, LONGEST_NAME)[0], each.said) for each in found]
        said = [f"{who}: {what}" for who, what in named]
        if len(lines := fitted(said, columns - 2)) <= NEWS_LINES:
            return lines
        for first in range(1, len(said)):
            if len(lines := fitted(said[first:], columns - 2)) <= NEWS_LINES:
                return [f"… {lines[0]}", *lines[1:]]
        who, what = named[-1]
        lines = broken(what, columns - 4 - cells(who))[-NEWS_LINES:]
        return [f"… {who}: {lines[0]}", *lines[1:]]

    def _outlook(self, shown: "TableStanding", line: str) -> str:
        """What a round that is typed would come to; tried once for each state of its table."""
        if len(line) > LONGEST_TRIED:
            return "Too long to be tried while it is typed."
        asked = (shown, line)
        if self._tried[0] != asked:
            self._tried = (asked, tried(shown.table, line))
        return self._tried[1]


def _within(lines: list[str], most: int) -> list[str]:
    """Lines, so many at most, or one: where there are more, the last says how many are left out."""
    kept = max(most, 1) - 1
    left = len(lines) - kept
    return lines if left <= 1 else [*lines[:kept], f"… {left} lines more"]
