"""How rows go back: what the last events of each table changed in them, kept as far back as an undo may reach.

No handler has an inverse. While a handler folds an event that may be taken back, the rows notice what they were and
what they become; when the event is taken back, each field gets back what it had, and a sum that others have added to
since loses what the event had added. What is put to the books and stays is kept as little as what others add. What is
kept of a table goes when its next round begins or something is signed: by the same rules the ledger refuses an undo
that would go farther.
"""

from collections.abc import Iterable, Sequence, Set
from typing import Any, Final, NamedTuple

import msgspec

from ledger.events import table as e
from ledger.events.base import Event
from ledger.events.undoing import POSTED, REACH, entry_of, is_barrier, round_played
from projections.engine.model import Fact, Handler, JournalRow, Model, Projection, Rows, Values

TABLES: Final = "table:"


class Change(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A row before and after an event, as its values; None where there was none. model: its place in the projection."""

    model: int
    key: tuple[Any, ...]
    before: Values
    after: Values


class Entry(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What an event changed. round: that it was played in, or "". act: what the events of its entry share."""

    version: int
    round: str
    act: tuple[str | int, ...]
    changes: list[Change]


class Said(NamedTuple):
    """What of an event decides how far back an undo reaches. round, act: as of an entry. barrier: it stops there."""

    round: str
    act: tuple[str | int, ...]
    barrier: bool


class Tables(NamedTuple):
    """What of a batch is alike for all read models. streams: of the tables in it. undone: those in which something is
    taken back. said: by its events, by position, worked out when the first asks.
    """

    streams: Set[str]
    undone: Set[str]
    said: dict[int, Said]


def streams_of_tables(streams: Iterable[str]) -> set[str]:
    """Those that are a table's."""
    return {stream for stream in streams if stream.startswith(TABLES)}


_DECODE: Final = msgspec.json.Decoder(list[Entry]).decode
_ENCODE: Final = msgspec.json.Encoder().encode


class Journal:
    """What is kept of the tables in a batch. kept: by position, the facts that are to be folded here."""

    def __init__(
        self,
        projection: Projection,
        model: Model[JournalRow],
        rows: Rows,
        facts: Sequence[Fact[Event]],
        tables: Tables,
    ) -> None:
        self._model = model
        self._places = {
            model: n for n, model in enumerate(projection.models) if model not in projection.stays
        }
        self._models = projection.models
        self._handled = projection.handlers.keys()
        self._rows = rows
        self._entries: dict[str, list[Entry]] = {}
        self._tables = tables
        worth, self._begun = self._worth_keeping(facts)
        self.kept = {fact.position: fact for fact in worth}
        rows.load(self._model, {fact.stream for fact in worth})

    def fold(self, fact: Fact[Event], handler: Handler[Any]) -> None:
        """Fold an event and keep what it changed, or take back what another one did."""
        entries = self._of(fact.stream)
        if isinstance(fact.event, e.ActUndone):
            self._take_back(entries, fact.event.first, fact.event.last)
            handler(self._rows, fact)
            return
        if type(fact.event) in POSTED:
            handler(self._rows, fact)
            return
        self._rows.watch()
        handler(self._rows, fact)
        changes = [
            Change(self._places[model], key, before, after)
            for model, key, before, after in self._rows.changes()
            if model in self._places
        ]
        said = self._said_by(fact)
        if fact.stream not in self._begun:  # Else nothing comes here that is out of reach.
            _forget(entries, said)
        entries.append(Entry(fact.version, said.round, said.act, changes))
        del entries[:-REACH]

    def write(self) -> None:
        """Put what is kept now into the rows that are saved."""
        for stream, entries in self._entries.items():
            if entries:
                self._rows.at(self._model, stream).entries = _ENCODE(entries).decode()
            elif self._rows.get(self._model, stream) is not None:
                self._rows.remove(self._model, stream)

    def _of(self, stream: str) -> list[Entry]:
        if stream not in self._entries:
            row = None if stream in self._begun else self._rows.get(self._model, stream)
            self._entries[stream] = _DECODE(row.entries) if row is not None else []
        return self._entries[stream]

    def _said_by(self, fact: Fact[Event]) -> Said:
        said = self._tables.said.get(fact.position)
        if said is None:
            event = fact.event
            said = Said(round_played(event), entry_of(fact.version, event), is_barrier(event))
            self._tables.said[fact.position] = said
        return said

    def _worth_keeping(self, facts: Sequence[Fact[Event]]) -> tuple[list[Fact[Event]], set[str]]:
        """Which facts of a batch are kept or taken back at its end, and the streams of which nothing before them is.

        Read from the end: most of a long batch is out of an undo's reach.
        """
        kept: list[Fact[Event]] = []
        rounds: dict[str, str] = {}
        signed: dict[str, tuple[Any, ...]] = {}
        begun: set[str] = set()
        left, undone = set(self._tables.streams), self._tables.undone
        for fact in reversed(facts):
            stream = fact.stream
            if stream not in left or type(fact.event) not in self._handled:
                continue
            if stream not in undone:
                said = self._said_by(fact)
                other = said.round and rounds.setdefault(stream, said.round) != said.round
                if other or signed.get(stream, said.act) != said.act:
                    begun.add(stream)
                    left.remove(stream)
                    if not left:
                        break
                    continue
                if said.barrier:
                    signed[stream] = said.act
            kept.append(fact)
        return kept, begun

    def _take_back(self, entries: list[Entry], first: int, last: int) -> None:
        """From the last event to the first. What was put to the books since stays, as what others added does."""
        for n in reversed(range(len(entries))):
            if entries[n].version < first:
                break
            if entries[n].version <= last:
                self._go_back(entries.pop(n))

    def _go_back(self, entry: Entry) -> None:
        for change in reversed(entry.changes):
            model = self._models[change.model]
            now = self._rows.values(model, *change.key)
            self._rows.put(model, change.key, _without(model, change, now))


def _without(model: Model[Any], change: Change, now: Values) -> Values:
    """What a row is without a change, whatever others have done to it since; None: there is none."""
    if now == change.after:
        return change.before
    blank = msgspec.structs.astuple(model.row(*change.key))
    before, after, current = (x or blank for x in (change.before, change.after, now))
    left = tuple(_field(*each) for each in zip(before, after, current, strict=True))
    return None if change.before is None and left == blank else left


def _field(before: Any, after: Any, current: Any) -> Any:
    if current == after:
        return before
    if isinstance(after, int) and isinstance(current, int):
        return current - after + (before or 0)
    return current


def _forget(entries: list[Entry], said: Said) -> None:
    """Let go of what no undo reaches any more now that an event that says this is there."""
    if said.barrier:
        keep = len(entries)
        while keep and entries[keep - 1].act == said.act:
            keep -= 1
        del entries[:keep]
    elif said.round:
        for n in range(len(entries) - 1, -1, -1):
            if entries[n].round not in ("", said.round):
                del entries[: n + 1]
                return
