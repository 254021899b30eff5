"""`pit meter`: progressive links, from their installation to a jackpot."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from cli.frame.options import Noun, as_json, options, session, writing
from cli.frame.past import Past, looking_back, past
from cli.frame.reading import caught_up, near_tables, print_json
from cli.frame.writing import make, perform, show
from cli.typed.values import MONEY, PAIR, SEAT, Pair, options_of
from ledger.values.errors import Misused

if TYPE_CHECKING:
    from ledger.desks.links import Links
    from ledger.link.state import Link
    from ledger.rules import Submission
    from ledger.table.acts import LinkMeters

meter = Noun("meter", help="Progressive meters: links, readings, awards, corrections.")

authorised = click.option("--authorised-by", required=True, metavar="ID", help="Who authorised it.")
rules_of = options(
    click.option("--rules", required=True, metavar="ID", help="The submission with the meters."),
    click.option(
        "--option",
        "pairs",
        multiple=True,
        type=PAIR,
        metavar="KEY=VALUE",
        help="An option of the submission, such as royal_9.paytable=2.",
    ),
    click.option(
        "--reserve",
        "reserves",
        multiple=True,
        type=PAIR,
        metavar="METER=BPS",
        help="The part of a meter's printed rate that feeds its reserve, in basis points.",
    ),
)


@meter.command("install")
@click.argument("code", metavar="LINK")
@rules_of
@click.option("--table", "tables", multiple=True, metavar="TABLE", help="Linked to it.")
@click.option(
    "--supervisor-above",
    type=MONEY,
    metavar="AMOUNT",
    help="An award above it is paid with a supervisor; else the submission's, or $1,200.",
)
@options(authorised, writing)
def install(  # noqa: PLR0917  as many as the command has options
    code: str,
    rules: str,
    pairs: tuple[Pair, ...],
    reserves: tuple[Pair, ...],
    tables: tuple[str, ...],
    supervisor_above: int | None,
    authorised_by: str,
    **typed: Any,
) -> None:
    """Put the meters of a submission into service at their seeds; its tables may be named at once.

    \b
    pit meter install R9-1 --rules ma-midi --table MB-01 --table MB-02 --authorised-by M-1
    """
    with near_tables(session().ledger):
        done = _links(typed["at"]).install(
            code,
            _submission(rules, pairs),
            tables=_acts(code, tables, typed["at"]),
            reserve_bps=_basis_points(reserves),
            supervisor_above_cents=supervisor_above,
            authorised_by=authorised_by,
            key=typed["key"],
            dry_run=typed["dry_run"],
        )
    show(done, dry_run=typed["dry_run"], as_json=typed["as_json"])


@meter.command("link")
@click.argument("code", metavar="LINK")
@click.argument("tables", metavar="TABLE...", nargs=-1, required=True)
@writing
def link(code: str, tables: tuple[str, ...], **typed: Any) -> None:
    """Link further tables: their Royal 9 wagers feed the meters of LINK from now on."""
    with near_tables(session().ledger):
        done = _links(typed["at"]).join(
            _acts(code, tables, typed["at"]), key=typed["key"], dry_run=typed["dry_run"]
        )
    show(done, dry_run=typed["dry_run"], as_json=typed["as_json"])


@meter.command("rates")
@click.argument("code", metavar="LINK")
@rules_of
@click.option("--notice-at", required=True, metavar="TIME", help="When notice of it was given.")
@click.option("--document", required=True, metavar="TEXT", help="What allows it.")
@options(authorised, writing)
def rates(  # noqa: PLR0917  as many as the command has options
    code: str,
    rules: str,
    pairs: tuple[Pair, ...],
    reserves: tuple[Pair, ...],
    notice_at: str,
    document: str,
    authorised_by: str,
    **typed: Any,
) -> None:
    """Take over the seeds and rates of a submission, with notice. What the meters show stays."""
    from ledger.values.calendar import to_micros

    done = _links(typed["at"]).change_rates(
        code,
        _submission(rules, pairs),
        reserve_bps=_basis_points(reserves),
        notice_at=to_micros(session().moment(notice_at)),
        authorised_by=authorised_by,
        document=document,
        key=typed["key"],
        dry_run=typed["dry_run"],
    )
    show(done, dry_run=typed["dry_run"], as_json=typed["as_json"])


@meter.command("adjust")
@click.argument("code", metavar="LINK")
@click.argument("name", metavar="METER")
@click.option("--raise", "raised", type=MONEY, metavar="AMOUNT", help="Put this much in.")
@click.option("--lower", "lowered", type=MONEY, metavar="AMOUNT", help="Take this much out.")
@click.option("--document", default="", metavar="TEXT", help="The document that says so.")
@click.option("--reason", default="", metavar="TEXT", help="Why.")
@click.option("--authorised-by", default="", metavar="ID", help="Who authorised it.")
@click.option("--second", default="", metavar="ID", help="The second person who answers for it.")
@writing
def adjust(code: str, name: str, raised: int | None, lowered: int | None, **typed: Any) -> None:
    """Correct what METER shows: on a document, for a reason, by two people.

    \b
    pit meter adjust R9-1 major --lower 50 --document MC-7 --reason "display reset" \\
        --authorised-by S-2 --second M-1
    """
    if (raised is None) == (lowered is None):
        raise Misused(
            "no_correction", "It is not said by how much.", "Say --raise AMOUNT or --lower AMOUNT."
        )
    done = _links(typed["at"]).correct(
        code,
        name,
        raised if raised is not None else -(lowered or 0),
        **{each: typed[each] for each in ("document", "reason", "authorised_by", "second")},
        key=typed["key"],
        dry_run=typed["dry_run"],
    )
    show(done, dry_run=typed["dry_run"], as_json=typed["as_json"])


@meter.command("award")
@click.argument("round_name", metavar="ROUND")
@click.argument("seat", type=SEAT)
@click.option(
    "--meter", "name", default="", metavar="METER", help="Which, where there are several."
)
@click.option("--cage", is_flag=True, help="Paid at the cage; from the tray if left out.")
@click.option("--supervisor", default="", metavar="ID", help="Besides who records it.")
@click.option("--refused", default="", metavar="WHY", help="A held award is ruled not to be paid.")
@writing
def award(round_name: str, seat: int, name: str, *, cage: bool, **typed: Any) -> None:
    """Hand over the award that ROUND (TABLE:DAY:N) owes SEAT, or rule on one that is held."""
    from ledger.table.acts import PayAward

    perform(
        PayAward,
        round_name.partition(":")[0],
        round=round_name,
        seat=seat,
        meter=name,
        place="cage" if cage else "tray",
        **typed,
    )


@meter.command("must-hit")
@click.argument("code", metavar="TABLE")
@click.argument("seat", type=SEAT)
@click.option("--link", "name", required=True, metavar="LINK", help="The controller's link.")
@writing
def must_hit(code: str, seat: int, name: str, **typed: Any) -> None:
    """The controller names SEAT of TABLE as must-hit winner of the round just settled."""
    from ledger.table.acts import MustHit

    perform(MustHit, code, link=name, seat=seat, **typed)


@meter.command("show")
@click.argument("code", metavar="[LINK]", required=False)
@click.option("--at", metavar="TIME", help="As it stood then; now if left out.")
@options(as_json, looking_back)
def show_link(code: str | None, at: str | None, as_json: bool) -> None:
    """LINK, or every link: what each meter shows and keeps in reserve, its tables, awards that wait."""
    found = [_as_of(each, at) for each in ([code] if code else _codes())]
    if as_json:
        told = [_told(each) for each in found]
        print_json(told[0] if code else told)
        return
    for each in found:
        _print(each)
    if not found:
        click.echo("No progressive link is installed.")


@meter.command("history")
@click.argument("code", metavar="LINK")
@options(as_json, looking_back)
def history(code: str, as_json: bool) -> None:
    """All that ever moved the meters of LINK, the oldest first."""
    from cli.frame.writing import to_json
    from cli.shown.standing import events_of_link
    from cli.shown.telling import describe, local
    from ledger.transaction.unit import Done

    ledger = session().ledger
    events = events_of_link(ledger, code)
    if as_json:
        print_json(to_json(Done(tuple(events), None), dry_run=False)["events"])
        return
    for recorded in events:
        moment = local(recorded.event.at, ledger.calendar.tz)
        click.echo(f"{moment}  {recorded.event.by}  {describe(recorded)}")


def _print(link: "Link") -> None:
    from cli.shown.telling import exact, words
    from ledger.values.money import dollars

    click.echo(f"{link.code}: {link.rules}; tables {', '.join(link.tables) or 'none'}")
    for name, each in link.meters.items():
        reserve = f", {exact(each.reserve)} in reserve" if each.reserve else ""
        click.echo(f"  {words(name):<12} {exact(each.visible):>16}{reserve}")
    for waiting in link.owed.values():
        state = "held for a ruling" if waiting.held else "to be paid"
        click.echo(
            f"  {state}: {dollars(waiting.cents)} of {words(waiting.meter)}"
            f" to seat {waiting.seat}, round {waiting.round}"
        )


def _codes() -> list[str]:
    import sqlalchemy as sa

    from projections.models import meters

    with caught_up((meters.PROJECTION,)) as connection:
        code = meters.LINKS.table.c.link
        return list(connection.scalars(sa.select(code).order_by(code)))


def _links(at: str | None) -> "Links":
    from ledger.desks.links import Links
    from ledger.values.calendar import to_micros

    current = session()
    return Links(current.ledger, current.by, to_micros(current.moment(at)))


def _submission(rules: str, pairs: tuple[Pair, ...]) -> "Submission":
    current = session()
    return current.catalogue.load(current.rules_id(rules), options_of(pairs))


def _acts(code: str, tables: tuple[str, ...], at: str | None) -> "list[LinkMeters]":
    from ledger.table.acts import LinkMeters

    current = session()
    moment = current.moment(at)
    said: dict[str, Any] = {"source": "", "seq": 0, "by": current.by, "at": moment}
    return [make(LinkMeters, table=each, link=code, **said) for each in tables]


def _basis_points(pairs: tuple[Pair, ...]) -> dict[str, int]:
    rates = options_of(pairs)
    for name, rate in rates.items():
        if not (rate.isascii() and rate.isdigit()):
            raise Misused(
                "bad_rate",
                f"reserve: {rate!r} is not a rate in basis points.",
                "Write major=300 for three per cent of the wager.",
                meter=name,
                rate=rate,
            )
    return {name: int(rate) for name, rate in rates.items()}


def _as_of(code: str, at: str | None) -> "Link":
    from cli.shown import standing
    from ledger.values.calendar import to_micros

    current = session()
    then = past(current)
    if at is not None:
        until = to_micros(current.moment(at))
        then = replace(then or Past(), happened_by=until)
    return current.ledger.link(code) if then is None else standing.link(current.ledger, code, then)


def _told(found: "Link") -> dict[str, Any]:
    """Stable JSON of a link: cents, and `_exact` in ten-thousandths of a cent."""
    return {
        "link": found.code,
        "rules": found.rules,
        "tables": list(found.tables),
        "supervisor_above": found.supervisor_above_cents,
        "meters": [
            {
                "meter": name,
                "reading": each.cents,
                "reading_exact": each.visible,
                "reserve_exact": each.reserve,
                "seed": each.terms.seed_cents,
                "visible_bps": each.terms.visible_bps,
                "reserve_bps": each.terms.reserve_bps,
                "maximum": each.terms.maximum_cents or None,
            }
            for name, each in found.meters.items()
        ],
        "waiting": [
            {
                "round": each.round,
                "seat": each.seat,
                "meter": each.meter,
                "level": each.level,
                "cents": each.cents,
                "held": each.held,
            }
            for each in found.owed.values()
        ],
        "liability_exact": found.liability,
    }
