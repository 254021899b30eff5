"""The read models of progressive meters."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def _text(name: str, *, nullable: bool = False) -> "sa.Column[str]":
    return sa.Column(name, _TEXT, nullable=nullable)


def _number(name: str, *, nullable: bool = False) -> "sa.Column[int]":
    return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=nullable)


def upgrade() -> None:
    # A table's state has a new field. Snapshots only save time.
    op.execute("DELETE FROM snapshots")
    op.create_table(
        "meter_links",
        _text("link"),
        _text("terms"),
        sa.PrimaryKeyConstraint("link", name="pk_meter_links"),
    )
    op.create_table(
        "meter_tables",
        _text("table"),
        _text("link"),
        sa.PrimaryKeyConstraint("table", name="pk_meter_tables"),
    )
    op.create_table(
        "meter_days",
        _text("link"),
        _text("meter"),
        _text("day"),
        _number("contributions"),
        _number("returns"),
        _number("reseeds"),
        _number("awards"),
        _number("corrections"),
        _number("recomputed"),
        sa.PrimaryKeyConstraint("link", "meter", "day", name="pk_meter_days"),
    )
    op.create_table(
        "meter_rounds",
        _text("round"),
        _text("link"),
        _text("table"),
        _text("day"),
        _number("staked_cents"),
        _number("contributed"),
        _number("recomputed"),
        sa.PrimaryKeyConstraint("round", name="pk_meter_rounds"),
    )
    op.create_index("ix_meter_rounds_day_table", "meter_rounds", ["day", "table"])
    op.create_table(
        "meter_awards",
        _text("round"),
        _number("seat"),
        _text("meter"),
        _text("link"),
        _text("table"),
        _text("day"),
        _text("level"),
        _number("reading"),
        _number("cents"),
        _text("player"),
        _text("banker"),
        _text("status"),
        _number("won_at"),
        _text("won_by"),
        _text("settled_day", nullable=True),
        _text("place", nullable=True),
        _text("supervisor", nullable=True),
        _text("reason", nullable=True),
        sa.PrimaryKeyConstraint("round", "seat", "meter", name="pk_meter_awards"),
    )
    op.create_index("ix_meter_awards_day_table", "meter_awards", ["day", "table"])
    op.create_table(
        "meter_table_days",
        _text("day"),
        _text("table"),
        _number("contributions"),
        _number("tray_awards_cents"),
        sa.PrimaryKeyConstraint("day", "table", name="pk_meter_table_days"),
    )


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
