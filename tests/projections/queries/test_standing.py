"""U2: a table at a past moment, from its last snapshot before it, is what its events alone make of it."""

import pytest

from ledger.desks.ledger import Ledger
from ledger.table.state import Table, stream
from ledger.transaction import snapshots
from projections.queries import standing
from projections.queries.moment import Moment
from tests.clerk import Clerk
from tests.ledger.desks.undo.said import undo


@pytest.fixture
def played(dealing: Clerk, monkeypatch: pytest.MonkeyPatch) -> Ledger:
    """Rounds of which snapshots were taken all along, one of them undone, and a late entry."""
    monkeypatch.setattr(snapshots, "TABLE_EVERY", 4)
    for _ in range(3):
        dealing.plays("2d 2h 7s", "5c Kh 9c", (3, "banker", 2000), (7, "tie", 500))
    dealing.says("sit", seat=2)
    undo(dealing)
    dealing.says("sit", seat=1)
    return dealing.ledger


def _taken(ledger: Ledger) -> list[int]:
    query = "SELECT originator_version FROM snapshots WHERE originator_id = 'table:MB-01'"
    with ledger.journal.engine.connect() as connection:
        return sorted(connection.exec_driver_sql(query).scalars())


def test_a_snapshot_is_taken_all_along_and_those_that_lack_by_command(played: Ledger) -> None:
    taken = _taken(played)
    assert len(taken) >= 4
    with played.journal.engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM snapshots")
    assert played.snapshot("MB-01")
    assert not played.snapshot("MB-01")
    assert _taken(played) == list(range(4, played.loader.last_version("table:MB-01") + 1, 4))


def test_u2_a_table_stood_at_every_moment_as_its_events_alone_say(played: Ledger) -> None:
    head = played.position
    recorded = [
        played.loader.mapper.to_domain_event(each).event.recorded_at
        for each in played.journal.select_notifications(1, head)
    ]
    moments = [Moment(position=n) for n in range(1, head + 1)]
    moments += [Moment(known_at=at) for at in sorted({*recorded})]
    moments += [Moment(happened_by=at) for at in sorted({*recorded})]
    for moment in moments:
        alone = Table()
        standing._fold(played, stream("MB-01"), alone, moment)
        if alone.code:
            stood = standing.table(played, moment, "MB-01")
            assert stood == standing.standing_of(played, alone), moment
