"""Awards that were taken back: what became of them, and of their meters' corrections, which name the award.

No award was taken back before, so that what is there says so.
"""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def _nothing(name: str) -> "sa.Column[int]":
    return sa.Column(name, sa.BigInteger(), nullable=False, server_default="0")


def upgrade() -> None:
    numbers = ("reversed", "given_back", "since_cents")
    for name in numbers:
        op.add_column("meter_awards", _nothing(name))
    for name in ("reversed_day", "handed_back", "document"):
        op.add_column("meter_awards", sa.Column(name, _TEXT, nullable=True))
    with op.batch_alter_table("meter_awards") as table:
        for name in numbers:
            table.alter_column(name, server_default=None)
    op.create_index("ix_meter_awards_reversed_day", "meter_awards", ["reversed_day"])
    for name in ("of_day", "figure", "original"):
        op.add_column(
            "meter_corrections", sa.Column(name, _TEXT, nullable=False, server_default="")
        )
    op.execute("UPDATE meter_corrections SET of_day = day, figure = 'meter', original = meter")
    with op.batch_alter_table("meter_corrections") as table:
        table.drop_column("meter")
        for name in ("of_day", "figure", "original"):
            table.alter_column(name, server_default=None)
    op.create_index("ix_meter_corrections_of_day", "meter_corrections", ["of_day"])
    # What is kept of closed days is made anew from the events, and links' states are folded anew.
    op.execute("DELETE FROM signed_days WHERE remade = 1")
    op.execute("DELETE FROM snapshots")


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
