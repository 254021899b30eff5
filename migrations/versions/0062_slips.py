"""Fills and credits step by step, and the parts of their slips: no event before this version speaks of them."""

import sqlalchemy as sa
from alembic import op

revision = "0062"
down_revision = "0061"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def _text(name: str, *, nullable: bool = False) -> "sa.Column[str]":
    return sa.Column(name, _TEXT, nullable=nullable)


def _number(name: str, *, nullable: bool = False) -> "sa.Column[int]":
    return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=nullable)


def _milestone() -> "sa.Column[int]":
    return sa.Column("milestone", sa.BigInteger(), nullable=False, server_default="0")


def upgrade() -> None:
    said = ("chips", "slip", "cage", "security", "dealer", "supervisor", "reason")
    op.create_table(
        "inventory_slip_steps",
        *(_text("stream"), _number("request"), _number("version")),
        *(_text(name) for name in ("day", "table", "kind", "step")),
        *(_number("at"), _number("cents"), _text("by")),
        *(_text(name, nullable=True) for name in said),
        _milestone(),
        sa.PrimaryKeyConstraint("stream", "request", "version", name="pk_inventory_slip_steps"),
    )
    op.create_index("ix_inventory_slip_steps_day", "inventory_slip_steps", ["day"])
    op.create_index("ix_inventory_slip_steps_slip", "inventory_slip_steps", ["slip"])
    op.create_table(
        "inventory_slip_copies",
        *(_text(name) for name in ("day", "side", "kind", "same", "slip")),
        *(_number("version"), _number("void"), _number("cents", nullable=True)),
        *(_text("chips", nullable=True), _text("table", nullable=True)),
        _milestone(),
        sa.PrimaryKeyConstraint("day", "side", "kind", "same", name="pk_inventory_slip_copies"),
    )
    op.create_index("ix_inventory_slip_copies_same", "inventory_slip_copies", ["same"])
    op.execute("DELETE FROM snapshots")  # What is on its way is part of a table's state.


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
