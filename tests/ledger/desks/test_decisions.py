"""The tables of acts are complete: what is said of an act anywhere is said of every kind of it."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import msgspec

import ledger
from ledger.desks.decisions import DECIDED_BY
from ledger.events.act import Act
from ledger.transaction.moments import HELD_AGAINST

for file in Path(*ledger.__path__).glob("*/acts.py"):
    import_module(f"ledger.{file.parent.name}.acts")


def kinds(of: type[Act] = Act) -> Iterator[type[Act]]:
    """Every kind of act that can be said: others are only built on `Act` and `FormAct`."""
    for each in of.__subclasses__():
        if not each.__name__.endswith("Act"):
            yield each
        yield from kinds(each)


def test_every_kind_of_act_is_decided_held_against_the_time_and_keyed() -> None:
    assert set(kinds()) == DECIDED_BY.keys() == HELD_AGAINST.keys()
    for kind in kinds():
        assert {field.name for field in msgspec.structs.fields(kind)} > kind.READ, kind
