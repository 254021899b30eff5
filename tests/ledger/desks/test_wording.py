"""No text of anything said, typed or fed, holds a character that is not seen: made from the tables of acts."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from ledger.desks.ledger import Ledger
from ledger.events.act import Act
from ledger.feed.reading import BadLine, read
from ledger.feed.records import RECORDS
from ledger.values.errors import Misused
from ledger.values.text import texts
from tests.ledger.transaction.test_keys import KINDS, sample

UNSEEN = ("\x1b", "\x9b", "\u202e", "\u200b")


def hidden(value: Any, character: str) -> Iterator[Any]:
    """The value again and again, with the character in another of its texts each time, in keys too."""
    if isinstance(value, str):
        yield f"{value}{character}{value}"
    elif isinstance(value, dict):
        for name, part in value.items():
            others = {each: value[each] for each in value if each != name}
            for hostile in hidden(name, character):
                yield {**others, hostile: part}
            for hostile in hidden(part, character):
                yield {**others, name: hostile}
    elif isinstance(value, list):
        for nth, part in enumerate(value):
            for hostile in hidden(part, character):
                yield [*value[:nth], hostile, *value[nth + 1 :]]


def hostile(kind: type[Act], character: str) -> Iterator[Act]:
    """Every act of a kind with the character in a text. A choice of words, a moment or a card cannot hold it, and what
    an event does not know is not read.
    """
    plain = msgspec.to_builtins(sample(kind)[0])
    said = {name: value for name, value in plain.items() if name not in kind.READ}
    for fields in hidden(said, character):
        with suppress(msgspec.ValidationError):
            act = msgspec.convert({**plain, **fields}, kind)
            if any(character in text for _, text in texts(msgspec.to_builtins(act))):
                yield act


def free(kind: type[Act]) -> set[str]:
    """The fields of a kind that are text of any kind, and that somebody says."""
    return {
        field.name
        for field in msgspec.structs.fields(kind)
        if field.name not in kind.READ
        and isinstance(msgspec.inspect.type_info(field.type), msgspec.inspect.StrType)
    }


def changed(kind: type[Act], act: Act) -> str:
    """The field of an act that is not as in the sample."""
    plain = sample(kind)[0]
    return next(
        each for each in act.__struct_fields__ if getattr(act, each) != getattr(plain, each)
    )


@pytest.mark.parametrize("character", UNSEEN)
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_no_text_of_any_act_is_taken_with_it(ledger: Ledger, character: str) -> None:
    for kind in KINDS:
        refused = set()
        for act in hostile(kind, character):
            with pytest.raises(Misused) as caught:
                ledger.do(act, dry_run=True)
            assert caught.value.refusal.code == "control_character", act
            refused.add(changed(kind, act))
        assert refused >= free(kind), kind


@pytest.mark.parametrize("character", UNSEEN)
def test_no_text_of_any_record_of_a_feed_is_taken_with_it(character: str) -> None:
    for kind in RECORDS:
        refused = set()
        for act in hostile(kind, character):
            record = {"v": 1, **msgspec.to_builtins(act), "seq": 1}
            with pytest.raises(BadLine) as caught:
                read(msgspec.json.encode(record))
            assert caught.value.refusal.code == "control_character", record
            refused.add(changed(kind, act))
        assert refused >= free(kind) - {"v"}, kind
