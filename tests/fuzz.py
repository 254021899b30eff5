"""Everything that reads bytes from outside, driven by a fuzzer that sees which code they reach: `make fuzz`.

The tests try a few examples of the same with Hypothesis; this goes on for as long as it is let. It needs `atheris`,
which does not install everywhere and so is no part of `make install`.
"""

import gc
import importlib
import io
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, suppress
from datetime import datetime
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any
from urllib.parse import quote_from_bytes

from cli.frame import passphrase
from cli.typed import boxes, duplicates, reversals
from cli.typed import shorthand as typed_shorthand
from cli.typed import slips as typed_slips
from ledger.export import parts
from ledger.export.place import Place
from ledger.feed.reading import read
from ledger.rules.loader import examine, load, parse
from ledger.seal import bundle, keys, travelling
from ledger.seal.memory import Memory
from ledger.seal.note import Key
from ledger.seal.unfinished import Unfinished
from ledger.values.errors import PitError
from ledger.values.text import UnreadableError, decode
from projections.queries.journal import accounts_of
from projections.queries.settle import Settler
from tests.cli.conftest import a_property
from tests.sealing import LOG
from tests.stores import migrate

_ADDRESSES: Any = importlib.import_module("cli.serve.addresses").ADDRESSES
_SETTLER = Settler(load("ma-midi"))
_HOME = tempfile.TemporaryDirectory()


def _rules(data: bytes) -> None:
    with suppress(UnreadableError):
        examine(parse(decode(data)))


def _accounts(data: bytes) -> None:
    for program in ("", "hledger", "beancount"):
        with suppress(UnreadableError):
            accounts_of(decode(data), program)


def _line(data: bytes) -> None:
    with suppress(UnreadableError):
        typed_shorthand.read(decode(data), typed_shorthand.Known())


def _in_file(name: str, reader: Callable[[Path], object]) -> Callable[[bytes], None]:
    """Has a reader read the bytes in a file, which nobody else may read."""

    def in_file(data: bytes) -> None:
        place = Path(_HOME.name, name)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.touch(0o600)
        place.write_bytes(data)
        reader(place)

    return in_file


def _passphrase(place: Path) -> None:
    with suppress(UnicodeDecodeError):  # `cli.frame.failing` says which file is no text.
        passphrase.ask("A-1", new=True, file=str(place))


def _memory(place: Path) -> None:
    with Memory(place.with_suffix("")).held() as seen:
        seen.get("harbor-house")


def _manifest(_: Path) -> None:
    for copy in parts.copies([Place(f"{_HOME.name}/export")]):
        copy.verify_together()


def _hands(data: bytes) -> None:
    _SETTLER.run(io.BytesIO(data), io.BytesIO())


OURS = frozenset({"cli", "ledger", "projections"})
"""What the fuzzer sees into."""

TARGETS: dict[str, Callable[[bytes], Any]] = {
    "feed": read,
    "rules": _rules,
    "accounts": _accounts,
    "round in one line": _line,
    "boxes": _in_file("boxes", lambda path: boxes.read(path, str, datetime.fromisoformat)),
    "duplicates": _in_file("duplicates", duplicates.read),
    "slips": _in_file("slips", typed_slips.read),
    "reversals": _in_file("reversals", lambda path: [*reversals.read(path, "why", str)]),
    "hands": _hands,
    "checkpoint": travelling.read,
    "proof": lambda data: bundle.opened(data, [Key.read(LOG)]),
    "key": _in_file("key", keys.read),
    "memory": _in_file("memory.seen", _memory),
    "passphrase": _in_file("passphrase", _passphrase),
    "verification that was stopped": _in_file("stopped", Unfinished),
    "manifest": _in_file(f"export/{parts.folder_of('house')}/_parts/1.json", _manifest),
}


def one_input(data: bytes) -> None:
    """Give each reader the same bytes; whatever it raises that is no refusal is found."""
    for target in TARGETS.values():
        with suppress(PitError):
            target(data)


@cache
def _browser() -> Any:
    """Asks for pages of a store with a property and nothing else."""
    client: Any = importlib.import_module("starlette.testclient").TestClient
    app: Any = importlib.import_module("cli.serve.app")
    url = f"sqlite:///{_HOME.name}/pit.db"
    migrate(url)
    a_property(url)
    browser = client(app.make_app(url), "http://127.0.0.1", follow_redirects=False)
    return browser.__enter__()


def _addresses(data: bytes) -> Iterator[str]:
    """The address of the browser's that the first byte tells, with the others for what it names, and behind it."""
    if data[0] >= len(_ADDRESSES):
        return
    path = _ADDRESSES[data[0]].path
    said = quote_from_bytes(data[1:], safe="/?&=.:%")
    yield re.sub(r"{[^}]*}", lambda _: said, path)
    yield f"{path}?{said}"


def ask(data: bytes) -> None:
    """Have a browser ask for what the bytes say, if anything; no answer is a fault of the program."""
    for address in _addresses(data or b"\xff"):
        with redirect_stderr(io.StringIO()):  # What the server was asked.
            answer = _browser().get(address)
        assert answer.status_code != 500, (address, answer.text)


def _both(data: bytes) -> None:
    one_input(data)
    ask(data)


def main() -> None:
    """Run until it is stopped, or as `-max_total_time=SECONDS` says."""
    atheris: Any = importlib.import_module("atheris")
    _browser()
    # Of all that is loaded by now, libraries are nine parts in ten.
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and (each.__module__ or "").partition(".")[0] in OURS:
            atheris.instrument_func(each)
    atheris.Setup(sys.argv, _both)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
