"""What a day's reports need of other days is looked up: copies of forms by serial, what was owed by month, closers by
table.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def _text(name: str) -> "sa.Column[str]":
    return sa.Column(name, _TEXT, nullable=False)


def _number(name: str) -> "sa.Column[int]":
    return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=False)


def upgrade() -> None:
    _originals()
    _owed()
    op.create_index("ix_forms_serial", "forms", ["serial"])
    op.create_index("ix_form_duplicates_serial", "form_duplicates", ["serial"])
    op.create_index("ix_table_win_table_day", "table_win", ["table", "day"])
    op.create_index("ix_corrections_of_day", "corrections", ["of_day"])
    op.create_index("ix_meter_awards_settled_day", "meter_awards", ["settled_day"])


def _originals() -> None:
    """Each original of each count that stands."""
    read = op.create_table(
        "form_originals_read",
        _text("serial"),
        _text("day"),
        _text("table"),
        _number("n"),
        _number("cents"),
        _text("printed"),
        sa.PrimaryKeyConstraint("serial", "day", "table", "n", name="pk_form_originals_read"),
    )
    op.create_index("ix_form_originals_read_day", "form_originals_read", ["day"])
    counts = op.get_bind().execute(sa.text('SELECT day, "table", forms FROM form_originals'))
    names = ("serial", "day", "table", "n", "cents", "printed")
    rows = [
        dict(zip(names, (serial, day, table, n, cents, *printed, ""), strict=False))
        for day, table, forms in counts
        for n, (serial, cents, *printed) in enumerate(json.loads(forms))
    ]
    op.bulk_insert(read, rows)


def _owed() -> None:
    """What was left owing of each month, at each table and each seat."""
    op.create_table(
        "table_owed",
        _text("month"),
        _text("table"),
        _number("cents"),
        sa.PrimaryKeyConstraint("month", "table", name="pk_table_owed"),
    )
    op.create_table(
        "seat_owed",
        _text("month"),
        _text("table"),
        _number("seat"),
        _number("cents"),
        sa.PrimaryKeyConstraint("month", "table", "seat", name="pk_seat_owed"),
    )
    op.execute(
        'INSERT INTO table_owed (month, "table", cents)'
        ' SELECT month, "table", sum(cents) FROM (SELECT substr(day, 1, 7) AS month, "table",'
        " coalesce(vig_assessed_cents, 0) - coalesce(vig_collected_cents, 0)"
        " - coalesce(vig_documented_cents, 0) AS cents FROM table_win) AS days"
        ' GROUP BY month, "table" HAVING sum(cents) <> 0'
    )
    op.execute(
        'INSERT INTO seat_owed (month, "table", seat, cents)'
        ' SELECT month, "table", seat, sum(cents) FROM (SELECT substr(day, 1, 7) AS month, "table",'
        " seat, assessed_cents - collected_cents - documented_cents AS cents FROM vigorish_days)"
        ' AS days GROUP BY month, "table", seat HAVING sum(cents) <> 0'
    )


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
