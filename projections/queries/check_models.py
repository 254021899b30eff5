"""Whether read models are what the events come to: some are folded anew in one reading, and held against their rows."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing as closing_of
from functools import partial
from itertools import groupby, zip_longest
from operator import attrgetter
from secrets import randbelow
from typing import Final, NamedTuple

import sqlalchemy as sa

from ledger.desks.ledger import Ledger
from ledger.store.engine import by_itself, read_only
from ledger.values.errors import Conflict, IntegrityFailure
from ledger.values.progress import Progress
from projections.engine import engine as projection_engine
from projections.engine import milestones
from projections.engine.engine import reading
from projections.engine.lines import alike, lines, lines_of
from projections.engine.looking_back import Reach, looking_back
from projections.engine.model import Projection
from projections.models.registry import PROJECTIONS, cost, shared_out
from projections.queries.workers import FEW, Task

ATTEMPTS: Final = 5

COMPARED: Final = 1.1
"""What it takes to fold read models and hold them against their rows, as against folding them."""

_POSITION: Final = attrgetter("position")

Difference = tuple[str, str]


class Stop(NamedTuple):
    """A position up to which read models are folded, and what is then done with them."""

    position: int
    does: Callable[[sa.Engine], None]


def tasks(among: Sequence[Projection], many: int, busy: Sequence[float] = ()) -> list[Task]:
    """Read models in so many groups. busy: what who folds a group takes for something else."""
    groups = shared_out(among, many, busy)
    return [
        Task(
            f"read models {n + 1} of {len(groups)}",
            check,
            ([each.name for each in some],),
            dict[str, int],
            COMPARED * cost(some),
        )
        for n, some in enumerate(groups)
    ]


def check(
    ledger: Ledger,
    names: Collection[str],
    progress: Progress | None,
    stops: Iterable[Stop] = (),
    *,
    brings_up: bool = True,
) -> dict[str, int]:
    """Hold read models against a rebuild in memory, each at one position, which is returned; once more those that
    others moved meanwhile. stops: on the way. brings_up: whether they are brought up first. Raises IntegrityFailure,
    Conflict.
    """
    left, checked = [each for each in PROJECTIONS if each.name in names], dict[str, int]()
    for _ in range(ATTEMPTS):
        before = (_brought_up if brings_up else _stand_at)(ledger, left)
        found = _differences(ledger, left, before, stops, progress)
        after, stops = _stand_at(ledger, left), ()
        for name, difference in found.items():
            if after[name] == before[name]:
                if difference is not None:
                    raise _differs(name, difference)
                checked[name] = before[name]
        left = [each for each in left if each.name not in checked]
        if not left:
            return checked
    raise Conflict(
        "busy", "Others keep writing.", "Try again when the tables are quieter.", attempts=ATTEMPTS
    )


def _differs(name: str, difference: Difference) -> IntegrityFailure:
    live, rebuilt = difference
    return IntegrityFailure(
        "read_model_differs",
        f"The read model {name} is not what the events come to.",
        f"Copy the store first: it is the evidence of what made it differ. Then pit audit verify, and pit db"
        f" rebuild {name}.",
        read_model=name,
        stored=live,
        rebuilt=rebuilt,
    )


def _brought_up(ledger: Ledger, some: Sequence[Projection]) -> dict[str, int]:
    """The event up to which each counts: all of them, unless the store may only be read."""
    journal = ledger.journal
    if not read_only(journal.engine):
        projection_engine.catch_up(some, journal, journal.engine)
    return _stand_at(ledger, some)


def _stand_at(ledger: Ledger, some: Sequence[Projection]) -> dict[str, int]:
    with by_itself(ledger.journal.engine) as connection:
        return projection_engine.positions(connection, some)


def _differences(
    ledger: Ledger,
    some: Sequence[Projection],
    at: Mapping[str, int],
    stops: Iterable[Stop],
    progress: Progress | None,
) -> dict[str, Difference | None]:
    """The first difference of each, at an earlier milestone or at its position; None where there is none."""
    journal, sample = ledger.journal, _sample(min(at.values()))
    found: dict[str, Difference | None] = dict.fromkeys(at)

    def hold_past(again: sa.Engine) -> None:
        found.update({each.name: _past_differs(ledger, each, sample, again) for each in some})

    def hold(those: Sequence[Projection], again: sa.Engine) -> None:
        with reading(journal.engine, those) as stored, reading(again, those) as rebuilt:
            for each in those:
                found[each.name] = found[each.name] or _first_difference(each, stored, rebuilt)

    past = [Stop(sample, hold_past)] if sample else []
    own = (Stop(at[those[0].name], partial(hold, those)) for those in _at_once(some, at))
    order = sorted([*past, *own, *stops], key=_POSITION)
    told = progress and (lambda position, _: progress(position, order[-1].position))
    again = projection_engine.in_memory(some)
    try:
        for position, those in groupby(order, key=_POSITION):
            projection_engine.catch_up(some, journal, again, position, told)
            for stop in those:
                stop.does(again)
    finally:
        again.dispose()
    return found


def _at_once(some: Sequence[Projection], at: Mapping[str, int]) -> Iterator[Sequence[Projection]]:
    """Those at one position that are held in one reading: on a long log each by itself, since whoever rebuilds it waits
    for who reads it.
    """
    for position in {*at.values()}:
        those = [each for each in some if at[each.name] == position]
        yield from [those] if position < FEW else ([each] for each in those)


def _sample(position: int) -> int:
    """The event of a milestone before another event, any of them; 0 where there is none."""
    last = position // milestones.SPACING
    return milestones.SPACING * (1 + randbelow(last)) if last else 0


def _past_differs(
    ledger: Ledger, projection: Projection, position: int, again: sa.Engine
) -> Difference | None:
    """The first difference between what is kept of a milestone and what was folded up to it."""
    journal = ledger.journal
    with looking_back([projection], journal, journal.engine, Reach(position)) as past:
        if past is None:
            return None
        with past.shown_at(Reach(position)) as then, again.connect() as folded:
            return next(
                (
                    _differing(lines_of(then, model), lines_of(folded, model))
                    for model in projection.models
                    if model.past and not alike(then, folded, model)
                ),
                None,
            )


def _first_difference(
    projection: Projection, stored: sa.Connection, rebuilt: sa.Connection
) -> Difference | None:
    if all(alike(stored, rebuilt, model) for model in projection.models):
        return None
    # Whoever finds a difference reads no further, and a server's cursor is to be closed.
    with (
        closing_of(lines(stored, projection)) as mine,
        closing_of(lines(rebuilt, projection)) as theirs,
    ):
        return _differing(mine, theirs)


def _differing(stored: Iterable[bytes], rebuilt: Iterable[bytes]) -> Difference | None:
    for mine, theirs in zip_longest(stored, rebuilt, fillvalue=b""):
        if mine != theirs:
            return mine.decode().strip() or "nothing", theirs.decode().strip() or "nothing"
    return None
