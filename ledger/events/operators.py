"""Who works here: operators, their licences and roles. Stream `operators`."""

from enum import StrEnum

from ledger.events.base import Event

STREAM = "operators"


class Role(StrEnum):
    """What an operator may be registered as."""

    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    PIT_BOSS = "pit_boss"
    PIT_CLERK = "pit_clerk"
    CAGE = "cage"
    ACCOUNTING = "accounting"
    AUDIT = "audit"
    SURVEILLANCE = "surveillance"


class OperatorRegistered(Event, frozen=True, kw_only=True):
    """A person may act and sign from here on. licence: the regulator's id of that person, and nobody else's."""

    operator: str
    name: str
    licence: str
    roles: list[str]


class OperatorRolesChanged(Event, frozen=True, kw_only=True):
    """These roles, and no others, from here on."""

    operator: str
    roles: list[str]


class OperatorSuspended(Event, frozen=True, kw_only=True):
    """Neither acts nor signs from here on."""

    operator: str
    reason: str


class OperatorReinstated(Event, frozen=True, kw_only=True):
    """Acts and signs again, in the roles held before."""

    operator: str
    reason: str = ""
