"""A day in double entry: it balances, it is the day's books, and the programs that it is written for take it."""

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from decimal import Decimal

import pytest
import time_machine
from beancount import loader
from beancount.core import data as beans
from msgspec import structs

from ledger.desks.ledger import Ledger
from ledger.values.errors import Refused
from ledger.values.text import UnreadableError
from projections.queries import journal as journal_query
from projections.queries.moment import NOW
from projections.queries.report import master_report
from projections.reports.journal import ACCOUNTS, Posting, journal
from projections.reports.master import Master
from tests.cli.commands.signed.day import DAY, TODAY, closed, does
from tests.cli.commands.test_month import DAYS, play_june, sign_days
from tests.cli.conftest import NOW as AT
from tests.cli.conftest import Terminal
from tests.cli.frame.reproducers.beginnings import (
    OPENER,
    SIGNED,
)
from tests.stores import Stores

MATCHED = 'round play MB-01 --wager 3:royal-9:5 --player "Kc 9h" --banker "9h Kc"'
BACK = "--document M-8 --reason x --authorised-by B-2 --second A-1"
NEXT_DAY = (
    f"table open MB-01 {OPENER} {SIGNED}",
    "shoe start MB-01 2 --burn 4d",
    MATCHED,
    f"meter award MB-01:{DAY}:1 3 --cage --supervisor S-2",
    f"meter award MB-01:{TODAY}:1 3 --supervisor S-2",
    f"meter award-reverse MB-01:{TODAY}:1/3 --handed-back cage {BACK}",
    "meter adjust R9-1 major --raise 5 --document M-7 --reason x --authorised-by S-2 --second M-1",
)


def a_counted_day(url: str) -> None:
    """Fills, forms, vigorish owed, an award that waits; every tray and box counted, closed."""
    closed(Terminal(url), f"table count MB-02 --tray '100x50 25x207' {SIGNED} --at {TODAY}T06:00")


def the_day_after(url: str) -> None:
    """Awards paid and taken back, a meter put right; not counted."""
    does(Terminal(url), *NEXT_DAY)


@pytest.fixture
def books(stores: Stores) -> Iterator[Ledger]:
    """Both days."""
    with (
        time_machine.travel(AT, tick=False),
        stores.copy(a_counted_day, the_day_after) as url,
        Ledger(url) as ledger,
    ):
        yield ledger


def of(postings: Sequence[Posting], *kinds: str) -> int:
    return sum(each.cents for each in postings if each.kind in kinds)


def posted(ledger: Ledger, day: str) -> tuple[Master, list[Posting]]:
    """The journal of a day, whether all of it is known or not."""
    return master_report(ledger, NOW, day), journal(journal_query.read(ledger, NOW, day))


def test_a_journal_is_the_days_win(books: Ledger) -> None:
    report, postings = posted(books, DAY)
    assert postings == journal_query.of_day(books, NOW, DAY)
    income = -sum(each.cents for each in postings if each.account.startswith(("Inc", "Exp")))
    forms = sum((row.form_variance or 0) + (row.vig_documented or 0) for row in report.tables)
    win = sum(row.win_tray or 0 for row in report.tables)
    to_win = sum(row.to_win or 0 for row in report.meters)
    assert income == win - forms + to_win - of(postings, "adjustments")
    assert of(postings, "complimentaries") == sum(row.vig_documented or 0 for row in report.tables)
    assert of(postings, "tray") == sum(
        (row.closer or 0) - (row.opener or 0) for row in report.tables
    )


def test_every_entry_of_a_journal_balances(books: Ledger) -> None:
    for day in (DAY, TODAY):
        _, postings = posted(books, day)
        entries = {each.entry for each in postings}
        assert len(entries) > 2
        for entry in entries:
            assert sum(each.cents for each in postings if each.entry == entry) == 0


def test_what_is_posted_to_meters_adds_up_to_what_the_house_owes(books: Ledger) -> None:
    (_, first), (last, then) = posted(books, DAY), posted(books, TODAY)
    for row in last.meters:
        mine = [
            each for each in (*first, *then) if (each.link, each.meter) == (row.link, row.meter)
        ]
        assert of(mine, "meter") == -row.liability


def test_a_meters_corrections_are_its_adjustments(books: Ledger) -> None:
    _, then = posted(books, TODAY)
    major = [each for each in then if each.meter == "major"]
    assert major
    assert of(major, "adjustments") == 500


@pytest.mark.parametrize("program", ["hledger", "ledger"])
def test_the_programs_of_plain_text_take_a_journal(books: Ledger, program: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed: whether it takes a journal was not tried")
    postings = journal_query.of_day(books, NOW, DAY)
    asked = {
        "hledger": ("balance", "--no-elide", "--flat", "--no-total", "-O", "csv"),
        "ledger": ("balance", "--flat", "--no-total", "--balance-format", '"%A","%T"\\n'),
    }[program]
    told = subprocess.run(
        [program, "-f", "-", *asked],
        input=journal_query.plain_text(postings, program),
        capture_output=True,
        text=True,
        check=True,
    )
    lines = [line.strip('"').split('","') for line in told.stdout.splitlines()]
    assert {
        account: cents_of(amount) for account, amount in lines if "USD" in amount
    } == by_account(postings)


def test_beancount_takes_a_journal(books: Ledger) -> None:
    postings = journal_query.of_day(books, NOW, DAY)
    entries, errors, _ = loader.load_string(journal_query.plain_text(postings, "beancount"))
    assert errors == []
    found = dict[str, int]()
    for entry in beans.filter_txns(entries):
        assert entry.flag == "*"
        for line in entry.postings:
            assert line.units
            assert line.units.number is not None
            cents = int(line.units.number * 100)
            found[line.account] = found.get(line.account, 0) + cents
    assert sorted(found.values()) == sorted(by_account(postings).values())


def test_beancount_takes_the_accounts_of_a_map_each_for_itself(books: Ledger) -> None:
    named = {**ACCOUNTS, "hands": "Revenue:Baccarat:{table}", "count": "Assets:Caf\u00e9"}
    (line,) = (
        x for x in journal_query.of_day(books, NOW, DAY) if x.kind == "count" and x.cents > 0
    )
    tables = ("MB-01", "MB_01", "MB.01")
    postings = [
        structs.replace(line, account=account, cents=cents)
        for table in tables
        for account, cents in ((named["hands"].format(table=table), -5), (named["count"], 5))
    ]
    entries, errors, _ = loader.load_string(journal_query.plain_text(postings, "beancount"))
    assert errors == []
    opened = {entry.account for entry in entries if isinstance(entry, beans.Open)}
    assert len(opened) == len(tables) + 1
    assert "Assets:Caf\u00e9" in opened


def test_beancount_takes_no_account_of_a_kind_that_it_does_not_have() -> None:
    chart = (
        '[accounts]\ncount = "assets:Vault"\nhands = "Revenues:{table}"\ntray = "1000:{table}"\n'
    )
    why = r"tray begins with 1000; beancount takes Assets, Liabilities, Equity, Income, Expenses"
    with pytest.raises(UnreadableError, match=why):
        journal_query.accounts_of(chart, "beancount")
    assert journal_query.accounts_of(chart, "hledger")["tray"] == "1000:{table}"
    named = journal_query.accounts_of(chart.replace("1000", "Equity"), "beancount")
    assert named["hands"] == "Revenues:{table}"


def in_june(url: str) -> None:
    """Two days, each closed."""
    terminal = Terminal(url)
    play_june(terminal)
    sign_days(terminal)


def test_a_month_is_its_days(stores: Stores) -> None:
    with time_machine.travel(AT, tick=False), stores.copy(in_june) as url, Ledger(url) as june:
        found = journal_query.of_month(june, NOW, "2026-06")
        days = [journal_query.of_day(june, NOW, day) for day in DAYS]
        assert found == [posting for day in days for posting in day]
        assert all(days)
        assert journal_query.of_month(june, NOW, "2026-05") == []


def test_a_month_with_an_open_day_is_refused(books: Ledger) -> None:
    with pytest.raises(Refused) as refused:
        journal_query.of_month(books, NOW, "2026-07")
    assert refused.value.refusal.code == "books_open"
    assert refused.value.refusal.facts == {"days": [TODAY]}


def test_an_account_map_names_accounts_and_nothing_else() -> None:
    named = journal_query.accounts_of('[accounts]\ncount = "Assets:Vault"\ntray = "1000:{table}"\n')
    assert named == {**ACCOUNTS, "count": "Assets:Vault", "tray": "1000:{table}"}
    with pytest.raises(UnreadableError, match=r"count stands outside of \[accounts\]"):
        journal_query.accounts_of('count = "Assets:Vault"')
    with pytest.raises(UnreadableError, match=r"nothing is posted to cuont\. Did you mean count"):
        journal_query.accounts_of('[accounts]\ncuont = "Assets:Vault"\n')
    for wrong in (
        '"Vault"',
        '"Assets:{table}"',
        "7",
        '"Assets:a  b"',
        '"Assets:{"',
        '"Assets:a;b"',
    ):
        with pytest.raises(UnreadableError):
            journal_query.accounts_of(f"[accounts]\ncount = {wrong}\n")


def by_account(postings: Sequence[Posting]) -> dict[str, int]:
    found = dict[str, int]()
    for each in postings:
        found[each.account] = found.get(each.account, 0) + each.cents
    return {account: cents for account, cents in found.items() if cents}


def cents_of(amount: str) -> int:
    return int(Decimal(amount.removesuffix(" USD")) * 100)
