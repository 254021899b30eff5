"""The commands of the register of operators: load, decide, save."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ledger.events import operators as o
from ledger.events.base import Event, Recorded
from ledger.events.operators import Role
from ledger.operators.register import Registry
from ledger.transaction.unit import TABLE_CODE, Done, UnitOfWork
from ledger.values.errors import Misused

if TYPE_CHECKING:
    from ledger.desks.ledger import Ledger


class OperatorDesk:
    """Where operators are registered. by: who does it; at: when, microseconds UTC."""

    def __init__(self, ledger: "Ledger", by: str, at: int) -> None:
        self._ledger = ledger
        self._by = by
        self._at = at

    def register(
        self,
        operator: str,
        *,
        name: str,
        licence: str,
        roles: Sequence[str],
        key: str = "",
        dry_run: bool = False,
    ) -> Done:
        """Enter a person. The first one enters themselves, as audit or accounting, and ends the open running.

        Raises Refused, Misused.
        """
        name, licence = name.strip(), licence.strip()
        if not TABLE_CODE.fullmatch(operator) or not name or not licence:
            raise Misused(
                "bad_operator",
                f"{operator!r} with name {name!r} and licence {licence!r} cannot be registered.",
                "An id has letters, digits, dot, dash and underscore, at most 32; name the rest.",
                operator=operator,
            )
        event = self._stamped(
            o.OperatorRegistered,
            operator=operator,
            name=name,
            licence=licence,
            roles=read_roles(roles),
        )
        return self._record(
            event,
            lambda known: known.verify_registration(operator, licence, event.roles, self._by),
            key=key,
            dry_run=dry_run,
        )

    def change_roles(
        self, operator: str, roles: Sequence[str], *, key: str = "", dry_run: bool = False
    ) -> Done:
        """Give an operator these roles and no others. Raises Refused, NotFound, Misused."""
        event = self._stamped(o.OperatorRolesChanged, operator=operator, roles=read_roles(roles))
        return self._change(event, operator, key=key, dry_run=dry_run)

    def suspend(self, operator: str, reason: str, *, key: str = "", dry_run: bool = False) -> Done:
        """Let an operator neither act nor sign. Raises Refused, NotFound, Misused."""
        if not reason.strip():
            raise Misused(
                "no_reason",
                f"{operator} is suspended for a reason.",
                'Give it: --reason "...".',
                operator=operator,
            )
        event = self._stamped(o.OperatorSuspended, operator=operator, reason=reason.strip())
        return self._change(event, operator, key=key, dry_run=dry_run)

    def reinstate(
        self, operator: str, reason: str = "", *, key: str = "", dry_run: bool = False
    ) -> Done:
        """Let a suspended operator act and sign again. Raises Refused, NotFound."""
        event = self._stamped(o.OperatorReinstated, operator=operator, reason=reason.strip())
        return self._change(event, operator, key=key, dry_run=dry_run)

    def _change(self, event: Event, operator: str, *, key: str, dry_run: bool) -> Done:
        return self._record(
            event, lambda known: known.verify_change(event, operator), key=key, dry_run=dry_run
        )

    def _record(
        self, event: Event, verify: Callable[[Registry], None], *, key: str, dry_run: bool
    ) -> Done:
        def decide(unit: UnitOfWork) -> tuple[Recorded, ...]:
            known = unit.registry()
            verify(known)
            return unit.append(o.STREAM, [event], known.version)

        facts = {
            name: getattr(event, name)
            for name in event.__struct_fields__
            if name not in {"at", "recorded_at", "day"}
        }
        request = (type(event).__name__, facts)
        return self._ledger.run(decide, key=key, request=request, dry_run=dry_run)

    def _stamped(self, kind: type[Event], **facts: Any) -> Any:
        day = self._ledger.calendar.day_of(self._at)
        return kind(by=self._by, at=self._at, recorded_at=self._ledger.clock(), day=day, **facts)


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
