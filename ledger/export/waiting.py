"""How far the log is copied while counts made blind wait for their second: whoever read the first in a copy would count
no more alone (T1, A3).
"""

from typing import Final

import sqlalchemy as sa

from ledger.events.day import CountEntered, DayClosed
from ledger.seal import tiles
from ledger.store.codec import TOPIC_OF, decode
from ledger.store.driver import ask
from ledger.store.schema import RARE

_COUNTS: Final = f"""
    SELECT position, topic, state FROM events WHERE position > :after AND topic IN (:topics) AND {RARE}
    ORDER BY position
"""  # noqa: S608  of constants


def leaf_of_first_waiting(connection: sa.Connection, after: int) -> int | None:
    """The leaf of the first count behind a position that waits for its second on a day that is not closed, or None."""
    waiting: dict[tuple[str, tuple[str, str, str]], int] = {}
    topics = [TOPIC_OF[kind] for kind in (CountEntered, DayClosed)]
    for position, topic, state in ask(connection, _COUNTS, after=after, topics=topics):
        event = decode(topic, state)
        if isinstance(event, DayClosed):
            waiting = {of: first for of, first in waiting.items() if of[0] != event.day}
        elif isinstance(event, CountEntered) and event.second:
            waiting.pop((event.day, event.place), None)
        elif isinstance(event, CountEntered):
            # One that was made anew, as chips had moved, is told with the one in its place.
            waiting.setdefault((event.day, event.place), position)
    if not waiting:
        return None
    return tiles.leaf_of(connection, min(waiting.values()))
