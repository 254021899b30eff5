"""What was typed and does not fit a command, in our own words: the library that reads it says only what it is about."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from ledger.values.errors import Misused

MISUSED = Misused.exit_code


def misused(
    message: str, next_step: str = "", context: click.Context | None = None, **facts: object
) -> Misused:
    """The error for a command that cannot be carried out as it was typed. context: of the command, this one if None.
    Raises UnicodeError where it would name bytes that are no text.
    """
    message.encode()
    found = context or click.get_current_context(silent=True)
    see = f"See {found.command_path if found else 'pit'} --help."
    return Misused("usage", message, f"{next_step} {see}".strip(), **facts)


def in_our_words(run: Callable[[], Any], *, helps: bool = True) -> Any:
    """Read and carry out what was typed. helps: whether a noun alone shows its help. Raises Misused."""
    try:
        return run()
    except click.exceptions.NoArgsIsHelpError as error:
        if not helps:
            noun = error.ctx.info_name if error.ctx is not None else "pit"
            raise misused(f"{noun} needs a verb.", "", error.ctx) from None
        error.show()
        return MISUSED
    except click.UsageError as error:
        raise _told(error) from None


@contextmanager
def of(context: click.Context, words: list[str]) -> Iterator[None]:
    """What is misused while the words of a command are read is a misuse of that command. Raises Misused where what
    takes one value is said twice.
    """
    try:
        _verify_said_once(context, words)
        yield
    except click.UsageError as error:
        error.ctx = error.ctx or context
        raise


def _verify_said_once(context: click.Context, words: list[str]) -> None:
    """Of two values of one option, click takes the last. An option that takes one has one name, and a long one: only
    where some name is typed twice are the words read once more, to tell names from values.
    """
    names = [word.partition("=")[0] for word in words if word.startswith("--")]
    if len({*names}) == len(names):
        return
    _, _, said = context.command.make_parser(context).parse_args([*words])
    if any(param.is_eager for param in said):  # Help, whatever stands beside it.
        return
    for param in said:
        if _takes_one_value(param) and said.count(param) > 1:
            name = name_of(param)
            told = f"{name} is said more than once."
            raise misused(told, "It takes one value.", context, option=name)


def _takes_one_value(param: click.Parameter) -> bool:
    return isinstance(param, click.Option) and not (param.multiple or param.is_flag or param.count)


def _told(error: click.UsageError) -> Misused:
    match error:
        case click.NoSuchOption(option_name=typed):
            options = (each for each in _params(error) if isinstance(each, click.Option))
            known = [name for option in options for name in option.opts]
            return misused(
                f"There is no option {typed} here.", _near(typed, known), error.ctx, option=typed
            )
        case click.exceptions.NoSuchCommand(command_name=typed):
            known = _commands(error)
            return misused(
                f"There is no command {typed}.", _near(typed, known), error.ctx, command=typed
            )
        case click.MissingParameter(param=param) if param is not None:
            name = name_of(param)
            help_text = getattr(param, "help", None)
            said = f"It is: {help_text}" if help_text else ""
            return misused(f"{name} is missing.", said, error.ctx, missing=name)
        case click.BadOptionUsage(option_name=typed):
            flag = any(
                typed in param.opts and getattr(param, "is_flag", False) for param in _params(error)
            )
            wants = "takes no value" if flag else "needs a value behind it"
            return misused(f"{typed} {wants}.", "", error.ctx, option=typed)
    if error.ctx is not None and isinstance(error.ctx.command, click.Group):
        return misused("No command is typed.", "", error.ctx)
    return misused("What is typed cannot be read.", "", error.ctx)


def name_of(param: click.Parameter) -> str:
    """What a person knows a parameter by: `--closer`, `TABLE`."""
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return (param.metavar or param.name or "").upper().strip("[.]")


def _near(typed: str, known: Iterable[str]) -> str:
    from projections.queries.near import meant

    return meant(typed, known)


def _params(error: click.UsageError) -> list[click.Parameter]:
    return error.ctx.command.get_params(error.ctx) if error.ctx is not None else []


def _commands(error: click.UsageError) -> list[str]:
    context = error.ctx
    group = context.command if context is not None else None
    return group.list_commands(context) if isinstance(group, click.Group) and context else []
