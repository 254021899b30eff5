"""Numbers of slips go by their series however its prefix is spelled: `F-1` is `f-1`."""

import sqlalchemy as sa
from alembic import op

revision = "0067"
down_revision = "0064"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_FOLDED_ANEW = {
    "inventory": (
        *("inventory", "inventory_slip_steps", "inventory_slip_copies"),
        *("inventory_slip_runs", "inventory_slip_counts"),
    ),
    "notes": ("notes", "note_form_days", "note_slip_days", "note_counts"),
}


def _text(name: str) -> "sa.Column[str]":
    return sa.Column(name, _TEXT, nullable=False)


def _number(name: str) -> "sa.Column[int]":
    return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=False)


def upgrade() -> None:
    op.drop_table("inventory_slips")
    op.create_table(
        "inventory_numbers",
        *(_text("series"), _number("number"), _text("stream"), _number("version")),
        *(_text("day"), _text("table"), _text("slip")),
        sa.Column("milestone", sa.BigInteger(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint(
            "series", "number", "stream", "version", name="pk_inventory_numbers"
        ),
    )
    op.create_index("ix_inventory_numbers_day", "inventory_numbers", ["day"])
    # The events hold all of it: the first report after this upgrade folds them again.
    for projection, tables in _FOLDED_ANEW.items():
        for table in (*tables, f"{projection}_journal"):
            op.execute(f"DELETE FROM {table}")  # noqa: S608  names of this file
        op.execute(
            f"DELETE FROM tracking WHERE name IN ('{projection}', '{projection}:past')"  # noqa: S608  likewise
        )


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
