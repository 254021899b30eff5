"""Who works here: operators, their licences and roles, stream `operators`; and that they have passphrases, stream
`passphrase:ID`.
"""

from enum import StrEnum
from typing import Any, ClassVar, Final

from ledger.events.base import Event

STREAM = "operators"
PASSPHRASES = "passphrase:"


class Role(StrEnum):
    """What an operator may be registered as."""

    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    PIT_BOSS = "pit_boss"
    PIT_CLERK = "pit_clerk"
    CAGE = "cage"
    COUNT_TEAM = "count_team"
    SECURITY = "security"
    ACCOUNTING = "accounting"
    AUDIT = "audit"
    SURVEILLANCE = "surveillance"


SECOND: Final = "second"
"""As a property names those who sign besides the author, where it requires passphrases."""


class OperatorRegistered(Event, frozen=True, kw_only=True):
    """A person may act and sign from here on. licence: the regulator's id of that person, and nobody else's.

    second: the other registrar, where one registers somebody of their own name.
    """

    class_version: ClassVar[int] = 2

    operator: str
    name: str
    licence: str
    roles: list[str]
    second: str = ""

    @staticmethod
    def upcast_v1_v2(state: dict[str, Any]) -> None:
        """Nobody had to sign besides then."""
        state.setdefault("second", "")


class OperatorRolesChanged(Event, frozen=True, kw_only=True):
    """These roles, and no others, from here on. second: the other registrar, where one gives them to oneself."""

    class_version: ClassVar[int] = 2

    operator: str
    roles: list[str]
    second: str = ""

    @staticmethod
    def upcast_v1_v2(state: dict[str, Any]) -> None:
        """Nobody had to sign besides then."""
        state.setdefault("second", "")


class OperatorSuspended(Event, frozen=True, kw_only=True):
    """Neither acts nor signs from here on."""

    operator: str
    reason: str


class OperatorReinstated(Event, frozen=True, kw_only=True):
    """Acts and signs again, in the roles held before."""

    operator: str
    reason: str = ""


def passphrase_stream(operator: str) -> str:
    """The stream of an operator's passphrase: that there is one, never what it is."""
    return f"{PASSPHRASES}{operator}"


class PassphraseChosen(Event, frozen=True, kw_only=True):
    """An operator has a passphrase of their own choice, the first or another one.

    sha256: of what is kept to compare it with, so that nobody puts something else in its place. A salt that is nowhere
    else is part of that: who knows the digest knows nothing of the passphrase.
    """

    operator: str
    sha256: str


class PassphraseGiven(Event, frozen=True, kw_only=True):
    """An operator has a passphrase that a registrar let them set: the first, or, for a reason, one in the place of
    another. sha256: as when it is chosen.
    """

    operator: str
    sha256: str
    reason: str = ""


class PassphraseFailed(Event, frozen=True, kw_only=True):
    """Somebody who said they were the operator did not know the passphrase. by: the operator whose name was used.

    failures: how often in a row, this time included. until: none is taken before, microseconds UTC; 0: at once.
    """

    operator: str
    failures: int
    until: int = 0


class PassphraseProven(Event, frozen=True, kw_only=True):
    """After failures, somebody did know it. failures: how many there were."""

    operator: str
    failures: int
