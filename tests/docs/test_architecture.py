"""ARCHITECTURE.md names every room and every kind of stream there is, and no other."""

import re
from importlib import import_module
from inspect import signature
from pathlib import Path
from pkgutil import iter_modules
from typing import Final

from ledger import events
from ledger.events import feed as feed_events
from ledger.events import operators as operator_events
from ledger.events import property as property_events
from ledger.table import state as table_state

ROOT: Final = Path(__file__).parents[2]


def _named() -> set[str]:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    table = text[text.index("| room | what it holds |") :].partition("\n\n")[0]
    rooms = set()
    for cell in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE):
        first, *others = re.findall(r"`([\w/]+)/`", cell)
        within = first.rpartition("/")[0]
        rooms |= {first, *(f"{within}/{other}" for other in others)}
    return rooms


def test_every_room_is_in_the_table() -> None:
    there = {
        str(path.parent.relative_to(ROOT))
        for within in ("ledger", "projections")
        for path in (ROOT / within).glob("*/__init__.py")
    }
    assert there <= _named()


def test_the_table_names_no_other() -> None:
    assert [room for room in _named() if not (ROOT / room).is_dir()] == []


def test_every_kind_of_stream_is_named() -> None:
    of_events = (
        import_module(f"{events.__name__}.{each.name}") for each in iter_modules(events.__path__)
    )
    streams = (each.stream for each in (*of_events, table_state) if hasattr(each, "stream"))
    there = {
        *(
            stream(*("X" for _ in signature(stream).parameters)).partition(":")[0]
            for stream in streams
        ),
        *(
            property_events.STREAM,
            feed_events.TOKENS,
            operator_events.STREAM,
            operator_events.PASSPHRASES.removesuffix(":"),
        ),
    }
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    said = text[text.index("each stream (") :].partition(")")[0]
    assert {each.partition(":")[0] for each in re.findall(r"`([^`]+)`", said)} == there
