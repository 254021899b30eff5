"""Whether idempotency keys are as the log has them: what is kept with each, and the events that it stands for.

The first event of a keyed command says what is kept with its key, so that none can be taken away, altered or added. Of
commands from before events said so, it is only known whether the events are there.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from ledger.desks.ledger import Ledger
from ledger.seal.tiles import KEEP
from ledger.store import schema
from ledger.store.codec import decode
from ledger.store.driver import ask, ask_long
from ledger.store.engine import snapshot
from ledger.transaction.keys import KEY, Span, kept_sha256
from ledger.values.errors import IntegrityFailure

AT_A_TIME: Final = 2_000
"""Rows fetched at a time."""

_ENDS: Final = "SELECT originator_id, max(originator_version) FROM events GROUP BY originator_id"
_KEYS: Final = (
    "SELECT key, request_sha256, answer FROM idempotency_keys"
    " WHERE substr(key, 1, length(:beginning)) = :beginning ORDER BY key"
)
_SINCE: Final = "SELECT position, topic, state FROM events WHERE position > :position"

_SPANS: Final = msgspec.json.Decoder(list[Span]).decode


def verify(ledger: Ledger, said: Mapping[str, int], position: int) -> int:
    """Hold every idempotency key against the log; how many there are. Raises IntegrityFailure.

    said: the positions of events up to a position that say what is kept with a key, by what they say.
    """
    count = 0
    with snapshot(ledger.journal.engine) as connection:
        told = dict(said) | dict(_said_since(connection, position))
        since = _since(ledger, told)
        last = dict(map(tuple, ask(connection, _ENDS)))
        for key, request, answer in ask_long(connection, _KEYS, AT_A_TIME, beginning=KEY):
            count += 1
            stands_for = spans(answer)
            if not stands_for or any(
                not 0 < each.first_version <= each.last_version <= last.get(each.stream, 0)
                for each in stands_for
            ):
                raise _without_events(key, "stands for events that are not in the log")
            known = told.pop(_kept_sha256(key, request, answer), None)
            if known is None and _end(ledger, stands_for) >= since:
                raise _without_events(key, "is not kept as any event says")
    for lost in sorted(told.values()):
        raise IntegrityFailure(
            "key_missing",
            f"The key under which the event at {lost} was recorded is gone: its command could be given once more.",
            KEEP,
            position=lost,
        )
    return count


def _said_since(connection: sa.Connection, position: int) -> Iterator[tuple[str, int]]:
    """What events say of keys that came in since the log was folded."""
    for at, topic, state in ask_long(connection, _SINCE, AT_A_TIME, position=position):
        event = decode(topic, state)
        if event.key_sha256:
            yield event.key_sha256, at


def _since(ledger: Ledger, told: Mapping[str, int]) -> int:
    """From which position on every event that was recorded under a key says so, as far as the log tells."""
    established = ledger.loader.property_now().established
    if established is not None and established.keys_in_log:
        return 0
    return min(told.values(), default=schema.LAST_POSITION)


def _end(ledger: Ledger, stands_for: Sequence[Span]) -> int:
    """The position of the last event that a key stands for."""
    places = ((each.stream, each.last_version) for each in stands_for)
    return max(ledger.journal.position_of(*place) or 0 for place in places)


def spans(answer: Any) -> list[Span]:
    """Where the events of a keyed command stand; none where that cannot be read."""
    try:
        return _SPANS(answer)
    except (msgspec.MsgspecError, TypeError, UnicodeDecodeError):
        return []


def _kept_sha256(key: str, request: Any, answer: Any) -> str:
    """As an event says it; of what is kept in another type, what none does."""
    if not (isinstance(request, str) and isinstance(answer, bytes)):
        return ""
    return kept_sha256(key, request, answer)


def _without_events(key: str, why: str) -> IntegrityFailure:
    name = key.removeprefix(KEY)
    return IntegrityFailure("key_without_events", f"The key {name} {why}.", KEEP, key=name)
