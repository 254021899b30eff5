"""Figures of a group of properties, from copies of their logs; and every hand of them settled again."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec
from dask.delayed import Delayed

from ledger.export.parts import Copy, Located, copies
from ledger.export.place import Place
from ledger.export.verify import hash_part, judge, verify_closed
from ledger.seal.note import Key
from ledger.values.errors import IntegrityFailure, Refusal
from projections.engine.engine import Progress
from projections.figures.render import View
from projections.group.figures import REPORTS, Axis, Parts, Question, answer
from projections.group.replayed import VIEW, Again, judged, names_of, play, row_of
from projections.group.shards import Folds, closed_days, fold, span_of, stretches, tables_of, whole
from projections.group.sharing import Workers, chain, task


class LeftOut(NamedTuple):
    """A property that is not in the figures, and why."""

    origin: str
    why: Refusal


class Group(NamedTuple):
    """Figures of a group. rows: by what was asked, and all together in the last."""

    view: View
    rows: list[msgspec.Struct]
    left_out: list[LeftOut]


class Asked(NamedTuple):
    """Of which copies, and who works. keys: the public keys of the properties; None where they are taken unverified."""

    folders: Sequence[str]
    keys: Sequence[Key] | None
    workers: Workers
    progress: Progress | None = None


def report(asked: Asked, name: str, by: Axis) -> Group:
    """A report of all properties that have a copy there and verify."""
    of = REPORTS[name]
    looked_up = by is Axis.RULES and not of.says_rules
    into = Folds(
        [each.name for each in of.folds], [each.name for each in of.needs], of.of_day, looked_up
    )

    def tasks(copy: Copy) -> list[Delayed]:
        question = Question(name, by, copy.origin, span_of(copy))
        if of.of_day is None:
            folds = [chain(fold, stretches(copy, each), into) for each in tables_of(copy)]
        else:
            closed = task(closed_days, whole(copy, ""), question.span)
            folds = [chain(fold, stretches(copy, None), into, closed)]
        return [task(answer, each, question) for each in folds]

    found, left_out = _added(asked, tasks, of.add)
    return Group(of.view, _rows(found, partial(of.row, str(by))), left_out)


def replay(asked: Asked, by: Axis, document: str = "") -> Group:
    """Every settled hand of all properties settled again under its own rules, and under a submission where its document
    is given.
    """

    def tasks(copy: Copy) -> list[Delayed]:
        return [
            task(
                judged,
                chain(
                    play,
                    stretches(copy, table),
                    task(names_of, whole(copy, table)),
                    Again(by, copy.origin, document),
                ),
            )
            for table in tables_of(copy)
        ]

    found, left_out = _added(asked, tasks, lambda one, other: one.plus(other))
    return Group(VIEW, _rows(found, partial(row_of, str(by))), left_out)


def _rows(found: Parts, row: Callable[[str | None, Any], msgspec.Struct]) -> list[msgspec.Struct]:
    names = sorted(name for name in found if name is not None)
    return [row(name, found[name]) for name in (*names, None) if name in found]


def _added(
    asked: Asked, tasks: Callable[[Copy], list[Delayed]], add: Callable[[Any, Any], Any]
) -> tuple[Parts, list[LeftOut]]:
    """What all shards come to, added up in their order; and the properties that are left out."""
    taken, left_out = _verified(asked)
    shards = [(copy.origin, each) for copy in taken for each in tasks(copy)]
    outcomes = dict(_told(asked, [each for _, each in shards]))
    unread: dict[str, Refusal] = {}
    for n, (origin, _) in enumerate(shards):
        fault = _fault(origin, outcomes[n])
        if fault is not None:
            unread.setdefault(origin, fault.refusal)
    total: Parts = {}
    for n, (origin, _) in enumerate(shards):
        if origin not in unread:
            for name, of in _or_raise(outcomes[n]).items():
                total[name] = add(total[name], of) if name in total else of
    return total, [*left_out, *(LeftOut(*each) for each in unread.items())]


def _fault(origin: str, outcome: Any) -> IntegrityFailure | None:
    """What is wrong with a copy of which this came: bytes that are no events, or events that say what cannot be."""
    if isinstance(outcome, ArithmeticError | LookupError | ValueError):
        return IntegrityFailure(
            "export_unreadable",
            f"An event in the export of {origin} says what cannot be: {outcome}.",
            "Hold it against the property's key: --key; and ask whoever keeps the log.",
            origin=origin,
        )
    return outcome if isinstance(outcome, IntegrityFailure) else None


def _told(asked: Asked, tasks: Sequence[Delayed]) -> Iterable[tuple[int, Any]]:
    for done, outcome in enumerate(asked.workers.done(tasks), 1):
        if asked.progress is not None:
            asked.progress(done, len(tasks))
        yield outcome


def _verified(asked: Asked) -> tuple[list[Copy], list[LeftOut]]:
    """The copies that are whole from the first event on and, where there are keys, verify."""
    together, taken, left_out = [], [], []
    every = copies(map(Place, asked.folders))
    for copy in every:
        try:
            _verify_whole(copy)
            together.append(copy)
        except IntegrityFailure as error:
            left_out.append(LeftOut(copy.origin, error.refusal))
    look: Callable[[Located], Any] = verify_closed if asked.keys is None else hash_part
    parts = [(copy, located) for copy in together for located in copy.parts]
    outcomes = dict(_told(asked, [task(look, located) for _, located in parts]))
    found: dict[str, list[Any]] = {}
    for n, (copy, _) in enumerate(parts):
        found.setdefault(copy.origin, []).append(outcomes[n])
    for copy in together:
        try:
            hashed = [_or_raise(each) for each in found[copy.origin]]
            if asked.keys is not None:
                judge(copy, hashed, asked.keys)
            taken.append(copy)
        except IntegrityFailure as error:
            left_out.append(LeftOut(copy.origin, error.refusal))
    absent = sorted({key.name for key in asked.keys or ()} - {copy.origin for copy in every})
    return taken, [*left_out, *map(_absent, absent)]


def _absent(origin: str) -> LeftOut:
    why = f"There is no export of {origin} in what was named, and its key was."
    return LeftOut(origin, Refusal("no_export", why, "Name the folder that has it, too."))


def _or_raise(outcome: Any) -> Any:
    if isinstance(outcome, Exception):
        raise outcome
    return outcome


def _verify_whole(copy: Copy) -> None:
    copy.verify_together()
    if copy.first:
        raise IntegrityFailure(
            "export_begins_later",
            f"The export of {copy.origin} begins with event {copy.first + 1:,} of its log.",
            "Name the folder with what is before it, too.",
            origin=copy.origin,
            first=copy.first + 1,
        )
