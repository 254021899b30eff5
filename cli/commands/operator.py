"""`pit operator`: who works here, with which licence and in which roles."""

from typing import TYPE_CHECKING, Any

import click

from cli.frame.options import Noun, as_json, session, writing
from cli.frame.reading import print_json
from cli.frame.writing import do, said

if TYPE_CHECKING:
    from projections.queries.operators import OperatorNow

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
def register(
    code: str, name: str, licence: str, roles: tuple[str, ...], at: str | None, **how: Any
) -> None:
    """Register a person as ID.

    Until somebody is registered, names are taken as given. The first to be registered registers themselves, as audit
    or accounting; from then on everybody who acts or signs has to be registered, active, and in the role.

    \b
    pit operator register A-1 --name "Ruth Okafor" --licence L-100 --role audit --by A-1
    """
    from ledger.operators.acts import RegisterOperator

    who = {"operator": code, "name": name.strip(), "licence": licence.strip()}
    do(said(RegisterOperator, at, **who, roles=_roles(roles)), **how)


@operator.command("roles")
@click.argument("code", metavar="ID")
@roles_option
@writing
def change_roles(code: str, roles: tuple[str, ...], at: str | None, **how: Any) -> None:
    """Give ID these roles and no others."""
    from ledger.operators.acts import ChangeRoles

    do(said(ChangeRoles, at, operator=code, roles=_roles(roles)), **how)


@operator.command("suspend")
@click.argument("code", metavar="ID")
@click.option("--reason", required=True, metavar="WHY", help="Why.")
@writing
def suspend(code: str, reason: str, at: str | None, **how: Any) -> None:
    """Let ID neither act nor sign until reinstated."""
    from ledger.operators.acts import SuspendOperator

    do(said(SuspendOperator, at, operator=code, reason=reason), **how)


@operator.command("reinstate")
@click.argument("code", metavar="ID")
@click.option("--reason", default="", metavar="WHY", help="Why.")
@writing
def reinstate(code: str, reason: str, at: str | None, **how: Any) -> None:
    """Let ID act and sign again, in the roles held before."""
    from ledger.operators.acts import ReinstateOperator

    do(said(ReinstateOperator, at, operator=code, reason=reason), **how)


@operator.command("list")
@as_json
def list_operators(as_json: bool) -> None:
    """Everybody who was ever registered, by id, as they stand now."""
    from projections.queries.operators import operators

    found = operators(session().ledger)
    if as_json:
        print_json(found)
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
    from projections.queries import operators as operators_query
    from projections.queries.words import local

    ledger = session().ledger
    found = operators_query.operator(ledger, code)
    if as_json:
        print_json(found)
        return
    click.echo(_line(found))
    for each in found.standings:
        state = f"suspended: {each.suspended}" if each.suspended else _words(each.roles)
        click.echo(f"  from {local(each.since, ledger.calendar.tz)}  {state}")


def _roles(typed: tuple[str, ...]) -> list[str]:
    """As they are stored, so that a key stands for them however they are typed."""
    from ledger.desks.operators import read_roles

    return read_roles([role.strip().lower().replace("-", "_").replace(" ", "_") for role in typed])


def _line(found: "OperatorNow") -> str:
    suspended = f"; suspended: {found.suspended}" if found.suspended else ""
    roles = _words(found.roles)
    return f"{found.operator}: {found.name}, licence {found.licence}, {roles}{suspended}"


def _words(roles: list[str]) -> str:
    return ", ".join(role.replace("_", " ") for role in roles)
