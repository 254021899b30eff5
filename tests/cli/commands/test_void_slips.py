"""A slip typed at the wrong table and taken back is void, is shown as that, and its paper can be entered (A3)."""

from tests.cli.conftest import Terminal

FILL = ("chips", "fill", "MB-01", "--slip", "F-1", "--chips", "25x4", "--dealer", "D-7")
SIGNED = ("--supervisor", "S-2")


def test_a3_a_slip_that_was_undone_is_listed_as_void_and_its_paper_entered(
    terminal: Terminal,
) -> None:
    terminal.opened("MB-01").opened("MB-02")
    terminal.does("chips", "fill", "MB-02", *FILL[3:], *SIGNED)
    terminal.does("undo", "MB-02", "--reason", "of MB-01", "--approved-by", "S-2")

    used = terminal.is_refused(*FILL, *SIGNED)
    assert (used["code"], "F-1r" in used["next_step"]) == ("number_used", True)
    listed = terminal.json("chips", "list", "--table", "MB-02")
    assert [(row["kind"], row["slip"], row["cents"]) for row in listed] == [
        ("opener", None, 1_200_000),
        ("void_fill", "F-1", 0),
    ]
    assert "void fill" in terminal.does("chips", "list").replace("_", " ")

    terminal.does("chips", "fill", "MB-01", "--slip", "F-1r", *FILL[5:], *SIGNED)
    kinds = [row["kind"] for row in terminal.json("chips", "list")]
    assert kinds == ["opener", "fill", "opener", "void_fill"]
    assert "slip_" not in terminal.run("day", "reconcile", "today").stdout
