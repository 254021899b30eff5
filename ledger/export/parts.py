"""What an export is made of: parts, each of some leaves of the log, which prove themselves.

    property=harbor-house/month=2026-07/table=MB-01/000000000000-000000002115.parquet
    property=harbor-house/_parts/000000000000-000000002115.json

A part is there once its manifest is, which is written last; a file that no manifest names is none of it. Before its
files are written, what it will be stands in `_unfinished.json`: whoever goes on after a kill makes the same files.
"""

from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from re import compile as pattern
from typing import Final, NamedTuple, NoReturn
from urllib.parse import quote, unquote

import msgspec

from ledger.export.place import Place
from ledger.values.errors import IntegrityFailure, NotFound

FORMAT: Final = "pit-ledger-events/v1"

NONE: Final = "__HIVE_DEFAULT_PARTITION__"
"""As engines write it where a column by which folders are named is null."""

_PROPERTY: Final = "property="
_PARTS: Final = "_parts"
_UNFINISHED: Final = "_unfinished.json"
_MONTH: Final = pattern(r"(\d{4}-(0[1-9]|1[0-2]))?")
_DAY: Final = pattern(r"(\d{4}-\d\d-\d\d)?")


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of a part. path: under the property's folder. month, table: of all its events; "" for none."""

    path: str
    month: str
    table: str
    rows: int
    bytes: int
    sha256: str


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The leaves of a log from `first` to before `size`, the last of which is the event at a position.

    before: the hashes on the right edge of the tree of the leaves before them; root: of the tree with them; both in
    base64. checkpoint: one that covers them, with the proof that it goes on from that root, as it travels
    (`ledger.seal.travelling`); key: the public key that signed it, as the property has it. closed: the last gaming
    day (ISO date) that was closed in it, "" for none.
    """

    format: str
    origin: str
    first: int
    size: int
    position: int
    before: list[str]
    root: str
    checkpoint: str
    key: str
    closed: str = ""
    files: list[File] = []

    @property
    def name(self) -> str:
        """By which its files are called."""
        return f"{self.first:012}-{self.size:012}"

    def verify_form(self) -> None:
        """Raise IntegrityFailure where it names a month, a day or a path as none is written, a file twice, or files
        that are not all its events.
        """
        paths = [path_of(file.month, file.table, self.name) for file in self.files]
        as_written = (
            [file.path for file in self.files] == paths
            and len(set(paths)) == len(paths)
            and all(_MONTH.fullmatch(file.month) and file.rows > 0 for file in self.files)
            and sum(file.rows for file in self.files) == self.size - self.first
            and _DAY.fullmatch(self.closed)
        )
        if not as_written:
            altered(self.origin, f"the manifest {self.name}")


class Located(NamedTuple):
    """A part, and the folder of which it is read."""

    place: Place
    part: Part

    def read(self, file: File) -> bytes:
        """A file of it. Raises FileNotFoundError."""
        return self.place.read(f"{folder_of(self.part.origin)}/{file.path}")


class Copy(NamedTuple):
    """What there is of a property's log, wherever it stands: its parts in order. fault: why some of it was not read."""

    origin: str
    parts: Sequence[Located]
    fault: IntegrityFailure | None = None

    @property
    def size(self) -> int:
        """How many leaves of the log there are up to its end; 0 where there is none."""
        return self.parts[-1].part.size if self.parts else 0

    @property
    def first(self) -> int:
        """The leaf with which it begins."""
        return self.parts[0].part.first if self.parts else 0

    def verify_together(self) -> None:
        """Raise IntegrityFailure where one part does not follow on the other, or a manifest is none."""
        if self.fault is not None:
            raise self.fault
        end = self.first
        for _, part in self.parts:
            part.verify_form()
            if part.first != end:
                lacks = "lacks" if part.first > end else "has twice"
                low, high = sorted((end, part.first))
                raise IntegrityFailure(
                    "export_not_together",
                    f"The export of {self.origin} {lacks} the events {low + 1:,} to {high:,} of its log.",
                    "Name every folder that has some of it, each once.",
                    origin=self.origin,
                    first=low + 1,
                    last=high,
                )
            end = part.size


def folder_of(origin: str) -> str:
    """The folder of a property."""
    return _PROPERTY + quote(origin, safe="")


def path_of(month: str, table: str, name: str) -> str:
    """Where a file stands in the property's folder."""
    of_month, of_table = (quote(each, safe="") or NONE for each in (month, table))
    return f"month={of_month}/table={of_table}/{name}.parquet"


def copies(places: Iterable[Place]) -> list[Copy]:
    """The exports in some folders, by property; parts of one that stand in several are together. A manifest that cannot
    be read is the fault of its property alone.

    Raises NotFound for a folder in which there is none.
    """
    found: defaultdict[str, dict[tuple[int, int, str], Located]] = defaultdict(dict)
    faults: dict[str, IntegrityFailure] = {}
    for place in places:
        folders = [name for name in place.names() if name.startswith(_PROPERTY)]
        if not folders:
            raise NotFound(
                "no_export",
                f"There is no export in {place.address}.",
                "Name the folder that was named to pit export events --to; of a web server, which shows no folders, an"
                " archive of it.",
            )
        for folder in folders:
            origin = unquote(folder.removeprefix(_PROPERTY))
            try:
                for part in _parts(place, origin):
                    which = (part.first, part.size, part.root)
                    found[origin].setdefault(which, Located(place, part))
            except IntegrityFailure as fault:
                faults.setdefault(origin, fault)
    return [
        Copy(origin, [found[origin][each] for each in sorted(found[origin])], faults.get(origin))
        for origin in sorted({*found, *faults})
    ]


def copy_of(place: Place, origin: str) -> Copy:
    """What a folder has of a property; nothing where it has none. Raises IntegrityFailure for a manifest that cannot be
    read.
    """
    of = sorted(_parts(place, origin), key=lambda each: each.first)
    return Copy(origin, [Located(place, each) for each in of])


def add(place: Place, part: Part) -> None:
    """Have a part be there, whose files are."""
    place.write(f"{folder_of(part.origin)}/{_PARTS}/{part.name}.json", _written(part))
    place.remove(f"{folder_of(part.origin)}/{_UNFINISHED}")


def begin(place: Place, part: Part) -> None:
    """Keep what a part will be, before its files are."""
    place.write(f"{folder_of(part.origin)}/{_UNFINISHED}", _written(part))


def begun(place: Place, origin: str) -> Part | None:
    """The part that somebody began and did not end."""
    try:
        return _read(place, f"{folder_of(origin)}/{_UNFINISHED}")
    except FileNotFoundError:
        return None


def base64(hashed: bytes) -> str:
    """A hash as a manifest has it."""
    return b64encode(hashed).decode()


def hashes(written: Iterable[str]) -> list[bytes]:
    """Hashes as a manifest has them; what is none is empty, and leads nowhere."""
    return [_hash(each) for each in written]


def _hash(written: str) -> bytes:
    try:
        return b64decode(written, validate=True)
    except (NotBase64, ValueError):
        return b""


def altered(origin: str, what: str, why: str = "is not what was exported") -> NoReturn:
    """Raise that something of a property's export is not as it was written."""
    raise IntegrityFailure(
        "export_altered",
        f"In the export of {origin} {what} {why}.",
        "Believe nothing of it; ask for it again from whoever keeps the log.",
        origin=origin,
    )


def unreadable(origin: str, what: str, error: OSError) -> IntegrityFailure:
    """That nobody can tell what something of a property's export is."""
    return IntegrityFailure(
        "export_unreadable",
        f"In the export of {origin} {what} cannot be read: {error.strerror or error}.",
        "Let whoever asks read it; or export again into another folder.",
        origin=origin,
    )


def _parts(place: Place, origin: str) -> Iterator[Part]:
    folder = f"{folder_of(origin)}/{_PARTS}"
    try:
        for name in place.names(folder):
            if name.endswith(".json"):
                part = _read(place, f"{folder}/{name}")
                if part.origin != origin:
                    altered(origin, f"the manifest {name}", f"is one of {part.origin}")
                yield part
    except OSError as error:
        raise unreadable(origin, f"a manifest in {folder}", error) from error


def _written(part: Part) -> bytes:
    return msgspec.json.format(msgspec.json.encode(part)) + b"\n"


def _read(place: Place, name: str) -> Part:
    try:
        part = msgspec.json.decode(place.read(name), type=Part)
        known = part.format == FORMAT and 0 <= part.first < part.size
    except (msgspec.MsgspecError, UnicodeDecodeError):
        known = False
    if not known:
        raise IntegrityFailure(
            "export_unreadable",
            f"{name} in {place.address} is no manifest of an export.",
            "Export again into another folder; or use the version of pit that wrote it.",
            file=name,
        )
    return part
