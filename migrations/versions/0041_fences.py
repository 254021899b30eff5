"""A program of another version appends nothing; what a source sent is known again by its digests."""

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

# SHARE UPDATE EXCLUSIVE keeps writers apart as well, and has the server look through nobody else's locks.
_POSTGRESQL = """
CREATE OR REPLACE FUNCTION take_writers_turn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    LOCK TABLE pit_turns.writing IN SHARE UPDATE EXCLUSIVE MODE;
    IF NOT EXISTS (SELECT FROM alembic_version WHERE version_num = current_setting('pit.version', true)) THEN
        RAISE EXCEPTION 'the store is of another version than the program'
            USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    RETURN NULL;
END
$$;
"""


def upgrade() -> None:
    op.create_table(
        "feed_digests",
        sa.Column("source", _TEXT, nullable=False),
        sa.Column("last_seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("digests", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("source", "last_seq", name="pk_feed_digests"),
    )
    if op.get_context().dialect.name == "postgresql":
        op.execute(_POSTGRESQL)


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
