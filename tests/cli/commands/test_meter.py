"""`pit meter` and its reports, as a person and a script meet them."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
import time_machine

from ledger.desks.ledger import Ledger
from ledger.events import link as link_events
from ledger.events.base import Recorded
from tests.cli.conftest import DAY, Terminal, tamper, typed_once

ROUND = f"MB-01:{DAY}:1"
PLAY = ("round", "play", "MB-01", "--wager", "3:royal-9:5")


@typed_once
def linked(terminal: Terminal) -> None:
    """A table with a shoe in play that feeds R9-1."""
    terminal.dealing()
    terminal.does(
        *("meter", "install", "R9-1", "--rules", "ma-midi", "--table", "MB-01"),
        *("--authorised-by", "M-1"),
    )


def test_p6_report_meters_has_its_stable_fields(linked: Terminal) -> None:
    linked.does(*PLAY, "--player", "7d Qh", "--banker", "8c Kh")
    rows = linked.json("report", "meters", "--day", DAY)
    major = next(row for row in rows if row["meter"] == "major")
    expected = {
        "link": "R9-1",
        "meter": "major",
        "opening": 0,
        "contributions": 45,
        "reseeds": 5_000_000,
        "awards": 0,
        "corrections": 0,
        "returns": 0,
        "closing": 5_000_045,
        "closing_exact": 50_000_450_000,
        "recomputed_contributions": 45,
    }
    assert {name: major[name] for name in expected} == expected


def test_a_jackpot_from_the_cards_to_the_cage(
    linked: Terminal, golden: Callable[[str, str], None]
) -> None:
    told = linked.does(*PLAY, "--player", "Kc 9h", "--banker", "9h Kc")
    told += linked.does("meter", "show")
    told += linked.does("report", "exceptions", "--day", DAY)
    told += linked.does("meter", "award", ROUND, "3", "--cage", "--supervisor", "S-2")
    told += linked.does("meter", "show", "R9-1")
    told += linked.does("report", "awards", "--day", DAY)
    told += linked.does("meter", "history", "R9-1")
    golden("meter.txt", told)
    (award,) = linked.json("report", "awards", "--day", DAY)
    assert (award["status"], award["place"], award["cents"]) == ("paid", "cage", 5_000_045)


def test_a_round_with_a_meters_award_replays_as_it_was_recorded(linked: Terminal) -> None:
    linked.does(*PLAY, "--player", "Kc 9h", "--banker", "2s 5d")
    replayed = linked.json("audit", "replay", ROUND)
    assert replayed["recomputed_agrees"] is True


@pytest.mark.parametrize(
    ("recorded", "altered"),
    [
        ('"level":"player_king_9"', '"level":"exact_match"'),
        ('"share_bps":10000', '"share_bps":1000'),
        ('"player":["Kc","9h"]', '"player":["Kc","9d"]'),
        ('"seat":3', '"seat":4'),
    ],
)
def test_p6_a_replay_reads_an_awards_evidence_again(
    linked: Terminal, recorded: str, altered: str
) -> None:
    linked.does(*PLAY, "--player", "Kc 9h", "--banker", "2s 5d")
    tamper(linked.url, "link.award_won", recorded, altered)
    result = linked.run("audit", "replay", ROUND, "--json")
    assert result.exit_code == 6
    told = msgspec.json.decode(result.stdout)
    assert told["recomputed_agrees"] is False
    assert {each["what"] for each in told["differences"]} <= {"award, seat 3", "award, seat 4"}


def test_each_event_is_told_once_while_vigorish_is_owed(linked: Terminal) -> None:
    linked.does(*PLAY, "--wager", "3:banker:20", "--player", "2s 5d", "--banker", "Kc 9h")
    steps = linked.json("audit", "replay", ROUND)["steps"]
    assert linked.json("audit", "replay", ROUND)["vigorish"]["outstanding"] == 100
    told = [step["said"] for step in steps]
    assert sum("$350.25 of K9 Banker" in text for text in told) == 2, "won, and paid"
    assert len(told) == len(set(told))


def test_decision_15_a_held_award_replays_as_it_was_recorded(linked: Terminal) -> None:
    linked.does("wager", "place", "MB-01", "3", "royal-9", "5")
    linked.does("round", "bets-closed", "MB-01")
    linked.does("round", "deal", "MB-01", "--player", "Kc 9h", "--banker", "2s 5d")
    linked.does("round", "void", "MB-01", "--reason", "fouled")
    replayed = linked.json("audit", "replay", ROUND)
    assert replayed["recomputed_agrees"] is True
    tamper(linked.url, "link.award_won", '"level":"player_king_9"', '"level":"exact_match"')
    assert linked.run("audit", "replay", ROUND).exit_code == 6


def test_db_check_folds_links_and_finds_a_meter_that_does_not_fit(linked: Terminal) -> None:
    linked.does(*PLAY, "--player", "Kc 9h", "--banker", "2s 5d")
    assert linked.json("db", "check")["ok"] is True
    with Ledger(linked.url) as ledger:
        event = ledger.stream("link:R9-1")[-1].event
        unfit = msgspec.structs.replace(event, meter="mayor", round="MB-01:2026-07-11:9")
        won = link_events.AwardWon(
            **{name: getattr(unfit, name) for name in ("by", "at", "recorded_at", "day", "round")},
            **{name: getattr(unfit, name) for name in ("table", "seat", "meter", "cents")},
            level="exact_match",
            share_bps=10_000,
            reading=0,
            reseed_cents=0,
            player=[],
            banker=[],
        )
        recorded = Recorded("link:R9-1", len(ledger.stream("link:R9-1")) + 1, won)
        ledger.journal.append([ledger.mapper.to_stored_event(recorded)])
    assert linked.is_refused("db", "check", exit_code=5)["code"] == "event_unfit"


def test_x26_a_correction_names_its_document_and_two_people(linked: Terminal) -> None:
    lower = ("meter", "adjust", "R9-1", "major", "--lower", "50")
    assert linked.is_refused(*lower)["code"] == "correction_undocumented"
    why = ("--reason", "display reset", "--authorised-by", "S-2", "--second", "M-1")
    assert linked.is_refused(*lower, "--document", "MC-6", *why)["code"] == "below_seed"
    linked.does("meter", "adjust", "R9-1", "major", "--raise", "50", "--document", "MC-6", *why)
    linked.does(*lower, "--document", "MC-7", *why)
    found = linked.json("report", "corrections")
    assert [(each["document"], each["cents"], each["original"]) for each in found] == [
        ("MC-6", 5_000, "major"),
        ("MC-7", -5_000, "major"),
    ]
    *kinds, _ = [(each["kind"], each["cents"]) for each in linked.json("report", "exceptions")]
    assert kinds == [("meter_corrected", 5_000), ("meter_corrected", -5_000)]
    major, *_ = linked.json("meter", "show", "R9-1")["meters"]
    assert (major["meter"], major["reading"]) == ("major", 5_000_000)


def test_a_link_as_it_stood(linked: Terminal) -> None:
    with time_machine.travel(f"{DAY}T18:30:00-04:00", tick=False):
        linked.does(*PLAY, "--player", "7d Qh", "--banker", "8c Kh")
    before = linked.json("meter", "show", "R9-1", "--at", "18:29")
    after = linked.json("meter", "show", "R9-1", "--at", "18:30")
    assert [each["reading"] for each in before["meters"]] == [5_000_000, 35_000, 35_000]
    assert [each["reading"] for each in after["meters"]] == [5_000_045, 35_025, 35_025]
    assert linked.json("meter", "show") == [after]
    events = linked.json("meter", "history", "R9-1")
    assert [event["topic"] for event in events] == [
        "link.installed",
        "link.table_linked",
        "link.contributions_taken",
    ]


def test_new_rates_and_further_tables(linked: Terminal) -> None:
    linked.opened("MB-02")
    linked.does("meter", "link", "R9-1", "MB-02")
    linked.does(
        *("meter", "rates", "R9-1", "--rules", "ma-midi", "--option", "royal_9.paytable=2"),
        *("--notice-at", "12:00", "--document", "RS-12", "--authorised-by", "M-1"),
    )
    told = linked.json("meter", "show", "R9-1")
    assert told["tables"] == ["MB-01", "MB-02"]
    assert [each["visible_bps"] for each in told["meters"]] == [960, 500, 500]


def test_x31_a_key_makes_an_installation_safe_to_repeat(terminal: Terminal) -> None:
    terminal.dealing()
    install = ("meter", "install", "R9-1", "--rules", "ma-midi", "--authorised-by", "M-1")
    once = terminal.json(*install, "--key", "k-1")
    again = terminal.json(*install, "--key", "k-1")
    assert (once["repeated"], again["repeated"]) == (False, True)
    assert once["events"] == again["events"]


def test_decision_34_an_award_from_a_mistyped_card_is_taken_back(
    linked: Terminal, golden: Callable[[str, str], None]
) -> None:
    linked.opened("MB-02")
    linked.does("meter", "link", "R9-1", "MB-02")
    linked.does("shoe", "start", "MB-02", "1", "--burn", "2c")
    king = ("--player", "Kc 9h", "--banker", "2s 5d")
    linked.does(*PLAY, *king)
    linked.does(*("round", "play", "MB-02", "--wager", "3:royal-9:5"), *king)
    reverse = ("meter", "award-reverse", "MB-01:1/3", "--reason", "the 9 was a 6")
    signed = ("--document", "MC-9", "--authorised-by", "B-2", "--second", "A-1")
    told = linked.does(*reverse, *signed, "--dry-run")
    assert told == linked.does(*reverse, *signed)
    for report in ("awards", "meters", "corrections", "exceptions"):
        told += linked.does("report", report, "--day", DAY)
    told += linked.does("audit", "replay", ROUND)
    golden("award_reversed.txt", told)
    linked.does("db", "check")


def test_u3_a_ruling_takes_a_jackpot_back(linked: Terminal) -> None:
    linked.does(*PLAY, "--player", "Kc 9h", "--banker", "9h Kc")
    linked.does("audit", "dispute", "raise", ROUND, "--claim", "no King")
    ruled = ("--reason", "camera", "--decided-by", "B-2", "--document", "MC-9")
    decide = ("audit", "dispute", "decide", ROUND, "upheld", *ruled, "--approved-by", "A-1")
    taken = ("--reverse-award", "3/major")
    unpaid = linked.run(*decide, *taken, "--handed-back", "tray")
    assert (unpaid.exit_code, unpaid.stderr.split(":")[0]) == (1, "award_not_paid")
    linked.does(*decide, *taken)
    (found,) = linked.json("report", "awards", "--day", DAY)
    assert (found["status"], found["given_away"], found["reversed_on"]) == ("reversed", 0, DAY)
    assert linked.json("meter", "show", "R9-1")["meters"][0]["reading"] == 5_000_045


READ = ("meter", "read", "R9-1")


def found(terminal: Terminal, day: str = DAY) -> list[Any]:
    rows: list[Any] = msgspec.json.decode(terminal.run("day", "reconcile", day, "--json").stdout)
    return rows


def reads_all(terminal: Terminal) -> None:
    """Every meter at its seed, at the close."""
    for name, shown in (("major", "50000"), ("k9_banker", "350"), ("k9_player", "350")):
        terminal.does(*READ, name, shown, "--witness", "S-2")


def test_p6_what_the_sign_shows_is_held_against_the_ledger_to_the_unit(linked: Terminal) -> None:
    linked.does(*PLAY, "--player", "7d Qh", "--banker", "8c Kh")
    told = linked.does(*READ, "major", "123.450001", "--rolled-over", "50000", "--witness", "S-2")
    assert "$50,123.450001" in told
    all_of_it = {each["id"]: each for each in found(linked)}
    differs = all_of_it["meter_reading_differs:R9-1:major:close"]
    assert differs["cents"] == 12_300
    assert "It showed $123.000001 more at close." in differs["message"]
    assert "R9-1: k9_banker, k9_player." in all_of_it["meter_not_read:R9-1"]["message"]
    major = next(
        row for row in linked.json("report", "meters", "--day", DAY) if row["meter"] == "major"
    )
    named = ("read_exact", "ledger_exact", "difference_exact", "differs_since")
    assert [major[name] for name in named] == [50_123_450_001, 50_000_450_000, 123_000_001, DAY]
    linked.does(*READ, "major", "50000.45", "--witness", "S-2")
    assert not [each for each in found(linked) if each["code"] == "meter_reading_differs"]


def test_p6_a_day_with_a_link_and_no_closing_reading_has_a_finding(linked: Terminal) -> None:
    of_signs = ("meter_not_read", "meter_reading_differs")
    linked.does(*READ, "major", "50000", "--witness", "S-2", "--when", "open")
    (unread,) = [each["id"] for each in found(linked) if each["code"] in of_signs]
    assert unread == "meter_not_read:R9-1"
    shown = linked.does("day", "reconcile", "explain", unread, "--day", DAY)
    assert "A reading that nobody entered has left no event." in shown
    reads_all(linked)
    assert not [each for each in found(linked) if each["code"] in of_signs]


def test_p6_days_on_which_a_sign_differed_one_after_the_other_are_told(linked: Terminal) -> None:
    linked.does(*READ, "major", "50000", "--witness", "S-2", "--when", "open")
    for day in ("11", "12", "13"):
        with time_machine.travel(f"2026-07-{day}T22:00:00-04:00", tick=False):
            linked.does(*READ, "major", "50001", "--witness", "S-2")
            read = {each["code"]: each for each in found(linked, f"2026-07-{day}")}
    told = read["meter_reading_differs"]
    assert told["since"] == DAY
    assert "more at close, as on 2 days before. Open since 2026-07-11." in told["message"]


def test_p1_a_fixed_award_at_the_propertys_limit_is_told_and_read_again(linked: Terminal) -> None:
    linked.does("property", "set", "award-limit=1500", "--by", "A-1")
    linked.does(*PLAY, "--player", "Ks 9s", "--banker", "Kh 9h")
    assert linked.is_refused("meter", "award", ROUND, "3")["code"] == "supervisor_missing"
    linked.does("meter", "award", ROUND, "3", "--cage", "--supervisor", "S-2")
    (award,) = linked.json("report", "awards")
    told = {name: award[name] for name in ("meter", "level", "cents", "status", "place", "owed")}
    assert told == {
        "meter": "paytable",
        "level": "suited_tie",
        "cents": 150_000,
        "status": "paid",
        "place": "cage",
        "owed": 150_000,
    }
    assert linked.json("audit", "replay", ROUND)["recomputed_agrees"] is True
    assert linked.json("db", "check")["ok"] is True
    tamper(linked.url, "link.award_won", '"cents":150000', '"cents":160000')
    assert linked.run("audit", "replay", ROUND).exit_code == 6
    assert linked.run("db", "check").exit_code == 5
