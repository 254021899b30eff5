"""Every address: its path, the command that answers the same, the question, and the page. They stay as they are."""

from typing import Final

from cli.serve import (
    of_day,
    of_event,
    of_floor,
    of_paper,
    of_people,
    of_report,
    of_round,
    of_table,
)
from cli.serve.address import Address, withheld

ADDRESSES: Final = (
    Address(
        "/day/{day}", "pit report day --day {day}", of_day.master, of_day.day_page, unnamed=withheld
    ),
    Address(
        "/day/{day}/finding/{finding}",
        "pit day reconcile explain {finding} --day {day}",
        of_day.finding,
        of_day.finding_page,
        unnamed=withheld,
    ),
    Address(
        "/round/{table}/{day}/{n}",
        "pit audit replay {table}:{day}:{n}",
        of_round.replay,
        of_round.round_page,
        {"step": "--until"},
        unnamed=withheld,
    ),
    Address(
        "/floor",
        "pit table list",
        of_floor.tables,
        of_floor.floor_page,
        unnamed=of_floor.without_patrons,
    ),
    Address(
        "/table/{table}",
        "pit table show {table}",
        of_table.standing,
        of_table.standing_page,
        unnamed=of_table.without_patrons,
    ),
    Address(
        "/table/{table}/{day}",
        "pit audit history {table} --day {day}",
        of_table.history,
        of_table.day_page,
        unnamed=withheld,
    ),
    Address(
        "/shoes/{day}",
        "pit audit replay --day {day}",
        of_table.shoes,
        of_table.shoes_page,
        {"table": "--table", "shoe": "--shoe"},
    ),
    Address("/event/{position}", "pit audit event {position}", of_event.event, of_event.event_page),
    Address(
        "/vigorish",
        "pit vig outstanding",
        of_paper.outstanding,
        of_paper.outstanding_page,
        {"table": "--table"},
    ),
    Address("/forms", "pit form list", of_paper.forms, of_paper.forms_page, unnamed=withheld),
    Address(
        "/forms/{series}",
        "pit form list {series}",
        of_paper.forms,
        of_paper.forms_page,
        unnamed=withheld,
    ),
    Address(
        "/form/{serial}",
        "pit form show {serial}",
        of_paper.form,
        of_paper.form_page,
        unnamed=withheld,
    ),
    Address("/meters", "pit meter show", of_paper.links, of_paper.links_page),
    Address(
        "/meter/{link}",
        "pit meter history {link}",
        of_paper.meter_history,
        of_paper.meter_page,
        unnamed=withheld,
    ),
    Address(
        "/disputes",
        "pit audit dispute list",
        of_paper.disputes,
        of_paper.disputes_page,
        unnamed=withheld,
    ),
    Address(
        "/disputes/{day}",
        "pit audit dispute list --day {day}",
        of_paper.disputes,
        of_paper.disputes_page,
        unnamed=withheld,
    ),
    Address(
        "/operators",
        "pit operator list",
        of_people.operators,
        of_people.operators_page,
        looks_back=False,
        unnamed=withheld,
    ),
    Address(
        "/operator/{operator}",
        "pit operator show {operator}",
        of_people.operator,
        of_people.operator_page,
        looks_back=False,
        unnamed=withheld,
    ),
    *of_report.addresses(),
)
