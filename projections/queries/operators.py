"""Who works here: everybody who was ever registered, with their licences and roles."""

import msgspec

from ledger.desks.ledger import Ledger
from ledger.operators.register import Operator
from ledger.values.calendar import from_micros


class OperatorNow(msgspec.Struct, frozen=True, kw_only=True):
    """A person as they stand now. suspended: why, None where they are not."""

    operator: str
    name: str
    licence: str
    roles: list[str]
    suspended: str | None


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """What a person was from an instant on, RFC 3339 UTC."""

    since: str = msgspec.field(name="from")
    roles: list[str]
    suspended: str | None


class Passphrase(msgspec.Struct, frozen=True, kw_only=True):
    """That a person has a passphrase. set_at, until: RFC 3339 UTC. set_by: who had it set.

    failures: in a row, since it was last known; until: no attempt is taken before, None where none has to wait. failed:
    attempts in all that failed.
    """

    set_at: str
    set_by: str
    failures: int
    until: str | None
    failed: int


class OperatorWhole(OperatorNow, frozen=True, kw_only=True):
    """A person, and everything that changed for them, the oldest first. passphrase: None where they have none."""

    standings: list[Standing]
    passphrase: Passphrase | None


def operators(ledger: Ledger) -> list[OperatorNow]:
    """Everybody who was ever registered, by id, as they stand now."""
    found = sorted(ledger.loader.registry().operators.values(), key=lambda each: each.id)
    return [_now(each) for each in found]


def operator(ledger: Ledger, code: str) -> OperatorWhole:
    """A person by their id. Raises NotFound."""
    found = ledger.loader.registry().operator(code)
    return OperatorWhole(
        **msgspec.structs.asdict(_now(found)),
        standings=[
            Standing(
                since=from_micros(each.at).isoformat(),
                roles=sorted(each.roles),
                suspended=each.suspended or None,
            )
            for each in found.standings
        ],
        passphrase=_passphrase(ledger, code),
    )


def may_sign_in(ledger: Ledger) -> list[str]:
    """The ids of all who are active and have a passphrase."""
    active = [each.operator for each in operators(ledger) if each.suspended is None]
    return [each for each in active if ledger.loader.enrollment(each).enrolled]


def _passphrase(ledger: Ledger, code: str) -> Passphrase | None:
    found = ledger.loader.enrollment(code)
    if not found.enrolled:
        return None
    return Passphrase(
        set_at=from_micros(found.set_at).isoformat(),
        set_by=found.set_by,
        failures=found.failures,
        until=from_micros(found.until).isoformat() if found.waits(ledger.clock()) else None,
        failed=found.failed,
    )


def _now(found: Operator) -> OperatorNow:
    return OperatorNow(
        operator=found.id,
        name=found.name,
        licence=found.licence,
        roles=sorted(found.now.roles),
        suspended=found.now.suspended or None,
    )
