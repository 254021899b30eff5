"""What is kept of a closed day bears its digest, and whether it was made anew. It only saves time."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def _text(name: str) -> "sa.Column[str]":
    return sa.Column(name, _TEXT, nullable=False)


def _number(name: str) -> "sa.Column[int]":
    return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=False)


def upgrade() -> None:
    op.drop_table("signed_days")
    op.create_table(
        "signed_days",
        _text("day"),
        _text("part"),
        _number("position"),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        _text("sha256"),
        _number("remade"),
        sa.PrimaryKeyConstraint("day", "part", name="pk_signed_days"),
    )


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
