"""Findings of a reconciliation as they are shown."""

from typing import Final

from ledger.events.finding import Finding
from projections.figures.render import Column, Kind, Section, View

VIEW: Final = View(
    Finding,
    "Everything agrees on this gaming day.",
    (
        Section(
            "Findings",
            (
                Column("id", "Finding"),
                Column("cents", "Amount", Kind.MONEY),
                Column("message", "What"),
                Column("usual_cause", "Usual cause"),
            ),
            total=False,
        ),
    ),
)
