"""When shifts begin, by the property's clock."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def _text(name: str) -> "sa.Column[str]":
    return sa.Column(name, _TEXT, nullable=False)


def upgrade() -> None:
    op.create_table(
        "property_clock",
        _text("property"),
        _text("zone"),
        _text("cutoff"),
        sa.PrimaryKeyConstraint("property", name="pk_property_clock"),
    )
    op.create_table(
        "property_shifts",
        _text("day"),
        _text("shifts"),
        sa.PrimaryKeyConstraint("day", name="pk_property_shifts"),
    )


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
