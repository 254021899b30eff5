"""A slip is printed for use on record, and one printed again says so; what is only shown says COPY (decision 61)."""

from pathlib import Path

import pytest

from tests.cli.conftest import Terminal

REQUEST = ("chips", "request", "MB-01", "fill", "--chips", "100x20", "--supervisor", "S-2")
SLIP = ("MB-01", "fill", "--slip", "F-1001")
PREPARE = ("chips", "prepare", *SLIP, "--cage", "G-1", "--security", "X-1")
RECEIVE = ("chips", "receive", *SLIP, "--dealer", "D-7", "--supervisor", "S-2")
VOID = ("chips", "void", *SLIP, "--reason", "torn", "--supervisor", "S-2", "--cage", "G-1")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def prepared(on_file: Terminal) -> Terminal:
    """A fill that the cage has prepared, and the table has not received."""
    on_file.opened()
    on_file.does(*REQUEST)
    on_file.does(*PREPARE)
    return on_file


def printed(terminal: Terminal, slip: str = "F-1001") -> str:
    terminal.does("chips", "print", "fill", slip, "slip.html", "--force")
    return Path("slip.html").read_text(encoding="utf-8")


def test_each_print_of_a_slip_after_the_first_says_reprint_and_which_however_it_is_spelled(
    prepared: Terminal,
) -> None:
    first, second, third = (printed(prepared, x) for x in ("F-1001", "f-1001", "F-1001"))
    assert "REPRINT" not in first
    assert second.count("REPRINT 1") == third.count("REPRINT 2") == 2  # On each of the two parts.
    assert first == second.replace('<span class="print">REPRINT 1</span>', "")
    assert "COPY" not in first + third


def test_what_is_only_shown_says_copy_and_counts_for_nothing(prepared: Terminal) -> None:
    prepared.does("chips", "show", "fill", "F-1001", "--html", "shown.html")
    assert Path("shown.html").read_text(encoding="utf-8").count(">COPY<") == 2
    assert "REPRINT" not in printed(prepared)


def test_a_slip_has_a_line_for_everybody_who_signs_and_their_names_once_they_have(
    prepared: Terminal,
) -> None:
    before = printed(prepared)
    for label in ("Requested by", "Cage", "Security", "Dealer", "Supervisor"):
        assert before.count(f"<span>{label}") == 2
    assert before.count("<b></b>") == 4  # Dealer and supervisor, on each part.
    prepared.does(*RECEIVE)
    after = printed(prepared)
    assert "<b></b>" not in after
    assert after.count("<b>D-7</b>") == 2


def test_a_slip_reads_as_the_cage_prepared_it_and_says_below_what_else_was_received(
    prepared: Terminal,
) -> None:
    assert printed(prepared).count("$2,000.00") == 2
    prepared.does(*RECEIVE, "--chips", "100x19")
    page = printed(prepared)
    assert page.count("<dt>Amount</dt><dd>$2,000.00</dd>") == 2
    assert page.count("<dt>Amount received</dt><dd>$1,900.00</dd>") == 2


def test_the_slip_of_a_void_fill_bears_void_and_its_reason(prepared: Terminal) -> None:
    prepared.does(*VOID)
    page, told = printed(prepared), prepared.does("chips", "show", "fill", "F-1001")
    assert page.count(">VOID<") == 2
    assert page.count("void, stays with the cage") == 2
    assert "VOID" in told
    assert "torn" in told
    assert "<b></b>" not in page


def test_a_slip_entered_at_once_is_printed_with_who_signed_it(on_file: Terminal) -> None:
    on_file.opened()
    signed = ("--dealer", "D-7", "--supervisor", "S-2")
    on_file.does("chips", "fill", "MB-01", "--slip", "by hand", "--chips", "100x20", *signed)
    page = printed(on_file, "BY HAND")
    assert page.count("$2,000.00") == 2
    assert "<span>Cage" not in page
    shown = on_file.json("chips", "show", "fill", "by hand")
    assert (shown["chips"], shown["received"]) == ({"10000": 20}, 200_000)
    assert [each["operator"] for each in shown["operators"]] == ["D-7", "S-2"]
    gone = on_file.is_refused("chips", "show", "credit", "by hand", exit_code=3)
    assert gone["code"] == "slip_unused"


def test_a_receipt_that_was_taken_back_is_on_no_slip(
    prepared: Terminal,
) -> None:
    prepared.does(*RECEIVE)
    prepared.does("undo", "MB-01", "--reason", "not yet", "--approved-by", "S-2")
    shown = prepared.json("chips", "show", "fill", "F-1001")
    assert (shown["status"], shown["received"]) == ("prepared", None)
