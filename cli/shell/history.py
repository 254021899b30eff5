"""The lines that were typed before."""

import os
from pathlib import Path

from prompt_toolkit.history import FileHistory, History, InMemoryHistory

from ledger.values.errors import Misused
from ledger.values.files import appended, write_whole

ADDRESS = "://"


class Lines(FileHistory):
    """Keeps no line that names a store by its address: there may be a password in it."""

    def store_string(self, string: str) -> None:
        if ADDRESS not in string:
            super().store_string(string)


def history() -> History:
    """The lines typed before, readable by their owner only: there may be a patron's name in them."""
    place = Path(os.environ.get("PIT_HISTORY") or Path("~/.pit_history").expanduser())
    try:
        with appended(place, 0o600) as file:
            file.seek(0)
            kept = file.read()
        if ADDRESS.encode() in kept:
            write_whole(place, _without_addresses(kept), may_replace=lambda: True)
    except (OSError, Misused):
        return InMemoryHistory()
    return Lines(str(place))


def _without_addresses(kept: bytes) -> bytes:
    """A history as older versions kept it, less what names a store by its address."""
    entries = kept.split(b"\n# ")
    return b"\n# ".join(entry for entry in entries if ADDRESS.encode() not in entry)
