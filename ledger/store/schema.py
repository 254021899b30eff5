"""The store's tables: one MetaData, on which the read models register theirs too.

Alembic creates them; nothing else does.

Instants are integer microseconds UTC, as everywhere.
"""

from typing import Final

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

VERSION: Final = "0077"
"""Of the tables, as the last migration leaves them: a program appends to a store of its own version only."""

LAST_POSITION: Final = 2**63 - 1
"""No event can stand at a higher one."""

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

COMMON = (
    "table.wagers_placed",
    "table.wager_withdrawn",
    "table.bets_closed",
    "table.cards_dealt",
    "table.third_card_dealt",
    "table.house_money_pressed",
    "table.round_settled",
    "table.vigorish_marked",
    "table.vigorish_collected",
    "table.vigorish_documented",
    "table.seat_taken",
    "table.seat_left",
    "table.bought_in",
    "link.contributions_taken",
    "feed.record_refused",
)
"""Topics of events that come with every hand or nearly. What is not listed is rare, kinds still to come among them."""

# Written out: both databases use the index only for a query that says the very same.
RARE = f"topic NOT IN ({', '.join(repr(topic) for topic in COMMON)})"
"""Events that do not come with every hand: adoptions, corrections, disputes, awards, slips."""

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
