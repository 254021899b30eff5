"""`pit export`: the books for other programs."""

from collections.abc import Mapping
from pathlib import Path

import click

from cli.frame.options import Noun, gaming_day, options, session
from cli.frame.past import asked, looking_back
from cli.frame.reading import day_option, progress, show_rows, showing_as
from cli.frame.usage import misused
from cli.typed.kinds import FILE, MONTH
from ledger.values.errors import Misused

export = Noun("export", help="The books for other programs.")

PROGRAMS = ("ledger", "hledger", "beancount")


@export.command("journal")
@options(
    day_option,
    click.option("--month", type=MONTH, metavar="MONTH", help="The month's days: 2026-07."),
    click.option(
        "--accounts", type=FILE, metavar="FILE", help="Accounts of your own: a TOML file."
    ),
    click.option("--preliminary", is_flag=True, help="A day that is not closed yet, too."),
    showing_as(*PROGRAMS, note="; the last three as those programs read it"),
    looking_back,
)
def journal(
    day: str | None, month: str | None, accounts: Path | None, preliminary: bool, form: str
) -> None:
    """Win, vigorish, complimentaries, coupons and meters of a day or a month, in double entry.

    Of each table what was filled and credited, and what its tray and its box gained, from what: hands, vigorish, what
    does not agree. Of each meter what the house owes of it, and why that is more or less. A day that is not closed is
    refused, unless --preliminary: its entries are then marked with !.

    \b
    pit export journal --day 2026-07-11 --format hledger > day.journal
    pit export journal --month 2026-07 --format beancount --accounts chart.toml > july.beancount
    """
    from projections.queries import journal as journal_query

    if day and month:
        raise misused("A journal is of a day or of a month: leave --day or --month out.")
    current = session()
    ledger, moment, named = current.ledger, asked(current), _accounts(accounts)
    if month:
        found = journal_query.of_month(ledger, moment, month, preliminary, named, progress())
    else:
        on = gaming_day(day, ledger.calendar)
        found = journal_query.of_day(ledger, moment, on, preliminary, named, progress())
    if form in PROGRAMS:
        click.echo(journal_query.plain_text(found, form), nl=False)
    else:
        show_rows(journal_query.VIEW, found, form)


def _accounts(place: Path | None) -> Mapping[str, str]:
    """The accounts that are posted to. Raises Misused for a file that cannot be read."""
    from ledger.values.text import UnreadableError, read_text
    from projections.queries.journal import accounts_of

    try:
        return accounts_of(read_text(place) if place else "")
    except (UnreadableError, OSError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise Misused(
            "accounts_unreadable",
            f"{place} cannot be read: {why}.",
            'Write a table of TOML: [accounts], then count = "Assets:Vault".',
            file=str(place),
        ) from None
