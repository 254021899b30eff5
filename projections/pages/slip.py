"""The slip of a fill or a credit as it is on paper: the cage's part and the table's on one page (A3)."""

from collections.abc import Mapping
from typing import Final
from zoneinfo import ZoneInfo

from ledger.values.money import dollars
from ledger.values.prints import print_told
from projections.figures.slips_matched import Slip, row_of
from projections.pages import Page, page
from projections.pages.form import Copy, Line
from projections.pages.words import UNKNOWN, clock

NOTHING: Final = (None, None)
"""Chips and amount of a step that was not done."""


def slip_page(
    slip: Slip,
    *,
    day: str,
    known: Mapping[str, str],
    property_name: str,
    paper: str,
    zone: ZoneInfo,
    print_no: int = 0,
) -> Page:
    """Both parts of a slip on a page to print; a void one bears VOID across each. day: the gaming day it is of. paper,
    zone, print_no and known as for a form.
    """
    name = f"{slip.kind.capitalize()} slip"
    return page(
        "form.html",
        title=f"{name} {slip.slip}",
        name=name,
        property=property_name,
        paper=paper,
        day=day,
        serial=slip.slip,
        void=slip.void,
        print_told=print_told(print_no),
        copies=copies(slip),
        lines=facts(slip, day, zone),
        signatures=signatures(slip, known),
    )


def copies(slip: Slip) -> list[Copy]:
    """The cage's part and the table's, and where each of them is: of a void one the cage has both."""
    with_cage = "stays with the cage"
    kept = {"cage": with_cage, "table": f"goes into the drop box of {slip.table}"}
    return [
        Copy(
            f"{side.capitalize()}'s part",
            f"{'void, ' * slip.void}"
            f"{'with accounting' if side in slip.parts else with_cage if slip.void else where}",
        )
        for side, where in kept.items()
    ]


def facts(slip: Slip, day: str, zone: ZoneInfo) -> list[Line]:
    """What the slip says, line by line: what the cage prepared, and below it what the table received, if not that."""
    row = row_of(slip)
    times = {
        "Requested": row.requested_at,
        "Prepared": row.prepared_at,
        "Received": row.received_at,
        "Void": row.void_at,
    }
    received = (row.received_chips, row.received)
    said = ((row.prepared_chips, row.prepared), received, (row.requested_chips, row.requested))
    written = next((each for each in said if each != NOTHING), NOTHING)
    return [
        Line("Gaming day", day),
        Line("Table", slip.table),
        *(Line(label, clock(at, zone)) for label, at in times.items() if at),
        *([Line("Void because", row.reason)] if row.reason else []),
        *_came_to(*written),
        *(_came_to(*received, " received") if received not in (NOTHING, written) else ()),
    ]


def _came_to(chips: Mapping[int, int] | None, cents: int | None, where: str = "") -> list[Line]:
    return [
        Line(f"Chips{where}", UNKNOWN if chips is None else _chips(chips)),
        Line(f"Amount{where}", UNKNOWN if cents is None else dollars(cents)),
    ]


def _chips(inventory: Mapping[int, int]) -> str:
    """`20 of $100, 40 of $25`, the largest first."""
    each = sorted(inventory.items(), reverse=True)
    return ", ".join(f"{count:,} of {dollars(chip).removesuffix('.00')}" for chip, count in each)


def signatures(slip: Slip, known: Mapping[str, str]) -> list[Line]:
    """Who signed it, and who is still to: an empty line for each."""
    row, stepwise = row_of(slip), bool(slip.request)
    to_come = stepwise and not slip.void
    named = {
        "Requested by": (row.requested_by, stepwise),
        "Cage": (row.cage, stepwise),
        "Security": (row.security, stepwise),
        "Dealer": (row.dealer, to_come),
        "Supervisor": (row.supervisor, to_come),
    }
    return [
        Line(label, name or "", known.get(name or "", ""))
        for label, (name, due) in named.items()
        if name or due
    ]
