"""`pit chips`: what comes to the tray and leaves it, apart from wagers."""

from typing import Any

import click

from cli.frame.options import Noun, meant, options, signatures, writing
from cli.frame.reading import day_option, print_report, showing, table_option
from cli.frame.writing import perform
from cli.typed.values import CHIPS, MONEY, SEAT

chips = Noun("chips", help="Buy-ins, fills and credits.")

slip = options(
    click.option("--slip", required=True, metavar="NUMBER", help="The serial slip's number."),
    click.option(
        "--chips", required=True, type=CHIPS, metavar="CHIPS", help='Such as "100x20 25x40".'
    ),
    signatures,
    meant,
)


@chips.command("buy-in")
@click.argument("code", metavar="TABLE")
@click.argument("seat", type=SEAT)
@click.argument("amount", type=MONEY)
@options(meant, writing)
def buy_in(code: str, seat: int, amount: int, **typed: Any) -> None:
    """SEAT exchanges AMOUNT dollars of cash for chips: the cash goes into the drop box.

    One like another of that seat, within ten seconds, is asked about.
    """
    from ledger.table.acts import BuyIn

    perform(BuyIn, code, seat=seat, cents=amount, **typed)


@chips.command("fill")
@click.argument("code", metavar="TABLE")
@options(slip, writing)
def fill(code: str, **typed: Any) -> None:
    """Chips are brought to the tray of TABLE."""
    from ledger.table.acts import Fill

    perform(Fill, code, **typed)


@chips.command("credit")
@click.argument("code", metavar="TABLE")
@options(slip, writing)
def credit(code: str, **typed: Any) -> None:
    """Chips are taken from the tray of TABLE."""
    from ledger.table.acts import Credit

    perform(Credit, code, **typed)


@chips.command("list")
@options(day_option, table_option, showing)
def list_chips(day: str | None, code: str | None, form: str) -> None:
    """What was counted and moved on a gaming day: openers, closers, fills, credits, buy-ins; void slips."""
    print_report("chips", day, form, table=code)
