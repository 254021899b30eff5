"""One event of every kind, no field left at its default, as the golden files show them."""

from typing import Any, Final

import msgspec

from ledger.events import Event
from ledger.store.topics import TOPICS

_EVERY: Final[dict[str, Any]] = {
    "by": "C-1",
    "at": 1_783_800_000_000_000,
    "recorded_at": 1_783_800_000_250_000,
    "day": "2026-07-11",
    "source": "shoe-reader-1",
    "seq": 117,
}
_ROUND: Final = "MB-01:2026-07-11:17"
_WAGER: Final = [3, "banker", 10_000, "coupon", "MP-0042"]
_SIGNED: Final = {"dealer": "D-7", "supervisor": "S-2"}
_CHIPS: Final = {10_000: 50, 2_500: 100, 500: 200}
_RULES: Final = {"rules": "ma-midi", "rules_version": 1, "rules_sha256": "5f" * 32}

_FIELDS: Final[dict[str, dict[str, Any]]] = {
    "property.established": {
        "name": "Wharf Hall",
        "zone": "America/New_York",
        "cutoff": "06:00",
    },
    "day.drop_counted": {
        "table": "MB-01",
        "cash": {10_000: 12, 2_000: 31},
        "cash_cents": 182_000,
        "replaces": True,
        "originals": [["CVF-1001", 500, "MB-01"]],
    },
    "day.duplicates_received": {
        "forms": [["CVF-1001", False, 500, "MB-01", "2026-07-11", "P-311"]],
        "replaces": True,
    },
    "day.finding_acknowledged": {
        "finding": "tray_variance:MB-01",
        "code": "tray_variance",
        "reason": "a chip was found under the tray",
        "cents": 500,
    },
    "day.closed": {
        "second": "A-2",
        "books_at": 1_117,
        "books": [["MB-01", {"drop": 182_000, "closer": None}]],
        "findings": [["tray_variance:MB-01", 500, "a chip was found under the tray", "A-1"]],
    },
    "feed.record_refused": {
        "line": 42,
        "code": "bets_closed",
        "message": "Bets are closed.",
        "raw": '{"v":1,"type":"wager"}',
        "table": "MB-01",
    },
    "pit.table_joined": {"table": "MB-01", "rules_source": "ma-midi", "choices": {"rate": "5"}},
    "pit.table_left": {"table": "MB-01"},
    "link.installed": {
        "link": "R9-1",
        "rules": "ma-midi",
        "rules_version": 1,
        "rules_sha256": "5f" * 32,
        "wager_cents": 500,
        "meters": [["major", 5_000_000, 600, 300, 10_000_000]],
        "supervisor_above_cents": 120_000,
        "authorised_by": "M-1",
    },
    "link.table_linked": {"table": "MB-01"},
    "link.rates_changed": {
        "meters": [["major", 2_500_000, 960, 30, 10_000_000]],
        "notice_at": 1_783_700_000_000_000,
        "authorised_by": "M-1",
        "document": "RS-12",
    },
    "link.contributions_taken": {
        "round": _ROUND,
        "table": "MB-01",
        "seats": [3],
        "staked_cents": 500,
        "lines": [["major", 300_000, 150_000]],
    },
    "link.contributions_returned": {
        "round": _ROUND,
        "table": "MB-01",
        "lines": [["major", 300_000, 150_000]],
    },
    "link.award_won": {
        "round": _ROUND,
        "table": "MB-01",
        "seat": 3,
        "level": "exact_match",
        "meter": "major",
        "share_bps": 10_000,
        "reading": 50_123_454_321,
        "cents": 5_012_345,
        "reseed_cents": 5_000_000,
        "player": ["Kc", "9h"],
        "banker": ["9h", "Kc"],
        "held": True,
    },
    "link.award_paid": {
        "round": _ROUND,
        "table": "MB-01",
        "seat": 3,
        "meter": "major",
        "cents": 5_012_345,
        "place": "cage",
        "supervisor": "S-2",
    },
    "link.award_refused": {
        "round": _ROUND,
        "table": "MB-01",
        "seat": 3,
        "meter": "major",
        "cents": 12_345,
        "reason": "fouled hand",
        "supervisor": "S-2",
    },
    "link.meter_corrected": {
        "meter": "major",
        "cents": -5_000,
        "document": "MC-7",
        "reason": "display reset",
        "authorised_by": "S-2",
        "second": "M-1",
    },
    "form.series_received": {"first": 1001, "last": 1050, "copies": 3},
    "form.series_issued": {"pit": "P1", "clerks": ["PC-1", "PC-2"]},
    "form.issued": {
        "number": 1001,
        "table": "MB-01",
        "seat": 3,
        "cents": 500,
        "rounds": [_ROUND],
        "patron": "P-311",
        "dealer": "D-7",
        "pit_boss": "B-2",
        "clerk": "PC-1",
        "patron_signed": False,
        "statement": "left the table",
        "stated_by": "D-7",
    },
    "form.voided": {"number": 1002, "reason": "torn", "pit_boss": "B-2", "clerk": "PC-1"},
    "form.original_dropped": {
        "number": 1001,
        "table": "MB-01",
        "dealer": "D-7",
        "pit_boss": "B-2",
        "clerk": "PC-1",
    },
    "form.copies_forwarded": {"numbers": [1001, 1002], "clerk": "PC-1"},
    "table.commissioned": {"table": "MB-01", "pit": "P1"},
    "table.rules_adopted": {
        "rules": "ma-midi",
        "version": 1,
        "sha256": "5f" * 32,
        "document": '{"id":"ma-midi"}',
        "options": {"vigorish": "up"},
        "notice_at": 1_783_700_000_000_000,
        "authorised_by": "M-1",
    },
    "table.opened": {"pit": "P1", "opener": _CHIPS, "opener_cents": 850_000, **_SIGNED},
    "table.closed": {"closer": _CHIPS, "closer_cents": 850_000, **_SIGNED},
    "table.shoe_started": {
        "shoe": "2",
        "decks": 8,
        "burn": "7h",
        "burned": 8,
        "left": 408,
        "cut_by": "seat 4",
        "batch": "B-77",
        "cut_card_at": 14,
    },
    "table.cut_card_seen": {"shoe": "2", "rounds_left": 2},
    "table.shoe_ended": {"shoe": "2", "reason": "torn card"},
    "table.seat_taken": {"seat": 3, "patron": "P-311"},
    "table.seat_left": {"seat": 3},
    "table.bought_in": {"seat": 3, "cents": 50_000},
    "table.wagers_placed": {"round": _ROUND, "wagers": [_WAGER]},
    "table.wager_withdrawn": {"round": _ROUND, "seat": 3, "bet": "banker", "wagers": [_WAGER]},
    "table.bets_closed": {"round": _ROUND, "shoe": "2", **_RULES},
    "table.cards_dealt": {
        "round": _ROUND,
        "player": ["2h", "3s"],
        "banker": ["Th", "5s"],
        "left": 404,
    },
    "table.third_card_dealt": {
        "round": _ROUND,
        "hand": "player",
        "card": "4c",
        "rule": "ma-midi 10(b)",
        "left": 403,
    },
    "table.house_money_pressed": {"round": _ROUND, "seat": 3, "onto": "banker", "cents": 1_500},
    "table.round_settled": {
        "round": _ROUND,
        "outcome": "banker",
        "player": ["2h", "3s", "Tc"],
        "banker": ["Th", "7s"],
        "player_points": 5,
        "banker_points": 7,
        "announce": "player 5, banker 7, banker wins",
        "lines": [[3, "banker", 10_000, "chips", "win", 20_000, 500, "ma-midi 12(c)"]],
    },
    "table.vigorish_marked": {"round": _ROUND, "marks": [[3, 500, _ROUND]]},
    "table.vigorish_collected": {"lines": [[3, 500, _ROUND]]},
    "table.vigorish_documented": {"serial": "CVF-1001", "lines": [[3, 500, _ROUND]]},
    "table.round_voided": {
        "round": _ROUND,
        "reason": "fouled hand",
        "returned": [_WAGER],
        "taken_back": [[3, 1_500, _ROUND]],
    },
    "table.meters_linked": {"link": "R9-1"},
    "table.award_handed_over": {"round": _ROUND, "seat": 3, "meter": "major", "cents": 45_000},
    "table.correction_posted": {
        "figure": "hand_result",
        "cents": -4_750,
        "of_day": "2026-07-10",
        "original": "MB-01:2026-07-10:17",
        "document": "MC-7",
        "reason": "a tie was paid as a Banker win",
        "approved_by": "S-2",
    },
    "table.dispute_raised": {
        "round": _ROUND,
        "claim": "seat 3 says that Banker won",
        "evidence": ["camera 12, 23:14"],
        "seat": 3,
    },
    "table.dispute_decided": {
        "round": _ROUND,
        "ruling": "upheld",
        "reason": "the camera shows it",
        "decided_by": "S-2",
        "document": "MC-7",
    },
    "table.chips_filled": {"slip": "F-1001", "chips": _CHIPS, "cents": 850_000, **_SIGNED},
    "table.chips_credited": {"slip": "C-1001", "chips": _CHIPS, "cents": 850_000, **_SIGNED},
}


def samples() -> dict[str, Event]:
    """The sample of each topic. Raises KeyError for a topic that has none."""
    return {
        topic: msgspec.convert({**_EVERY, **_FIELDS[topic]}, cls) for topic, cls in TOPICS.items()
    }
