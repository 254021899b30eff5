"""Names as a replay and a form show them: verified as they stood when they were recorded, or taken as given."""

from pathlib import Path
from typing import Any

from tests.cli.commands.test_operators import ON_DUTY, ON_FORM, PAIR, STAFF
from tests.cli.conftest import OPENER, Terminal, typed_once

ROUND = "DV-01:2026-07-11:1"
RAISED = ("audit", "dispute", "raise", ROUND, "--claim", "Player won", "--by", "K-1")
DECIDED = ("audit", "dispute", "decide", ROUND, "denied", "--reason", "the camera shows it")


@typed_once
def played(terminal: Terminal) -> None:
    """A round from which vigorish is owed, and a series of forms; nobody is registered."""
    opened = ("--rules", "div-mini", "--pit", "P-2", *OPENER, *ON_DUTY)
    terminal.does("table", "open", "DV-01", *opened)
    terminal.does("shoe", "start", "DV-01", "1", "--burn", "4d")
    terminal.does("round", "play", "DV-01", "--wager", "3:banker:75", *PAIR, "--by", "D-1")
    received = ("--first", "1001", "--last", "1005", "--pit", "P-2", "--clerk", "K-1")
    terminal.does("form", "receive", "CVF", *received)


def register_all(terminal: Terminal) -> None:
    for code, role in STAFF.items():
        typed = ("--name", f"Person {code}", "--licence", f"L-{code}", "--role", role)
        terminal.does("operator", "register", code, *typed, "--by", "A-1")


def operators(terminal: Terminal, *command: str) -> list[tuple[str, bool, list[str]]]:
    found: list[dict[str, Any]] = terminal.json(*command)["operators"]
    return [(each["operator"], each["verified"], each["signs"]) for each in found]


def page(terminal: Terminal, *command: str) -> str:
    terminal.does(*command, "--html", "page.html", "--force")
    return Path("page.html").read_text(encoding="utf-8")


def test_in_an_open_property_every_name_is_unverified(played: Terminal) -> None:
    played.does(*RAISED)
    played.does(*DECIDED, "--by", "K-1", "--decided-by", "B-1")
    played.does("form", "issue", "CVF-1001", "DV-01", "3", *ON_FORM, "--by", "K-1")
    told = operators(played, "audit", "replay", ROUND)
    assert {name for name, *_ in told} == {"D-1", "K-1", "B-1"}
    assert not any(verified for _, verified, _ in told)
    screen = played.does("audit", "replay", ROUND)
    assert "B-1        unverified (decided by)\n" in screen
    assert "licence" not in screen
    shown = played.does("form", "show", "CVF-1001")
    assert shown.count("unverified") == 3
    for command in (("audit", "replay", ROUND), ("form", "show", "CVF-1001")):
        text = page(played, *command)
        assert "unverified" in text
        assert "licence" not in text


def test_a_replay_tells_who_signed_what_was_said_of_the_round(played: Terminal) -> None:
    register_all(played)
    played.does(*RAISED)
    played.does(*DECIDED, "--by", "K-1", "--decided-by", "B-1")
    assert operators(played, "audit", "replay", ROUND) == [
        ("D-1", False, ["by"]),
        ("K-1", True, ["by"]),
        ("B-1", True, ["decided_by"]),
    ]
    screen = played.does("audit", "replay", ROUND)
    assert "D-1        unverified\n" in screen
    assert "K-1        Person K-1, licence L-K-1\n" in screen
    assert "B-1        Person B-1, licence L-B-1 (decided by)\n" in screen
    text = page(played, "audit", "replay", ROUND)
    for cells in (
        "<td>D-1</td><td>unverified</td><td>entered</td>",
        "<td>K-1</td><td>Person K-1, licence L-K-1</td><td>entered</td>",
        "<td>B-1</td><td>Person B-1, licence L-B-1</td><td>decided by</td>",
    ):
        assert cells in text
    assert '<td>D-1<br><span class="known">unverified</span></td>' in text


def test_a_replay_until_a_step_names_nobody_who_came_after_it(played: Terminal) -> None:
    register_all(played)
    played.does(*RAISED)
    text = page(played, "audit", "replay", ROUND, "--until", "1")
    assert "<td>D-1</td><td>unverified</td>" in text
    assert "K-1" not in text


def test_who_is_suspended_later_was_verified_then(played: Terminal) -> None:
    register_all(played)
    played.does("form", "issue", "CVF-1001", "DV-01", "3", *ON_FORM, "--by", "K-1")
    played.does("round", "play", "DV-01", "--wager", "4:player:75", *PAIR, "--by", "D-1")
    commands = (("audit", "replay", "DV-01:2"), ("form", "show", "CVF-1001"))
    before = [(played.does(*command), page(played, *command)) for command in commands]
    suspended = ("operator", "suspend", "D-1", "--reason", "licence expired", "--by", "A-1")
    played.does(*suspended)
    played.does("operator", "roles", "B-1", "--role", "cage", "--by", "A-1")
    assert [(played.does(*command), page(played, *command)) for command in commands] == before
    assert operators(played, "audit", "replay", "DV-01:2") == [("D-1", True, ["by"])]
    form = page(played, *commands[1])
    for signed in ("Dealer: Person D-1, licence L-D-1", "Pit clerk: Person K-1, licence L-K-1"):
        assert form.count(signed) == 2, "original and duplicate"
    assert form.count("Pit boss: Person B-1, licence L-B-1") == 2


def test_who_signs_a_form_as_void_is_told_as_known_then(played: Terminal) -> None:
    played.does("form", "issue", "CVF-1001", "DV-01", "3", *ON_FORM, "--by", "K-1")
    register_all(played)
    voided = ("form", "void", "CVF-1001", "--reason", "wrong patron", "--pit-boss", "B-1")
    played.does(*voided, "--by", "K-1")
    shown = played.does("form", "show", "CVF-1001")
    assert "Pit boss         B-1      unverified" in shown
    assert "Void: pit boss   B-1      Person B-1, licence L-B-1" in shown
    text = page(played, "form", "show", "CVF-1001")
    assert text.count("Void: pit boss: Person B-1, licence L-B-1") == 2
    assert text.count(">Pit boss: unverified") == 2
    assert operators(played, "form", "show", "CVF-1001") == [
        ("D-1", False, ["dealer"]),
        ("B-1", False, ["pit_boss"]),
        ("K-1", False, ["clerk"]),
        ("B-1", True, ["pit_boss"]),
        ("K-1", True, ["clerk"]),
    ]


def test_a_name_taken_as_given_and_verified_later_is_told_as_both(played: Terminal) -> None:
    register_all(played)
    played.does("vig", "collect", "DV-01", "3", "--by", "D-1")
    assert operators(played, "audit", "replay", ROUND) == [
        ("D-1", False, ["by"]),
        ("D-1", True, ["by"]),
    ]
