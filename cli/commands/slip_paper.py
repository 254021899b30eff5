"""`pit chips show` and `print`: the slip of a fill or a credit as it is on paper."""

from pathlib import Path
from typing import Any

import click

from cli.frame.documents import print_document
from cli.frame.files import force, may_write, write_file
from cli.frame.options import PitCommand, as_json, options, session, writing
from cli.frame.paging import show_lines
from cli.frame.past import asked, looking_back
from cli.frame.reading import print_json, progress
from cli.typed.kinds import NEW_FILE
from cli.typed.slips import KIND

kind = click.argument("kind", type=KIND)
slip = click.argument("slip", metavar="SLIP")


@click.command("show", cls=PitCommand)
@options(
    kind,
    slip,
    click.option(
        "--html",
        type=NEW_FILE,
        metavar="FILE",
        help="Write the cage's part and the table's as a page to print.",
    ),
    force,
    as_json,
    looking_back,
)
def show(kind: str, slip: str, html: Path | None, force: bool, as_json: bool) -> None:
    """The slip of a fill or credit as it is on paper: its chips, its steps and who signed. A void one bears VOID.

    \b
    pit chips show fill F-1001
    """
    from cli.shown.slip import lines
    from projections.queries import slips as slips_query

    current = session()
    ledger = current.ledger
    found = slips_query.slip(ledger, asked(current), kind, slip, progress())
    if html is not None:
        from projections.queries.printed import slip_paper_page

        write_file(html, slip_paper_page(ledger, found), force=force)
    if as_json:
        print_json(found.shown)
    elif html is None:
        show_lines(lines(found, ledger.property.name, ledger.calendar.tz))


@click.command("print", cls=PitCommand)
@options(
    kind,
    slip,
    click.argument("place", metavar="FILE", type=NEW_FILE),
    force,
    writing,
)
def print_slip(kind: str, slip: str, place: Path, force: bool, **typed: Any) -> None:
    """Print a slip for use: both parts as a page, FILE. Each print after the first says REPRINT, and which.

    \b
    pit chips print fill F-1001 F-1001.html --by C-1
    """
    print_document(kind, slip, place, replace=may_write(place, force=force), **typed)
