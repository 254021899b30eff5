"""`pit chips stock`, `lost`, `unused`, `series`: fill and credit slips by number, from the printer to the last one."""

from typing import Any

import click

from cli.frame.options import PitCommand, options, writing
from cli.frame.reading import day_option, print_report, showing
from cli.frame.runs import froms_and_tos, runs_of
from cli.frame.writing import record
from cli.typed.kinds import number
from cli.typed.slips import KIND

kind = click.argument("kind", type=KIND)
prefix = click.option(
    "--prefix", default="", metavar="TEXT", help="What is printed in front of the number."
)


@click.command("stock", cls=PitCommand)
@kind
@options(
    prefix,
    click.option("--first", required=True, type=number(), help="The first number printed."),
    click.option("--last", required=True, type=number(), help="The last number printed."),
    writing,
)
def stock(**typed: Any) -> None:
    """Record slips --first to --last received from the printer: every number is then accounted for.

    \b
    pit chips stock fill --prefix F- --first 1001 --last 1500
    """
    from ledger.form.acts import ReceiveSlips

    record(ReceiveSlips, **typed)


@click.command("lost", cls=PitCommand)
@kind
@options(
    prefix,
    click.option("--first", required=True, type=number(), help="The number that is lost."),
    click.option("--last", type=number(), help="And all up to this number."),
    click.option("--reason", required=True, metavar="TEXT", help="How it was lost or destroyed."),
    click.option("--authorised-by", required=True, metavar="ID", help="Who answers for it."),
    writing,
)
def lost(**typed: Any) -> None:
    """Record that unused slips are lost or destroyed: they are no more among those in hand, or passed over.

    \b
    pit chips lost fill --prefix F- --first 1017 --reason "torn by the printer" --authorised-by B-2
    """
    from ledger.form.acts import LoseSlips

    record(LoseSlips, **typed)


@click.command("unused", cls=PitCommand)
@kind
@options(prefix, froms_and_tos, writing)
def unused(firsts: tuple[int, ...], lasts: tuple[int, ...], **typed: Any) -> None:
    """Count the unused slips in hand, by number, at the day's end.

    What differs from the record is a finding of the day; so is a series used and not counted.

    \b
    pit chips unused fill --prefix F- --from 1018 --to 1500
    """
    from ledger.form.acts import CountSlips

    record(CountSlips, counted=runs_of(firsts, lasts), **typed)


@click.command("series", cls=PitCommand)
@options(day_option, showing)
def series(day: str | None, form: str) -> None:
    """Series of slips at the end of a gaming day: received, used, lost, in hand, and what was counted."""
    print_report("slip_series", day, form)
