"""ARCHITECTURE.md names every room and every kind of stream there is, and no other."""

import re
from pathlib import Path
from typing import Final

from ledger.events import day as day_events
from ledger.events import feed as feed_events
from ledger.events import form as form_events
from ledger.events import link as link_events
from ledger.events import month as month_events
from ledger.events import operators as operator_events
from ledger.events import paper as paper_events
from ledger.events import pit as pit_events
from ledger.events import property as property_events
from ledger.events import signing as signing_events
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
    named = (
        *(day_events, feed_events, form_events, link_events, month_events, pit_events),
        *(paper_events, signing_events, table_state),
    )
    there = {
        *(module.stream("X").partition(":")[0] for module in named),
        *(
            property_events.STREAM,
            feed_events.TOKENS,
            operator_events.STREAM,
            operator_events.PASSPHRASES.removesuffix(":"),
        ),
    }
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    streams = text[text.index("each stream (") :].partition(")")[0]
    assert {each.partition(":")[0] for each in re.findall(r"`([^`]+)`", streams)} == there
