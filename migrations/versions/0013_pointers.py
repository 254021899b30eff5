"""Where a round is named and where a gaming day lies in the log, so that neither is looked for event by event."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def _text(name: str) -> "sa.Column[str]":
    return sa.Column(name, _TEXT, nullable=False)


def _number(name: str) -> "sa.Column[int]":
    return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=False)


def upgrade() -> None:
    op.create_table(
        "round_pointers",
        _text("round"),
        _number("position"),
        _text("stream"),
        sa.PrimaryKeyConstraint("round", "position", name="pk_round_pointers"),
    )
    op.create_table(
        "rules_pointers",
        _text("table"),
        _text("sha256"),
        _number("version"),
        sa.PrimaryKeyConstraint("table", "sha256", name="pk_rules_pointers"),
    )
    op.create_table(
        "table_days",
        _text("day"),
        _text("table"),
        _number("first_version"),
        _number("last_version"),
        _text("earlier"),
        sa.PrimaryKeyConstraint("day", "table", name="pk_table_days"),
    )


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
