"""Read models made anew from the log, in as many processes as there are cores where it is long."""

from collections.abc import Sequence
from typing import Final

import msgspec

from ledger.desks.ledger import Ledger
from ledger.store.aside import files
from projections.engine import kept
from projections.engine import rebuild as engine_rebuild
from projections.engine.engine import Place, Progress, follow
from projections.engine.model import Projection
from projections.models.registry import BY_NAME, shared_out
from projections.queries.check_signed import closed_days
from projections.queries.workers import Task, Workers


class Rebuilt(msgspec.Struct, frozen=True):
    """A read model that was made anew. position: of the last event it counts."""

    name: str
    position: int


NAMES: Final = tuple(BY_NAME)
"""What can be rebuilt."""


def rebuild(
    ledger: Ledger, names: Sequence[str], progress: Progress | None = None
) -> list[Rebuilt]:
    """Rebuild read models, those named of NAMES, beside the live ones, and put them in their place. What is kept
    of closed days and is not what was signed is thrown away, and made again of events when it is asked for.
    """
    journal, chosen = ledger.journal, [BY_NAME[name] for name in names]
    with Workers(ledger) as sharing:
        groups = shared_out(chosen, sharing.count)

        def shared(places: Sequence[Place]) -> int:
            return _together(ledger, sharing, groups, places, progress)

        fill = shared if len(groups) > 1 else None
        done = engine_rebuild.rebuild(chosen, journal, journal.engine, progress, fill)
    closed = closed_days(ledger, progress)
    kept.clear(journal.engine, [(each.day, each.books_at, each.reports_sha256) for each in closed])
    return [Rebuilt(name, position) for name, position in done.items()]


def _together(
    ledger: Ledger,
    sharing: Workers,
    groups: Sequence[Sequence[Projection]],
    places: Sequence[Place],
    progress: Progress | None,
) -> int:
    """Have each group filled by a process of its own; the position that all have reached."""
    goal, in_files = ledger.position, ledger.journal.engine.dialect.name == "sqlite"
    with files(len(groups)) as urls:
        tasks = [
            Task(url, _part, ([each.name for each in some], goal, url if in_files else ""), int)
            for url, some in zip(urls, groups, strict=True)
        ]
        reached: dict[str, int] = sharing.share(tasks, progress)
        for url, some in zip(urls if in_files else (), groups, strict=False):
            engine_rebuild.take_in([each for each in places if each.projection in some], url)
    return max(reached.values())


def _part(
    ledger: Ledger, names: Sequence[str], goal: int, aside: str, progress: Progress | None
) -> int:
    """Fill the fresh tables of some read models, or such tables in a file; the position that all have reached."""
    journal, some = ledger.journal, [BY_NAME[name] for name in names]
    if aside:
        return engine_rebuild.fill_aside(some, journal, aside, goal, progress)
    return follow(engine_rebuild.fresh(some, journal.engine), journal, goal, progress=progress)
