"""The read models: what the projections fold the events into. They can be rebuilt from the events
at any time.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def _text(name: str, *, nullable: bool = False) -> "sa.Column[str]":
    return sa.Column(name, _TEXT, nullable=nullable)


def _number(name: str, *, nullable: bool = False) -> "sa.Column[int]":
    return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=nullable)


def upgrade() -> None:
    op.create_table(
        "rounds",
        _text("id"),
        _text("day"),
        _text("table"),
        _number("n"),
        _text("status"),
        _text("shoe", nullable=True),
        _text("rules", nullable=True),
        _number("rules_version", nullable=True),
        _text("rules_sha256", nullable=True),
        _text("player"),
        _text("banker"),
        _text("outcome", nullable=True),
        _number("player_points", nullable=True),
        _number("banker_points", nullable=True),
        _text("announce", nullable=True),
        _text("reason", nullable=True),
        _number("staked_cents", nullable=True),
        _number("returned_cents", nullable=True),
        _number("vig_cents", nullable=True),
        _number("first_version"),
        _number("last_version"),
        _number("opened_at"),
        _number("ended_at", nullable=True),
        _text("by"),
        sa.PrimaryKeyConstraint("id", name="pk_rounds"),
    )
    op.create_index("ix_rounds_day_table_n", "rounds", ["day", "table", "n"])
    op.create_table(
        "table_win",
        _text("day"),
        _text("table"),
        _number("rounds"),
        _number("voids"),
        _number("opener_cents", nullable=True),
        _number("closer_cents", nullable=True),
        _number("fills_cents"),
        _number("credits_cents"),
        _number("buy_ins_cents", nullable=True),
        _number("drop_cash_cents", nullable=True),
        _number("drop_forms_cents", nullable=True),
        _number("hand_result_cents", nullable=True),
        _number("vig_assessed_cents", nullable=True),
        _number("vig_collected_cents", nullable=True),
        _number("vig_documented_cents", nullable=True),
        sa.PrimaryKeyConstraint("day", "table", name="pk_table_win"),
    )
    op.create_table(
        "table_rules",
        _text("table"),
        _text("day"),
        _text("rules"),
        _number("version"),
        _text("sha256"),
        sa.PrimaryKeyConstraint("table", "day", name="pk_table_rules"),
    )
    op.create_table(
        "vigorish_marks",
        _text("round"),
        _number("seat"),
        _text("table"),
        _number("since"),
        _number("cents"),
        sa.PrimaryKeyConstraint("round", "seat", name="pk_vigorish_marks"),
    )
    op.create_table(
        "vigorish_days",
        _text("day"),
        _text("table"),
        _number("seat"),
        _number("assessed_cents"),
        _number("collected_cents"),
        _number("documented_cents"),
        sa.PrimaryKeyConstraint("day", "table", "seat", name="pk_vigorish_days"),
    )
    op.create_table(
        "inventory",
        _text("stream"),
        _number("version"),
        _text("day"),
        _text("table"),
        _text("kind"),
        _number("at"),
        _number("cents"),
        _text("chips", nullable=True),
        _text("slip", nullable=True),
        _number("seat", nullable=True),
        _text("dealer", nullable=True),
        _text("supervisor", nullable=True),
        _text("by"),
        sa.PrimaryKeyConstraint("stream", "version", name="pk_inventory"),
    )
    op.create_index("ix_inventory_day_table", "inventory", ["day", "table"])
    op.create_table(
        "exceptions",
        _text("stream"),
        _number("version"),
        _text("day"),
        _text("table"),
        _text("kind"),
        _number("at"),
        _text("by"),
        _text("subject"),
        _text("message"),
        _text("code", nullable=True),
        _number("cents", nullable=True),
        sa.PrimaryKeyConstraint("stream", "version", name="pk_exceptions"),
    )
    op.create_index("ix_exceptions_day_table", "exceptions", ["day", "table"])


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
