"""Read models made anew from the log, in as many processes as there are cores where it is long."""

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from ledger.desks.ledger import Ledger
from ledger.seal.note import Key
from ledger.values.errors import IntegrityFailure
from projections.engine import kept
from projections.engine import rebuild as engine_rebuild
from projections.engine.engine import Progress
from projections.engine.rebuild import Made
from projections.models.registry import BY_NAME, shared_out
from projections.queries import verify as verify_query
from projections.queries.check_signed import closed_days
from projections.queries.workers import Part, Task, Workers

Judge = Callable[[IntegrityFailure], None]
"""Told what is wrong with the log; raises, unless read models are to be made of it all the same."""


class Rebuilt(msgspec.Struct, frozen=True):
    """A read model that was made anew. position: of the last event it counts."""

    name: str
    position: int


NAMES: Final = tuple(BY_NAME)
"""What can be rebuilt."""


def rebuild(
    ledger: Ledger,
    names: Sequence[str],
    progress: Progress | None = None,
    judge: Judge | None = None,
    keys: Sequence[Key] = (),
) -> list[Rebuilt]:
    """Rebuild read models, those named of NAMES, beside the live ones, and put them in their place. What is kept
    of closed days and is not what was signed is thrown away, and made again of events when it is asked for.

    judge: the log is verified meanwhile; unless given, it is taken as it is. keys: of the log, besides its own.
    """
    journal, goal = ledger.journal, ledger.position
    done: dict[str, int] = {}
    with Workers(ledger) as sharing:
        groups = shared_out([BY_NAME[name] for name in names], sharing.count)
        with engine_rebuild.beside(groups, journal.engine) as made:
            tasks = [Task(f"made {n}", _part, _of(each, goal), Part) for n, each in enumerate(made)]
            looking = verify_query.looking(ledger, keys, sharing.count) if judge is not None else []
            found = sharing.share([*looking, *tasks], progress)
            trouble = None
            if judge is not None:
                trouble = verify_query.trouble(ledger, [found[each.name] for each in looking])
                if trouble is not None:
                    judge(trouble)
            parts: list[Part] = [found[each.name] for each in tasks]
            for part in parts:
                if part.fault is not None:
                    raise part.fault
            # The log goes on where it is said why.
            least = goal if trouble is None else ledger.position
            for each, part in zip(made, parts, strict=True):
                done |= engine_rebuild.exchange(each, journal, journal.engine, part.found, least)
    closed = closed_days(ledger, progress)
    kept.clear(journal.engine, [(each.day, each.books_at, each.reports_sha256) for each in closed])
    return [Rebuilt(name, done[name]) for name in names]


def _of(made: Made, goal: int) -> tuple[list[str], str, int]:
    return [each.name for each in made.projections], made.path, goal


def _part(
    ledger: Ledger, names: Sequence[str], path: str, goal: int, progress: Progress | None
) -> Part:
    """Make some read models anew; the position that all have reached."""
    made, journal = Made([BY_NAME[name] for name in names], path), ledger.journal
    try:
        return Part(engine_rebuild.fill(made, journal, journal.engine, goal, progress))
    except IntegrityFailure as fault:
        return Part(None, (), fault)
