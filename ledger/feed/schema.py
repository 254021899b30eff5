"""The JSON Schemas of what a feed sends and of what is stored, exported from the classes themselves.

`python -m ledger.feed.schema DIRECTORY` writes both; they are committed, so that a change of either
contract shows where it is made.
"""

import json
import sys
from pathlib import Path
from typing import Any, Final

import msgspec

from ledger.feed.reading import LARGEST_SEQ
from ledger.feed.records import RECORDS, FeedRecord
from ledger.store.codec import TOPIC_OF
from ledger.values.files import write_whole

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
FEED_FILE: Final = "feed.schema.json"
EVENTS_FILE: Final = "events.schema.json"


def feed_schema() -> dict[str, Any]:
    """The schema of one record of a feed, in which `v`, `source` and `seq` are never left out."""
    schema = msgspec.json.schema(FeedRecord)
    for kind in RECORDS:
        record = schema["$defs"][kind.__name__]
        del record["properties"]["v"]["default"]
        record["properties"]["source"]["minLength"] = 1
        record["properties"]["seq"].update(minimum=1, maximum=LARGEST_SEQ)
        record["required"].insert(0, "v")
    return {"$schema": DIALECT, "title": "A record of the table feed, version 1", **schema}


def events_schema() -> dict[str, Any]:
    """The schemas of all stored events, by topic."""
    kinds = sorted(TOPIC_OF, key=TOPIC_OF.__getitem__)
    refs, components = msgspec.json.schema_components(kinds)
    return {
        "$schema": DIALECT,
        "title": "The stored events, by topic",
        "topics": {TOPIC_OF[kind]: ref for kind, ref in zip(kinds, refs, strict=True)},
        "$defs": components,
    }


def text(schema: dict[str, Any]) -> str:
    """A schema as it is committed."""
    return json.dumps(schema, indent=2) + "\n"


def write(directory: Path) -> None:
    """Write both schemas."""
    for name, schema in ((FEED_FILE, feed_schema()), (EVENTS_FILE, events_schema())):
        write_whole(directory / name, text(schema).encode(), may_replace=lambda: True)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
