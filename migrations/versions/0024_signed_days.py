"""What the reports of a closed day say is kept as signed; what is found out later stands below it as notes."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def _text(name: str, *, nullable: bool = False) -> "sa.Column[str]":
    return sa.Column(name, _TEXT, nullable=nullable)


def _number(name: str, *, nullable: bool = False) -> "sa.Column[int]":
    return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=nullable)


def upgrade() -> None:
    op.create_table(
        "signed_days",
        _text("day"),
        _text("part"),
        _number("position"),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("day", "part", name="pk_signed_days"),
    )
    # A read model of its own: the first report of a closed day folds the log into it.
    op.create_table(
        "notes",
        _text("day"),
        _number("position"),
        _text("subject"),
        _text("what"),
        _text("table"),
        _text("posted"),
        _number("at"),
        _text("by"),
        _number("cents", nullable=True),
        _text("document", nullable=True),
        _text("text"),
        sa.PrimaryKeyConstraint("day", "position", "subject", name="pk_notes"),
    )
    op.create_table(
        "note_form_days",
        _text("serial"),
        _text("day"),
        _text("table"),
        sa.PrimaryKeyConstraint("serial", name="pk_note_form_days"),
    )
    op.create_table(
        "note_slip_days",
        _text("series"),
        _text("day"),
        _number("last"),
        sa.PrimaryKeyConstraint("series", "day", name="pk_note_slip_days"),
    )


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
