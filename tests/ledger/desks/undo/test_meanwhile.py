"""What others say while an act is taken back."""

from datetime import timedelta
from functools import partial
from typing import Any

import msgspec
import pytest

from ledger.desks.ledger import Ledger
from ledger.events import table as e
from ledger.values.errors import IntegrityFailure, Refused
from tests.clerk import OPENER, SIGNED, Clerk
from tests.folded import fold
from tests.ledger.desks.undo.said import WAGER, counts_nothing, meanwhile, stands, undo


def test_a_drop_that_is_counted_while_its_opening_is_taken_back_is_seen(
    clerk: Clerk, other: Ledger, monkeypatch: Any
) -> None:
    clerk.opens()
    elsewhere = Clerk(other, moment=clerk.moment.isoformat())
    meanwhile(clerk.ledger, monkeypatch, partial(counts_nothing, elsewhere))
    with pytest.raises(Refused, match="is counted"):
        undo(clerk, approved_by="S-9")
    assert stands(clerk).open


def test_what_another_said_meanwhile_is_the_last_act_and_stays_in_the_books(
    dealing: Clerk, other: Ledger, monkeypatch: Any
) -> None:
    """Settled with vigorish marked, which somebody collects while the round is being taken back."""
    for kind, facts in (
        ("wager", WAGER),
        ("no_more_bets", {}),
        ("deal", {"player": ["7d", "Qh"], "banker": ["9c", "Kh"]}),
        ("settle", {}),
    ):
        dealing.says(kind, **facts)
    elsewhere = Clerk(other, moment=dealing.moment.isoformat())
    meanwhile(dealing.ledger, monkeypatch, lambda: elsewhere.says("collect_vig", seat=3))
    dealing.moment += timedelta(minutes=1)
    (undone,) = undo(dealing)
    assert isinstance(undone, e.ActUndone)
    assert [line.event for line in undone.undone] == ["table.vigorish_collected"]
    fold(dealing.ledger)


def test_a_close_that_was_signed_meanwhile_needs_a_supervisor(
    dealing: Clerk, other: Ledger, monkeypatch: Any
) -> None:
    dealing.says("buy_in", seat=3, cents=20_000)
    elsewhere = Clerk(other, moment=dealing.moment.isoformat())
    closes = partial(elsewhere.says, "close", closer=OPENER, **SIGNED)
    meanwhile(dealing.ledger, monkeypatch, closes)
    dealing.moment += timedelta(minutes=1)
    with pytest.raises(Refused, match="bears signatures"):
        undo(dealing)
    assert not stands(dealing).open


def test_one_act_is_taken_back_once_by_whoever_is_first(
    dealing: Clerk, other: Ledger, monkeypatch: Any
) -> None:
    for seat in (3, 5):
        dealing.says("buy_in", seat=seat, cents=20_000)
    elsewhere = Clerk(other, moment=dealing.moment.isoformat())
    meanwhile(dealing.ledger, monkeypatch, partial(undo, elsewhere))
    dealing.moment += timedelta(minutes=1)
    undo(dealing)
    taken = [x.event for x in other.stream("table:MB-01") if isinstance(x.event, e.ActUndone)]
    assert len({(each.first, each.last) for each in taken}) == len(taken) == 2
    fold(dealing.ledger)


def test_an_undo_of_what_was_not_the_last_act_is_found(dealing: Clerk) -> None:
    """Where a program of before saved one over what another had said meanwhile."""
    dealing.says("buy_in", seat=3, cents=20_000)
    dealing.says("sit", seat=5)
    undo(dealing)
    ledger, (undone,) = dealing.ledger, undone_at(dealing)
    over = msgspec.structs.replace(undone.event, recorded_at=undone.event.recorded_at + 1)
    unit = ledger.begin()
    unit.pending.follow("table:MB-01", undone.originator_version)
    unit.pending.put("table:MB-01", [over])
    unit.commit()
    with pytest.raises(IntegrityFailure) as caught:
        fold(ledger)
    assert caught.value.refusal.code == "undone_out_of_order"


def undone_at(clerk: Clerk) -> list[Any]:
    """What takes something back at the clerk's table, as it is recorded."""
    recorded = clerk.ledger.stream(f"table:{clerk.table}")
    return [each for each in recorded if isinstance(each.event, e.ActUndone)]
