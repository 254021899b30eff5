"""Vigorish recorded as uncollected opens no table that rests: there is no tray on such a day, and none is unknown."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

_NOTHING_ELSE = (
    ' SELECT "table", day FROM table_win WHERE no_tray = 0 AND rounds = 0 AND voids = 0'
    " AND drop_cash_cents IS NULL AND vig_uncollected_cents > 0 AND hand_result_cents = 0"
    " AND vig_collected_cents = 0 AND vig_documented_cents = 0"
    ' AND NOT EXISTS (SELECT 1 FROM inventory AS i WHERE i."table" = table_win."table"'
    " AND i.day = table_win.day)"
    ' AND NOT EXISTS (SELECT 1 FROM rounds AS r WHERE r."table" = table_win."table"'
    " AND r.day = table_win.day)"
)


def upgrade() -> None:
    connection = op.get_bind()
    for table, day in connection.execute(sa.text(_NOTHING_ELSE)).all():
        if not _has_shoe(connection, table, day):
            connection.execute(
                sa.text(
                    "UPDATE table_win SET no_tray = 1, hands = NULL"
                    ' WHERE "table" = :table AND day = :day'
                ),
                {"table": table, "day": day},
            )
    # What is kept of closed days is made anew from the events.
    op.execute("DELETE FROM signed_days WHERE remade = 1")


def _has_shoe(connection: sa.Connection, table: str, day: str) -> bool:
    """Whether a shoe was begun on a day of a table that was open over it and not counted."""
    begun = sa.text(
        "SELECT state FROM events WHERE originator_id = :stream AND topic = 'table.shoe_started'"
    )
    named = f'"day":"{day}"'.encode()
    return any(
        named in row.state for row in connection.execute(begun, {"stream": f"table:{table}"})
    )


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
