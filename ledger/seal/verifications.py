"""What the last verification of the log came to, as the store is told of it: whoever can write to the store can write
that too, so that it says when somebody looked, and proves nothing.
"""

from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa

from ledger.store.driver import Value, ask, put
from ledger.store.engine import begin_write

_KEEP: Final = "INSERT INTO verifications (at, position, program, answer) VALUES (:at, :position, :program, :answer)"
_LAST: Final = "SELECT at, position, program, answer FROM verifications ORDER BY at DESC LIMIT 1"

_ANSWER: Final = msgspec.json.Decoder(dict[str, Any]).decode


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
    row: dict[str, Value] = {
        "at": at,
        "position": position,
        "program": program,
        "answer": msgspec.json.encode(answer),
    }
    with begin_write(engine) as connection:
        put(connection, "DELETE FROM verifications")
        put(connection, _KEEP, **row)


def last(connection: sa.Connection) -> Verification | None:
    """The last one; None where none is kept, or none that can be read."""
    for at, position, program, said in ask(connection, _LAST):
        try:
            return Verification(at, position, program, _ANSWER(said))
        except msgspec.MsgspecError:
            return None
    return None
