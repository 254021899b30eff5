"""Whether a table's hands are recorded is said when it opens. Nobody has said it before."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("table_win", sa.Column("hands", sa.BigInteger(), nullable=True))
    op.create_table(
        "table_hands",
        sa.Column(
            "table", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False
        ),
        sa.Column("hands", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table", name="pk_table_hands"),
    )
    # A table's state knows it too. Snapshots only save time.
    op.execute("DELETE FROM snapshots")


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
