"""Lines piped into `pit shell`: what ends them, and what is said."""

from tests.cli.conftest import DAY, Terminal


def test_what_a_failed_line_leaves_out_is_told(on_file: Terminal) -> None:
    on_file.opened()
    left = "Left out, since line 2 failed: what stands behind it."
    for last, said in (("seat sit MB-01 5\n", [left]), (" \n", []), ("", [])):
        result = on_file.run("shell", stdin=f"table list\nvig\n{last}")
        assert (result.exit_code, "seat 5" in result.stdout) == (2, False)
        assert result.stderr.startswith("line 2: usage: vig needs a verb.")
        assert result.stderr.splitlines()[2:] == said


def test_findings_end_no_script_and_their_code_is_its_own_unless_a_line_fails(
    on_file: Terminal,
) -> None:
    on_file.dealing()
    on_file.does("play", "MB-01", "3b25")
    for last, code in (("seat sit MB-01 5", 6), ("seat leave MB-01 9", 1)):
        result = on_file.run("shell", stdin=f"day reconcile {DAY}\ntable list\n{last}\n")
        assert (result.exit_code, "MB-01" in result.stdout) == (code, True)


def test_no_command_of_a_script_reads_the_script(on_file: Terminal) -> None:
    on_file.opened()
    on_file.does(
        *("operator", "register", "C-1", "--name", "Ann Example", "--licence", "L-1"),
        *("--role", "accounting", "--by", "C-1"),
    )
    enrolling = "operator enroll C-1 --new-passphrase-file -"
    for line in ("feed -", "audit settle --rules ma-midi", enrolling):
        result = on_file.run("shell", stdin=f"{line}\nseat sit MB-01 5\n")
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith("line 1: usage: Standard input is the script")
