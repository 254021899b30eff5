"""`pit meter`: progressive links, from their installation to a jackpot."""

from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from cli.frame.options import Noun, as_json, meant, options, session, writing
from cli.frame.paging import say, show_lines
from cli.frame.past import asked, looking_back
from cli.frame.reading import print_json, progress
from cli.frame.writing import do, perform, record, round_named, said, said_of
from cli.typed.kinds import choice
from cli.typed.values import (
    AWARD,
    MONEY,
    PAIR,
    READING,
    SEAT,
    AwardTyped,
    Pair,
    by_how_much,
    options_of,
)
from ledger.values.errors import Misused
from ledger.values.numbers import whole

if TYPE_CHECKING:
    from ledger.table.acts import LinkMeters, UnlinkMeters
    from projections.queries.standing import LinkStanding

meter = Noun("meter", help="Progressive meters: links, readings, awards, corrections.")

authorised = click.option("--authorised-by", required=True, metavar="ID", help="Who authorised it.")
documented = options(
    click.option("--document", default="", metavar="TEXT", help="The document that says so."),
    click.option("--reason", default="", metavar="TEXT", help="Why."),
    click.option("--authorised-by", default="", metavar="ID", help="Who authorised it."),
    click.option(
        "--second", default="", metavar="ID", help="The second person who answers for it."
    ),
)
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
@options(authorised, meant, writing)
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
    from ledger.link.acts import InstallLink

    at = typed.pop("at")
    installed = said(
        InstallLink,
        at,
        link=code,
        rules=session().rules_id(rules),
        options=options_of(pairs),
        reserve_bps=_basis_points(reserves),
        supervisor_above_cents=supervisor_above,
        authorised_by=authorised_by,
    )
    do(installed, *_linked(code, tables, at), **typed)


@meter.command("link")
@click.argument("code", metavar="LINK")
@click.argument("tables", metavar="TABLE...", nargs=-1, required=True)
@writing
def link(code: str, tables: tuple[str, ...], at: str | None, **how: Any) -> None:
    """Link further tables: their Royal 9 wagers feed the meters of LINK from now on."""
    do(*_linked(code, tables, at), **how)


@meter.command("unlink")
@click.argument("code", metavar="LINK")
@click.argument("tables", metavar="TABLE...", nargs=-1, required=True)
@writing
def unlink(code: str, tables: tuple[str, ...], at: str | None, **how: Any) -> None:
    """Take tables from LINK: their wagers feed it no more, and what they have put in stays."""
    do(*_unlinked(code, tables, at), **how)


@meter.command("move")
@click.argument("code", metavar="LINK")
@click.argument("tables", metavar="TABLE...", nargs=-1, required=True)
@click.option("--to", required=True, metavar="LINK", help="The link that they feed from now on.")
@writing
def move(code: str, tables: tuple[str, ...], to: str, at: str | None, **how: Any) -> None:
    """Take tables from LINK and put them on another at once."""
    do(*_unlinked(code, tables, at), *_linked(to, tables, at), **how)


@meter.command("retire")
@click.argument("code", metavar="LINK")
@click.option("--to", required=True, metavar="LINK", help="Whose meters get what it holds.")
@documented
@writing
def retire(code: str, **typed: Any) -> None:
    """Take LINK out of service when no table feeds it: what its meters hold goes into those of another link.

    \b
    pit meter retire R9-1 --to R9-2 --document MC-9 --reason "the pit is closed" \\
        --authorised-by B-2 --second A-1
    """
    from ledger.link.acts import RetireLink

    record(RetireLink, link=code, **typed)


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
    from ledger.link.acts import ChangeRates

    changed = said(
        ChangeRates,
        typed.pop("at"),
        link=code,
        rules=session().rules_id(rules),
        options=options_of(pairs),
        reserve_bps=_basis_points(reserves),
        notice_at=session().moment(notice_at),
        authorised_by=authorised_by,
        document=document,
    )
    do(changed, **typed)


@meter.command("read")
@click.argument("code", metavar="LINK")
@click.argument("name", metavar="METER")
@click.argument("shown", metavar="AMOUNT", type=READING)
@click.option(
    "--when",
    "occasion",
    type=choice("occasion", "open", "close", "shift"),
    default="close",
    help="What it is read for; the day's close if left out.",
)
@click.option("--witness", default="", metavar="ID", help="A second person who saw it; needed.")
@click.option(
    "--rolled-over",
    "rolled_over_cents",
    type=MONEY,
    default="0",
    metavar="AMOUNT",
    help="The amount at which its counter began anew, if it did.",
)
@writing
def read(code: str, name: str, shown: tuple[int, int | None], **typed: Any) -> None:
    """Record what the sign of METER shows.

    To the cent, or with up to four digits more. Reconciliation holds it against what the ledger showed at that moment.

    \b
    pit meter read R9-1 major 50123.45 --witness S-2
    """
    from ledger.link.acts import ReadMeter

    cents, fraction = shown
    record(ReadMeter, link=code, meter=name, cents=cents, fraction=fraction, **typed)


@meter.command("adjust")
@click.argument("code", metavar="LINK")
@click.argument("name", metavar="METER")
@click.option("--raise", "raised", type=MONEY, metavar="AMOUNT", help="Put this much in.")
@click.option("--lower", "lowered", type=MONEY, metavar="AMOUNT", help="Take this much out.")
@documented
@writing
def adjust(code: str, name: str, raised: int | None, lowered: int | None, **typed: Any) -> None:
    """Correct what METER shows: on a document, for a reason, by two people.

    \b
    pit meter adjust R9-1 major --lower 50 --document MC-7 --reason "display reset" \\
        --authorised-by S-2 --second M-1
    """
    from ledger.link.acts import AdjustMeter

    cents = by_how_much(raised, lowered)
    record(AdjustMeter, link=code, meter=name, cents=cents, **typed)


@meter.command("award")
@click.argument("round_name", metavar="ROUND")
@click.argument("seat", type=SEAT)
@click.option(
    "--meter", "name", default="", metavar="METER", help="Which, where there are several."
)
@click.option("--cage", is_flag=True, help="Paid at the cage; from the tray if left out.")
@click.option("--supervisor", default="", metavar="ID", help="Besides who records it.")
@click.option("--refused", default="", metavar="WHY", help="A held award is ruled not to be paid.")
@click.option("--instead", is_flag=True, help="In the place of what is on record of it.")
@writing
def award(round_name: str, seat: int, name: str, *, cage: bool, **typed: Any) -> None:
    """Hand over the award that ROUND (TABLE:DAY:N) owes SEAT, or rule on one that is held.

    Until the day is closed on which it is recorded, --instead changes where it was paid, on whose word, or how it was
    ruled.

    \b
    pit meter award MB-01:today:17 3 --instead --cage --supervisor S-2
    """
    from ledger.table.acts import PayAward

    won = round_named(round_name)
    perform(
        PayAward,
        won.partition(":")[0],
        round=won,
        seat=seat,
        meter=name,
        place="cage" if cage else "tray",
        **typed,
    )


@meter.command("award-reverse")
@click.argument("named", metavar="AWARD", type=AWARD)
@documented
@click.option(
    "--handed-back",
    type=choice("place", "tray", "cage"),
    help="Where the player gave back what was handed over; if left out, it is given away.",
)
@writing
def award_reverse(named: AwardTyped, **typed: Any) -> None:
    """Take back AWARD (ROUND/SEAT, with /METER where the seat won of several): it should not have been won.

    The meter gets its reading back, with what was put in since. Who won of it since keeps what he won; what he would
    have won more goes into the meter by a correction.

    \b
    pit meter award-reverse MB-01:today:17/3 --document MC-9 --reason "the 9 of hearts was a 6" \\
        --authorised-by B-2 --second A-1
    """
    from ledger.table.acts import ReverseAward

    won = round_named(named.round)
    table = won.partition(":")[0]
    perform(ReverseAward, table, round=won, seat=named.seat, meter=named.meter, **typed)


@meter.command("must-hit")
@click.argument("code", metavar="TABLE")
@click.argument("seat", type=SEAT)
@click.option("--link", "name", required=True, metavar="LINK", help="The controller's link.")
@click.option(
    "--round",
    "round_name",
    metavar="ROUND",
    help="Whose result it is; the round that --at falls into if left out.",
)
@writing
def must_hit(code: str, seat: int, name: str, round_name: str | None, **typed: Any) -> None:
    """The controller names SEAT of TABLE as must-hit winner of a round; the next one may have begun.

    The award is what the meter showed after that round's own wagers. It is held for a supervisor where the round is
    void, or where the meter was won or has fallen since.

    \b
    pit meter must-hit BB-01 3 --link R9-1 --round BB-01:today:17
    """
    from ledger.table.acts import MustHit

    named = round_named(round_name) if round_name else ""
    perform(MustHit, code, link=name, seat=seat, round=named, **typed)


@meter.command("show")
@click.argument("code", metavar="[LINK]", required=False)
@click.option("--at", metavar="TIME", help="As it stood then; now if left out.")
@options(as_json, looking_back)
def show_link(code: str | None, at: str | None, as_json: bool) -> None:
    """LINK, or every link: what each meter shows and keeps in reserve, its tables, awards that wait."""
    from ledger.values.calendar import to_micros
    from projections.queries import standing

    current = session()
    moment = asked(current)
    if at is not None:
        moment = replace(moment, happened_by=to_micros(current.moment(at)))
    if code:
        found = [standing.link(current.ledger, moment, code)]
    else:
        found = standing.links(current.ledger, moment, progress())
    if as_json:
        print_json(found[0] if code else found)
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
    from projections.queries import standing
    from projections.queries.event_lines import describe
    from projections.queries.words import local

    current = session()
    found = standing.history_of_link(current.ledger, asked(current), code)
    if as_json:
        print_json(found.told)
        return
    zone = current.ledger.calendar.tz
    told = (
        f"{local(each.event.at, zone)}  {each.event.by}  {describe(each)}" for each in found.events
    )
    show_lines("\n".join(told).splitlines())


def _print(link: "LinkStanding") -> None:
    from ledger.values.money import dollars
    from projections.figures.arithmetic import exact
    from projections.queries.words import words

    say([f"{link.link}: {link.rules}; tables {', '.join(link.tables) or 'none'}"])
    for each in link.meters:
        reserve = f", {exact(each.reserve_exact)} in reserve" if each.reserve_exact else ""
        say([f"  {words(each.meter):<12} {exact(each.reading_exact):>16}{reserve}"])
    for waiting in link.waiting:
        state = "held for a ruling" if waiting.held else "to be paid"
        won = f"{dollars(waiting.cents)} of {words(waiting.meter)}"
        say([f"  {state}: {won} to seat {waiting.seat}, round {waiting.round}"])


def _unlinked(code: str, tables: tuple[str, ...], at: str | None) -> "list[UnlinkMeters]":
    from ledger.table.acts import UnlinkMeters

    return [said_of(UnlinkMeters, table, at, link=code) for table in tables]


def _linked(code: str, tables: tuple[str, ...], at: str | None) -> "list[LinkMeters]":
    from ledger.table.acts import LinkMeters

    return [said_of(LinkMeters, table, at, link=code) for table in tables]


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
    return {name: whole(rate, "reserve") for name, rate in rates.items()}
