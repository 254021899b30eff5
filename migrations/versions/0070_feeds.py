"""How far each feed source has come."""

import sqlalchemy as sa
from alembic import op

revision = "0070"
down_revision = "0067"
branch_labels = None
depends_on = None


def upgrade() -> None:
    text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    numbers = ("seq", "at", "recorded_at", "set_aside")
    op.create_table(
        "feeds",
        sa.Column("source", text, nullable=False),
        *(sa.Column(name, sa.BigInteger(), nullable=False) for name in numbers),
        sa.PrimaryKeyConstraint("source", name="pk_feeds"),
    )


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
