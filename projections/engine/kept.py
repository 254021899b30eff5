"""What was read once of a state of the books that is past, and would take the whole log to read again.

It saves time and states nothing: whoever asks can make it anew from events, and a check of the store does.

What is kept when a day is closed goes into the signed event as one digest, so that no part of it can be altered unseen.
What is made anew and is byte for byte what was signed stays under that digest. A later version of the program reads
what was signed as it stands; a column that came since is unknown there. It may work a part out otherwise, where what
was signed is gone and has to be made anew: then the day is marked, its reports say so first, and it is held against its
own digests and the books that were signed only; a check folds it again. So whoever alters a part and everything that
speaks of it can make it look like that, and not like what was signed. Of a day that was closed before there were
digests nobody signed what its reports said: there a part that is altered with its digest is found out by the check
alone.
"""

import hashlib
import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
import sqlalchemy as sa
from msgspec import inspect

from ledger.store.driver import ask, put, put_each, value_of
from ledger.store.engine import begin_write

T = TypeVar("T")

_PART: Final = (
    "SELECT content FROM signed_days WHERE day = :day AND part = :part AND position = :position"
)
_PARTS: Final = (
    "SELECT part, content, sha256, remade FROM signed_days"
    " WHERE day = :day AND position = :position ORDER BY part"
)
_KEEP: Final = (
    "INSERT INTO signed_days (day, part, position, content, sha256, remade)"
    " VALUES (:day, :part, :position, :content, :sha256, :remade)"
)
_DELETE: Final = "DELETE FROM signed_days WHERE day = :day"
_CLEAR: Final = "DELETE FROM signed_days WHERE day NOT IN (:days)"

EDITION: Final = "edition"
"""The part that says of which edition of the reports the others are."""


def encoded(value: object) -> bytes:
    """A part as JSON, of which its digest is; it is compressed where it is written."""
    return msgspec.json.encode(value)


def read(connection: sa.Connection, day: str, part: str, position: int) -> bytes | None:
    """A part as it was encoded, None where it is not kept, or not as of that event."""
    content = value_of(connection, _PART, day=day, part=part, position=position)
    return None if content is None else _plain(content)


def decoded(part: bytes, kind: type[T]) -> T | None:
    """A part as a value; None where it does not read as one, as after a change of the row.

    What an earlier version kept says nothing of a column that came since: there it is unknown, where that can be.
    """
    try:
        return msgspec.json.decode(part, type=kind)
    except msgspec.MsgspecError:
        pass
    try:
        widened = _widened(msgspec.json.decode(part), inspect.type_info(kind))
        return msgspec.convert(widened, kind, str_keys=True)
    except msgspec.MsgspecError:
        return None


def _widened(value: Any, kind: "inspect.Type") -> Any:
    """A value of JSON in which every field that may be unknown, and is not there, is None."""
    match kind:
        case inspect.ListType() if isinstance(value, list):
            return [_widened(each, kind.item_type) for each in value]
        case inspect.StructType() if isinstance(value, dict):
            found = {
                field.encode_name: _widened(value[field.encode_name], field.type)
                if field.encode_name in value
                else None
                for field in kind.fields
                if field.encode_name in value or (field.required and is_nullable(field.type))
            }
            return {**value, **found}
        case _:
            return value


def is_nullable(kind: "inspect.Type") -> bool:
    """Whether a field of a type may be unknown."""
    return isinstance(kind, inspect.UnionType) and kind.includes_none


def _plain(content: object) -> bytes:
    """What was compressed; nothing where it was not, as where SQLite keeps another type in the place of bytes."""
    try:
        return zlib.decompress(content) if isinstance(content, bytes) else b""
    except zlib.error:
        return b""


def _sha256(part: bytes) -> str:
    return hashlib.sha256(part).hexdigest()


def digest(parts: Mapping[str, bytes]) -> str:
    """One digest of all parts of a day, by the JSON of each: how it is compressed does not matter."""
    return _digest((name, _sha256(part)) for name, part in parts.items())


def _digest(named: Iterable[tuple[str, str]]) -> str:
    lines = "".join(f"{name} {each}\n" for name, each in sorted(named))
    return hashlib.sha256(lines.encode()).hexdigest()


def write(
    engine: sa.Engine, day: str, position: int, parts: Mapping[str, bytes], *, remade: bool
) -> None:
    """Keep the parts of a day in place of those that are there."""
    rows: list[dict[str, str | int | bytes | None]] = [
        {
            "day": day,
            "part": name,
            "position": position,
            "content": zlib.compress(part),
            "sha256": _sha256(part),
            "remade": int(remade),
        }
        for name, part in parts.items()
    ]
    with begin_write(engine) as connection:
        put(connection, _DELETE, day=day)
        put_each(connection, _KEEP, rows)


class Held(NamedTuple):
    """What is kept of a day, held against what was signed. altered: the parts that are not what was kept. remade:
    whether they are said to be made anew since, and are not what was signed.
    """

    altered: list[str]
    remade: bool = False


def held(connection: sa.Connection, day: str, position: int, signed: str) -> Held:
    """What is kept of a day against its digest in the signed event, "" where it has none. All parts are altered where
    they are not what was signed and nothing says which.
    """
    rows = _rows(connection, day, position)
    found = {row.part: _sha256(_plain(row.content)) for row in rows}
    if not found or _digest(found.items()) == signed:
        return Held([])
    parts = [row.part for row in rows if found[row.part] != row.sha256]
    if not parts and signed and not all(row.remade for row in rows):
        return Held(sorted(found))
    return Held(parts, remade=bool(signed))


def differs(
    connection: sa.Connection, day: str, position: int, signed: str, made: Mapping[str, bytes]
) -> str:
    """The name of the first part that is kept of a day and is not what was made again; "" where there is none.

    What was signed under another edition of the reports may say other things of the same events, and stays.
    """
    parts = _parts(connection, day, position)
    if parts and parts.get(EDITION, b"") != made[EDITION] and digest(parts) == signed:
        return ""
    return next((name for name, part in parts.items() if made.get(name) != part), "")


def _parts(connection: sa.Connection, day: str, position: int) -> dict[str, bytes]:
    return {row.part: _plain(row.content) for row in _rows(connection, day, position)}


def _rows(connection: sa.Connection, day: str, position: int) -> Sequence[Any]:
    return ask(connection, _PARTS, day=day, position=position)


def clear(engine: sa.Engine, signed: Iterable[tuple[str, int, str]]) -> None:
    """Throw away what is not byte for byte what was signed: it is made again when it is asked for.

    signed: the days that are closed, the event at which their books are read, and the digest in the signed event.
    """
    with begin_write(engine) as connection:
        stay = [
            day
            for day, position, of_signed in signed
            if digest(_parts(connection, day, position)) == of_signed
        ]
        put(connection, _CLEAR, days=stay)
