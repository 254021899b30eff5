"""Acts of the register of operators."""

from collections.abc import Sequence

from ledger.events import operators as operator_events
from ledger.events.base import Event, Recorded
from ledger.events.operators import Role
from ledger.operators.acts import (
    ChangeRoles,
    RegisterOperator,
    ReinstateOperator,
    SuspendOperator,
)
from ledger.transaction.unit import UnitOfWork
from ledger.values.codes import CODE
from ledger.values.errors import Misused


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
    unit.standing.registry().verify_registration(act.operator, licence, roles, act.by)
    event = unit.stamp(act).on(
        operator_events.OperatorRegistered,
        operator=act.operator,
        name=name,
        licence=licence,
        roles=roles,
    )
    return unit.append(operator_events.STREAM, event)


def change_roles(unit: UnitOfWork, act: ChangeRoles) -> tuple[Recorded, ...]:
    """Give an operator these roles and no others. Raises Refused, NotFound, Misused."""
    roles = read_roles(act.roles)
    event = unit.stamp(act).on(
        operator_events.OperatorRolesChanged, operator=act.operator, roles=roles
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
