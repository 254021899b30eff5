"""Where an export is: a folder, or one at an address that fsspec knows, such as s3://bucket/books.

A file is there whole or not at all: it is moved to its place when it is written, and a store of objects shows one when
all of it has come.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from fsspec.core import url_to_fs
from fsspec.implementations.local import LocalFileSystem

from ledger.values.errors import Conflict, Misused
from ledger.values.files import write_whole

_OF_OBJECTS: Final = {
    *("s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "adl", "oss", "oci", "r2", "swift"),
    "memory",
}
"""What stores are called in which a file is there when all of it has come, and folders are no more than names."""


class Place:
    """A folder. address: as it was named. Raises Misused for none, and for one that nothing here can speak to."""

    def __init__(self, address: str) -> None:
        self.address = address
        if not address:
            raise Misused(
                "place_unusable",
                "No folder is named: the address is empty.",
                "Name a folder; where a variable was to name it, it is not set.",
            )
        try:
            self._files, self._root = url_to_fs(address)
        except OSError:
            raise
        except Exception as error:
            raise Misused(
                "place_unusable",
                f"{address} is no folder that can be used: {error}.",
                "Name a folder, or an address for which fsspec's package is installed.",
                address=address,
            ) from error

    def read(self, name: str) -> bytes:
        """A file under the folder. Raises FileNotFoundError."""
        with self._said():
            content: bytes = self._files.cat_file(self._under(name))
        return content

    def write(self, name: str, content: bytes) -> None:
        """Write a file under the folder, in the place of one that is there. Raises Conflict where another writes it."""
        place = self._under(name)
        if isinstance(self._files, LocalFileSystem):
            Path(place).parent.mkdir(parents=True, exist_ok=True)
            try:
                write_whole(Path(place), content, lambda: True)
            except FileExistsError as error:
                raise self._meanwhile(name) from error
        else:
            with self._said():
                self._write(place, content)

    def _write(self, place: str, content: bytes) -> None:
        if _OF_OBJECTS.intersection(self._protocols()):
            self._files.pipe_file(place, content)
        else:
            self._files.makedirs(place.rpartition("/")[0], exist_ok=True)
            self._files.pipe_file(f"{place}.part", content)
            self._files.mv(f"{place}.part", place)

    def _protocols(self) -> tuple[str, ...]:
        said = self._files.protocol
        return (said,) if isinstance(said, str) else tuple(said)

    def remove(self, name: str) -> None:
        """Take a file away. Raises Conflict where another did."""
        try:
            with self._said():
                self._files.rm_file(self._under(name))
        except FileNotFoundError as error:
            raise self._meanwhile(name) from error

    def names(self, folder: str = "") -> list[str]:
        """What stands in a folder under this one, in order; nothing where there is no such folder."""
        try:
            with self._said():
                self._files.invalidate_cache()
                found = self._files.ls(self._under(folder), detail=False)
        except (FileNotFoundError, NotADirectoryError):
            return []
        return sorted(str(each).rstrip("/").rpartition("/")[2] for each in found)

    @contextmanager
    def _said(self) -> Iterator[None]:
        """Whatever a package or an archive raises is an OSError that says so, and of which address."""
        try:
            yield
        except OSError:
            raise
        except Exception as error:
            raise OSError(0, str(error) or type(error).__name__, self.address) from error

    def _meanwhile(self, name: str) -> Conflict:
        return Conflict(
            "exported_meanwhile",
            f"Another command exports to {self.address} at the same time.",
            "Let it end, then repeat yours: it goes on with what is there.",
            file=name,
        )

    def _under(self, name: str) -> str:
        return "/".join(each for each in (self._root, name) if each)
