"""Files that a command writes: made new beside their place under a name nobody can guess, then moved there whole.

No link is followed. A device or a pipe is written into, never replaced. A database is never touched, nor its journal:
not the store's, and not another program's, as far as it says what it is, by its first bytes (`_DATABASES`) or by what a
database server keeps in its folder. No page and no list replaces what holds a secret, or what a key signed last.
"""

import os
import re
import secrets
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

from ledger.values.errors import Misused

_DATABASES: Final = (
    (0, b"SQLite format 3\0"),
    (8, b"DUCK"),
    (16, b"\xde\xc0\xef\xbe"),  # LMDB
    *((12, bytes.fromhex(each)) for each in ("62310500", "61150600", "53220400")),  # Berkeley DB
    *(
        (12, bytes.fromhex(each)) for each in ("00053162", "00061561", "00042253")
    ),  # its other byte order
    (1, b"\x9a\x57\x13"),  # GDBM, whatever the width of its offsets
    (4, b"Standard Jet DB"),
    (4, b"Standard ACE DB"),
)
"""The bytes by which files of databases say what they are, and at which byte these stand."""

_HEAD_BYTES: Final = max(at + len(said) for at, said in _DATABASES)

_SERVERS: Final = ("PG_VERSION", "ibdata1", "WiredTiger")
"""What PostgreSQL, MySQL and MongoDB keep in their folders: most files of theirs do not say what they are."""

_BESIDE: Final = ("-wal", "-shm", "-journal", ".wal")
"""What SQLite and DuckDB call their files beside a database: one that they find there they believe."""

_KEY: Final = rb"PRIVATE\+KEY\+|[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]+=*\s*$"
"""A private key, by how it begins; or the whole line of a public key, as it stands in the file of a key that signs by a
command.
"""

_LONGEST_KEY: Final = 1_000
"""Bytes of a key's first line; no key is as long."""

_OF_A_KEY: Final = (".seen", ".seen.lock")
"""What stands beside a key: what it signed last."""

_NEW: Final = os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_ANYBODY: Final = 0o666
"""Less what the user's umask takes away."""


def write_whole(place: Path, content: bytes, may_replace: Callable[[], bool] | None = None) -> None:
    """Write a file whole or not at all; one that is there keeps who may read it.

    may_replace: asked where a regular file is there; None where that is never replaced. Raises Misused, OSError.
    """
    verify_writable(place)
    there = _at(place)
    if there is not None and not stat.S_ISREG(there.st_mode):
        with place.open("wb", buffering=0) as file:
            file.write(content)
        return
    if there is not None and not (may_replace and may_replace()):
        raise file_exists(place, may_replace=may_replace is not None)
    beside = place.with_name(f".{secrets.token_hex(16)}.part")
    try:
        _make(beside, content, None if there is None else stat.S_IMODE(there.st_mode))
        if there is None:
            _move_new(beside, place)
        else:
            beside.replace(place)
    finally:
        with suppress(OSError):
            beside.unlink()
    _sync_folder(place.parent)


def file_exists(place: Path, *, may_replace: bool = True) -> Misused:
    """The error of a file that is there and stays."""
    other = "Say --force to replace it, or name another file."
    return Misused(
        "file_exists",
        f"{place} is there already.",
        other if may_replace else "Name another file.",
        file=str(place),
    )


@contextmanager
def appended(place: Path, mode: int = _ANYBODY) -> Iterator[BinaryIO]:
    """A file that is read and added to at its end, made where it is not there. Raises Misused, OSError."""
    verify_writable(place)
    there = os.open(
        place, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, mode
    )
    with os.fdopen(there, "a+b", buffering=0 if _is_device(there) else -1) as file:
        yield file


def read_small(place: Path, longest: int) -> bytes:
    """What stands in a file, and of one that is longer one byte more than it may have: a device has no end.

    Raises OSError.
    """
    with place.open("rb") as file:
        return file.read(longest + 1)


def make_private(place: Path) -> None:
    """Make an empty file that its owner alone may read, unless something is there. Raises OSError."""
    with suppress(FileExistsError):
        os.close(os.open(place, os.O_RDWR | _NEW, 0o600))


def verify_writable(place: Path) -> None:
    """Raise Misused where nothing may be written: over a link, a folder, a disk, a database or its journal; nor in the
    folder of a database server.
    """
    with suppress(FileNotFoundError, NotADirectoryError):
        mode = place.lstat().st_mode
        if stat.S_ISLNK(mode):
            # What a link such as /dev/stdout comes to in the end may be a pipe.
            mode = place.stat().st_mode if place.exists() else mode
            if not (stat.S_ISCHR(mode) or stat.S_ISFIFO(mode)):
                raise _unfit("file_is_a_link", place, "is a link to another file")
        if stat.S_ISDIR(mode) or stat.S_ISBLK(mode) or stat.S_ISSOCK(mode):
            raise _unfit("file_is_none", place, "is no file")
        if stat.S_ISREG(mode) and _is_database(place):
            raise _unfit("file_is_a_database", place, "is a database")
    folder = place.parent.resolve()
    if any((each / of).is_file() for each in (folder, *folder.parents) for of in _SERVERS):
        raise _unfit("file_is_a_database", place, "is in the folder of a database server")
    for ending in _BESIDE:
        if place.name.endswith(ending):
            base = place.with_name(place.name.removesuffix(ending))
            if base.is_file() and _is_database(base):
                raise _unfit("file_is_a_database", place, "belongs to a database")


def verify_no_secret(place: Path, named: Iterable[Path] = ()) -> None:
    """Raise Misused for a regular file that is a key, stands beside one, or is one of those named."""
    if not place.is_file():
        return
    for ending in _OF_A_KEY:
        if (
            place.name.endswith(ending)
            and place.with_name(place.name.removesuffix(ending)).is_file()
        ):
            raise _unfit("file_is_a_secret", place, "says what a key signed last")
    if any(each.exists() and each.samefile(place) for each in named):
        raise _unfit("file_is_a_secret", place, "holds a key or a passphrase")
    with place.open("rb") as file:
        if re.match(_KEY, file.readline(_LONGEST_KEY)):
            raise _unfit("file_is_a_secret", place, "is a key")


def _unfit(code: str, place: Path, what: str) -> Misused:
    return Misused(code, f"{place} {what}.", "Name another file.", file=str(place))


def _at(place: Path) -> os.stat_result | None:
    try:
        return place.stat()
    except FileNotFoundError:
        return None


def _is_database(place: Path) -> bool:
    with place.open("rb") as file:
        head = file.read(_HEAD_BYTES)
    return any(head[at : at + len(said)] == said for at, said in _DATABASES)


def _is_device(descriptor: int) -> bool:
    return not stat.S_ISREG(os.fstat(descriptor).st_mode)


def _make(beside: Path, content: bytes, mode: int | None) -> None:
    """mode: who may read it; None as the user's umask has it."""
    there = os.open(beside, os.O_WRONLY | _NEW, _ANYBODY if mode is None else 0o600)
    with os.fdopen(there, "wb") as file:
        if mode is not None:
            os.fchmod(there, mode)
        file.write(content)
        file.flush()
        os.fsync(there)


def _move_new(beside: Path, place: Path) -> None:
    """Move a file to where nothing is. Where files cannot have two names, that is looked for first."""
    try:
        os.link(beside, place, follow_symlinks=False)
    except FileExistsError:
        raise
    except OSError:
        if os.path.lexists(place):
            raise
        beside.rename(place)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
