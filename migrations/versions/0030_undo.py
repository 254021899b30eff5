"""What was entered wrongly is taken back: read models keep what the last events of each table changed in them."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None

_ROWS = {
    "rounds": ("rounds",),
    "table_win": ("table_win", "table_hands", "table_owed", "table_rules"),
    "vigorish": ("vigorish_marks", "vigorish_days", "seat_owed"),
    "inventory": ("inventory", "inventory_slips"),
    "meters": (
        *("meter_links", "meter_tables", "meter_readings", "meter_days", "meter_rounds"),
        *("meter_awards", "meter_table_days"),
    ),
    "hours": ("hour_grid", "table_hours"),
    "places": ("table_places",),
    "notes": ("notes", "note_form_days", "note_slip_days"),
    "late": ("late_after", "late"),
    "evidence": ("evidence", "mark_places", "carried_marks"),
}


def upgrade() -> None:
    text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    for projection, tables in _ROWS.items():
        op.create_table(
            f"{projection}_journal",
            sa.Column("stream", text, nullable=False),
            sa.Column("entries", text, nullable=False),
            sa.PrimaryKeyConstraint("stream", name=f"pk_{projection}_journal"),
        )
        # The events hold all of it: what the first report after this upgrade needs, it folds again.
        for table in tables:
            op.execute(f"DELETE FROM {table}")  # noqa: S608  names of this file
        op.execute(f"DELETE FROM tracking WHERE name = '{projection}'")  # noqa: S608  likewise


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
