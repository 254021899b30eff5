"""Every address: its path, the command that answers the same, the question, and the page. They stay as they are."""

from typing import Final

from cli.serve import days, floors, rounds
from cli.serve.address import Address

ADDRESSES: Final = (
    Address("/day/{day}", "pit report day --day {day}", days.master, days.day_page),
    Address(
        "/round/{table}/{day}/{n}",
        "pit audit replay {table}:{day}:{n}",
        rounds.replay,
        rounds.round_page,
        {"step": "--until"},
    ),
    Address("/floor", "pit table list", floors.tables, floors.floor_page),
)
