"""Vigorish can be recorded as uncollected; a table remembers since when a mark stands, and which rules had forms."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Nothing has been recorded as uncollected before.
    for name, column in (
        ("vigorish_days", "uncollected_cents"),
        ("table_hours", "vig_uncollected_cents"),
    ):
        added = sa.Column(column, sa.BigInteger(), nullable=False, server_default="0")
        op.add_column(name, added)
        with op.batch_alter_table(name) as table:
            table.alter_column(column, server_default=None)
    # Where hands are recorded it is nothing, and else unknown.
    op.add_column("table_win", sa.Column("vig_uncollected_cents", sa.BigInteger(), nullable=True))
    op.execute("UPDATE table_win SET vig_uncollected_cents = 0 WHERE hand_result_cents IS NOT NULL")
    # Snapshots only save time: those of another shape are taken anew.
    op.execute("DELETE FROM snapshots")


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
