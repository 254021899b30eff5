"""`pit operator`: who works here, with which licence and in which roles."""

from typing import TYPE_CHECKING, Any

import click

from cli.frame.options import Noun, as_json, session, writing
from cli.frame.paging import Noted, say, show_lines
from cli.frame.reading import print_json
from cli.frame.writing import record

if TYPE_CHECKING:
    from projections.queries.operators import OperatorNow

operator = Noun("operator", help="Operators: licences and roles.")

roles_option = click.option(
    "--role",
    "roles",
    multiple=True,
    required=True,
    metavar="ROLE",
    help="dealer, floorperson, pit_boss, pit_clerk, count_team, cage, security, accounting, audit or"
    " surveillance; as often as needed.",
)

second_option = click.option(
    "--second",
    default="",
    metavar="ID",
    help="The other registrar who signs, for what one gives oneself.",
)


@operator.command("register")
@click.argument("code", metavar="ID")
@click.option("--name", required=True, metavar="NAME", help="The person's name.")
@click.option("--licence", required=True, metavar="LICENCE", help="The person's licence id.")
@roles_option
@second_option
@writing
def register(
    code: str,
    *,
    name: str,
    licence: str,
    roles: tuple[str, ...],
    second: str,
    **how: Any,
) -> None:
    """Register a person as ID.

    Until somebody is registered, names are taken as given. The first to be registered registers themselves, as audit
    or accounting; from then on everybody who acts or signs has to be registered, active, and in the role.

    \b
    pit operator register A-1 --name "Ruth Okafor" --licence L-100 --role audit --by A-1
    """
    from ledger.operators.acts import RegisterOperator

    record(
        RegisterOperator,
        operator=code,
        name=name.strip(),
        licence=licence.strip(),
        roles=_roles(roles),
        second=second,
        **how,
    )


@operator.command("roles")
@click.argument("code", metavar="ID")
@roles_option
@second_option
@writing
def change_roles(code: str, roles: tuple[str, ...], second: str, **how: Any) -> None:
    """Give ID these roles and no others.

    Nobody gives themselves a role alone where there is another registrar: that one is named as --second.
    """
    from ledger.operators.acts import ChangeRoles

    record(ChangeRoles, operator=code, roles=_roles(roles), second=second, **how)


@operator.command("suspend")
@click.argument("code", metavar="ID")
@click.option("--reason", required=True, metavar="WHY", help="Why.")
@writing
def suspend(code: str, reason: str, **how: Any) -> None:
    """Let ID neither act nor sign until reinstated."""
    from ledger.operators.acts import SuspendOperator

    record(SuspendOperator, operator=code, reason=reason, **how)


@operator.command("reinstate")
@click.argument("code", metavar="ID")
@click.option("--reason", default="", metavar="WHY", help="Why.")
@writing
def reinstate(code: str, reason: str, **how: Any) -> None:
    """Let ID act and sign again, in the roles held before."""
    from ledger.operators.acts import ReinstateOperator

    record(ReinstateOperator, operator=code, reason=reason, **how)


def _name_new_passphrase_file(_: click.Context, __: click.Parameter, value: str) -> None:
    session().new_passphrase_file = value


@operator.command("enroll")
@click.argument("code", metavar="ID")
@click.option("--reason", default="", metavar="WHY", help="Why another registrar has it set anew.")
@click.option(
    "--new-passphrase-file",
    cls=Noted,
    metavar="FILE",
    callback=_name_new_passphrase_file,
    help="Where the new passphrase is the first line; - for standard input.",
)
@writing
def enroll(code: str, reason: str, **how: Any) -> None:
    """Have ID set a passphrase: typed twice at a terminal, unseen, or in a file.

    The first registrar sets their own. Everybody else gets the first from a registrar who has one, and types it
    themselves. One's own is changed by who knows the old one; where it is forgotten, another registrar has it set anew.

    Whether anybody is asked for it is the property's choice: pit property set passphrases=accounting,second

    \b
    pit --by A-1 operator enroll A-1
    pit --by A-1 operator enroll A-2
    pit --by A-1 operator enroll A-2 --reason "forgotten; came in person with the licence"
    """
    from ledger.operators.acts import EnrollOperator

    record(EnrollOperator, operator=code, reason=reason, **how)


@operator.command("list")
@as_json
def list_operators(as_json: bool) -> None:
    """Everybody who was ever registered, by id, as they stand now."""
    from projections.queries.operators import operators

    found = operators(session().ledger)
    if as_json:
        print_json(found)
        return
    show_lines(map(_line, found))
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
    say([_line(found)])
    for each in found.standings:
        state = f"suspended: {each.suspended}" if each.suspended else _words(each.roles)
        say([f"  from {local(each.since, ledger.calendar.tz)}  {state}"])
    if (known := found.passphrase) is not None:
        zone = ledger.calendar.tz
        waits = f"; none taken before {local(known.until, zone)}" if known.until else ""
        say([f"  passphrase set {local(known.set_at, zone)} by {known.set_by}"])
        say([f"  attempts failed: {known.failed}, {known.failures} in a row{waits}"])


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
