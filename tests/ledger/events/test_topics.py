"""One registry of topics, complete, and cheap to import."""

import pkgutil
import re
from importlib import import_module

import pytest
from eventsourcing.utils import resolve_topic

import ledger
from ledger.events.base import Event, TableEvent
from ledger.events.link import Award
from ledger.events.topics import SNAPSHOTS, TOPICS
from tests.loaded import loaded


def kinds(cls: type[Event]) -> set[type[Event]]:
    """All classes of events under one, of the program itself."""
    below = {kind for child in cls.__subclasses__() for kind in {child, *kinds(child)}}
    return {kind for kind in below if kind.__module__.startswith("ledger.")}


def test_every_kind_of_event_has_one_topic() -> None:
    for module in pkgutil.walk_packages(ledger.__path__, "ledger."):
        import_module(module.name)
    assert kinds(Event) - {TableEvent, Award} == set(TOPICS.values())
    assert len(set(TOPICS.values())) == len(TOPICS)


def test_a_topic_is_a_noun_and_what_happened_to_it() -> None:
    for topic in [*TOPICS, *SNAPSHOTS]:
        assert re.fullmatch(r"[a-z]+\.[a-z]+(_[a-z]+)*", topic)
    assert not set(TOPICS) & set(SNAPSHOTS)


def test_every_snapshot_has_its_class() -> None:
    for path in SNAPSHOTS.values():
        assert isinstance(resolve_topic(path), type)


UNWANTED = [
    ("ledger.events.topics", "sqlalchemy"),
    ("ledger.store.codec", "sqlalchemy"),
    ("ledger.store.codec", "ledger.rules"),
    ("ledger.store.factory", "psycopg"),
    ("ledger.store.factory", "alembic"),
    ("migrations.version", "alembic"),
]
"""Modules, and what neither they bring nor those before them."""


@pytest.mark.parametrize(("module", "unwanted"), UNWANTED)
def test_a_module_does_not_bring_what_it_need_not(module: str, unwanted: str) -> None:
    modules = dict.fromkeys(each for each, _ in UNWANTED)
    assert unwanted not in loaded(*modules)[module]
