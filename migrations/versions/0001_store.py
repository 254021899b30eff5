"""The store: events, which nobody can change or delete, and what is written together with them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_POSITION = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

_POSTGRESQL = """
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'events are never changed or deleted'
        USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER events_are_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE events ENABLE ALWAYS TRIGGER events_are_kept;
"""

_SQLITE = """
CREATE TRIGGER events_are_not_{past} BEFORE {change} ON events
BEGIN
    SELECT RAISE(ABORT, 'events are never changed or deleted');
END
"""


def upgrade() -> None:
    op.create_table(
        "events",
        sa.Column("position", _POSITION, sa.Identity(always=True), nullable=False),
        sa.Column("originator_id", sa.Text(), nullable=False),
        sa.Column("originator_version", sa.Integer(), nullable=False),
        sa.Column("topic", sa.Text(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("position", name="pk_events"),
        sa.UniqueConstraint(
            "originator_id",
            "originator_version",
            name="uq_events_originator_id_originator_version",
        ),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "snapshots",
        sa.Column("originator_id", sa.Text(), nullable=False),
        sa.Column("originator_version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("topic", sa.Text(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("originator_id", "originator_version", name="pk_snapshots"),
    )
    op.create_table(
        "tracking",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_tracking"),
    )
    op.create_table(
        "idempotency_keys",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("request_sha256", sa.String(64), nullable=False),
        sa.Column("answer", sa.LargeBinary(), nullable=False),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_idempotency_keys"),
    )
    op.create_table(
        "feed_sources",
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("last_seq", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("source", name="pk_feed_sources"),
    )
    if op.get_context().dialect.name == "postgresql":
        op.execute(_POSTGRESQL)
    else:
        op.execute(_SQLITE.format(past="changed", change="UPDATE"))
        op.execute(_SQLITE.format(past="deleted", change="DELETE"))


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
