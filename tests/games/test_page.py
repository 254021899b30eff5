"""docs/rules.md names what can be written in a submission, and nothing else."""

import re
from pathlib import Path

import msgspec

from ledger.rules.choices import Choices
from ledger.rules.options import OPTIONS

PAGE = (Path(__file__).parents[2] / "docs/rules.md").read_text(encoding="utf-8")


def test_the_page_has_every_field_of_a_submission() -> None:
    rows = [line.split("|")[1] for line in PAGE.splitlines() if line.startswith("| `")]
    named = {name.strip("[]") for row in rows for name in re.findall("`([^`]+)`", row)}
    assert named == {field.name for field in msgspec.structs.fields(Choices)}


def test_the_page_has_every_option() -> None:
    for option in OPTIONS:
        assert f"`{option}`" in PAGE
