"""The read models of win by hour, and of a table's pit and game by day."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def _text(name: str, *, nullable: bool = False) -> "sa.Column[str]":
    return sa.Column(name, _TEXT, nullable=nullable)


def _number(name: str) -> "sa.Column[int]":
    return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=False)


def upgrade() -> None:
    op.create_table(
        "hour_grid",
        _text("property"),
        _text("zone"),
        sa.PrimaryKeyConstraint("property", name="pk_hour_grid"),
    )
    op.create_table(
        "table_hours",
        _text("day"),
        _text("table"),
        _number("hour"),
        _number("rounds"),
        _number("hand_result_cents"),
        _number("vig_collected_cents"),
        _number("vig_documented_cents"),
        _number("coupons"),
        _number("coupons_kept"),
        _number("coupon_face_cents"),
        _number("coupon_paid_cents"),
        sa.PrimaryKeyConstraint("day", "table", "hour", name="pk_table_hours"),
    )
    op.create_table(
        "table_places",
        _text("table"),
        _text("day"),
        _text("pit", nullable=True),
        _text("game", nullable=True),
        sa.PrimaryKeyConstraint("table", "day", name="pk_table_places"),
    )


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
