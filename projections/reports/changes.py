"""A report in two states of the books, row by row: what was added, removed, changed (U2). Pure, once it is read."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa

from projections import reconcile
from projections.engine.model import Projection
from projections.figures import closing, win
from projections.figures import day as day_figures
from projections.figures.render import Kind, View
from projections.reconcile.view import VIEW as FINDINGS
from projections.reports import master
from projections.reports.kinds import GROUP, KINDS, Asked, kind_of
from projections.reports.summary import LINES


class Part(NamedTuple):
    """Rows of a report. name: of the part, "" where the report has no others. key: the fields that name a row."""

    name: str
    key: Sequence[str]
    rows: Iterable[msgspec.Struct]


MASTER: Final[Mapping[str, Sequence[str]]] = {
    "to_date": GROUP,
    "beside": GROUP,
    "month": ("gaming_day",),
    "tables": KINDS["win"].key,
    "pits": GROUP,
    "games": GROUP,
    "hours": KINDS["hours"].key,
    "vigorish": KINDS["vig"].key,
    "forms": KINDS["forms"].key,
    "complimentaries": KINDS["comps"].key,
    "meters": KINDS["meters"].key,
    "awards": KINDS["awards"].key,
    "coupons": KINDS["coupons"].key,
    "drop": KINDS["drop"].key,
    "boxes": KINDS["boxes"].key,
    "performance": KINDS["performance"].key,
    "bets": KINDS["performance"].key,
    "tray": KINDS["chips"].key,
    "slips": KINDS["slips"].key,
    "slip_series": KINDS["slip_series"].key,
    "findings": ("id",),
    "acknowledged": ("finding", "cents"),
    "corrections": KINDS["corrections"].key,
    "disputes": ("round", "raised_at"),
    "exceptions": KINDS["exceptions"].key,
    "notes": ("at", "what", "subject"),
}
"""The parts of the day's master report, its summary and how it was closed apart."""

_WHOLE_DAY: Final = ("gaming_day",)


def _findings(connection: sa.Connection, of_day: str, _: Asked) -> Iterator[Part]:
    yield Part("", MASTER["findings"], reconcile.findings(connection, of_day))


def _summary(connection: sa.Connection, of_day: str, _: Asked) -> Iterator[Part]:
    tables = win.win(connection, of_day)
    closed = closing.closing(connection, of_day, tables)
    yield Part("summary", _WHOLE_DAY, [day_figures.day_summary(connection, of_day)])
    yield Part("tables", MASTER["tables"], tables)
    yield Part("corrections", MASTER["corrections"], closing.corrections(connection, of_day))
    yield Part("closing", _WHOLE_DAY, [] if closed is None else [closed])


def _master(connection: sa.Connection, of_day: str, asked: Asked) -> Iterator[Part]:
    # Whose day it is, and up to which event it was read, is no figure of it.
    heading = master.Heading(
        property="",
        zone="",
        gaming_day=of_day,
        starts_at="",
        ends_at="",
        ends_micros=asked.ends_micros,
        position=0,
    )
    report = master.master(connection, heading)
    yield Part("summary", _WHOLE_DAY, [report.summary])
    for name, key in MASTER.items():
        yield Part(name, key, getattr(report, name))
    yield Part("closing", _WHOLE_DAY, [] if report.closing is None else [report.closing])


SEVERAL: Final[
    Mapping[str, tuple[Sequence[Projection], Callable[[sa.Connection, str, Asked], Iterator[Part]]]]
] = {
    "day": (master.NEEDS, _master),
    "summary": (day_figures.NEEDS, _summary),
    "findings": (reconcile.NEEDS, _findings),
}
"""`pit report day`, `pit day show`, `pit day reconcile`: their needs and their parts."""


def needs(name: str, asked: Asked) -> Sequence[Projection]:
    """The read models that a report is made of."""
    return SEVERAL[name][0] if name in SEVERAL else kind_of(name, asked).needs


_UNSEEN: Final[Mapping[str, Kind]] = {
    **dict.fromkeys(
        ("hand_result", "settled", "to_settle", "from_tray", "to_leave_tray"), Kind.MONEY
    ),
    **dict.fromkeys(("at", "decided_at"), Kind.MOMENT),
}
"""What fields hold that no column shows, by their name."""


def kinds(name: str) -> dict[tuple[str, str], Kind]:
    """What the fields of a report hold, by part and name: figures and instants, and whatever a column shows."""
    unseen = {
        (part, field): kind
        for part in ("", "summary", "closing", *MASTER)
        for field, kind in _UNSEEN.items()
    }
    if name not in SEVERAL:
        return {**unseen, **_kinds("", KINDS[name].shown)}
    of_parts = (_kinds(each.field, each.view) for each in master.SUBJECTS)
    summary = {("summary", of.field): of.kind for of in LINES}
    return {
        **unseen,
        **_kinds("", FINDINGS),
        **summary,
        **{k: v for part in of_parts for k, v in part.items()},
    }


def _kinds(part: str, view: View) -> dict[tuple[str, str], Kind]:
    return {(part, of.field): of.kind for section in view.sections for of in section.columns}


def parts(name: str, connection: sa.Connection, asked: Asked) -> list[Part]:
    """The rows of a report. asked: of a gaming day."""
    if name in SEVERAL:
        return list(SEVERAL[name][1](connection, asked.day or "", asked))
    kind = kind_of(name, asked)
    return [Part("", kind.key, kind.rows(connection, asked))]


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
