"""Whose names are verified: those registered as operators before the event that names them was recorded.

What a name was worth then stays so: who registers later does not verify what was entered before, and who is suspended
later was verified then.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from ledger.desks.ledger import Ledger
from ledger.events.base import Event
from ledger.events.operators import STREAM, OperatorRegistered
from ledger.operators.authority import AUTHORITY
from projections.engine.streams import Placed

UNVERIFIED = "unverified"
ENTERED = "by"


class Borne(NamedTuple):
    """A name that an event bears. sign: its field, `by` for who entered it. position: of the event in the log."""

    name: str
    sign: str
    position: int


class Named(msgspec.Struct, frozen=True):
    """A name on record. name, licence: of the operator; None where the name was taken as given.

    signs: what it stands for, the fields of events.
    """

    operator: str
    verified: bool
    name: str | None = None
    licence: str | None = None
    signs: list[str] = []

    @property
    def words(self) -> str:
        """`Ida Moreau, licence L-207`, or `unverified`."""
        return f"{self.name}, licence {self.licence}" if self.verified else UNVERIFIED

    @property
    def capacities(self) -> str:
        """What the name stands for, in words: `entered, decided by`."""
        return ", ".join("entered" if x == ENTERED else x.replace("_", " ") for x in self.signs)


class Register:
    """Who was registered, and from which position of the log on."""

    def __init__(self, ledger: Ledger) -> None:
        self._since: dict[str, tuple[int, OperatorRegistered]] = {}
        for recorded in ledger.stream(STREAM):
            event = recorded.event
            if isinstance(event, OperatorRegistered):
                position = ledger.journal.position_of(STREAM, recorded.originator_version) or 0
                self._since[event.operator] = (position, event)

    def known(self, name: str, position: int) -> OperatorRegistered | None:
        """Who a name was when an event at a position was recorded; None where it was taken as given."""
        since, person = self._since.get(name, (position, None))
        return person if since < position else None

    def words(self, name: str, position: int) -> str:
        """The same in words."""
        person = self.known(name, position)
        return f"{person.name}, licence {person.licence}" if person else UNVERIFIED


def borne(event: Event, position: int) -> Iterator[Borne]:
    """The names that an event bears: who entered it and who signed it."""
    yield Borne(event.by, ENTERED, position)
    row = AUTHORITY[type(event)]
    for field in row.signed if row else ():
        value = getattr(event, field)
        for name in value if isinstance(value, list) else [value]:
            if name:
                yield Borne(name, field, position)


def verified(ledger: Ledger, names: Iterable[Borne]) -> list[Named]:
    """What was known of names when the events that bear them were recorded, in the order of the names.

    A name that was taken as given in one event and verified in a later one is there twice.
    """
    register = Register(ledger)
    found: dict[tuple[str, bool], Named] = {}
    for name, sign, position in names:
        person = register.known(name, position)
        named = found.setdefault(
            (name, person is not None),
            Named(name, verified=True, name=person.name, licence=person.licence, signs=[])
            if person
            else Named(name, verified=False, signs=[]),
        )
        if sign not in named.signs:
            named.signs.append(sign)
    return list(found.values())


def people(ledger: Ledger, events: Iterable[Placed]) -> list[Named]:
    """Who entered and signed events, and what was known of them then."""
    return verified(
        ledger, (each for position, recorded in events for each in borne(recorded.event, position))
    )
