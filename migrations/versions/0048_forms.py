"""Forms say when they were dropped, forwarded and void by the day, and who sat there; those lost, and those in hand."""

import sqlalchemy as sa
from alembic import op

revision = "0048"
down_revision = "0047"
branch_labels = None
depends_on = None


def upgrade() -> None:
    text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    for name in ("patron_id", "seated"):
        op.add_column("forms", sa.Column(name, text, nullable=True))
    op.add_column("forms", sa.Column("out_of_order", sa.BigInteger(), nullable=True))
    for name in ("dropped_day", "forwarded_day", "voided_day"):
        op.add_column("forms", sa.Column(name, text, nullable=True))
    op.add_column("form_series", sa.Column("received_day", text, nullable=True))
    for table in ("form_series", "forms"):  # It stands last, as where a read model is made anew.
        op.drop_column(table, "milestone")
        milestone = sa.Column("milestone", sa.BigInteger(), nullable=False, server_default="0")
        op.add_column(table, milestone)
    op.create_table(
        "forms_lost",
        sa.Column("series", text, nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("serial", text, nullable=False),
        sa.Column("day", text, nullable=False),
        sa.Column("milestone", sa.BigInteger(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("series", "number", name="pk_forms_lost"),
    )
    op.create_index("ix_forms_lost_day", "forms_lost", ["day"])
    op.create_table(
        "forms_in_hand",
        sa.Column("series", text, nullable=False),
        sa.Column("day", text, nullable=False),
        sa.Column("version", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("missing", text, nullable=True),
        sa.Column("beyond", text, nullable=True),
        sa.Column("milestone", sa.BigInteger(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("series", "day", name="pk_forms_in_hand"),
    )
    op.create_index("ix_forms_in_hand_day", "forms_in_hand", ["day"])
    # The events hold all of it: the first report after this upgrade folds them again.
    for table in (
        "form_series",
        "forms",
        "form_originals",
        "form_originals_read",
        "form_duplicates",
    ):
        op.execute(f"DELETE FROM {table}")  # noqa: S608  names of this file
    op.execute("DELETE FROM tracking WHERE name = 'forms'")
    # What nobody recorded of a form is a finding of days that were made anew, too.
    op.execute("DELETE FROM signed_days WHERE remade = 1")


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
