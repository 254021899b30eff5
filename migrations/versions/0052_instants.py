"""When the events of each span of the log happened and were recorded."""

import sqlalchemy as sa
from alembic import op

revision = "0052"
down_revision = "0051"
branch_labels = None
depends_on = None


def upgrade() -> None:
    text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.create_table(
        "instants",
        sa.Column("span", text, nullable=False),
        sa.Column("first_happened", sa.BigInteger(), nullable=False),
        sa.Column("last_happened", sa.BigInteger(), nullable=False),
        sa.Column("first_recorded", sa.BigInteger(), nullable=False),
        sa.Column("last_recorded", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("span", name="pk_instants"),
    )


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
