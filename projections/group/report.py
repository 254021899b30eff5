"""Figures of a group of properties, from copies of their logs; and every hand of them settled again."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec
from dask.delayed import Delayed

from ledger.export.parts import Copy, Located, copies
from ledger.export.place import Place
from ledger.export.verify import hash_part, judge, verify_closed
from ledger.seal.note import Key
from ledger.values.errors import IntegrityFailure, Refusal
from ledger.values.progress import Progress
from projections.figures.render import View
from projections.group.figures import REPORTS, Axis, Parts, Question, answer
from projections.group.replayed import VIEW, Again, judged, names_of, play, row_of
from projections.group.shards import Folds, closed_days, fold, span_of, stretches, tables_of, whole
from projections.group.sharing import Workers, chained, task


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
            folds = [chained(fold, stretches(copy, each), into) for each in tables_of(copy)]
        else:
            closed = task(closed_days, whole(copy, ""), question.span)
            folds = [chained(fold, stretches(copy, None), into, closed)]
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
                chained(
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
    """What all shards come to, added up in their order; and the properties that are left out. Copies are looked at
    while they are folded: what one comes to that does not agree is let go.
    """
    look: Callable[[Located], Any] = verify_closed if asked.keys is None else hash_part
    every = copies(map(Place, asked.folders))
    left_out, work = [], list[tuple[Copy, list[Delayed], list[Delayed]]]()
    for copy in every:
        try:
            _verify_whole(copy)
            work.append((copy, [task(look, each) for each in copy.parts], tasks(copy)))
        except IntegrityFailure as error:
            left_out.append(LeftOut(copy.origin, error.refusal))
    shared = [each for _, *both in work for some in both for each in some]
    outcomes = iter([outcome for _, outcome in sorted(_told(asked, shared), key=itemgetter(0))])
    total: Parts = {}
    for copy, looks, shards in work:
        looked_at, came = list(islice(outcomes, len(looks))), list(islice(outcomes, len(shards)))
        try:
            _verify(copy, looked_at, came, asked.keys)
        except IntegrityFailure as error:
            left_out.append(LeftOut(copy.origin, error.refusal))
        else:
            for name, of in chain.from_iterable(each.items() for each in came):
                total[name] = add(total[name], of) if name in total else of
    absent = sorted({key.name for key in asked.keys or ()} - {copy.origin for copy in every})
    return total, [*left_out, *map(_absent, absent)]


def _verify(copy: Copy, looked_at: list[Any], came: list[Any], keys: Sequence[Key] | None) -> None:
    """Raise the first error of what its parts and its shards came to; IntegrityFailure where the keys do not vouch for
    it.
    """
    for each in looked_at:
        _raise(copy.origin, each)
    if keys is not None:
        judge(copy, looked_at, keys)
    for each in came:
        _raise(copy.origin, each)


def _raise(origin: str, outcome: Any) -> None:
    """Raise an outcome that is an error. It is the copy's where its bytes are no events, or say what cannot be."""
    if isinstance(outcome, ArithmeticError | LookupError | ValueError):
        raise IntegrityFailure(
            "export_unreadable",
            f"An event in the export of {origin} says what cannot be: {outcome}.",
            "Hold it against the property's key: --key; and ask whoever keeps the log.",
            origin=origin,
        ) from outcome
    if isinstance(outcome, Exception):
        raise outcome


def _told(asked: Asked, tasks: Sequence[Delayed]) -> Iterator[tuple[int, Any]]:
    for done, outcome in enumerate(asked.workers.done(tasks), 1):
        if asked.progress is not None:
            asked.progress(done, len(tasks))
        yield outcome


def _absent(origin: str) -> LeftOut:
    why = f"There is no export of {origin} in what was named, and its key was."
    return LeftOut(origin, Refusal("no_export", why, "Name the folder that has it, too."))


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
