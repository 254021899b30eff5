"""Whatever an act is decided on, nothing has come to it when the act is saved: what is only read as what is written."""

from collections.abc import Callable, Mapping
from typing import Final

import pytest
from eventsourcing.persistence import RecordConflictError

from ledger.desks.ledger import Ledger
from ledger.events import operators as operator_events
from ledger.events.feed import TOKENS
from ledger.events.property import STREAM as PROPERTY
from ledger.events.signing import BooksRefused
from ledger.transaction.standing import Standing
from ledger.transaction.unit import UnitOfWork
from tests.clerk import Clerk
from tests.ledger.operators.house import NOON, micros
from tests.ledger.operators.test_at_once import other

__all__ = ["other"]

DAY, MONTH = "2026-07-11", "2026-06"

READS: Final[Mapping[str, tuple[str, Callable[[Standing], object]]]] = {
    "table": ("table:MB-01", lambda standing: standing.table("MB-01")),
    "known_table": ("table:MB-01", lambda standing: standing.known_table("MB-01")),
    "back_to": ("link:R9", lambda standing: standing.back_to("link:R9", "", lambda _: False)),
    "link_since": ("link:R9", lambda standing: standing.link_since("R9", micros(NOON))),
    "history": ("paper:day", lambda standing: standing.history("paper:day")),
    "pit": ("pit:P-1", lambda standing: standing.pit("pit:P-1")),
    "day": (f"day:{DAY}", lambda standing: standing.day(DAY)),
    "month": (f"month:{MONTH}", lambda standing: standing.month(MONTH)),
    "signing": (f"signing:{DAY}", lambda standing: standing.signing(DAY)),
    "series": ("series:CVF", lambda standing: standing.series("CVF")),
    "slip_series": ("slips:fill:", lambda standing: standing.slip_series("slips:fill:")),
    "enrollment": (
        operator_events.passphrase_stream("A-1"),
        lambda standing: standing.enrollment("A-1"),
    ),
    "feed_tokens": (TOKENS, lambda standing: standing.feed_tokens()),
    "settings": (PROPERTY, lambda standing: standing.settings),
    "tolerance": (PROPERTY, lambda standing: standing.tolerance),
    "award_limit_at": (PROPERTY, lambda standing: standing.award_limit_at(0)),
    "property": (PROPERTY, lambda standing: standing.property()),
    "registry": (operator_events.STREAM, lambda standing: standing.registry()),
}
"""What is read of which stream, by the name of what reads it."""

OTHERS: Final = {
    *("keep", "forget", "known"),  # They read nothing.
    *("corrections", "happened_since"),  # Of a table that was asked for.
    "look",  # What it has read is asked for by name.
    "link",  # Held where its events are read, or it is written to.
}


def test_all_that_an_act_can_be_decided_on_is_known_here() -> None:
    assert {name for name in vars(Standing) if not name.startswith("_")} == {*READS, *OTHERS}


def writes(unit: UnitOfWork, stream: str) -> None:
    """Have some event wait for a stream, whatever it is of."""
    now = unit.clock()
    event = BooksRefused(recorded_at=now, at=now, day=DAY, by="A-1", books=DAY, reason="recount")
    unit.pending.put(stream, [event])


def test_what_was_read_and_has_moved_since_fails_what_was_decided_on_it(
    dealing: Clerk, other: Ledger
) -> None:
    for stream, read in READS.values():
        decided, meanwhile = dealing.ledger.begin(), other.begin()
        read(decided.standing)
        writes(meanwhile, stream)
        meanwhile.commit()
        writes(decided, "signing:2026-01-01")
        with pytest.raises(RecordConflictError, match=f"stream='{stream}'"):
            decided.commit()


def test_what_was_written_meanwhile_between_a_reading_and_an_event_of_it_is_a_conflict(
    dealing: Clerk, other: Ledger
) -> None:
    """Such as a print of a document: it is the second one, and not the first once more."""
    decided, meanwhile = dealing.ledger.begin(), other.begin()
    assert decided.standing.history("paper:day") == []
    writes(meanwhile, "paper:day")
    meanwhile.commit()
    writes(decided, "paper:day")
    with pytest.raises(RecordConflictError):
        decided.commit()


def test_what_was_only_read_stays_what_it_was_for_all_that_a_unit_saves(
    dealing: Clerk, other: Ledger
) -> None:
    """A feed goes on with one unit: what it read of the property for one transaction binds that one."""
    feeding = dealing.ledger.begin()
    assert feeding.standing.tolerance
    writes(feeding, "signing:2026-01-01")
    assert feeding.commit()
    meanwhile = other.begin()
    writes(meanwhile, PROPERTY)
    meanwhile.commit()
    writes(feeding, "signing:2026-01-01")
    assert feeding.commit()
