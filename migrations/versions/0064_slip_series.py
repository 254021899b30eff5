"""Series of slips, received, lost and counted: no event before this version speaks of them."""

import sqlalchemy as sa
from alembic import op

revision = "0064"
down_revision = "0063"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def _text(name: str) -> "sa.Column[str]":
    return sa.Column(name, _TEXT, nullable=False)


def _number(name: str) -> "sa.Column[int]":
    return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=False)


def _milestone() -> "sa.Column[int]":
    return sa.Column("milestone", sa.BigInteger(), nullable=False, server_default="0")


def upgrade() -> None:
    op.create_table(
        "inventory_slip_runs",
        *(_text("series"), _number("version"), _text("day"), _text("kind"), _text("prefix")),
        *(_number("first"), _number("last"), _number("lost"), _milestone()),
        sa.PrimaryKeyConstraint("series", "version", name="pk_inventory_slip_runs"),
    )
    op.create_table(
        "inventory_slip_counts",
        *(_text("series"), _text("day"), _number("version"), _text("counted"), _milestone()),
        sa.PrimaryKeyConstraint("series", "day", name="pk_inventory_slip_counts"),
    )


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
