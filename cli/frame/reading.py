"""How a command that shows something reads: the read models caught up first, then one snapshot."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC
from typing import TYPE_CHECKING, Any

import click

from cli.frame.options import options, session
from cli.frame.past import Past, looking_back, past, rebuilt
from cli.typed.values import meant
from ledger.values.errors import Conflict, NotFound

if TYPE_CHECKING:
    import msgspec
    import sqlalchemy as sa

    from ledger.desks.ledger import Ledger
    from projections.engine.model import Projection
    from projections.figures.render import View

ATTEMPTS = 8
"""How often read models are caught up again that were not all at the same event."""

FORMS = ("table", "json", "ndjson", "csv")

showing_now = options(
    click.option(
        "--format", "form", type=click.Choice(FORMS), default="table", help="How it is printed."
    ),
    click.option("--json", "form", flag_value="json", help="The same as --format json."),
)
"""How rows are printed: --format, --json. Money is in cents in all but the table."""

showing = options(showing_now, looking_back)
"""What every report takes: --format, --json, --as-of, --known-at."""

day_option = click.option(
    "--day", metavar="DAY", help="Gaming day: 2026-07-11, today or yesterday; today if left out."
)
table_option = click.option("--table", "code", metavar="TABLE", help="This table only.")


@contextmanager
def caught_up(needs: "Sequence[Projection]") -> Iterator["sa.Connection"]:
    """A connection that reads one snapshot, in which the read models named are at the same event.

    Where the command looks back, they are made anew in memory, as they stood then; so they are, as
    they stand, where the store may only be read and they have not counted all of it. Raises
    Conflict, as `live` does.
    """
    from ledger.store.engine import read_only
    from ledger.store.errors import store_errors
    from projections.engine import engine

    then = past(session())
    journal = session().ledger.journal
    if then is None and read_only(journal.engine):
        with store_errors():
            behind = any(engine.status(each, journal, journal.engine).behind for each in needs)
        then = Past(position=journal.max_notification_id() or 0) if behind else None
    if then is None:
        with live(needs) as connection:
            yield connection
        return
    with store_errors(), rebuilt(needs, then, progress()) as connection:
        yield connection


@contextmanager
def live(needs: "Sequence[Projection]") -> Iterator["sa.Connection"]:
    """A connection that reads one snapshot of the live tables, in which the read models named are at
    the same event.

    Raises Conflict where others write faster than they can be brought together.
    """
    from ledger.store.errors import store_errors
    from projections.engine import engine

    journal = session().ledger.journal
    with store_errors():
        for _ in range(ATTEMPTS):
            head = journal.max_notification_id()
            for projection in needs:
                engine.catch_up(projection, journal, journal.engine, head, progress=progress())
            with engine.reading(journal.engine, needs) as connection:
                at = {engine.position_of(connection, projection.name) for projection in needs}
                if len(at) == 1:
                    yield connection
                    return
    raise Conflict(
        "read_models_apart",
        "Others keep writing, and the read models do not come to the same event.",
        "Try again.",
        attempts=ATTEMPTS,
    )


@contextmanager
def pointed(needs: "Sequence[Projection]") -> Iterator["sa.Connection"]:
    """A connection to the log and to the read models that point into it: as far as those have come where the store may
    only be read, since what they have not counted yet is looked through.
    """
    from ledger.store.engine import read_only
    from ledger.store.errors import store_errors
    from projections.engine import engine

    journal = session().ledger.journal
    with store_errors():
        if not read_only(journal.engine):
            for projection in needs:
                engine.catch_up(projection, journal, journal.engine, progress=progress())
        with engine.reading(journal.engine, needs) as connection:
            yield connection


def position_of(connection: "sa.Connection", needs: "Sequence[Projection]") -> int:
    """The event up to which the read models named count: all of them the same."""
    from projections.engine import engine

    return engine.position_of(connection, needs[0].name)


def progress() -> Callable[[int, int], None] | None:
    """Tells a person at a terminal how far a long reading has come; nobody else."""
    if not sys.stderr.isatty():
        return None

    def tell(position: int, goal: int) -> None:
        line = f"Reading events: {position:,} of {goal:,}" if position < goal else ""
        click.echo(f"\r\x1b[K{line}", nl=False, err=True)

    return tell


def show_rows(view: "View", rows: "Sequence[msgspec.Struct]", form: str) -> None:
    """Print rows as asked; a person reads instants in the property's time zone."""
    from projections.figures.render import Form, Kind, write

    timed = any(c.kind is Kind.MOMENT for section in view.sections for c in section.columns)
    zone = session().ledger.calendar.tz if timed and form == Form.TABLE else UTC
    write(view, rows, Form(form), sys.stdout, zone)


def print_json(value: object) -> None:
    """Print a struct, or what is made of structs, as one JSON value."""
    import msgspec

    click.echo(msgspec.json.encode(value).decode())


def say_position(position: int, form: str) -> None:
    """Tell a person up to which event of the log the report counts."""
    if form == "table":
        click.echo(f"As of event {position:,}.", err=True)


def table_codes(ledger: "Ledger") -> list[str]:
    """The codes of all tables that were ever put into service."""
    from ledger.store.engine import read_only
    from projections.engine import engine
    from projections.models import places

    journal = ledger.journal
    if read_only(journal.engine):
        now = Past(position=journal.max_notification_id() or 0)
        with rebuilt((places.PROJECTION,), now, progress()) as connection:
            return places.tables(connection)
    engine.catch_up(places.PROJECTION, journal, journal.engine, progress=progress())
    with journal.engine.connect() as connection:
        return places.tables(connection)


def known_table(ledger: "Ledger", code: str | None) -> str | None:
    """The code, if it is a table's or none was named. Raises NotFound, saying which come near."""
    from ledger.store.errors import store_errors
    from ledger.table.state import stream

    if code is None:
        return None
    with store_errors():
        known = ledger.journal.position_of(stream(code), 1) is not None
    if not known:
        with near_tables(ledger):
            ledger.table(code)
    return code


def near_tables(ledger: "Ledger") -> AbstractContextManager[None]:
    """Where a table is not known, say which ones come near."""
    return near("unknown_table", "table", lambda: table_codes(ledger))


@contextmanager
def near(code: str, fact: str, names: Callable[[], Iterable[str]]) -> Iterator[None]:
    """Where an error of this code says that its fact names nothing known, say what comes near."""
    try:
        yield
    except NotFound as error:
        refusal = error.refusal
        if refusal.code != code:
            raise
        facts: dict[str, Any] = dict(refusal.facts)
        suggestion = meant(str(facts[fact]), names())
        next_step = f"{suggestion} {refusal.next_step}".strip()
        raise NotFound(refusal.code, refusal.message, next_step, **facts) from None
