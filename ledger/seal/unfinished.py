"""A verification that goes on where it was stopped: how far it came, in a file of whoever verifies.

The file is what they found themselves: the size and the root of the tree of the events that were hashed, and the steps
of the second half that were done. It is not signed, and whoever can write it can have events passed over; so it is for
its owner alone, and is kept away from the store. The hashes that the store keeps must still lead to that root, and that
root to every checkpoint. What was read before is not read again: what was changed since, a whole verification finds.
"""

import stat
from base64 import b64decode, b64encode
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from ledger.seal.merkle import SIZE
from ledger.store import schema
from ledger.values.errors import Misused
from ledger.values.files import make_private, read_small, write_whole

FORMAT: Final = "pit-ledger-verification/v1"

MOST_BYTES: Final = 1 << 24
"""Of such a file: it grows with the steps, not with the log."""

T = TypeVar("T")


class Reached(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many events, full tiles of them, whose tree has that root, in base64. end: the last event of the log when the
    steps were done. program: that did them. store: a digest of where the store is of which they were done.
    """

    format: str = FORMAT
    size: int = 0
    root: str = ""
    end: int = 0
    program: str = ""
    store: str = ""
    done: dict[str, Any] = {}

    @property
    def root_bytes(self) -> bytes:
        """The root itself."""
        return b64decode(self.root)


@cache
def program() -> str:
    """Whose steps can be gone on with: of one version, on tables of one version."""
    return f"{version('pit-ledger')} {schema.VERSION}"


class Unfinished:
    """The file, while a verification runs. Raises Misused for one that others may write, or that is none."""

    def __init__(self, place: Path | None = None) -> None:
        self._place = place
        self.reached = Reached() if place is None else _read(place)

    def hashed(self, size: int, root: bytes) -> None:
        """So many events were hashed and are what is kept of them."""
        self._keep(msgspec.structs.replace(self.reached, size=size, root=b64encode(root).decode()))

    def at(self, end: int, url: str) -> None:
        """Where the log ends now, and of which store it is: steps done when it ended elsewhere, by another program, or
        of another store, are done again.
        """
        now = {"end": end, "program": program(), "store": _store(url)}
        if any(getattr(self.reached, name) != value for name, value in now.items()):
            self._keep(msgspec.structs.replace(self.reached, **now, done={}))

    def known(self, name: str, kind: type[T]) -> T | None:
        """What a step came to; None where it was not done, or by a version that looked for something else."""
        with suppress(KeyError, msgspec.ValidationError):
            return msgspec.convert(self.reached.done[name], kind)
        return None

    def done(self, name: str, found: object) -> None:
        """A step was done and came to that: it is not done again."""
        done = {**self.reached.done, name: msgspec.to_builtins(found)}
        self._keep(msgspec.structs.replace(self.reached, done=done))

    def finished(self) -> None:
        """All of it is verified: the file is of no use any more."""
        if self._place is not None:
            self._place.unlink(missing_ok=True)

    def _keep(self, reached: Reached) -> None:
        self.reached = reached
        if self._place is not None:
            make_private(self._place)
            write_whole(self._place, msgspec.json.encode(reached) + b"\n", lambda: True)


def _store(url: str) -> str:
    """A digest of where a store is: an address may have a password in it, and a file be named from where one stands."""
    file = url.removeprefix("sqlite:///")
    return sha256((url if file == url else str(Path(file).resolve())).encode()).hexdigest()


def _read(place: Path) -> Reached:
    with suppress(FileNotFoundError):
        if not stat.S_ISREG(place.lstat().st_mode):  # It is removed at the end: a device stays.
            raise _unusable(place, "it is no regular file")
    try:
        content, mode = read_small(place, MOST_BYTES), place.stat().st_mode
    except FileNotFoundError:
        return Reached()
    if not content:  # It was made, and then killed before the first word.
        return Reached()
    if stat.S_IMODE(mode) & 0o022:
        raise _unusable(place, "others than its owner may write it")
    try:
        found = msgspec.json.decode(content, type=Reached)
        whole = found.format == FORMAT and (not found.size or len(found.root_bytes) == SIZE)
    except (msgspec.MsgspecError, ValueError):
        whole = False
    if not whole or found.size < 0:
        raise _unusable(place, "it cannot be read")
    return found


def _unusable(place: Path, why: str) -> Misused:
    return Misused(
        "verification_unusable",
        f"How far a verification came is not taken from {place}: {why}.",
        "Leave it as it is and name another file with --resume: the verification begins anew.",
        file=str(place),
    )
