"""Every address: its path, the command that answers the same, the question, and the page. They stay as they are."""

from typing import Final

from cli.serve import of_day, of_floor, of_round
from cli.serve.address import Address

ADDRESSES: Final = (
    Address("/day/{day}", "pit report day --day {day}", of_day.master, of_day.day_page),
    Address(
        "/round/{table}/{day}/{n}",
        "pit audit replay {table}:{day}:{n}",
        of_round.replay,
        of_round.round_page,
        {"step": "--until"},
    ),
    Address("/floor", "pit table list", of_floor.tables, of_floor.floor_page),
)
