"""What the last verification of the log came to."""

import sqlalchemy as sa
from alembic import op

revision = "0074"
down_revision = "0070"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "verifications",
        sa.Column("at", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("program", sa.Text(), nullable=False),
        sa.Column("answer", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("at", name="pk_verifications"),
    )


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
