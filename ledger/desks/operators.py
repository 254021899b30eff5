"""Acts of the register of operators."""

from collections.abc import Sequence

from ledger.events import operators as operator_events
from ledger.events.base import Event, Recorded
from ledger.events.operators import Role
from ledger.operators.acts import (
    ChangeRoles,
    EnrollOperator,
    RegisterOperator,
    ReinstateOperator,
    SuspendOperator,
)
from ledger.operators.register import REGISTRARS, Registry
from ledger.transaction.unit import UnitOfWork
from ledger.values.codes import CODE
from ledger.values.errors import Misused, Refused
from ledger.values.passphrases import BY, OLD, digest
from ledger.values.people import same_person


def register(unit: UnitOfWork, act: RegisterOperator) -> tuple[Recorded, ...]:
    """Enter a person. Raises Refused, Misused."""
    name, licence, roles = act.name.strip(), act.licence.strip(), read_roles(act.roles)
    if not CODE.fullmatch(act.operator) or not name or not CODE.fullmatch(licence):
        raise Misused(
            "bad_operator",
            f"{act.operator!r} with name {name!r} and licence {licence!r} cannot be registered.",
            "An id and a licence have letters, digits, dot, dash and underscore, at most 32; a name is free.",
            operator=act.operator,
        )
    registry = unit.standing.registry()
    registry.verify_registration(act.operator, licence, roles, act.by)
    author = registry.operators.get(act.by)
    twin = author is not None and same_person(author.name, name)
    registry.verify_second(act.by, act.second, gives="register their own name again" * twin)
    event = unit.stamp(act).on(
        operator_events.OperatorRegistered,
        operator=act.operator,
        name=name,
        licence=licence,
        roles=roles,
        second=act.second,
    )
    return unit.append(operator_events.STREAM, event)


def change_roles(unit: UnitOfWork, act: ChangeRoles) -> tuple[Recorded, ...]:
    """Give an operator these roles and no others. Raises Refused, NotFound, Misused."""
    roles, registry = read_roles(act.roles), unit.standing.registry()
    stamp = unit.stamp(act)
    new = set(roles) - registry.operator(act.operator).now.roles
    own = bool(new) and act.operator == act.by
    registry.verify_second(act.by, act.second, gives="give themselves a role" * own)
    event = stamp.on(
        operator_events.OperatorRolesChanged,
        operator=act.operator,
        roles=roles,
        second=act.second,
    )
    return _change(unit, event, act.operator)


def suspend(unit: UnitOfWork, act: SuspendOperator) -> tuple[Recorded, ...]:
    """Let an operator neither act nor sign. Raises Refused, NotFound, Misused."""
    reason = act.reason.strip()
    if not reason:
        raise Misused(
            "no_reason",
            f"{act.operator} is suspended for a reason.",
            'Give it: --reason "...".',
            operator=act.operator,
        )
    event = unit.stamp(act).on(
        operator_events.OperatorSuspended, operator=act.operator, reason=reason
    )
    return _change(unit, event, act.operator)


def reinstate(unit: UnitOfWork, act: ReinstateOperator) -> tuple[Recorded, ...]:
    """Let a suspended operator act and sign again. Raises Refused, NotFound."""
    reason = act.reason.strip()
    event = unit.stamp(act).on(
        operator_events.OperatorReinstated, operator=act.operator, reason=reason
    )
    return _change(unit, event, act.operator)


def enroll(unit: UnitOfWork, act: EnrollOperator) -> tuple[Recorded, ...]:
    """Have an operator set a passphrase, the first or another one. Raises Refused, NotFound, Misused.

    The first registrar gives themselves theirs; everybody else gets the first from a registrar who has one. One's own
    is changed by who knows it; one that is forgotten is replaced, for a reason, by another registrar.
    """
    reason, own = act.reason.strip(), act.by == act.operator
    registry, enrollment = unit.standing.registry(), unit.standing.enrollment(act.operator)
    registry.operator(act.operator)
    stamp = unit.stamp(act)
    if own and not enrollment.enrolled:
        _verify_first(unit, registry, act.operator)
    elif own:
        unit.identity.prove(act.by, OLD)
    elif enrollment.enrolled and not reason:
        raise Misused(
            "no_reason",
            f"{act.operator} has a passphrase, and gets another one from somebody else for a reason.",
            'Give it: --reason "...".',
            operator=act.operator,
        )
    else:
        registry.require(act.by, "by", REGISTRARS, stamp.recorded_at)
        unit.identity.prove(act.by, BY)
    kept = unit.identity.chosen(act.operator)
    said = {"operator": act.operator, "sha256": digest(kept)}
    event = (
        stamp.on(operator_events.PassphraseChosen, **said)
        if own
        else stamp.on(operator_events.PassphraseGiven, **said, reason=reason)
    )
    unit.keep_passphrase(act.operator, kept)
    return unit.append(operator_events.passphrase_stream(act.operator), event)


def _verify_first(unit: UnitOfWork, registry: Registry, operator: str) -> None:
    registrars = registry.registrars()
    givers = [each for each in registrars if unit.standing.enrollment(each).enrolled]
    if givers or operator not in registrars:
        raise Refused(
            "first_passphrase",
            f"{operator} gets their first passphrase from a registrar who has one.",
            f"{givers[0]} says: pit operator enroll {operator}."
            if givers
            else "A registrar sets their own first: pit operator enroll.",
            operator=operator,
            registrars=givers,
        )
    unit.gate.has_signed(operator)  # There is no passphrase yet that could prove it.


def _change(unit: UnitOfWork, event: Event, operator: str) -> tuple[Recorded, ...]:
    unit.standing.registry().verify_change(event, operator)
    return unit.append(operator_events.STREAM, event)


def read_roles(roles: Sequence[str]) -> list[str]:
    """Roles as they are stored: each once, in the order of the list of roles. Raises Misused."""
    unknown = sorted(set(roles) - set(Role))
    if unknown or not roles:
        raise Misused(
            "bad_role",
            f"{unknown[0]!r} is not a role." if unknown else "An operator has at least one role.",
            f"The roles are {', '.join(Role)}.",
            role=unknown[0] if unknown else "",
        )
    return [str(role) for role in Role if role in roles]
