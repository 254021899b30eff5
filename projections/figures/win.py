"""Table win of a gaming day: from the tray, from the hands, and what explains the difference (A1,
A2).
"""

from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping
from datetime import date, timedelta
from enum import StrEnum
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa

from ledger.events.day import TableBooks
from ledger.events.link import UNITS_A_CENT
from ledger.store.driver import ask
from projections.engine.once import once
from projections.figures.arithmetic import hold_bps, known_sum, less
from projections.figures.blind import blind_counts, is_withheld
from projections.figures.render import Column, Kind, Section, View
from projections.figures.stood_open import stood_uncounted
from projections.models.closings import PROJECTION as CLOSED
from projections.models.meters import PROJECTION as METERS
from projections.models.table_win import (
    PROJECTION,
    TableWinRow,
)

NEEDS: Final = (PROJECTION, METERS, CLOSED)

SIGNED: Final = "signed_books"
"""The option of a connection that says of gaming days which books were signed, where their signature comes after the
event at which they are read.
"""


class Win(msgspec.Struct, frozen=True):
    """A table's gaming day. Money in cents, hold in basis points; None is unknown.

    rounds: settled ones. vig_brought_forward: owed at the beginning of the day; with vig_assessed it is what was
    collected, documented, uncollected and is outstanding. vig_uncollected: recorded as such without a form; win has
    none of it.
    progressive_contributions: what its wagers put into meters, less returns, rounded down; progressive_awards: what its
    tray paid of them, less what was taken back. Meters hold players' money, so win after progressives is win from the
    tray less the one and with the other. hands: whether they are recorded; false where the table was run on its tray
    alone for part of the day at least, None where nobody said and none was. position: of the last event counted.
    """

    table: str
    gaming_day: str
    rules: str | None
    rounds: int
    voids: int
    opener: int | None
    fills: int
    credits: int
    buy_ins: int | None
    closer: int | None
    drop: int | None
    hand_result: int | None
    vig_brought_forward: int | None
    vig_assessed: int | None
    vig_collected: int | None
    vig_documented: int | None
    vig_uncollected: int | None
    vig_outstanding: int | None
    win_hands: int | None
    win_tray: int | None
    expected_tray: int | None
    tray_variance: int | None
    drop_variance: int | None
    form_variance: int | None
    hold_bps: int | None
    progressive_contributions: int
    progressive_awards: int
    win_after_progressives: int | None
    hands: bool | None
    position: int


class Standing(StrEnum):
    """Whether tray, hands, drop and forms agree, to the cent. Explained: where not, a reason is on record."""

    RECONCILED = "reconciled"
    EXPLAINED = "explained"
    NOT_RECONCILED = "not reconciled"
    INCOMPLETE = "incomplete"


VARIANCES: Final = ("tray_variance", "drop_variance", "form_variance")
"""What must come to nothing, or has a reason: the figure, and the finding that it is."""


def win(connection: sa.Connection, day: str, table: str | None = None) -> list[Win]:
    """Every table with something recorded on the gaming day, or that stood open on it, by its code. table: it only."""
    return [row for row in between(connection, day, day) if table in {None, row.table}]


@once
def between(connection: sa.Connection, first: str, last: str) -> list[Win]:
    """Every table's gaming days from one to another, both included, by day and table."""
    blind = blind_counts(connection)
    return [
        _withheld(books) if is_withheld(blind, books.closer, books.drop) else books
        for books in recorded(connection, first, last)
    ]


@once
def recorded(connection: sa.Connection, first: str, last: str) -> list[Win]:
    """The same with what is told nobody while a count that is made blind is to come."""
    rows: dict[tuple[str, str], Any] = {
        (row.day, row.table): row
        for row in ask(connection, _BOOKS, first=first, last=last, month=first[:7])
    }
    stand_still(connection, rows, stood_uncounted(connection, first, last))
    return [figures_of(rows[place]) for place in sorted(rows)]


def _withheld(books: Win) -> Win:
    return msgspec.structs.replace(
        books, buy_ins=None, expected_tray=None, tray_variance=None, drop_variance=None
    )


def stand_still(
    connection: sa.Connection,
    rows: dict[tuple[str, str], Any],
    uncounted: Iterable[tuple[str, str]],
) -> None:
    """Put to rows by day and table those of tables that stood open uncounted, and of which no hand or chip is there."""
    still = [place for place in uncounted if place not in rows or rows[place].no_tray]
    places = _not_signed_otherwise(connection, still)
    if not places:
        return
    first, last = min(places)[0], max(places)[0]
    moved = _moved(connection, first, last)
    for day, table in places:
        since = moved.get(table, [])
        at = bisect_right(since, day)
        stood = _stood(connection, since[at - 1] if at else first, table)
        rows[day, table] = _stood_still(day, table, stood[0], rows.get((day, table)))


def _moved(connection: sa.Connection, first: str, last: str) -> dict[str, list[str]]:
    """By table, the days of a span on which it begins to stand otherwise than on the day before, in order: those after
    the days on which something is on its books, and those on which other rules begin.
    """
    found: dict[str, set[str]] = {}
    for table, day in ask(connection, _DAYS_OF.format("table_win"), first=first, last=last):
        found.setdefault(table, set()).add(str(date.fromisoformat(day) + timedelta(days=1)))
    for table, day in ask(connection, _DAYS_OF.format("table_rules"), first=first, last=last):
        found.setdefault(table, set()).add(day)
    return {table: sorted(of) for table, of in found.items()}


_DAYS_OF: Final = 'SELECT "table", day FROM {} WHERE day >= :first AND day <= :last'


def standing(figures: Win, explained: Collection[tuple[str, int | None]] = ()) -> Standing:
    """Whether a table's day is reconciled: no variance is tolerated, and none may be unknown.

    explained: findings of the day for which there is a reason, each with the cents for which it was given.
    """
    variances = {name: getattr(figures, name) for name in VARIANCES}
    found = {(f"{name}:{figures.table}", cents) for name, cents in variances.items() if cents}
    if not found <= {*explained}:
        return Standing.NOT_RECONCILED
    if None in variances.values():
        return Standing.INCOMPLETE
    return Standing.EXPLAINED if found else Standing.RECONCILED


_BOOKS_SIGNED: Final = "SELECT day, books FROM day_closings WHERE day IN (:days)"


def _not_signed_otherwise(
    connection: sa.Connection, places: Iterable[tuple[str, str]]
) -> list[tuple[str, str]]:
    """Without those of which a day that is closed was signed as if the table had not stood open."""
    days = {day for day, _ in places}
    signed: dict[str, list[TableBooks]] = {
        row.day: msgspec.json.decode(row.books, type=list[TableBooks])
        for row in (ask(connection, _BOOKS_SIGNED, days=sorted(days)) if days else ())
    }
    said: Mapping[str, list[TableBooks]] = connection.get_execution_options().get(SIGNED, {})
    opener = {
        (day, each.table): each.figures["opener"]
        for day, books in {**signed, **said}.items()
        for each in books
    }
    return [
        (day, table)
        for day, table in places
        if (day not in signed and day not in said) or opener.get((day, table), 0) is None
    ]


def _stood_still(day: str, table: str, stood: sa.Row[Any], row: Any | None) -> Any:
    """The books of a table that stood open all day and at which nothing moved: a tray that nobody counted, and no
    result where its hands are recorded. stood: how it stands before the day. row: what is on the day's books though,
    such as a correction.
    """
    found = dict(row._mapping) if row is not None else _nothing(day, table, stood)  # noqa: SLF001  public
    found |= {"no_tray": 0, "hands": stood.hands}
    if found["hands"]:
        found |= {name: found[name] or 0 for name in _OF_HANDS}
    return SimpleNamespace(**found)


@once
def _stood(connection: sa.Connection, day: str, table: str) -> Iterable[sa.Row[Any]]:
    """How a table stands before a day, in one row: the same on each of the days until it moves again."""
    return ask(connection, _SO_FAR, table=table, day=day, month=day[:7])


def _nothing(day: str, table: str, stood: sa.Row[Any]) -> dict[str, Any]:
    """The row of a table of which nothing is on the day's books: what its seats owe is as it was."""
    return {
        **msgspec.structs.asdict(TableWinRow(day, table)),
        "in_force": stood.in_force,
        "owed": int(stood.before or 0) + int(stood.since or 0),
        "contributions": 0,
        "tray_awards_cents": 0,
        "position": stood.position,
    }


LEFT_OWING: Final = """coalesce(vig_assessed_cents, 0) - coalesce(vig_collected_cents, 0)
    - coalesce(vig_documented_cents, 0) - coalesce(vig_uncollected_cents, 0)"""
"""What the seats came to owe on a day, less all that settled it."""

_SO_FAR: Final = f"""
    SELECT
        (SELECT hands FROM table_win WHERE "table" = :table AND day < :day AND no_tray = 0
         ORDER BY day DESC LIMIT 1) AS hands,
        (SELECT rules FROM table_rules WHERE "table" = :table AND day <= :day
         ORDER BY day DESC LIMIT 1) AS in_force,
        (SELECT sum(cents) FROM table_owed WHERE "table" = :table AND month < :month) AS before,
        (SELECT sum({LEFT_OWING}) FROM table_win
         WHERE "table" = :table AND day < :day AND day >= :month) AS since,
        (SELECT position FROM tracking WHERE name = '{PROJECTION.name}') AS position
"""  # noqa: S608  our own words
"""How a table stands before a day: asked of every one that stood open. month: that of the day."""

_OF_HANDS: Final = (
    "hand_result_cents",
    "buy_ins_cents",
    "vig_assessed_cents",
    "vig_collected_cents",
    "vig_documented_cents",
    "vig_uncollected_cents",
)


BOOKS: Final = ", ".join(f'books."{name}"' for name in TableWinRow.__struct_fields__)
"""A table's day, by the names of its columns: in which order a store has them is the store's own matter."""

# What the seats of a table owe at the end of a day, whenever it was assessed: what they came to owe in the months
# before, and from day to day since. PostgreSQL adds whole numbers up to a decimal.
_BOOKS: Final = f"""
    SELECT {BOOKS}, balance.owed, metered.contributions, metered.tray_awards_cents,
        (SELECT rules FROM table_rules AS in_force
         WHERE in_force."table" = books."table" AND in_force.day <= books.day
         ORDER BY in_force.day DESC LIMIT 1) AS in_force,
        (SELECT position FROM tracking WHERE name = '{PROJECTION.name}') AS position
    FROM table_win AS books
    JOIN (
        SELECT since."table", since.day, CAST(
            sum({LEFT_OWING}) OVER (PARTITION BY since."table" ORDER BY since.day)
            + coalesce(earlier.owed, 0) AS BIGINT
        ) AS owed
        FROM table_win AS since
        LEFT JOIN (
            SELECT "table", sum(cents) AS owed FROM table_owed WHERE month < :month GROUP BY "table"
        ) AS earlier ON earlier."table" = since."table"
        WHERE since.day >= :month AND since.day <= :last
    ) AS balance ON balance."table" = books."table" AND balance.day = books.day
    LEFT JOIN meter_table_days AS metered
        ON metered."table" = books."table" AND metered.day = books.day
    WHERE books.day >= :first AND books.day <= :last
    ORDER BY books.day, books."table"
"""  # noqa: S608  our own words
"""first, last: the days; month: that of the first."""


def figures_of(row: Any) -> Win:
    """What a row of the read model comes to, or the sum of several that say the same of what is unknown."""
    # A table that was not open has no tray: nothing in it, nothing dropped, nothing dealt.
    nothing = 0 if row.no_tray else None
    opener = known_sum(_or(row.opener_cents, nothing), row.opener_corrections_cents)
    closer = known_sum(_or(row.closer_cents, nothing), row.closer_corrections_cents)
    cash = known_sum(_or(row.drop_cash_cents, nothing), row.drop_corrections_cents)
    forms = _or(row.drop_forms_cents, nothing)
    buy_ins = _or(row.buy_ins_cents, nothing)
    drop = known_sum(cash, forms)
    hands = None if row.hands == 0 else _or(row.hand_result_cents, nothing)
    vig = _vigorish(row, nothing, hands)
    filled = row.fills_cents - row.credits_cents
    expected = known_sum(opener, filled, less(buy_ins), hands, vig.collected)
    win_tray = known_sum(closer, drop, less(opener), -filled)
    contributions, awards = (row.contributions or 0) // UNITS_A_CENT, row.tray_awards_cents or 0
    return Win(
        table=row.table,
        gaming_day=row.day,
        rules=row.in_force,
        rounds=row.rounds,
        voids=row.voids,
        opener=opener,
        fills=row.fills_cents,
        credits=row.credits_cents,
        buy_ins=buy_ins,
        closer=closer,
        drop=drop,
        hand_result=hands,
        vig_brought_forward=vig.brought_forward,
        vig_assessed=vig.assessed,
        vig_collected=vig.collected,
        vig_documented=vig.documented,
        vig_uncollected=vig.uncollected,
        vig_outstanding=vig.outstanding,
        win_hands=known_sum(hands, vig.collected, vig.documented),
        win_tray=win_tray,
        expected_tray=expected,
        tray_variance=known_sum(closer, less(expected)),
        drop_variance=known_sum(cash, less(buy_ins)),
        form_variance=known_sum(forms, less(vig.documented)),
        hold_bps=hold_bps(win_tray, drop),
        progressive_contributions=contributions,
        progressive_awards=awards,
        win_after_progressives=known_sum(win_tray, -contributions, awards),
        hands=None if row.no_tray else row.hands != 0 and (hands is not None or None),
        position=row.position,
    )


class _Vigorish(NamedTuple):
    brought_forward: int | None
    assessed: int | None
    collected: int | None
    documented: int | None
    uncollected: int | None
    outstanding: int | None


def _vigorish(row: Any, nothing: int | None, hands: int | None) -> _Vigorish:
    # Marks that stand are known from the days before; that there are none is not, where no hands are recorded.
    brought, outstanding = (
        each if each or hands is not None else None
        for each in (row.owed - _came_to_owe(row), row.owed)
    )
    assessed, collected, documented, uncollected = (
        None if row.hands == 0 else _or(cents, nothing)
        for cents in (
            row.vig_assessed_cents,
            row.vig_collected_cents,
            row.vig_documented_cents,
            row.vig_uncollected_cents,
        )
    )
    return _Vigorish(brought, assessed, collected, documented, uncollected, outstanding)


def _came_to_owe(row: Any) -> int:
    """What the seats came to owe on the day, less all that settled it."""
    settled = (row.vig_collected_cents, row.vig_documented_cents, row.vig_uncollected_cents)
    return (row.vig_assessed_cents or 0) - sum(cents or 0 for cents in settled)


def _or(cents: int | None, nothing: int | None) -> int | None:
    return nothing if cents is None else cents


_TABLE: Final = Column("table", "Table")

VIEW: Final = View(
    Win,
    "No table has anything recorded on this gaming day.",
    (
        Section(
            "From the tray",
            (
                _TABLE,
                Column("opener", "Opener", Kind.MONEY),
                Column("fills", "Fills", Kind.MONEY),
                Column("credits", "Credits", Kind.MONEY),
                Column("closer", "Closer", Kind.MONEY),
                Column("drop", "Drop", Kind.MONEY),
                Column("win_tray", "Win", Kind.MONEY),
                Column("hold_bps", "Hold", Kind.SHARE),
            ),
        ),
        Section(
            "From the hands",
            (
                _TABLE,
                Column("rules", "Rules"),
                Column("rounds", "Rounds", Kind.COUNT),
                Column("voids", "Void", Kind.COUNT),
                Column("hand_result", "Hands", Kind.MONEY),
                Column("vig_brought_forward", "Vig brought forward", Kind.MONEY),
                Column("vig_assessed", "assessed", Kind.MONEY),
                Column("vig_collected", "collected", Kind.MONEY),
                Column("vig_documented", "documented", Kind.MONEY),
                Column("vig_uncollected", "uncollected", Kind.MONEY),
                Column("vig_outstanding", "outstanding", Kind.MONEY),
                Column("win_hands", "Win", Kind.MONEY),
            ),
        ),
        Section(
            "What explains the difference",
            (
                _TABLE,
                Column("buy_ins", "Buy-ins", Kind.MONEY),
                Column("expected_tray", "Expected tray", Kind.MONEY),
                Column("tray_variance", "Tray variance", Kind.MONEY),
                Column("drop_variance", "Drop variance", Kind.MONEY),
                Column("form_variance", "Form variance", Kind.MONEY),
            ),
        ),
        Section(
            "After progressives",
            (
                _TABLE,
                Column("win_tray", "Win", Kind.MONEY),
                Column("progressive_contributions", "Into meters", Kind.MONEY),
                Column("progressive_awards", "Awards from the tray", Kind.MONEY),
                Column("win_after_progressives", "Win after progressives", Kind.MONEY),
            ),
            only_with=("progressive_contributions", "progressive_awards"),
        ),
    ),
)
