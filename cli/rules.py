"""`pit rules`: the rules submissions that a table can adopt."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.options import Noun, as_json, options, session, writing
from cli.reading import near, show_rows, showing
from cli.typed import PAIR, Pair, options_of
from cli.writing import perform

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

    chosen = options_of(pairs)
    if name.endswith(".toml"):
        return load_file(Path(name), chosen)
    with near("rules_unknown", "rules", list_ids):
        return load(name, chosen)


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


@rules.command("lint")
@click.argument("file", type=click.Path(path_type=Path))
@as_json
@click.pass_context
def lint(ctx: click.Context, file: Path, as_json: bool) -> None:
    """What the regulator's text does not allow in a licensee's own submission, by line.

    Exit 1 if it cannot be used; a bet that favours the player is a warning.
    """
    from dataclasses import asdict

    from ledger.rules import lint

    found = lint(file)
    if as_json:
        click.echo(json.dumps([asdict(finding) for finding in found]))
    else:
        for finding in found:
            kind = "warning" if finding.warning else "error"
            click.echo(f"{file}:{finding.line}: {kind}: {finding}.")
        if not found:
            click.echo(f"{file}: nothing to object to.")
    if not all(finding.warning for finding in found):
        ctx.exit(1)


@rules.command("adopt")
@click.argument("name", metavar="ID")
@click.option("--table", "code", required=True, metavar="TABLE", help="Whose rules change.")
@click.option("--notice", metavar="TIME", help="When notice of the change was given.")
@click.option("--authorised-by", default="", metavar="ID", help="Who authorised it.")
@options(option, writing)
def adopt(
    name: str,
    code: str,
    notice: str | None,
    authorised_by: str,
    pairs: tuple[Pair, ...],
    **typed: Any,
) -> None:
    """Change the rules that TABLE runs under, from its next round on. Earlier rounds keep theirs."""
    from ledger.table.acts import Adopt

    perform(
        Adopt,
        code,
        rules=name,
        options=options_of(pairs),
        notice_at=session().moment(notice) if notice else None,
        authorised_by=authorised_by,
        **typed,
    )
