"""What the commands of `pit` share: the session, and the options of writing and showing."""

import os
import re
from collections.abc import Callable, Sequence
from contextlib import ExitStack, nullcontext, suppress
from datetime import UTC, date, datetime, time, timedelta
from functools import cached_property, lru_cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cli.frame import usage
from cli.frame.doubting import cause_of
from cli.frame.echo import unseen
from cli.frame.failing import explain, show
from cli.frame.naming import begun, in_typed_words, is_number, offering, spell, suggesting
from cli.frame.paging import Helping, Noted
from cli.typed.kinds import number
from ledger.values.errors import Misused

if TYPE_CHECKING:
    from pathlib import Path

    from ledger.desks.ledger import Ledger
    from ledger.rules.catalogue import Catalogue
    from ledger.values.calendar import GamingCalendar
    from ledger.values.errors import Refused

DEFAULT_STORE = "sqlite:///pit.db"

F = TypeVar("F", bound=Callable[..., Any])


class Session:
    """One run of `pit`: which store, who acts. The store is opened when it is first needed.

    db, by: as typed or from the environment, None where neither says. as_of, known_at: the state of
    the books that is asked for, as typed; None for the books as they stand. recorded: the last event
    that this run saved, or had saved before under the same key; None while it has recorded nothing.
    named_passphrase_file, new_passphrase_file: where passphrases stand, as typed.
    workers: how many processes go through the whole log, as typed. upto: the event up to which read models
    are brought up already for what is asked; None where nobody did. flags: what was said to it of paging, for the lines
    that are typed in it. patient: whether a passphrase that was mistyped is asked for again. scripted: whether those
    commands are read from standard input.

    kept: a session that goes on behind this one, as that of `pit shell`: its store stays open.
    """

    def __init__(self, db: str | None, by: str | None, kept: "Session | None" = None) -> None:
        self.named_db = db
        self.named_by = by
        self._kept = kept
        self.as_of: str | None = None
        self.known_at: str | None = None
        self.recorded: int | None = None
        self.recorded_by = ""
        self.workers: int | None = None
        self.upto: int | None = None
        self.flags: dict[str, bool] = {}
        self.patient: bool = kept is not None and kept.patient
        self.scripted = False
        self.named_passphrase_file: str | None = None
        self.new_passphrase_file: str | None = None
        self._began_as: str | None = None
        self._told = False
        self._open = ExitStack()

    @cached_property
    def config(self) -> dict[str, Any]:
        """The config file: PIT_CONFIG, else pit.toml here, else the user's."""
        named = os.environ.get("PIT_CONFIG")
        places = ("pit.toml", os.path.expanduser("~/.config/pit/config.toml"))  # noqa: PTH111  there may be no home
        for place in [named] if named else places:
            if named or os.path.isfile(place):  # noqa: PTH113  a home that is closed to this user holds no file of theirs
                return _read_config(place)
        return {}

    @cached_property
    def _now(self) -> datetime:
        """One for all that a command says."""
        return datetime.now(UTC)

    @property
    def url(self) -> str:
        """The store's URL."""
        return self.named_db or str(self.config.get("db", DEFAULT_STORE))

    @property
    def author(self) -> str:
        """Who acts, "" when nobody is named."""
        return self.named_by or str(self.config.get("by", ""))

    @property
    def passphrase_file(self) -> str | None:
        """Where the passphrase of whoever acts stands; None where it is asked for."""
        return self.named_passphrase_file or os.environ.get("PIT_PASSPHRASE_FILE") or None

    @property
    def by(self) -> str:
        """Who acts. Raises Misused when nobody is named: every write has an author."""
        by = self.author
        if not by:
            raise Misused("no_author", "Nobody is named as acting.", "Say --by ID, or set PIT_BY.")
        return by

    @cached_property
    def ledger(self) -> "Ledger":
        """The ledger, opened once, checked to be of this version."""
        from cli.frame.bootstrap import of_this_version, open_store

        if self._kept is not None and self._kept.url == self.url:
            return self.watched(of_this_version(self._kept.ledger))
        return self.watched(self._open.enter_context(open_store(self.url, self.catalogue)))

    def watched(self, ledger: "Ledger") -> "Ledger":
        """The ledger, which tells this session from now on what it has saved, and a person what they should know."""
        ledger.on_saved = self._note
        ledger.workers = self.workers
        ledger.upto = self.upto
        ledger.passphrases.ask = self._passphrase
        ledger.passphrases.again = self._asks_again
        if self.named_passphrase_file is not None:
            ledger.passphrases.doubt()  # What is named is compared, in a shell too.
        ledger.tell = lru_cache(partial(click.echo, err=True))  # Once in a run.
        return ledger

    def _passphrase(self, operator: str, role: str) -> str | None:
        """A file is for whoever acts, and for one that is set; everybody else types theirs, lest one sign as two."""
        from cli.frame.passphrase import STANDARD_INPUT, ask
        from ledger.values.passphrases import NEW

        file = self.new_passphrase_file if role == NEW else self.file_of(operator)
        if file == STANDARD_INPUT:
            self.verify_no_script()
        return ask(operator, new=role == NEW, file=file)

    def file_of(self, operator: str) -> str | None:
        """A file is for whoever is named with it, in a shell too where somebody else types meanwhile."""
        if operator != self.author:
            return None
        if self._kept is not None and not self.named_passphrase_file:
            return self._kept.file_of(operator)
        return self.passphrase_file if self._began_as in {None, operator} else None

    def verify_no_script(self) -> None:
        """Raise Misused where standard input is the script whose line this is: its next lines would be read."""
        if self._kept is not None and self._kept.scripted:
            raise Misused(
                "usage",
                "Standard input is the script that this line stands in.",
                "Name a file, or run the command outside the script.",
            )

    def hand_over(self, to: str) -> None:
        """Somebody else acts from here on."""
        if self._began_as is None:
            self._began_as = self.author
        self.named_by = to

    def _asks_again(self, operator: str, wrong: "Refused") -> bool:
        """In a shell who mistypes a passphrase is asked again, unseen, until none is taken for a while: what was typed
        with it is not typed once more.
        """
        if not self.patient or self.file_of(operator) or "until" in wrong.refusal.facts:
            return False
        show(wrong.refusal, as_json=False)
        return True

    def _note(self, position: int) -> None:
        self.recorded, self.recorded_by = position, self.author
        if self._kept is not None:
            self._kept.recorded, self._kept.recorded_by = position, self.author

    def say_recorded(self, trouble: str) -> None:
        """Tell a person, once, that what they typed is recorded in spite of this trouble."""
        if not self._told:
            self._told = True
            click.echo(f"Recorded: the log stands at event {self.recorded:,}. {trouble}", err=True)

    @cached_property
    def catalogue(self) -> "Catalogue":
        """The rules submissions that can be named: those that ship, and those of the licensee in
        the directory that PIT_RULES, or `rules` in the config file, names.
        """
        from pathlib import Path

        from ledger.rules.catalogue import Catalogue

        if self._kept is not None:
            return self._kept.catalogue
        directory = os.environ.get("PIT_RULES") or self.config.get("rules")
        return Catalogue(Path(directory) if directory else None)

    def names(self, kind: str, of: str = "") -> "list[str]":
        """What can be named of a kind: see projections/queries/codes.py; RULES and their OPTION, none of the log."""
        if kind == "RULES":
            return list(self.catalogue.ids())
        if kind == "OPTION":
            from ledger.rules.options import OPTIONS

            return list(OPTIONS)
        from projections.queries.codes import names_of

        return names_of(self.ledger, kind, of)

    @property
    def seal_key(self) -> "Path | None":
        """The key file that seals the log, of PIT_SEAL_KEY or the config file; None where nothing is sealed."""
        from pathlib import Path

        named = os.environ.get("PIT_SEAL_KEY") or self.config.get("seal_key")
        return Path(named) if named else None

    @property
    def secret_files(self) -> "list[Path]":
        """Files with a key or a passphrase, as they are named here."""
        from pathlib import Path

        named = (self.seal_key, self.passphrase_file, self.new_passphrase_file)
        return [Path(each) for each in named if each]

    def rules_id(self, name: str) -> str:
        """The id by which a table can adopt what was named: an id, or a file (`./mine.toml`)."""
        from pathlib import Path

        return self.catalogue.add(Path(name)) if name.endswith(".toml") else name

    def moment(self, at: str | None) -> datetime:
        """When something happened: an aware datetime, now where nothing or `now` was typed.

        A time without an offset is the property's local time, and HH:MM is that of the gaming day
        that runs now; one that comes twice or never that day is refused. Raises Misused.
        """
        if at is None or at.strip().lower() == "now":
            return self._now
        calendar = self.ledger.calendar
        with suppress(ValueError):
            moment = _today_at(at, calendar) or datetime.fromisoformat(at)
            if ":" in at:
                return moment if moment.tzinfo else local_moment(moment, calendar)
        raise Misused(
            "bad_time",
            f"{at!r} is not a time.",
            "Write it as 2026-07-11T23:30-04:00, or 23:30 for today.",
            time=at,
        )

    def stands_at(self) -> datetime:
        """The clock of what is shown: now, or the moment that the command looks back to."""
        moments = [text for text in (self.as_of, self.known_at) if text and not text.isdigit()]
        return min((self.moment(text) for text in moments), default=datetime.now(UTC))

    def close(self) -> None:
        """Close whatever was opened."""
        self._open.close()


def _read_config(place: str) -> dict[str, Any]:
    from pathlib import Path

    from ledger.values.text import hidden_in, parse_toml, read_text

    try:
        read = parse_toml(read_text(Path(place)))
        if not (found := hidden_in(read)):
            return read
        reason = f"{found[0]} holds a character that is not seen, {found[1]}"
    except OSError as error:
        reason = str(error.strerror)
    except ValueError as error:
        reason = str(error)
    raise Misused(
        "bad_config",
        f"The config file {place} cannot be read: {reason}.",
        "Correct the file, or name another in PIT_CONFIG.",
        file=place,
    )


def local_moment(moment: datetime, calendar: "GamingCalendar") -> datetime:
    """A local time as an instant. Raises Misused where the clocks make it two or none."""
    first, second = (moment.replace(tzinfo=calendar.tz, fold=fold) for fold in (0, 1))
    if first.utcoffset() != second.utcoffset():
        raise Misused(
            "ambiguous_time",
            f"{moment.isoformat()} comes twice or never in {calendar.zone}: the clocks change.",
            "Write the offset too, such as 2026-11-01T01:30-04:00.",
            time=moment.isoformat(),
            zone=calendar.zone,
        )
    return first


def _today_at(text: str, calendar: "GamingCalendar") -> datetime | None:
    """HH:MM as the local time that falls in the gaming day that runs now; None for anything else."""
    if not re.fullmatch(r"\d\d?:\d\d", text, re.ASCII):
        return None
    clock = time.fromisoformat(text.zfill(5))
    today = date.fromisoformat(gaming_day(None, calendar, datetime.now(UTC)))
    return datetime.combine(today + timedelta(days=clock < calendar.cutoff), clock)


def gaming_day(text: str | None, calendar: "GamingCalendar", now: datetime | None = None) -> str:
    """A gaming day as typed: an ISO date, `today`, `yesterday`; today where nothing was typed.

    now: the clock, unless given. A command that looks back to a moment means the day of that moment.
    """
    from ledger.values.calendar import to_micros
    from projections.queries import moment

    return moment.gaming_day(text, calendar, to_micros(now or session().stands_at()))


def session() -> Session:
    """The session of the command that runs."""
    return click.get_current_context().ensure_object(Session)


def _name_db(_: click.Context, __: click.Parameter, value: str) -> None:
    session().named_db = value


def _name_by(_: click.Context, __: click.Parameter, value: str) -> None:
    session().named_by = value


def _name_passphrase_file(_: click.Context, __: click.Parameter, value: str) -> None:
    session().named_passphrase_file = value


def _store_and_author() -> list[click.Parameter]:
    return [
        Noted(["--db"], metavar="URL", callback=_name_db, help="The store."),
        Noted(["--by"], metavar="ID", callback=_name_by, help="Who acts."),
        Noted(
            ["--passphrase-file"],
            metavar="FILE",
            callback=_name_passphrase_file,
            help="Where the passphrase of who acts is the first line; - for standard input.",
        ),
    ]


class PitCommand(Helping):
    """A command that takes --db and --by behind its own options too.

    many: it records one thing after the other, and can fail when some of them are recorded.
    """

    allow_extra_args = True
    """They are refused here, in our own words."""

    def __init__(self, *args: Any, many: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        taken = {name for param in self.params for name in param.opts}
        self.params += [each for each in _store_and_author() if taken.isdisjoint(each.opts)]
        self._many = many

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what was typed. A number below zero is no option. Raises Misused for what is not seen."""
        _verify_seen(args)
        typed = list(args)
        try:
            with usage.of(ctx, args), offering(ctx, lambda of: session().names("BET", of)):
                super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            if not is_number(typed, error):
                raise
            ctx.ignore_unknown_options, ctx.help_option_names = True, []
            super().parse_args(ctx, typed)
        if ctx.args and not ctx.resilient_parsing:
            words = " ".join(ctx.args)
            raise usage.misused(
                f"{words}: that is more than the command takes.", "", ctx, beyond=words
            )
        return ctx.args

    def invoke(self, ctx: click.Context) -> Any:
        """Run it. An act that is recorded is done, and what goes wrong afterwards does not undo it."""
        current = session()
        # What goes on and on reads what is typed meanwhile.
        asks = "dry_run" in ctx.params and not self._many
        try:
            with (
                unseen() if asks else nullcontext(),
                suggesting(current.names),
                in_typed_words(self),
            ):
                spell(lambda: current.ledger, self, ctx.params)
                return super().invoke(ctx)
        except click.exceptions.Exit:
            raise
        except Exception as error:
            cause = cause_of(error, vars(current).get("ledger"))
            if self._many or current.recorded is None:
                if cause is error:
                    raise
                raise cause from error
            current.say_recorded(explain(cause).refusal.message)
            return 0


def _verify_seen(words: Sequence[str]) -> None:
    """Before anything is cut off at its ends: what is not seen there would go unsaid. Raises Misused, and UnicodeError
    for bytes that are no text.
    """
    for option, word in pairwise(("", *words)):
        if word.isascii() and word.isprintable():
            continue
        from ledger.values.text import hidden_in

        word.encode()
        if found := hidden_in(word):
            named = next((each for each in (word, option) if each.startswith("--")), "--word")
            field = named[2:].partition("=")[0]
            raise Misused(
                "control_character",
                f"{field} holds a character that is not seen, {found[1]}.",
                "Type it in plain text, without what was pasted along with it.",
                field=field,
                character=found[1],
            )


class Noun(Helping, click.Group):
    """A noun with its verbs. It takes --db, --by and what every command takes before its verb."""

    command_class = PitCommand

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params += _store_and_author()

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what was typed before the verb."""
        with usage.of(ctx, args):
            return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """A verb may be shortened as long as it is clear."""
        return super().resolve_command(ctx, [begun(args[0], self.commands, ctx), *args[1:]])


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

meant = click.option("--yes", is_flag=True, help="It is meant: do not ask about it.")
"""What may be a slip of the hand is asked about at a terminal, and refused elsewhere unless this is said."""

signatures = options(
    click.option("--dealer", required=True, metavar="ID", help="The dealer who signs."),
    click.option("--supervisor", required=True, metavar="ID", help="The supervisor who signs."),
)


def _share_out(_: click.Context, __: click.Parameter, value: int) -> None:
    session().workers = value


workers_option = click.option(
    "--workers",
    cls=Noted,
    type=number(1, 256),
    metavar="N",
    callback=_share_out,
    help="Processes that share the work; unless said, as many as there are cores for a long log.",
)
"""How many go through the whole log."""

patience_option = click.option(
    "--patience",
    type=number(0, 604_800),
    default=300,
    show_default=True,
    metavar="SECONDS",
    help="How long a store that is lost is waited for.",
)
"""How long a command that goes on and on waits."""
