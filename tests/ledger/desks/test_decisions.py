"""The tables of acts are complete: what is said of an act anywhere is said of every kind of it."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import msgspec
import pytest

import ledger
from ledger.day.acts import CountDrops
from ledger.desks import decisions
from ledger.desks import tables as tables_desk
from ledger.desks.decisions import DECIDED_BY
from ledger.desks.ledger import Ledger
from ledger.events.act import Act, Stamp
from ledger.rules.catalogue import Catalogue
from ledger.table.draft import Draft
from ledger.table.state import Table
from ledger.transaction.moments import HELD_AGAINST
from ledger.values.errors import Refused
from tests.ledger.transaction.test_keys import NOON, sample

for file in Path(*ledger.__path__).glob("*/*acts.py"):
    import_module(f"ledger.{file.parent.name}.{file.stem}")


def kinds(of: type[Act] = Act) -> Iterator[type[Act]]:
    """Every kind of act that can be said: others are only built on, or are what a feed calls one."""
    for each in of.__subclasses__():
        if not each.__module__.endswith("acts"):
            continue
        if not each.__name__.endswith("Act"):
            yield each
        yield from kinds(each)


def test_every_kind_of_act_is_decided_held_against_the_time_and_keyed() -> None:
    assert set(kinds()) == DECIDED_BY.keys() == HELD_AGAINST.keys()
    for kind in kinds():
        assert {field.name for field in msgspec.structs.fields(kind)} > kind.READ, kind


def test_an_act_that_comes_to_no_event_is_refused_whichever_kind_it_is(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is decided by what comes to nothing: no way goes round what asks for events."""
    take = tables_desk.take
    nothing = {kind: how if how is take else lambda *_: () for kind, how in DECIDED_BY.items()}
    monkeypatch.setattr(decisions, "DECIDED_BY", nothing)
    undecided = Draft(Table(), Stamp("C-1", 0, 0, "2026-07-11"), Catalogue())
    monkeypatch.setattr(tables_desk, "_decide", lambda *_: undecided)
    refused, before = [], ledger.position
    for kind in sorted(DECIDED_BY, key=lambda kind: kind.__name__):
        with pytest.raises(Refused, match="comes to nothing") as caught:
            ledger.do(sample(kind)[0])
        refused.append(caught.value.refusal.code)
    assert refused == ["nothing_to_record"] * len(DECIDED_BY)
    with pytest.raises(Refused, match="comes to nothing"):
        ledger.do()
    assert ledger.position == before


def test_no_boxes_are_no_count(ledger: Ledger) -> None:
    act = CountDrops(by="A-1", at=NOON, day="2026-07-11", boxes=[])
    with pytest.raises(Refused, match="comes to nothing"):
        ledger.do(act)
