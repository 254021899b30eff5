"""Everything that reads bytes from outside, driven by a fuzzer that sees which code they reach: `make fuzz`.

The tests try a few examples of the same with Hypothesis; this goes on for as long as it is let. It needs `atheris`,
which does not install everywhere and so is no part of `make install`.
"""

import importlib
import io
import sys
import tempfile
import tomllib
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from cli.typed import boxes, duplicates
from ledger.feed.reading import read
from ledger.rules.loader import examine, load, parse
from ledger.values.errors import PitError
from ledger.values.text import UnreadableError, decode
from projections.queries.settle import Settler

_SETTLER = Settler(load("ma-midi"))


def _rules(data: bytes) -> None:
    with suppress(tomllib.TOMLDecodeError, UnreadableError):
        examine(parse(decode(data)))


def _rows(reader: Callable[[Path], object]) -> Callable[[bytes], None]:
    place = Path(tempfile.mkdtemp()) / "rows"

    def rows(data: bytes) -> None:
        place.write_bytes(data)
        reader(place)

    return rows


def _hands(data: bytes) -> None:
    _SETTLER.run(io.BytesIO(data), io.BytesIO())


TARGETS: dict[str, Callable[[bytes], Any]] = {
    "feed": read,
    "rules": _rules,
    "boxes": _rows(lambda path: boxes.read(path, str, datetime.fromisoformat)),
    "duplicates": _rows(duplicates.read),
    "hands": _hands,
}


def one_input(data: bytes) -> None:
    """Give each reader the same bytes; whatever it raises that is no refusal is found."""
    for target in TARGETS.values():
        with suppress(PitError):
            target(data)


def main() -> None:
    """Run until it is stopped, or as `-max_total_time=SECONDS` says."""
    atheris: Any = importlib.import_module("atheris")
    atheris.instrument_all()
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
