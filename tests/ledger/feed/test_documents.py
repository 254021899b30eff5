"""The public contract: its page, its schema, and the schemas of what is stored."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ledger.desks.ledger import Ledger
from ledger.feed.reading import read
from ledger.feed.records import RECORDS
from ledger.feed.schema import EVENTS_FILE, FEED_FILE, events_schema, feed_schema, text
from tests.ledger.feed.sender import Fed, log_of
from tests.ledger.feed.test_bad_lines import CASES

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "feed.md").read_text()
EXAMPLES = [
    line.encode()
    for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    for line in block.splitlines()
]


def tag(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)


def test_the_examples_feed_cleanly_and_are_one_of_every_type(ledger: Ledger) -> None:
    fed = Fed(ledger, EXAMPLES)
    assert fed.told == []
    assert fed.counts == (len(EXAMPLES), 0, 0)
    # A must-hit result and a reading need a link, forms a series: no record installs one.
    shown = {json.loads(line)["type"] for line in EXAMPLES} | {"must_hit", "meter_reading"}
    shown |= {"form_issue", "form_void", "form_drop", "form_count"}
    assert shown == {tag(kind) for kind in RECORDS}


def test_the_examples_close_a_tray_that_agrees(ledger: Ledger) -> None:
    Fed(ledger, EXAMPLES)
    *_, (_, topic, closed) = log_of(ledger)["table:MB-07"]
    assert topic == "table.closed"
    assert closed["closer_cents"] == ledger.table("MB-07").tray_cents


@pytest.mark.parametrize("kind", RECORDS, ids=tag)
def test_every_type_has_its_heading_and_every_field_is_in_its_examples(
    kind: type[msgspec.Struct],
) -> None:
    assert re.search(rf"^### .*`{tag(kind)}`", PAGE, re.MULTILINE)
    shown: set[str] = set().union(
        *(json.loads(line) for line in EXAMPLES if json.loads(line)["type"] == tag(kind))
    )
    shown |= set(re.findall(r"`(\w+)`", PAGE))
    assert set(kind.__struct_fields__) <= shown


def test_every_code_of_a_bad_line_is_explained() -> None:
    explained = set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE))
    assert {code for _, code, _ in CASES.values()} <= explained


@pytest.mark.parametrize(
    ("file", "schema"), [(FEED_FILE, feed_schema), (EVENTS_FILE, events_schema)]
)
def test_the_committed_schema_is_the_codes(file: str, schema: Any) -> None:
    assert (DOCS / file).read_text() == text(schema()), (
        "a contract has changed; if that is meant: python -m ledger.feed.schema docs"
    )


def test_the_schema_asks_for_what_the_reader_asks_for() -> None:
    schema = feed_schema()
    for line in EXAMPLES:
        record = json.loads(line)
        definition = schema["discriminator"]["mapping"][record["type"]].rpartition("/")[2]
        required = set(schema["$defs"][definition]["required"])
        assert required <= set(record)
        for field in required:
            lacking = {name: value for name, value in record.items() if name != field}
            with pytest.raises(Exception, match=f"{field} is missing"):
                read(json.dumps(lacking).encode())
