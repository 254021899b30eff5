"""A table's state, and a link's, hold what the time of an act is held against; what was entered late is listed."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def _text(name: str) -> "sa.Column[str]":
    return sa.Column(name, _TEXT, nullable=False)


def _number(name: str) -> "sa.Column[int]":
    return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=False)


def upgrade() -> None:
    # A state without these times would hold nothing against anything. Snapshots only save time.
    op.execute("DELETE FROM snapshots")
    op.create_table(
        "late_after",
        _text("property"),
        _number("minutes"),
        sa.PrimaryKeyConstraint("property", name="pk_late_after"),
    )
    op.create_table(
        "late",
        _text("day"),
        _text("stream"),
        _text("source"),
        _text("kind"),
        _text("by"),
        *(_number(name) for name in ("entries", "most", "first_at")),
        sa.PrimaryKeyConstraint("day", "stream", "source", "kind", "by", name="pk_late"),
    )


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
