"""Rounds whose meters do not agree are found by an index of just these: a report went through all rounds of its day."""

import sqlalchemy as sa
from alembic import op

revision = "0078"
down_revision = "0077"
branch_labels = None
depends_on = None

_AT_ODDS = sa.text(
    "(contributed <> 0 OR recomputed <> 0 OR returned <> 0)"
    " AND (lines <> recomputed_lines OR contributed <> recomputed"
    " OR returned <> CASE WHEN void > 0 THEN contributed ELSE 0 END)"
)


def upgrade() -> None:
    op.create_index(
        "ix_meter_rounds_day_table_round",
        "meter_rounds",
        ["day", "table", "round"],
        sqlite_where=_AT_ODDS,
        postgresql_where=_AT_ODDS,
    )


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
