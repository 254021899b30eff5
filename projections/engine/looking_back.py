"""Read models as they stood after an event, from the last milestone before it: only what came since is folded.

Nothing is written into the store, so that a copy, a standby and a role that only reads do as well. What was folded is
in memory; each statement of a report finds it, together with the rows that have not changed since the milestone, under
the names of the live tables.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from ledger.events.table import ActUndone
from ledger.store.codec import DECODERS, TOPIC_OF
from ledger.store.driver import SAID, as_json, ask, put, run_each, value_of
from ledger.store.schema import COMMON, PLACE, RARE
from ledger.values.progress import Progress
from projections.engine import engine as projection_engine
from projections.engine import milestones
from projections.engine.batch import Source, play, read, unswept
from projections.engine.engine import Until
from projections.engine.model import Model, Projection, Rows, Values, of_pages
from projections.engine.once import READ, of_one_reading

_GONE: Final = -1
"""In the place of a milestone, of a row that is there no more."""

Changed = dict[tuple[Any, ...], Values]


class Reach(NamedTuple):
    """What of the log counts to a moment: all up to the position `whole`; after it, what `until` says yes to, all of
    which lies in `parts`, each after one position and up to another, in order.
    """

    whole: int
    parts: Sequence[tuple[int, int]] = ()
    until: Until | None = None

    def after(self, position: int) -> list[tuple[int, int]]:
        """What is to be folded of the log after a position up to which all counts."""
        stretches = [(position, self.whole), *self.parts]
        return [(start, end) for start, end in stretches if start < end]


class Past:
    """Read models at a milestone, and on from there. connection: reads one snapshot of the store."""

    def __init__(
        self,
        connection: sa.Connection,
        needs: Sequence[Projection],
        source: Source,
        milestone: int,
        progress: Progress | None,
    ) -> None:
        self.connection = connection
        self.position = milestones.position(milestone)
        self._needs = needs
        self._source = source
        self._milestone = milestone
        self._progress = progress
        self._models = {model.name: model for each in needs for model in each.models if model.past}
        self._folded_by = {model: each for each in needs for model in each.models}
        self._kept: dict[Model[Any], dict[str, list[tuple[Any, ...]]]] = {}
        self._rows = {
            each: Rows(
                connection,
                {model: model.table for model in each.models},
                self.position,
                self._read,
            )
            for each in needs
        }
        kinds = {name: model.row for name, model in self._models.items()}
        for name, values in milestones.at(connection, kinds, milestone):
            pages = self._kept.setdefault(self._models[name], {})
            pages.setdefault(values[0], []).append(values)

    @contextmanager
    def shown_at(self, reach: Reach) -> Iterator[sa.Connection]:
        """The same connection; under the live tables' names it finds the read models as they stood then."""
        self._fold_to(reach)
        position = self.position if reach.until is None else reach.until.last or self._last_event()
        try:
            parts = {name: self._as_then(model) for name, model in self._models.items()}
            parts["tracking"] = self._tracked(position)
            with _found_in(self.connection, parts):
                yield of_one_reading(self.connection.execution_options(**{READ: ()}))
        finally:
            _clear(self.connection, self._models)

    def _fold_to(self, reach: Reach) -> None:
        for start, end in reach.after(self.position):
            self.position = start
            while self.position < end:
                with unswept():
                    batch = read(self._needs, self._source, self.position, end, reach.until)
                    for each, rows in self._rows.items():
                        play(each, rows, batch)
                self.position = batch.end
                if self._progress is not None:
                    self._progress(batch.end, end)

    def _last_event(self) -> int:
        """The last one, up to the milestone, that counts to any of the read models."""
        topics = {TOPIC_OF[kind] for each in self._needs for kind in each.handlers}
        return last_of(self.connection, topics, milestones.position(self._milestone))

    def _read(
        self, connection: sa.Connection, model: Model[Any], table: sa.Table, pages: list[str]
    ) -> Iterator[Sequence[Any]]:
        """The rows of pages as they were at the milestone."""
        if not model.past:
            return
        unchanged = f"{of_pages(table)} AND milestone < :then"
        yield from ask(connection, unchanged, pages=pages, then=self._milestone)
        kept = self._kept.get(model, {})
        for page in pages:
            for values in kept.get(page, ()):
                yield (*values, self._milestone)

    def _as_then(self, model: Model[Any]) -> str:
        """A query for the rows of a model as they are now folded."""
        columns = ", ".join(f'"{column.name}"' for column in model.table.columns)
        live = f"SELECT {columns} FROM {_schema(self.connection)}.{model.name} AS live"  # noqa: S608  models' names
        live += f" WHERE milestone < {self._milestone}"
        kept = {
            row[: model.key]: row for rows in self._kept.get(model, {}).values() for row in rows
        }
        folded = self._rows[self._folded_by[model]]
        changed: Changed = {**kept, **folded.differing(model)}
        if not changed:
            return live
        aside = _PUT_ASIDE_ON[self.connection.dialect.name](self.connection, model, changed)
        there = f"SELECT {columns} FROM {aside} AS aside WHERE milestone > {_GONE}"  # noqa: S608  likewise
        # Without a look at each row the database finds the greatest by an index.
        if not (folded.loaded(model) & changed.keys()) - kept.keys():
            return f"{live} UNION ALL {there}"
        key = (f'"{column.name}"' for column in model.table.primary_key)
        same = " AND ".join(f"aside.{name} = live.{name}" for name in key)
        unchanged = f"{live} AND NOT EXISTS (SELECT 1 FROM {aside} AS aside WHERE {same})"  # noqa: S608  likewise
        return f"{unchanged} UNION ALL {there}"

    def _tracked(self, position: int) -> str:
        return " UNION ALL ".join(
            f"SELECT '{each.name}' AS name, {position} AS position" for each in self._needs
        )


@contextmanager
def looking_back(
    needs: Sequence[Projection],
    source: Source,
    engine: sa.Engine,
    reach: Reach,
    progress: Progress | None = None,
) -> Iterator[Past | None]:
    """Read models at the last milestone up to which all counts, from which their past is kept; None where there is
    none after the beginning of the log.
    """
    if not milestones.number(reach.whole):
        yield None
        return
    with projection_engine.reading(engine, needs) as connection:
        milestone = _last(connection, needs, source, reach)
        yield Past(connection, needs, source, milestone, progress) if milestone else None


def _last(
    connection: sa.Connection, needs: Sequence[Projection], source: Source, reach: Reach
) -> int | None:
    counted = min(projection_engine.positions(connection, needs).values())
    first = milestones.begun(connection, [each.name for each in needs])
    if first is None:
        return None
    last = milestones.number(min(reach.whole, counted))
    last = _before_undone(connection, source, last, reach)
    return last if last >= first else None


def _before_undone(connection: sa.Connection, source: Source, milestone: int, reach: Reach) -> int:
    """The last milestone up to this one that has before it nothing that is taken back after it: what an event changed
    is known to whoever folded it.
    """
    stretches = reach.after(milestones.position(milestone))
    while stretches:
        start, end = stretches.pop()
        rows = source.select_rows(start, end - start, end, [TOPIC_OF[ActUndone]])
        undone = [(stream, DECODERS[topic](state).first) for _, stream, _, topic, state in rows]
        places = [
            value_of(connection, PLACE, stream=stream, version=version) or 0
            for stream, version in undone
        ]
        earlier = min([milestone, *(milestones.number(max(place - 1, 0)) for place in places)])
        if earlier < milestone:
            stretches.append((milestones.position(earlier), milestones.position(milestone)))
            milestone = earlier
    return milestone


def last_of(connection: sa.Connection, topics: set[str], upto: int) -> int:
    """The last event of these kinds up to a position, 0 where there is none: of rare ones by their index; of those that
    come with every hand the last is near.
    """
    rare, common = topics.difference(COMMON), topics.intersection(COMMON)
    found = ask(connection, _LAST_OF_EACH, topics=[*rare], upto=upto)
    last = max((position for (position,) in found if position is not None), default=0)
    near = value_of(connection, _LAST_AFTER, topics=[*common], after=last, upto=upto)
    return near or last


_LAST_OF_EACH: Final = f"""
    SELECT (SELECT max(position) FROM events WHERE topic = value AND position <= :upto AND {RARE})
    FROM (:topics) AS topics
"""  # noqa: S608  of constants
_LAST_AFTER: Final = (
    "SELECT position FROM events WHERE position > :after AND position <= :upto AND topic IN (:topics)"
    " ORDER BY position DESC LIMIT 1"
)


def _schema(connection: sa.Connection) -> str:
    return "public" if connection.dialect.name == "postgresql" else "main"


def _aside(name: str) -> str:
    return f"{name}_then"


def _with_milestone(model: Model[Any], rows: Changed) -> list[tuple[Any, ...]]:
    blank = (None,) * (len(model.row.__struct_fields__) - model.key)
    return [(*values, 0) if values else (*key, *blank, _GONE) for key, values in rows.items()]


def _into_table(connection: sa.Connection, model: Model[Any], rows: Changed) -> str:
    """Rows in a table that only this connection sees, which SQLite has in a read-only store too."""
    names = [f'"{column.name}"' for column in model.table.columns]
    key = ", ".join(f'"{column.name}"' for column in model.table.primary_key)
    aside = f"temp.{_aside(model.name)}"
    put(connection, f"CREATE TABLE {aside} ({', '.join(names)}, PRIMARY KEY ({key}))")
    into = f"INSERT INTO {aside} VALUES ({', '.join('?' for _ in names)})"  # noqa: S608  models' names
    run_each(connection, into, _with_milestone(model, rows))
    return aside


def _into_setting(connection: sa.Connection, model: Model[Any], rows: Changed) -> str:
    """Rows in a setting of the transaction, since PostgreSQL makes no table for who may only read."""
    setting = f"pit.{_aside(model.name)}"
    names = [column.name for column in model.table.columns]
    values = _with_milestone(model, rows)
    content = as_json([dict(zip(names, each, strict=True)) for each in values])
    put(connection, "SELECT set_config(:name, :content, true)", name=setting, content=content)
    return f"json_populate_recordset(NULL::public.{model.name}, current_setting('{setting}')::json)"


_PUT_ASIDE_ON: Final = {"sqlite": _into_table, "postgresql": _into_setting}


def _clear(connection: sa.Connection, names: Mapping[str, object]) -> None:
    if connection.dialect.name == "sqlite":
        for name in names:
            put(connection, f"DROP TABLE IF EXISTS temp.{_aside(name)}")


@contextmanager
def _found_in(connection: sa.Connection, parts: Mapping[str, str]) -> Iterator[None]:
    """Have statements find queries under these names: one to each place in which a table is named, since SQLite looks
    through all rows of a query that is named twice.
    """
    names = "|".join(parts)
    table = re.compile(rf"\b(FROM|JOIN) ({names})\b( AS)?")
    elsewhere = re.compile(rf"(?<! AS )\b({names})\b(?!\.)")

    def rewritten(statement: str) -> str:
        queries: list[str] = []

        def named(found: re.Match[str]) -> str:
            where, name, _ = found.groups()
            ours = f"{name}_{len(queries)}_then"
            queries.append(f"{ours} AS NOT MATERIALIZED ({parts[name]})")
            return f"{where} {ours} AS" if found[3] else f"{where} {ours} AS {name}"

        theirs = table.sub(named, statement)
        left = dict.fromkeys(elsewhere.findall(theirs))
        queries += (f"{name} AS NOT MATERIALIZED ({parts[name]})" for name in left)
        if not queries:
            return statement
        between = ", " if theirs.startswith("WITH ") else " "
        return f"WITH {', '.join(queries)}{between}{theirs.removeprefix('WITH ')}"

    connection.execution_options(**{SAID: rewritten})
    try:
        yield
    finally:
        connection.execution_options(**{SAID: None})
