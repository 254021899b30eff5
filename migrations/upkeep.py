"""What is asked and done of a whole store: set up, brought to this version, how it stands, its roles.

Without Alembic where nothing has to be brought up.
"""

from pathlib import Path

import msgspec
from msgspec import structs
from sqlalchemy import URL, inspect

from ledger.desks import property as property_desk
from ledger.desks.ledger import Ledger
from ledger.events.property import PropertyEstablished, Settings
from ledger.property.acts import EstablishProperty
from ledger.values.calendar import read_calendar
from ledger.values.errors import Misused, NotFound, Refused
from migrations import roles, run
from migrations.version import current, head, verify_encoding, verify_ready
from projections.queries.check import contents


class SetUp(msgspec.Struct, frozen=True):
    """A store that is there and has its property. version_before: None where it is new. repeated: it was like this."""

    store: str
    version_before: str | None
    version: str
    name: str
    zone: str
    cutoff: str
    repeated: bool
    dry_run: bool


class Upgraded(msgspec.Struct, frozen=True):
    """The version that a store had, and the one it has now."""

    version_before: str | None
    version: str


class Status(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A store's version and the one it needs; what it holds, where these are the same."""

    store: str
    version: str | None
    needed: str
    events: int | None = None
    last_event: int | None = None
    snapshots: int | None = None
    feeds: dict[str, int] | None = None
    read_models: dict[str, int] | None = None


class Roles(msgspec.Struct, frozen=True):
    """What makes the roles of a store. applied: whether it was run."""

    statements: list[str]
    applied: bool


def property_of(ledger: Ledger) -> PropertyEstablished | None:
    """The property of a store that may not be set up yet."""
    if not current(ledger.journal.engine):
        return None
    try:
        return ledger.property
    except NotFound:
        return None


def set_up(ledger: Ledger, act: EstablishProperty, *, dry_run: bool = False) -> SetUp:
    """Create a store's tables, or bring them up, and establish its property.

    Raises Refused `database_not_empty` for somebody else's database, and as `read_calendar`, `property_desk.verify`
    and `Ledger.do`, before anything is made; StoreUnreachable for a store of a later version, and `store_not_utf8`.
    """
    engine = ledger.journal.engine
    before = current(engine)
    read_calendar(act.zone, act.cutoff)
    if before is not None and before > head():
        verify_ready(engine)
    if before is None and _exists(engine.url) and inspect(engine).get_table_names():
        raise Refused(
            "database_not_empty",
            "The database holds tables that are not this program's.",
            "Make an empty database for the store, or name another.",
            store=ledger.address,
        )
    property_desk.verify(act.settings, act.cutoff)
    if before is None:
        verify_encoding(engine)
        first = structs.replace(Settings(), **act.settings)
        property_desk.verify_tables(first, act.settings, ledger.catalogue)
    repeated = before == head()
    if not dry_run:
        run.upgrade(engine)
    if repeated or not dry_run:
        repeated &= ledger.do(act, dry_run=dry_run).repeated
    terms = (act.name, act.zone, act.cutoff)
    return SetUp(ledger.address, before, head(), *terms, repeated, dry_run)


def upgrade(ledger: Ledger) -> Upgraded:
    """Bring a store's tables up to this version; all of it or nothing. Raises StoreUnreachable."""
    engine = ledger.journal.engine
    before = current(engine)
    if before is None or before > head():
        verify_ready(engine)
    if before != head():
        run.upgrade(engine)
    return Upgraded(before, head())


def status(ledger: Ledger) -> Status:
    """How a store stands. Raises StoreUnreachable where there is none."""
    engine = ledger.journal.engine
    version = current(engine)
    if version is None:
        verify_ready(engine)
    held = structs.asdict(contents(ledger)) if version == head() else {}
    return Status(store=ledger.address, version=version, needed=head(), **held)


def roles_of(ledger: Ledger, prefix: str, *, apply: bool = False) -> Roles:
    """The roles of a store on PostgreSQL, as SQL, which is run where that is said. Raises Misused `no_roles`."""
    engine = ledger.journal.engine
    if engine.dialect.name != "postgresql":
        raise Misused(
            "no_roles",
            "A file has no roles.",
            "The permissions of the file and its folder say who may read and write it.",
        )
    statements = list(roles.statements(prefix))
    if apply:
        roles.apply(engine, statements)
    return Roles(statements, apply)


def _exists(url: URL) -> bool:
    """A SQLite file that is not there yet is not made by looking."""
    return url.get_backend_name() != "sqlite" or Path(url.database or "").is_file()
