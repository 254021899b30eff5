"""A drop is known when every box of it is counted; each count that two people made alone has a row of its own."""

import sqlalchemy as sa
from alembic import op

revision = "0075"
down_revision = "0074"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_FOLDED_ANEW = (
    *("table_win", "table_drops", "table_blind", "table_hands"),
    *("table_owed", "table_rules", "table_win_journal"),
)


def _text(name: str, *, nullable: bool = False) -> "sa.Column[str]":
    return sa.Column(name, _TEXT, nullable=nullable)


def _number(name: str, *, nullable: bool = False) -> "sa.Column[int]":
    return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=nullable)


def upgrade() -> None:
    op.drop_table("table_counts")
    op.create_table(
        "table_counts",
        *map(_text, ("day", "table", "figure", "box")),
        _number("first_version"),
        *(_text("first_by"), _number("first_cents")),
        *(_text("first_chips"), _text("first_forms", nullable=True)),
        *(_number("second_version", nullable=True), _text("second_by", nullable=True)),
        *(_number("second_cents", nullable=True), _text("second_chips", nullable=True)),
        _text("second_forms", nullable=True),
        sa.Column("milestone", sa.BigInteger(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint(
            *("day", "table", "figure", "box", "first_version"), name="pk_table_counts"
        ),
    )
    # The events hold all of it: the first report after this upgrade folds them again.
    for table in _FOLDED_ANEW:
        op.execute(f"DELETE FROM {table}")  # noqa: S608  names of this file
    op.execute("DELETE FROM tracking WHERE name IN ('table_win', 'table_win:past')")


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
