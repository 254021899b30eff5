"""What a day's findings rest on is found without reading the log."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def _text(name: str) -> "sa.Column[str]":
    return sa.Column(name, _TEXT, nullable=False)


def _number(name: str) -> "sa.Column[int]":
    return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=False)


def upgrade() -> None:
    op.create_table(
        "evidence",
        _text("subject"),
        _text("about"),
        _text("stream"),
        _number("version"),
        _text("day"),
        _text("figure"),
        sa.PrimaryKeyConstraint("subject", "about", "stream", "version", name="pk_evidence"),
    )
    op.create_index("ix_evidence_day", "evidence", ["day"])
    op.create_table(
        "mark_places",
        _text("round"),
        _number("seat"),
        _text("table"),
        _text("day"),
        _number("version"),
        _number("cents"),
        sa.PrimaryKeyConstraint("round", "seat", name="pk_mark_places"),
    )
    op.create_index("ix_mark_places_day", "mark_places", ["day"])
    op.create_table(
        "carried_marks",
        _text("round"),
        _number("seat"),
        _number("version"),
        _text("table"),
        _text("day"),
        _text("settled_day"),
        sa.PrimaryKeyConstraint("round", "seat", "version", name="pk_carried_marks"),
    )
    op.create_index("ix_carried_marks_settled_day", "carried_marks", ["settled_day"])


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
