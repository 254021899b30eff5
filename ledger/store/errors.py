"""From the drivers' errors to the library's, and from those to what a person reads."""

from collections.abc import Callable, Iterator
from typing import Final

from eventsourcing import persistence

from ledger.store.causes import facts_of
from ledger.store.conditions import Condition
from ledger.values.errors import IntegrityFailure, PitError, StoreUnreachable

_BY_NAME: Final[dict[str, type[persistence.PersistenceError]]] = {
    "InterfaceError": persistence.InterfaceError,
    "DataError": persistence.DataError,
    "OperationalError": persistence.OperationalError,
    "IntegrityError": persistence.IntegrityError,
    "InternalError": persistence.InternalError,
    "ProgrammingError": persistence.ProgrammingError,
    "NotSupportedError": persistence.NotSupportedError,
    "DatabaseError": persistence.DatabaseError,
    "TimeoutError": persistence.OperationalError,
}
_SOURCES: Final = ("sqlalchemy", "psycopg", "sqlite3")


IN_USE: Final = "connection_invalidated"
"""What an error has that a connection in use was lost by: SQLAlchemy's own have it too."""

OTHER_VERSION: Final = "the store is of another version than the program"
"""What the trigger of the log says on PostgreSQL, and the writer on SQLite."""

USED_UP: Final = "no position is left"

CHANGED: Final = (
    "Somebody has changed the database itself. Write nothing more to it, copy it as it is, and compare it with a copy"
    " from before."
)

_CONSTRAINED: Final = {
    "CheckViolation",
    "ForeignKeyViolation",
    "NotNullViolation",
    "SQLITE_CONSTRAINT_CHECK",
    "SQLITE_CONSTRAINT_FOREIGNKEY",
    "SQLITE_CONSTRAINT_NOTNULL",
}
"""What a driver says of a row that is refused though its place is free."""


_ANSWERED: Final = {"ObjectNotInPrerequisiteState", "QueryCanceled", "SQLITE_ERROR"}
"""What a store says that was reached, though a driver calls it an error of operation."""


class ClaimTaken(persistence.IntegrityError):
    """The idempotency key is in use. What it was used for is in the store."""

    def __init__(self, key: str) -> None:
        super().__init__(f"idempotency key is in use: {key}")
        self.key = key


class FeedMoved(persistence.IntegrityError):
    """Another reader has taken records of this source meanwhile."""

    def __init__(self, source: str) -> None:
        super().__init__(f"feed source is not where it was: {source}")
        self.source = source


class Constrained(persistence.DatabaseError):
    """A table refuses a row, and not because its place is taken. Deciding it again does not help."""


class OfAnotherVersion(persistence.OperationalError):
    """The store was brought to another version than this program is made for, while it ran."""

    def __init__(self) -> None:
        super().__init__(OTHER_VERSION)


class UsedUp(persistence.OperationalError):
    """The log has no position left. SQLite says that its disk is full."""

    def __init__(self) -> None:
        super().__init__(USED_UP)


class Moved(persistence.IntegrityError):
    """Something that a decision rested on is not so any more."""

    def __init__(self, condition: Condition) -> None:
        super().__init__(f"not as it was: {condition}")


def encoded_otherwise() -> StoreUnreachable:
    """What a database of PostgreSQL is that cannot hold every text."""
    return StoreUnreachable(
        "store_not_utf8",
        "The database is not encoded in UTF-8, and cannot hold every name and text.",
        "Nothing was recorded. Make a database WITH ENCODING 'UTF8' TEMPLATE template0, and move a store that is there"
        " into it by pg_dump and pg_restore.",
    )


def library_error(error: BaseException) -> persistence.PersistenceError | None:
    """The library's error for one of a driver or of SQLAlchemy, or None for any other.

    They all follow DB-API, so the class's name decides and no driver need be imported.
    """
    for cls in type(error).__mro__:
        if cls.__module__.startswith(_SOURCES) and cls.__name__ in _BY_NAME:
            kind = _BY_NAME[cls.__name__]
            if kind is persistence.IntegrityError and not _CONSTRAINED.isdisjoint(_signs(error)):
                kind = Constrained
            mapped = kind(str(error))
            mapped.__cause__ = error
            return mapped
    return None


class _Raising:
    """Raises what an error comes to in its place. Each question is asked within some of these: one of a kind does for
    all, where a generator for each would take a good part of the time that the answer takes.
    """

    def __init__(self, instead: Callable[[Exception], Exception | None]) -> None:
        """instead: what is raised in the place of an error; None where that passes through."""
        self._instead = instead

    def __enter__(self) -> None: ...

    def __exit__(self, _kind: object, error: BaseException | None, _at: object) -> None:
        if isinstance(error, Exception) and (instead := self._instead(error)) is not None:
            raise instead from error


def _store_error(error: Exception) -> PitError | None:
    known = error if isinstance(error, persistence.PersistenceError) else library_error(error)
    return None if known is None else _trouble(known)


_LIBRARY_ERRORS: Final = _Raising(library_error)
_STORE_ERRORS: Final = _Raising(_store_error)


def library_errors() -> _Raising:
    """Raise the library's errors in place of a driver's or SQLAlchemy's."""
    return _LIBRARY_ERRORS


def store_errors() -> _Raising:
    """Raise StoreUnreachable for a store that cannot be reached, is locked, or lacks its tables,
    and IntegrityFailure for a damaged file.

    For the outside of a command. Conflicts and errors of programming pass through.
    """
    return _STORE_ERRORS


def _trouble(error: persistence.PersistenceError) -> PitError | None:
    signs = set(_signs(error))
    for text, name, trouble in _TROUBLES:
        if (name and name in signs) or (text and any(text in sign for sign in signs)):
            return trouble()
    lost = isinstance(error, persistence.OperationalError | persistence.InterfaceError)
    if lost and _ANSWERED.isdisjoint(signs):
        return StoreUnreachable(
            "store_unreachable",
            "The store cannot be reached.",
            "Check --db or PIT_DB, and that the database server runs.",
            **facts_of(error),
        )
    return None


_TROUBLES: Final[tuple[tuple[str, str, Callable[[], PitError]], ...]] = (
    (
        "unable to open database file",
        "",
        lambda: StoreUnreachable(
            "store_unreachable",
            "The store's file cannot be opened.",
            "Check --db or PIT_DB, that its folder is there, and who may read and write it.",
        ),
    ),
    (
        "no such table",
        "UndefinedTable",
        lambda: StoreUnreachable(
            "store_not_ready",
            "The store has not been set up for this version.",
            "Run pit init for a new store, or pit db upgrade for an old one.",
        ),
    ),
    (
        OTHER_VERSION,
        "",
        lambda: StoreUnreachable(
            "store_too_new",
            "The store was brought to another version while this program ran.",
            "Start it again with the version of pit that the store has now; what was recorded before stays.",
        ),
    ),
    (
        "database is locked",
        "LockNotAvailable",
        lambda: StoreUnreachable(
            "store_busy",
            "Another program has been writing to the store for too long.",
            "Try again; nothing was changed.",
        ),
    ),
    (
        "readonly database",
        "ReadOnlySqlTransaction",
        lambda: StoreUnreachable(
            "store_read_only",
            "That store may only be read.",
            "Name the store that is written to in --db or PIT_DB; reports and replays work here.",
        ),
    ),
    (
        USED_UP,
        "SequenceGeneratorLimitExceeded",
        lambda: StoreUnreachable(
            "store_full",
            "No position is left for another event.",
            "Nothing was recorded. Nobody comes so far: run pit audit verify, and compare the store with a copy from"
            " before.",
        ),
    ),
    (
        "disk is full",
        "DiskFull",
        lambda: StoreUnreachable(
            "store_full",
            "The disk of the store is full.",
            "Nothing was recorded; make room, and repeat the command.",
        ),
    ),
    (
        # A quota, or a limit of the process: SQLite calls all but a full disk an error of writing. Of a full one it
        # says where there is no room for its shared memory, which it takes for reading too.
        "SQLITE_IOERR_WRITE",
        "SQLITE_IOERR_SHMSIZE",
        lambda: StoreUnreachable(
            "store_full",
            "The disk of the store takes no more: a quota or a limit is reached, or it fails.",
            "Nothing was recorded; make room, and repeat the command.",
        ),
    ),
    (
        "",
        "InsufficientPrivilege",
        lambda: StoreUnreachable(
            "role_may_not",
            "The database's role has no right to do that.",
            "Log in as the writer to record, as the owner to upgrade and rebuild; pit db roles shows what each may.",
        ),
    ),
    (
        "not a database",
        "",
        lambda: StoreUnreachable(
            "store_unreadable", "That file is not a store.", "Check --db or PIT_DB."
        ),
    ),
    (
        "Could not decode to UTF-8",
        "",
        lambda: IntegrityFailure(
            "value_unreadable",
            "A text in the store is none that can be read.",
            CHANGED,
        ),
    ),
    (
        "",
        Constrained.__name__,
        lambda: IntegrityFailure(
            "tables_altered",
            "A table of the store refuses what was to be recorded, which none that was made for it does.",
            f"Nothing was recorded. {CHANGED}",
        ),
    ),
    ("", "UntranslatableCharacter", encoded_otherwise),
    (
        "malformed",
        "",
        lambda: IntegrityFailure(
            "store_damaged",
            "The store's file is damaged.",
            "Write nothing more to it; go back to a copy.",
        ),
    ),
)
"""What SQLite's text or code has in it, a whole code of SQLite or the class that PostgreSQL has for it, and what a
person reads; the first that fits."""


def _signs(error: BaseException | None) -> Iterator[str]:
    """What tells one trouble from another: SQLite has but its text, PostgreSQL a class for each,
    whatever language the server speaks."""
    while error is not None:
        yield type(error).__name__
        yield str(error)
        yield getattr(error, "sqlite_errorname", "")
        error = error.__cause__


def was_reached(lost: StoreUnreachable) -> bool:
    """Whether there was a connection that was lost; else what is named may be wrong, or it does not run."""
    error: BaseException | None = lost
    while error is not None:
        # The server's word, where it ends one that is still being set up.
        if getattr(error, IN_USE, False) or getattr(error, "sqlstate", None):
            return True
        error = error.__cause__
    return False
