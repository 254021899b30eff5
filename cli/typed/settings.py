"""Settings of the property as a person types them: `clock-tolerance=2 shifts=06-14-22`."""

import re
from collections.abc import Iterable
from typing import Any

from cli.typed.values import Pair
from ledger.values.errors import Misused
from projections.queries.near import meant


def settings_of(pairs: Iterable[Pair]) -> dict[str, Any]:
    """The settings by the names they are stored under. Raises Misused for one that is none, or is set twice."""
    from ledger.events.property import Settings

    names = {field.removesuffix("_minutes"): field for field in Settings.__struct_fields__}
    settings: dict[str, Any] = {}
    for key, value in pairs:
        asked = key.lower().replace("-", "_").removesuffix("_minutes")
        if asked not in names:
            raise Misused(
                "unknown_setting",
                f"{key} is not a setting of a property.",
                meant(asked, names) or f"The settings are {', '.join(names)}.",
                setting=key,
            )
        if names[asked] in settings:
            raise Misused(
                "bad_setting", f"{key} is set twice.", "Set each setting once.", setting=key
            )
        read = shifts_of if asked == "shifts" else minutes_of
        settings[names[asked]] = read(value, key)
    return settings


def minutes_of(text: str, field: str) -> int:
    """A whole number of minutes. Raises Misused."""
    if not re.fullmatch(r"\d{1,6}", text.strip(), re.ASCII):
        raise Misused(
            "bad_setting",
            f"{field}: {text!r} is not a number of minutes.",
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


def shift_of(text: str) -> str:
    """The name of a shift: `14:00-22:00`, also typed as `14-22`. Raises Misused."""
    return "-".join(shifts_of(text, "shift"))
