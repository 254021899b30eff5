"""Two columns of forms that nothing reads go: the day of receipt of a series, and that on which an original went in."""

from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_column("form_series", "received_day")
    op.drop_column("forms", "dropped_day")


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
