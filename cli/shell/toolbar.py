"""What stands below the line that is typed: who, where and when; the table; what others wrote; a dry run."""

import shutil
import textwrap
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import click

from cli.frame.one_line import tried
from cli.frame.options import Session, gaming_day
from cli.shell.lines import Shell
from cli.shown.at_table import fitted, state
from ledger.values.errors import PitError
from ledger.values.money import format_cents

if TYPE_CHECKING:
    from projections.queries.standing import TableStanding


LONGEST_TRIED: Final = 2_000
"""Characters of a round that is tried: all seats with all their bets take fewer, and a screen has no room for more."""

NEWS_LINES: Final = 2
"""Lines that what others have just written takes at most."""


class Toolbar:
    """What stands below the line that is typed: who, where and when; the table; what others wrote; a dry run."""

    def __init__(self, shell: Shell, kept: Session) -> None:
        self._shell = shell
        self._kept = kept
        self._tried: tuple[object, str] = (None, "")

    def __call__(self, typed: str) -> str:
        """The toolbar while this is typed, as wide as the terminal."""
        columns = shutil.get_terminal_size().columns
        shown = self._shell.standing()
        now = Session(self._kept.named_db, self._kept.named_by, self._kept)
        with suppress(PitError), click.Context(click.Command("shell"), obj=now):
            lines = fitted(self._whole_house(shown), columns)
            lines += fitted(state(shown), columns) if shown else []
            news = map(str, self._shell.watch.news(self._shell.table))
            lines += _latest(fitted(list(news), columns - 2))
            if (round_ := self._shell.round_typed(typed)) is not None:
                lines += textwrap.wrap(self._outlook(*round_), columns)
            return "\n".join(lines)
        return "The store does not answer."

    def _whole_house(self, shown: "TableStanding | None") -> list[str]:
        ledger = self._kept.ledger
        owed = [f"owed {format_cents(shown.owed_total)}"] if shown is not None else []
        return [
            self._kept.author or "nobody",
            ledger.address.partition("?")[0].rpartition("/")[2],
            gaming_day(None, ledger.calendar),
            *owed,
        ]

    def _outlook(self, shown: "TableStanding", line: str) -> str:
        """What a round that is typed would come to; tried once for each state of its table."""
        if len(line) > LONGEST_TRIED:
            return "Too long to be tried while it is typed."
        asked = (shown, line)
        if self._tried[0] != asked:
            self._tried = (asked, tried(shown.table, line))
        return self._tried[1]


def _latest(news: list[str]) -> list[str]:
    """The last lines; where others came before them they begin with …."""
    kept = news[-NEWS_LINES:]
    return [f"… {kept[0]}", *kept[1:]] if len(news) > NEWS_LINES else kept
