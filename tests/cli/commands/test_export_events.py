"""The log copied and a copy verified, as it is typed."""

import json
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import SIGNED, Terminal
from tests.cli.sealing import seal, write_keys
from tests.sealing import LOG, WITNESS


@pytest.fixture
def sealed(on_file: Terminal) -> Terminal:
    """A table that deals, and the keys in this directory."""
    write_keys()
    on_file.dealing()
    seal(on_file)
    return on_file


def test_a_copy_is_made_added_to_and_verified_without_the_store(sealed: Terminal) -> None:
    made = sealed.json("export", "events", "--to", "copy")
    assert (made["origin"], made["unsealed"], made["first"]) == ("harbor-house", 0, 0)
    assert made["added"] == made["size"] == len(sealed.everything())
    sealed.does("seat", "sit", "MB-01", "5")
    result = sealed.run("export", "events", "--to", "copy")
    assert f"harbor-house: {made['size']} events in" in result.stdout
    assert result.stderr.startswith("1 event came in since the last checkpoint")
    seal(sealed, out="later.checkpoint")
    assert sealed.json("export", "events", "--to", "copy")["added"] == 1
    since = ("export", "events", "--to", "rest", "--since", "own.checkpoint")
    assert sealed.json(*since)["first"] == made["size"]

    elsewhere = Terminal("sqlite:///nowhere.db")
    verify = ("audit", "verify", "--key", LOG, "--export")
    (found,) = elsewhere.json(*verify, "copy")
    assert (found["events"], found["keys"], found["ok"]) == (made["size"] + 1, [LOG], True)
    told = elsewhere.does(*verify, "copy")
    assert f"harbor-house: all {made['size'] + 1} events of the log" in told
    assert f"signed by {LOG}" in told
    assert f"events {made['size'] + 1} to" in elsewhere.does(*verify, "rest")
    assert not Path("nowhere.db").exists()


def test_a_copy_ends_before_a_count_that_waits_for_its_second(sealed: Terminal) -> None:
    """Its bytes would tell who counts next what the first found (T1, A3)."""
    sealed.does("property", "set", "blind-counts=closer", "--by", "A-1")
    before = len(sealed.everything())
    close = ("table", "close", "MB-01", *SIGNED, "--closer", "100x117", "--by")
    sealed.does(*close, "D-7")
    sealed.does("seat", "sit", "MB-01", "5")
    seal(sealed)
    result = sealed.run("export", "events", "--to", "copy")
    assert f"harbor-house: {before} events in" in result.stdout
    assert result.stderr.startswith("2 events that are sealed wait")
    assert sealed.json("export", "events", "--to", "copy")["withheld"] == 2
    (found,) = sealed.json("audit", "verify", "--key", LOG, "--export", "copy")
    assert found["events"] == before
    sealed.does(*close, "S-2")
    seal(sealed)
    made = sealed.json("export", "events", "--to", "copy")
    assert (made["size"], made["withheld"]) == (len(sealed.everything()), 0)


def test_nothing_is_copied_where_all_is_left_out(sealed: Terminal) -> None:
    made = sealed.json("export", "events", "--to", "copy", "--since", "own.checkpoint")
    assert (made["added"], made["parts"], made["unsealed"]) == (0, 0, 0)


def test_a_copy_that_was_altered_ends_with_5(sealed: Terminal) -> None:
    sealed.does("export", "events", "--to", "copy")
    file = max(Path("copy").rglob("*.parquet"))
    file.write_bytes(file.read_bytes()[:-1])
    result = sealed.run("audit", "verify", "--export", "copy", "--key", LOG, "--json")
    assert result.exit_code == 5
    assert json.loads(result.stderr)["error"]["code"] == "export_altered"


def test_a_copy_is_verified_with_a_key_that_somebody_has(
    sealed: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    sealed.does("export", "events", "--to", "copy")
    verify = ("audit", "verify", "--export", "copy")
    assert sealed.run(*verify).exit_code == 2
    assert sealed.run(*verify, "--key", WITNESS).exit_code == 5
    assert sealed.run(*verify, "--key", LOG, "--hashes").exit_code == 2
    monkeypatch.setenv("PIT_SEAL_KEY", "log.key")
    sealed.does(*verify)


def test_what_is_not_installed_is_named(sealed: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "projections.queries.exports", None)
    monkeypatch.delattr("projections.queries.exports", raising=False)
    result = sealed.run("export", "events", "--to", "copy")
    assert result.exit_code == 2
    assert "pip install 'pit-ledger[group]'" in result.stderr
