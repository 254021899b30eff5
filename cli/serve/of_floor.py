"""The floor: pits and their tables as they stand."""

from typing import TYPE_CHECKING

from cli.serve.asked import Asked

if TYPE_CHECKING:
    from projections.pages import Page
    from projections.queries.report import Rows


def tables(asked: Asked) -> "Rows":
    """Every table as it stands."""
    from projections.queries import standing
    from projections.queries.report import Rows

    found = standing.tables(asked.ledger, asked.moment)
    return Rows(standing.TABLES, [*found], asked.ledger.position)


def floor_page(_: Asked, found: "Rows") -> "Page":
    """Pit by pit, every table."""
    from itertools import groupby

    from projections.pages import page

    def pit(table: object) -> str:
        return str(getattr(table, "pit", ""))

    pits = groupby(sorted(found.rows, key=pit), pit)
    return page(
        "floor.html",
        title="Floor",
        pits=[(name, list(of)) for name, of in pits],
        empty=found.view.empty,
    )
