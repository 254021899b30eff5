"""`pit init`: the store of this property, created or brought up to this version."""

import json
from typing import TYPE_CHECKING, NamedTuple

import click

from cli.frame.asking import answered, at_terminal
from cli.frame.options import PitCommand, as_json, session
from cli.frame.paging import say
from cli.typed.values import PAIR, Pair
from ledger.values.errors import Misused

if TYPE_CHECKING:
    from ledger.events.property import PropertyEstablished

CUTOFF = "06:00"


class Terms(NamedTuple):
    """What a property is established with. zone: IANA name. cutoff: local time `HH:MM`."""

    name: str
    zone: str
    cutoff: str


@click.command("init", cls=PitCommand)
@click.option("--name", metavar="NAME", help="The property's name.")
@click.option("--zone", metavar="ZONE", help="Its time zone, such as America/New_York.")
@click.option(
    "--cutoff", metavar="HH:MM", help=f"Local time at which a gaming day ends; else {CUTOFF}."
)
@click.option(
    "--clock-tolerance", metavar="MINUTES", help="By so much two clocks may differ; else 2."
)
@click.option(
    "--shifts",
    metavar="TIMES",
    help="When shifts begin, such as 06-14-22; else one, the whole day.",
)
@click.option(
    "--set",
    "pairs",
    multiple=True,
    type=PAIR,
    metavar="KEY=VALUE",
    help="Another setting, as pit property set has it; may be repeated.",
)
@click.option("--dry-run", is_flag=True, help="Say what would be done, change nothing.")
@as_json
def init(
    name: str | None,
    zone: str | None,
    cutoff: str | None,
    pairs: tuple[Pair, ...],
    *,
    dry_run: bool,
    as_json: bool,
    **settings: str | None,
) -> None:
    """Create the store of this property, or bring it up to this version. Safe to repeat.

    A SQLite file is made. A PostgreSQL database has to be there, and empty.

    \b
    pit init --name "Harbor House" --zone America/New_York --cutoff 06:00 --by A-1
    pit --db postgresql://user@host/pit init --name "Harbor House" --zone America/New_York
    """
    from msgspec.structs import asdict

    from cli.frame.bootstrap import unchecked_store
    from cli.typed.settings import settings_of
    from ledger.property.acts import EstablishProperty
    from ledger.values.calendar import from_micros
    from migrations import upkeep

    asked = settings_of((*(Pair(key, value) for key, value in settings.items() if value), *pairs))
    with unchecked_store(session().url) as opened:
        ledger = session().watched(opened)
        there = upkeep.property_of(ledger)
        terms = _terms(there, name, zone, cutoff)
        by, at = there.by if there else session().by, from_micros(ledger.clock())
        act = EstablishProperty(by=by, at=at, **terms._asdict(), settings=asked)
        done = upkeep.set_up(ledger, act, dry_run=dry_run)
    said = asdict(done)
    if as_json:
        click.echo(json.dumps(said))
        return
    before = done.version_before
    told = _STORE[before == done.version if before else None]
    say(each.format(**said) for each in (told, "{name}, {zone}, gaming day ends at {cutoff}"))
    if dry_run:
        click.echo("Dry run: nothing was changed.", err=True)


_STORE = {
    None: "{store}: new, version {version}",
    True: "{store}: version {version}",
    False: "{store}: brought from version {version_before} to {version}",
}


def _terms(
    there: "PropertyEstablished | None", name: str | None, zone: str | None, cutoff: str | None
) -> Terms:
    """What was typed; else what is established already; else what is asked for at a terminal."""
    if there is not None:
        return Terms(name or there.name, zone or there.zone, cutoff or there.cutoff)
    if at_terminal():
        name = name or answered("Name of the property")
        zone = zone or answered("Time zone, such as America/New_York")
        cutoff = cutoff or answered("Gaming day ends at", default=CUTOFF)
    if not name or not zone:
        raise Misused(
            "property_unnamed",
            "A new store needs its property's name and time zone.",
            'Say --name "Harbor House" --zone America/New_York.',
        )
    return Terms(name, zone, cutoff or CUTOFF)
