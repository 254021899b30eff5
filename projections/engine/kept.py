"""What was read once of a state of the books that is past, and would take the whole log to read again.

It saves time and states nothing: whoever asks can make it anew from events, and a check of the store does.
"""

import zlib
from collections.abc import Mapping
from typing import Final, TypeVar

import msgspec
import sqlalchemy as sa

from ledger.store.engine import begin_write
from ledger.store.schema import metadata
from projections.engine.model import TEXT

T = TypeVar("T")

KEPT: Final = sa.Table(
    "signed_days",
    metadata,
    sa.Column("day", TEXT, primary_key=True),
    sa.Column("part", TEXT, primary_key=True),
    sa.Column("position", sa.BigInteger(), nullable=False),
    sa.Column("content", sa.LargeBinary(), nullable=False),
)
"""Parts of what the reports of a closed day say, by name: JSON, compressed. position: the event they are read at."""


def encoded(value: object) -> bytes:
    """How a part is kept."""
    return zlib.compress(msgspec.json.encode(value))


def read(connection: sa.Connection, day: str, part: str, position: int) -> bytes | None:
    """A part as it is kept, None where it is not, or not as of that event."""
    of = KEPT
    query = sa.select(of.c.content).where(
        of.c.day == day, of.c.part == part, of.c.position == position
    )
    return connection.scalar(query)


def decoded(content: bytes, kind: type[T]) -> T | None:
    """What is kept as a value; None where it does not read as one, as after a change of the program or of the row."""
    try:
        return msgspec.json.decode(_plain(content), type=kind)
    except msgspec.MsgspecError:
        return None


def _plain(content: bytes) -> bytes:
    """What was compressed; nothing where it was not."""
    try:
        return zlib.decompress(content)
    except zlib.error:
        return b""


def write(engine: sa.Engine, day: str, position: int, parts: Mapping[str, bytes]) -> None:
    """Keep the parts of a day in place of those that are there."""
    rows = [
        {"day": day, "part": name, "position": position, "content": content}
        for name, content in parts.items()
    ]
    with begin_write(engine) as connection:
        connection.execute(sa.delete(KEPT).where(KEPT.c.day == day))
        connection.execute(sa.insert(KEPT), rows)


def differs(connection: sa.Connection, day: str, position: int, made: Mapping[str, bytes]) -> str:
    """The name of the first part that is kept of a day and is not what was made again; "" where there is none."""
    query = sa.select(KEPT.c.part, KEPT.c.content).where(
        KEPT.c.day == day, KEPT.c.position == position
    )
    for name, content in connection.execute(query.order_by(KEPT.c.part)):
        if name not in made or _plain(content) != _plain(made[name]):
            return str(name)
    return ""


def clear(engine: sa.Engine) -> None:
    """Throw all of it away: it is made again when it is asked for."""
    with begin_write(engine) as connection:
        connection.execute(sa.delete(KEPT))
