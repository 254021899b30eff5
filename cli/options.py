"""The options and arguments that many commands share, and how they are read: money, chips, moments."""

import os
import tomllib
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ledger.errors import Misused, PitError

if TYPE_CHECKING:
    from ledger.application import Pit

DEFAULT_STORE = "sqlite:///pit.db"

F = TypeVar("F", bound=Callable[..., Any])


class Session:
    """One run of `pit`: which store, who acts. The store is opened by the first command that needs it."""

    def __init__(self, db: str | None, by: str | None) -> None:
        self.named_db = db
        self.named_by = by
        self._pit: Pit | None = None

    @cached_property
    def config(self) -> dict[str, Any]:
        """The config file: PIT_CONFIG, else pit.toml here, else the user's."""
        named = os.environ.get("PIT_CONFIG")
        places = (
            [Path(named)] if named else [Path("pit.toml"), Path.home() / ".config/pit/config.toml"]
        )
        for place in places:
            if place.is_file():
                try:
                    return tomllib.loads(place.read_text())
                except tomllib.TOMLDecodeError as error:
                    raise Misused(
                        "bad_config",
                        f"{place} is not TOML: {error}.",
                        "Correct the file.",
                        file=str(place),
                    ) from None
        return {}

    @property
    def url(self) -> str:
        """The store's URL."""
        return self.named_db or str(self.config.get("db", DEFAULT_STORE))

    @property
    def by(self) -> str:
        """Who acts. Raises Misused when nobody is named: every write has an author."""
        by = self.named_by or str(self.config.get("by", ""))
        if not by:
            raise Misused("no_author", "Nobody is named as acting.", "Say --by ID, or set PIT_BY.")
        return by

    @property
    def pit(self) -> "Pit":
        """The ledger, opened once, checked to be of this version."""
        if self._pit is None:
            from cli.bootstrap import open_store  # noqa: PLC0415  imports SQLAlchemy

            self._pit = open_store(self.url)
        return self._pit

    def moment(self, at: str | None) -> datetime:
        """When something happened: an aware datetime, now where nothing was typed.

        A time without an offset is the property's local time; one that comes twice or never that day is refused.
        """
        if at is None:
            return datetime.now(UTC)
        try:
            moment = datetime.fromisoformat(at)
        except ValueError:
            raise Misused(
                "bad_time", f"{at!r} is not a time.", "Write it as 2026-07-11T23:30-04:00."
            ) from None
        if moment.tzinfo is not None:
            return moment
        tz = self.pit.calendar.tz
        first, second = (moment.replace(tzinfo=tz, fold=fold) for fold in (0, 1))
        if first.utcoffset() != second.utcoffset():
            raise Misused(
                "ambiguous_time",
                f"{at} comes twice or never in {tz.key}: the clocks change.",
                "Write the offset too, such as 2026-11-01T01:30-04:00.",
                time=at,
                zone=tz.key,
            )
        return first

    def close(self) -> None:
        """Close the store if it was opened."""
        if self._pit is not None:
            self._pit.close()


def session() -> Session:
    """The session of the command that runs."""
    found = click.get_current_context().find_object(Session)
    assert found is not None
    return found


def _name_db(_: click.Context, __: click.Parameter, value: str | None) -> None:
    if value is not None:
        session().named_db = value


def _name_by(_: click.Context, __: click.Parameter, value: str | None) -> None:
    if value is not None:
        session().named_by = value


class PitCommand(click.Command):
    """A command that takes --db and --by behind its own options too."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params += [
            click.Option(["--db"], metavar="URL", expose_value=False, callback=_name_db, help="The store."),
            click.Option(["--by"], metavar="ID", expose_value=False, callback=_name_by, help="Who acts."),
        ]


class Noun(click.Group):
    """A noun with its verbs."""

    command_class = PitCommand


class Money(click.ParamType[int]):
    """An amount typed in dollars (`25`, `25.50`, `$1,000`), read as cents."""

    name = "money"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        from ledger.money import parse_cents  # noqa: PLC0415

        return value if isinstance(value, int) else _read(self, param, ctx, lambda: parse_cents(value))


class Chips(click.ParamType[dict[int, int]]):
    """An inventory typed as denomination x count: `100x50 25x200`, or with = and commas; denominations in dollars."""

    name = "chips"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> dict[int, int]:
        return value if isinstance(value, dict) else _read(self, param, ctx, lambda: parse_chips(value))


def parse_chips(text: str) -> dict[int, int]:
    """`100x50 25x200` as {10000: 50, 2500: 200}; `none` as {}. Raises Misused."""
    from ledger.money import parse_cents  # noqa: PLC0415

    chips: dict[int, int] = {}
    if text.strip().lower() == "none":
        return chips
    for part in text.replace(",", " ").split():
        denomination, mark, pieces = part.lower().replace("=", "x").partition("x")
        if not mark or not pieces.isdigit():
            raise Misused(
                "bad_chips",
                f"{part!r} is not a denomination and a count.",
                "Write 100x50 for fifty $100 chips; none for an empty tray.",
                part=part,
            )
        cents = parse_cents(denomination)
        if cents in chips:
            raise Misused("bad_chips", f"{denomination} is listed twice.", "Add the counts up.", part=part)
        chips[cents] = int(pieces)
    return chips


def _read(
    kind: click.ParamType[Any],
    param: click.Parameter | None,
    ctx: click.Context | None,
    read: Callable[[], Any],
) -> Any:
    try:
        return read()
    except PitError as error:
        kind.fail(f"{error.refusal.message} {error.refusal.next_step}", param, ctx)


MONEY = Money()
CHIPS = Chips()


def options(*decorators: Callable[[F], F]) -> Callable[[F], F]:
    """Several options as one decorator."""

    def decorate(command: F) -> F:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return decorate


as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON; money in cents.")

writing = options(
    click.option("--at", metavar="TIME", help="When it happened; now if left out."),
    click.option("--key", default="", metavar="KEY", help="Makes the command safe to repeat."),
    click.option("--dry-run", is_flag=True, help="Decide and show, record nothing."),
    as_json,
)
"""What every command that records something takes: --at, --key, --dry-run, --json."""

signatures = options(
    click.option("--dealer", required=True, metavar="ID", help="The dealer who signs."),
    click.option("--supervisor", required=True, metavar="ID", help="The supervisor who signs."),
)
