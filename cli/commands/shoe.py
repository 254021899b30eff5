"""`pit shoe`: the shoe in play, from its burn to its end."""

from collections.abc import Callable
from typing import Any

import click

from cli.frame.options import F, Noun, options, session, signatures, writing
from cli.frame.writing import perform
from cli.typed.kinds import choice, number
from cli.typed.values import CARD, CUTTER, SEAT

shoe = Noun("shoe", help="The shoe in play.")


@shoe.command("start")
@click.argument("code", metavar="TABLE")
@click.argument("number", metavar="SHOE")
@click.option(
    "--burn",
    type=CARD,
    metavar="CARD",
    help="The first card, which is burned; left out where none is.",
)
@click.option(
    "--decks", type=number(), metavar="N", help="Decks in it; else as the submission has it."
)
@click.option("--cut-by", default="", metavar="WHO", help="Who cut the cards.")
@click.option("--cut-card-at", type=number(), metavar="N", help="Cards behind the cut card.")
@click.option(
    "--batch", default="", metavar="NAME", help="The batch of cards, such as red or blue."
)
@writing
def start(code: str, number: str, decks: int | None, **typed: Any) -> None:
    """Bring a shoe into play at TABLE: shuffled, cut and burned. SHOE is its number there.

    \b
    pit shoe start MB-01 1 --burn 7d
    """
    from ledger.table.shoe_acts import Shoe
    from projections.queries import unsaid

    decks = decks or unsaid.decks(session().ledger, code)
    perform(Shoe, code, shoe=number, decks=decks, **typed)


def cutting(*, required: bool) -> Callable[[F], F]:
    """Who cut the cards, and how deep."""
    return options(
        click.option(
            "--cut-by",
            "cut_seat",
            required=required,
            type=CUTTER,
            metavar="SEAT",
            help="The seat that cut the cards, or dealer.",
        ),
        click.option(
            "--declined",
            multiple=True,
            type=SEAT,
            metavar="SEAT",
            help="A seat that was offered it before and declined; may be repeated.",
        ),
        click.option(
            "--depth",
            "cut_depth",
            required=required,
            type=number(),
            metavar="N",
            help="Cards in from the end at which they were cut.",
        ),
    )


@shoe.command("receive")
@click.argument("code", metavar="TABLE")
@click.argument("batch", metavar="BATCH")
@click.option("--colour", required=True, metavar="COLOUR", help="The colour of the backs.")
@click.option(
    "--decks", type=number(), metavar="N", help="Decks in it; else as the submission has it."
)
@signatures
@writing
def receive(code: str, decks: int | None, **typed: Any) -> None:
    """Decks come to TABLE as BATCH; the dealer inspects them, and the supervisor verifies it.

    New decks take the place of those of the same BATCH.
    """
    from ledger.table.shoe_acts import ReceiveDecks
    from projections.queries import unsaid

    decks = decks or unsaid.decks(session().ledger, code)
    perform(ReceiveDecks, code, decks=decks, **typed)


@shoe.command("shuffle")
@click.argument("code", metavar="TABLE")
@click.option("--batch", default="", metavar="NAME", help="Else the one whose turn it is.")
@click.option(
    "--method",
    type=choice("method", "hand", "automated", "pre-shuffled"),
    default="hand",
    show_default=True,
    help="By whom the cards were shuffled.",
)
@cutting(required=False)
@click.option(
    "--washed-by", default="", metavar="ID", help="Who washed new or spread cards before."
)
@click.option(
    "--shown-to",
    default=0,
    type=SEAT,
    metavar="SEAT",
    help="The seat of the participant for whom they were spread before that.",
)
@click.option(
    "--checked-by",
    default="",
    metavar="ID",
    help="The floorperson who looked at a feathered stack.",
)
@writing
def shuffle(code: str, method: str, declined: tuple[int, ...], **typed: Any) -> None:
    """The cards are shuffled as the submission says, and cut, before they go into a shoe.

    Those of a continuous shuffler are not cut: leave --cut-by and --depth out there.

    \b
    pit shoe shuffle MB-01 --declined 9 --cut-by 7 --depth 120
    """
    from ledger.table.shoe_acts import ShuffleCards

    perform(ShuffleCards, code, method=method.replace("-", "_"), declined=list(declined), **typed)


@shoe.command("store")
@click.argument("code", metavar="TABLE")
@click.argument("batch", metavar="BATCH")
@writing
def store(code: str, **typed: Any) -> None:
    """BATCH is shuffled by the shuffler and stored in it, while the other one is dealt. It comes into play next.

    \b
    pit shoe store MN-01 B
    pit shoe shuffle MN-01 --method automated --cut-by dealer --depth 60
    """
    from ledger.table.shoe_acts import StoreCards

    perform(StoreCards, code, **typed)


@shoe.command("recut")
@click.argument("code", metavar="TABLE")
@click.option("--ordered-by", required=True, metavar="ID", help="The supervisor who ordered it.")
@click.option("--reason", required=True, metavar="TEXT", help="What was wrong with the cut.")
@cutting(required=True)
@click.option("--burn", type=CARD, metavar="CARD", help="The first card of a shoe burned before.")
@writing
def recut(code: str, declined: tuple[int, ...], **typed: Any) -> None:
    """The cards are cut again before any is dealt."""
    from ledger.table.shoe_acts import Recut

    perform(Recut, code, declined=list(declined), **typed)


@shoe.command("spread")
@click.argument("code", metavar="TABLE")
@click.option(
    "--face",
    type=choice("face", "up", "down"),
    default="up",
    show_default=True,
    help="How the cards lie.",
)
@writing
def spread(code: str, **typed: Any) -> None:
    """Nobody plays: the cards are spread on the table, and shuffled before play goes on."""
    from ledger.table.shoe_acts import SpreadCards

    perform(SpreadCards, code, **typed)


@shoe.command("curator")
@click.argument("code", metavar="TABLE")
@click.argument("seat", type=CUTTER, metavar="SEAT")
@click.option(
    "--declined",
    multiple=True,
    type=SEAT,
    metavar="SEAT",
    help="A seat that was offered the shoe before and declined; may be repeated.",
)
@click.option("--ordered-by", default="", metavar="ID", help="Who ordered the curator to pass it.")
@click.option("--reason", default="", metavar="TEXT", help="Why it was ordered.")
@click.option(
    "--designated",
    is_flag=True,
    help="A player accepted it and has the dealer deal: SEAT is dealer.",
)
@writing
def curator(code: str, declined: tuple[int, ...], **typed: Any) -> None:
    """Who deals on a big table: SEAT that accepted the shoe, or dealer.

    A new shoe is offered from seat 1 counterclockwise; passed on, from the right of the curator.
    """
    from ledger.table.shoe_acts import PassShoe

    perform(PassShoe, code, declined=list(declined), **typed)


@shoe.command("cut-card")
@click.argument("code", metavar="TABLE")
@writing
def cut_card(code: str, **typed: Any) -> None:
    """The cut card is seen: this round or the coming one is completed, and one more is played."""
    from ledger.table.shoe_acts import CutCard

    perform(CutCard, code, **typed)


@shoe.command("end")
@click.argument("code", metavar="TABLE")
@click.option("--reason", required=True, metavar="TEXT", help="Why it is taken out of play.")
@writing
def end(code: str, **typed: Any) -> None:
    """Take the shoe out of play."""
    from ledger.table.shoe_acts import EndShoe

    perform(EndShoe, code, **typed)
