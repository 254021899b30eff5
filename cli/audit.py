"""`pit audit`: a hand replayed from its events; hands settled apart from any store."""

import sys
from typing import cast

import click

from cli.options import Noun, as_json, session
from cli.reading import print_json
from cli.rules import option, submission
from cli.typed import Pair

audit = Noun("audit", help="Replay a hand; settle hands apart from any store.")

FINDINGS = 6
REFUSED = 1


@audit.command("replay")
@click.argument("name", metavar="ROUND")
@as_json
@click.pass_context
def replay(ctx: click.Context, name: str, as_json: bool) -> None:
    """A round told from its own events and settled again by today's code. Exit 6 if they differ.

    ROUND is TABLE:DAY:N; TABLE:N is today's; TABLE alone is the one in progress, or else the last.
    """
    from cli.replaying import find, whole

    pit = session().pit
    told = find(pit, name)
    if as_json:
        print_json(told)
    else:
        for line in whole(told, pit.calendar.tz):
            click.echo(line)
    if told.recomputed_agrees is False:
        ctx.exit(FINDINGS)


@audit.command("settle")
@click.option("--rules", "rules_id", required=True, metavar="ID", help="The rules submission.")
@option
@click.option("--steps", is_flag=True, help="Tell what the dealer does, in order.")
@click.option("--json", is_flag=True, expose_value=False, help="Said or not: it prints JSON.")
@click.pass_context
def settle(ctx: click.Context, rules_id: str, pairs: tuple[Pair, ...], steps: bool) -> None:
    """Settle hands read from standard input, one JSON object a line, under a submission.

    A line is {"player", "banker", "wagers": [{"seat", "bet", "cents", "tender"}], "presses"}; it is
    answered by a line with the outcome and every wager's ending, or with the error. No store is
    touched. Exit 1 if any line was refused.

    \b
    pit audit settle --rules ma-midi --option vigorish.rounding=exact < hands.ndjson
    """
    from cli.settling import Incoming, Settler

    settler = Settler(submission(rules_id, pairs).offering, steps=steps)
    settler.run(cast("Incoming", sys.stdin.buffer), sys.stdout.buffer)
    if settler.refused:
        click.echo(f"{settler.refused:,} of {settler.read:,} lines were refused.", err=True)
        ctx.exit(REFUSED)
