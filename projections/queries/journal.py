"""A gaming day or a month in double entry, for other programs of accounting."""

import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Final

from ledger.desks.ledger import Ledger
from ledger.values.errors import Refused
from ledger.values.progress import Progress
from ledger.values.text import UnreadableError, parse_toml
from projections.figures import closing
from projections.figures.meters import MeterDay
from projections.queries.moment import Moment
from projections.queries.near import meant
from projections.queries.past import caught_up
from projections.queries.report import figures
from projections.reports import journal as entries
from projections.reports.journal import ACCOUNTS, OfDay, Posting, journal, unknown
from projections.reports.plain_text import KINDS, is_rooted, written

VIEW: Final = entries.VIEW
"""How the postings are shown."""

_POSTED: Final = ("win", "coupons", "meters", "awards")

_FIELD: Final = re.compile(r"\{(\w*)\}")
_ACCOUNT: Final = re.compile(r"[\w-]+( [\w.-]+)*(:[\w-]+( [\w.-]+)*)+")


def accounts_of(document: str, program: str = "") -> Mapping[str, str]:
    """The accounts that are posted to: those of a document's `[accounts]`, the usual ones for what it does not name.
    program: of plain-text accounting, that is to take them.

    Raises UnreadableError, Refused for a number that nothing could hold.
    """
    tables = parse_toml(document)
    if others := tables.keys() - {"accounts"}:
        raise UnreadableError(f"{min(others)} stands outside of [accounts]")
    named: Any = tables.get("accounts", {})
    if not isinstance(named, dict):
        raise UnreadableError("accounts is no table")
    for kind, account in named.items():
        if kind not in ACCOUNTS:
            raise UnreadableError(
                f"nothing is posted to {kind}. {meant(kind, ACCOUNTS)}".rstrip(" .")
            )
        _verify_account(kind, account)
        if not is_rooted(account, program):
            raise UnreadableError(
                f"{kind} begins with {account.partition(':')[0]}; {program} takes {', '.join(KINDS)}"
            )
    return {**ACCOUNTS, **named}


def of_day(
    ledger: Ledger,
    moment: Moment,
    day: str,
    preliminary: bool = False,
    accounts: Mapping[str, str] = ACCOUNTS,
    progress: Progress | None = None,
) -> list[Posting]:
    """The entries of a gaming day (ISO date). preliminary: of a day that is not closed, too.

    Raises Refused `books_open`, `win_unknown`.
    """
    found = read(ledger, moment, day, progress)
    if not found.signed and not preliminary:
        raise Refused(
            "books_open",
            f"{day} is not closed: its books can still change.",
            f"Close it: pit day close {day}; or ask for it as it stands: --preliminary.",
            days=[day],
        )
    if tables := unknown(found):
        raise Refused(
            "win_unknown",
            f"{day}: the win of {', '.join(tables)} is not known.",
            "Its trays must be counted at both ends of the day, and its boxes: pit day show.",
            day=day,
            tables=tables,
        )
    return journal(found, accounts)


def read(ledger: Ledger, moment: Moment, day: str, progress: Progress | None = None) -> OfDay:
    """What is posted of a gaming day: of its reports those alone, for a month has many days."""
    signed, found = figures(ledger, moment, day, _POSTED, progress)
    before: list[MeterDay] = []
    if found["meters"]:
        eve = (date.fromisoformat(day) - timedelta(days=1)).isoformat()
        before = figures(ledger, moment, eve, ["meters"], progress)[1]["meters"]
    return OfDay(
        gaming_day=day,
        tables=found["win"],
        coupons=found["coupons"],
        meters=found["meters"],
        awards=found["awards"],
        before=before,
        signed=signed,
    )


def of_month(
    ledger: Ledger,
    moment: Moment,
    month: str,
    preliminary: bool = False,
    accounts: Mapping[str, str] = ACCOUNTS,
    progress: Progress | None = None,
) -> list[Posting]:
    """The entries of a month's days (`2026-07`) on which something is on the books. Raises as `of_day`."""
    with caught_up(ledger, moment, closing.NEEDS, progress) as connection:
        still_open = _within(month, closing.days_open_before(connection, f"{month}-32"))
        closed = _within(month, closing.closed_days(connection))
    if still_open and not preliminary:
        raise Refused(
            "books_open",
            f"{', '.join(still_open)} of {month} {'is' if len(still_open) == 1 else 'are'} not closed.",
            "Close them: pit day close; or ask for the month as it stands: --preliminary.",
            days=still_open,
        )
    return [
        posting
        for day in sorted({*closed, *still_open})
        for posting in of_day(ledger, moment, day, preliminary, accounts, progress)
    ]


def plain_text(postings: Sequence[Posting], program: str) -> str:
    """The journal as a program of plain-text accounting reads it: ledger, hledger, beancount. In US dollars, as all
    money of the ledger.
    """
    return written(postings, program, "USD")


def _within(month: str, days: Sequence[str]) -> list[str]:
    return [day for day in days if day.startswith(f"{month}-")]


def _verify_account(kind: str, account: object) -> None:
    usual = ACCOUNTS[kind]
    if not isinstance(account, str) or not _ACCOUNT.fullmatch(_FIELD.sub("x", account)):
        raise UnreadableError(f"{kind} is no account as {usual} is one")
    if not {*_FIELD.findall(account)} <= {*_FIELD.findall(usual)}:
        raise UnreadableError(f"{kind} names more than {usual} does")
