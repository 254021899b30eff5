"""`pit operator`: who works here, with which licence and in which roles."""

from typing import TYPE_CHECKING, Any

import click

from cli.frame.options import Noun, as_json, session, writing
from cli.frame.reading import print_json
from cli.frame.writing import show

if TYPE_CHECKING:
    from ledger.desks.operators import OperatorDesk
    from ledger.operators.register import Operator
    from ledger.transaction.unit import Done

operator = Noun("operator", help="Operators: licences and roles.")

roles_option = click.option(
    "--role",
    "roles",
    multiple=True,
    required=True,
    metavar="ROLE",
    help="dealer, floorperson, pit_boss, pit_clerk, cage, accounting, audit or surveillance;"
    " as often as needed.",
)


@operator.command("register")
@click.argument("code", metavar="ID")
@click.option("--name", required=True, metavar="NAME", help="The person's name.")
@click.option("--licence", required=True, metavar="LICENCE", help="The person's licence id.")
@roles_option
@writing
def register(code: str, name: str, licence: str, roles: tuple[str, ...], **typed: Any) -> None:
    """Register a person as ID.

    Until somebody is registered, names are taken as given. The first to be registered registers themselves, as audit
    or accounting; from then on everybody who acts or signs has to be registered, active, and in the role.

    \b
    pit operator register A-1 --name "Ruth Okafor" --licence L-100 --role audit --by A-1
    """
    desk = _desk(typed.pop("at"))
    done = desk.register(code, name=name, licence=licence, roles=_roles(roles), **_safely(typed))
    _told(done, typed)


@operator.command("roles")
@click.argument("code", metavar="ID")
@roles_option
@writing
def change_roles(code: str, roles: tuple[str, ...], **typed: Any) -> None:
    """Give ID these roles and no others."""
    desk = _desk(typed.pop("at"))
    _told(desk.change_roles(code, _roles(roles), **_safely(typed)), typed)


@operator.command("suspend")
@click.argument("code", metavar="ID")
@click.option("--reason", required=True, metavar="WHY", help="Why.")
@writing
def suspend(code: str, reason: str, **typed: Any) -> None:
    """Let ID neither act nor sign until reinstated."""
    desk = _desk(typed.pop("at"))
    _told(desk.suspend(code, reason, **_safely(typed)), typed)


@operator.command("reinstate")
@click.argument("code", metavar="ID")
@click.option("--reason", default="", metavar="WHY", help="Why.")
@writing
def reinstate(code: str, reason: str, **typed: Any) -> None:
    """Let ID act and sign again, in the roles held before."""
    desk = _desk(typed.pop("at"))
    _told(desk.reinstate(code, reason, **_safely(typed)), typed)


@operator.command("list")
@as_json
def list_operators(as_json: bool) -> None:
    """Everybody who was ever registered, by id, as they stand now."""
    found = sorted(session().ledger.load_operators().operators.values(), key=lambda each: each.id)
    if as_json:
        print_json([_json(each) for each in found])
        return
    for each in found:
        click.echo(_line(each))
    if not found:
        click.echo("Nobody is registered: names are taken as given.")


@operator.command("show")
@click.argument("code", metavar="ID")
@as_json
def show_operator(code: str, as_json: bool) -> None:
    """ID, and everything that changed for them, the oldest first."""
    from cli.shown.telling import local
    from ledger.values.calendar import from_micros

    found = session().ledger.load_operators().operator(code)
    if as_json:
        standings = [
            {
                "from": from_micros(each.at).isoformat(),
                "roles": sorted(each.roles),
                "suspended": each.suspended or None,
            }
            for each in found.standings
        ]
        print_json({**_json(found), "standings": standings})
        return
    click.echo(_line(found))
    zone = session().ledger.calendar.tz
    for each in found.standings:
        state = f"suspended: {each.suspended}" if each.suspended else _words(each.roles)
        click.echo(f"  from {local(each.at, zone)}  {state}")


def _desk(at: str | None) -> "OperatorDesk":
    from ledger.desks.operators import OperatorDesk
    from ledger.values.calendar import to_micros

    current = session()
    return OperatorDesk(current.ledger, current.by, to_micros(current.moment(at)))


def _roles(typed: tuple[str, ...]) -> list[str]:
    return [role.strip().lower().replace("-", "_").replace(" ", "_") for role in typed]


def _safely(typed: dict[str, Any]) -> dict[str, Any]:
    return {name: typed[name] for name in ("key", "dry_run")}


def _told(done: "Done", typed: dict[str, Any]) -> None:
    show(done, dry_run=typed["dry_run"], as_json=typed["as_json"])


def _json(found: "Operator") -> dict[str, Any]:
    return {
        "operator": found.id,
        "name": found.name,
        "licence": found.licence,
        "roles": sorted(found.now.roles),
        "suspended": found.now.suspended or None,
    }


def _line(found: "Operator") -> str:
    suspended = f"; suspended: {found.now.suspended}" if found.now.suspended else ""
    return (
        f"{found.id}: {found.name}, licence {found.licence}, {_words(found.now.roles)}{suspended}"
    )


def _words(roles: frozenset[str]) -> str:
    return ", ".join(role.replace("_", " ") for role in sorted(roles))
