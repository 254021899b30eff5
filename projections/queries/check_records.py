"""Whether single records are what they say they are: documents by their hashes, chips by their worth, passphrases by
what set them; and whether what guards the log is in place, and its file whole.
"""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from functools import partial
from hashlib import sha256
from typing import Any, Final

import sqlalchemy as sa

from ledger.desks.ledger import Ledger
from ledger.events.base import Event, Recorded
from ledger.events.operators import PASSPHRASES, PassphraseChosen, PassphraseGiven
from ledger.events.table import ActUndone, RulesAdopted
from ledger.events.undoing import may_be_passed, undone_versions
from ledger.seal.tiles import KEEP
from ledger.store import guards, schema
from ledger.store.codec import TOPIC_OF, decode
from ledger.store.driver import ask, value_of
from ledger.store.engine import snapshot
from ledger.values import passphrases
from ledger.values.errors import IntegrityFailure
from projections.models.registry import whole_metadata
from projections.queries.checked_stream import Stream, Taker

COUNTED: Final = {
    "opener": "opener_cents",
    "closer": "closer_cents",
    "tray": "tray_cents",
    "chips": "cents",
    "cash": "cash_cents",
}
"""Fields of an event that hold pieces by denomination, and the field that says what they are worth."""


def takers(kind: type[Event]) -> list[Taker]:
    """What finds an event of a kind that contradicts itself: it raises IntegrityFailure."""
    fields = kind.__struct_fields__
    counted = [each for each in COUNTED.items() if not set(each).difference(fields)]
    found: list[Taker] = [_verify_document] if kind is RulesAdopted else []
    return [*found, *(partial(_verify_count, *each) for each in counted)]


def _verify_document(event: RulesAdopted, _: Stream) -> None:
    found = sha256(event.document.encode()).hexdigest()
    if found != event.sha256:
        raise IntegrityFailure(
            "rules_altered",
            f"The document of {event.rules} is not the one of its hash.",
            KEEP,
            rules=event.rules,
            sha256=event.sha256,
            found=found,
        )


def _verify_count(name: str, worth: str, event: Event, _: Stream) -> None:
    pieces, cents = getattr(event, name), getattr(event, worth)
    if isinstance(pieces, dict) and pieces and cents is not None:
        counted = sum(each * count for each, count in pieces.items())
        if counted != cents:
            raise IntegrityFailure(
                "count_differs",
                f"The {name} is said to be worth {cents} cents; its pieces are worth {counted}.",
                KEEP,
                counted=counted,
                cents=cents,
            )


def verify_undone(event: ActUndone, before: Sequence[Recorded]) -> None:
    """Raise IntegrityFailure for an undo of what was not the last act, or had been taken back.

    before: what its table's stream holds before it, from an event on that is older than what it takes back.
    """
    gone = undone_versions(before)
    counting = [
        each.originator_version
        for each in before
        if each.originator_version not in gone
        and not isinstance(each.event, ActUndone)
        and not (each.originator_version > event.last and may_be_passed(each.event))
    ]
    undone = list(range(event.first, event.last + 1))
    if counting[-len(undone) :] != undone:
        raise IntegrityFailure(
            "undone_out_of_order",
            f"Events {event.first} to {event.last} were taken back and were not the last act that counted.",
            f"{KEEP} pit audit history shows what came between.",
            first=event.first,
            last=event.last,
        )


def check_passphrases(ledger: Ledger) -> int | None:
    """Hold what is kept of passphrases against the events that set them. How many; None for a role that may not read
    them. Raises IntegrityFailure for one that was altered, planted or taken away.
    """
    with snapshot(ledger.journal.engine) as connection:
        if connection.dialect.name == "postgresql" and not value_of(connection, _MAY_READ):
            return None
        kept = ask(connection, "SELECT operator, kept FROM passphrases")
        told = dict(_set_by_events(connection))
    found = {row.operator: passphrases.digest(row.kept) for row in kept}
    for operator in sorted(found.keys() | told.keys()):
        if found.get(operator) != told.get(operator):
            raise passphrases.altered(operator)
    return len(found)


def _set_by_events(connection: sa.Connection) -> Iterator[tuple[str, str]]:
    """Operators and the digest of what was kept when their passphrase was set, in order."""
    topics = [TOPIC_OF[kind] for kind in (PassphraseChosen, PassphraseGiven)]
    for topic, state in ask(connection, _SET, beginning=PASSPHRASES, topics=topics):
        event: Any = decode(topic, state)
        yield event.operator, event.sha256


_MAY_READ: Final = "SELECT has_table_privilege('passphrases', 'SELECT')"
_SET: Final = (
    "SELECT topic, state FROM events WHERE substr(originator_id, 1, length(:beginning)) = :beginning"
    " AND topic IN (:topics) ORDER BY position"
)


def check_guards(ledger: Ledger) -> None:
    """Raise IntegrityFailure where a trigger that refuses changes is gone, off, or another one, where something besides
    acts on a table of the store or answers in its place, or one is no table or another, or where the counter of
    positions was set back.
    """
    with ledger.journal.engine.connect() as connection, _catalogue(connection) as catalogue:
        missing, altered, counted = (
            catalogue.missing(),
            catalogue.altered(),
            catalogue.counted(),
        )
    if altered:
        raise IntegrityFailure(
            "tables_altered",
            f"Tables of the store are not as they were made: {', '.join(altered)}.",
            _ALTERED,
            tables=altered,
        )
    if counted is not None:
        _check_counter(*counted)
    _verify_none(missing)


def check_reached(ledger: Ledger) -> None:
    """Raise IntegrityFailure where a server finds something in the place of what the program names: whatever is read
    would be what that says. So it is the first thing that is looked at.
    """
    with ledger.journal.engine.connect() as connection, _catalogue(connection) as catalogue:
        _verify_none(sorted(catalogue.reached()))


_ALTERED: Final = f"Somebody has changed the database itself. {KEEP}"


def _catalogue(connection: sa.Connection) -> AbstractContextManager[guards.Catalogue]:
    return guards.Catalogue(connection, whole_metadata().tables).opened()


def _verify_none(missing: Sequence[str]) -> None:
    if missing:
        raise IntegrityFailure(
            "guards_missing",
            f"What refuses changes of the log is not as it was made: {', '.join(missing)}.",
            _ALTERED,
            triggers=missing,
        )


def _check_counter(counter: int, last: int) -> None:
    """Raise IntegrityFailure where the next event would stand before the last, among those that readers have passed, or
    none can follow.
    """
    if counter < last:
        raise IntegrityFailure(
            "counter_set_back",
            f"The counter of positions stands at {counter:,}, and the last event at {last:,}.",
            _ALTERED,
            counter=counter,
            last=last,
        )
    if counter >= schema.LAST_POSITION:
        raise IntegrityFailure(
            "counter_used_up",
            f"The counter of positions stands at {counter:,}: no event can follow, and the last stands at {last:,}.",
            _ALTERED,
            counter=counter,
            last=last,
        )
