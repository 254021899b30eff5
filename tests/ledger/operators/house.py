"""A house for tests of roles: places where each kind of event can be recorded, and people in every role."""

from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from ledger.desks.ledger import Ledger
from ledger.events.act import Act
from ledger.events.base import Event
from ledger.events.operators import Role
from ledger.operators.acts import RegisterOperator, SuspendOperator
from ledger.operators.authority import AUTHORITY, Authority
from ledger.transaction.unit import Done
from ledger.values.calendar import to_micros
from tests.clerk import Clerk

Team = dict[str, str]
"""Who does it: the author under `by`, and whoever signs under the event's field."""

GROUPS: Final = range(5)
"""More names than this bears no event; people of a role are numbered so that no two names are one person."""
MORNING: Final = "2026-07-11T12:00:00-04:00"
NOON: Final = "2026-07-11T13:00:00-04:00"
GONE, NOBODY = "gone", "nobody"
EVERY_ROLE: Final = "X-7"
"""One person who is registered in every role."""


def micros(text: str) -> int:
    """An instant as it is stored."""
    return to_micros(datetime.fromisoformat(text))


def row(kind: type[Event]) -> Authority:
    """What the table of authority says of a kind of event that it holds to a role."""
    found = AUTHORITY[kind]
    assert found is not None
    return found


class Place(Clerk):
    """Where one scene plays: a table of its own, in a pit of its own. kept: what the scene made ready."""

    def __init__(self, ledger: Ledger, number: int) -> None:
        super().__init__(ledger, f"T-{number:02}")
        self.number = number
        self.dry_run = False
        self.kept: dict[Any, int] = {}

    def again(self, ledger: Ledger) -> "Place":
        """The same in a copy of its store."""
        place = Place(ledger, self.number)
        place.moment, place.kept = self.moment, dict(self.kept)
        return place

    def opens(self, rules: str = "ma-midi", **fields: Any) -> "Place":
        """Open the table; what its pit has to be uniform in is no other scene's matter."""
        super().opens(rules, **{"pit": f"P-{self.number}", **fields})
        return self

    def deals(self, rules: str = "ma-midi", **fields: Any) -> "Place":
        """Open the table and start a shoe."""
        self.opens(rules, **fields).starts_shoe()
        return self

    @property
    def micros(self) -> int:
        """The moment as it is stored."""
        return to_micros(self.moment)

    @property
    def how(self) -> dict[str, Any]:
        """How a command is carried out."""
        return {"dry_run": self.dry_run}


def nothing(_place: Place, _teams: list[Team]) -> None:
    """Nothing has to be there before."""


@dataclass(frozen=True)
class Scene:
    """How events of these kinds come about, all by one act.

    ready: what has to be there before, while names are taken as given. names: that the act bears besides its author,
    those in one tuple for one person. author: who may enter it, where these are fewer than the events say.
    """

    kinds: tuple[type[Event], ...]
    act: Callable[[Place, Team], Done]
    ready: Callable[[Place, list[Team]], object] = nothing
    names: tuple[tuple[str, ...], ...] = (("by",),)
    author: Set[str] = frozenset(Role)

    @property
    def title(self) -> str:
        """What the scene is called in a test's name."""
        return "-".join(kind.__name__ for kind in self.kinds)

    def allowed(self, group: tuple[str, ...]) -> set[str]:
        """The roles in which one may be everything that the names of a group stand for."""
        by = [self.author, *(row(kind).author for kind in self.kinds)]
        sets = by if "by" in group else []
        sets += [
            roles
            for kind in self.kinds
            for name, roles in row(kind).signed.items()
            if name in group
        ]
        return {str(role) for role in Role if all(role in each for each in sets)}

    def team(self) -> Team:
        """People who may do it, a different one for each group of names."""
        return {
            name: f"{min(self.allowed(group))}-{nth}"
            for nth, group in enumerate(self.names)
            for name in group
        }

    def trials(self) -> Iterator[tuple[tuple[str, ...], str, Team]]:
        """Each group of names with each role, and with who is suspended or unknown; the others may do it."""
        for nth, group in enumerate(self.names):
            for who in (*map(str, Role), GONE, NOBODY):
                yield group, who, {**self.team(), **dict.fromkeys(group, f"{who}-{nth}")}


House = dict[Scene, Place]


def says(
    ledger: Ledger,
    kind: Callable[..., Act],
    code: str,
    /,
    *,
    by: str = "A-1",
    at: str = MORNING,
    **facts: Any,
) -> Done:
    """Say something of an operator."""
    moment = datetime.fromisoformat(at)
    return ledger.do(kind(by=by, at=moment, operator=code, **facts))


def register(ledger: Ledger, code: str, *roles: str, by: str = "A-1", **facts: Any) -> Done:
    """Enter somebody whose name and licence follow from the id, unless given."""
    given = {"name": f"Person {code}", "licence": f"L-{code}", **facts}
    return says(ledger, RegisterOperator, code, by=by, roles=list(roles), **given)


def suspend(ledger: Ledger, code: str, **how: Any) -> Done:
    """Suspend somebody."""
    return says(ledger, SuspendOperator, code, reason="licence expired", **how)


def staff(ledger: Ledger) -> None:
    """Register people: of each role as many as an event bears names, and as many who hold all and are suspended."""
    first, *others = [f"{role}-{nth}" for role in (Role.AUDIT, *Role) for nth in GROUPS]
    register(ledger, first, Role.AUDIT, by=first)
    for code in dict.fromkeys(others):
        if code != first:
            register(ledger, code, code.rpartition("-")[0], by=first)
    for nth in GROUPS:
        register(ledger, f"{GONE}-{nth}", *Role, by=first)
        suspend(ledger, f"{GONE}-{nth}", by=first, at=NOON)
    for code in ("pupil-1", "pupil-2", "pupil-3"):
        register(ledger, code, Role.DEALER, by=first)
    suspend(ledger, "pupil-3", by=first, at=NOON)


def facts(team: Mapping[str, str], *names: str) -> dict[str, Any]:
    """Some of the names of a team."""
    return {name: team[name] for name in names}


def enters(kind: type[Act], place: Place, by: str, /, **fields: Any) -> Done:
    """What comes of an act that somebody enters there at its moment."""
    return place.ledger.do(kind(by=by, at=place.moment, **fields), **place.how)
