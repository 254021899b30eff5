"""Kinds of arguments: one of several names, whole numbers, months, files.

What cannot be read is a Misused that names the token and the field, with the same code wherever it was typed.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

import click

from ledger.values.errors import Misused, NotFound

if TYPE_CHECKING:
    from pathlib import Path


WRITE_MORE: Final = "Write more of it."
"""The next step where a name is begun, and could be several."""


def pick(
    text: str,
    names: Mapping[str, tuple[str, ...]],
    kind: str,
    offered: Collection[str] | None = None,
) -> str:
    """The name that was meant: whole, an alias, or the only one that begins so. Raises Misused, which tells of those
    that are offered.
    """
    asked = _plain(text)
    for name, aliases in names.items():
        if asked == _plain(name) or asked in aliases:
            return name
    begun = [name for name in names if asked and _plain(name).startswith(asked)]
    if len(begun) == 1:
        return begun[0]
    from projections.queries.near import either

    if begun:
        message, next_step = f"{text!r} could be {either(begun)}.", WRITE_MORE
    else:
        message = f"{text!r} is no {kind}."
        next_step = written(asked, names if offered is None else offered)
    code = f"unknown_{kind.replace(' ', '_')}"
    raise Misused(code, message, next_step, **{kind: text})


def written(asked: str, names: Iterable[str]) -> str:
    """What is to be written in the place of a name that is none."""
    from projections.queries.near import either, meant

    return meant(asked, names) or f"Write {either(names)}."


def _plain(text: str) -> str:
    return text.strip().lower().replace("-", "_").replace(" ", "_")


class Read(click.ParamType[Any]):
    """A kind of argument that is read by a function of the text and the name of its field.

    choices: the words that it may be; listed: whether a command's help shows them in the place of its name.
    """

    def __init__(
        self,
        name: str,
        read: Callable[[str, str], Any],
        choices: Iterable[str] = (),
        *,
        listed: bool = False,
    ) -> None:
        self.name = name
        self._read = read
        self.choices = tuple(choices)
        self._listed = listed

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ARG002  click's signature
        if not isinstance(value, str):
            return value
        return self._read(value, typed_as(param) or self.name)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:  # noqa: ARG002  click's signature
        """What help calls it where the command does not say."""
        return f"[{'|'.join(self.choices)}]" if self._listed else None


def typed_as(param: click.Parameter | None) -> str:
    """What a person knows the parameter by: `wager` for --wager, `seat` for SEAT."""
    if isinstance(param, click.Option):
        return param.opts[0].lstrip("-")
    return (param.metavar or param.name or "").lower() if param else ""


def one_of(names: Mapping[str, tuple[str, ...]], kind: str) -> Read:
    """A kind of argument that is one of these names, or an alias of one."""
    return Read(kind, lambda text, _: pick(text, names, kind), names)


def choice(kind: str, *names: str) -> Read:
    """A kind of argument that is one of these words."""
    known: dict[str, tuple[str, ...]] = dict.fromkeys(names, ())
    return Read(kind, lambda text, _: pick(text, known, kind), names, listed=True)


def number(low: int = 0, high: int | None = None) -> Read:
    """A whole number in these bounds. Raises Misused."""
    bounds = f"from {low} on" if high is None else f"from {low} to {high}"

    def read(text: str, field: str) -> int:
        from ledger.values.numbers import whole

        digits = re.fullmatch(r"\s*(-?)(\d+)\s*", text, re.ASCII)
        found = whole(digits[2], field) * (-1 if digits[1] else 1) if digits else None
        if found is None or found < low or (high is not None and found > high):
            wrong = "no whole number" if found is None else f"not {bounds}"
            raise Misused(
                "bad_number",
                f"{field}: {text!r} is {wrong}.",
                f"Write a whole number {bounds}.",
                field=field,
                typed=text,
            )
        return found

    return Read("number", read)


def _month_of(text: str, field: str) -> str:
    if re.fullmatch(r"(?!0000)\d{4}-(0[1-9]|1[0-2])", text.strip(), re.ASCII):
        return text.strip()
    raise Misused(
        "bad_month",
        f"{field}: {text!r} is no month.",
        "Write it as 2026-07.",
        field=field,
        typed=text,
    )


def file_of(text: str, field: str = "file") -> "Path":
    """A file that is there. Raises NotFound, Misused."""
    from pathlib import Path

    if not Path(text).exists():
        raise NotFound("no_such_file", f"There is no file {text}.", "Check the name.", file=text)
    return _new_file_of(text, field)


def _new_file_of(text: str, _: str) -> "Path":
    from pathlib import Path

    if Path(text).is_dir():
        raise Misused("not_a_file", f"{text} is a directory.", "Name a file.", file=text)
    return Path(text)


MONTH = Read("month", _month_of)
FILE = Read("file", file_of)
NEW_FILE = Read("file", _new_file_of)
