"""Rounds reversed and rulings are listed with corrections, and those of meters in the same table."""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_CLOSINGS = ("day_closings", "day_acknowledged", "disputes")


def _text(name: str) -> "sa.Column[str]":
    return sa.Column(name, _TEXT, nullable=False)


def _number(name: str) -> "sa.Column[int]":
    return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=False)


def upgrade() -> None:
    op.drop_table("meter_corrections")
    op.drop_table("corrections")
    op.create_table(
        "corrections",
        _text("stream"),
        _number("version"),
        *map(_text, ("document", "day", "table", "of_day", "figure")),
        _number("cents"),
        *map(_text, ("original", "reason", "by", "approved_by")),
        *map(_number, ("at", "seat")),
        _text("accounting"),
        sa.PrimaryKeyConstraint("stream", "version", name="pk_corrections"),
    )
    op.create_index("ix_corrections_day_table", "corrections", ["day", "table"])
    op.create_index("ix_corrections_of_day", "corrections", ["of_day"])
    # The events hold all of it: the first report after this upgrade folds them again.
    for name in _CLOSINGS:
        op.execute(sa.delete(sa.table(name)))
    op.execute("DELETE FROM tracking WHERE name = 'closings'")
    # What was made anew of closed days is made anew once more; what was signed stays as it was signed.
    op.execute("DELETE FROM signed_days WHERE remade = 1")


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
