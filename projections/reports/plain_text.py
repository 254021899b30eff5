"""A journal as plain-text accounting programs read it: ledger and hledger, which read one text, and beancount."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final

from projections.reports.journal import Posting

LEDGER: Final = "ledger"
HLEDGER: Final = "hledger"
BEANCOUNT: Final = "beancount"

KINDS: Final = ("Assets", "Liabilities", "Equity", "Income", "Expenses")
"""What an account begins with in beancount."""


def written(postings: Sequence[Posting], form: str, currency: str) -> str:
    """The journal as the program that is named reads it. An entry of a day that is not closed yet is marked `!`."""
    return _FORMS[form](postings, currency)


def is_rooted(account: str, form: str) -> bool:
    """Whether the program takes the first part of an account: beancount has five kinds, the others any name."""
    return form != BEANCOUNT or _component_wise(account).partition(":")[0] in KINDS


def _ledger(postings: Sequence[Posting], currency: str) -> str:
    return "\n".join(
        f"{day} {_mark(lines)} {text}\n"
        + "".join(f"    {_amount(line, line.account, currency)}\n" for line in lines)
        for (day, _, text), lines in _entries(postings)
    )


def _beancount(postings: Sequence[Posting], currency: str) -> str:
    first = min((each.gaming_day for each in postings), default="")
    opened = sorted({_component_wise(each.account) for each in postings})
    entries = "".join(
        f'\n{day} {_mark(lines)} "{text}"\n'
        + "".join(f"  {_amount(line, _component_wise(line.account), currency)}\n" for line in lines)
        for (day, _, text), lines in _entries(postings)
    )
    return "".join(f"{first} open {account} {currency}\n" for account in opened) + entries


_FORMS: Final[Mapping[str, Callable[[Sequence[Posting], str], str]]] = {
    LEDGER: _ledger,
    HLEDGER: _ledger,
    BEANCOUNT: _beancount,
}


def _entries(
    postings: Iterable[Posting],
) -> Iterable[tuple[tuple[str, int, str], list[Posting]]]:
    for entry, lines in groupby(postings, lambda each: (each.gaming_day, each.entry, each.text)):
        yield entry, list(lines)


def _mark(lines: Sequence[Posting]) -> str:
    return "*" if lines[0].signed else "!"


def _amount(line: Posting, account: str, currency: str) -> str:
    sign, cents = "-" if line.cents < 0 else "", abs(line.cents)
    return f"{account}  {sign}{cents // 100}.{cents % 100:02d} {currency}"


def _component_wise(account: str) -> str:
    """The account as beancount takes one: its first part is one of five, each begins with a capital letter or a digit,
    and has no other signs than letters, digits and hyphens. Codes that are not alike without their signs stay apart.
    """
    root, *parts = account.split(":")
    hyphened = (
        re.sub(r"[^\w-]|_", lambda sign: _HYPHENS.get(sign[0], "-"), part).lstrip("-")
        for part in (_ROOTS.get(root.casefold(), root), *parts)
    )
    return ":".join(part[:1].upper() + part[1:] for part in hyphened)


_HYPHENS: Final[Mapping[str, str]] = {"_": "--", ".": "---"}
_ROOTS: Final[Mapping[str, str]] = {
    "asset": "Assets",
    "liability": "Liabilities",
    "revenue": "Income",
    "revenues": "Income",
    "expense": "Expenses",
}
"""What ledger and hledger take besides for the kinds of account."""
