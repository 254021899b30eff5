"""The options and arguments that many commands share, and how they are read: money, cards, chips, moments."""

import os
import tomllib
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ledger.errors import Misused

if TYPE_CHECKING:
    from ledger.application import Pit

DEFAULT_STORE = "sqlite:///pit.db"

F = TypeVar("F", bound=Callable[..., Any])


class Session:
    """One run of `pit`: which store, who acts. The store is opened by the first command that needs it."""

    def __init__(self, db: str | None, by: str | None) -> None:
        self._db = db
        self._by = by
        self._pit: Pit | None = None

    @cached_property
    def config(self) -> dict[str, Any]:
        """The config file: PIT_CONFIG, else pit.toml here, else the user's."""
        named = os.environ.get("PIT_CONFIG")
        places = [Path(named)] if named else [Path("pit.toml"), Path.home() / ".config/pit/config.toml"]
        for place in places:
            if place.is_file():
                try:
                    return tomllib.loads(place.read_text())
                except tomllib.TOMLDecodeError as error:
                    raise Misused(
                        "bad_config", f"{place} is not TOML: {error}.", "Correct the file.", file=str(place)
                    ) from None
        return {}

    @property
    def url(self) -> str:
        """The store's URL."""
        return self._db or str(self.config.get("db", DEFAULT_STORE))

    @property
    def by(self) -> str:
        """Who acts. Raises Misused when nobody is named: every write has an author."""
        by = self._by or str(self.config.get("by", ""))
        if not by:
            raise Misused("no_author", "Nobody is named as acting.", "Say --by ID, or set PIT_BY.")
        return by

    @property
    def pit(self) -> "Pit":
        """The ledger, opened once, checked to be of this version."""
        if self._pit is None:
            from cli.bootstrap import open_store  # noqa: PLC0415  imports SQLAlchemy

            self._pit = open_store(self.url)
        return self._pit

    def close(self) -> None:
        """Close the store if it was opened."""
        if self._pit is not None:
            self._pit.close()
