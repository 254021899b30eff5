"""Turns are waited for on PostgreSQL at tables that only writers may lock, no longer at numbers that anybody may."""

from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None

_POSTGRESQL = """
CREATE SCHEMA pit_turns;
CREATE TABLE pit_turns.writing ();
CREATE TABLE pit_turns.waiting ();
CREATE TABLE pit_turns.sealing ();
CREATE OR REPLACE FUNCTION take_writers_turn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    LOCK TABLE pit_turns.writing IN EXCLUSIVE MODE;
    RETURN NULL;
END
$$;
"""


def upgrade() -> None:
    if op.get_context().dialect.name == "postgresql":
        op.execute(_POSTGRESQL)


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
