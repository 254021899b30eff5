"""`pit wager`: wagers put down and taken back before `no more bets`."""

from typing import Any

import click

from cli.frame.options import Noun, meant, options, writing
from cli.frame.usage import misused
from cli.frame.writing import do, perform, said_of
from cli.typed.kinds import pick
from cli.typed.values import BET, BETS, MONEY, SEAT, TENDER, cents_of, seat_of

wager = Noun("wager", help="Place and withdraw wagers.")


@wager.command("place")
@click.argument("code", metavar="TABLE")
@click.argument("seat", type=SEAT)
@click.argument("bet", type=BET)
@click.argument("amount", type=MONEY)
@click.argument("more", metavar="[SEAT BET AMOUNT]...", nargs=-1)
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
def place(  # noqa: PLR0913  what is said of a wager
    code: str,
    seat: int,
    bet: str,
    amount: int,
    more: tuple[str, ...],
    *,
    tender: str,
    coupon: str,
    confirmed_by: str,
    supervisor: str,
    at: str | None,
    **how: Any,
) -> None:
    """Put AMOUNT dollars on BET for SEAT at TABLE. The first wager begins a round.

    One like another of that seat in the same round, within ten seconds, is asked about.

    A bet may be shortened as long as it is clear: b, p, t, dbp, dragon-bonus-player, bank.

    \b
    pit wager place MB-01 3 banker 25
    pit wager place MB-01 3 dbp 5 --tender cash
    pit wager place MB-01 3 banker 25 3 tie 5 7 player 100
    """
    from ledger.table.acts import PlaceWager

    if len(more) % 3 or (more and coupon):
        raise misused("Each wager is SEAT BET AMOUNT; one by a coupon is placed by itself.")
    if coupon and tender == "chips":
        tender = "coupon"
    rest = [
        (seat_of(of), pick(on, BETS, "bet"), cents_of(cents, "amount"))
        for of, on, cents in zip(more[::3], more[1::3], more[2::3], strict=True)
    ]
    said = {"coupon": coupon, "confirmed_by": confirmed_by, "supervisor": supervisor}
    do(
        *(
            said_of(PlaceWager, code, at, seat=of, bet=on, cents=cents, tender=tender, **said)
            for of, on, cents in [(seat, bet, amount), *rest]
        ),
        **how,
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
