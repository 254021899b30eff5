"""Copies of the logs of two made-up properties."""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest
import sqlalchemy as sa

from ledger.events.base import Recorded
from ledger.events.day import DayClosed
from ledger.export import write
from ledger.export.place import Place
from ledger.export.write import export
from ledger.seal import note as signed_note
from ledger.seal import sealing
from ledger.seal.memory import Memory
from ledger.seal.sealing import Holder
from ledger.store.engine import make_engine
from ledger.store.recorders import SqlApplicationRecorder
from tests.projections.history import History, make_up, store
from tests.projections.made_up_table import DAYS
from tests.sealing import LOG_PRIVATE, OTHER_PRIVATE
from tests.stores import Files

PROPERTIES = {"harbor-house": LOG_PRIVATE, "pier-nine": OTHER_PRIVATE}
LAST = 4
"""Days that each property was open."""

LAST_DAY = DAYS[LAST - 1]

Engines = dict[str, sa.Engine]


@pytest.fixture(scope="session")
def histories() -> dict[str, History]:
    """What happened at each."""
    return {
        name: make_up(Random(seed), tables=3, days=LAST, rounds=8)
        for seed, name in enumerate(PROPERTIES, 5)
    }


def closed(history: History) -> Recorded:
    """The last day is closed, on books that nobody compares."""
    stream = f"day:{LAST_DAY}"
    version = sum(each.originator_id == stream for each in history.recorded) + 1
    at = history.recorded[-1].event.recorded_at
    who = {"by": "a-1", "second": "a-2", "at": at, "recorded_at": at, "day": LAST_DAY}
    return Recorded(stream, version, DayClosed(books_at=len(history.recorded), books=[], **who))


@pytest.fixture(scope="session")
def engines(
    sqlite_stores: Files,
    histories: dict[str, History],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Engines]:
    """The stores of both, each sealed with its key."""
    home = tmp_path_factory.mktemp("group")
    made = {}
    for name, private in PROPERTIES.items():
        engine = make_engine(sqlite_stores.put(home / f"{name}.db"))
        store(SqlApplicationRecorder(engine), [*histories[name].recorded, closed(histories[name])])
        holder = Holder(signed_note.signer_of(private), Memory(home / f"{name}.key"))
        sealing.seal(engine, holder, lambda: 0)
        made[name] = engine
    yield made
    for engine in made.values():
        engine.dispose()


@pytest.fixture(scope="session")
def copied(engines: Engines, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder with copies of both."""
    home = str(tmp_path_factory.mktemp("copies"))
    for engine in engines.values():
        export(engine, Place(home))
    return home


@pytest.fixture(scope="session")
def in_pieces(engines: Engines, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """A folder with a copy of each in small parts."""
    home = tmp_path_factory.mktemp("pieces")
    with in_parts_of(97):
        for name, engine in engines.items():
            export(engine, Place(str(home / name)))
    return [str(home / name) for name in engines]


@contextmanager
def in_parts_of(events: int) -> Iterator[None]:
    """Exports are made in small parts meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(write, "MOST", events)
        yield
