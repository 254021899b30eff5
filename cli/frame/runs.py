"""Runs of numbers on paper as they are typed: --from and --to, once for each."""

from typing import TYPE_CHECKING

import click

from cli.frame.options import options
from cli.typed.kinds import number
from ledger.values.errors import Misused

if TYPE_CHECKING:
    from ledger.events.form import Run

froms_and_tos = options(
    click.option(
        *("--from", "firsts"),
        multiple=True,
        required=True,
        type=number(),
        metavar="NUMBER",
        help="The first number of those in hand; again for each run of them.",
    ),
    click.option(
        *("--to", "lasts"),
        multiple=True,
        required=True,
        type=number(),
        metavar="NUMBER",
        help="The last number of them; as often as --from.",
    ),
)


def runs_of(firsts: tuple[int, ...], lasts: tuple[int, ...]) -> "list[Run]":
    """The runs. Raises Misused unless each has a first and a last number."""
    from ledger.events.form import Run

    if len(firsts) != len(lasts):
        raise Misused(
            "run_of_forms",
            "A run of numbers has a first and a last one.",
            "Say --to as often as --from.",
        )
    return [Run(first, last) for first, last in zip(firsts, lasts, strict=True)]
