"""Names as a person types them: of tables in any case, of commands as far as they are clear; and what comes near."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from cli.frame.usage import misused
from cli.typed.kinds import WRITE_MORE, typed_as, written
from ledger.values.errors import Misused, PitError

if TYPE_CHECKING:
    from ledger.desks.ledger import Ledger, Spelled

BELOW_ZERO: Final = re.compile(r"-+[$.,]?\d")
"""What begins so is a number, and no option."""


class VerbLeftOut(click.Group):
    """A group whose verb may be left out. left_out: the one that is meant then."""

    left_out = ""

    def stands_for(self, word: str) -> bool:
        """Whether a word of letters alone is what stands behind the verb that is left out."""
        raise NotImplementedError

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """A verb may be shortened as elsewhere, unless it is what stands behind the one that is left out."""
        verb = self._verb(args[0], ctx) if args else ""
        if verb in self.commands:
            return super().resolve_command(ctx, [verb, *args[1:]])
        return self.left_out, self.commands[self.left_out], args

    def _verb(self, typed: str, ctx: click.Context) -> str:
        if typed in self.commands or not typed.isalpha() or self.stands_for(typed):
            return typed
        verb = begun(typed, self.commands, ctx)
        if verb not in self.commands:
            from projections.queries.near import nearest

            if nearest(typed, self.commands):
                raise click.exceptions.NoSuchCommand(typed, possibilities=self.commands, ctx=ctx)
        return verb

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        wants_help = args and args[0] in ctx.help_option_names
        return super().parse_args(ctx, args if args and wants_help else args or [self.left_out])


def begun(typed: str, names: Iterable[str], context: click.Context) -> str:
    """The name of a command: whole, or the only one that begins so. Raises Misused where it could be several."""
    known = list(names)
    found = [name for name in known if typed and name.startswith(typed)]
    if typed in known or not found:
        return typed
    if len(found) > 1:
        from projections.queries.near import either

        raise misused(
            f"{typed!r} could be {either(found)}.", "Write more of it.", context, command=typed
        )
    return found[0]


def is_number(typed: Iterable[str], error: click.NoSuchOption) -> bool:
    """Whether what was taken for an option is a number below zero, or odd: what it stands for says what is wrong."""
    return any(BELOW_ZERO.match(x) and x.startswith(error.option_name[:2]) for x in typed)


def spell(ledger: "Callable[[], Ledger]", command: click.Command, given: dict[str, Any]) -> None:
    """Write the tables, pits and links that a command is given, those in names of rounds too, as they were put into
    service, and forms as their series was received.
    """
    for param in command.params:
        called = param.metavar or param.type.name.upper()
        read, name = _SPELLED.get(called.strip("[.]")), param.name or ""
        if read is not None and given.get(name):
            value = given[name]
            given[name] = (
                tuple(read(ledger(), each) for each in value)
                if param.multiple or param.nargs == -1
                else read(ledger(), value)
            )


def _of(kind: "Spelled") -> "Callable[[Ledger, str], str]":
    return lambda ledger, name: ledger.spelled(name, kind)


def _round(ledger: "Ledger", name: str) -> str:
    code, colon, rest = name.partition(":")
    return f"{ledger.spelled(code)}{colon}{rest}"


def _award(ledger: "Ledger", award: Any) -> Any:
    return award._replace(round=_round(ledger, award.round))


def _serial(ledger: "Ledger", serial: Any) -> Any:
    return serial._replace(series=ledger.spelled(serial.series, "series"))


def _form(ledger: "Ledger", form: Any) -> Any:
    return form._replace(serial=ledger.spelled_serial(form.serial))


_SPELLED: Final[Mapping[str, Callable[["Ledger", Any], Any]]] = {
    "TABLE": _of("table"),
    "ROUND": _round,
    "AWARD": _award,
    "PIT": _of("pit"),
    "LINK": _of("link"),
    "SERIES": _of("series"),
    "SERIAL": _serial,
    "FORM": _form,
}
"""By what an argument or an option is called in its help, else by its kind."""


@contextmanager
def in_typed_words(command: click.Command) -> Iterator[None]:
    """Where a field cannot be what was said for it, call it what was typed, not what it is called on record."""
    try:
        yield
    except PitError as error:
        refusal = error.refusal
        field = str(refusal.facts.get("field", ""))
        name = _ON_RECORD.get(field, field).partition("[")[0]
        typed = next((typed_as(param) for param in command.params if param.name == name), "")
        if typed and refusal.message.startswith(field):
            said = typed + refusal.message.removeprefix(field)
            facts = {**refusal.facts, "field": typed}
            error.refusal = replace(refusal, message=said, facts=facts)
        raise


_ON_RECORD: Final[Mapping[str, str]] = {"of_source": "source"}
"""Fields that have another name there than the parameter for which they are typed."""


@contextmanager
def offering(context: click.Context, bets: Callable[[str], Iterable[str]]) -> Iterator[None]:
    """Where a bet is none, name those that the table offers which was typed before it. bets: of a table."""
    try:
        yield
    except Misused as error:
        refusal, typed = error.refusal, context.params
        tables = (
            typed.get(each.name or "") for each in context.command.params if each.metavar == "TABLE"
        )
        table = next(filter(None, tables), None)
        if refusal.code == "unknown_bet" and refusal.next_step != WRITE_MORE and table:
            with suppress(PitError):
                if offered := [*bets(table)]:
                    told = written(str(refusal.facts["bet"]), offered)
                    error.refusal = replace(refusal, next_step=told)
        raise


class _Near(NamedTuple):
    """How a name that nothing has is written of the facts of a refusal, of what kind it is, and of what."""

    name: str
    kind: str
    of: str = ""


NEAR: Final[Mapping[str, _Near]] = {
    "unknown_table": _Near("{table}", "TABLE"),
    "unknown_round": _Near("{round}", "ROUND", "{round}"),
    "unknown_slip": _Near("{slip}", "SLIP", "{table}"),
    "slip_not_on_its_way": _Near("{slip}", "SLIP", "{table}"),
    "unknown_award": _Near("{round}/{seat}", "AWARD", "{round}"),
    "no_dispute": _Near("{round}", "DISPUTE"),
    "no_such_tables": _Near("{pit}", "PIT"),
    "unknown_link": _Near("{link}", "LINK"),
    "unknown_meter": _Near("{meter}", "METER", "{link}"),
    "unknown_series": _Near("{series}", "SERIES"),
    "form_unused": _Near("{serial}", "SERIAL", "{serial}"),
    "unknown_operator": _Near("{operator}", "OPERATOR"),
    "rules_unknown": _Near("{rules}", "RULES"),
    "bad_role": _Near("{role}", "ROLE"),
    "unknown_option": _Near("{option}", "OPTION"),
}
"""By the code of a refusal that names nothing known."""


@contextmanager
def suggesting(names: Callable[[str, str], Iterable[str]]) -> Iterator[None]:
    """Where a name is not known, say which come near. names: what there is of a kind, and of what."""
    try:
        yield
    except PitError as error:
        refusal = error.refusal
        if refusal.code not in NEAR:
            raise
        from projections.queries.near import meant

        near = NEAR[refusal.code]
        asked, kind, of = (text.format_map(refusal.facts) for text in near)
        # What is wrong is said, whatever keeps the names from being asked.
        with suppress(PitError):
            found = meant(asked, (each for each in names(kind, of) if each != asked))
            error.refusal = replace(refusal, next_step=f"{found} {refusal.next_step}".strip())
        raise
