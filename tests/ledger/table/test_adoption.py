"""Changing a table's rules: notice, authority, uniformity in a pit (R4, R5)."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from eventsourcing.persistence import RecordConflictError
from msgspec.structs import replace

from ledger.desks.ledger import Ledger
from ledger.desks.tables import take
from ledger.events import table as e
from ledger.events.base import Event
from ledger.rules.loader import list_ids, load
from ledger.values.calendar import to_micros
from ledger.values.errors import Refused
from tests.clerk import NOTICED, OPENER, SIGNED, Clerk
from tests.ledger.rules.licensee import document

CHANGE = {"at": "2026-07-11T20:00:00-04:00", "authorised_by": "M-1"}
LONG_BEFORE = {"notice_at": "2026-07-11T19:30:00-04:00"}
TOO_LATE = {"notice_at": "2026-07-11T19:31:00-04:00"}
BANKER_WINS = ("7d Qh", "9c Kh")


def closed(events: list[Event]) -> e.NoMoreBets:
    (found,) = [event for event in events if isinstance(event, e.NoMoreBets)]
    return found


@pytest.fixture
def mini(clerk: Clerk) -> Clerk:
    return clerk.opens("div-mini").starts_shoe()


def test_r4_x27_a_change_never_touches_earlier_rounds(mini: Clerk) -> None:
    before = closed(mini.plays(*BANKER_WINS, (3, "banker", 1000)))
    (paid,) = mini.says("collect_vig", seat=3)
    mini.says(
        "adopt", rules="div-mini", options={"vigorish.rate_bps": "400"}, **CHANGE, **LONG_BEFORE
    )
    after = closed(mini.plays(*BANKER_WINS, (4, "banker", 1000)))
    assert before.rules_sha256 != after.rules_sha256
    assert isinstance(paid, e.VigorishCollected)
    assert (paid.lines[0].cents, mini.ledger.table("MB-01").owed(4)) == (50, 40)


def test_r4_no_other_rules_while_a_seat_owes(mini: Clerk) -> None:
    """Under others there may be no form for it, and it would neither be documented nor ever leave the layout."""
    mini.plays(*BANKER_WINS, (3, "banker", 1000))
    change: dict[str, Any] = {"rules": "div-mini-no-commission", **CHANGE, **LONG_BEFORE}
    assert mini.is_refused("adopt", **change) == "vigorish_owed"
    mini.says("uncollected_vig", seat=3, reason="left", supervisor="S-2", no_form="did not wait")
    mini.says("adopt", **change)


def test_r4_div_c_5_a_change_of_vigorish_needs_its_notice(mini: Clerk) -> None:
    change: dict[str, Any] = {"rules": "div-mini-tie-vig", **CHANGE}
    assert mini.is_refused("adopt", **change) == "notice_missing"
    mini.says("adopt", **change, **TOO_LATE)


def test_r4_x27_a_change_needs_somebody_who_authorised_it(mini: Clerk) -> None:
    change = {"rules": "div-mini-tie-vig", **CHANGE, **LONG_BEFORE, "authorised_by": ""}
    assert mini.is_refused("adopt", **change) == "notice_missing"


@pytest.mark.parametrize(("option", "value"), [("payment_order", "i"), ("shuffle", "feather")])
def test_r4_div_j_3_and_e_2_thirty_minutes(mini: Clerk, option: str, value: str) -> None:
    change: dict[str, Any] = {"rules": "div-mini", "options": {option: value}, **CHANGE}
    assert mini.is_refused("adopt", **change, **TOO_LATE) == "notice_too_short"
    mini.says("adopt", **change, **LONG_BEFORE)


def test_r4_ma_midi_5_a_2_thirty_minutes_for_the_reshuffle(dealing: Clerk) -> None:
    change: dict[str, Any] = {
        "rules": "ma-midi",
        "options": {"shuffle": "lace_and_reshuffle"},
        **CHANGE,
    }
    assert dealing.is_refused("adopt", **change, **TOO_LATE) == "notice_too_short"
    dealing.says("adopt", **change, **LONG_BEFORE)


def test_a_notice_after_the_change_is_none(mini: Clerk) -> None:
    change = {"rules": "div-mini-tie-vig", **CHANGE, "notice_at": "2026-07-11T20:01:00-04:00"}
    assert mini.is_refused("adopt", **change) == "notice_too_short"


def test_r4_not_in_the_middle_of_a_round(mini: Clerk) -> None:
    mini.says("no_more_bets")
    change = {"rules": "div-mini-tie-vig", **CHANGE, **LONG_BEFORE}
    assert mini.is_refused("adopt", **change) == "round_in_progress"


def test_the_rules_in_force_are_not_adopted_again(mini: Clerk) -> None:
    assert mini.is_refused("adopt", rules="div-mini", **CHANGE, **LONG_BEFORE) == "rules_in_force"


FIRST_USES = [
    ("ma-midi", {"shuffle": "lace_and_reshuffle"}, 30),  # 5(a)(2)
    ("ma-big", {"shuffle": "lace_and_reshuffle"}, 30),  # 5(a)(1)(ii)
    ("div-mini", {"shuffle": "lace_and_reshuffle"}, 30),  # (e)(2)(ii)(B)
    ("div-mini", {"payment_order": "ii"}, 30),  # (j)(3)(ii)
    ("div-mini-no-commission", {"payment_order": "iii"}, 30),
    ("div-mini", {"vigorish.rate_bps": "400"}, 0),  # (c)(5)
    ("div-mini", {"vigorish.collect": "at_payout"}, 0),
]


@pytest.mark.parametrize(("rules", "options", "minutes"), FIRST_USES)
def test_r4_first_use_needs_the_notice_that_a_change_needs(
    clerk: Clerk, rules: str, options: dict[str, str], minutes: int
) -> None:
    opening = {"rules": rules, "options": options, "pit": "P-1", "opener": OPENER, **SIGNED}
    allowed = clerk.moment - timedelta(minutes=minutes)
    late = {"notice_at": (allowed + timedelta(minutes=1)).isoformat()}
    in_time = {"notice_at": allowed.isoformat()}
    named = {"authorised_by": "M-1"}
    for incomplete in ({}, named, in_time):
        assert clerk.is_refused("open", **opening, **incomplete) == "notice_missing"
    assert clerk.is_refused("open", **opening, **named, **late) == "notice_too_short"
    events = clerk.says("open", **opening, **named, **in_time)
    (adopted,) = (event for event in events if isinstance(event, e.RulesAdopted))
    assert (adopted.notice_at, adopted.authorised_by) == (to_micros(allowed), "M-1")
    clerk.says("close", closer=OPENER, **SIGNED)
    clerk.says("open", **opening)


@pytest.mark.parametrize("rules", list_ids())
def test_a_submission_as_it_ships_needs_no_notice(clerk: Clerk, rules: str) -> None:
    clerk.opens(rules)


@pytest.mark.parametrize(
    "options",
    [
        {"shuffle": "lace", "payment_order": "iv", "vigorish.rate_bps": "500"},
        {"vigorish.rounding": "exact", "vigorish.collect": "deferred", "tie": "9:1"},
    ],
)
def test_decision_42_what_the_submission_says_itself_is_no_first_use_and_rounding_none_of_vigorish(
    clerk: Clerk, options: dict[str, str]
) -> None:
    clerk.opens("div-mini", options=options)


def opening_under(clerk: Clerk, path: Path, rules: str, **lines: str) -> dict[str, Any]:
    """An opening under a licensee's own document: one that ships, with lines of it changed."""
    path.write_text(document(rules, id='"own"', **lines), encoding="utf-8")
    clerk.ledger.catalogue.add(path)
    return {"rules": "own", "pit": "P-1", "opener": OPENER, **SIGNED}


@pytest.mark.parametrize(
    ("rules", "lines"),
    [
        ("ma-midi", {"shuffle": '"lace_and_reshuffle"'}),
        ("div-mini", {"shuffle": '"feather"'}),
        ("div-mini", {"payment_order": '"pay_then_vig"'}),
        ("div-mini", {"rate_bps": "400"}),
        ("div-mini", {"collect": '"at_payout"'}),
    ],
)
def test_r4_decision_42_what_a_document_of_ones_own_says_is_first_used_with_notice_too(
    clerk: Clerk, tmp_path: Path, rules: str, lines: dict[str, str]
) -> None:
    opening = opening_under(clerk, tmp_path / "own.toml", rules, **lines)
    assert clerk.is_refused("open", **opening) == "notice_missing"
    clerk.says("open", **opening, **NOTICED)


def test_r4_a_document_of_ones_own_that_says_what_was_filed_needs_no_notice(
    clerk: Clerk, tmp_path: Path
) -> None:
    clerk.says("open", **opening_under(clerk, tmp_path / "own.toml", "div-mini", tie='"9:1"'))


def test_r4_ma_big_13_i_other_combinations_at_the_chairs_are_a_change_with_notice(
    clerk: Clerk, tmp_path: Path
) -> None:
    """Chairs 1 and 2 change places; who sits there chose them by what is posted."""
    moved = (
        '["Ks9d", "Ks9h", "Ks9c", "Kc9h", "Kc9d", "Kc9s", "Kh9s", "Kh9c", "Kh9d", "Kd9s", "Kd9c",'
        ' "Kd9h"]'
    )
    opening_under(clerk, tmp_path / "own.toml", "ma-big", chairs=moved)
    clerk.opens("ma-big")
    change: dict[str, Any] = {"rules": "own", **CHANGE}
    assert clerk.is_refused("adopt", **change) == "notice_missing"
    events = clerk.says("adopt", **change, **TOO_LATE)
    (adopted,) = [each for each in events if isinstance(each, e.RulesAdopted)]
    assert adopted.notice_at == to_micros(datetime.fromisoformat(TOO_LATE["notice_at"]))
    assert clerk.ledger.table("MB-01").submission.chairs[0] == ["Ks9d"]


def test_r5_div_j_3_i_one_payment_procedure_in_a_pit(mini: Clerk) -> None:
    other = Clerk(mini.ledger, "MB-02")
    opening = {"rules": "div-mini", "opener": OPENER, **SIGNED, **NOTICED}
    opening |= {"options": {"payment_order": "i"}}
    assert other.is_refused("open", pit="P-1", **opening) == "pit_differs"
    other.says("open", pit="P-2", **opening)


def test_decision_32_a_text_without_a_shuffle_has_it_table_by_table_on_any_notice(
    clerk: Clerk,
) -> None:
    clerk.opens("md-midi")
    other, opening = Clerk(clerk.ledger, "MB-02"), {"rules": "md-midi", "pit": "P-1"}
    just_now = {"notice_at": clerk.moment.isoformat(), "authorised_by": "M-1"}
    reshuffled: dict[str, Any] = {"options": {"shuffle": "lace_and_reshuffle"}, **just_now}
    other.says("open", **opening, opener=OPENER, **SIGNED, **reshuffled)
    assert other.ledger.table("MB-02").submission.shuffle == "lace_and_reshuffle"


def test_r5_ma_midi_5_b_one_shuffle_in_a_pit_under_one_text(dealing: Clerk) -> None:
    feathered = Clerk(dealing.ledger, "MB-02")
    feathered.opens("div-mini", options={"shuffle": "feather"}, **NOTICED)
    change = {
        "rules": "ma-midi",
        "options": {"shuffle": "lace_and_reshuffle"},
        **CHANGE,
        **LONG_BEFORE,
    }
    dealing.says("adopt", **change)
    laced = Clerk(dealing.ledger, "MB-03")
    assert (
        laced.is_refused("open", rules="ma-midi", pit="P-1", opener=OPENER, **SIGNED)
        == "pit_differs"
    )


def test_r5_a_closed_table_binds_nobody(mini: Clerk) -> None:
    mini.says("close", closer=OPENER, **SIGNED)
    Clerk(mini.ledger, "MB-02").opens("div-mini", options={"payment_order": "i"}, **NOTICED)


def test_r5_all_tables_of_a_pit_change_together(mini: Clerk, ledger: Ledger) -> None:
    other = Clerk(ledger, "MB-02").opens("div-mini")
    change: dict[str, Any] = {"rules": "div-mini", "options": {"payment_order": "ii"}}
    change |= CHANGE | LONG_BEFORE
    before = mini.everything()
    for one in (mini, other):
        with pytest.raises(Refused, match="a pit has one"):
            one.says("adopt", **change)
    assert mini.everything() == before
    ledger.do(mini.act("adopt", **change), other.act("adopt", **change))
    assert {ledger.table(code).submission.payment_order for code in ("MB-01", "MB-02")} == {
        "all_vig_then_pay"
    }


def test_r5_two_openings_at_once_cannot_part_a_pit(mini: Clerk, ledger: Ledger) -> None:
    mini.says("close", closer=OPENER, **SIGNED)
    units = []
    for table, procedure in (("MB-02", "i"), ("MB-03", "ii")):
        opening = {"rules": "div-mini", "opener": OPENER, "pit": "P-1", **SIGNED, **NOTICED}
        act = Clerk(ledger, table).act("open", **opening, options={"payment_order": procedure})
        units.append(ledger.begin())
        take(units[-1], act)
    units[0].commit()
    with pytest.raises(RecordConflictError):
        units[1].commit()


def test_r3_a_table_keeps_the_document_it_adopted(
    clerk: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Version 1 of this submission rounded up to 5 cents; version 2 rounds nothing."""
    first = load("div-mini-tie-vig", {"vigorish.rounding": "up"})
    with monkeypatch.context() as then:
        then.setattr(clerk.ledger.catalogue, "load", lambda *_: replace(first, version=1))
        clerk.opens("div-mini-tie-vig")
    clerk.says("close", closer=OPENER, **SIGNED)
    clerk.opens("div-mini-tie-vig").starts_shoe()
    second = Clerk(clerk.ledger, "MB-02").opens("div-mini-tie-vig").starts_shoe()
    for table, owed in ((clerk, 260), (second, 256)):
        events = table.plays("9d Kh", "9c Kd", (3, "banker", 1025))
        (settled,) = (event for event in events if isinstance(event, e.RoundSettled))
        assert [line.vig for line in settled.lines] == [owed]


def test_r5_a_new_submission_fits_the_seats_and_the_shoe(mini: Clerk) -> None:
    big = Clerk(mini.ledger, "BB-01")
    big.says("open", rules="ma-big", pit="P-9", opener=OPENER, **SIGNED)
    big.starts_shoe()
    big.says("sit", seat=12)
    change = {"rules": "ma-midi", **CHANGE, **LONG_BEFORE}
    assert big.is_refused("adopt", **change) == "seats_taken"
