"""`pit shoe`: the shoe in play, from its burn to its end."""

from typing import Any

import click

from cli.options import Noun, session, writing
from cli.reading import near_tables
from cli.typed import CARD
from cli.writing import perform

shoe = Noun("shoe", help="The shoe in play.")


@shoe.command("start")
@click.argument("code", metavar="TABLE")
@click.argument("number", metavar="SHOE")
@click.option(
    "--burn", required=True, type=CARD, metavar="CARD", help="The first card, which is burned."
)
@click.option("--decks", type=int, metavar="N", help="Decks in it; else as the submission has it.")
@click.option("--cut-by", default="", metavar="WHO", help="Who cut the cards.")
@click.option("--cut-card-at", type=int, metavar="N", help="Cards behind the cut card.")
@click.option(
    "--batch", default="", metavar="NAME", help="The batch of cards, such as red or blue."
)
@writing
def start(code: str, number: str, decks: int | None, **typed: Any) -> None:
    """Bring a shoe into play at TABLE: shuffled, cut and burned. SHOE is its number there.

    \b
    pit shoe start MB-01 1 --burn 7d
    """
    from ledger.table.acts import Shoe

    pit = session().pit
    with near_tables(pit):
        decks = decks or pit.table(code).submission.decks
    perform(Shoe, code, shoe=number, decks=decks, **typed)


@shoe.command("cut-card")
@click.argument("code", metavar="TABLE")
@writing
def cut_card(code: str, **typed: Any) -> None:
    """The cut card is seen: this round or the coming one is completed, and one more is played."""
    from ledger.table.acts import CutCard

    perform(CutCard, code, **typed)


@shoe.command("end")
@click.argument("code", metavar="TABLE")
@click.option("--reason", required=True, metavar="TEXT", help="Why it is taken out of play.")
@writing
def end(code: str, **typed: Any) -> None:
    """Take the shoe out of play."""
    from ledger.table.acts import EndShoe

    perform(EndShoe, code, **typed)
