"""An export held against the key of its property, without a database.

Each part proves itself: with the hashes on the right edge of the tree before it, its events come to a root, and a
checkpoint that the property signed goes on from that. The parts are one log where each begins with the root at which
the one before it ended.
"""

from collections.abc import Collection, Iterator, Sequence
from hashlib import sha256
from operator import itemgetter
from typing import Final, NamedTuple, NoReturn

import msgspec
from pyarrow import ArrowException

from ledger.events.property import PropertySettingsChanged
from ledger.export.columns import (
    AT_A_TIME,
    DAY_CLOSED,
    day_closed,
    filed_under,
    first_in,
    head_of,
    stored_in,
)
from ledger.export.parts import Copy, File, Located, Part, altered, base64, hashes, unreadable
from ledger.seal import checkpoint, merkle, travelling
from ledger.seal.leaf import Stored, hash_of
from ledger.seal.merkle import SIZE, Growing
from ledger.seal.note import Key
from ledger.seal.succession import Named, Sealing, succession
from ledger.store.codec import TOPIC_OF, decode
from ledger.values.errors import IntegrityFailure, Misused
from ledger.values.progress import Progress

_SETTINGS: Final = TOPIC_OF[PropertySettingsChanged].encode()


class Verified(msgspec.Struct, frozen=True):
    """What agrees of a property's export. events: that were hashed, the first of them that of the leaf `first`; keys:
    that they were verified with. took_over_alone: keys given that took over without the signature of the one before.
    """

    origin: str
    first: int
    events: int
    position: int
    parts: int
    files: int
    keys: list[str]
    took_over_alone: list[str]
    ok: bool = True


class Hashed(NamedTuple):
    """What a part's events come to. before, root: of the tree without and with them. named: keys of the property."""

    before: bytes
    root: bytes
    named: list[Named]


def verify(copy: Copy, keys: Sequence[Key], progress: Progress | None = None) -> Verified:
    """Hold a property's export against its keys. Raises IntegrityFailure for what is found first."""
    copy.verify_together()
    hashed = []
    for each in copy.parts:
        hashed.append(hash_part(each))
        if progress is not None:
            progress(each.part.size, copy.size)
    return judge(copy, hashed, keys)


def hash_part(located: Located) -> Hashed:
    """Hash the events of a part. Raises IntegrityFailure for a file that is not what was written, or a manifest that
    says of the events what they do not.
    """
    part = located.part
    edge = hashes(part.before)
    if len(edge) != part.first.bit_count() or any(len(each) != SIZE for each in edge):
        altered(part.origin, f"the manifest {part.name}")
    tree, named = Growing(part.first, edge), list[Named]()
    before, closed, position = tree.root, "", 0
    for position, hashed, key, day in sorted(_leaves(located), key=itemgetter(0)):  # noqa: B007  of the last
        if key is not None:
            named.append(Named(tree.size, key))
        tree.add(hashed)
        closed = max(closed, day)
    found = (tree.size, base64(tree.root), position, closed)
    if found != (part.size, part.root, part.position, part.closed):
        altered(part.origin, f"the part {part.name}")
    return Hashed(before, tree.root, named)


def verify_closed(located: Located) -> None:
    """Hold the last day that a part says was closed against its events, unhashed. Raises IntegrityFailure."""
    of_no_table = [file for file in located.part.files if not file.table]
    closed = (
        day_closed(row) for file in of_no_table for row in opened(located, file).rows({DAY_CLOSED})
    )
    if max(closed, default="") != located.part.closed:
        altered(located.part.origin, f"the manifest {located.part.name}")


def judge(copy: Copy, hashed: Sequence[Hashed], keys: Sequence[Key]) -> Verified:
    """Whether parts are one log, sealed by those of the keys that bear its name: another property's vouch for nothing.
    Raises IntegrityFailure.
    """
    end: bytes | None = None
    sealings = []
    for each, found in zip(copy.parts, hashed, strict=True):
        if end not in (None, found.before):
            altered(copy.origin, f"the part {each.part.name}, or the one before it,")
        end = found.root
        sealings.append(_sealing(each, found.root))
    named = [each for found in hashed for each in found.named]
    own = [key for key in keys if key.name == copy.origin]
    if not own:
        raise IntegrityFailure(
            "not_signed",
            f"None of the keys is one of {copy.origin}: nothing vouches for its export.",
            f"Name with --key the public key of {copy.origin}, as it was handed out.",
            keys=[each.name for each in keys],
        )
    who = succession(sealings, named, own)
    if who.fault is not None:
        raise who.fault
    for sealing in sealings:
        checkpoint.opened(sealing.note.written().encode(), *who.keys)
    every = [each.part for each in copy.parts]
    return Verified(
        origin=copy.origin,
        first=copy.first,
        events=copy.size - copy.first,
        position=every[-1].position,
        parts=len(every),
        files=sum(len(each.files) for each in every),
        keys=[each.written() for each in who.keys],
        took_over_alone=who.alone,
    )


def _sealing(located: Located, root: bytes) -> Sealing:
    """The checkpoint that covers a part, which goes on from its root. Raises IntegrityFailure."""
    part = located.part
    try:
        travelled = travelling.read(part.checkpoint.encode())
    except (IntegrityFailure, Misused):
        altered(part.origin, f"the manifest {part.name}")
    made, key = travelled.checkpoint, _key_of(part)
    covers = (
        merkle.extends(part.size, made.size, travelled.proof, root, made.root)
        if travelled.old == part.size
        else (part.size, root) == (made.size, made.root)
    )
    if not covers or made.origin != part.origin:
        raise IntegrityFailure(
            "export_not_sealed",
            f"No checkpoint covers the events {part.first + 1:,} to {part.size:,} in the export of {part.origin}.",
            "Believe nothing of it; ask for it again from whoever keeps the log.",
            origin=part.origin,
            first=part.first + 1,
            last=part.size,
        )
    where = f"of the part {part.name}"
    return Sealing(
        made.size, key, checkpoint.opened(travelled.note.written().encode(), key)[1], where
    )


def _key_of(part: Part) -> Key:
    try:
        return Key.read(part.key)
    except Misused:
        altered(part.origin, f"the manifest {part.name}")


def _leaves(located: Located) -> Iterator[tuple[int, bytes, str | None, str]]:
    """Of each event its position, its hash, the key that the property names in it, and the day that it closes."""
    for file in located.part.files:
        rows = 0
        for rows, row in enumerate(opened(located, file).rows(), 1):  # noqa: B007  how many there are
            yield row[0], hash_of(row), _key_named(row), day_closed(row)
        if rows != file.rows:
            altered(located.part.origin, f"the file {file.path}")


class Opened(NamedTuple):
    """A file of a part, which is what was written. first: the position of its first event, as its footer says."""

    located: Located
    file: File
    content: bytes
    first: int

    def rows(self, topics: Collection[str] = (), at_a_time: int = AT_A_TIME) -> Iterator[Stored]:
        """Its events, of the topics named if any: in order, each of the month and the table that the manifest says.
        at_a_time: how many are read at once, at the most. Raises IntegrityFailure.
        """
        own, last = (self.file.month, self.file.table), self.first - 1
        try:
            for row in stored_in(self.content, topics, min(AT_A_TIME, at_a_time)):
                if row[0] <= last or filed_under(row, head_of(row[4])) != own:
                    self._altered()
                last = row[0]
                yield row
        except (ArrowException, UnicodeError, OSError):
            self._altered()

    def _altered(self) -> NoReturn:
        altered(self.located.part.origin, f"the file {self.file.path}")


def opened(located: Located, file: File) -> Opened:
    """A file of a part. Raises IntegrityFailure where it is not what was written."""
    origin, what = located.part.origin, f"the file {file.path}"
    try:
        content = located.read(file)
    except FileNotFoundError:
        altered(origin, what, "is gone")
    except OSError as error:
        raise unreadable(origin, what, error) from error
    if (len(content), sha256(content).hexdigest()) != (file.bytes, file.sha256):
        altered(origin, what)
    try:
        return Opened(located, file, content, first_in(content))
    except (ArrowException, OSError):
        altered(origin, what)


def _key_named(row: Stored) -> str | None:
    if row[3] != _SETTINGS:
        return None
    event = decode(row[3].decode(), row[4])
    return event.seal_key if isinstance(event, PropertySettingsChanged) else None
