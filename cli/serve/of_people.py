"""Who works here, and what they have proven."""

from typing import TYPE_CHECKING

from cli.serve.asked import Asked

if TYPE_CHECKING:
    from projections.pages import Page
    from projections.queries.operators import OperatorNow, OperatorWhole


def operators(asked: Asked) -> "list[OperatorNow]":
    """Everybody who was ever registered, as they stand now."""
    from projections.queries.operators import operators as of

    return of(asked.ledger)


def operators_page(_: Asked, found: "list[OperatorNow]") -> "Page":
    """A line each."""
    from projections.pages import page

    return page("operators.html", title="Operators", operators=found)


def operator(asked: Asked) -> "OperatorWhole":
    """A person, and everything that changed for them."""
    from projections.queries.operators import operator as of

    return of(asked.ledger, asked.named["operator"])


def operator_page(asked: Asked, found: "OperatorWhole") -> "Page":
    """What they were, from when on."""
    from projections.pages import page

    return page(
        "operator.html",
        title=f"Operator {found.operator}",
        operator=found,
        zone=asked.ledger.calendar.tz,
    )
