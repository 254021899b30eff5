"""Writes the golden files that are missing: `python -m tests.golden.regenerate [TOPIC ...]`.

A file is never written again, except for a topic that is named: its events must then not have left
this machine yet. Otherwise give the class its next `class_version` and an upcast instead.
"""

import sys
from pathlib import Path

from ledger.events.topics import TOPICS
from ledger.store.codec import EVENTS
from tests.golden.samples import later_samples, samples

FOLDER = Path(__file__).parent / "events"


def path_of(topic: str, version: int | None = None) -> Path:
    """The file of a topic, of the present version of its class where none is named."""
    present: int = getattr(TOPICS[topic], "class_version", 1)
    return FOLDER / f"{topic}.v{present if version is None else version}.json"


def later_of(topic: str) -> Path:
    """The file of a topic with the optional fields that its kind got later."""
    return path_of(topic).with_suffix(".later.json")


def main(named: list[str]) -> None:
    """Write what is missing or named."""
    for topic, event in (*samples().items(), *later_samples().items()):
        path = path_of(topic) if event == samples()[topic] else later_of(topic)
        if topic in named or not path.exists():
            path.write_bytes(EVENTS.encode(event))
            sys.stdout.write(f"{path.name}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
