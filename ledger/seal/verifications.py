"""What the last verification of the log came to, as the store is told of it: whoever can write to the store can write
that too, so that it says when somebody looked, and proves nothing.
"""

from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from ledger.store.engine import begin_write
from ledger.store.schema import verifications


class Verification(NamedTuple):
    """at: when it was done, microseconds UTC. position: of the last event of the log then. program: its version.
    answer: as `pit audit verify` prints it with --json; an error too.
    """

    at: int
    position: int
    program: str
    answer: dict[str, Any]


def keep(engine: sa.Engine, at: int, position: int, program: str, answer: object) -> None:
    """Keep what a verification came to in place of the one before. All as above."""
    row = {
        "at": at,
        "position": position,
        "program": program,
        "answer": msgspec.json.encode(answer),
    }
    with begin_write(engine) as connection:
        connection.execute(sa.delete(verifications))
        connection.execute(sa.insert(verifications), [row])


def last(connection: sa.Connection) -> Verification | None:
    """The last one; None where none is kept, or none that can be read."""
    of = verifications.c
    row = connection.execute(
        sa.select(of.at, of.position, of.program, of.answer).order_by(of.at.desc()).limit(1)
    ).first()
    if row is None:
        return None
    try:
        answer = msgspec.json.decode(row.answer, type=dict[str, Any])
    except msgspec.MsgspecError:
        return None
    return Verification(row.at, row.position, row.program, answer)
