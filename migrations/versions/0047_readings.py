"""What signs showed of meters, beside the ledger. Nobody had entered a reading before."""

import sqlalchemy as sa
from alembic import op

revision = "0047"
down_revision = "0046"
branch_labels = None
depends_on = None


def upgrade() -> None:
    text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    texts = ("day", "meter", "occasion")
    numbers = ("shown", "rolled_over", "ledger", "difference", "at")
    op.create_table(
        "meter_signs",
        sa.Column("link", text, nullable=False),
        sa.Column("version", sa.BigInteger(), autoincrement=False, nullable=False),
        *(sa.Column(name, text, nullable=False) for name in texts),
        *(sa.Column(name, sa.BigInteger(), nullable=False) for name in numbers),
        *(sa.Column(name, text, nullable=False) for name in ("by", "witness")),
        sa.Column("milestone", sa.BigInteger(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("link", "version", name="pk_meter_signs"),
    )
    op.create_index("ix_meter_signs_day", "meter_signs", ["day"])


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
