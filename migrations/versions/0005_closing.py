"""Gaming days closed, corrections, disputes."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def _text(name: str, *, nullable: bool = False) -> "sa.Column[str]":
    return sa.Column(name, _TEXT, nullable=nullable)


def _number(name: str, *, nullable: bool = False) -> "sa.Column[int]":
    return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=nullable)


def upgrade() -> None:
    # A table's state has a new field. Snapshots only save time.
    op.execute("DELETE FROM snapshots")
    # No correction has been posted before.
    op.add_column(
        "table_win",
        sa.Column("drop_corrections_cents", sa.BigInteger(), nullable=False, server_default="0"),
    )
    with op.batch_alter_table("table_win") as table:
        table.alter_column("drop_corrections_cents", server_default=None)
    op.create_table(
        "day_closings",
        _text("day"),
        _number("at"),
        _text("by"),
        _text("second"),
        _number("books_at"),
        _text("books"),
        _text("findings"),
        sa.PrimaryKeyConstraint("day", name="pk_day_closings"),
    )
    op.create_table(
        "day_acknowledged",
        _text("day"),
        _text("finding"),
        _text("code"),
        _text("reason"),
        _text("by"),
        _number("at"),
        _number("cents", nullable=True),
        sa.PrimaryKeyConstraint("day", "finding", name="pk_day_acknowledged"),
    )
    op.create_table(
        "corrections",
        _text("document"),
        _text("day"),
        _text("table"),
        _text("of_day"),
        _text("figure"),
        _number("cents"),
        _text("original"),
        _text("reason"),
        _text("by"),
        _text("approved_by"),
        _number("at"),
        sa.PrimaryKeyConstraint("document", name="pk_corrections"),
    )
    op.create_index("ix_corrections_day_table", "corrections", ["day", "table"])
    op.create_table(
        "disputes",
        _text("round"),
        _number("number"),
        _text("table"),
        _text("day"),
        _number("seat"),
        _text("claim"),
        _text("evidence"),
        _text("raised_by"),
        _number("raised_at"),
        _text("ruling", nullable=True),
        _text("reason", nullable=True),
        _text("decided_by", nullable=True),
        _number("decided_at", nullable=True),
        _text("document", nullable=True),
        sa.PrimaryKeyConstraint("round", "number", name="pk_disputes"),
    )
    op.create_index("ix_disputes_day_table", "disputes", ["day", "table"])


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
