"""Every version of every event that was ever written can still be read, byte for byte as it was."""

import re

import msgspec
import pytest

from ledger.events.topics import TOPICS
from ledger.store.codec import EVENTS, decode
from tests.golden.regenerate import FOLDER, later_of, path_of
from tests.golden.samples import later_samples, samples

MISSING = "run python -m tests.golden.regenerate"
CHANGED = "an event's shape changed: give its class the next class_version and an upcast"


@pytest.mark.parametrize("topic", TOPICS)
def test_the_present_version_is_written_as_its_golden_file_says(topic: str) -> None:
    path, sample = path_of(topic), samples()[topic]
    assert path.exists(), MISSING
    assert EVENTS.encode(sample) == path.read_bytes(), CHANGED
    assert decode(topic, path.read_bytes()) == sample


@pytest.mark.parametrize("topic", TOPICS)
def test_the_golden_file_shows_every_field(topic: str) -> None:
    state = msgspec.json.decode(path_of(topic).read_bytes())
    if topic in later_samples():
        assert EVENTS.encode(later_samples()[topic]) == later_of(topic).read_bytes(), CHANGED
        assert decode(topic, later_of(topic).read_bytes()) == later_samples()[topic]
        state |= msgspec.json.decode(later_of(topic).read_bytes())
    fields = {field.name for field in msgspec.structs.fields(TOPICS[topic])}
    of_its_command = {"nth", "key_sha256"}  # which one entry it is of, and under which key
    assert set(state) - of_its_command - {"class_version"} == fields - of_its_command


@pytest.mark.parametrize("topic", TOPICS)
def test_no_version_lacks_its_golden_file(topic: str) -> None:
    present: int = getattr(TOPICS[topic], "class_version", 1)
    for version in range(1, present + 1):
        path = path_of(topic, version)
        assert path.exists(), MISSING
        assert isinstance(decode(topic, path.read_bytes()), TOPICS[topic])


def test_no_golden_file_is_of_an_unknown_topic_or_version() -> None:
    for path in FOLDER.iterdir():
        named = re.fullmatch(r"(.+)\.v(\d+)(?:\.later)?\.json", path.name)
        assert named
        present: int = getattr(TOPICS[named[1]], "class_version", 1)
        assert int(named[2]) <= present
