"""`pit rules`: what a table can adopt, checked and counted out before it does; and every adoption."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import asdict

from cli.frame.options import Noun, as_json, options, session, writing
from cli.frame.paging import say, show_lines
from cli.frame.past import asked, looking_back
from cli.frame.reading import print_json, show_rows, showing, table_option
from cli.typed.kinds import number
from cli.typed.values import PAIR, Pair, options_of
from ledger.values.errors import Misused, PitError, Refused

if TYPE_CHECKING:
    from ledger.rules.submission import Submission

rules = Noun(
    "rules",
    help="""Rules submissions: what may be offered, and how it is settled.

    An ID names a submission that ships, one of your own in the directory that PIT_RULES (or `rules`
    in the config file) names, as ID.toml, or a file of your own (./mine.toml).
    """,
)

option = click.option(
    "--option", "pairs", multiple=True, type=PAIR, metavar="KEY=VALUE", help="A choice it leaves."
)


def submission(name: str, pairs: tuple[Pair, ...]) -> "Submission":
    """The submission of this id, or in this TOML file, with options set.

    Raises NotFound, Misused, Refused.
    """
    from ledger.rules.loader import load_file

    chosen = options_of(pairs)
    if name.endswith(".toml"):
        return load_file(Path(name), chosen)
    return session().catalogue.load(name, chosen)


@rules.command("list")
@showing
def list_rules(form: str) -> None:
    """The submissions that a table can adopt by their id.

    With --as-of or --known-at: those that tables had adopted by then, as the log has them.
    """
    from projections.queries.submissions import VIEW, summary

    current = session()
    if current.as_of is not None or current.known_at is not None:
        from projections.queries.adoptions import submissions

        adopted = submissions(current.ledger, asked(current))
        show_rows(VIEW, [summary(each) for each in adopted], form)
        return
    catalogue = session().catalogue
    rows = []
    for rules_id in catalogue.ids():
        try:
            rows.append(summary(catalogue.load(rules_id)))
        except PitError as error:
            say([f"{rules_id} cannot be used: {error.refusal.message}"], err=True)
    show_rows(VIEW, rows, form)


@rules.command("show")
@click.argument("name", metavar="ID")
@option
@click.option("--toml", "as_toml", is_flag=True, help="Print its file, to write your own from.")
@as_json
def show(name: str, pairs: tuple[Pair, ...], as_toml: bool, as_json: bool) -> None:
    """A submission whole: what it offers and pays, each with the section that says so.

    \b
    pit rules show ma-midi --option vigorish.rounding=nearest
    pit rules show ma-midi --toml > mine.toml
    """
    from cli.shown.submissions import lines

    shown = submission(name, pairs)
    if as_toml:
        click.echo(session().catalogue.text(session().rules_id(name)), nl=False)
        return
    if as_json:
        document = json.loads(shown.document())
        click.echo(json.dumps({"sha256": shown.sha256, "asks": shown.asks, **document}))
        return
    show_lines(lines(shown))


@rules.command("lint")
@click.argument("named", metavar="FILE")
@as_json
@click.pass_context
def lint(ctx: click.Context, named: str, as_json: bool) -> None:
    """Check a submission of your own against the regulator's text it names.

    What the text does not allow is listed by line, and the exit code is 1. Of a sound submission
    the expectation of each bet is shown, with a warning where one favours the player.
    """
    from cli.shown import odds as shown_odds
    from ledger.rules.lint import lint
    from ledger.rules.loader import load_file
    from ledger.rules.odds import odds_of

    file = Path(named)
    found = lint(file)
    refused = [fault for fault in found if not fault.warning]
    if as_json:
        click.echo(json.dumps([asdict(fault) for fault in found]))
    else:
        for fault in found:
            kind = "warning: " if fault.warning else ""
            say([f"{file}:{fault.line}: {kind}{fault}"])
    if refused:
        ctx.exit(Refused.exit_code)
    if not as_json:
        sound = load_file(file)
        say([f"{sound.id} version {sound.version}: allowed by {sound.source}."])
        say(shown_odds.lines(odds_of(sound), sound.decks))


@rules.command("odds")
@click.argument("name", metavar="[ID]", required=False)
@click.option("--link", "code", metavar="LINK", help="Royal 9 at what the meters of LINK show.")
@click.option("--decks", type=number(1, 16), help="Decks in the shoe; else its own.")
@option
@options(as_json, looking_back)
def odds(
    name: str | None,
    code: str | None,
    decks: int | None,
    pairs: tuple[Pair, ...],
    as_json: bool,
) -> None:
    """The exact odds of every bet: all ordered deals from a fresh shoe, none left out.

    House Money counts as taken, vigorish at its exact rate, Royal 9 with its meters at their seeds,
    level by level for each chair; it is left out where its text does not have it played with so many decks.

    With --link and no ID, Royal 9 alone at the present readings of its meters, and for each the reading from which on
    the house has no edge, the others as they are. Whom a controller names is no matter of cards, and not priced.

    \b
    pit rules odds ma-midi --decks 6 --option dragon_bonus=B
    pit rules odds --link R9-1
    """
    if (name is None) == (code is None) or (code is not None and pairs):
        raise Misused(
            "submission_or_link",
            "The odds are either those of a submission or those of a link.",
            "Name the submission's ID, or say --link LINK and no option.",
        )
    if code is not None:
        _odds_of_link(code, decks, as_json)
    elif name is not None:
        _odds_of_submission(submission(name, pairs), decks, as_json)


def _odds_of_submission(offered: "Submission", decks: int | None, as_json: bool) -> None:
    import msgspec

    from cli.shown import odds as shown_odds
    from ledger.rules.odds import forbids_royal_9
    from projections.queries.odds import count, of_bets

    counted = count(offered, decks)
    if forbidden := forbids_royal_9(offered, decks):
        say([f"Royal 9 is left out: {forbidden}."], err=True)
    if as_json:
        click.echo(json.dumps(msgspec.to_builtins(of_bets(counted))))
        return
    shown = decks or offered.decks
    show_lines((*shown_odds.lines(counted.bets, shown), *shown_odds.level_lines(counted.levels)))


def _odds_of_link(code: str, decks: int | None, as_json: bool) -> None:
    from cli.shown import odds as shown_odds
    from projections.queries.link_odds import of_link

    current = session()
    found, counted = of_link(current.ledger, asked(current), code, decks)
    if as_json:
        print_json(found)
        return
    say(
        (
            *shown_odds.lines(counted.bets, found.decks),
            *shown_odds.meter_lines(found),
            *shown_odds.level_lines(counted.levels),
        )
    )


@rules.command("adopt")
@click.argument("name", metavar="ID")
@click.option("--table", "codes", multiple=True, metavar="TABLE", help="A table; may be repeated.")
@click.option(
    "--pit", "pit_code", metavar="PIT", help="All open tables of PIT under the same text."
)
@click.option("--notice-at", metavar="TIME", help="When notice of the change was given.")
@click.option("--authorised-by", default="", metavar="ID", help="Who authorised the change.")
@options(option, writing)
def adopt(
    name: str,
    codes: tuple[str, ...],
    pit_code: str | None,
    pairs: tuple[Pair, ...],
    notice_at: str | None,
    authorised_by: str,
    **typed: Any,
) -> None:
    """Change the rules of tables from their next round on; earlier rounds keep theirs.

    Several tables change together, or none of them. Options that are left out are the submission's.

    \b
    pit rules adopt div-mini --pit P1 --option payment_order=iii \\
        --notice-at 17:30 --authorised-by M-1
    """
    from cli.frame.writing import do, said_of
    from ledger.table.acts import Adopt
    from projections.queries import unsaid

    current = session()
    if bool(codes) == bool(pit_code):
        raise Misused(
            "tables_or_pit",
            "The rules change either at tables or in a whole pit.",
            "Say --table TABLE, as often as needed, or --pit PIT.",
        )
    chosen = submission(name, pairs)
    facts = {
        "rules": current.rules_id(name),
        "options": options_of(pairs),
        "notice_at": current.moment(notice_at) if notice_at else None,
        "authorised_by": authorised_by,
    }
    tables = (
        dict.fromkeys(codes) if codes else unsaid.adopting(current.ledger, str(pit_code), chosen)
    )
    at = typed.pop("at")
    do(*(said_of(Adopt, table, at, **facts) for table in tables), **typed)


@rules.command("history")
@table_option
@showing
def history(code: str | None, form: str) -> None:
    """Every adoption of rules: where, from when, what exactly, with whose authority."""
    from projections.queries.adoptions import VIEW, adoptions
    from projections.queries.codes import verify_known

    current = session()
    ledger, moment = current.ledger, asked(current)
    show_rows(VIEW, adoptions(ledger, moment, verify_known(ledger, code)), form)
