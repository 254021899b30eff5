"""A must-hit result belongs to the round that it names: what the meter showed then is kept, and folded anew."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

_MODELS = (
    *("meter_links", "meter_tables", "meter_readings", "meter_days", "meter_rounds"),
    *("meter_awards", "meter_table_days"),
)


def upgrade() -> None:
    # The events hold all of it: what the first report after this upgrade needs, it folds again.
    for table in _MODELS:
        op.execute(f"DELETE FROM {table}")  # noqa: S608  names of this file
    op.execute("DELETE FROM tracking WHERE name = 'meters'")
    # A BigInteger of an empty table needs no default to be filled with.
    with op.batch_alter_table("meter_rounds") as rounds:
        rounds.add_column(sa.Column("must_hit", sa.BigInteger(), nullable=False))
    op.execute("DELETE FROM snapshots")


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
