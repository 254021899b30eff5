"""What a seat owes of a round since different moments is kept apart: a mark put back is owed from then on."""

import sqlalchemy as sa
from alembic import op

revision = "0053"
down_revision = "0052"
branch_labels = None
depends_on = None


def upgrade() -> None:
    text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.drop_table("vigorish_marks")
    op.create_table(
        "vigorish_marks",
        sa.Column("round", text, nullable=False),
        sa.Column("seat", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("since", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("table", text, nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("milestone", sa.BigInteger(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("round", "seat", "since", name="pk_vigorish_marks"),
    )
    # The events hold all of it: the first report after this upgrade folds them again.
    for table in ("vigorish_days", "seat_owed", "vigorish_journal"):
        op.execute(f"DELETE FROM {table}")  # noqa: S608  names of this file
    op.execute("DELETE FROM tracking WHERE name IN ('vigorish', 'vigorish:past')")


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
