"""Corrections of a gaming day: posted on it, and posted later about it (A4, U3)."""

from typing import Final

import msgspec
import sqlalchemy as sa

from projections.closings import CORRECTIONS, PROJECTION
from projections.reports.figures import rfc3339
from projections.reports.render import Column, Kind, Section, View

NEEDS: Final = (PROJECTION,)


class Correction(msgspec.Struct, frozen=True, kw_only=True):
    """A figure corrected, in cents. posted_on: the gaming day whose figures it is in; about: the one it was wrong on.

    original: the round, slip or count it names. at: RFC 3339 UTC.
    """

    document: str
    table: str
    posted_on: str
    about: str
    figure: str
    cents: int
    original: str
    reason: str
    by: str
    approved_by: str
    at: str


def corrections(connection: sa.Connection, day: str) -> list[Correction]:
    """Those in the day's figures, and those about the day in a later day's, by table and document."""
    of = CORRECTIONS.table
    query = (
        sa.select(of)
        .where(sa.or_(of.c.day == day, of.c.of_day == day))
        .order_by(of.c.table, of.c.day, of.c.document)
    )
    return [
        Correction(
            document=row.document,
            table=row.table,
            posted_on=row.day,
            about=row.of_day,
            figure=row.figure,
            cents=row.cents,
            original=row.original,
            reason=row.reason,
            by=row.by,
            approved_by=row.approved_by,
            at=rfc3339(row.at),
        )
        for row in connection.execute(query)
    ]


VIEW: Final = View(
    Correction,
    "No figure of this gaming day was corrected.",
    (
        Section(
            "Corrections",
            (
                Column("document", "Document"),
                Column("table", "Table"),
                Column("posted_on", "In the figures of", Kind.DATE),
                Column("about", "About", Kind.DATE),
                Column("figure", "Figure"),
                Column("cents", "Amount", Kind.MONEY),
                Column("original", "Original"),
                Column("reason", "Reason"),
                Column("by", "By"),
                Column("approved_by", "Approved by"),
            ),
            total=False,
        ),
    ),
)
