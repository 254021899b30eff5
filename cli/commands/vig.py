"""`pit vig`: vigorish marked on the layout, until it is collected."""

from typing import Any

import click

from cli.frame.options import Noun, options, session, writing
from cli.frame.reading import caught_up, known_table, show_rows, showing, table_option
from cli.frame.writing import perform
from cli.typed.values import MONEY, SEAT

vig = Noun("vig", help="Outstanding vigorish.")


@vig.command("outstanding")
@options(table_option, showing)
def outstanding(code: str | None, form: str) -> None:
    """What each seat owes now: how much, since when, from which rounds."""
    from projections.figures import vig as report

    known_table(session().ledger, code)
    with caught_up(report.NEEDS) as connection:
        owed = report.outstanding(connection, code)
    show_rows(report.OUTSTANDING, owed, form)


@vig.command("collect")
@click.argument("code", metavar="TABLE")
@click.argument("seat", type=SEAT)
@click.argument("amount", type=MONEY, required=False)
@writing
def collect(code: str, seat: int, amount: int | None, **typed: Any) -> None:
    """Collect AMOUNT dollars of what SEAT owes at TABLE, the oldest round first; or all of it."""
    from ledger.table.acts import CollectVig

    perform(CollectVig, code, seat=seat, cents=amount, **typed)
