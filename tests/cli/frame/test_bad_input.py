"""What was once a fault of the program is a clear refusal: nothing typed, piped or in a file ends it."""

from contextlib import suppress
from pathlib import Path

import click
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from cli.frame.main import pit
from cli.pages import reference
from ledger.feed.reading import BadLine, read
from ledger.store.engine import make_engine
from ledger.values.errors import Misused
from tests.cli.conftest import Terminal
from tests.cli.sealing import write_keys
from tests.fuzz import one_input
from tests.sealing import LOG

LONG = "9" * 5_000
"""An integer that Python reads no more."""

TYPED = {
    "wager of thousands of digits": ("chips", "buy-in", "MB-01", "3", LONG),
    "seat of thousands of digits": ("seat", "sit", "MB-01", LONG),
    "round of thousands of digits": ("round", "show", f"MB-01:{LONG}"),
    "position of thousands of digits": ("report", "win", "--as-of", LONG),
    "day of thousands of digits": ("report", "win", "--day", LONG),
    "time of thousands of digits": ("report", "win", "--known-at", f"{LONG}:00"),
    "form of thousands of digits": ("form", "show", f"CVF-{LONG}"),
    "setting of thousands of digits": ("property", "set", f"clock-tolerance={LONG}"),
    "step of thousands of digits": ("audit", "replay", "MB-01", "--until", LONG),
    "drop that no read model holds": (
        "day",
        "count",
        "today",
        "--table",
        "MB-01",
        "--cash",
        "999999999999999.99",
    ),
    "port that is no number": ("--db", "postgresql://h:abc/d", "table", "list"),
    "one of several ports": ("--db", "postgresql://h:1,i:abc/d", "table", "list"),
    "port behind the address": ("--db", "postgresql:///d?host=/h&port=abc", "table", "list"),
    "timeout that is no number": ("--db", "sqlite:///p.db?timeout=abc", "table", "list"),
    "what means nothing to SQLite": ("--db", "sqlite:///p.db?mode=memory", "table", "list"),
    "entry of thousands of digits": ("undo", "MB-01", "--reason", "x", "--entry", LONG),
    "state of thousands of digits": ("audit", "diff", "win", "--from", LONG),
    "decks of thousands of digits": ("rules", "odds", "ma-midi", "--decks", LONG),
}

FILES = {
    "field of 200,000 characters": (
        "duplicates",
        b"serial,patron\nCVF-1," + b"x" * 200_000 + b"\n",
    ),
    "not UTF-8": ("duplicates", b"serial,cents\nCVF-1,\xff\n"),
    "NUL": ("duplicates", b"serial,cents\nCVF-1,\x00\n"),
    "nested": ("duplicates", b'{"serial":' + b"[" * 100_000 + b"\n"),
    "digits in JSON": ("count", b'{"table":"MB-01","cents":' + LONG.encode() + b"}\n"),
    "digits in CSV": ("count", b"table,cents\nMB-01," + LONG.encode() + b"\n"),
    "a drop too large": ("count", b"table,cents\nMB-01,99999999999999999\n"),
}

RULES = {
    "nested": b"a = " + b"[" * 60_000,
    "dotted": b"a" + b".a" * 30_000 + b" = 1",
    "digits": b"a = " + LONG.encode(),
    "not UTF-8": b"\xff",
    "many tables": b"".join(b"[t%d]\na = 1\n" % n for n in range(3_000)),
    "a long list": b"a = [\n" + b"1,\n" * 15_000 + b"]\n",
    "a long text": b'a = """\n' + b"]\n" * 30_000 + b'"""\n',
    "hidden": b'id = "a\\u202eb"\n',
}

PIPED = {
    "not UTF-8": ("shell", b"table list\n\xff\xfe\n"),
    "NUL": ("shell", b"table show '\x00'\n"),
    "a line without an end": ("shell", b"a" * 200_000),
    "a nested hand": ("settle", b'{"id":' + b"[" * 50_000 + b"\n"),
    "a hand that is not UTF-8": ("settle", b"\xff\n"),
    "a hand without an end": ("settle", b"x" * 300_000),
}

ENDLESS = {
    "verified from": "audit verify --since /dev/zero",
    "verified against": "audit verify --against /dev/zero",
    "sealed since": "audit seal --key log.key --since /dev/zero",
    "proved under": "audit prove MB-01:2026-07-11:1 --checkpoint /dev/zero",
    "cosigned": f"audit cosign /dev/zero --key witness.key --log {LOG}",
    "a proof": f"audit check-proof /dev/zero --key {LOG}",
}
"""A file that is read whole and has no end."""

REFUSED = {1, 2, 3, 7}


@pytest.mark.parametrize("case", TYPED)
def test_typed(on_file: Terminal, case: str) -> None:
    assert on_file.run(*TYPED[case]).exit_code in REFUSED


@pytest.mark.parametrize("case", FILES)
def test_in_a_file_of_rows(on_file: Terminal, case: str) -> None:
    verb, content = FILES[case]
    Path("rows").write_bytes(content)
    assert on_file.run("day", verb, "2026-07-10", "--file", "rows").exit_code in REFUSED


@pytest.mark.parametrize("case", RULES)
def test_in_rules_and_configuration(
    on_file: Terminal, case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("r.toml").write_bytes(RULES[case])
    assert on_file.run("rules", "lint", "r.toml").exit_code in REFUSED
    assert on_file.run("rules", "show", "./r.toml").exit_code in REFUSED
    if case != "hidden":
        Path("pit.toml").write_bytes(RULES[case])
        monkeypatch.chdir(Path())
        assert on_file.run("seat", "leave", "MB-01", "3", by=None).exit_code in REFUSED


@pytest.mark.parametrize("case", PIPED)
def test_piped(on_file: Terminal, case: str) -> None:
    verb, content = PIPED[case]
    typed = ("shell",) if verb == "shell" else ("audit", "settle", "--rules", "ma-midi")
    assert on_file.run(*typed, stdin=content).exit_code in REFUSED


@pytest.mark.parametrize("case", ENDLESS)
def test_without_an_end(on_file: Terminal, case: str) -> None:
    write_keys()
    on_file.dealing()
    on_file.does("round", "play", "MB-01", "--player", "7d Qh", "--banker", "9c Kh")
    error = on_file.is_refused(*ENDLESS[case].split(), exit_code=5)
    assert error["code"] in {"note_malformed", "proof_malformed"}


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    line=st.one_of(
        st.binary(max_size=60), st.text(max_size=60).map(lambda t: t.encode("utf-8", "replace"))
    )
)
def test_any_line_is_a_record_or_a_complaint(line: bytes) -> None:
    with suppress(BadLine):
        read(line)


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(words=st.lists(st.text(max_size=12), min_size=1, max_size=4), content=st.binary(max_size=80))
def test_any_words_and_any_file_are_answered(
    on_file: Terminal, words: list[str], content: bytes
) -> None:
    Path("any").write_bytes(content)
    for typed in (("table", *words), ("round", "show", *words), ("rules", "lint", "any")):
        assert on_file.run(*typed).exit_code in {0, *REFUSED, 4}
    assert on_file.run("day", "count", "today", "--file", "any").exit_code in REFUSED
    assert on_file.run("shell", stdin=content).exit_code in {0, *REFUSED, 4}


SLOW = {"pit demo", "pit feed", "pit feed read", "pit db follow"}
"""What takes long, does not end by itself, or reads a standard input that a test's is not."""
LEAVES = sorted(
    context.command_path.split(" ", 1)[1]
    for context, command in reference.commands(pit, None, "pit")
    if not isinstance(command, click.Group) and context.command_path not in SLOW
)
OF_FILES = sorted(
    (
        context.command_path.split(" ", 1)[1],
        param.opts[0] if isinstance(param, click.Option) else "",
    )
    for context, command in reference.commands(pit, None, "pit")
    if not isinstance(command, click.Group)
    for param in command.params
    if param.metavar == "FILE" and command.name != "shell"
)
"""Every place of a command in which a file is named, in the shell: the option, "" for an argument."""
PLAIN = st.text(st.characters(exclude_characters="/", exclude_categories=["Cs"]), max_size=10)


def test_no_file_is_named_by_what_no_file_can_be_named(on_file: Terminal) -> None:
    """A line of `pit shell` can hold a NUL; one of an operating system cannot."""
    assert len(OF_FILES) > len(LEAVES), "each takes --passphrase-file"
    before = on_file.everything()
    script = "".join(f"{leaf} MB-01 {option} a\0b\n" for leaf, option in OF_FILES)
    result = on_file.run("shell", "--go-on", stdin=script)
    refused = [line.split(": ")[:2] for line in result.stderr.splitlines() if ": control" in line]
    assert refused == [[f"line {n}", "control_character"] for n in range(1, len(OF_FILES) + 1)]
    assert (result.exit_code, result.stdout, on_file.everything()) == (2, "", before)


def test_no_file_of_the_configuration_is_either(on_file: Terminal) -> None:
    Path("pit.toml").write_text('seal_key = "a\\u0000b"', encoding="utf-8")
    error = on_file.is_refused("audit", "seal", exit_code=2)
    assert error["code"] == "bad_config"
    assert "seal_key holds a character that is not seen, U+0000" in error["message"]


@pytest.fixture
def ended_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that is begun is stopped at once: it would answer for ever."""
    monkeypatch.setattr("cli.serve.server.Server.run", lambda *_, **__: None)


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(leaf=st.sampled_from(LEAVES), words=st.lists(PLAIN, max_size=5), line=PLAIN)
@example(leaf="serve", words=[], line="")
def test_any_words_behind_any_command_are_answered(
    on_file: Terminal,
    ended_at_once: None,  # noqa: ARG001  it goes first
    leaf: str,
    words: list[str],
    line: str,
) -> None:
    before = on_file.everything()
    result = on_file.run(*leaf.split(), *words, stdin=line)
    assert result.exit_code in {0, *REFUSED, 4}, result.output
    if result.exit_code:
        assert on_file.everything() == before
    assert on_file.run("shell", stdin=f"{leaf} {line}").exit_code in {0, *REFUSED, 4}


@settings(max_examples=200)
@given(
    scheme=st.sampled_from(["postgresql", "postgres", "sqlite", "postgresql+psycopg", ""]),
    rest=st.lists(
        st.one_of(
            st.sampled_from(["//", "/", ":", ",", "@", "?", "&", "=", "[", "%", "host=", "port="]),
            st.text(max_size=6),
        ),
        max_size=8,
    ),
)
def test_any_address_of_a_store_is_read_or_refused(scheme: str, rest: list[str]) -> None:
    with suppress(Misused):
        make_engine(f"{scheme}:{''.join(rest)}").dispose()


@settings(max_examples=40)
@given(
    st.one_of(
        st.binary(max_size=80), st.sampled_from([b"a = [", b'{"a": [', b"table\n\x00", b"\xff"])
    )
)
def test_whatever_reads_bytes_refuses_or_takes_them(data: bytes) -> None:
    one_input(data)
