"""Reports tell players' money in meters from the house's."""

from alembic import op

revision = "0054"
down_revision = "0053"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Days that were made anew say it too; those that are kept as they were signed do not know it.
    op.execute("DELETE FROM signed_days WHERE remade = 1")


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
