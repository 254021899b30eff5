"""`pit audit dispute`: a round disputed, decided, corrected."""

from typing import Any

import click

from cli.frame.options import Noun, gaming_day, options, session, writing
from cli.frame.past import asked
from cli.frame.reading import day_option, progress, show_report, showing
from cli.frame.writing import perform, round_named
from cli.typed.kinds import choice, number
from cli.typed.values import MONEY, OF_ROUND, SEAT, AwardTyped
from ledger.values.errors import Misused
from ledger.values.numbers import MOST_SEATS

dispute = Noun("dispute", help="Disputed rounds: raise, decide, list.")


@dispute.command("raise")
@click.argument("round_id", metavar="ROUND")
@click.option("--claim", required=True, metavar="TEXT", help="What is said to be wrong.")
@click.option("--seat", type=SEAT, help="Whose claim it is.")
@click.option("--evidence", multiple=True, metavar="TEXT", help="What there is to look at.")
@options(writing)
def raise_(
    round_id: str, claim: str, seat: int | None, evidence: tuple[str, ...], **typed: Any
) -> None:
    """Record that ROUND is disputed, with the claim and the evidence.

    \b
    pit audit dispute raise MB-01:2026-07-11:17 --seat 3 --claim "Banker won" \\
        --evidence "camera 12, 23:14"
    """
    from ledger.table.acts import RaiseDispute

    disputed = round_named(round_id)
    perform(
        RaiseDispute,
        _table_of(disputed),
        round=disputed,
        claim=claim,
        evidence=list(evidence),
        seat=seat,
        **typed,
    )


@dispute.command("decide")
@click.argument("round_id", metavar="ROUND")
@click.argument("ruling", type=choice("ruling", "upheld", "denied"), metavar="RULING")
@click.option("--reason", required=True, metavar="TEXT", help="What the ruling rests on.")
@click.option("--decided-by", required=True, metavar="ID", help="Who ruled.")
@click.option("--to-player", type=MONEY, metavar="AMOUNT", help="What a player gets in addition.")
@click.option("--to-house", type=MONEY, metavar="AMOUNT", help="What the house gets back.")
@click.option("--document", metavar="NUMBER", help="The number of the correction.")
@click.option(
    "--seat",
    type=number(0, MOST_SEATS),
    metavar="N",
    help="Whose dispute, where several are open.",
)
@click.option(
    "--approved-by",
    "accounting",
    metavar="ID",
    help="Who of accounting approves a correction larger than twice what was at stake, or an award taken back.",
)
@click.option(
    "--reverse-award",
    "reversed_",
    multiple=True,
    type=OF_ROUND,
    metavar="SEAT[/METER]",
    help="Take an award of the round back, as pit meter award-reverse does; with --document, --approved-by.",
)
@click.option(
    "--handed-back",
    type=choice("place", "tray", "cage"),
    help="Where the player gave back what was handed over of it; if left out, it is given away.",
)
@options(writing)
def decide(
    round_id: str,
    to_player: int | None,
    to_house: int | None,
    document: str | None,
    reversed_: tuple[AwardTyped, ...],
    handed_back: str | None,
    **typed: Any,
) -> None:
    """Record the RULING on a disputed ROUND: upheld or denied; and correct its result, and its awards, at once.

    \b
    pit audit dispute decide MB-01:2026-07-11:17 upheld --reason "the camera shows it" \\
        --decided-by S-2 --to-player 47.50 --document MC-7
    """
    from ledger.table.acts import DecideDispute

    if to_player is not None and to_house is not None:
        raise Misused("two_corrections", "Both ways of a correction are given.", "Say one of them.")
    if handed_back and not reversed_:
        raise Misused(
            "no_award_named",
            "No award is named that was handed back.",
            "Name it: --reverse-award SEAT, or leave out where it was handed back.",
        )
    disputed = round_named(round_id)
    back = {"handed_back": handed_back} if handed_back else {}
    perform(
        DecideDispute,
        _table_of(disputed),
        round=disputed,
        cents=to_house or -(to_player or 0),
        document=document,
        awards=[{"seat": each.seat, "meter": each.meter, **back} for each in reversed_],
        **typed,
    )


@dispute.command("list")
@options(day_option, showing)
def list_(day: str | None, form: str) -> None:
    """Disputes that are open, or with --day all that were raised on that gaming day."""
    from projections.queries.report import disputes

    current = session()
    named = gaming_day(day, current.ledger.calendar) if day else None
    found = disputes(current.ledger, asked(current), named, progress())
    show_report(found, form)


def _table_of(round_id: str) -> str:
    return round_id.partition(":")[0]
