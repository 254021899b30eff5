"""The store's tables: one MetaData, on which the read models register theirs too.

Alembic creates them; nothing else does.

Instants are integer microseconds UTC, as everywhere.
"""

from sqlalchemy import (
    BigInteger,
    Column,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_N_label)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite counts rows in an INTEGER key only.
Position = BigInteger().with_variant(Integer, "sqlite")

# Names are compared byte by byte, whatever the server's language: faster, and the same everywhere.
Name = Text().with_variant(Text(collation="C"), "postgresql")

events = Table(
    "events",
    metadata,
    Column("position", Position, Identity(always=True), primary_key=True),
    Column("originator_id", Name, nullable=False),
    Column("originator_version", Integer, nullable=False),
    Column("topic", Text, nullable=False),
    Column("state", LargeBinary, nullable=False),
    UniqueConstraint("originator_id", "originator_version"),
    # Without it SQLite may give a number again, and a reader would pass over what is stored there.
    sqlite_autoincrement=True,
)

# Of rare events only, as their migrations make them; to say so here would load PostgreSQL's dialect in every command.
Index("ix_events_rare", events.c.originator_id, events.c.originator_version)
Index("ix_events_rare_topic", events.c.topic, events.c.position)

snapshots = Table(
    "snapshots",
    metadata,
    Column("originator_id", Name, primary_key=True),
    Column("originator_version", Integer, primary_key=True, autoincrement=False),
    Column("topic", Text, nullable=False),
    Column("state", LargeBinary, nullable=False),
)

tracking = Table(
    "tracking",
    metadata,
    Column("name", Name, primary_key=True),
    Column("position", BigInteger, nullable=False),
)

idempotency_keys = Table(
    "idempotency_keys",
    metadata,
    Column("key", Name, primary_key=True),
    Column("request_sha256", String(64), nullable=False),
    Column("answer", LargeBinary, nullable=False),
    Column("recorded_at", BigInteger, nullable=False),
)

feed_sources = Table(
    "feed_sources",
    metadata,
    Column("source", Name, primary_key=True),
    Column("last_seq", BigInteger, nullable=False),
)

feed_digests = Table(
    "feed_digests",
    metadata,
    Column("source", Name, primary_key=True),
    Column("last_seq", BigInteger, primary_key=True, autoincrement=False),
    Column("digests", LargeBinary, nullable=False),
)
"""What the records were that were taken from a source: the digests, beside each other, of those that were saved
together, of which `last_seq` is the last.
"""

seal_hashes = Table(
    "seal_hashes",
    metadata,
    Column("level", Integer, primary_key=True, autoincrement=False),
    Column("first", BigInteger, primary_key=True, autoincrement=False),
    Column("position", BigInteger, nullable=False),
    Column("hashes", LargeBinary, nullable=False),
)
"""Hashes of the tree over the log, beside each other in one row. Level 0: of leaves; n: each over 256**n leaves. first:
which of its level the first one is. position: of the last event under them. A row ends where 256 are full.
"""

checkpoints = Table(
    "checkpoints",
    metadata,
    Column("size", BigInteger, primary_key=True, autoincrement=False),
    Column("key", Name, primary_key=True),
    Column("note", Text, nullable=False),
    Column("recorded_at", BigInteger, nullable=False),
)
"""Checkpoints as they were signed. key: the public key that did."""

verifications = Table(
    "verifications",
    metadata,
    Column("at", BigInteger, primary_key=True, autoincrement=False),
    Column("position", BigInteger, nullable=False),
    Column("program", Text, nullable=False),
    Column("answer", LargeBinary, nullable=False),
)
"""What the last verification of the log came to, as JSON. position: of the last event then. program: its version."""

passphrases = Table(
    "passphrases",
    metadata,
    Column("operator", Name, primary_key=True),
    Column("kept", Text, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
)
"""What is kept of operators' passphrases: a secret of those who write, which roles that read cannot see."""

past_rows = Table(
    "past_rows",
    metadata,
    Column("model", Name, primary_key=True),
    Column("node", BigInteger, primary_key=True, autoincrement=False),
    Column("until", BigInteger, primary_key=True, autoincrement=False),
    Column("key", Name, primary_key=True),
    Column("since", BigInteger, nullable=False),
    Column("content", Name, nullable=False),
    sqlite_with_rowid=False,
)
"""Rows as they were at the milestones after `since`, up to and with `until`: all that a batch changed since, as a list
in JSON of their values. key: the batch's beginning and `since`. In older stores a row is of one row, with its key's
values in `key` and the others in `content`.

node: the one of those milestones whose number 2 divides most often. Of all rows, whenever they were so, those of one
milestone are found by a handful of numbers.
"""

signed_days = Table(
    "signed_days",
    metadata,
    Column("day", Name, primary_key=True),
    Column("part", Name, primary_key=True),
    Column("position", BigInteger, nullable=False),
    Column("content", LargeBinary, nullable=False),
    Column("sha256", Name, nullable=False),
    Column("remade", BigInteger, nullable=False),
)
"""Parts of what the reports of a closed day say, by name: JSON, compressed. position: the event they are read at.
sha256: of the JSON. remade: 1 where they were made after the day was closed, and are not what was signed byte for byte.
"""
