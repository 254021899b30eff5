"""Amounts beyond a property's own limits are listed. No store has had limits before, so that there are none to list."""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def _text(name: str) -> "sa.Column[str]":
    return sa.Column(name, _TEXT, nullable=False)


def _number(name: str) -> "sa.Column[int]":
    return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=False)


def upgrade() -> None:
    op.create_table(
        "limits",
        _text("property"),
        _text("settings"),
        sa.PrimaryKeyConstraint("property", name="pk_limits"),
    )
    op.create_table(
        "limits_rules",
        _text("table"),
        _text("rules"),
        sa.PrimaryKeyConstraint("table", name="pk_limits_rules"),
    )
    op.create_table(
        "limits_beyond",
        _text("stream"),
        _number("version"),
        _number("line"),
        *(_text(name) for name in ("day", "table", "setting", "what")),
        *(_number(name) for name in ("cents", "limit_cents", "at")),
        *(_text(name) for name in ("by", "source")),
        sa.PrimaryKeyConstraint("stream", "version", "line", name="pk_limits_beyond"),
    )
    op.create_index("ix_limits_beyond_day", "limits_beyond", ["day"])
    op.create_table(
        "limits_journal",
        _text("stream"),
        _text("entries"),
        sa.PrimaryKeyConstraint("stream", name="pk_limits_journal"),
    )


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
