"""A shoe's state has cards drawn in error and simulated rounds that are due."""

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Snapshots only save time.
    op.execute("DELETE FROM snapshots")


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
