"""The register of operators: who was who at which moment, and what they may do then.

A property that has registered nobody runs open. What counts is the register as of the moment at which something
happened, so that a record that comes late is judged by what was in force then. Before an operator's first entry the
entry itself counts: registering says who somebody is, not since when.
"""

from collections.abc import Sequence, Set
from typing import Final

import msgspec

from ledger.events import operators as operator_events
from ledger.events.base import Event
from ledger.events.operators import Role
from ledger.values.errors import NotFound, Refused
from ledger.values.people import same_person
from ledger.values.signatures import require_different

REGISTRARS: Final = frozenset({Role.AUDIT, Role.ACCOUNTING})
"""Who may register others: both stand outside the pit that they register."""


class Standing(msgspec.Struct, frozen=True):
    """What an operator may do from a moment on (microseconds UTC). suspended: why, "" where active."""

    at: int
    roles: frozenset[str]
    suspended: str = ""


class Operator(msgspec.Struct):
    """One person, and how they stood, the oldest first."""

    id: str
    name: str
    licence: str
    standings: list[Standing]

    def standing(self, at: int) -> Standing:
        """How the operator stood at a moment."""
        for each in reversed(self.standings):
            if each.at <= at:
                return each
        return self.standings[0]

    @property
    def now(self) -> Standing:
        """How the operator stands by the last event."""
        return self.standings[-1]


class Registry(msgspec.Struct):
    """All operators of a property, by id."""

    version: int = 0
    operators: dict[str, Operator] = {}

    def apply(self, event: Event) -> None:
        """Fold one event in."""
        if isinstance(event, operator_events.OperatorRegistered):
            first = Standing(event.known_at, frozenset(event.roles))
            self.operators[event.operator] = Operator(
                event.operator, event.name, event.licence, [first]
            )
        elif isinstance(event, operator_events.OperatorRolesChanged):
            self._change(event.operator, at=event.known_at, roles=frozenset(event.roles))
        elif isinstance(event, operator_events.OperatorSuspended):
            self._change(event.operator, at=event.known_at, suspended=event.reason)
        elif isinstance(event, operator_events.OperatorReinstated):
            self._change(event.operator, at=event.known_at, suspended="")
        self.version += 1

    def _change(self, operator: str, **changes: object) -> None:
        found = self.operators[operator]
        found.standings.append(msgspec.structs.replace(found.now, **changes))

    def copy(self) -> "Registry":
        """One that can be changed without this one."""
        operators = {
            each.id: msgspec.structs.replace(each, standings=list(each.standings))
            for each in self.operators.values()
        }
        return Registry(self.version, operators)

    @property
    def open(self) -> bool:
        """Whether nobody is registered, so that names are taken as given."""
        return not self.operators

    def operator(self, name: str, field: str = "operator") -> Operator:
        """An operator. field: where the name stands. Raises NotFound."""
        if found := self.operators.get(name):
            return found
        raise NotFound(
            "unknown_operator",
            f"{name} is not registered.",
            "pit operator list shows who is; pit operator register adds somebody.",
            operator=name,
            field=field,
        )

    def require(self, name: str, field: str, roles: Set[str], at: int) -> None:
        """Raise NotFound or Refused unless the operator was active then, in one of the roles.

        field: of the event, where the name stands. at: microseconds UTC.
        """
        standing = self.operator(name, field).standing(at)
        if standing.suspended:
            raise Refused(
                "operator_suspended",
                f"{name} is suspended: {standing.suspended.rstrip('.')}.",
                "Somebody else acts and signs, or audit or accounting reinstates the operator.",
                operator=name,
                field=field,
            )
        if roles.isdisjoint(standing.roles):
            needed, held = sorted(roles), sorted(standing.roles)
            raise Refused(
                "role_required",
                f"{name} is registered as {' and '.join(map(_words, held))};"
                f" this takes {' or '.join(map(_words, needed))}.",
                "Name somebody who has the role, or have the roles changed: pit operator roles.",
                operator=name,
                field=field,
                needed=needed,
                held=held,
            )

    def registrars(self, *, ever: bool = False, besides: str = "") -> list[str]:
        """Who may register others now, or ever might, by id; besides: but this person."""
        return sorted(
            each.id
            for each in self.operators.values()
            if not same_person(each.id, besides)
            and any(
                not standing.suspended and not REGISTRARS.isdisjoint(standing.roles)
                for standing in (each.standings if ever else [each.now])
            )
        )

    # -- what may be changed in the register

    def verify_second(self, by: str, second: str, *, gives: str) -> None:
        """Raise Refused where a registrar gives themselves something alone, once there has been another one to ask: who
        suspends the other, or takes the role from them, is no more alone for that.

        gives: what, in words; "" where it is given to somebody else.
        """
        require_different("change of the register", first=by, second=second)
        if gives and not second and self.registrars(ever=True, besides=by):
            others = self.registrars(besides=by)
            raise Refused(
                "second_registrar",
                f"{by} cannot {gives} alone.",
                f"Another registrar signs: --second {others[0]}."
                if others
                else "Have another registrar reinstated or registered, who signs: --second.",
                by=by,
                registrars=others,
            )

    def verify_registration(
        self, operator: str, licence: str, roles: Sequence[str], by: str
    ) -> None:
        """Raise Refused where the id or the licence is taken, however it is spelled, or the first entry would lock
        everybody out.
        """
        if self.open and (by != operator or REGISTRARS.isdisjoint(roles)):
            raise Refused(
                "first_operator",
                "The first operator registers themselves, as audit or accounting.",
                "Only those register others; from then on everybody who acts has to be registered.",
                operator=operator,
                by=by,
                roles=list(roles),
            )
        for each in self.operators.values():
            if same_person(each.id, operator):
                raise Refused(
                    "operator_registered",
                    f"{each.id} is registered already, as {each.name}.",
                    "Give the person an id of their own, or change the roles: pit operator roles.",
                    operator=each.id,
                )
            if same_person(each.licence, licence):
                raise Refused(
                    "licence_taken",
                    f"Licence {each.licence} belongs to {each.id}, {each.name}.",
                    "One person has one id, and never signs as two; check the licence.",
                    licence=each.licence,
                    operator=each.id,
                )

    def verify_change(self, event: Event, operator: str) -> None:
        """Raise Refused where a change is older than the last one, changes nothing, or leaves no registrar."""
        found = self.operator(operator)
        if event.at < found.now.at:
            raise Refused(
                "before_last_change",
                f"{operator} was changed after that already.",
                "Changes are entered in the order in which they came; leave --at out.",
                operator=operator,
            )
        after = self.copy()
        after.apply(event)
        changed = after.operators[operator].now
        if (changed.roles, changed.suspended) == (found.now.roles, found.now.suspended) or (
            isinstance(event, operator_events.OperatorSuspended) and found.now.suspended
        ):
            raise Refused(
                "nothing_changes",
                f"{operator} stands so already.",
                "pit operator show tells how the operator stands.",
                operator=operator,
            )
        if not after.registrars():
            raise Refused(
                "last_registrar",
                f"Without {operator} nobody could register anybody.",
                "Register somebody else as audit or accounting first.",
                operator=operator,
            )


def _words(role: str) -> str:
    return role.replace("_", " ")
