"""`pit rules`: the rules submissions that a table can adopt."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.options import Noun, as_json
from cli.reading import near, show_rows, showing
from cli.typed import PAIR, Pair, options_of

if TYPE_CHECKING:
    from ledger.rules import Submission

rules = Noun("rules", help="Rules submissions: what may be offered, and how it is settled.")

option = click.option(
    "--option", "pairs", multiple=True, type=PAIR, metavar="KEY=VALUE", help="A choice it leaves."
)


def submission(name: str, pairs: tuple[Pair, ...]) -> "Submission":
    """The submission that ships under this id, or a licensee's own TOML file, with options set.

    Raises NotFound, Misused, Refused.
    """
    from ledger.rules import list_ids, load, load_file

    options = options_of(pairs)
    if name.endswith(".toml"):
        return load_file(Path(name), options)
    with near("rules_unknown", "rules", list_ids):
        return load(name, options)


@rules.command("list")
@showing
def list_rules(form: str) -> None:
    """The submissions that ship."""
    from cli.submissions import VIEW, summary
    from ledger.rules import list_ids, load

    show_rows(VIEW, [summary(load(rules_id)) for rules_id in list_ids()], form)


@rules.command("show")
@click.argument("name", metavar="ID")
@option
@as_json
def show(name: str, pairs: tuple[Pair, ...], as_json: bool) -> None:
    """A submission whole: what it offers and pays, each with the section that says so.

    \b
    pit rules show ma-midi --option vigorish.rounding=nearest
    """
    from cli.submissions import lines

    shown = submission(name, pairs)
    if as_json:
        click.echo(json.dumps({"sha256": shown.sha256, **json.loads(shown.document())}))
        return
    for line in lines(shown):
        click.echo(line)
