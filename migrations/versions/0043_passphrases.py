"""What is kept of operators' passphrases: a secret of those who write. No store has had any before."""

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "passphrases",
        sa.Column("operator", _TEXT, nullable=False),
        sa.Column("kept", sa.Text(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("operator", name="pk_passphrases"),
    )


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
