"""Corrections name a seat and who of accounting approved them; those of meters are kept one by one; a correction opens
no table; corrections and rulings are exceptions of their day.
"""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_CLOSINGS = ("day_closings", "day_acknowledged", "corrections", "disputes")


def _text(name: str) -> "sa.Column[str]":
    return sa.Column(name, _TEXT, nullable=False)


def _number(name: str) -> "sa.Column[int]":
    return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=False)


def upgrade() -> None:
    _no_tray()
    # What was not kept of meters' corrections, and of corrections and rulings as exceptions, is folded from the log.
    for name in (*_CLOSINGS, "exceptions"):
        op.execute(sa.delete(sa.table(name)))
    op.execute("DELETE FROM tracking WHERE name IN ('closings', 'exceptions')")
    op.add_column("corrections", _number("seat"))
    op.add_column("corrections", _text("accounting"))
    op.create_table(
        "meter_corrections",
        _text("link"),
        _number("version"),
        _text("day"),
        _text("meter"),
        _number("cents"),
        *map(_text, ("document", "reason", "by", "authorised_by", "second")),
        _number("at"),
        sa.PrimaryKeyConstraint("link", "version", name="pk_meter_corrections"),
    )
    op.create_index("ix_meter_corrections_day", "meter_corrections", ["day"])
    # What is kept of closed days is made anew from the events.
    op.execute("DELETE FROM signed_days")
    # A table's open disputes are told apart by seat. Snapshots only save time.
    op.execute("DELETE FROM snapshots")


def _no_tray() -> None:
    """A day of a table on which only a correction was posted: it did not open."""
    added = sa.Column("no_tray", sa.BigInteger(), nullable=False, server_default="0")
    op.add_column("table_win", added)
    with op.batch_alter_table("table_win") as table:
        table.alter_column("no_tray", server_default=None)
    op.execute(
        "UPDATE table_win SET no_tray = 1 WHERE rounds = 0 AND voids = 0"
        " AND drop_cash_cents IS NULL AND hands IS NULL AND (hand_result_cents IS NULL"
        " OR hand_result_cents <> 0 OR vig_collected_cents <> 0)"
        ' AND NOT EXISTS (SELECT 1 FROM inventory AS i WHERE i."table" = table_win."table"'
        " AND i.day = table_win.day)"
        ' AND NOT EXISTS (SELECT 1 FROM vigorish_days AS v WHERE v."table" = table_win."table"'
        " AND v.day = table_win.day)"
    )


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
