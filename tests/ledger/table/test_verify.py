"""What an event says that follows from those before it is held against them (T5, T8, T9, V3)."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from ledger.events import shoe as shoe_events
from ledger.events import table as e
from ledger.events.base import Event
from ledger.table.state import Table
from ledger.table.verify import verify
from ledger.values.errors import IntegrityFailure
from tests.clerk import SIGNED, Clerk

CUT = {"cut_seat": 0, "cut_depth": 60}


OTHERWISE: dict[type[Event], dict[str, Any]] = {
    shoe_events.ShoeStarted: {"batch": "B"},
    shoe_events.CardsShuffled: {"procedure": "feather"},
    shoe_events.CuratorChosen: {"previous": 9},
    shoe_events.ShoeEnded: {"rule": "ma-midi 13(e)"},
    e.NoMoreBets: {"shoe": "7"},
    e.VigorishCollected: {"lines": [e.SeatCents(3, 5_000, "MB-01:2026-07-11:1")]},
    e.VigorishUncollected: {"lines": [e.SeatCents(4, 5_000, "MB-01:2026-07-11:1")]},
    e.RoundReversed: {"marks": []},
    e.VigorishHandedBack: {"lines": [e.SeatCents(3, 5_000, "MB-01:2026-07-11:1")]},
}
"""What else an event of a kind could have said."""


def altered(event: Event) -> Iterator[Event]:
    """The event with each of its counts as another, and with what else it could have said."""
    for name in ("burned", "left", "rounds_left"):
        if hasattr(event, name):
            yield msgspec.structs.replace(event, **{name: getattr(event, name) + 1})
    if type(event) in OTHERWISE:
        yield msgspec.structs.replace(event, **OTHERWISE[type(event)])


def held(clerk: Clerk) -> set[type[Event]]:
    """The kinds of the table's events of which each other one is found; none that was recorded is."""
    table, found, missed = Table(), set[type[Event]](), set[type[Event]]()
    for recorded in clerk.ledger.stream(f"table:{clerk.table}"):
        event = recorded.event
        verify(table, event)
        for other in altered(event):
            try:
                verify(table, other)
            except IntegrityFailure as differs:
                assert differs.refusal.code == "event_differs"  # noqa: PT017  some are no difference
                found.add(type(event))
            else:
                missed.add(type(event))
        table.apply(event)
    return found - missed


def test_t8_every_count_of_cards_is_worked_out_again(clerk: Clerk) -> None:
    clerk.opens()
    clerk.says("receive_decks", batch="A", colour="red", decks=8, **SIGNED)
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
    assert held(clerk) == {
        *(shoe_events.ShoeStarted, shoe_events.ShoeRecut, shoe_events.CutCardSeen),
        *(e.CardsDealt, e.ThirdCardDealt, e.IrregularCard, e.RoundSimulated),
        *(shoe_events.CardsShuffled, e.NoMoreBets),
    }


def test_t9_v3_who_dealt_before_and_what_was_owed_are_worked_out_again(clerk: Clerk) -> None:
    clerk.opens("ma-big").starts_shoe(dealer_deals=False)
    clerk.says("sit", seat=2)
    clerk.says("pass_shoe", seat=2)
    clerk.plays("7d Qh", "9c Kh", *((seat, "banker", 2_000) for seat in (3, 4, 5)))
    clerk.says("collect_vig", seat=3, cents=50)
    clerk.says("collect_vig", seat=3)
    clerk.says("uncollected_vig", seat=4, reason="left", supervisor="S-2", cents=40)
    first = "MB-01:2026-07-11:1"
    clerk.plays("7d Qh", "9c Kh", (3, "banker", 2_000), (5, "banker", 3_000))
    second = first.replace(":1", ":2")
    clerk.says("collect_vig", seat=3)
    clerk.says("reverse", round=second, reason="misread", approved_by="S-2")
    clerk.says("hand_back_vig", seat=3)
    kinds = {shoe_events.CuratorChosen, e.VigorishCollected, e.VigorishUncollected}
    assert held(clerk) >= {*kinds, e.RoundReversed, e.VigorishHandedBack}


def test_t9_who_passed_the_shoe_as_banker_lost_did_not_choose_to(clerk: Clerk) -> None:
    clerk.opens("ma-big").starts_shoe(dealer_deals=False)
    for seat in (2, 3):
        clerk.says("sit", seat=seat)
    clerk.says("pass_shoe", seat=2)
    clerk.plays("7d Qh", "5h 5s 2c", (3, "player", 2_000))
    clerk.says("pass_shoe", seat=3)
    *before, recorded = clerk.ledger.stream(f"table:{clerk.table}")
    table, event = Table(), recorded.event
    for each in before:
        table.apply(each.event)
    assert isinstance(event, shoe_events.CuratorChosen)
    assert event.reason == "banker_lost"
    verify(table, event)
    other = msgspec.structs.replace(event, reason="by_choice", rule="ma-big 14(a)")
    with pytest.raises(IntegrityFailure, match="the shoe was passed by_choice"):
        verify(table, other)


def test_v3_what_is_taken_with_the_payout_was_never_owed(clerk: Clerk) -> None:
    clerk.opens("house-dragon").starts_shoe()
    clerk.plays("7d Qh", "9c Kh", (3, "banker", 2_000))
    assert e.VigorishCollected not in held(clerk)
