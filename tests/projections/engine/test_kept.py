"""What is kept of a signed day is read as it stands by every later version (decision 31)."""

import json
from collections.abc import Iterator
from pathlib import Path
from types import GenericAlias
from typing import Any, Final

import msgspec
from msgspec import inspect

from projections.engine import kept
from projections.reports.kinds import DISPUTES, KINDS, PERIOD
from projections.reports.master import Master

COLUMNS: Final = Path(__file__).parents[2] / "golden" / "signed_columns.json"


class Line(msgspec.Struct):
    table: str
    cents: int
    since: int | None


class Page(msgspec.Struct):
    title: str | None
    lines: list[Line]
    chips: dict[int, int]


def test_a_column_that_came_since_is_unknown() -> None:
    early = kept.encoded(
        {"lines": [{"table": "MB-01", "cents": 5}], "chips": {"500": 2}, "gone": 1}
    )
    assert kept.decoded(early, Page) == Page(None, [Line("MB-01", 5, None)], {500: 2})


def test_what_cannot_be_unknown_and_is_not_there_does_not_read() -> None:
    assert kept.decoded(kept.encoded({"title": "", "lines": [{"table": "MB-01"}]}), Page) is None
    assert kept.decoded(b"no JSON", Page) is None


def always_known(kind: inspect.Type) -> Iterator[tuple[str, list[str]]]:
    """Of every row in a part: the columns without which it does not read."""
    if isinstance(kind, inspect.ListType):
        yield from always_known(kind.item_type)
    elif isinstance(kind, inspect.StructType):
        fields = kind.fields
        yield (
            kind.cls.__name__,
            sorted(f.encode_name for f in fields if f.required and not kept.is_nullable(f.type)),
        )
        for field in fields:
            yield from always_known(field.type)


def test_a_column_that_a_report_gets_can_be_unknown() -> None:
    """Else days signed before it came are made anew, and said to be: give it `| None`."""
    kinds = [each for each in (*KINDS.values(), PERIOD, DISPUTES) if "day" in each.takes]
    parts: list[Any] = [Master, *(GenericAlias(list, (each.shown.row,)) for each in kinds)]
    found = {
        name: columns for part in parts for name, columns in always_known(inspect.type_info(part))
    }
    assert found == json.loads(COLUMNS.read_text(encoding="utf-8"))
