"""The read models of Complimentary Vigorish Forms."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def _text(name: str, *, nullable: bool = False) -> "sa.Column[str]":
    return sa.Column(name, _TEXT, nullable=nullable)


def _number(name: str, *, nullable: bool = False) -> "sa.Column[int]":
    return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=nullable)


def upgrade() -> None:
    op.create_table(
        "form_series",
        _text("series"),
        _number("first"),
        _number("last"),
        _number("next"),
        _number("copies"),
        _text("received_day"),
        _text("pit", nullable=True),
        _text("clerks", nullable=True),
        sa.PrimaryKeyConstraint("series", name="pk_form_series"),
    )
    op.create_table(
        "forms",
        _text("series"),
        _number("number"),
        _text("serial"),
        _text("status"),
        _text("day"),
        _number("at"),
        _number("recorded_at"),
        _text("pit_boss"),
        _text("clerk"),
        _text("table", nullable=True),
        _number("seat", nullable=True),
        _number("cents", nullable=True),
        _text("rounds", nullable=True),
        _text("patron", nullable=True),
        _text("dealer", nullable=True),
        _number("patron_signed", nullable=True),
        _text("statement", nullable=True),
        _text("stated_by", nullable=True),
        _text("reason", nullable=True),
        _text("dropped_day", nullable=True),
        _number("dropped_at", nullable=True),
        _number("forwarded_at", nullable=True),
        sa.PrimaryKeyConstraint("series", "number", name="pk_forms"),
    )
    op.create_index("ix_forms_day", "forms", ["day"])
    op.create_table(
        "form_originals",
        _text("day"),
        _text("table"),
        _text("forms"),
        sa.PrimaryKeyConstraint("day", "table", name="pk_form_originals"),
    )
    op.create_table(
        "form_duplicates",
        _text("day"),
        _text("serial"),
        _number("void"),
        _number("cents", nullable=True),
        _text("table", nullable=True),
        _text("form_day", nullable=True),
        _text("patron", nullable=True),
        sa.PrimaryKeyConstraint("day", "serial", name="pk_form_duplicates"),
    )


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
