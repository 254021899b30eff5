"""How far each feed source has come."""

from collections.abc import Iterator

import pytest

from ledger.desks.ledger import Ledger
from ledger.feed.quarantine import OnRecord
from projections.queries.feeds import feed, feeds
from tests.ledger.feed.conftest import open_pit
from tests.ledger.feed.sender import NOW, Fed, Sender


@pytest.fixture
def ledger(url: str) -> Iterator[Ledger]:
    with open_pit(url) as ledger:
        yield ledger


def test_where_a_source_stands_is_told_of_its_last_record_taken_or_set_aside(
    ledger: Ledger,
) -> None:
    reader, desk = Sender(), Sender("desk-1", "MB-02")
    Fed(ledger, [*reader.opening(), *desk.opening(), reader.round((3, "player", 100))])
    bad = reader.line("buy_in", seat=3, cents=-5)
    Fed(ledger, [bad, b"{"], quarantine=OnRecord())
    found = feed(ledger, "reader-1")
    assert (found.seq, found.next, found.set_aside) == (4, 5, 1)
    assert (found.at, found.recorded_at) == (
        "2026-07-11T22:00:04+00:00",
        "2026-07-12T23:46:40+00:00",
    )
    ledger.clock = lambda: NOW + 90_000_000
    assert [(x.source, x.seq, x.set_aside, x.age_seconds) for x in feeds(ledger)] == [
        ("desk-1", 2, 0, 90),
        ("reader-1", 4, 1, 90),
    ]


def test_of_a_source_that_never_came_nothing_is_known_but_what_it_begins_with(
    ledger: Ledger,
) -> None:
    found = feed(ledger, "reader-9")
    assert (found.seq, found.next, found.set_aside) == (0, 1, 0)
    assert (found.at, found.recorded_at, found.age_seconds) == (None, None, None)
    assert feeds(ledger) == []
