"""A report that is asked for by the command can be shown, compared, and is in the master report's every form."""

from msgspec.structs import fields

from cli.frame.main import pit
from cli.pages import reference
from projections.reports import master, monthly
from projections.reports.kinds import KINDS

COMMANDS = {
    context.command_path: command for context, command in reference.commands(pit, None, "pit")
}
ELSEWHERE = {"chips", "outstanding", "rounds", "series", "shifts", "slip_series", "slips"}
"""Kinds that another noun shows, or an option of a report."""
NO_ROWS = {"heading", "summary", "closing"}
"""What a master report has once: on its first sheet, at its top, at its end."""


def test_u2_every_report_is_a_kind_and_can_be_compared() -> None:
    verbs = {path.split()[2] for path in COMMANDS if path.startswith("pit report ")}
    verbs -= {"day", "month", "print", "versions"}
    assert verbs | ELSEWHERE == set(KINDS)
    assert not verbs & ELSEWHERE
    (name,) = (each.type for each in COMMANDS["pit audit diff"].params if each.name == "name")
    assert [name.convert(each, None, None) for each in KINDS] == list(KINDS)


def test_a6_every_part_of_a_master_report_is_shown_printed_and_in_the_workbook() -> None:
    for report, subjects in (
        (master.Master, master.SUBJECTS),
        (monthly.Month, monthly.SUBJECTS),
    ):
        parts = {field.name for field in fields(report)} - NO_ROWS
        assert parts == {subject.field for subject in subjects}
