"""What a seat has on a bet in all is held against a property's limits."""

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "limits_laid",
        sa.Column("table", _TEXT, nullable=False),
        sa.Column("seat", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("bet", _TEXT, nullable=False),
        sa.Column("coupon", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("round", _TEXT, nullable=False),
        sa.Column("cents", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("table", "seat", "bet", "coupon", name="pk_limits_laid"),
    )
    # The events hold all of it: the first report after this upgrade folds them again.
    for name in ("limits", "limits_rules", "limits_beyond", "limits_journal"):
        op.execute(sa.delete(sa.table(name)))
    op.execute("DELETE FROM tracking WHERE name = 'limits'")
    # An amount that is beyond a limit only now is an exception of days that were made anew, too.
    op.execute("DELETE FROM signed_days WHERE remade = 1")


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
