"""Drop boxes one by one: the win of tables is folded anew, each box from its count."""

import sqlalchemy as sa
from alembic import op

revision = "0061"
down_revision = "0060"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_FOLDED_ANEW = ("table_win", "table_hands", "table_owed", "table_rules", "table_win_journal")


def upgrade() -> None:
    op.create_table(
        "table_drops",
        *(sa.Column(name, _TEXT, nullable=False) for name in ("day", "table", "box")),
        sa.Column("version", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("by", _TEXT, nullable=False),
        *(
            sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=False)
            for name in ("cash_cents", "forms_cents")
        ),
        *(sa.Column(name, _TEXT, nullable=True) for name in ("cash", "counts", "team", "kind")),
        *(
            sa.Column(name, sa.BigInteger(), nullable=True)
            for name in ("placed_at", "pulled_at", "opened_at")
        ),
        sa.Column("milestone", sa.BigInteger(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("day", "table", "box", name="pk_table_drops"),
    )
    # The events hold all of it: the first report after this upgrade folds them again.
    for table in _FOLDED_ANEW:
        op.execute(f"DELETE FROM {table}")  # noqa: S608  names of this file
    op.execute("DELETE FROM tracking WHERE name IN ('table_win', 'table_win:past')")


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
