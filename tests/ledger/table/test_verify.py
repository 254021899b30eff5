"""How many cards an event says are left is held against what left the shoe before it (T5, T8)."""

from collections.abc import Iterator

import msgspec
import pytest

from ledger.events import shoe as shoe_events
from ledger.events import table as e
from ledger.events.base import Event
from ledger.table.state import Table
from ledger.table.verify import verify
from ledger.values.errors import IntegrityFailure
from tests.clerk import Clerk

CUT = {"cut_seat": 0, "cut_depth": 60}


def altered(event: Event) -> Iterator[Event]:
    """The event with each of its counts as another."""
    for name in ("burned", "left", "rounds_left"):
        if hasattr(event, name):
            yield msgspec.structs.replace(event, **{name: getattr(event, name) + 1})


def test_t8_every_count_of_cards_is_worked_out_again(clerk: Clerk) -> None:
    clerk.opens()
    clerk.says("shuffle_cards", **CUT)
    clerk.starts_shoe()
    clerk.says("recut", ordered_by="S-2", reason="uneven", burn="9d", **CUT)
    clerk.plays("7d Qh", "5c Kh 2s", (3, "banker", 2000))
    clerk.says("irregular", kind="drawn_in_error", disclosed=False)
    clerk.plays("7d 4h 6s", "6c Td Ts", (3, "banker", 2000))
    clerk.says("irregular", kind="face_up", card="7d", disclosed=True)
    clerk.says("simulated_round", player=["7d", "Qh"], banker=["5c", "Kh", "2s"])
    clerk.says("cut_card")
    clerk.plays("7d Qh", "9c Kh", (3, "player", 2000))
    table, held = Table(), set[type[Event]]()
    for recorded in clerk.ledger.stream(f"table:{clerk.table}"):
        event = recorded.event
        verify(table, event)
        for other in altered(event):
            with pytest.raises(IntegrityFailure) as found:
                verify(table, other)
            assert found.value.refusal.code == "cards_differ"
            held.add(type(event))
        table.apply(event)
    assert held == {
        *(shoe_events.ShoeStarted, shoe_events.ShoeRecut, shoe_events.CutCardSeen),
        *(e.CardsDealt, e.ThirdCardDealt, e.IrregularCard, e.RoundSimulated),
    }
