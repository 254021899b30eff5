"""A table: as it stands, its gaming day, what was taken back of it, and how its shoes ran."""

from typing import TYPE_CHECKING

from cli.serve.asked import Asked
from cli.serve.of_report import as_part, report_of, rows_page

if TYPE_CHECKING:
    from projections.pages import Page
    from projections.queries.history import Entry
    from projections.queries.report import Rows
    from projections.queries.shoes_again import DayAgain
    from projections.queries.standing import TableStanding


def stands(asked: Asked) -> "TableStanding":
    """The table as it stands, or stood."""
    from projections.queries import standing

    return standing.table(asked.ledger, asked.moment, asked.named["table"])


def standing_page(asked: Asked, found: "TableStanding") -> "Page":
    """The layout: who sits where, what is wagered and owed, the shoe."""
    from projections.pages import page

    seats = sorted({*found.seats, *found.owed, *(each.seat for each in found.wagers)})
    return page(
        "standing.html",
        title=f"Table {found.table}",
        table=found,
        today=asked.day,
        seats=[
            {
                "n": n,
                "patron": found.seats.get(n, ""),
                "owed": found.owed.get(n),
                "wagers": [each for each in found.wagers if each.seat == n],
            }
            for n in seats
        ],
    )


def without_patrons(found: "TableStanding") -> "TableStanding":
    """The table as it stands, without the names of those who sit there."""
    from msgspec.structs import replace

    return replace(found, seats=dict.fromkeys(found.seats, ""))


def events(asked: Asked) -> "list[Entry]":
    """Every event of the table's day."""
    from projections.queries import history

    return history.history(
        asked.ledger, asked.moment, asked.named["table"], asked.day, asked.progress
    )


def day_page(asked: Asked, found: "list[Entry]") -> "Page":
    """The day of the table: its rounds and books by their links, every event a line."""
    from projections.pages import page

    table = asked.named["table"]
    rounds = report_of(asked, "rounds", table=table)
    return page(
        "table_day.html",
        title=f"Table {table}",
        day=asked.day,
        table=table,
        entries=found,
        part=as_part(asked, rounds, "Rounds"),
        zone=asked.ledger.calendar.tz,
    )


def undone(asked: Asked) -> "Rows":
    """The entries of the day that were taken back."""
    from projections.queries.undone import of_day

    return of_day(asked.ledger, asked.moment, asked.day, asked.said.get("table"), asked.progress)


def undone_page(asked: Asked, found: "Rows") -> "Page":
    """A line each."""
    return rows_page(asked, found, "Undone entries", asked.day)


def shoes(asked: Asked) -> "DayAgain":
    """The day's rounds settled again, shoe by shoe."""
    from projections.queries.shoes_again import settled_again

    said = asked.said
    table, shoe = said.get("table"), said.get("shoe")
    return settled_again(asked.ledger, asked.moment, asked.day, table, shoe, asked.progress)


def shoes_page(asked: Asked, found: "DayAgain") -> "Page":
    """The roads of each shoe, and what differs."""
    from projections.queries.shoes_page import shoes_page as printed

    return printed(asked.ledger, found)
