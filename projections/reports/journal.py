"""A gaming day in double entry: what its tables and meters came to, as entries that balance (A1-A4, P4-P6)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from projections.figures.awards import Award
from projections.figures.day import CAGE
from projections.figures.hours import Coupons
from projections.figures.meters import MeterDay
from projections.figures.render import Column, Kind, Section, View
from projections.figures.win import Win

ACCOUNTS: Final[Mapping[str, str]] = {
    "tray": "Assets:Tables:{table}:Tray",
    "chips": "Assets:Cage:Chips",
    "count": "Assets:Count",
    "cage": "Assets:Cage:Cash",
    "hands": "Income:Tables:{table}:Hands",
    "win": "Income:Tables:{table}:Win",
    "vigorish": "Income:Tables:{table}:Vigorish",
    "variance": "Income:Tables:{table}:Variance",
    "coupons": "Expenses:Coupons:{table}",
    "complimentaries": "Expenses:Complimentaries:{table}",
    "meter": "Liabilities:Progressives:{link}:{meter}",
    "contributions": "Income:Progressives:{link}:{meter}:Contributions",
    "awards": "Income:Progressives:{link}:{meter}:Awards",
    "seeds": "Expenses:Progressives:{link}:{meter}:Seeds",
    "given_away": "Expenses:Progressives:{link}:{meter}:GivenAway",
    "adjustments": "Expenses:Progressives:{link}:{meter}:Adjustments",
    "transfers": "Equity:Progressives:Transfers",
}
"""What is posted to which account, unless the property names another. `{table}`, `{link}`, `{meter}`: of which."""


class Posting(msgspec.Struct, frozen=True, kw_only=True):
    """A line of an entry. cents: above zero a debit, below zero a credit; those of an entry come to nothing.

    entry: of the day, from 1 on. kind: what is posted, a name of ACCOUNTS. signed: whether the day is closed.
    table, or link and meter: whose it is.
    """

    gaming_day: str
    entry: int
    text: str
    kind: str
    account: str
    cents: int
    debit: int
    credit: int
    table: str | None
    link: str | None
    meter: str | None
    signed: bool


class OfDay(msgspec.Struct, frozen=True, kw_only=True):
    """What is posted of a gaming day, as its reports say it. before: the meters of the day before. signed: whether the
    day is closed.
    """

    gaming_day: str
    tables: Sequence[Win]
    coupons: Sequence[Coupons]
    meters: Sequence[MeterDay]
    awards: Sequence[Award]
    before: Sequence[MeterDay] = ()
    signed: bool = False


class _Entry(msgspec.Struct, frozen=True):
    """What is posted together. of: the table, or the link and the meter."""

    text: str
    of: Mapping[str, str]
    lines: Sequence[tuple[str, int]]


def unknown(day: OfDay) -> list[str]:
    """The tables whose win is not known yet, so that no journal can be made of the day."""
    return [each.table for each in day.tables if each.win_tray is None]


def journal(day: OfDay, accounts: Mapping[str, str] = ACCOUNTS) -> list[Posting]:
    """The entries of a gaming day whose tables' win is known, a line a posting; what comes to nothing is left out.

    accounts: by the names of ACCOUNTS.
    """
    owed = {(each.link, each.meter): each.liability for each in day.before}
    entries = [
        *(entry for table in day.tables for entry in _table(table, day.coupons)),
        *(_meter(meter, owed.get((meter.link, meter.meter), 0), day) for meter in day.meters),
    ]
    moved = [each for each in entries if any(cents for _, cents in each.lines)]
    return [
        Posting(
            gaming_day=day.gaming_day,
            entry=number,
            text=entry.text,
            kind=kind,
            account=accounts[kind].format(**entry.of),
            cents=cents,
            debit=max(cents, 0),
            credit=max(-cents, 0),
            table=entry.of.get("table"),
            link=entry.of.get("link"),
            meter=entry.of.get("meter"),
            signed=day.signed,
        )
        for number, entry in enumerate(moved, 1)
        for kind, cents in entry.lines
        if cents
    ]


def _table(row: Win, coupons: Iterable[Coupons]) -> Iterator[_Entry]:
    of = {"table": row.table}
    yield _Entry(f"{row.table} fills", of, [("tray", row.fills), ("chips", -row.fills)])
    yield _Entry(f"{row.table} credits", of, [("chips", row.credits), ("tray", -row.credits)])
    paid = sum(each.paid for each in coupons if each.table == row.table)
    yield _Entry(f"{row.table} win", of, _win(row, paid))


def _win(row: Win, paid: int) -> list[tuple[str, int]]:
    """What the tray and the box gained, and what it is from. paid: on coupons, out of the hand result."""
    drop = row.drop or 0
    tray = (row.win_tray or 0) - drop
    if row.win_hands is None:  # Its hands are not recorded: all that is known is what they came to.
        return [("tray", tray), ("count", drop), ("win", -tray - drop)]
    documented, collected = row.vig_documented or 0, row.vig_collected or 0
    forms = (row.form_variance or 0) + documented
    apart = tray + drop - row.win_hands - (row.form_variance or 0)
    return [
        ("tray", tray),
        ("count", drop - forms),
        ("complimentaries", documented),
        ("coupons", paid),
        ("hands", -(row.hand_result or 0) - paid),
        ("vigorish", -collected - documented),
        ("variance", -apart),
    ]


def _meter(row: MeterDay, owed: int, day: OfDay) -> _Entry:
    """What the house owes of a meter, and why it owes more or less. owed: at the end of the day before."""
    mine = [each for each in day.awards if (each.link, each.meter) == (row.link, row.meter)]
    cage, given_away = _at_cage(mine, row.gaming_day)
    players, seeds, transfers = row.players or 0, row.seeds or 0, row.transfers or 0
    awards = (row.from_trays or 0) + given_away
    lines = [
        ("meter", owed - row.liability),
        ("contributions", players),
        ("seeds", seeds),
        ("transfers", transfers),
        ("awards", -awards),
        ("given_away", given_away),
        ("cage", cage),
    ]
    rest = -sum(cents for _, cents in lines)
    text = f"{row.link} {row.meter}"
    return _Entry(text, {"link": row.link, "meter": row.meter}, [*lines, ("adjustments", rest)])


def _at_cage(awards: Iterable[Award], day: str) -> tuple[int, int]:
    """What the cage has back of awards less what it paid on a day; what was given away that day, whoever paid it."""
    cage = given_away = 0
    for each in awards:
        if each.place == CAGE and each.paid_on == day:
            cage -= each.settled
        if each.reversed_on == day:
            cage += each.cents if each.handed_back == CAGE else 0
            given_away += each.given_away
    return cage, given_away


VIEW: Final = View(
    Posting,
    "Nothing was posted.",
    (
        Section(
            "Journal",
            (
                Column("gaming_day", "Gaming day", Kind.DATE),
                Column("entry", "Entry", Kind.NUMBER),
                Column("text", "Of"),
                Column("account", "Account"),
                Column("debit", "Debit", Kind.MONEY),
                Column("credit", "Credit", Kind.MONEY),
            ),
        ),
    ),
)
