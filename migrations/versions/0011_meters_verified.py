"""A meter's awards, payments and returns are held against what it came to: its read models are folded anew."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def _text(name: str, *, nullable: bool = False) -> "sa.Column[str]":
    return sa.Column(name, _TEXT, nullable=nullable)


def _number(name: str) -> "sa.Column[int]":
    return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=False)


def upgrade() -> None:
    op.create_table(
        "meter_readings",
        _text("link"),
        _text("meter"),
        _number("visible"),
        _number("reserve"),
        sa.PrimaryKeyConstraint("link", "meter", name="pk_meter_readings"),
    )
    op.drop_table("meter_rounds")
    op.create_table(
        "meter_rounds",
        _text("round"),
        _text("link"),
        _text("table"),
        _text("day"),
        _number("staked_cents"),
        _number("contributed"),
        _number("recomputed"),
        _number("returned"),
        _text("lines"),
        _text("recomputed_lines"),
        _number("bets_closed"),
        _number("taken"),
        _number("void"),
        _number("given_back"),
        sa.PrimaryKeyConstraint("round", name="pk_meter_rounds"),
    )
    op.create_index("ix_meter_rounds_day_table", "meter_rounds", ["day", "table"])
    op.drop_table("meter_awards")
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
        _number("reseed_cents"),
        _number("folded"),
        _number("due_cents"),
        _number("due_reseed_cents"),
        _number("settled_cents"),
        _number("from_tray_cents"),
        _number("won"),
        _number("settled"),
        _text("settled_day", nullable=True),
        _text("place", nullable=True),
        _text("supervisor", nullable=True),
        _text("reason", nullable=True),
        sa.PrimaryKeyConstraint("round", "seat", "meter", name="pk_meter_awards"),
    )
    op.create_index("ix_meter_awards_day_table", "meter_awards", ["day", "table"])
    # The events hold all of it: what the first report after this upgrade needs, it folds again.
    for table in ("meter_links", "meter_tables", "meter_days", "meter_table_days"):
        op.execute(f"DELETE FROM {table}")  # noqa: S608  names of this file
    op.execute("DELETE FROM tracking WHERE name = 'meters'")


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
