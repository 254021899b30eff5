"""An undo reaches past what was put to the books since: read models keep what they need to go back that far."""

from alembic import op

revision = "0057"
down_revision = "0056"
branch_labels = None
depends_on = None

_ROWS = {
    "rounds": ("rounds",),
    "table_win": ("table_win", "table_hands", "table_owed", "table_rules"),
    "vigorish": ("vigorish_marks", "vigorish_days", "seat_owed"),
    "inventory": ("inventory", "inventory_slips"),
    "meters": (
        *("meter_links", "meter_tables", "meter_readings", "meter_days", "meter_signs"),
        *("meter_rounds", "meter_awards", "meter_table_days"),
    ),
    "hours": ("hour_grid", "table_hours"),
    "places": ("table_places",),
    "evidence": ("evidence", "mark_places", "carried_marks"),
    "notes": ("notes", "note_form_days", "note_slip_days", "note_counts"),
    "late": ("late_after", "late"),
    "limits": ("limits", "limits_rules", "limits_laid", "limits_beyond"),
}


def upgrade() -> None:
    # The events hold all of it: the first report after this upgrade folds them again.
    for projection, tables in _ROWS.items():
        for table in (*tables, f"{projection}_journal"):
            op.execute(f"DELETE FROM {table}")  # noqa: S608  names of this file
        op.execute(
            f"DELETE FROM tracking WHERE name IN ('{projection}', '{projection}:past')"  # noqa: S608  likewise
        )


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
