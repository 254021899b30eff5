"""Names as they are typed: tables in any case, rounds by every name, verbs as far as they are clear."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import DAY, OPENER, SIGNED, Terminal

ROUND = f"MB-01:{DAY}:1"


@pytest.fixture
def played(on_file: Terminal) -> Terminal:
    """A table at which a round was played."""
    on_file.dealing()
    on_file.does("play", "MB-01", "3b25 / 7dQh 9cKh")
    return on_file


@pytest.mark.parametrize("name", ["mb-01", "Mb-01:1", f"mb-01:{DAY}:1", "MB-01:today:1"])
def test_a_round_is_named_alike_everywhere(played: Terminal, name: str) -> None:
    assert played.json("round", "show", name)["round"] == ROUND
    assert played.json("audit", "replay", name)["round"] == ROUND
    played.does("audit", "dispute", "raise", name, "--claim", "x")
    played.does("round", "reverse", name, "--reason", "x", "--approved-by", "S-2", "--dry-run")


def test_a_table_is_known_in_any_case_and_never_gets_a_twin(played: Terminal) -> None:
    played.does("seat", "sit", "mb-01", "5")
    assert [row["table"] for row in played.json("report", "win", "--table", "mb-01")] == ["MB-01"]
    new = ("--rules", "ma-midi", "--pit", "P-1", *OPENER, *SIGNED)
    assert played.is_refused("table", "open", "mb-01", *new)["code"] == "table_open"
    record = {
        "v": 1,
        "source": "reader-1",
        "seq": 1,
        "at": f"{DAY}T18:00:00-04:00",
        "by": "C-1",
        "table": "mb-01",
        "type": "open",
        "rules": "ma-midi",
        "pit": "P-1",
        "opener": {"10000": 50},
        "dealer": "D-7",
        "supervisor": "S-2",
    }
    Path("day.ndjson").write_text(json.dumps(record), encoding="utf-8")
    assert "table_twin" in played.run("feed", "day.ndjson", "--json").stderr


def test_a_code_that_looks_like_another_is_asked_about(played: Terminal) -> None:
    new = ("--rules", "ma-midi", "--pit", "P-1", *OPENER, *SIGNED)
    error = played.is_refused("table", "open", "MB-0l", *new)
    assert (error["code"], error["facts"]["other"]) == ("looks_like_another", "MB-01")
    played.does("table", "open", "MB-0l", *new, "--yes")
    assert (
        "Did you mean MB-0"
        in played.is_refused("seat", "sit", "MB-O1", "3", exit_code=3)["next_step"]
    )


def test_a_pit_and_a_link_are_known_in_any_case_and_one_that_looks_alike_is_asked_about(
    on_file: Terminal,
) -> None:
    on_file.opened()
    new = ("--rules", "ma-midi", *OPENER, *SIGNED)
    installed = ("--rules", "ma-midi", "--authorised-by", "M-1")
    on_file.does("table", "open", "MB-02", "--pit", "p-1", *new)
    on_file.does("meter", "install", "R9-1", *installed)
    assert {row["pit"] for row in on_file.json("table", "list")} == {"P-1"}
    again = on_file.is_refused("meter", "install", "r9-1", *installed)
    assert (again["code"], again["facts"]["link"]) == ("link_exists", "R9-1")
    assert on_file.json("meter", "show", "r9-1")["link"] == "R9-1"
    opening = ("table", "open", "MB-03", "--pit", "P-l", *new)
    for typed in (opening, ("meter", "install", "R9-l", *installed)):
        assert on_file.is_refused(*typed)["code"] == "looks_like_another"
        on_file.does(*typed, "--yes")


def test_a_pit_to_which_only_forms_went_is_known_in_any_case(on_file: Terminal) -> None:
    """A table of `p-9` would be in another pit than its forms, and their clerks."""
    forms = ("--first", "1", "--last", "9", "--clerk", "PC-1")
    on_file.does("form", "receive", "CVF", *forms, "--pit", "P-9")
    on_file.does("form", "receive", "CVG", *forms, "--pit", "p-9")
    new = ("--rules", "ma-midi", *OPENER, *SIGNED)
    on_file.does("table", "open", "MB-02", "--pit", "p-9", *new)
    assert {row["pit"] for row in on_file.json("table", "list")} == {"P-9"}
    assert "p-9" not in on_file.does("form", "list", "--json")


def test_a_verb_may_be_shortened_and_what_is_two_is_refused(played: Terminal) -> None:
    played.does("wag", "pl", "MB-01", "3", "b", "5")
    assert "could be settle, simulated or show" in played.run("round", "s", "MB-01").stderr


def test_help_takes_no_value(on_file: Terminal) -> None:
    for noun in ((), ("round",), ("round", "show")):
        assert "usage: --help takes no value." in on_file.run(*noun, "--help=me").stderr


def test_several_wagers_at_once_and_all_that_is_owed(played: Terminal) -> None:
    played.does("wager", "place", "MB-01", "3", "b", "25", "3", "t", "5", "7", "player", "100")
    played.does("round", "bets-closed", "MB-01")
    said = played.does(
        *("round", "deal", "MB-01", "--player", "7dQh", "--banker", "5h 5s 8c", "--settle"),
        *("--at", "now"),
    )
    assert "3 wagers of $130.00" in said
    assert "owed now: seat 3 $2.50" in said
    assert "$1.25" in played.does("vig", "collect", "MB-01", "--all", "--key", "k")
    assert played.json("vig", "collect", "MB-01", "--all", "--key", "k")["repeated"]
    assert played.json("vig", "outstanding") == []


@pytest.mark.parametrize(
    ("amount", "code"),
    [("-20", "money_negative"), ("-$5", "money_negative"), ("--5", "money_unreadable")],
)
def test_an_amount_below_zero_is_no_option(played: Terminal, amount: str, code: str) -> None:
    typed = ("wager", "place", "MB-01", "3", "banker", amount)
    assert played.is_refused(*typed, exit_code=2)["code"] == code


OF_ITS_KIND = {
    "seat sit MB-01 -1": "bad_seat",
    "seat sit MB-01 0": "bad_seat",
    "vig collect MB-01 -1": "bad_seat",
    "wager place MB-01 -1 b 5": "bad_seat",
    "wager place MB-01 3 b 5 -1 p 5": "bad_seat",
    "play MB-01 -1b5": "bad_seat",
    "play MB-01 -1hm5": "bad_seat",
    "table show -1": "unknown_table",
    "table show 0": "unknown_table",
    "round settle -1": "bad_table_code",
    "round show -1": "bad_round",
    "round show 0": "bad_round",
    "audit replay MB-01:-1": "bad_round",
    "form show -1": "bad_serial",
    "operator show -1": "unknown_operator",
    "rules show -1": "rules_unknown",
    "table show MB-01 -1": "usage",
    "round show MB-01:1 -x": "usage",
    "wager place MB-01 3 b -1 --help": "money_negative",
}


def test_a_number_below_zero_or_none_is_refused_as_what_it_stands_for(played: Terminal) -> None:
    for typed, code in OF_ITS_KIND.items():
        ran = played.run(*typed.split(), "--json")
        assert (json.loads(ran.stderr)["error"]["code"], ran.stdout) == (code, ""), typed
