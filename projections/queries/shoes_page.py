"""A gaming day's shoes as a page to look at and to print: their roads drawn, and what differs (U1)."""

from collections.abc import Iterable
from typing import Any

from ledger.desks.ledger import Ledger
from projections.figures.road import LETTERS, ROWS, Bead, Place
from projections.pages import Page, page
from projections.queries.house import paper
from projections.queries.round import difference
from projections.queries.shoes_again import DayAgain, ShoeAgain, title, verdict
from projections.queries.words import left_by_rank


def shoes_page(ledger: Ledger, found: DayAgain) -> Page:
    """The page of rounds that were settled again."""
    return page(
        "shoes.html",
        title="Shoes",
        property=ledger.property.name,
        paper=paper(ledger),
        day=found.gaming_day,
        subtitle=verdict(found),
        rows=ROWS,
        shoes=[_shoe(each) for each in found.shoes],
    )


def _shoe(shoe: ShoeAgain) -> dict[str, Any]:
    left, by_rank = shoe.cards_left, shoe.left_by_rank
    return {
        "title": title(shoe),
        "plate": [
            {"column": column, "row": row, "ties": 0, **_bead(bead)}
            for column, beads in enumerate(shoe.bead_plate)
            for row, bead in enumerate(beads)
        ],
        "road": road_drawn(shoe.big_road),
        "cards_left": left,
        "by_rank": "" if left is None or by_rank is None else left_by_rank(left, by_rank),
        "differing": [
            (each.round, [difference(one).strip() for one in each.differences])
            for each in shoe.rounds
            if each.agrees is False
        ],
    }


def road_drawn(road: Iterable[Place]) -> list[dict[str, Any]]:
    """A big road as a template draws it."""
    return [
        {"column": each.column, "row": each.row, "ties": each.ties, **_bead(each.bead)}
        for each in road
    ]


def _bead(bead: Bead | None) -> dict[str, Any]:
    """As a template draws it. None: ties alone stand there."""
    if bead is None:
        return {
            "outcome": "",
            "letter": "",
            "title": "",
            "player_pair": False,
            "banker_pair": False,
        }
    return {
        "outcome": bead.outcome,
        "letter": LETTERS[bead.outcome],
        "title": f"{bead.round}: {bead.outcome}",
        "player_pair": bead.player_pair,
        "banker_pair": bead.banker_pair,
    }
