"""What was wagered, and what it came to and comes to in theory, exactly: by bet, table, and from hour to year.

Theory is the handle by the exact odds of the rules and decks that each round was played with. How far chance alone
takes the win from it is exact too: all wagers of a round hang on one deal, so that its variance is that of its wagers
together; rounds add up. All of it is in fractions, and rounded where it is shown (decision 54).
"""

from bisect import bisect_right
from calendar import monthrange
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, timedelta
from enum import StrEnum
from fractions import Fraction
from functools import cache
from itertools import starmap
from operator import add
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
import sqlalchemy as sa

from ledger.store.driver import ask, ask_long, value_of
from ledger.values.calendar import from_micros, read_calendar
from projections.engine.asked import rows_of, selected
from projections.engine.once import once
from projections.figures.periods import Group, Places
from projections.figures.shifts import shifts_of
from projections.figures.theory import ROYAL_9, UNKNOWN, Known, known_theory
from projections.models import places
from projections.models import shifts as shifts_model
from projections.models.performance import (
    PERFORMANCE,
    PROJECTION,
    RULES,
    WHOLE_DAY,
    OfBet,
    PerformanceRow,
    RulesRow,
    sums_of,
)

NEEDS: Final = (PROJECTION, places.PROJECTION, shifts_model.PROJECTION)


K = TypeVar("K")

AT_A_TIME: Final = 1_000
"""Rows that are read at a time."""

_NUMBERS: Final = msgspec.json.Decoder(list[list[int]]).decode


class By(StrEnum):
    """What a row adds up."""

    BET = "bet"
    TABLE = "table"
    PIT = "pit"
    RULES = "rules"
    DEALER = "dealer"
    HOUR = "hour"
    SHIFT = "shift"
    DAY = "day"
    MONTH = "month"
    YEAR = "year"


class Span(NamedTuple):
    """From one gaming day to another, both included."""

    first: str
    last: str


class Came(msgspec.Struct):
    """What a group came to, exactly. None is unknown."""

    rounds: int = 0
    handle: int = 0
    win: int = 0
    coupons: int = 0
    coupons_win: int = 0
    theory: Fraction | None = Fraction(0)
    variance: Fraction | None = Fraction(0)
    coupons_theory: Fraction | None = Fraction(0)

    def add(self, other: "Came") -> None:
        """Add what another came to."""
        self.rounds += other.rounds
        self.handle += other.handle
        self.win += other.win
        self.coupons += other.coupons
        self.coupons_win += other.coupons_win
        self.theory = _plus(self.theory, other.theory)
        self.variance = _plus(self.variance, other.variance)
        self.coupons_theory = _plus(self.coupons_theory, other.coupons_theory)

    @property
    def hold(self) -> Fraction | None:
        """Win as a share of the handle."""
        return Fraction(self.win, self.handle) if self.handle else None

    @property
    def difference(self) -> Fraction | None:
        """Win above theory."""
        return None if self.theory is None else self.win - self.theory

    @property
    def apart(self) -> Fraction | None:
        """The same in standard deviations, squared; None where chance plays no part."""
        difference = self.difference
        if difference is None or not self.variance:
            return None
        return difference**2 / self.variance


class _Dealt(NamedTuple):
    """Of which rows is added up what was dealt alike. hour: 0 of whole days."""

    day: str
    table: str
    hour: int
    dealer: str
    sha256: str
    decks: int
    bets: str


class _Rows(NamedTuple):
    """What such rows add up to: the numbers of bets as they are laid out."""

    dealt: _Dealt
    numbers: list[int]
    awards: int
    posted: int


Named = Callable[[_Dealt], str | None]


class AllCame(NamedTuple):
    """What each group came to, by its name, and all of them together."""

    groups: dict[str | None, Came]
    whole: Came


def came(connection: sa.Connection, span: Span, by: By, *, in_theory: bool = True) -> AllCame:
    """What was wagered and corrected in a span comes to. None names a group that is not known, and what was corrected
    where that is of no bet, dealer or rules. in_theory: whether what it comes to in theory is asked for, too.
    """
    groups = defaultdict[str | None, Came](Came)
    submissions = _submissions(connection) if in_theory else ()
    documents = {each.sha256: each.document for each in submissions}

    def known(of: _Dealt) -> Known:
        document = documents.get(of.sha256) if of.decks else None
        return known_theory(document, of.decks) if document else UNKNOWN

    added = _added(connection, span, by)
    for (name, *_), rows in added.items():
        if by is By.BET:
            _add_bets(groups, rows, known(rows.dealt))
        else:
            groups[name].add(_all_bets(rows, known(rows.dealt)))
    whole = Came()
    for rows in _together(added.values(), lambda of: (of.sha256, of.decks, of.bets)).values():
        whole.add(_all_bets(rows, known(rows.dealt)))
    return AllCame(dict(groups), whole)


def is_any(connection: sa.Connection, span: Span) -> bool:
    """Whether there is anything in a span that comes to something."""
    found = "SELECT 1 FROM performance WHERE day >= :first AND day <= :last LIMIT 1"
    return value_of(connection, found, first=span.first, last=span.last) is not None


def _all_bets(rows: _Rows, known: Known) -> Came:
    sums = sums_of(rows.dealt.bets, rows.numbers)
    found = _came(sums.rounds, sums.bets, sums.products, known)
    found.win += rows.posted - rows.awards
    return found


def _add_bets(groups: defaultdict[str | None, Came], rows: _Rows, known: Known) -> None:
    sums = sums_of(rows.dealt.bets, rows.numbers)
    for bet, of in sums.bets.items():
        own = {(bet, bet): sums.products[bet, bet]}
        groups[bet].add(_came(of.rounds, {bet: of}, own, known))
    if rows.awards:
        groups[ROYAL_9].win -= rows.awards
    if rows.posted:
        groups[None].win += rows.posted


def _came(
    rounds: int, bets: Mapping[str, OfBet], products: Mapping[tuple[str, str], int], known: Known
) -> Came:
    """What bets came to in so many rounds. products: of their stakes."""
    of = bets.values()
    return Came(
        rounds,
        sum(each.handle for each in of),
        sum(each.won for each in of),
        sum(each.coupons for each in of),
        sum(each.coupons_won for each in of),
        known.edge.come_to((bet, each.handle) for bet, each in bets.items()),
        known.variance(products, bets.get(ROYAL_9, OfBet()).handle),
        known.coupon.come_to((bet, each.coupons) for bet, each in bets.items()),
    )


@once
def _submissions(connection: sa.Connection) -> list[RulesRow]:
    """Every submission that a table adopted."""
    return rows_of(connection, RULES)


def _added(connection: sa.Connection, span: Span, by: By) -> dict[tuple[Any, ...], _Rows]:
    """The rows of a span, those of one group that were dealt alike together, by the group and by what is alike."""
    named = _named(connection, span, by)
    of_hours = by in {By.HOUR, By.SHIFT}
    rows = _hours(connection, span) if of_hours else _days(connection, span, _ALIKE[by])
    return _together(rows, lambda of: (named(of), of.sha256, of.decks, of.bets))


def _together(rows: Iterable[_Rows], alike: Callable[[_Dealt], K]) -> dict[K, _Rows]:
    """Rows added up that are alike, in the order of their first."""
    found: dict[K, _Rows] = {}
    for row in rows:
        key = alike(row.dealt)
        before = found.get(key)
        if before is None:
            found[key] = row
        else:
            numbers = list(map(add, before.numbers, row.numbers))
            awards, posted = before.awards + row.awards, before.posted + row.posted
            found[key] = _Rows(before.dealt, numbers, awards, posted)
    return found


def _hours(connection: sa.Connection, span: Span) -> Iterator[_Rows]:
    """The hours of a span, of which there are many: they are read some at a time."""
    question = selected(
        PERFORMANCE, f"WHERE day >= :first AND day <= :last AND hour <> {WHOLE_DAY}"
    )
    rows = ask_long(connection, question, AT_A_TIME, first=span.first, last=span.last)
    return map(_of_hour, starmap(PerformanceRow, rows))


def _days(connection: sa.Connection, span: Span, alike: tuple[str, ...]) -> list[_Rows]:
    """The days of a span, those together that were dealt alike and of which these columns say the same."""
    return [rows for part in _parts(span) for rows in _of_days(connection, part, alike)]


def _parts(span: Span) -> list[Span]:
    """A span, cut where others of the same reading begin or end: the last day is what most figures are of, and the
    whole months after the first are in the base of a day and in that of its month.
    """
    first, last = map(date.fromisoformat, span)
    begins = {first}
    if span.first[:7] < span.last[:7]:
        begins.add((first.replace(day=28) + timedelta(days=4)).replace(day=1))
    if last.day < monthrange(last.year, last.month)[1]:
        begins |= {max(first, last.replace(day=1)), last}
    starts = sorted(begins)
    ends = [*(start - timedelta(days=1) for start in starts[1:]), last]
    return [
        Span(start.isoformat(), end.isoformat()) for start, end in zip(starts, ends, strict=True)
    ]


@once
def _of_days(connection: sa.Connection, span: Span, alike: tuple[str, ...]) -> Iterator[_Rows]:
    """The days of a span: of one that is not added up yet, which is its table's last, its hours."""
    yield from _asked(connection, _ADDED_UP, span, alike)
    still = [day for day in _open_days(connection) if span.first <= day <= span.last]
    if still:
        yield from _asked(connection, _STILL_OPEN, Span(still[0], still[-1]), alike)


@once
def _open_days(connection: sa.Connection) -> list[str]:
    """Days of tables whose hours are not added up. The database would look through all hours of a span for them."""
    found = ask(connection, "SELECT DISTINCT open_day FROM performance_dealt ORDER BY open_day")
    return [day for (day,) in found]


def _asked(
    connection: sa.Connection, which: str, span: Span, alike: tuple[str, ...]
) -> Iterator[_Rows]:
    columns = (*alike, *_TOGETHER)
    names, texts = ", ".join(f'"{name}"' for name in columns), _TEXTS[connection.dialect.name]
    question = _SUMS.format(names=names, texts=texts, which=which)
    for *said, sums, awards, posted in ask(connection, question, first=span.first, last=span.last):
        dealt = _ANY._replace(**dict(zip(columns, said, strict=True)))
        yield _Rows(dealt, _added_up(sums), awards, posted)


_TOGETHER: Final = ("sha256", "decks", "bets")
"""What rows are to say alike so that their sums mean the same."""

_ALIKE: Final[Mapping[By, tuple[str, ...]]] = {
    By.BET: ("table",),  # as by table, so that a reading asks for both at once
    By.TABLE: ("table",),
    By.PIT: ("day", "table"),
    By.RULES: ("table",),
    By.DEALER: ("dealer",),
    By.DAY: ("day",),
    By.MONTH: ("day",),
    By.YEAR: ("day",),
}
"""The columns by which a row of whole days is named."""

_ANY: Final = _Dealt("", "", WHOLE_DAY, "", "", 0, "")

_TEXTS: Final = {"sqlite": "group_concat", "postgresql": "string_agg"}

_SUMS: Final = """
    SELECT {names}, {texts}(sums, ','), CAST(SUM(awards_cents) AS BIGINT),
        CAST(SUM(posted_cents) AS BIGINT) FROM performance
    WHERE day >= :first AND day <= :last AND {which}
    GROUP BY {names}
"""

_ADDED_UP: Final = f"hour = {WHOLE_DAY}"

_STILL_OPEN: Final = f"""hour <> {WHOLE_DAY} AND sha256 <> '' AND (day, "table") IN (
    SELECT dealt.open_day, dealt."table" FROM performance_dealt AS dealt
)"""  # noqa: S608  our own words


def _of_hour(row: PerformanceRow) -> _Rows:
    dealt = _Dealt(row.day, row.table, row.hour, row.dealer, row.sha256, row.decks, row.bets)
    return _Rows(dealt, _added_up(row.sums), row.awards_cents, row.posted_cents)


def _added_up(sums: str) -> list[int]:
    """Sums of the same bets, parted by commas. To read the numbers of all at once is quicker than one by one."""
    return [*map(sum, zip(*_NUMBERS(f"[{sums}]"), strict=True))]


def _named(connection: sa.Connection, span: Span, by: By) -> Named:
    """What names the group of a row."""
    kept = {By.DAY: 10, By.MONTH: 7, By.YEAR: 4}
    if by in kept:
        return lambda row: str(row.day[: kept[by]])
    of_row: dict[By, Callable[[sa.Connection], Named]] = {
        By.BET: lambda _: lambda _: None,
        By.TABLE: lambda _: lambda row: str(row.table),
        By.PIT: lambda connection: _pit(connection, span),
        By.RULES: _rules,
        By.DEALER: lambda _: lambda row: row.dealer or None,
        By.HOUR: _hour,
        By.SHIFT: _shift,
    }
    return of_row[by](connection)


def _pit(connection: sa.Connection, span: Span) -> Named:
    placed = Places(connection, Group.PIT.value, span)
    return lambda row: placed.at(row.table, row.day)


def _rules(connection: sa.Connection) -> Named:
    rules = {each.sha256: each.rules for each in _submissions(connection)}
    return lambda row: rules.get(row.sha256)


def _hour(connection: sa.Connection) -> Named:
    said = value_of(connection, "SELECT zone FROM performance_clock")
    zone = read_calendar(said or "UTC", "00:00").tz
    return lambda row: f"{from_micros(row.hour).astimezone(zone):%H:%M}"


def _shift(connection: sa.Connection) -> Named:
    ends = cache(lambda day: shifts_of(connection, day))

    def named(row: _Dealt) -> str:
        of_day = ends(row.day)
        starts = [shift.start for shift in of_day]
        # What a day's last round came to belongs to its last shift, whenever it was settled.
        return of_day[max(0, bisect_right(starts, row.hour) - 1)].name

    return named


def _plus(total: Fraction | None, more: Fraction | None) -> Fraction | None:
    if total is None or more is None:
        return None
    return (
        total + more if total else more
    )  # Fractions are added slowly, and most groups are of one row.
