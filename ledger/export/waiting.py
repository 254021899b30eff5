"""How far the log is copied while counts made blind wait for their second: whoever read the first in a copy would count
no more alone (T1, A3).
"""

import sqlalchemy as sa

from ledger.events.day import CountEntered, DayClosed
from ledger.store.codec import TOPIC_OF, decode
from ledger.store.schema import RARE, events

_COUNTS = (
    sa.select(events.c.position, events.c.topic, events.c.state)
    .where(events.c.position > sa.bindparam("after"), RARE)
    .where(events.c.topic.in_([TOPIC_OF[kind] for kind in (CountEntered, DayClosed)]))
    .order_by(events.c.position)
)
_BEFORE = sa.select(sa.func.count()).where(events.c.position < sa.bindparam("position"))


def leaf_of_first_waiting(connection: sa.Connection, after: int) -> int | None:
    """The leaf of the first count behind a position that waits for its second on a day that is not closed, or None."""
    waiting: dict[tuple[str, tuple[str, str, str]], int] = {}
    for position, topic, state in connection.execute(_COUNTS, {"after": after}):
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
    return connection.scalar(_BEFORE, {"position": min(waiting.values())})
