"""What a series of forms comes to and the runs of slips used are kept, so that no report looks through all of them."""

import sqlalchemy as sa
from alembic import op

revision = "0077"
down_revision = "0076"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_FOLDED_ANEW = {
    "forms": ("forms_lost", "forms_in_hand", "form_originals", "form_originals_read"),
    "inventory": (
        *("inventory", "inventory_numbers", "inventory_slip_steps", "inventory_slip_copies"),
        *("inventory_slip_runs", "inventory_slip_counts", "inventory_journal"),
    ),
}


def _text(*names: str, nullable: bool = False) -> "list[sa.Column[str]]":
    return [sa.Column(name, _TEXT, nullable=nullable) for name in names]


def _number(*names: str, nullable: bool = False) -> "list[sa.Column[int]]":
    return [
        sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=nullable) for name in names
    ]


def _table(name: str, *columns: "sa.Column[str] | sa.Column[int]", key: tuple[str, ...]) -> None:
    milestone = sa.Column("milestone", sa.BigInteger(), nullable=False, server_default="0")
    op.create_table(name, *columns, milestone, sa.PrimaryKeyConstraint(*key, name=f"pk_{name}"))


def upgrade() -> None:
    for table in ("form_series", "forms", "form_duplicates"):
        op.drop_table(table)
    _table(
        "form_series",
        *_text("series"),
        *_number("first", "last", "next", "copies"),
        *_text("pit", "clerks", "received_day", nullable=True),
        *_number("issued", "void", "lost", "kept"),
        key=("series",),
    )
    _table(
        "forms",
        *_text("serial", "series"),
        *_number("number"),
        *_text("status", "day"),
        *_number("at", "recorded_at"),
        *_text("pit_boss", "clerk"),
        *_text("table", nullable=True),
        *_number("seat", "cents", nullable=True),
        *_text("rounds", "patron", "dealer", nullable=True),
        *_number("patron_signed", nullable=True),
        *_text("statement", "stated_by", "reason", nullable=True),
        *_number("dropped_at", "forwarded_at", "voided_at", nullable=True),
        *_text("void_pit_boss", "void_clerk", "patron_id", "seated", nullable=True),
        *_number("out_of_order", nullable=True),
        *_text("dropped_day", "forwarded_day", "voided_day", nullable=True),
        key=("serial",),
    )
    op.create_index("ix_forms_day", "forms", ["day"])
    op.create_index("ix_forms_series_number", "forms", ["series", "number"])
    _table(
        "form_duplicates",
        *_text("serial", "day"),
        *_number("void"),
        *_number("cents", nullable=True),
        *_text("table", "form_day", "patron", nullable=True),
        key=("serial", "day"),
    )
    op.create_index("ix_form_duplicates_day", "form_duplicates", ["day"])
    _table("forms_unsettled", *_text("serial"), key=("serial",))
    _table("inventory_used", *_text("series"), *_number("first", "last"), key=("series", "first"))
    # The events hold all of it: the first report after this upgrade folds them again.
    for projection, tables in _FOLDED_ANEW.items():
        for table in tables:
            op.execute(f"DELETE FROM {table}")  # noqa: S608  names of this file
        op.execute(
            f"DELETE FROM tracking WHERE name IN ('{projection}', '{projection}:past')"  # noqa: S608  likewise
        )


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
