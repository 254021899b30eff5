"""The floor: pits and their tables as they stand."""

from typing import TYPE_CHECKING, cast

from cli.serve import of_table
from cli.serve.asked import Asked

if TYPE_CHECKING:
    from projections.pages import Page
    from projections.queries.report import Rows
    from projections.queries.standing import TableStanding


def tables(asked: Asked) -> "Rows":
    """Every table as it stands."""
    from projections.queries import standing
    from projections.queries.report import Rows

    found = standing.tables(asked.ledger, asked.moment, asked.progress)
    return Rows(standing.TABLES, [*found], asked.ledger.position)


def without_patrons(found: "Rows") -> "Rows":
    """The same, without the names of those who sit there."""
    rows = cast("list[TableStanding]", found.rows)
    return found._replace(rows=[of_table.without_patrons(each) for each in rows])


def floor_page(asked: Asked, found: "Rows") -> "Page":
    """Pit by pit, every table with its road."""
    from itertools import groupby

    from projections.figures.road import ROWS
    from projections.pages import page
    from projections.queries.moment import NOW
    from projections.queries.roads import roads
    from projections.queries.shoes_page import road_drawn

    def pit(table: object) -> str:
        return str(getattr(table, "pit", ""))

    ran = roads(asked.ledger, asked.moment, asked.day, asked.progress)
    pits = groupby(sorted(found.rows, key=pit), pit)
    return page(
        "floor.html",
        title="Floor",
        pits=[(name, list(of)) for name, of in pits],
        roads={table: road_drawn(road) for table, road in ran.items()},
        rows=ROWS,
        today=asked.day,
        position=found.position,
        empty=found.view.empty,
        follow=asked.moment == NOW,
    )
