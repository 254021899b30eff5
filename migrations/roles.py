"""Roles of a store on PostgreSQL: who owns the tables, who writes, who only reads. What each may do, as SQL.

Append-only is a matter of rights here, besides the triggers: nobody but the owner can switch those off, and the owner
is needed for upgrades and rebuilds only.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from sqlalchemy import Connection, Engine, text

from ledger.store import turns
from ledger.store.engine import begin_write
from ledger.store.errors import store_errors
from projections.models.registry import PROJECTIONS

ROLES: Final = ("owner", "writer", "auditor")

_APPENDED: Final = (
    "events",
    "snapshots",
    "idempotency_keys",
    "seal_hashes",
    "checkpoints",
    "feed_digests",
)
"""What is written once."""

_MOVED: Final = ("feed_sources", "passphrases")
"""What is written, and counted on or replaced."""

_MADE: Final = ("past_rows", "signed_days", "tracking", "verifications")
"""What is made of events, besides the read models, and can be made again."""

_UNREAD: Final = "passphrases"
"""What no role that only reads may read."""

_ROLE: Final = """
DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '{role}') THEN CREATE ROLE {role} LOGIN; END IF;
END $$"""

_DATABASE: Final = """
DO $$ BEGIN
    EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO {writer}, {auditor}', current_database());
    EXECUTE format('GRANT CONNECT, CREATE ON DATABASE %I TO {owner}', current_database());
END $$"""

_OWNED: Final = """
DO $$ DECLARE each record; BEGIN
    FOR each IN SELECT oid::regclass AS name FROM pg_class
        WHERE relkind = 'r' AND relnamespace IN ('public'::regnamespace, '{turns}'::regnamespace)
    LOOP EXECUTE format('ALTER TABLE %s OWNER TO {owner}', each.name); END LOOP;
    FOR each IN SELECT oid::regprocedure AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    LOOP EXECUTE format('ALTER FUNCTION %s OWNER TO {owner}', each.name); END LOOP;
END $$"""


_OWNER: Final = (
    "SELECT tableowner FROM pg_tables WHERE schemaname = 'public' AND tablename = 'events'"
)

_FOUND: Final = "SELECT count(*) FROM pg_roles WHERE rolname = ANY (:names)"


def statements(prefix: str) -> Iterator[str]:
    """What makes the roles, takes from them what they have, and gives them what they need; safe to repeat."""
    names = _names(prefix)
    owner = names["owner"]
    for role in names.values():
        yield _ROLE.format(role=role).strip()
    yield _DATABASE.format(**names).strip()
    yield "REVOKE ALL ON SCHEMA public FROM PUBLIC"
    yield f"GRANT USAGE, CREATE ON SCHEMA public TO {owner}"
    yield _OWNED.format(turns=turns.SCHEMA, **names).strip()
    yield f"ALTER SCHEMA {turns.SCHEMA} OWNER TO {owner}"
    yield from _granted(**names)


def _names(prefix: str) -> dict[str, str]:
    return {role: f"{prefix}_{role}" for role in ROLES}


def _granted(owner: str, writer: str, auditor: str) -> Iterator[str]:
    """What each may do with the tables there are, and with those to come."""
    others = f"{writer}, {auditor}"
    yield f"REVOKE ALL ON ALL TABLES IN SCHEMA public, {turns.SCHEMA} FROM PUBLIC, {others}"
    yield f"GRANT USAGE ON SCHEMA public TO {others}"
    yield f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {others}"
    yield f"REVOKE ALL ON {_UNREAD} FROM {auditor}"
    yield f"GRANT INSERT ON {', '.join((*_APPENDED, *_MOVED))} TO {writer}"
    yield f"GRANT UPDATE ON {', '.join(_MOVED)} TO {writer}"
    yield f"GRANT INSERT, UPDATE, DELETE ON {', '.join(_kept_at_will())} TO {writer}"
    yield f"GRANT USAGE ON SCHEMA {turns.SCHEMA} TO {writer}"
    yield f"GRANT UPDATE ON ALL TABLES IN SCHEMA {turns.SCHEMA} TO {writer}"
    # A read model that was rebuilt is another table.
    made = f"ALTER DEFAULT PRIVILEGES FOR ROLE {owner} IN SCHEMA public GRANT"
    yield f"{made} SELECT ON TABLES TO {others}"
    yield f"{made} INSERT, UPDATE, DELETE ON TABLES TO {writer}"


def renew(connection: Connection) -> None:
    """Give the roles of a store, where its tables are an owner's of such roles, what they need of tables that are new:
    the owner has them, whoever made them.

    Roles are the whole server's: those of another store are given nothing.
    """
    if connection.dialect.name != "postgresql":
        return
    owned_by = str(connection.scalar(text(_OWNER)))
    prefix, _, owner = owned_by.rpartition("_")
    names = _names(prefix)
    if owner == "owner" and connection.scalar(text(_FOUND), {"names": list(names.values())}) == len(
        names
    ):
        if connection.scalar(text("SELECT current_user")) != owned_by:
            connection.execute(text(_OWNED.format(turns=turns.SCHEMA, **names)))
        for each in _granted(**names):
            connection.execute(text(each))


def apply(engine: Engine, wanted: Iterable[str]) -> None:
    """Run such statements, all or none. Raises StoreUnreachable where this role may not."""
    with store_errors(), begin_write(engine) as connection:
        for each in wanted:
            connection.execute(text(each))


def _kept_at_will() -> list[str]:
    """What is made of events and can be made again."""
    models = {model.name for projection in PROJECTIONS for model in projection.models}
    return sorted({*models, *_MADE})
