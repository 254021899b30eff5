"""`pit group`: many properties, from copies of their logs."""

from typing import TYPE_CHECKING, Any

import click

from cli.commands.rules import option, submission
from cli.frame.extras import needing
from cli.frame.failing import FINDINGS
from cli.frame.options import Noun, options, session, workers_option
from cli.frame.paging import say
from cli.frame.reading import progress, show_rows, showing_now
from cli.frame.sealing import own_keys
from cli.frame.usage import misused
from cli.typed.kinds import choice
from cli.typed.values import Pair
from ledger.values.errors import IntegrityFailure

if TYPE_CHECKING:
    from collections.abc import Callable

    from projections.group.figures import Axis
    from projections.group.report import Asked, Group

group = Noun("group", help="Many properties, from copies of their logs.")


of_copies = options(
    click.option(
        "--from",
        "folders",
        multiple=True,
        required=True,
        metavar="DIR",
        help="Where pit export events put copies; as often as there are.",
    ),
    click.option(
        "--by",
        "axis",
        type=choice("by", "property", "month", "rules"),
        default="property",
        show_default=True,
        help="What a row adds up.",
    ),
    click.option(
        "--key",
        "public",
        multiple=True,
        metavar="KEY",
        help="The public key of each property, as it was handed out.",
    ),
    click.option("--unverified", is_flag=True, help="Take copies as they are: hold none to a key."),
    click.option(
        "--scheduler", metavar="ADDRESS", help="That of a cluster of Dask: tcp://host:8786."
    ),
    workers_option,
    showing_now,
)


@group.command("report")
@click.argument("name", type=choice("report", "win", "performance", "vig", "meters", "forms"))
@of_copies
@click.pass_context
def report(ctx: click.Context, /, name: str, form: str, **of: Any) -> None:
    """Table win, win against theory, vigorish, meters or forms of all properties, folded anew from their events.

    A row a property, month or rules submission, and all together in the last. Every copy is held against its property's
    key first; one that does not agree is named and left out (exit 5). Amounts are those of the properties' own days,
    added up; what is unknown of one is unknown of the sum.

    The work is shared by as many processes as this machine has cores, or by a cluster of Dask.

    \b
    pit group report win --from /mnt/group --by month --key "harbor-house+1f3a...+AW..."
    pit group report performance --from s3://group-books/pit --unverified --scheduler tcp://10.0.0.7:8786
    """
    with needing("group", "pit group"):
        from projections.group import report as group_report

    _show(ctx, form, of, lambda asked, axis: group_report.report(asked, name, axis))


@group.command("replay")
@of_copies
@click.option("--rules", "rules_id", metavar="ID", help="Under this submission too.")
@option
@click.pass_context
def replay(
    ctx: click.Context, /, form: str, rules_id: str | None, pairs: tuple[Pair, ...], **of: Any
) -> None:
    """Settle every hand of all properties again, each under its own rules; with --rules, under another submission too.

    What was reversed, taken back or void is no hand. Hands with irregular cards and those that won of a meter are
    counted apart: pit db check at the property judges them. Under --rules the hands are as they were wagered and dealt;
    those that it does not take are counted. Exit 6 where a hand comes to something else than was recorded.

    \b
    pit group replay --from /mnt/group --unverified
    pit group replay --from /mnt/group --unverified --by month --rules ma-midi --option vigorish.rounding=exact
    """
    with needing("group", "pit group"):
        from projections.group import report as group_report

    if pairs and not rules_id:
        raise misused("--option is of --rules: say which submission.")
    document = submission(rules_id, pairs).document() if rules_id else ""
    found = _show(ctx, form, of, lambda asked, axis: group_report.replay(asked, axis, document))
    if any(getattr(row, "differing", 0) for row in found.rows):
        ctx.exit(FINDINGS)


def _show(
    ctx: click.Context, form: str, of: dict[str, Any], ask: "Callable[[Asked, Axis], Group]"
) -> "Group":
    """Ask, and print what is found; name what is left out."""
    from ledger.seal.note import Key
    from projections.group.figures import Axis
    from projections.group.report import Asked
    from projections.group.sharing import Workers

    keys = [Key.read(each) for each in of["public"]]
    if not of["unverified"]:
        keys = keys or own_keys()
    if bool(keys) == of["unverified"]:
        raise misused("Say --key for each property, or --unverified.")
    count = 1 if of["scheduler"] else session().workers
    if of["scheduler"] and session().workers:
        raise misused("Whose workers: say --workers or --scheduler.")
    with Workers(count, of["scheduler"]) as workers:
        asked = Asked(of["folders"], None if of["unverified"] else keys, workers, progress())
        found = ask(asked, Axis(of["axis"]))
    show_rows(found.view, found.rows, form)
    for origin, why in found.left_out:
        say([f"Left out: {origin}. {why.message}"], err=True)
    if found.left_out:
        ctx.exit(IntegrityFailure.exit_code)
    return found
