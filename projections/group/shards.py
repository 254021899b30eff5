"""A property's copied log in shards: a table with what is said of it elsewhere, or all of it, month after month.

The read models of a shard are folded by the same code as those of a store, in a file of their own; what they hold at
the end of a month is handed on to the next, in whichever process that is. Positions are counted anew within a shard.
"""

from bisect import bisect_right
from calendar import monthrange
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from heapq import heappop, heappush, heapreplace
from itertools import groupby, islice
from operator import attrgetter, itemgetter
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from ledger.events.base import Event
from ledger.export.columns import DAY_CLOSED
from ledger.export.parts import Copy, Located
from ledger.export.verify import Opened, opened
from ledger.store.codec import TOPIC_OF, decode
from ledger.store.driver import put
from ledger.store.engine import begin_write
from ledger.values.calendar import days
from projections.engine import engine as projection_engine
from projections.engine import milestones
from projections.engine.batch import Keep
from projections.engine.model import Fact
from projections.group.carried import Carried
from projections.group.in_force import SAID, InForce
from projections.group.summed import Sums
from projections.models import meters as meters_model
from projections.models.registry import BY_NAME

Row = tuple[int, str, int, str, bytes]
"""Position, stream, version in the stream, topic, state."""

AT_A_TIME: Final = 1 << 15
"""Events of a shard that are held as rows, and about as many of files that are read side by side."""

_TABLE: Final = "table:"
_POSITION: Final = itemgetter(0)


class Span(msgspec.Struct, frozen=True):
    """The gaming months of a copy, in order, and its last gaming day: up to the last that was closed."""

    months: Sequence[str]
    last_day: str

    def days(self) -> Iterator[tuple[str, str, str]]:
        """Each month with its first day and its last, or the last day of all."""
        for month in self.months:
            end = f"{month}-{monthrange(int(month[:4]), int(month[5:]))[1]}"
            yield month, f"{month}-01", min(end, self.last_day)


class Stretch(msgspec.Struct, frozen=True):
    """Parts of a shard that are folded at a time. table: of which it is; None for all tables."""

    parts: Sequence[Located]
    table: str | None

    def rows(self, topics: Collection[str]) -> Iterator[list[Row]]:
        """The events of these topics, in order, some at a time. Raises IntegrityFailure for a file that is not read."""
        for located in self.parts:
            yield from _rows(located, topics)


def _rows(located: Located, topics: Collection[str]) -> Iterator[list[Row]]:
    """Of a part."""
    in_order = _in_order([opened(located, file) for file in located.part.files], topics)
    while some := list(islice(in_order, AT_A_TIME)):
        yield some


def _in_order(files: Iterable[Opened], topics: Collection[str]) -> Iterator[Row]:
    """The events of files, in each of which they stand in their order. Nothing is read of one before it has its turn:
    few months are under way at a time.
    """
    waiting = deque(sorted(files, key=attrgetter("first")))
    under_way: list[tuple[Row, int, Iterator[Row]]] = []
    while waiting or under_way:
        while waiting and (not under_way or waiting[0].first <= under_way[0][0][0]):
            rows = _legible(waiting.popleft(), topics, AT_A_TIME // (len(under_way) + 1))
            for row in islice(rows, 1):
                heappush(under_way, (row, len(waiting), rows))
        while under_way and not (waiting and waiting[0].first <= under_way[0][0][0]):
            row, n, rows = under_way[0]
            yield row
            following = next(rows, None)
            if following is None:
                heappop(under_way)
            else:
                heapreplace(under_way, (following, n, rows))


def _legible(file: Opened, topics: Collection[str], at_a_time: int) -> Iterator[Row]:
    for position, stream, version, topic, state in file.rows(topics, at_a_time + 1):
        yield position, stream.decode(), version, topic.decode(), state


class Log:
    """Some events as the log of a shard, behind what was folded before."""

    def __init__(self, rows: Sequence[Row], start: int) -> None:
        self._rows = rows
        self._start = start

    def select_rows(
        self, gt: int, limit: int, lte: int | None = None, topics: Sequence[str] = ()
    ) -> list[Row]:
        """As the recorder's."""
        last = None if lte is None else lte - self._start
        asked = self._rows[max(gt - self._start, 0) : last]
        return [row for row in asked if not topics or row[3] in topics][:limit]

    def max_notification_id(self) -> int | None:
        """As the recorder's."""
        return self._start + len(self._rows)


def span_of(copy: Copy) -> Span:
    """The months and the last day of a copy that its figures are of."""
    months = {file.month for _, part in copy.parts for file in part.files} - {""}
    last_day = max((part.closed for _, part in copy.parts), default="")
    first = min(months, default="")
    return Span(list(_months(first, last_day[:7])) if first else [], last_day)


def _months(first: str, last: str) -> Iterator[str]:
    year, month = int(first[:4]), int(first[5:])
    end = (int(last[:4] or 0), int(last[5:] or 0))
    while (year, month) <= end:
        yield f"{year:04}-{month:02}"
        year, month = year + month // 12, month % 12 + 1


def tables_of(copy: Copy) -> list[str]:
    """The tables that have a stream in a copy."""
    return sorted({file.table for _, part in copy.parts for file in part.files} - {""})


def stretches(copy: Copy, table: str | None) -> list[Stretch]:
    """A shard, by the months in which its parts end."""

    def month(located: Located) -> str:
        return max((file.month for file in located.part.files), default="")

    return [_stretch(parts, table) for _, parts in groupby(copy.parts, key=month)]


def whole(copy: Copy, table: str | None) -> Stretch:
    """A shard at once."""
    return _stretch(copy.parts, table)


def _stretch(parts: Iterable[Located], table: str | None) -> Stretch:
    return Stretch([_of_table(each, table) for each in parts], table)


def _of_table(located: Located, table: str | None) -> Located:
    """No more of a manifest goes to every worker."""
    own = [file for file in located.part.files if table is None or file.table in {table, ""}]
    return Located(located.place, replace(located.part, files=own, before=[], checkpoint=""))


class Closed(NamedTuple):
    """A gaming day, and the last event that its signed books count; of one on which nothing was, those of the next day
    that was closed. ends: whether it is the last of its month, or of all.
    """

    books_at: int
    day: str
    ends: bool


OfDay = Callable[[sa.Connection, InForce, Closed], Iterable[tuple[str, Sums]]]
"""What a day comes to, and under which rules, as the read models have it when its books end."""


def closed_days(copied: Stretch, span: Span) -> list[Closed]:
    """Every day of a span, in the order in which their books end. copied: all of a property's log."""
    closed: dict[str, int] = {}
    for rows in copied.rows({DAY_CLOSED}):
        for *_, topic, state in rows:
            event: Any = decode(topic, state)
            closed[event.day] = event.books_at
    found, books_at = list[Closed](), 0
    for _, first, last in reversed([*span.days()]):
        for day in reversed([*days(first, last)]):
            books_at = closed.get(day, books_at)
            found.append(Closed(books_at, day, day == last))
    return sorted(found)


class Folds(msgspec.Struct, frozen=True):
    """Read models by their names: those that are folded, and all whose tables are there. of_day: what is taken of each
    closed day. rules: whether it is looked for those in force, too.
    """

    folded: Sequence[str]
    needs: Sequence[str]
    of_day: OfDay | None = None
    rules: bool = False


def fold(
    before: Carried | None, stretch: Stretch, into: Folds, closed: Sequence[Closed] = ()
) -> Carried:
    """Fold a stretch into read models. before: what was carried up to it, None for nothing."""
    carried = Carried() if before is None else before.copy()
    needs = [BY_NAME[name] for name in into.needs]
    engine = projection_engine.in_file(needs, str(carried.path))
    try:
        folding = _Folding(engine, carried, into, closed)
        for located in stretch.parts:
            folding.take(located, stretch.table)
        with begin_write(engine) as connection:
            milestones.clear_all(connection)
    finally:
        engine.dispose()
    return carried


class _Folding:
    """The read models of a shard while a stretch of it is folded."""

    def __init__(
        self, engine: sa.Engine, carried: Carried, into: Folds, closed: Sequence[Closed]
    ) -> None:
        self._engine = engine
        self._carried = carried
        self._into = into
        self._closed = closed
        self._needs = [BY_NAME[name] for name in into.needs]
        self._folded = [BY_NAME[name] for name in into.folded]
        with engine.connect() as connection:
            self._position = projection_engine.position_of(connection, into.folded[0])

    def take(self, located: Located, table: str | None) -> None:
        """Fold a part. table: of which the shard is."""
        topics = {TOPIC_OF[kind] for each in self._folded for kind in each.handlers}
        keep = None if table is None else _concerns(table)
        for rows in _rows(located, topics | SAID if self._into.rules else topics):
            if self._into.rules:
                self._carried.in_force.take(rows)
            log, start = Log(rows, self._position), self._position
            for day in self._due(rows[-1][0] - 1):
                self._catch_up(log, start + bisect_right(rows, day.books_at, key=_POSITION), keep)
                self._take_day(day)
            self._catch_up(log, None, keep)
        for day in self._due(located.part.position):
            self._take_day(day)
        if meters_model.PROJECTION in self._folded:
            _let_go(self._engine, located.part.closed)

    def _due(self, position: int) -> Iterator[Closed]:
        """The days, not taken yet, whose books end by that event."""
        for day in self._closed[self._carried.taken :]:
            if day.books_at > position:
                return
            yield day

    def _catch_up(self, log: Log, upto: int | None, keep: Keep | None) -> None:
        self._position = projection_engine.catch_up(
            self._folded, log, self._engine, upto, keep=keep
        )

    def _take_day(self, day: Closed) -> None:
        of_day = self._into.of_day
        assert of_day is not None  # noqa: S101  else no days are asked for
        with projection_engine.reading(self._engine, self._needs) as connection:
            for rules, sums in of_day(connection, self._carried.in_force, day):
                self._carried.summed.add(day.day, rules, sums)
        self._carried.taken += 1


def _let_go(engine: sa.Engine, closed: str) -> None:
    """Drop what meters took round by round on days up to one that was closed: it is most of their rows, and no figure
    of a group is made of it.
    """
    with begin_write(engine) as connection:
        put(connection, "DELETE FROM meter_rounds WHERE day <= :closed", closed=closed)


def _concerns(table: str) -> Keep:
    """Whether an event is of a table, or says nothing of another."""
    own = f"{_TABLE}{table}"

    def concerns(fact: Fact[Event]) -> bool:
        if fact.stream.startswith(_TABLE):
            return fact.stream == own
        return getattr(fact.event, "table", table) in {table, "", None}

    return concerns
