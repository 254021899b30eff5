"""`pit play`: a round in one line of shorthand."""

from typing import Any

import click

from cli.frame.one_line import acts_of
from cli.frame.options import PitCommand, meant, options, writing
from cli.frame.writing import do
from ledger.values.errors import Misused


@click.command("play", cls=PitCommand)
@click.argument("code", metavar="TABLE")
@click.argument("words", metavar="LINE", nargs=-1, required=True)
@click.option("--instead-of", metavar="ROUND", help="The reversed round in whose place it is.")
@options(meant, writing)
def play(
    code: str, words: tuple[str, ...], instead_of: str | None, at: str | None, **typed: Any
) -> None:
    """A round at TABLE in one LINE of shorthand: wagers / cards / presses. All of it is recorded, or nothing.

    \b
    pit play MB-01 "1b25 2p100 4dbb10 7b20 7hm5 / 7dQh 5h5s8c / 7>b"
    pit play MB-01 "= 3x2 / 9cKh 8dTs"

    Seat, bet, amount: 3b25 is $25 on Banker for seat 3, 1-5b25 for each of seats 1 to 5. = stands for the wagers of the
    round before, x2 for twice as much. Cards are Player's, then Banker's. Words come in any order. Without cards the
    wagers are put down and the round stays open; cards without wagers are of those that are down. All of it is in
    docs/shorthand.md.
    """
    from cli.typed.shorthand import repeats

    line = " ".join(words)
    if typed["key"] and repeats(line):
        raise Misused(
            "same_under_key",
            "What is said as before means something else once it is recorded, and a key stands for one thing.",
            "Write what is wagered, or leave out --key.",
            line=line,
        )
    do(*acts_of(code, line, at, instead_of), **typed)
