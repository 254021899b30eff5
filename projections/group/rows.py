"""What is told of a group of properties: the rows of its reports, and how they are shown."""

from collections.abc import Sequence
from typing import Final

import msgspec

from projections.figures.render import Column, Kind, Section, View


class WinOfGroup(msgspec.Struct, frozen=True, kw_only=True):
    """What tables came to. Money in cents, hold in basis points; None is unknown.

    by: what is added up, name: which of them, None for all. tables, days: of tables; days_unknown, hands_unknown: those
    of them of which the tray's win or drop, or the hands, are unknown. vig_outstanding: at the end.
    """

    by: str
    name: str | None
    tables: int
    days: int
    days_unknown: int
    hands_unknown: int
    rounds: int
    voids: int
    fills: int
    credits: int
    drop: int | None
    win_tray: int | None
    win_hands: int | None
    hold_bps: int | None
    vig_assessed: int | None
    vig_collected: int | None
    vig_documented: int | None
    vig_uncollected: int | None
    vig_outstanding: int | None


class PerformanceOfGroup(msgspec.Struct, frozen=True):
    """What wagers came to against theory, as `Performance` has it."""

    by: str
    name: str | None
    rounds: int
    handle: int
    theory: int | None
    win: int
    difference: int | None
    standard_deviation: int | None
    deviations: int | None
    hold_bps: int | None
    theory_hold_bps: int | None
    coupons: int
    coupons_theory: int | None
    coupons_win: int


class VigOfGroup(msgspec.Struct, frozen=True):
    """What seats owed and paid, in cents. outstanding: at the end."""

    by: str
    name: str | None
    assessed: int
    collected: int
    documented: int
    uncollected: int
    outstanding: int


class MetersOfGroup(msgspec.Struct, frozen=True):
    """Progressive meters, as their days say, in cents. closing, unpaid, liability: at the end."""

    by: str
    name: str | None
    contributions: int
    returns: int
    reseeds: int
    awards: int
    corrections: int
    transfers: int
    to_win: int
    closing: int
    unpaid: int
    liability: int


class FormsOfGroup(msgspec.Struct, frozen=True):
    """Forms of gaming days. cents: of those that stand; unexplained: on which the comparison found something."""

    by: str
    name: str | None
    forms: int
    void: int
    cents: int
    unexplained: int


NAMES: Final = (Column("by", "By"), Column("name", "Name"))
"""What every row of a group begins with."""


def _view(kind: type[msgspec.Struct], empty: str, *sections: tuple[str, Sequence[Column]]) -> View:
    """Nothing is added up below: the last row is all of it."""
    return View(
        kind, empty, tuple(Section(title, (*NAMES, *of), total=False) for title, of in sections)
    )


def _money(*columns: tuple[str, str]) -> list[Column]:
    return [Column(field, heading, Kind.MONEY) for field, heading in columns]


WIN: Final = _view(
    WinOfGroup,
    "No table has anything recorded.",
    (
        "Win",
        (
            Column("tables", "Tables", Kind.COUNT),
            Column("days", "Days", Kind.COUNT),
            Column("days_unknown", "Unknown", Kind.COUNT),
            *_money(("fills", "Fills"), ("credits", "Credits"), ("drop", "Drop")),
            *_money(("win_tray", "Win, tray")),
            Column("hold_bps", "Hold", Kind.SHARE),
            *_money(("win_hands", "Win, hands")),
        ),
    ),
    (
        "Hands and vigorish",
        (
            Column("rounds", "Rounds", Kind.COUNT),
            Column("voids", "Void", Kind.COUNT),
            Column("hands_unknown", "Days unknown", Kind.COUNT),
            *_money(("vig_assessed", "Vig assessed"), ("vig_collected", "collected")),
            *_money(("vig_documented", "documented"), ("vig_uncollected", "uncollected")),
            *_money(("vig_outstanding", "outstanding")),
        ),
    ),
)
PERFORMANCE: Final = _view(
    PerformanceOfGroup,
    "Nothing was wagered.",
    (
        "Against theory",
        (
            Column("rounds", "Rounds", Kind.COUNT),
            *_money(("handle", "Handle"), ("theory", "Theory"), ("win", "Win")),
            *_money(("difference", "Difference"), ("standard_deviation", "Standard deviation")),
            Column("deviations", "Deviations", Kind.HUNDREDTHS),
            Column("hold_bps", "Hold", Kind.SHARE),
            Column("theory_hold_bps", "in theory", Kind.SHARE),
        ),
    ),
    (
        "Coupons apart",
        _money(("coupons", "Face"), ("coupons_theory", "Theory"), ("coupons_win", "Win")),
    ),
)
VIG: Final = _view(
    VigOfGroup,
    "No vigorish was assessed.",
    (
        "Vigorish",
        _money(
            *(("assessed", "Assessed"), ("collected", "Collected")),
            *(("documented", "Documented"), ("uncollected", "Uncollected")),
            ("outstanding", "Outstanding"),
        ),
    ),
)
METERS: Final = _view(
    MetersOfGroup,
    "No progressive meter was in service.",
    (
        "Progressive meters",
        _money(
            *(("contributions", "Contributions"), ("returns", "Returns")),
            *(("reseeds", "Reseeds"), ("awards", "Awards")),
            *(("corrections", "Corrections"), ("transfers", "Transfers")),
            ("closing", "Closing"),
        ),
    ),
    (
        "What the house owes",
        _money(("unpaid", "Awards not paid yet"), ("liability", "Liability"), ("to_win", "To win")),
    ),
)
FORMS: Final = _view(
    FormsOfGroup,
    "No form was used.",
    (
        "Forms",
        (
            Column("forms", "Forms", Kind.COUNT),
            Column("void", "Void", Kind.COUNT),
            *_money(("cents", "Amount")),
            Column("unexplained", "To be explained", Kind.COUNT),
        ),
    ),
)
