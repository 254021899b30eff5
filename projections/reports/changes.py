"""Two states of one report compared row by row: what was added, removed, changed (U2). Pure."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

ADDED: Final = "added"
REMOVED: Final = "removed"
CHANGED: Final = "changed"

READ_AT: Final = "position"
"""The field that says up to which event a row counts: no figure of it."""


class FieldChange(msgspec.Struct, frozen=True):
    """One figure of a row before and after; None where it was or is not known."""

    field: str
    before: object
    after: object


class RowChange(msgspec.Struct, frozen=True, kw_only=True):
    """A row of a report that two states do not share. row: what names it. fields: its figures that
    changed, or all that it has where it was added or removed. part: of the report, "" where it has no others.
    """

    change: str
    row: dict[str, Any]
    fields: list[FieldChange]
    part: str = ""


def changes(
    before: Iterable[msgspec.Struct],
    after: Iterable[msgspec.Struct],
    key: Sequence[str],
    part: str = "",
) -> list[RowChange]:
    """What changed between two states of a report, in the order of its rows: those of the later
    state first, then what it lost. key: the fields that name a row; of rows that share them the
    first is compared with the first, and so on.
    """
    old, new = _by_key(before, key), _by_key(after, key)
    found = [
        _one(CHANGED if place in old else ADDED, old.get(place), row, key, part)
        for place, row in new.items()
        if old.get(place) != row
    ]
    gone = (place for place in old if place not in new)
    return [*found, *(_one(REMOVED, old[place], None, key, part) for place in gone)]


_Place = tuple[str, int]


def _by_key(rows: Iterable[msgspec.Struct], key: Sequence[str]) -> dict[_Place, dict[str, Any]]:
    placed: dict[_Place, dict[str, Any]] = {}
    seen: dict[str, int] = {}
    for struct in rows:
        row = msgspec.to_builtins(struct, str_keys=True)
        row.pop(READ_AT, None)
        name = repr([row[field] for field in key])
        seen[name] = seen.get(name, 0) + 1
        placed[name, seen[name]] = row
    return placed


def _one(
    change: str,
    before: dict[str, Any] | None,
    after: dict[str, Any] | None,
    key: Sequence[str],
    part: str,
) -> RowChange:
    was, now = before or {}, after or {}
    row = after or before or {}
    return RowChange(
        part=part,
        change=change,
        row={field: row[field] for field in key},
        fields=[
            FieldChange(field, was.get(field), now.get(field))
            for field in row
            if field not in key and was.get(field) != now.get(field)
        ],
    )
