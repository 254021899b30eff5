"""The slip of a fill or a credit as it is on paper: the cage's part and the table's on one page (A3)."""

from collections.abc import Mapping
from zoneinfo import ZoneInfo

from ledger.values.money import dollars
from ledger.values.prints import print_told
from projections.figures.slips_matched import Slip, row_of
from projections.pages import Page, page
from projections.pages.form import Copy, Line
from projections.pages.words import UNKNOWN, clock


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
    """The cage's part and the table's, and where each of them is."""
    kept = {"cage": "stays with the cage", "table": f"goes into the drop box of {slip.table}"}
    void = "void, " * slip.void
    return [
        Copy(
            f"{side.capitalize()}'s part",
            f"{void}{'with accounting' if side in slip.parts else where}",
        )
        for side, where in kept.items()
    ]


def facts(slip: Slip, day: str, zone: ZoneInfo) -> list[Line]:
    """What the slip says, line by line."""
    row, chips = row_of(slip), slip.inventory
    times = {
        "Requested": row.requested_at,
        "Prepared": row.prepared_at,
        "Received": row.received_at,
        "Void": row.void_at,
    }
    amount = next((x for x in (row.received, row.prepared, row.requested) if x is not None), None)
    return [
        Line("Gaming day", day),
        Line("Table", slip.table),
        *(Line(label, clock(at, zone)) for label, at in times.items() if at),
        *([Line("Void because", row.reason)] if row.reason else []),
        Line("Chips", UNKNOWN if chips is None else _chips(chips)),
        Line("Amount", UNKNOWN if amount is None else dollars(amount)),
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
