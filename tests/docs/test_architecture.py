"""The table of rooms in ARCHITECTURE.md names every room there is, and no other."""

import re
from pathlib import Path
from typing import Final

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
