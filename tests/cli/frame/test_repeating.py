"""Commands that may be typed twice, tried without being recorded, or refused without a trace."""

from pathlib import Path

from ledger.rules.source import packaged_text
from tests import engines
from tests.cli.conftest import SIGNED, Terminal


def test_x31_the_same_key_gives_the_same_answer_and_another_command_is_refused(
    terminal: Terminal,
) -> None:
    terminal.dealing()
    terminal.does("wager", "place", "MB-01", "3", "banker", "20")
    command = ("round", "bets-closed", "MB-01", "--key", "c-1")

    first, second = terminal.json(*command), terminal.json(*command)

    assert first == {**second, "repeated": False}
    assert second["repeated"] is True
    error = terminal.is_refused(
        "round", "void", "MB-01", "--reason", "spilled", "--key", "c-1", exit_code=4
    )
    assert error["code"] == "key_reused"


def test_a_key_repeats_a_drop_count_too(terminal: Terminal) -> None:
    terminal.opened()
    command = ("day", "count", "today", "--table", "MB-01", "--cash", "200", "--key", "c-2")
    assert terminal.json(*command)["repeated"] is False
    assert terminal.json(*command)["repeated"] is True
    assert terminal.json("report", "win")[0]["drop"] == 20_000


def test_a_refused_command_uses_up_no_key(terminal: Terminal) -> None:
    terminal.opened()
    wager = ("wager", "place", "MB-01", "3", "banker", "20", "--key", "c-3")
    assert terminal.is_refused(*wager)["code"] == "no_shoe"
    terminal.does("shoe", "start", "MB-01", "1", "--burn", "2c")
    assert terminal.json(*wager)["repeated"] is False


def test_a_dry_run_changes_no_byte_of_the_store(on_file: Terminal) -> None:
    """Every command that records, dry: the file and what lies beside it stay as they are."""
    on_file.dealing()
    on_file.does("wager", "place", "MB-01", "3", "banker", "20")
    store = Path(on_file.url.removeprefix("sqlite:///"))
    before = store.read_bytes()
    for command in (
        (
            "table",
            "open",
            "MB-02",
            "--rules",
            "ma-midi",
            "--pit",
            "P-1",
            "--opener",
            "none",
            *SIGNED,
        ),
        ("seat", "sit", "MB-01", "4"),
        ("seat", "leave", "MB-01", "3", "--key", "c-4"),
        ("chips", "buy-in", "MB-01", "3", "100"),
        ("chips", "fill", "MB-01", "--slip", "F-1", "--chips", "100x1", *SIGNED),
        ("chips", "credit", "MB-01", "--slip", "C-1", "--chips", "100x1", *SIGNED),
        ("wager", "place", "MB-01", "3", "tie", "5", "--key", "c-5"),
        ("wager", "withdraw", "MB-01", "3", "banker"),
        ("round", "bets-closed", "MB-01"),
        ("round", "play", "MB-01", "--player", "7d Qh", "--banker", "9c Kh"),
        ("round", "void", "MB-01", "--reason", "spilled"),
        ("shoe", "cut-card", "MB-01"),
        ("day", "count", "today", "--table", "MB-01", "--cash", "200"),
    ):
        result = on_file.run(*command, "--dry-run")
        assert result.exit_code in {0, 1}, result.output
        assert store.read_bytes() == before, command
    engines.hang_up()
    assert not store.with_name(store.name + "-wal").exists()


def test_a_dry_run_is_refused_like_the_real_thing(terminal: Terminal) -> None:
    terminal.opened()
    assert terminal.is_refused("seat", "leave", "MB-01", "3", "--dry-run")["code"] == "seat_empty"


def test_a_dry_run_says_what_would_be_recorded(terminal: Terminal) -> None:
    terminal.opened()
    dry = terminal.json("seat", "sit", "MB-01", "3", "--dry-run")
    real = terminal.json("seat", "sit", "MB-01", "3")
    assert dry == {**real, "position": None, "dry_run": True}


def test_a_key_of_an_installation_stands_for_its_values_and_its_author(terminal: Terminal) -> None:
    terminal.opened()
    meter = ("meter", "install", "R9-1", "--rules", "ma-midi", "--authorised-by", "M-1")
    command = (*meter, "--supervisor-above", "1200", "--key", "k1")
    terminal.does(*command)
    assert terminal.json(*command)["repeated"] is True
    for other in (
        (*meter, "--supervisor-above", "900", "--key", "k1"),
        (*command, "--reserve", "major=10"),
        (*command, "--table", "MB-01"),
        (*command, "--by", "S-9"),
    ):
        assert terminal.is_refused(*other, exit_code=4)["code"] == "key_reused"


def test_a_key_stands_for_the_rules_document_as_it_read(terminal: Terminal, tmp_path: Path) -> None:
    """Not for its id alone: the file may say something else the second time."""
    terminal.opened()
    text = packaged_text("submissions/ma-midi.toml").replace('id = "ma-midi"', 'id = "ml"')
    file = tmp_path / "ml.toml"
    opening = ("table", "open", "MB-09", "--pit", "P-1", "--opener", "none", *SIGNED)
    for command in (
        ("meter", "install", "R9-2", "--authorised-by", "M-1", "--rules", str(file), "--key", "k"),
        (*opening, "--rules", str(file), "--key", "k2"),
    ):
        file.write_text(text, encoding="utf-8")
        terminal.does(*command)
        assert terminal.json(*command)["repeated"] is True
        file.write_text(text.replace("version = 1", "version = 2"), encoding="utf-8")
        assert file.read_text(encoding="utf-8") != text
        assert terminal.is_refused(*command, exit_code=4)["code"] == "key_reused"


def test_a_key_stands_for_the_entry_that_an_undo_names(terminal: Terminal) -> None:
    terminal.opened()
    seated = terminal.json("seat", "sit", "MB-01", "4", "--by", "C-8")["position"]
    undo = ("undo", "MB-01", "--by", "C-8", "--reason", "typed", "--key", "u1", "--entry")
    assert terminal.json(*undo, str(seated))["repeated"] is False
    assert terminal.json(*undo, str(seated))["repeated"] is True
    assert terminal.is_refused(*undo, str(seated - 1), exit_code=4)["code"] == "key_reused"


def test_an_undo_under_a_key_answers_again_whatever_came_since(terminal: Terminal) -> None:
    terminal.opened()
    terminal.does("seat", "sit", "MB-01", "4", "--by", "C-8")
    undo = ("undo", "MB-01", "--by", "C-8", "--reason", "typed", "--key", "u1")
    first = terminal.json(*undo)
    terminal.does("seat", "sit", "MB-01", "5", "--by", "C-9")
    assert terminal.json(*undo) == {**first, "repeated": True}
