"""Text from outside never reaches a terminal raw: refused at the door, escaped where older events have it."""

import io
import json
import re
import shlex
from pathlib import Path
from typing import TextIO, cast

import pytest
from msgspec.structs import replace

from cli.shown.said import Said, as_written, drawing
from ledger.desks.ledger import Ledger
from ledger.events.base import Recorded
from ledger.values.hidden import HIDDEN
from tests.cli.conftest import SIGNED, Terminal
from tests.ledger.feed.test_bad_lines import raw

HOSTILE = "\x1b]0;owned\x07\u202e$\u2066\u200b\x9b\x7f"
FILL = ("chips", "fill", "MB-01", "--chips", "100x1", *SIGNED)


@pytest.mark.parametrize(
    "character", ["\x1b", "\x00", "\x7f", "\x9b", "\u202e", "\u2066", "\u200b"]
)
def test_no_act_takes_a_character_that_is_not_seen(on_file: Terminal, character: str) -> None:
    on_file.opened()
    hidden = f"F-{character}1"
    for typed in (
        (*FILL, "--slip", hidden),
        (*FILL, "--slip", "F-1", "--key", hidden),
        (*FILL, "--slip", "F-1", "--by", hidden),
        ("seat", "sit", "MB-01", "3", "--patron", hidden),
    ):
        error = on_file.is_refused(*typed, exit_code=2)
        assert (error["code"], error["facts"]["character"]) == (
            "control_character",
            f"U+{ord(character):04X}",
        )


@pytest.mark.parametrize("blank", [" ", "   ", "\u00a0", "\u3000 "])
def test_a_text_of_nothing_but_spaces_says_nothing(on_file: Terminal, blank: str) -> None:
    on_file.opened()
    on_file.does("seat", "sit", "MB-01", "3")
    for field, *typed in (
        ("reason", "undo", "MB-01", "--reason", blank),
        ("slip", *FILL, "--slip", blank),
        ("patron", "seat", "sit", "MB-01", "4", "--patron", blank),
        ("key", "seat", "sit", "MB-01", "4", "--key", blank),
    ):
        error = on_file.is_refused(*typed, exit_code=2)
        assert (error["code"], error["facts"]) == ("bad_value", {"field": field})


def test_what_is_no_text_names_nothing(on_file: Terminal) -> None:
    """A name typed in another encoding comes as halves of surrogates; a database takes them no more than a pipe."""
    for typed in (("table", "show", "\udcff"), ("seat", "leave", "M", "3", "--key", "\udcff")):
        assert on_file.run(*typed).exit_code in {2, 3}


EDGES = ("\x1b", "\x1f", "\x7f", "\x85", "\x9b", "\xad", "\u200b", "\u2028", "\u202e")
"""Some that Python cuts off at the ends of a text as space, and some that it does not."""


@pytest.mark.parametrize("hidden", EDGES)
def test_no_word_takes_one_at_its_ends_typed_or_in_the_shell(
    on_file: Terminal, hidden: str
) -> None:
    register = "operator register A-1 --role audit --name {} --licence {}"
    lines = [
        template.format(*(shlex.quote(each) for each in words))
        for word in (f"{hidden}A-1", f"A-1{hidden}")
        for template, *words in (
            (register, word, "L-1"),
            (register, "Ann", word),
            ("operator show {}", word),
            ("day duplicates 2026-07-11 --form {}", f"CVF-1:1.00:MB-01:{word}"),
            ("property set late-after={}", f"{hidden}20"),
            ("undo MB-01 --reason={}", word),
        )
    ]
    for line in lines:
        error = on_file.is_refused(*shlex.split(line), exit_code=2)
        assert error["code"] == "control_character", line
    said = on_file.run("shell", stdin=lines[0])
    assert (said.exit_code, "control_character" in said.stderr) == (2, True)


def test_the_shell_and_a_file_take_none_either(on_file: Terminal) -> None:
    on_file.opened()
    said = on_file.run("shell", stdin="seat sit MB-01 3 --patron 'R.\u202eA'\n")
    assert (said.exit_code, "control_character" in said.stderr) == (2, True)
    Path("d.csv").write_text("serial,cents,patron\nCVF-1,100,a\u202eb\n", encoding="utf-8")
    error = on_file.is_refused("day", "duplicates", "2026-07-11", "--file", "d.csv", exit_code=2)
    assert (error["code"], error["facts"]) == ("bad_duplicate", {"line": 2, "field": "patron"})


@pytest.mark.parametrize("character", ["\\u202e", "\u202e", "\u009b", "\x7f", "\ufeff"])
def test_no_record_of_a_feed_takes_one(on_file: Terminal, character: str) -> None:
    Path("feed.ndjson").write_bytes(raw("C-1", f"C{character}1").replace(b'"seq": 3', b'"seq": 1'))
    said = on_file.run("feed", "feed.ndjson", "--json")
    assert said.exit_code == 1
    assert json.loads(said.stderr.splitlines()[0])["code"] == "control_character"


def test_what_older_events_hold_is_shown_escaped(terminal: Terminal, tmp_path: Path) -> None:
    """As a store of before the door was shut has it."""
    terminal.opened().does(*FILL, "--slip", "F-1")
    with Ledger(terminal.url) as ledger:
        last = ledger.stream("table:MB-01")[-1]
        hostile = replace(last.event, slip=f"F\n{HOSTILE}")
        stored = ledger.loader.mapper.to_stored_event(
            Recorded("table:MB-01", last.originator_version + 1, hostile)
        )
        ledger.journal.append([stored])
    for typed in (
        ("audit", "history", "MB-01"),
        ("chips", "list"),
        ("chips", "list", "--format", "csv"),
        ("report", "exceptions"),
    ):
        shown = terminal.run(*typed).output
        assert set(re.findall(HIDDEN, shown)) <= {"\n", "\ufeff"}, typed
        assert "\nF" not in shown.replace("\\n", "")
    for typed in (("audit", "history", "MB-01"), ("chips", "list")):
        assert set(re.findall(HIDDEN, terminal.does(*typed, "--json"))) <= {"\n"}
    assert terminal.json("chips", "list")[-1]["slip"] == f"F\n{HOSTILE}"
    page = tmp_path / "day.html"
    terminal.does("report", "print", str(page))
    written = page.read_text(encoding="utf-8")
    assert set(re.findall(HIDDEN, written)) == {"\n"}
    assert "\\u202e$\\u2066" in written


def test_csv_is_for_a_spreadsheet_unless_it_is_plain(on_file: Terminal) -> None:
    on_file.opened().does(*FILL, "--slip", "=1+2")
    told = on_file.does("chips", "list", "--format", "csv")
    assert told.startswith("\ufeff")
    assert ",'=1+2," in told
    plain = on_file.does("chips", "list", "--format", "csv", "--plain")
    assert not plain.startswith("\ufeff")
    assert ",=1+2," in plain


def test_what_was_typed_is_shown_escaped_in_an_error(on_file: Terminal) -> None:
    said = on_file.run("table", "show", HOSTILE)
    assert said.exit_code in {2, 3}
    assert set(re.findall(HIDDEN, said.output)) <= {"\n"}


def test_what_the_program_draws_itself_is_drawn() -> None:
    below = io.StringIO()
    said = Said(below, lambda _: None)
    said.write("\x1b[31mred\n")
    said.drawing.write("\r\x1b[K")
    assert below.getvalue() == "\\u001b[31mred\n\r\x1b[K"
    assert drawing(below) is below


@pytest.mark.parametrize(
    ("encoding", "written"),
    [("ascii", "EZ-01 | 7h 5..."), ("latin-1", "EZ-01 · 7h 5..."), ("utf-8", "EZ-01 · 7♥ 5…")],
)
def test_what_is_drawn_past_a_stream_is_what_the_stream_can_write(
    encoding: str, written: str
) -> None:
    """As below the line of the shell, which goes to the terminal byte for byte."""
    stream = cast("TextIO", Said(io.TextIOWrapper(io.BytesIO(), encoding), lambda _: None))
    assert as_written("EZ-01 · 7♥ 5…", stream) == written
    assert as_written("EZ-01 · 7♥ 5…", io.StringIO()) == "EZ-01 · 7♥ 5…"
