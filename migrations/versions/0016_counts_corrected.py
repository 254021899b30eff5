"""An opener or a closer can be corrected."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

_COLUMNS = ("opener_corrections_cents", "closer_corrections_cents")


def upgrade() -> None:
    # Neither has been corrected before.
    for name in _COLUMNS:
        op.add_column(
            "table_win", sa.Column(name, sa.BigInteger(), nullable=False, server_default="0")
        )
    with op.batch_alter_table("table_win") as table:
        for name in _COLUMNS:
            table.alter_column(name, server_default=None)


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
