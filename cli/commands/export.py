"""`pit export`: the books for other programs."""

from collections.abc import Mapping
from pathlib import Path

import click

from cli.frame.extras import needing
from cli.frame.options import Noun, as_json, gaming_day, options, session
from cli.frame.paging import say
from cli.frame.past import asked, looking_back
from cli.frame.reading import day_option, print_json, progress, show_rows, showing_as
from cli.frame.sealing import note_in
from cli.frame.usage import misused
from cli.typed.kinds import FILE, MONTH
from ledger.values.errors import Misused
from ledger.values.numbers import counted

export = Noun("export", help="The books for other programs.")

PROGRAMS = ("ledger", "hledger", "beancount")

to_option = click.option(
    "--to",
    required=True,
    metavar="DIR",
    help="A folder, or an address such as s3://bucket/books.",
)


@export.command("events")
@options(
    to_option,
    click.option(
        "--since",
        type=FILE,
        metavar="FILE",
        help="Where DIR has nothing of the log yet, leave out what that checkpoint covers.",
    ),
    as_json,
)
def events(to: str, since: Path | None, as_json: bool) -> None:
    """Copy the log to DIR as Parquet, up to its last checkpoint; pit audit verify --export proves it anywhere.

    Where a count that is made blind waits for its second, the copy ends before the first, which nobody is told; it goes
    on once both have counted, or the day is closed.

    What DIR has of it already is left as it is, so the same command, repeated, adds what came since; after a kill it
    goes on where it was. A folder a property, gaming month and table; the bytes of each event are those that are
    stored. pit audit seal covers what is not copied yet. How to read it: docs/group.md.

    \b
    pit audit seal && pit export events --to /mnt/group
    pit export events --to s3://group-books/pit --since last-year.checkpoint
    """
    with needing("group", "pit export events"):
        from projections.queries import exports

    given = None if since is None else note_in(since)
    found = exports.events(session().ledger, to, given, progress())
    if as_json:
        print_json(found)
        return
    events, files = counted(found.size - found.first, "event"), counted(found.files, "file")
    new = f"({found.bytes:,} bytes), {found.added:,} of them new."
    say([f"{found.origin}: {events} in {files} {new}"])
    if found.unsealed:
        came = f"{counted(found.unsealed, 'event')} came in since the last checkpoint"
        say([f"{came}, and no copy of them could be proved: pit audit seal, then again."], err=True)
    if found.withheld:
        wait = f"{counted(found.withheld, 'event')} that are sealed wait"
        say([f"{wait}: with them a count made blind would be told before its second."], err=True)


@export.command("figures")
@options(
    to_option,
    click.option("--month", type=MONTH, metavar="MONTH", help="That month alone: 2026-07."),
    as_json,
)
def figures(to: str, month: str | None, as_json: bool) -> None:
    """Write the books to DIR as flat tables, for DuckDB, Spark, pandas or Excel: Parquet, a file a table and month.

    Rounds, wagers, days of tables, vigorish by seat, forms, meters, findings: of closed days as they were signed, of
    the others as they stand. What is there of a month is replaced. Which columns they have, and what can be asked of
    them: docs/group.md.

    \b
    pit export figures --to /mnt/group/figures
    pit export figures --to s3://group-books/figures --month 2026-07
    """
    with needing("group", "pit export figures"):
        from projections.queries import flat

    found = flat.export(session().ledger, to, month, progress())
    if as_json:
        print_json(found)
        return
    rows = ", ".join(f"{name} {count:,}" for name, count in found.rows.items())
    say([f"{found.property}, {counted(len(found.months), 'month')}: {rows}"])


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
    ledger, moment, named = current.ledger, asked(current), _accounts(accounts, form)
    if month:
        found = journal_query.of_month(ledger, moment, month, preliminary, named, progress())
    else:
        on = gaming_day(day, ledger.calendar)
        found = journal_query.of_day(ledger, moment, on, preliminary, named, progress())
    if form in PROGRAMS:
        click.echo(journal_query.plain_text(found, form), nl=False)
    else:
        show_rows(journal_query.VIEW, found, form)


def _accounts(place: Path | None, form: str) -> Mapping[str, str]:
    """The accounts that are posted to. Raises Misused for a file that cannot be read, or of accounts that the program
    which the form is for does not take.
    """
    from ledger.values.text import UnreadableError, read_text
    from projections.queries.journal import accounts_of

    try:
        return accounts_of(read_text(place) if place else "", form)
    except (UnreadableError, OSError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise Misused(
            "accounts_unreadable",
            f"{place} cannot be read: {why}.",
            'Write a table of TOML: [accounts], then count = "Assets:Vault".',
            file=str(place),
        ) from None
