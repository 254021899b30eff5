"""How a command that shows something reads: the read models caught up first, then one snapshot."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC
from typing import TYPE_CHECKING, Any

import click

from cli.options import options, session
from cli.past import Past, looking_back, past, rebuilt
from cli.typed import meant
from ledger.errors import Conflict, NotFound

if TYPE_CHECKING:
    import msgspec
    import sqlalchemy as sa

    from ledger.application import Pit
    from projections.model import Projection
    from projections.reports.render import View

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

    Where the command looks back, they are made anew in memory, as they stood then; where the store
    may only be read, as they stand. Raises Conflict, as `live` does.
    """
    from ledger.store.engine import read_only
    from ledger.store.errors import store_errors

    then = past(session())
    journal = session().pit.journal
    if then is None and read_only(journal.engine):
        then = Past(position=journal.max_notification_id() or 0)
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
    from projections import engine

    journal = session().pit.journal
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


def position_of(connection: "sa.Connection", needs: "Sequence[Projection]") -> int:
    """The event up to which the read models named count: all of them the same."""
    from projections import engine

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
    from projections.reports.render import Form, Kind, write

    timed = any(c.kind is Kind.MOMENT for section in view.sections for c in section.columns)
    zone = session().pit.calendar.tz if timed and form == Form.TABLE else UTC
    write(view, rows, Form(form), sys.stdout, zone)


def print_json(value: object) -> None:
    """Print a struct, or what is made of structs, as one JSON value."""
    import msgspec

    click.echo(msgspec.json.encode(value).decode())


def say_position(position: int, form: str) -> None:
    """Tell a person up to which event of the log the report counts."""
    if form == "table":
        click.echo(f"As of event {position:,}.", err=True)


def table_codes(pit: "Pit") -> list[str]:
    """The codes of all tables that were ever put into service."""
    import sqlalchemy as sa

    from ledger.store.engine import read_only
    from projections import engine, table_win

    code = table_win.TABLE_RULES.table.c.table
    query = sa.select(code).distinct().order_by(code)
    journal = pit.journal
    if read_only(journal.engine):
        now = Past(position=journal.max_notification_id() or 0)
        with rebuilt((table_win.PROJECTION,), now, progress()) as connection:
            return list(connection.scalars(query))
    engine.catch_up(table_win.PROJECTION, journal, journal.engine, progress=progress())
    with journal.engine.connect() as connection:
        return list(connection.scalars(query))


def known_table(pit: "Pit", code: str | None) -> str | None:
    """The code, if it is a table's or none was named. Raises NotFound, saying which come near."""
    if code is None or pit.load_table(code) is not None:
        return code
    with near_tables(pit):
        pit.table(code)
    return code


def near_tables(pit: "Pit") -> AbstractContextManager[None]:
    """Where a table is not known, say which ones come near."""
    return near("unknown_table", "table", lambda: table_codes(pit))


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
