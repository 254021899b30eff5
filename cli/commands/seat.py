"""`pit seat`: who sits where."""

from typing import Any

import click

from cli.frame.options import Noun, writing
from cli.frame.writing import perform
from cli.typed.values import SEAT

seat = Noun("seat", help="Who sits where.")


@seat.command("sit")
@click.argument("code", metavar="TABLE")
@click.argument("number", metavar="SEAT", type=SEAT)
@click.option("--patron", default="", metavar="NAME", help="Who sits there, where it is known.")
@writing
def sit(code: str, number: int, patron: str, **typed: Any) -> None:
    """A player takes SEAT at TABLE. A wager takes an empty seat by itself."""
    from ledger.table.acts import Sit

    perform(Sit, code, seat=number, patron=patron, **typed)


@seat.command("leave")
@click.argument("code", metavar="TABLE")
@click.argument("number", metavar="SEAT", type=SEAT)
@writing
def leave(code: str, number: int, **typed: Any) -> None:
    """A player leaves SEAT. Refused while the seat owes vigorish."""
    from ledger.table.acts import Leave

    perform(Leave, code, seat=number, **typed)
