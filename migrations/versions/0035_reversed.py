"""Rounds are reversed: a table's state holds what is owed back, and which rounds were entered again."""

from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # A state of another shape would not be read. Snapshots only save time.
    op.execute("DELETE FROM snapshots")


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
