"""The lines that were typed before."""

import os
from contextlib import suppress
from pathlib import Path

from prompt_toolkit.history import FileHistory, History, InMemoryHistory

from ledger.values.errors import Misused
from ledger.values.files import appended, make_private, write_whole

ADDRESS = "://"
MOST = 10_000
"""Lines that are kept from one session to the next."""


class Lines(FileHistory):
    """Keeps no line that names a store by its address: there may be a password in it. Where the file cannot be written
    to, lines are known until the session ends.
    """

    def store_string(self, string: str) -> None:
        if ADDRESS not in string:
            with suppress(OSError):
                make_private(Path(str(self.filename)))
                super().store_string(string)


def history() -> History:
    """The lines typed before, readable by their owner only: there may be a patron's name in them."""
    place = Path(os.environ.get("PIT_HISTORY") or Path("~/.pit_history").expanduser())
    try:
        with appended(place, 0o600) as file:
            file.seek(0)
            kept = file.read()
        left = _left(kept)
        if left != kept:
            write_whole(place, left, may_replace=lambda: True)
    except (OSError, Misused):
        return InMemoryHistory()
    return Lines(str(place))


def _left(kept: bytes) -> bytes:
    """The last of what is kept, less what older versions kept that names a store by its address."""
    entries = [each for each in kept.split(b"\n# ") if ADDRESS.encode() not in each]
    return b"".join(b"\n# " + each for each in entries[-MOST:] if each)
