"""The tree over the log and its signed checkpoints, which nobody can change or delete, as the events."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

_POSTGRESQL = """
CREATE FUNCTION refuse_change_of_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the seal is never changed or deleted'
        USING ERRCODE = 'integrity_constraint_violation';
END
$$;
"""
_POSTGRESQL_TRIGGER = """
CREATE TRIGGER {table}_are_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_seal();
ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_are_kept;
"""

_SQLITE = """
CREATE TRIGGER {table}_are_not_{past} BEFORE {change} ON {table} {condition}
BEGIN
    SELECT RAISE(ABORT, 'the seal is never changed or deleted');
END
"""
# INSERT OR REPLACE deletes what is in its way without asking the triggers for deletion.
_IN_THE_WAY = "WHEN EXISTS (SELECT 1 FROM {table} WHERE {key})"

_KEYS = {
    "seal_hashes": "level = NEW.level AND first = NEW.first",
    "checkpoints": 'size = NEW.size AND "key" = NEW."key"',
}


def upgrade() -> None:
    op.create_table(
        "seal_hashes",
        sa.Column("level", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("first", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("hashes", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("level", "first", name="pk_seal_hashes"),
    )
    op.create_table(
        "checkpoints",
        sa.Column("size", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("key", _TEXT, nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("size", "key", name="pk_checkpoints"),
    )
    postgresql = op.get_context().dialect.name == "postgresql"
    if postgresql:
        op.execute(_POSTGRESQL)
    for table, key in _KEYS.items():
        if postgresql:
            op.execute(_POSTGRESQL_TRIGGER.format(table=table))
            continue
        in_the_way = _IN_THE_WAY.format(table=table, key=key)
        for past, change, condition in (
            ("changed", "UPDATE", ""),
            ("deleted", "DELETE", ""),
            ("replaced", "INSERT", in_the_way),
        ):
            sql = _SQLITE.format(table=table, past=past, change=change, condition=condition)
            op.execute(sql)


def downgrade() -> None:
    raise NotImplementedError("the books are not taken back")
