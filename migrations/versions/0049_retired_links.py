"""Tables leave their links, links are retired; what wagers put in is worked out again by each table's own terms."""

import sqlalchemy as sa
from alembic import op

revision = "0049"
down_revision = "0048"
branch_labels = None
depends_on = None


def upgrade() -> None:
    text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

    def nothing(name: str) -> "sa.Column[int]":
        return sa.Column(name, sa.BigInteger(), nullable=False, server_default="0")

    # Every row is made anew below.
    for name in (
        *("meter_links", "meter_tables", "meter_readings", "meter_days", "meter_signs"),
        *("meter_rounds", "meter_awards", "meter_table_days", "meters_journal"),
    ):
        op.execute(f"DELETE FROM {name}")  # noqa: S608  names of this file
    with op.batch_alter_table("meter_links") as table:
        table.add_column(nothing("rated"))
        table.add_column(sa.Column("retired_day", text, nullable=True))
        table.alter_column("rated", server_default=None)
    with op.batch_alter_table("meter_tables") as table:
        table.add_column(sa.Column("terms", text, nullable=False, server_default="[]"))
        table.add_column(nothing("since"))
        table.alter_column("terms", server_default=None)
        table.alter_column("since", server_default=None)
    with op.batch_alter_table("meter_days") as table:
        table.add_column(nothing("transfers"))
        table.alter_column("transfers", server_default=None)
    for name in (
        "meter_links",
        "meter_tables",
        "meter_days",
    ):  # It stands last, as in a model made anew.
        op.drop_column(name, "milestone")
        milestone = sa.Column("milestone", sa.BigInteger(), nullable=False, server_default="0")
        op.add_column(name, milestone)
    # The events hold all of it: the first report after this upgrade folds them again. States have new fields.
    op.execute("DELETE FROM tracking WHERE name IN ('meters', 'meters:past')")
    op.execute("DELETE FROM snapshots")


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
