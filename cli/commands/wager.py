"""`pit wager`: wagers put down and taken back before `no more bets`."""

from typing import Any

import click

from cli.frame.options import Noun, meant, options, writing
from cli.frame.writing import perform
from cli.typed.values import BET, MONEY, SEAT, TENDER

wager = Noun("wager", help="Place and withdraw wagers.")


@wager.command("place")
@click.argument("code", metavar="TABLE")
@click.argument("seat", type=SEAT)
@click.argument("bet", type=BET)
@click.argument("amount", type=MONEY)
@click.option(
    "--tender", default="chips", type=TENDER, metavar="TENDER", help="chips, cash or coupon."
)
@click.option(
    "--coupon",
    default="",
    metavar="NUMBER",
    help="A match play coupon's number; AMOUNT is its face.",
)
@click.option(
    "--confirmed-by",
    default="",
    metavar="ID",
    help="The dealer who confirmed a verbal one with cash.",
)
@click.option("--supervisor", default="", metavar="ID", help="The supervisor who confirmed it too.")
@options(meant, writing)
def place(
    code: str, seat: int, bet: str, amount: int, tender: str, coupon: str, **typed: Any
) -> None:
    """Put AMOUNT dollars on BET for SEAT at TABLE. The first wager begins a round.

    One like another of that seat in the same round, within ten seconds, is asked about.

    A bet may be shortened as long as it is clear: b, p, t, dbp, dragon-bonus-player, bank.

    \b
    pit wager place MB-01 3 banker 25
    pit wager place MB-01 3 dbp 5 --tender cash
    """
    from ledger.table.acts import PlaceWager

    if coupon and tender == "chips":
        tender = "coupon"
    perform(
        PlaceWager, code, seat=seat, bet=bet, cents=amount, tender=tender, coupon=coupon, **typed
    )


@wager.command("withdraw")
@click.argument("code", metavar="TABLE")
@click.argument("seat", type=SEAT)
@click.argument("bet", type=BET)
@writing
def withdraw(code: str, seat: int, bet: str, **typed: Any) -> None:
    """Take back all that SEAT has on BET, before no more bets."""
    from ledger.table.acts import Withdraw

    perform(Withdraw, code, seat=seat, bet=bet, **typed)
