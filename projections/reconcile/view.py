"""Findings of a reconciliation as they are shown."""

from typing import Final

from projections.figures.render import Column, Kind, Section, View
from projections.reconcile.finding import Finding

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
