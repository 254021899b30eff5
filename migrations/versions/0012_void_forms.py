"""A form that was issued can be void: who signed that, and when."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.add_column("forms", sa.Column("voided_at", sa.BigInteger(), nullable=True))
    for name in ("void_pit_boss", "void_clerk"):
        op.add_column("forms", sa.Column(name, _TEXT, nullable=True))
    # Up to now a form was void before it was issued: who signed it first signed it void.
    op.execute(
        "UPDATE forms SET voided_at = at, void_pit_boss = pit_boss, void_clerk = clerk"
        " WHERE status = 'void'"
    )


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
