"""Notes of forms have their amount; what moved chips before a count of a closed day, and came after it, is a note."""

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None


def upgrade() -> None:
    text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.add_column("note_form_days", sa.Column("cents", sa.BigInteger(), nullable=True))
    op.create_table(
        "note_counts",
        sa.Column("day", text, nullable=False),
        sa.Column("table", text, nullable=False),
        sa.Column("stands_at", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("day", "table", name="pk_note_counts"),
    )
    # The events hold all of it: the first report after this upgrade folds them again.
    for table in ("notes", "note_form_days", "note_slip_days", "notes_journal"):
        op.execute(f"DELETE FROM {table}")  # noqa: S608  names of this file
    op.execute("DELETE FROM tracking WHERE name = 'notes'")


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
