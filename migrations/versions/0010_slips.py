"""Slips are found by their series and number, so that a day's are checked without reading all."""

import re

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_NUMBERED = re.compile(r"(.*?)(\d{1,18})", re.ASCII | re.DOTALL)


def _text(name: str) -> "sa.Column[str]":
    return sa.Column(name, _TEXT, nullable=False)


def _number(name: str) -> "sa.Column[int]":
    return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=False)


def upgrade() -> None:
    slips = op.create_table(
        "inventory_slips",
        _text("series"),
        _number("number"),
        _text("stream"),
        _number("version"),
        _text("day"),
        _text("table"),
        _text("slip"),
        sa.PrimaryKeyConstraint("series", "number", "stream", "version", name="pk_inventory_slips"),
    )
    op.create_index("ix_inventory_slips_day", "inventory_slips", ["day"])
    used = sa.text(
        'SELECT kind, stream, version, day, "table", slip FROM inventory'
        " WHERE kind IN ('fill', 'credit')"
    )
    rows = []
    for row in op.get_bind().execute(used).mappings():
        match = _NUMBERED.fullmatch(row["slip"])
        if match:
            found = {"series": f"{row['kind']}:{match[1]}", "number": int(match[2])}
            rows.append({**row, **found})
    names = {column.name for column in slips.columns}
    op.bulk_insert(slips, [{name: row[name] for name in names} for row in rows])


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
