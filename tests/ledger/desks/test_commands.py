"""Load, decide, save: keys, dry runs, conflicts, snapshots, several aggregates at once."""

import json
import threading
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from eventsourcing.persistence import RecordConflictError

from ledger.desks.ledger import Ledger
from ledger.desks.tables import take
from ledger.events import day as day_events
from ledger.events import table as e
from ledger.events.base import Recorded
from ledger.link.state import Link
from ledger.table import state as table_state
from ledger.values.errors import Conflict, IntegrityFailure, Misused, NotFound, Refused
from tests.clerk import OPENER, SIGNED, Clerk, count_drop, establish


def test_x31_a_key_answers_the_same_and_serves_one_command(dealing: Clerk) -> None:
    act = dealing.act("buy_in", seat=3, cents=20_000)
    first = dealing.ledger.do(act, key="c-1")
    before = dealing.everything()
    second = dealing.ledger.do(act, key="c-1")
    assert (second.events, second.position) == (first.events, first.position)
    assert (first.repeated, second.repeated) == (False, True)
    with pytest.raises(Conflict, match="c-1 was used for a different command"):
        dealing.ledger.do(dealing.act("buy_in", seat=3, cents=20_001), key="c-1")
    assert dealing.everything() == before


def test_x31_a_key_remembers_all_streams_of_its_command(clerk: Clerk) -> None:
    opening = clerk.act("open", rules="ma-midi", pit="P-1", opener=OPENER, **SIGNED)
    first = clerk.ledger.do(opening, key="open-1")
    second = clerk.ledger.do(opening, key="open-1")
    assert second.events == first.events
    assert {recorded.originator_id for recorded in first.events} == {"table:MB-01", "pit:P-1"}


def test_a_refused_command_consumes_no_key(dealing: Clerk) -> None:
    with pytest.raises(Refused):
        dealing.ledger.do(dealing.act("collect_vig", seat=3), key="c-1")
    done = dealing.ledger.do(dealing.act("buy_in", seat=3, cents=500), key="c-1")
    assert not done.repeated


def test_a_dry_run_decides_and_records_nothing(dealing: Clerk) -> None:
    before = dealing.everything()
    done = dealing.ledger.do(dealing.act("buy_in", seat=3, cents=500), key="c-1", dry_run=True)
    assert [type(recorded.event) for recorded in done.events] == [e.BoughtIn]
    assert done.position is None
    assert dealing.everything() == before
    assert not dealing.ledger.do(dealing.act("buy_in", seat=3, cents=500), key="c-1").repeated


def test_a_unit_is_saved_whole_or_not_at_all(dealing: Clerk) -> None:
    unit = dealing.ledger.begin()
    take(unit, dealing.act("buy_in", seat=1, cents=500))
    with pytest.raises(Refused):
        take(unit, dealing.act("collect_vig", seat=1))
    take(unit, dealing.act("buy_in", seat=2, cents=700))
    before = len(dealing.everything())
    unit.commit()
    assert len(dealing.everything()) == before + 2
    assert dealing.ledger.table("MB-01").tray_cents == 850_000 - 1_200


def test_x36_of_two_decisions_on_one_state_the_second_is_told(dealing: Clerk) -> None:
    one, other = dealing.ledger.begin(), dealing.ledger.begin()
    dealing.says("no_more_bets")
    dealing.says("deal", player=["7d", "Qh"], banker=["9c", "Kh"])
    take(one, dealing.act("settle"))
    take(other, dealing.act("settle"))
    one.commit()
    before = dealing.everything()
    with pytest.raises(RecordConflictError):
        other.commit()
    assert dealing.everything() == before


def test_two_writers_on_one_table_lose_nothing(url: str, dealing: Clerk) -> None:
    """Both decide again on a conflict until their command is on record."""
    each, failures = 25, []

    def buy(seat: int) -> None:
        try:
            with Ledger(url) as ledger:
                clerk = Clerk(ledger)
                for _ in range(each):
                    clerk.says("buy_in", seat=seat, cents=100)
        except Exception as error:  # noqa: BLE001  a thread's error is the test's
            failures.append(error)

    threads = [threading.Thread(target=buy, args=(seat,)) for seat in (1, 2, 3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert dealing.ledger.table("MB-01").tray_cents == 850_000 - 3 * each * 100
    seats = [
        recorded.event.seat
        for recorded in dealing.ledger.stream("table:MB-01")
        if isinstance(recorded.event, e.BoughtIn)
    ]
    assert {seat: seats.count(seat) for seat in (1, 2, 3)} == {1: each, 2: each, 3: each}


def test_the_property_is_established_once(ledger: Ledger) -> None:
    again = establish(ledger)
    assert again.repeated
    with pytest.raises(Refused, match="belongs to Harbor House"):
        establish(ledger, cutoff="05:00")


def test_a_store_without_property_says_so(url: str) -> None:
    with Ledger(url) as ledger, pytest.raises(NotFound, match="does not belong to a property"):
        Clerk(ledger).opens()


@pytest.mark.parametrize("code", ["", "a:b", "-x", "T" * 33, "tisch 1"])
def test_a_code_that_cannot_name_a_table_is_refused(ledger: Ledger, code: str) -> None:
    clerk = Clerk(ledger, "MB-01")
    opening = clerk.act("open", rules="ma-midi", pit="P-1", opener=OPENER, **SIGNED)
    with pytest.raises(Misused, match="cannot be a table's code"):
        ledger.do(
            type(opening)(
                **{f: getattr(opening, f) for f in opening.__struct_fields__} | {"table": code}
            )
        )


def test_a_snapshot_is_written_when_the_table_closes_and_changes_nothing(dealing: Clerk) -> None:
    dealing.plays("7d Qh", "9c Kh", (3, "banker", 2000))
    dealing.says("collect_vig", seat=3)
    dealing.says("close", closer=OPENER, **SIGNED)
    assert dealing.ledger.snapshots is not None
    (snapshot,) = list(dealing.ledger.snapshots.get("table:MB-01"))
    from_events = table_state.fold(None, dealing.ledger.stream("table:MB-01"))
    assert dealing.ledger.table("MB-01") == from_events
    assert snapshot.originator_version == from_events.version if from_events else False
    dealing.opens()
    assert dealing.ledger.table("MB-01") == table_state.fold(
        None, dealing.ledger.stream("table:MB-01")
    )


def test_the_maintenance_snapshot_fills_what_many_events_together_left_out(dealing: Clerk) -> None:
    assert not dealing.ledger.snapshot("MB-01")
    unit, at = dealing.ledger.begin(), dealing.moment.isoformat()
    for _ in range(1_001):
        take(unit, dealing.act("buy_in", seat=1, cents=100, at=at))
    unit.commit()
    assert dealing.ledger.snapshots is not None
    (moved,) = dealing.ledger.snapshots.get("table:MB-01")
    assert dealing.ledger.snapshot("MB-01")
    assert [each.originator_version for each in dealing.ledger.snapshots.get("table:MB-01")] == [
        500,
        moved.originator_version,
    ]
    assert not dealing.ledger.snapshot("MB-01")
    assert dealing.ledger.table("MB-01").tray_cents == 850_000 - 100_100


def _history(versions: range) -> Iterator[Recorded]:
    stamp: dict[str, Any] = {"by": "C-1", "at": 1, "recorded_at": 1, "day": "2026-07-11"}
    amounts = {4: 250, 5: 500, 6: -1000, 7: 2375, 8: -2500}
    for version in versions:
        cents = amounts[version]
        event: e.BoughtIn | e.ChipsFilled = (
            e.BoughtIn(**stamp, seat=1, cents=cents)
            if cents > 0
            else e.ChipsFilled(
                **stamp, slip=str(version), chips={}, cents=-cents, dealer="", supervisor=""
            )
        )
        yield Recorded("table:MB-01", version, event)


def test_x34_events_up_to_the_snapshot_are_not_applied_again() -> None:
    snapshot = table_state.Table(code="MB-01", version=5, tray_cents=-1250)
    table = table_state.fold(snapshot, _history(range(4, 9)))
    assert table is not None
    assert (table.version, table.tray_cents) == (8, -125)


def test_a_hole_in_a_stream_is_an_integrity_failure() -> None:
    snapshot = table_state.Table(code="MB-01", version=5)
    with pytest.raises(IntegrityFailure, match="Event 6 of table:MB-01 is missing"):
        table_state.fold(snapshot, _history(range(7, 9)))


@pytest.mark.parametrize("state", [table_state.Table, Link])
def test_a_changed_state_does_not_meet_old_snapshots(state: type[msgspec.Struct]) -> None:
    """On a failure: clear the snapshots in a migration, then write the new schema to the file."""
    name = f"{state.__name__.lower()}_snapshot.schema.json"
    golden = Path(__file__).parents[2] / "golden" / name
    schema = json.dumps(msgspec.json.schema(state), indent=1, sort_keys=True) + "\n"
    assert schema == golden.read_text()


def test_the_days_facts_are_a_stream_of_their_own(dealing: Clerk) -> None:
    at = int(datetime.fromisoformat("2026-07-12T07:00:00-04:00").timestamp() * 1e6)
    count_drop(dealing.ledger, "2026-07-11", "MB-01", cash_cents=0, cash={}, by="A-1", at=at)
    (recorded,) = dealing.ledger.stream(day_events.stream("2026-07-11"))
    assert isinstance(recorded.event, day_events.DropCounted)
    assert recorded.event.day == "2026-07-11"
