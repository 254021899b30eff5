"""Read models made anew from the log, in as many processes as there are cores where it is long."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Final

import msgspec

from ledger.desks.ledger import Ledger
from ledger.seal.note import Key
from ledger.seal.unfinished import Unfinished, program
from ledger.store.errors import store_errors
from ledger.values.errors import IntegrityFailure, StoreUnreachable
from ledger.values.progress import Progress
from projections.engine import kept
from projections.engine import rebuild as engine_rebuild
from projections.engine.rebuild import Made, Marks
from projections.models.registry import BY_NAME, cost, shared_out
from projections.queries import verify as verify_query
from projections.queries.check_signed import closed_days
from projections.queries.workers import Task, Workers, raise_first

Judge = Callable[[IntegrityFailure], None]
"""Told what is wrong with the log; raises, unless read models are to be made of it all the same."""


class Rebuilt(msgspec.Struct, frozen=True):
    """A read model that was made anew. position: of the last event it counts."""

    name: str
    position: int


_BYTES: Final = 7
"""Of a hash: a tracked position has room for so many."""

NAMES: Final = tuple(BY_NAME)
"""What can be rebuilt."""


def rebuild(
    ledger: Ledger,
    names: Sequence[str],
    progress: Progress | None = None,
    judge: Judge | None = None,
    keys: Sequence[Key] = (),
    unfinished: Unfinished | None = None,
) -> list[Rebuilt]:
    """Rebuild read models, those named of NAMES, beside the live ones, and put them in their place. What is kept
    of closed days and is not what was signed is thrown away, and made again of events when it is asked for.

    judge: the log is verified meanwhile; unless given, it is taken as it is. keys: of the log, besides its own.
    unfinished: an earlier one that was stopped, whose read models are gone on with where they are of the same program,
    and of the same log up to where it ended then. Raises Conflict, StoreUnreachable.
    """
    try:
        with store_errors():
            return _rebuild(ledger, names, progress, judge, keys, unfinished)
    except StoreUnreachable as lost:
        if unfinished is None or lost.refusal.code != "store_full":
            raise
        raise StoreUnreachable(
            lost.refusal.code,
            lost.refusal.message,
            f"{lost.refusal.next_step} What it had made is kept for that and takes room: pit db rebuild without"
            " --resume clears it away.",
            **lost.refusal.facts,
        ) from lost


def _rebuild(
    ledger: Ledger,
    names: Sequence[str],
    progress: Progress | None,
    judge: Judge | None,
    keys: Sequence[Key],
    unfinished: Unfinished | None,
) -> list[Rebuilt]:
    journal, goal = ledger.journal, ledger.position
    steps, marks = unfinished or Unfinished(), None
    if unfinished is not None:
        marks = Marks(_mark(ledger, steps.reached.end), _mark(ledger, goal) or -1)
    done: dict[str, int] = {}
    with Workers(ledger) as sharing:
        looking: list[Task] = []
        if judge is not None:
            looking = verify_query.looking(ledger, keys, sharing.half, steps.reached)
        some, busy = [BY_NAME[name] for name in names], sharing.busy(looking)
        groups = shared_out(some, sharing.count, busy)
        with engine_rebuild.beside(groups, journal.engine, marks) as made:
            steps.at(goal, ledger.url)
            tasks = [
                Task(f"made {n}", _part, _of(each, goal), None, cost(each.projections))
                for n, each in enumerate(made)
            ]
            found = sharing.go_on([*looking, *tasks], steps, progress, stops=False)
            trouble = None
            if judge is not None:
                trouble = verify_query.trouble(ledger, looking, found)
                if trouble is not None:
                    judge(trouble)
            raise_first(tasks, found)
            # The log goes on where it is said why.
            least = goal if trouble is None else ledger.position
            for each, task in zip(made, tasks, strict=True):
                reached = found[task.name].found
                done |= engine_rebuild.exchange(each, journal, journal.engine, reached, least)
    closed = closed_days(ledger, progress)
    kept.clear(journal.engine, [(each.day, each.books_at, each.reports_sha256) for each in closed])
    return [Rebuilt(name, done[name]) for name in names]


def _mark(ledger: Ledger, position: int) -> int | None:
    """What is of this program, and of the log up to an event of it; None where no event stands there.

    A log only grows: what has the same event there has the same events before.
    """
    rows = ledger.journal.select_rows(position - 1, 1, position)
    said = sha256(repr((program(), rows)).encode()).digest()
    return ~int.from_bytes(said[:_BYTES]) if rows else None


def _of(made: Made, goal: int) -> tuple[list[str], Made, int]:
    return [each.name for each in made.projections], made._replace(projections=()), goal


def _part(
    ledger: Ledger, names: Sequence[str], where: Made, goal: int, progress: Progress | None
) -> int:
    """Make some read models anew; the position that all have reached."""
    made, journal = where._replace(projections=[BY_NAME[name] for name in names]), ledger.journal
    return engine_rebuild.fill(made, journal, journal.engine, goal, progress)
