"""`pit vig`: vigorish marked on the layout, until it is collected or recorded as uncollected."""

from typing import Any

import click

from cli.frame.options import Noun, options, session, writing
from cli.frame.past import asked
from cli.frame.reading import progress, show_rows, showing, table_option
from cli.frame.usage import misused
from cli.frame.writing import perform
from cli.typed.values import MONEY, SEAT

vig = Noun("vig", help="Outstanding vigorish.")


@vig.command("outstanding")
@options(table_option, showing)
def show_outstanding(code: str | None, form: str) -> None:
    """What each seat owes and gets back now: how much, since when, from which rounds."""
    from projections.queries.codes import verify_known
    from projections.queries.report import outstanding

    current = session()
    ledger, moment = current.ledger, asked(current)
    found = outstanding(ledger, moment, verify_known(ledger, code), progress())
    show_rows(found.view, found.rows, form)


@vig.command("collect")
@click.argument("code", metavar="TABLE")
@click.argument("seat", type=SEAT, required=False)
@click.argument("amount", type=MONEY, required=False)
@click.option("--all", "every", is_flag=True, help="Of every seat that owes, all of it.")
@writing
def collect(code: str, seat: int | None, amount: int | None, *, every: bool, **typed: Any) -> None:
    """Collect AMOUNT dollars of what SEAT owes at TABLE, the oldest round first; or all of it.

    \b
    pit vig collect MB-01 3
    pit vig collect MB-01 --all
    """
    from ledger.table.acts import CollectAllVig, CollectVig

    if every == (seat is not None):
        raise misused("Say whose: SEAT, or --all.")
    if seat is None:
        perform(CollectAllVig, code, **typed)
    else:
        perform(CollectVig, code, seat=seat, cents=amount, **typed)


@vig.command("hand-back")
@click.argument("code", metavar="TABLE")
@click.argument("seat", type=SEAT)
@click.argument("amount", type=MONEY, required=False)
@writing
def hand_back(code: str, seat: int, amount: int | None, **typed: Any) -> None:
    """Hand back AMOUNT dollars of what was collected of reversed rounds from SEAT at TABLE; or all of it."""
    from ledger.table.acts import HandBackVig

    perform(HandBackVig, code, seat=seat, cents=amount, **typed)


@vig.command("uncollected")
@click.argument("code", metavar="TABLE")
@click.argument("seat", type=SEAT)
@click.argument("amount", type=MONEY, required=False)
@click.option("--reason", required=True, metavar="TEXT", help="Why it is not collected.")
@click.option("--supervisor", required=True, metavar="ID", help="Who answers for it.")
@click.option(
    "--no-form", default="", metavar="TEXT", help="Why no form is written, where rules have one."
)
@writing
def uncollected(code: str, seat: int, amount: int | None, **typed: Any) -> None:
    """Record that what SEAT owes at TABLE, or AMOUNT dollars of it, is not collected and will not be.

    Where the rules have a Complimentary Vigorish Form, issue it instead (pit form issue), or say why there is none.
    Without a form the amount is shown beside win, and not in it.

    \b
    pit vig uncollected MB-01 3 --reason "left without paying" --supervisor S-2
    """
    from ledger.table.acts import UncollectedVig

    perform(UncollectedVig, code, seat=seat, cents=amount, **typed)
