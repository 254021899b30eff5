"""Settings of the property as a person types them: `clock-tolerance=2 shifts=06-14-22`."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Final

from cli.typed.values import Pair, cents_of
from ledger.events.property import BLIND, PROVABLE, Settings
from ledger.values.errors import Misused
from projections.queries.near import meant


def settings_of(pairs: Iterable[Pair]) -> dict[str, Any]:
    """The settings by the names they are stored under. Raises Misused for one that is none, or is set twice."""
    names = {_without_unit(field): field for field in Settings.__struct_fields__}
    settings: dict[str, Any] = {}
    for key, value in pairs:
        name, _, rules = key.partition(".")
        asked = _without_unit(name.lower().replace("-", "_"))
        field = names.get(asked)
        if field is None or bool(rules) != asked.startswith("table_"):
            raise Misused(
                "unknown_setting",
                f"{key} is not a setting of a property.",
                meant(_typed(asked), map(_typed, names))
                or f"The settings are {', '.join(map(_typed, names))}.",
                setting=key,
            )
        into = settings.setdefault(field, {}) if rules else settings
        at = rules or field
        if at in into:
            raise Misused(
                "bad_setting", f"{key} is set twice.", "Set each setting once.", setting=key
            )
        into[at] = _READ[field.rpartition("_")[2]](value, key)
    return settings


def _without_unit(name: str) -> str:
    """The name of a setting as it is typed."""
    return re.sub("_(minutes|cents|percent)$", "", name)


def _typed(name: str) -> str:
    """A setting as it is typed; what is set for the rules of a table names them."""
    return f"{name.replace('_', '-')}{'.RULES' if name.startswith('table_') else ''}"


def limit_of(text: str, field: str) -> int:
    """An amount in dollars as cents; `none` for no limit. Raises Misused, Refused."""
    return 0 if text.strip().lower() == "none" else cents_of(text, field)


def key_of(text: str, _: str) -> str:
    """A public key as it was handed out; `none` for none. What is none is refused where it is said."""
    return "" if text.strip().lower() == "none" else text.strip()


def number_of(text: str, field: str, unit: str) -> int:
    """A whole number of a unit. Raises Misused."""
    if not re.fullmatch(r"\d{1,7}", text.strip(), re.ASCII):
        raise Misused(
            "bad_setting",
            f"{field}: {text!r} is not a number of {unit}.",
            "Write a whole number, such as 15.",
            setting=field,
        )
    return int(text)


def shifts_of(text: str, field: str) -> list[str]:
    """`06-14-22` or `06:00-14:00-22:00` as local times; `none` for the whole day. Raises Misused."""
    if text.strip().lower() == "none":
        return []
    clocks = []
    for part in re.split(r"[-,\s]+", text.strip()):
        match = re.fullmatch(r"(\d{1,2})(?::(\d\d))?", part, re.ASCII)
        if match is None or int(match[1]) > 23 or int(match[2] or 0) > 59:
            raise Misused(
                "bad_setting",
                f"{field}: {part!r} is not a time of day.",
                "Write when shifts begin, the first at the cut-off: 06-14-22; none for the whole day.",
                setting=field,
            )
        clocks.append(f"{int(match[1]):02}:{match[2] or '00'}")
    return clocks


def passphrases_of(text: str, field: str) -> list[str]:  # noqa: ARG001  as the others are called
    """`accounting,audit,second` in the order in which roles are listed; `none` for nobody."""
    if text.strip().lower() == "none":
        return []
    named = {part.lower().replace("-", "_") for part in re.split(r"[,\s]+", text.strip()) if part}
    known = [each for each in PROVABLE if each in named]
    return [*known, *sorted(named.difference(known))]


def counts_of(text: str, field: str) -> list[str]:  # noqa: ARG001  as the others are called
    """`closer,drop` in the order in which they are listed; `none` for nothing."""
    if text.strip().lower() == "none":
        return []
    named = {part.lower() for part in re.split(r"[,\s]+", text.strip()) if part}
    known = [each for each in BLIND if each in named]
    return [*known, *sorted(named.difference(known))]


def size_of(text: str, field: str) -> str:  # noqa: ARG001  as the others are called
    """`letter` or `a4`, however it is spelled."""
    return text.strip().lower()


NUMBERED: Final = ("minutes", "percent", "points", "months", "rounds", "people")
"""Units of which a setting is a whole number."""

_READ: Final[Mapping[str, Callable[[str, str], Any]]] = {
    "shifts": shifts_of,
    "passphrases": passphrases_of,
    "counts": counts_of,
    "size": size_of,
    **{unit: partial(number_of, unit=unit) for unit in NUMBERED},
    "cents": limit_of,
    "key": key_of,
}
"""How a setting is read, by the last word of its name."""


def shift_of(text: str) -> str:
    """The name of a shift: `14:00-22:00`, also typed as `14-22`. Raises Misused."""
    return "-".join(shifts_of(text, "shift"))
