"""The cards before play and who deals them, as a feed sends them (T2, T4, T6, T7, T9)."""

import json
from typing import Any

from ledger.desks.ledger import Ledger
from tests.clerk import Clerk
from tests.ledger.feed.sender import SIGNED, Fed, Sender, everything, log_of

DECKS = {"batch": "A", "colour": "red", "decks": 8, **SIGNED}
RECUT = {"ordered_by": "S-2", "reason": "too thin", "cut_seat": 0, "cut_depth": 60}
LIFE: list[tuple[str, dict[str, Any]]] = [
    ("sit", {"seat": 2}),
    ("receive_decks", DECKS),
    ("shuffle_cards", {"cut_seat": 2, "cut_depth": 120}),
    ("recut", RECUT),
    ("shoe", {"shoe": 1, "decks": 8, "burn": "2c"}),
    ("recut", {**RECUT, "burn": "9d"}),
    ("pass_shoe", {"seat": 2}),
    ("pass_shoe", {"seat": 0, "declined": [], "designated": True}),
    ("end_shoe", {"reason": "a torn card"}),
    ("spread_cards", {"face": "down"}),
]
OPEN = {"rules": "ma-big", "pit": "P-1", "opener": {"10000": 50}, **SIGNED}


def life(sender: Sender) -> list[bytes]:
    return [sender.line("open", **OPEN), *(sender.line(name, **facts) for name, facts in LIFE)]


def test_t2_t4_t7_t9_a_shoes_whole_life_by_feed_and_again_changes_nothing(ledger: Ledger) -> None:
    lines = life(Sender(table="BB-01"))
    assert Fed(ledger, lines).counts == (len(lines), 0, 0)
    topics = [topic for _, topic, _ in log_of(ledger)["table:BB-01"]]
    assert topics[-9:] == [
        "table.decks_received",
        "table.cards_shuffled",
        "table.shoe_recut",
        "table.shoe_started",
        "table.shoe_recut",
        "table.curator_chosen",
        "table.curator_chosen",
        "table.shoe_ended",
        "table.cards_spread",
    ]
    before = everything(ledger)
    assert Fed(ledger, lines).counts == (0, len(lines), 0)
    assert everything(ledger) == before


def test_t2_what_is_fed_is_what_is_typed(ledger: Ledger) -> None:
    Fed(ledger, life(Sender(table="BB-01")))
    clerk = Clerk(ledger, "BB-02")
    clerk.says("open", **OPEN)
    for name, facts in LIFE:
        clerk.says(name, **facts)
    fed, typed = (log_of(ledger)[f"table:{code}"] for code in ("BB-01", "BB-02"))
    whose = {"source", "seq", "at", "by", "table"}

    def said(log: Any) -> list[Any]:
        return [
            (topic, {key: value for key, value in event.items() if key not in whose})
            for _, topic, event in log
        ]

    assert said(fed) == said(typed)


def test_t9_a_record_that_the_rules_leave_no_room_for_leaves_nothing(ledger: Ledger) -> None:
    sender = Sender()
    Fed(ledger, sender.opening())
    before = everything(ledger)
    fed = Fed(ledger, [sender.line("pass_shoe", seat=0)])
    assert fed.codes == [(1, "no_curator")]
    assert everything(ledger) == before


def test_t6_a_batch_out_of_turn_is_set_aside_whole(ledger: Ledger) -> None:
    sender = Sender()
    Fed(ledger, [sender.line("open", **{**OPEN, "rules": "ma-midi"})])
    lines = [
        sender.line("receive_decks", **DECKS),
        sender.line("receive_decks", **{**DECKS, "batch": "B", "colour": "Red"}),
    ]
    assert Fed(ledger, lines).codes == [(2, "same_back_colour")]
    assert json.loads(lines[0])["type"] == "receive_decks"
    assert list(ledger.table("MB-01").batches) == ["A"]
