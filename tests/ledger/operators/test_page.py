"""The page's table of roles is what the table of authority says; GOLDEN=write makes it anew."""

import os
from collections.abc import Collection, Mapping
from itertools import takewhile
from pathlib import Path
from typing import Final

from ledger.events.operators import Role
from ledger.events.topics import TOPICS
from ledger.operators.authority import AUTHORITY
from tests.ledger.operators.house import row

PAGE: Final = Path(__file__).parents[3] / "docs/operators.md"
HEAD: Final = ("| role | enters | signs |", "|---|---|---|")

ENTERED: Final[Mapping[str, str]] = {
    "all that happens at a table": "commissioned opened closed tray_counted shoe_started decks_received"
    " cards_shuffled cards_stored cards_handed shoe_recut cards_spread curator_chosen cut_card_seen"
    " shoe_ended seat_taken"
    " seat_left bought_in wagers_placed wager_withdrawn bets_closed cards_dealt third_card_dealt"
    " irregular_card round_simulated house_money_pressed round_settled vigorish_marked"
    " vigorish_collected vigorish_documented vigorish_restored vigorish_uncollected round_voided"
    " round_reversed vigorish_handed_back"
    " award_handed_over table_left contributions_taken contributions_returned award_won",
    "fills, credits, their requests and slips, awards of meters, acts taken back": "chips_filled chips_credited"
    " chips_requested slip_prepared slip_voided award_paid"
    " award_refused award_undone award_owed award_not_handed_over act_undone",
    "slips received, lost and counted": "slips_received slips_lost slips_counted",
    "rules adopted": "rules_adopted table_joined",
    "corrections, rulings": "correction_posted dispute_decided",
    "disputes": "dispute_raised",
    "readings of meters": "meter_read",
    "meters: installed, linked, new rates, corrected, retired, awards taken back": "installed table_linked"
    " meters_linked table_unlinked meters_unlinked retired balance_received rates_changed meter_corrected"
    " award_reversed",
    "forms": "series_received series_issued issued voided lost counted copies_forwarded",
    "forms, slips and day's reports printed": "printed",
    "originals of forms dropped": "original_dropped",
    "drops": "drop_counted",
    "counts made blind": "count_entered",
    "duplicates, parts of slips, findings acknowledged, the day's and the month's close": "duplicates_received"
    " slip_copies_received duplicates_taken_back finding_acknowledged closed@day closed@month proposed"
    " refused@signing",
    "the property's settings": "settings_changed",
    "read models made anew": "read_models_rebuilt",
    "who is an operator": "registered roles_changed suspended reinstated passphrase_given",
    "tokens of feeds": "token_issued token_revoked",
    "their own passphrase": "passphrase_chosen",
}
"""What the page calls the kinds of event, for who enters them."""
_TWO: Final = "opened closed tray_counted decks_received chips_filled chips_credited"
SIGNED: Final[Mapping[str, tuple[str, str]]] = {
    "openers, closers, counts, decks, fills and credits as dealer": (_TWO, "dealer"),
    "openers, closers, counts, decks, fills and credits as supervisor": (_TWO, "supervisor"),
    "fills and credits requested, void slips": ("chips_requested slip_voided", "supervisor"),
    "slips as cage cashier": ("slip_prepared slip_voided", "cage"),
    "slips carried": ("slip_prepared", "security"),
    "acts taken back that need approval": ("act_undone", "approved_by"),
    "rounds reversed": ("round_reversed", "approved_by"),
    "awards of meters": ("award_paid award_refused", "supervisor"),
    "vigorish not collected": ("vigorish_uncollected", "supervisor"),
    "recuts": ("shoe_recut", "ordered_by"),
    "the shoe passed by order": ("curator_chosen", "ordered_by"),
    "cards given up by order": ("cards_handed", "ordered_by"),
    "cards washed": ("cards_shuffled", "washed_by"),
    "feathered stacks looked at": ("cards_shuffled", "checked_by"),
    "verbal wagers as dealer": ("bought_in", "confirmed_by"),
    "verbal wagers as supervisor": ("bought_in", "supervisor"),
    "forms and their originals as dealer": ("issued original_dropped", "dealer"),
    "forms and their originals as pit boss": ("issued voided original_dropped", "pit_boss"),
    "forms and their originals as pit clerk": (
        "issued voided original_dropped copies_forwarded",
        "clerk",
    ),
    "forms counted": ("counted", "clerk"),
    "forms lost": ("lost", "authorised_by"),
    "slips lost": ("slips_lost", "authorised_by"),
    "the forms in hand": ("series_issued", "clerks"),
    "why a patron did not sign": ("issued", "stated_by"),
    "soft counts": ("drop_counted", "team"),
    "rules, new meters, rates, links retired, awards taken back": (
        "rules_adopted installed rates_changed retired balance_received award_reversed",
        "authorised_by",
    ),
    "readings of meters as witness": ("meter_read", "witness"),
    "corrections of meters": ("meter_corrected", "authorised_by second"),
    "links retired, awards taken back as the second": (
        "retired balance_received award_reversed",
        "second",
    ),
    "corrections, rulings": ("correction_posted dispute_decided", "approved_by decided_by"),
    "corrections larger than what they correct": ("correction_posted", "accounting"),
    "the day's and the month's close": ("closed@day closed@month", "second"),
    "books that wait for them": ("proposed", "waits_for"),
    "what another registrar may not do alone": (
        "registered roles_changed settings_changed",
        "second",
    ),
}
"""What the page calls the signatures: the kinds of event, and the fields."""


def _topics(names: str) -> list[str]:
    """Topics by what stands behind their noun; `closed` alone is a table's."""
    found = []
    for name in names.split():
        verb, _, noun = name.partition("@")
        topics = [each for each in TOPICS if each.partition(".")[2] == verb]
        if verb in {"closed", "issued", "voided", "opened"} or noun:
            topics = [x for x in topics if x.startswith(noun or ("table", "form"))]
        assert len(topics) == 1, name
        found += topics
    return found


def _one(sets: Collection[Collection[str]], what: str) -> frozenset[str]:
    """The roles that all the kinds under one phrase have in common: they have no others."""
    (found,) = {frozenset(map(str, each)) for each in sets}
    assert found, what
    return found


def _entering() -> dict[str, frozenset[str]]:
    return {
        phrase: _one([row(TOPICS[topic]).author for topic in _topics(names)], phrase)
        for phrase, names in ENTERED.items()
    }


def _signing() -> dict[str, frozenset[str]]:
    return {
        phrase: _one(
            [
                row(TOPICS[topic]).signed[field]
                for topic in _topics(names)
                for field in fields.split()
                if field in row(TOPICS[topic]).signed
            ],
            phrase,
        )
        for phrase, (names, fields) in SIGNED.items()
    }


def test_every_kind_of_event_and_every_signature_is_on_the_page_once() -> None:
    entered = [topic for names in ENTERED.values() for topic in _topics(names)]
    checked = [topic for topic, kind in TOPICS.items() if AUTHORITY[kind]]
    assert sorted(entered) == sorted(checked)
    signed = [
        (topic, field)
        for names, fields in SIGNED.values()
        for topic in _topics(names)
        for field in fields.split()
        if field in row(TOPICS[topic]).signed
    ]
    known = [(topic, field) for topic in checked for field in row(TOPICS[topic]).signed]
    assert sorted(signed) == sorted(known)


def _table() -> list[str]:
    entering, signing = _entering(), _signing()
    lines = [*HEAD]
    for role in map(str, Role):
        cells = [
            "; ".join(phrase for phrase, roles in each.items() if role in roles) or "nothing"
            for each in (entering, signing)
        ]
        lines.append(f"| {role.replace('_', ' ')} | {cells[0]} | {cells[1]} |")
    return lines


def test_the_page_tells_what_each_role_may_do() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    start = lines.index(HEAD[0])
    shown = list(takewhile(lambda line: line.startswith("|"), lines[start:]))
    if os.environ.get("GOLDEN") == "write":
        lines[start : start + len(shown)] = shown = _table()
        PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert shown == _table()
