"""Read models: what a row is, which event changes it, and the rows that a batch of events is
changing.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import cache, cached_property, lru_cache
from types import NoneType
from typing import Any, Final, Generic, TypeVar, get_args

import msgspec
import sqlalchemy as sa

from ledger.events.base import Event
from ledger.events.table import ActUndone
from ledger.store.driver import as_json, ask, run, run_each
from projections.engine import milestones
from projections.engine.facts import E, Facts
from projections.engine.facts import Fact as Fact  # noqa: PLC0414  whoever handles events takes it from here
from projections.engine.milestones import Was

R = TypeVar("R", bound=msgspec.Struct)
T = TypeVar("T")

Values = tuple[Any, ...] | None
"""A row's values in the order of its fields; None: there is no row."""


class Model(Generic[R]):
    """One read-model table. Each field of the row struct is a column of the same name; `None` is
    an unknown value.

    The first `key` fields are the primary key. The first of them, a text, is the page: the rows of
    a page are loaded together, so that one look-up tells which of them exist. index: fields by
    which reports find their rows; also: further ones. few: likewise, and SQL that is true of but a few rows, which a
    report finds that says the very same. past: whether reports look back on it; each row then has the
    milestone after which it last changed, in a column of that name.
    """

    def __init__(
        self,
        name: str,
        row: type[R],
        key: int,
        index: tuple[str, ...] = (),
        also: tuple[tuple[str, ...], ...] = (),
        *,
        few: tuple[tuple[str, ...], str] | None = None,
        past: bool = True,
    ) -> None:
        self.past = past
        self.few = few
        self.name = name
        self.row = row
        self.key = key
        self.indexes = (index, *also) if index else also
        _MADE.append(self)

    @cached_property
    def table(self) -> sa.Table:
        """The table and its indexes, declared when they are first asked for: most commands ask for none."""
        from ledger.store.tables import metadata  # noqa: PLC0415  as said above

        table = self.table_in(metadata, self.name)
        self.index_of(table)
        return table

    def table_in(self, target: sa.MetaData, name: str) -> sa.Table:
        """The table without its indexes; or its like in another MetaData, under another name."""
        fields = msgspec.structs.fields(self.row)
        columns = [_column(f.name, f.type) for f in fields]
        if self.past:
            since = sa.Column("milestone", sa.BigInteger(), nullable=False, server_default="0")
            columns.append(since)
        key = sa.PrimaryKeyConstraint(*(f.name for f in fields[: self.key]))
        return sa.Table(name, target, *columns, key)

    @property
    def columns(self) -> list[sa.Column[Any]]:
        """Those of the row, in its order."""
        return [self.table.c[name] for name in self.row.__struct_fields__]

    def index_of(self, table: sa.Table) -> None:
        """Declare the indexes, named after the table."""
        for index in self.indexes:
            sa.Index(_index_name(table, index), *(table.c[f] for f in index))

    def index_few(self, table: sa.Table) -> None:
        """Declare that of few rows, if any: SQLAlchemy loads what it knows of each database for it."""
        if self.few is not None and len(table.indexes) == len(self.indexes):
            of: sa.ColumnElement[bool] = sa.literal_column(self.few[1])  # As it is written.
            name, columns = _index_name(table, self.few[0]), (table.c[f] for f in self.few[0])
            sa.Index(name, *columns, sqlite_where=of, postgresql_where=of)


_MADE: Final[list[Model[Any]]] = []


def whole_metadata() -> sa.MetaData:
    """The store's tables, with those of all read models that are imported."""
    from ledger.store.tables import metadata  # noqa: PLC0415  most commands ask for none

    for model in _MADE:
        model.index_few(model.table)  # Asked for, they are declared.
    return metadata


def _index_name(table: sa.Table, fields: Iterable[str]) -> str:
    return f"ix_{table.name}_{'_'.join(fields)}"


def _column(name: str, kind: Any) -> sa.Column[Any]:
    from ledger.store.tables import Name  # noqa: PLC0415  as said above

    # Text in byte order on both databases, so that reports and dumps come in the same order.
    types: Mapping[type, sa.types.TypeEngine[Any]] = {int: sa.BigInteger(), str: Name}
    parts = get_args(kind)
    base = next(part for part in parts if part is not NoneType) if parts else kind
    return sa.Column(name, types[base], nullable=NoneType in parts)


Reader = Callable[[sa.Connection, Model[Any], sa.Table, list[str]], Iterable[Sequence[Any]]]
"""Reads the rows of pages: the values of each, and the milestone after which it last changed where it has one."""


def stored(
    connection: sa.Connection, _: Model[Any], table: sa.Table, pages: list[str]
) -> Iterable[Sequence[Any]]:
    """The rows of pages as they are in a table."""
    return ask(connection, of_pages(table), pages=pages)


def none_yet(
    _: sa.Connection, __: Model[Any], ___: sa.Table, ____: list[str]
) -> Iterable[Sequence[Any]]:
    """The rows of pages in a table in which there are none but those that are held."""
    return ()


HELD: Final = 1_000
HELD_OF_CHANGED: Final = 2
"""So many rows, and so many times those that a batch changed, may be held of a model from it to the next."""


class _Shelf(Generic[R]):
    """The rows of one model in a batch: as loaded, and as they are now (None: there is none). since: the milestone
    after which each last changed. beginning: by how many first values, the keys that begin with the same, from when
    such are first asked for.
    """

    __slots__ = ("beginning", "loaded", "model", "pages", "reader", "rows", "since", "table")

    def __init__(self, model: Model[R], table: sa.Table, reader: Reader) -> None:
        self.model = model
        self.table = table
        self.reader = reader
        self.pages: set[str] = set()
        self.rows: dict[tuple[Any, ...], R | None] = {}
        self.loaded: dict[tuple[Any, ...], tuple[Any, ...]] = {}
        self.since: dict[tuple[Any, ...], int] = {}
        self.beginning: dict[int, dict[tuple[Any, ...], dict[tuple[Any, ...], None]]] = {}

    def put(self, key: tuple[Any, ...], row: R) -> None:
        """Have the row of a key be this one."""
        self.rows[key] = row
        if self.beginning:
            for many, keys in self.beginning.items():
                keys.setdefault(key[:many], {})[key] = None

    def keys_of(self, first: tuple[Any, ...]) -> Iterable[tuple[Any, ...]]:
        """The keys that begin with these values, of a page that was loaded, and of some rows that are there no more."""
        keys = self.beginning.get(len(first))
        if keys is None:
            keys = self.beginning[len(first)] = {}
            for key in self.rows:
                keys.setdefault(key[: len(first)], {})[key] = None
        return keys.get(first, ())

    def load(self, connection: sa.Connection, pages: Iterable[str]) -> None:
        missing = [page for page in pages if page not in self.pages]
        if not missing:
            return
        self.pages.update(missing)
        for values in self.reader(connection, self.model, self.table, missing):
            row = tuple(values)
            key = row[: self.model.key]
            if key in self.rows:
                continue  # It was saved since, and may have changed again.
            if self.model.past:
                self.since[key], row = row[-1], row[:-1]
            self.loaded[key] = row
            self.put(key, self.model.row(*row))

    def write(self, connection: sa.Connection, milestone: int) -> list[Was]:
        """Save what differs; what it was at the last milestone, where that is not kept yet."""
        changes = self.differing()
        was: dict[int, list[tuple[Any, ...]]] = {}
        for key in changes:
            since = self.since.get(key, milestone)
            if since < milestone and key in self.loaded:
                was.setdefault(since, []).append(self.loaded[key])
        if gone := [key for key, now in changes.items() if now is None]:
            _remove(connection, self.table, gone)
        if len(gone) < len(changes):
            self._save(connection, changes, milestone if self.model.past else None)
        self._saved(changes, milestone)
        return [Was(self.table.name, since, milestone, rows) for since, rows in was.items()]

    def _save(
        self,
        connection: sa.Connection,
        changes: Mapping[tuple[Any, ...], Values],
        milestone: int | None,
    ) -> None:
        """Insert or replace the rows that are there, in the way that is fastest on each database: batches spend their
        time here.
        """
        database = connection.dialect.name
        statement = _upsert(self.table, database, milestone)
        if database == "postgresql":
            rows = [row for key in changes if (row := self.rows[key]) is not None]
            run(connection, statement, (as_json(rows),))
        else:
            run_each(connection, statement, [*filter(None, changes.values())])

    def _saved(self, changes: Mapping[tuple[Any, ...], Values], milestone: int) -> None:
        """What is in the table now is as if loaded. Where little of it changed, most is of the past, and let go."""
        if len(self.rows) > HELD + HELD_OF_CHANGED * len(changes):
            for each in (self.rows, self.loaded, self.since, self.pages, self.beginning):
                each.clear()
            self.reader = stored
            return
        if self.model.past:
            self.since.update(dict.fromkeys(changes, milestone))
        for key, now in changes.items():
            if now is None:
                self.loaded.pop(key)
            else:
                self.loaded[key] = now

    def differing(self) -> dict[tuple[Any, ...], Values]:
        """The rows that differ from what was loaded, by their keys; None: there is no more."""
        astuple, before = msgspec.structs.astuple, self.loaded.get
        return {
            key: now
            for key, row in self.rows.items()
            if (now := None if row is None else astuple(row)) != before(key)
        }


@cache
def of_pages(table: sa.Table) -> str:
    """The rows of the pages that are named, as it is asked for."""
    names = [f'"{column.name}"' for column in table.columns]
    return f"SELECT {', '.join(names)} FROM {table.name} WHERE {names[0]} IN (:pages)"  # noqa: S608  models' names


@lru_cache(maxsize=200)
def _delete(table: sa.Table, database: str) -> str:
    key = [f'"{column.name}"' for column in table.primary_key]
    if database == "postgresql":
        same = " AND ".join(f"live.{name} = gone.{name}" for name in key)
        gone = f"json_populate_recordset(NULL::{table.name}, %s) AS gone"
        return f"DELETE FROM {table.name} AS live USING {gone} WHERE {same}"  # noqa: S608  models' names
    same = " AND ".join(f"{name} = ?" for name in key)
    return f"DELETE FROM {table.name} WHERE {same}"  # noqa: S608  likewise


def _remove(connection: sa.Connection, table: sa.Table, keys: Sequence[tuple[Any, ...]]) -> None:
    statement = _delete(table, connection.dialect.name)
    if connection.dialect.name == "postgresql":
        names = [column.name for column in table.primary_key]
        gone = [dict(zip(names, key, strict=True)) for key in keys]
        run(connection, statement, (as_json(gone),))
    else:
        run_each(connection, statement, keys)


@lru_cache(maxsize=200)
def _upsert(table: sa.Table, database: str, milestone: int | None) -> str:
    columns = [f'"{column.name}"' for column in table.columns]
    key = [f'"{column.name}"' for column in table.primary_key]
    names = ", ".join(columns)
    if database == "postgresql":
        values = columns if milestone is None else [*columns[:-1], str(milestone)]
        rows = f"json_populate_recordset(NULL::{table.name}, %s)"
        source = f"SELECT {', '.join(values)} FROM {rows}"  # noqa: S608  models' names
    else:
        values = ["?"] * len(columns) if milestone is None else ["?"] * (len(columns) - 1)
        values += [] if milestone is None else [str(milestone)]
        source = f"VALUES ({', '.join(values)})"
    changes = ", ".join(f"{name} = excluded.{name}" for name in columns if name not in key)
    conflict = f"ON CONFLICT ({', '.join(key)}) DO UPDATE SET {changes}"
    return f"INSERT INTO {table.name} ({names}) {source} {conflict}"


class Rows:
    """The rows of a projection during one batch. Handlers change what they are given; `write`
    saves what differs.

    connection: the transaction in which the batch is folded and saved. tables: where each model's
    rows are kept. start: the event after which the batch begins. reader: reads the rows of pages. worked_out: of the
    batch's facts, as in `Facts`.
    """

    __slots__ = ("_connection", "_shelves", "_start", "_watched", "worked_out")

    def __init__(
        self,
        connection: sa.Connection,
        tables: Mapping[Model[Any], sa.Table],
        start: int = 0,
        reader: Reader = stored,
    ) -> None:
        self.go_on(connection, start)
        self.worked_out: dict[int, Any] = {}
        self._watched: dict[tuple[Model[Any], tuple[Any, ...]], Values] | None = None
        self._shelves = {model: _Shelf(model, table, reader) for model, table in tables.items()}

    def go_on(self, connection: sa.Connection, start: int) -> None:
        """From here on in another transaction, before which nobody else has changed the rows that were saved."""
        self._connection = connection
        self._start = start

    def load(self, model: Model[Any], pages: Iterable[str]) -> None:
        """Load many pages in one look-up."""
        self._shelves[model].load(self._connection, pages)

    def get(self, model: Model[R], *key: Any) -> R | None:
        """The row of a key, or None."""
        shelf: _Shelf[R] = self._shelves[model]
        row = shelf.rows.get(key)
        if row is None and key[0] not in shelf.pages and key not in shelf.rows:
            shelf.load(self._connection, (key[0],))
            row = shelf.rows.get(key)
        if self._watched is not None:
            self._note(model, key)
        return row

    def at(self, model: Model[R], *key: Any) -> R:
        """The row of a key; a blank one where there is none yet."""
        row: R | None = self._shelves[model].rows.get(key)
        if row is None or self._watched is not None:
            row = self.get(model, *key)
            if row is None:
                row = model.row(*key)
                self._shelves[model].put(key, row)
        return row

    def of(self, model: Model[R], *first: Any) -> list[R]:
        """All rows whose key begins with these values, the page and what follows it, in no order."""
        shelf: _Shelf[R] = self._shelves[model]
        if first[0] not in shelf.pages:
            shelf.load(self._connection, first[:1])
        there = [key for key in shelf.keys_of(first) if shelf.rows[key] is not None]
        if self._watched is not None:
            # In order of their keys: a journal is the same however they were read.
            for key in sorted(there):
                self._note(model, key)
        return [row for key in there if (row := shelf.rows[key]) is not None]

    def add(self, model: Model[R], row: R) -> None:
        """A row that no other event makes or changes, such as one per event: written without
        looking for it.
        """
        key = msgspec.structs.astuple(row)[: model.key]
        if self._watched is not None:
            self._note(model, key)
        self._shelves[model].put(key, row)

    def remove(self, model: Model[R], *key: Any) -> None:
        """Take away the row of a key that was got before."""
        if self._watched is not None:
            self._note(model, key)
        self._shelves[model].rows[key] = None

    def once(self, fact: Fact[Any], work: Callable[[Any], T]) -> T:
        """What all read models ask in one way of this kind of event, by its lines: worked out for the first of them."""
        found: T | None = self.worked_out.get(fact.position)
        if found is None:
            found = self.worked_out[fact.position] = work(fact.event.lines)
        return found

    def values(self, model: Model[Any], *key: Any) -> Values:
        """The values of the row of a key, None where there is none."""
        row = self.get(model, *key)
        return None if row is None else msgspec.structs.astuple(row)

    def put(self, model: Model[Any], key: tuple[Any, ...], values: Sequence[Any] | None) -> None:
        """Have the row of a key that was got before be this, or none."""
        if values is None:
            self._shelves[model].rows[key] = None
        else:
            self._shelves[model].put(key, model.row(*values))

    def watch(self) -> None:
        """Notice from now on what rows were before a handler gets them."""
        self._watched = {}

    def changes(self) -> list[tuple[Model[Any], tuple[Any, ...], Values, Values]]:
        """The rows that have changed since: model, key, values before and now. Nothing more is noticed."""
        watched, self._watched = self._watched or {}, None
        found = []
        for (model, key), before in watched.items():
            row = self._shelves[model].rows.get(key)
            now = None if row is None else msgspec.structs.astuple(row)
            if now != before:
                found.append((model, key, before, now))
        return found

    def _note(self, model: Model[Any], key: tuple[Any, ...]) -> None:
        place = (model, key)
        if self._watched is not None and place not in self._watched:
            row = self._shelves[model].rows.get(key)
            self._watched[place] = None if row is None else msgspec.structs.astuple(row)

    def write(self) -> None:
        """Save every row that differs from what was loaded, and keep what it was at the last milestone."""
        was: list[Was] = []
        for shelf in self._shelves.values():
            was += shelf.write(self._connection, milestones.number(self._start))
        milestones.keep(self._connection, self._start, was)

    def differing(self, model: Model[Any]) -> dict[tuple[Any, ...], Values]:
        """The rows that differ from what was loaded, by their keys; None: there is no more."""
        return self._shelves[model].differing()

    def loaded(self, model: Model[Any]) -> Set[tuple[Any, ...]]:
        """The keys of the rows that were loaded."""
        return self._shelves[model].loaded.keys()


Handler = Callable[[Rows, Fact[E]], None]
Pages = Callable[[Sequence[Fact[E]]], Iterable[str]]
Sift = Callable[[Rows, Facts, Mapping[int, Fact[Any]]], Iterable[Fact[Any]]]


class JournalRow(msgspec.Struct, gc=False):
    """What the last events of a table changed in a projection's rows, as far as an undo may reach, in JSON."""

    stream: str
    entries: str = "[]"


def journal_of(name: str) -> Model[JournalRow]:
    """The journal of a projection of that name."""
    return Model(f"{name}_journal", JournalRow, key=1, past=False)


def _no_more(_: Rows, __: Fact[ActUndone]) -> None:
    """What was taken back is gone already when a projection's own handler hears of it."""


class Projection(msgspec.Struct, frozen=True, eq=False):
    """Read models that are folded together, and which function folds which event.

    name: what its position in the log is tracked under. handlers: by event class; filled by `on`.
    ahead: by event class, the pages of models that a handler will ask for on all events of a batch, so that it loads
    them in one look-up a model. journal: what it needs to take back what tables' events changed, one of its models;
    None where it handles none that can be taken back, or only says where they are. stays: models whose rows say that
    a number was used, which stays true. sift: of the facts of a batch those that are to be folded, in no order, others
    of no handler among them; what it leaves out would change nothing. It is given those that the journal keeps, by
    position: these are folded in any case. None: all are.
    """

    name: str
    models: tuple[Model[Any], ...]
    journal: Model[JournalRow] | None = None
    stays: tuple[Model[Any], ...] = ()
    sift: Sift | None = None
    handlers: dict[type[Event], Handler[Any]] = {}
    ahead: dict[type[Event], list[tuple[Model[Any], Pages[Any]]]] = {}

    def __post_init__(self) -> None:
        """One with a journal is told of what is taken back."""
        if self.journal is not None:
            self.handlers[ActUndone] = _no_more

    def on(
        self,
        kind: type[E],
        *,
        model: Model[Any] | None = None,
        pages: Pages[E] | None = None,
        also: Mapping[Model[Any], Pages[E]] | None = None,
    ) -> Callable[[Handler[E]], Handler[E]]:
        """Register a handler. pages: those of the model that it will ask for, where they are many
        and small; also: those of further models.
        """

        # In quotes, since each of hundreds of handlers would have it worked out anew.
        def register(handler: "Handler[E]") -> "Handler[E]":
            self.handlers[kind] = handler
            wanted = dict(also or {})
            if model is not None and pages is not None:
                wanted[model] = pages
            if wanted:
                self.ahead[kind] = list(wanted.items())
            return handler

        return register
