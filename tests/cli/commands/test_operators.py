"""Operators and roles: who may enter and sign what, from the first registration on."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import time_machine

from ledger.events.operators import Role
from ledger.events.topics import TOPICS
from ledger.operators.authority import AUTHORITY
from tests.cli.conftest import OPENER, Terminal, a_property
from tests.stores import Stores

STAFF = {
    "A-1": Role.ACCOUNTING,
    "U-1": Role.AUDIT,
    "D-1": Role.DEALER,
    "F-1": Role.FLOORPERSON,
    "B-1": Role.PIT_BOSS,
    "K-1": Role.PIT_CLERK,
    "G-1": Role.CAGE,
    "V-1": Role.SURVEILLANCE,
}
ON_DUTY = ("--dealer", "D-1", "--supervisor", "F-1")
CHIPS = ("--slip", "F-17", "--chips", "100x20")
PAIR = ("--player", "7d Qh", "--banker", "9c Kh")
ON_FORM = ("--patron", "R. Ames", "--patron-signed", "--dealer", "D-1", "--pit-boss", "B-1")

CORRECTING = (
    "--of-day",
    "2026-07-11",
    "--names",
    "opener",
    "--document",
    "MC-7",
    "--reason",
    "a note",
    "--approved-by",
)

GAMES = "D-1 F-1 B-1 K-1"
AUTHORS: dict[tuple[str, ...], str] = {
    ("table", "open", "MB-02", "--rules", "ma-midi", "--pit", "P-1", *OPENER, *ON_DUTY): GAMES,
    ("table", "close", "MB-01", "--closer", "100x50 25x200 5x400", *ON_DUTY): GAMES,
    ("shoe", "end", "MB-01", "--reason", "torn card"): GAMES,
    ("seat", "sit", "MB-01", "4"): GAMES,
    ("wager", "place", "MB-01", "3", "banker", "25"): GAMES,
    ("round", "play", "MB-01", "--wager", "3:banker:25", *PAIR): GAMES,
    ("vig", "collect", "DV-01", "3", "3.75"): GAMES,
    ("chips", "buy-in", "MB-01", "3", "200"): GAMES,
    ("chips", "fill", "MB-01", *CHIPS, *ON_DUTY): f"{GAMES} G-1",
    ("meter", "install", "R9-1", "--rules", "ma-midi", "--authorised-by", "B-1"): "F-1 B-1 A-1",
    ("form", "receive", "CVG", "--first", "1", "--last", "9"): "K-1",
    ("day", "count", "today", "--table", "MB-01", "--notes", "100x3"): "A-1",
    ("operator", "suspend", "D-1", "--reason", "licence expired"): "A-1 U-1",
    ("shoe", "receive", "MB-01", "A", "--colour", "red", *ON_DUTY): GAMES,
    (
        "audit",
        "dispute",
        "raise",
        "DV-01:2026-07-11:1",
        "--claim",
        "Player won",
    ): f"{GAMES} A-1 U-1 V-1",
    ("day", "correct", "MB-01", "opener", "--raise", "5", *CORRECTING, "B-2"): "F-1 B-1 K-1 A-1",
    ("day", "close", "2026-07-10", "--second", "A-2"): "A-1",
}
SIGNERS: dict[tuple[str, ...], tuple[str, str]] = {
    (
        "table",
        "open",
        "MB-02",
        "--rules",
        "ma-midi",
        "--pit",
        "P-1",
        *OPENER,
        "--supervisor",
        "F-1",
        "--by",
        "K-1",
        "--dealer",
    ): ("D-1", "dealer"),
    ("chips", "credit", "MB-01", *CHIPS, "--by", "K-1", "--dealer", "D-1", "--supervisor"): (
        "F-1 B-1",
        "supervisor",
    ),
    (
        "form",
        "issue",
        "CVF-1001",
        "DV-01",
        "3",
        "--by",
        "K-1",
        *ON_FORM[:3],
        *ON_FORM[5:],
        "--dealer",
    ): ("D-1", "dealer"),
    ("form", "issue", "CVF-1001", "DV-01", "3", "--by", "K-1", *ON_FORM[:5], "--pit-boss"): (
        "B-1",
        "pit_boss",
    ),
    (
        "form",
        "receive",
        "CVG",
        "--first",
        "1",
        "--last",
        "9",
        "--pit",
        "P-2",
        "--by",
        "K-1",
        "--clerk",
    ): ("K-1", "clerks"),
    ("meter", "install", "R9-1", "--rules", "ma-midi", "--by", "F-1", "--authorised-by"): (
        "B-1 A-1",
        "authorised_by",
    ),
    ("day", "correct", "MB-01", "opener", "--raise", "5", "--by", "K-1", *CORRECTING): (
        "B-1 A-1",
        "approved_by",
    ),
    ("day", "close", "2026-07-10", "--by", "A-2", "--second"): ("A-1", "second"),
}


def _registers(terminal: Terminal, code: str, *roles: str, by: str = "A-1") -> None:
    typed = ("--name", f"Person {code}", "--licence", f"L-{code}")
    chosen = [part for role in roles for part in ("--role", role)]
    terminal.does("operator", "register", code, *typed, *chosen, "--by", by)


def a_staffed_pit(url: str) -> None:
    """Two tables, a mark owed and a series of forms, then everybody registered."""
    terminal = Terminal(url).dealing("MB-01")
    opened = ("--rules", "div-mini", "--pit", "P-2", *OPENER, *ON_DUTY)
    terminal.does("table", "open", "DV-01", *opened)
    terminal.does("shoe", "start", "DV-01", "1", "--burn", "4d")
    terminal.does("round", "play", "DV-01", "--wager", "3:banker:75", *PAIR)
    received = ("--first", "1001", "--last", "1005", "--pit", "P-2", "--clerk", "K-1")
    terminal.does("form", "receive", "CVF", *received)
    for code, role in (STAFF | {"A-2": Role.ACCOUNTING, "B-2": Role.PIT_BOSS}).items():
        _registers(terminal, code, role)


@pytest.fixture
def staffed(stores: Stores) -> Iterator[Terminal]:
    """That pit."""
    with stores.copy(a_property, a_staffed_pit) as url:
        yield Terminal(url)


def test_every_kind_of_event_says_who_may_enter_and_sign_it() -> None:
    assert set(AUTHORITY) == set(TOPICS.values())
    for kind, row in AUTHORITY.items():
        names = {each.name for each in msgspec.structs.fields(kind)}
        assert row is None or set(row.signed) <= names, kind


def test_where_nobody_is_registered_names_are_taken_as_given(terminal: Terminal) -> None:
    terminal.dealing()
    assert terminal.json("operator", "list") == []
    assert "taken as given" in terminal.does("operator", "list")


def test_authors_of_each_noun_by_role(staffed: Terminal) -> None:
    before = staffed.everything()
    for command, allowed in AUTHORS.items():
        for code, role in STAFF.items():
            result = staffed.run(*command, "--by", code, "--dry-run", "--json")
            told = f"pit {' '.join(command)} --by {code}\n{result.output}"
            if code in allowed.split():
                assert result.exit_code == 0, told
            else:
                assert result.exit_code == 1, told
                error = json.loads(result.stderr)["error"]
                assert error["code"] == "role_required", told
                assert error["facts"]["held"] == [role], told
                assert role not in error["facts"]["needed"], told
    assert staffed.everything() == before


def test_signatures_by_role(staffed: Terminal) -> None:
    for command, (allowed, field) in SIGNERS.items():
        for code in STAFF:
            if {code} & set(command) and code not in allowed.split():
                continue  # Signs or enters it already: refused for that, before any role.
            result = staffed.run(*command, code, "--dry-run", "--json")
            told = f"pit {' '.join(command)} {code}\n{result.output}"
            if code in allowed.split():
                assert result.exit_code == 0, told
            else:
                error = json.loads(result.stderr)["error"]
                assert (error["code"], error["facts"]["field"]) == ("role_required", field), told


def test_a_whole_form_signed_by_those_who_have_the_roles(staffed: Terminal) -> None:
    staffed.does("form", "issue", "CVF-1001", "DV-01", "3", *ON_FORM, "--by", "K-1")
    dropped = ("--dealer", "D-1", "--pit-boss", "B-1", "--clerk", "K-1")
    staffed.does("form", "drop", "CVF-1001", *dropped, "--by", "K-1")
    staffed.does("form", "forward", "CVF", "--by", "K-1")


def test_who_is_not_registered_neither_acts_nor_signs(staffed: Terminal) -> None:
    sits = ("seat", "sit", "MB-01", "5", "--by")
    error = staffed.is_refused(*sits, "D-11", exit_code=3)
    assert error["code"] == "unknown_operator"
    assert error["next_step"].startswith("Did you mean D-1?")
    error = staffed.is_refused("operator", "roles", "D-1", "--role", "deeler", exit_code=2)
    assert error["code"] == "bad_role"
    assert error["next_step"].startswith("Did you mean dealer?")
    fill = ("chips", "fill", "MB-01", *CHIPS, "--by", "K-1", "--dealer", "D-1")
    error = staffed.is_refused(*fill, "--supervisor", "S-2", exit_code=3)
    assert (error["code"], error["facts"]["field"]) == ("unknown_operator", "supervisor")
    staffed.does(*sits, "D-1")


def test_the_first_to_be_registered_may_register_others(terminal: Terminal) -> None:
    as_dealer = ("operator", "register", "A-1", "--name", "R", "--licence", "L-1", "--role")
    assert terminal.is_refused(*as_dealer, "dealer", "--by", "A-1")["code"] == "first_operator"
    assert terminal.is_refused(*as_dealer, "audit", "--by", "A-2")["code"] == "first_operator"
    terminal.does(*as_dealer, "audit", "--by", "A-1")
    other = ("operator", "register", "D-1", "--name", "I", "--licence", "L-2", "--role", "dealer")
    assert terminal.is_refused(*other, "--by", "D-1", exit_code=3)["code"] == "unknown_operator"
    terminal.does(*other, "--by", "A-1")
    assert [each["operator"] for each in terminal.json("operator", "list")] == ["A-1", "D-1"]


def test_the_last_who_may_register_stays(terminal: Terminal) -> None:
    _registers(terminal, "A-1", "audit")
    for command in (("roles", "A-1", "--role", "dealer"), ("suspend", "A-1", "--reason", "x")):
        refused = terminal.is_refused("operator", *command, "--by", "A-1")
        assert refused["code"] == "last_registrar"
    _registers(terminal, "A-2", "accounting")
    terminal.does(
        *("operator", "roles", "A-1", "--role", "dealer"), *("--second", "A-2", "--by", "A-1")
    )


def test_a_licence_belongs_to_one_person(staffed: Terminal) -> None:
    typed = ("--name", "Person D-1", "--licence", " l-d-1 ", "--role", "floorperson")
    refused = staffed.is_refused("operator", "register", "D-9", *typed, "--by", "A-1")
    assert (refused["code"], refused["facts"]["operator"]) == ("licence_taken", "D-1")


def test_a_suspension_counts_from_its_moment_to_the_reinstatement(staffed: Terminal) -> None:
    sits = ("seat", "sit", "MB-01")
    suspended = ("operator", "suspend", "D-1", "--reason", "licence expired", "--by", "A-1")
    staffed.does(*suspended, "--at", "18:00")
    refused = staffed.is_refused(*sits, "5", "--by", "D-1")
    assert refused["code"] == "operator_suspended"
    earlier = staffed.is_refused(*sits, "5", "--by", "D-1", "--at", "17:59")
    assert earlier["code"] == "operator_suspended", "who types is in force now too"
    fill = ("chips", "fill", "MB-01", *CHIPS, *ON_DUTY, "--by", "K-1")
    assert staffed.is_refused(*fill)["code"] == "operator_suspended"
    staffed.does("operator", "reinstate", "D-1", "--by", "A-1")
    staffed.does(*sits, "5", "--by", "D-1")
    standings = staffed.json("operator", "show", "D-1")["standings"]
    assert [each["suspended"] for each in standings] == [None, "licence expired", None]


def test_roles_change_for_good(staffed: Terminal) -> None:
    fill = ("chips", "fill", "MB-01", *CHIPS, "--dealer", "D-1", "--supervisor", "B-1")
    staffed.does("operator", "roles", "B-1", "--role", "pit-clerk", "--by", "U-1")
    assert staffed.is_refused(*fill, "--by", "K-1")["code"] == "role_required"
    both = ("--role", "pit_clerk", "--role", "pit_boss")
    staffed.does("operator", "roles", "B-1", *both, "--by", "U-1")
    staffed.does(*fill, "--by", "K-1")


def test_a_dry_run_registers_nobody_and_a_key_does_once(terminal: Terminal) -> None:
    first = ("operator", "register", "A-1", "--name", "R", "--licence", "L-1", "--role", "audit")
    terminal.does(*first, "--by", "A-1", "--dry-run")
    assert terminal.json("operator", "list") == []
    terminal.does(*first, "--by", "A-1", "--key", "k-1")
    assert terminal.json(*first, "--by", "A-1", "--key", "k-1")["repeated"]
    assert len(terminal.json("operator", "list")) == 1


def _line(seq: int, type_: str, by: str, **fields: object) -> str:
    record = {"v": 1, "source": "reader-1", "seq": seq, "at": "2026-07-11T18:00:00-04:00"}
    return json.dumps({**record, "by": by, "table": "MB-01", "type": type_, **fields}) + "\n"


def test_a_feed_is_held_to_the_roles_and_refused_records_are_set_aside(staffed: Terminal) -> None:
    chips = {"slip": "F-1", "chips": {"10000": 1}, "dealer": "D-1", "supervisor": "G-1"}
    lines = (
        _line(1, "sit", "D-1", seat=5),
        _line(2, "sit", "A-1", seat=6),
        _line(3, "sit", "X-9", seat=6),
        _line(4, "fill", "G-1", **chips),
        _line(5, "sit", "D-1", seat=6),
    )
    day = Path("day.ndjson")
    day.write_text("".join(lines), encoding="utf-8")
    result = staffed.run("feed", str(day), "--quarantine", "aside.ndjson", "--by", "X-1")
    assert "Traceback" not in result.output
    aside = staffed.json("report", "exceptions")
    refused = [each for each in aside if each["kind"] == "record_refused"]
    assert len(refused) == 3, result.output
    for code in ("role_required", "unknown_operator"):
        assert code in json.dumps(refused), refused
    sitting = [each for each in staffed.everything() if each.topic == "table.seat_taken"]
    assert len(sitting) == 2


def test_a_record_that_comes_late_is_judged_by_what_was_in_force_then(staffed: Terminal) -> None:
    suspended = ("operator", "suspend", "D-1", "--reason", "x", "--by", "A-1")
    late = _line(2, "sit", "D-1", seat=6).replace("T18:00", "T18:31")
    with time_machine.travel("2026-07-11T19:00:00-04:00", tick=False):
        staffed.does(*suspended, "--at", "18:30")
        day = Path("day.ndjson")
        day.write_text(_line(1, "sit", "D-1", seat=5), encoding="utf-8")
        staffed.does("feed", str(day))
        day.write_text(late, encoding="utf-8")
        result = staffed.run("feed", str(day))
    assert result.exit_code == 1
    assert "operator_suspended" in result.output


def test_replay_and_form_say_what_was_known_of_a_name_when_it_was_recorded(
    staffed: Terminal,
) -> None:
    played = ("round", "play", "DV-01", "--wager", "4:player:75", *PAIR)
    staffed.does(*played, "--by", "D-1")
    before, after = (staffed.json("audit", "replay", f"DV-01:{n}") for n in (1, 2))
    taken_as_given: dict[str, Any] = {
        "operator": "C-1",
        "verified": False,
        "name": None,
        "licence": None,
    }
    taken_as_given["signs"] = ["by"]
    assert before["operators"] == [taken_as_given]
    dealer: dict[str, Any] = {
        "operator": "D-1",
        "verified": True,
        "name": "Person D-1",
        "licence": "L-D-1",
    }
    dealer["signs"] = ["by"]
    assert after["operators"] == [dealer]
    assert "D-1        Person D-1, licence L-D-1" in staffed.does("audit", "replay", "DV-01:2")
    staffed.does("form", "issue", "CVF-1001", "DV-01", "3", *ON_FORM, "--by", "K-1")
    shown = staffed.json("form", "show", "CVF-1001")["operators"]
    assert [(each["operator"], each["licence"]) for each in shown] == [
        ("D-1", "L-D-1"),
        ("B-1", "L-B-1"),
        ("K-1", "L-K-1"),
    ]


def test_who_registers_later_does_not_verify_what_was_entered_before(terminal: Terminal) -> None:
    terminal.dealing("MB-01")
    terminal.does("round", "play", "MB-01", "--wager", "3:banker:25", *PAIR, "--by", "A-1")
    _registers(terminal, "A-1", "audit")
    replayed = terminal.json("audit", "replay", "MB-01:1")
    assert [each["verified"] for each in replayed["operators"]] == [False]
    assert "A-1        unverified" in terminal.does("audit", "replay", "MB-01:1")
