"""Rows of read models say after which milestone they last changed; what they were before is kept beside them."""

import sqlalchemy as sa
from alembic import op

revision = "0046"
down_revision = "0045"
branch_labels = None
depends_on = None

LOOKED_BACK_ON = (
    "rounds",
    "table_win",
    "table_hands",
    "table_owed",
    "table_rules",
    "vigorish_marks",
    "vigorish_days",
    "seat_owed",
    "inventory",
    "inventory_slips",
    "form_series",
    "forms",
    "form_originals",
    "form_originals_read",
    "form_duplicates",
    "exceptions",
    "meter_links",
    "meter_tables",
    "meter_readings",
    "meter_days",
    "meter_rounds",
    "meter_awards",
    "meter_table_days",
    "day_closings",
    "day_acknowledged",
    "corrections",
    "disputes",
    "hour_grid",
    "table_hours",
    "table_places",
    "property_clock",
    "property_shifts",
    "evidence",
    "mark_places",
    "carried_marks",
    "notes",
    "note_form_days",
    "note_slip_days",
    "note_counts",
    "late_after",
    "late",
    "limits",
    "limits_rules",
    "limits_laid",
    "limits_beyond",
)


def upgrade() -> None:
    text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.create_table(
        "past_rows",
        sa.Column("model", text, nullable=False),
        sa.Column("node", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("key", text, nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("content", text, nullable=False),
        sa.PrimaryKeyConstraint("model", "node", "until", "key", name="pk_past_rows"),
        sqlite_with_rowid=False,
    )
    # What rows were is kept from the next milestone on; a rebuild keeps it from the beginning.
    for table in LOOKED_BACK_ON:
        milestone = sa.Column("milestone", sa.BigInteger(), nullable=False, server_default="0")
        op.add_column(table, milestone)


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
