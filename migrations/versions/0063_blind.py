"""Counts that two people make, each alone: nobody made any before."""

import sqlalchemy as sa
from alembic import op

revision = "0063"
down_revision = "0062"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def _text(name: str, *, nullable: bool = False) -> "sa.Column[str]":
    return sa.Column(name, _TEXT, nullable=nullable)


def _number(name: str, *, nullable: bool = False) -> "sa.Column[int]":
    return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=nullable)


def _milestone() -> "sa.Column[int]":
    return sa.Column("milestone", sa.BigInteger(), nullable=False, server_default="0")


def upgrade() -> None:
    op.create_table(
        "table_counts",
        *map(_text, ("day", "table", "figure", "box")),
        *(
            _number("first_version"),
            _text("first_by"),
            _number("first_cents"),
            _text("first_chips"),
        ),
        *(_number("second_version", nullable=True), _text("second_by", nullable=True)),
        *(_number("second_cents", nullable=True), _text("second_chips", nullable=True)),
        _milestone(),
        sa.PrimaryKeyConstraint("day", "table", "figure", "box", name="pk_table_counts"),
    )
    op.create_table(
        "table_blind",
        *(_text("property"), _text("counts"), _milestone()),
        sa.PrimaryKeyConstraint("property", name="pk_table_blind"),
    )


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
