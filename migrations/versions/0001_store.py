"""The store: events, which nobody can change or delete, and what is written together with them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_POSITION = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_NAME = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

# Before the first row of an insert is numbered, its writer waits until the last one has committed:
# readers then never see a position before a lower one. The lock's number means nothing.
_POSTGRESQL = """
CREATE FUNCTION take_writers_turn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(123671548422500);
    RETURN NULL;
END
$$;
CREATE TRIGGER events_are_written_in_turn BEFORE INSERT ON events
    FOR EACH STATEMENT EXECUTE FUNCTION take_writers_turn();
ALTER TABLE events ENABLE ALWAYS TRIGGER events_are_written_in_turn;
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
CREATE TRIGGER events_are_not_{past} BEFORE {change} ON events {condition}
BEGIN
    SELECT RAISE(ABORT, 'events are never changed or deleted');
END
"""

# INSERT OR REPLACE deletes what is in its way without asking the triggers for deletion.
_IN_THE_WAY = """
WHEN EXISTS (SELECT 1 FROM events WHERE position = NEW.position)
    OR EXISTS (
        SELECT 1 FROM events
        WHERE originator_id = NEW.originator_id AND originator_version = NEW.originator_version
    )
"""


def upgrade() -> None:
    op.create_table(
        "events",
        sa.Column("position", _POSITION, sa.Identity(always=True), nullable=False),
        sa.Column("originator_id", _NAME, nullable=False),
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
        sa.Column("originator_id", _NAME, nullable=False),
        sa.Column("originator_version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("topic", sa.Text(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("originator_id", "originator_version", name="pk_snapshots"),
    )
    op.create_table(
        "tracking",
        sa.Column("name", _NAME, nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_tracking"),
    )
    op.create_table(
        "idempotency_keys",
        sa.Column("key", _NAME, nullable=False),
        sa.Column("request_sha256", sa.String(64), nullable=False),
        sa.Column("answer", sa.LargeBinary(), nullable=False),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_idempotency_keys"),
    )
    op.create_table(
        "feed_sources",
        sa.Column("source", _NAME, nullable=False),
        sa.Column("last_seq", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("source", name="pk_feed_sources"),
    )
    if op.get_context().dialect.name == "postgresql":
        op.execute(_POSTGRESQL)
    else:
        op.execute(_SQLITE.format(past="changed", change="UPDATE", condition=""))
        op.execute(_SQLITE.format(past="deleted", change="DELETE", condition=""))
        op.execute(_SQLITE.format(past="replaced", change="INSERT", condition=_IN_THE_WAY))


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
