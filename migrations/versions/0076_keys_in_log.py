"""What is recorded under a key says so from here on: no program that does not may write beside one that does."""

revision = "0076"
down_revision = "0075"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Tables stay as they are; a store of a newer version takes nothing from an older program."""


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
