"""What may be typed after what has been typed: of every command its words, options, and kinds of names.

For `pit shell`, and for the files by which bash, zsh and fish complete commands.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, NamedTuple

import click

from cli.frame.naming import VerbLeftOut, begun
from cli.typed import kinds
from cli.typed.kinds import Read
from cli.typed.values import AWARD, BET, FORM, SERIAL
from ledger.values.numbers import MOST_SEATS

NAMES: Final = frozenset(
    {
        *("TABLE", "ROUND", "AWARD", "BET", "PIT", "LINK", "METER", "SERIES", "SERIAL"),
        *("OPERATOR", "RULES"),
    }
)
"""Kinds of names that are asked for in the store, or in the rules that can be named."""

NARROWING: Final = frozenset({"TABLE", "LINK"})
"""Kinds of names to which those behind them belong."""

FILE: Final = "FILE"
ANYTHING: Final = "-"
"""What a person says in their own words, a number or an amount: nothing can be offered."""

MOST_ARGUMENTS: Final = 1 + 3 * MOST_SEATS
"""A wager for each seat of a table, behind its code."""

_OF_TYPE: Final[Mapping[object, str]] = {
    BET: "BET",
    AWARD: "AWARD",
    FORM: "SERIAL",
    SERIAL: "SERIAL",
    kinds.FILE: FILE,
    kinds.NEW_FILE: FILE,
}

_OF_NAME: Final[Mapping[str, str]] = {each: each for each in NAMES} | {
    FILE: FILE,
    "DAY": "today yesterday",
}


class Option(NamedTuple):
    """An option. value: what it takes, as an argument does; "" for one that takes nothing."""

    name: str
    help: str
    value: str


class Takes(NamedTuple):
    """What a command takes. path: its noun and verb; "" for pit itself. below: the commands that may follow, each with
    its help. arguments: each a kind of NAMES, FILE, ANYTHING, or the words that it may be.
    """

    path: str
    below: Sequence[tuple[str, str]]
    arguments: Sequence[str]
    options: Sequence[Option]

    def valued(self, option: str) -> str:
        """What an option takes; "" for one that takes nothing, and for none."""
        return next((each.value for each in self.options if each.name == option), "")


class Expected(NamedTuple):
    """What the next word may be: a command of `below`, or of a kind; of: the table or link named before it."""

    below: Sequence[str]
    kind: str
    of: str
    options: Sequence[Option]


def takes(command: click.Command, path: str) -> Takes:
    """What a command takes, and a verb that may be left out for it."""
    context, noun = click.Context(command), path.partition(" ")[0]
    below = command.list_commands(context) if isinstance(command, click.Group) else ()
    params = [*command.params]
    if isinstance(command, VerbLeftOut):
        params += command.commands[command.left_out].params
    arguments = chain.from_iterable(
        _argument(each, noun) for each in params if isinstance(each, click.Argument)
    )
    return Takes(
        path,
        [(name, _help(command, context, name)) for name in below],
        list(arguments)[:MOST_ARGUMENTS],
        [
            Option(name, _brief(each.help), "" if each.is_flag else _kind(each, noun))
            for each in params
            if isinstance(each, click.Option)
            for name in (*each.opts, *each.secondary_opts)
        ],
    )


def every(command: click.Command, path: str = "") -> Iterator[Takes]:
    """What a command and all below it take."""
    yield takes(command, path)
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            if below := command.get_command(context, name):
                yield from every(below, f"{path} {name}".strip())


def expected(command: click.Command, words: Iterable[str]) -> Expected:
    """What may follow these words; commands among them may be shortened."""
    here, of, n, option = takes(command, ""), "", 0, ""
    for word in words:
        if option:
            option = ""
        elif word.startswith("-"):
            option = here.valued(word)
        elif isinstance(command, click.Group):
            context = click.Context(command)
            found = command.get_command(
                context, begun(word, command.list_commands(context), context)
            )
            if found is None:
                break
            command, here = found, takes(found, f"{here.path} {found.name}".strip())
        else:
            of = word if _nth(here, n) in NARROWING else of
            n += 1
    below = [] if option else [name for name, _ in here.below]
    return Expected(below, option or _nth(here, n), of, [] if option else here.options)


def _nth(here: Takes, n: int) -> str:
    return here.arguments[n] if n < len(here.arguments) else ANYTHING


def _argument(param: click.Argument, noun: str) -> Sequence[str]:
    """The kinds of its words, one after the other; of an argument that is given again and again, so often."""
    words = (param.metavar or "").strip("[].").split() if param.nargs == -1 else ()
    kinds = [_OF_NAME.get(word, ANYTHING) for word in words] or [_kind(param, noun)]
    return kinds * MOST_ARGUMENTS if param.nargs == -1 else kinds


def _kind(param: click.Parameter, noun: str) -> str:
    read, named = param.type, (param.metavar or (param.name or "").upper()).strip("[.]")
    if read in _OF_TYPE:
        return _OF_TYPE[read]
    if isinstance(read, Read) and read.choices:
        return " ".join(read.choices)
    if named == "ID":
        of_rules = param.name == "rules" or (noun, param.name) == ("rules", "name")
        return "RULES" if of_rules else "OPERATOR"
    return _OF_NAME.get(named, ANYTHING)


def _help(command: click.Command, context: click.Context, name: str) -> str:
    found = command.get_command(context, name) if isinstance(command, click.Group) else None
    return _brief(found.get_short_help_str(80)) if found is not None else ""


def _brief(text: str | None) -> str:
    return (text or "").partition(";")[0].rstrip(".")
