"""While counts that are made blind wait for their second, no reader shows what the books expect of them, nor what the
first counted (T1, A3).
"""

import re
from collections.abc import Iterator
from html import unescape
from itertools import product

import pytest
from starlette.testclient import TestClient

from cli.frame.options import Session
from cli.serve.addresses import ADDRESSES
from cli.serve.app import make_app
from cli.shell.toolbar import Toolbar
from ledger.desks.ledger import Ledger
from projections.reports.changes import SEVERAL
from projections.reports.kinds import KINDS
from tests.cli.conftest import DAY, SIGNED, Terminal
from tests.cli.readers import READ, leaves
from tests.cli.sealing import seal, write_keys
from tests.cli.shell.conftest import shell_of

OF_DAY = ("--day", DAY)
COUNTS = (
    (("table", "close", "MB-01", *SIGNED, "--closer"), "100x117 1x11"),
    (("table", "count", "MB-02", *SIGNED, "--tray"), "100x119 1x13"),
    (("day", "count", DAY, "--table", "MB-01", "--notes"), "100x2 20x3 1x11"),
)
COUNTED = ("11711.00", "11913.00", "271.00", "117 x $100", "100x117", "119 x $100", "100x119")
FURTHER = (
    *(("report", "win", *OF_DAY, *more.split()) for more in ("--by shift", "--period month")),
    *(("report", "win", *OF_DAY, "--group", group) for group in ("pit", "game", "property")),
    *(("report", "win", *OF_DAY, "--as-of", moment) for moment in ("14", "18:00", "2026-07-11")),
    *(("report", "performance", *OF_DAY, "--by", by) for by in ("bet", "dealer", "hour", "shift")),
    *(("table", "show", "MB-02", *more.split()) for more in ("", "--as-of 14")),
    *(("audit", "history", "MB-02", *OF_DAY), ("chips", "list", "--table", "MB-01")),
    ("export", "journal", *OF_DAY, "--preliminary"),
    ("day", "reconcile", "explain", "tray_variance:MB-01", *OF_DAY),
    ("day", "reconcile", "explain", "drop_variance:MB-01", *OF_DAY),
    *(("audit", "diff", name, "--from", "10", *OF_DAY) for name in (*KINDS, *SEVERAL)),
)


def waiting(terminal: Terminal) -> list[str]:
    """A closer, an inventory and a drop of which one person has each counted, and all that is not to be shown."""
    write_keys()
    terminal.does("property", "set", "blind-counts=closer,inventory,drop", "--by", "A-1")
    terminal.dealing("MB-01")
    terminal.opened("MB-02")
    terminal.does("chips", "buy-in", "MB-01", "3", "165.80")
    terminal.does("chips", "buy-in", "MB-02", "4", "76.45")
    terminal.does("chips", "buy-in", "MB-01", "4", "100.03")
    round_ = ("--player", "7d Qh", "--banker", "9c Kh", "--wager", "3:banker:20")
    terminal.does("round", "play", "MB-01", *round_)
    terminal.does("vig", "collect", "MB-01", "3")
    terminal.does("chips", "fill", "MB-01", "--slip", "F-1", "--chips", "100x1", *SIGNED)
    terminal.does("report", "print", "day.html", *OF_DAY)
    with Ledger(terminal.url) as ledger:
        amounts = [26_583, *(ledger.table(code).tray_cents for code in ("MB-01", "MB-02"))]
    for count, chips in COUNTS:
        terminal.does(*count, chips, "--by", "D-7")
    seal(terminal)
    terminal.does("audit", "prove", f"MB-01:{DAY}:1", "--out", "round.proof")
    secret = [*COUNTED, *(f"{cents / 100:.2f}" for cents in amounts)]
    return [*secret, *(each.replace(".", "") for each in secret if "." in each)]


def both_forms() -> Iterator[tuple[str, ...]]:
    """Every reader in words and, where it has one, as JSON; what more it can be asked as JSON alone."""
    forms = {
        name
        for name, each in leaves().items()
        if {"as_json", "form"} & {p.name for p in each.params}
    }
    for name, asked in READ.items():
        yield (*name.split(), *asked.split())
        if name in forms:
            yield (*name.split(), *asked.split(), "--json")
    yield from ((*words, "--json") for words in FURTHER)
    yield from ((*count, "1x1", "--dry-run", "--by", "S-2") for count, _ in COUNTS)


def test_no_reader_shows_what_is_counted_blind_before_two_have(on_file: Terminal) -> None:
    secret = waiting(on_file)
    for words in both_forms():
        result = on_file.run(*words, stdin="")
        shown = result.output.replace(",", "")
        assert not [each for each in secret if each in shown], f"pit {' '.join(words)}\n{shown}"
    on_file.does("property", "set", "blind-counts=none", "--by", "A-1")
    shown = on_file.does("report", "day", *OF_DAY, "--json")
    assert sum(each in shown for each in secret) == 3, "what the books expect would be found"


def test_the_shell_shows_no_more_than_its_commands(on_file: Terminal) -> None:
    secret = waiting(on_file)
    kept = Session(on_file.url, "S-2")
    shell = shell_of(kept)
    shown = on_file.does("shell", stdin="use MB-02\nshow\nuse MB-01\nshow\n")
    for table in ("MB-01", "MB-02"):
        shell.take(f"use {table}")
        shown += Toolbar(shell, kept)("")
    kept.close()
    assert "MB-02" in shown
    assert not [each for each in secret if each in shown.replace(",", "")]


ASKED = {"/search": "?q=MB-01", "/compare/{report}/{day}": "?from=10"}
"""What stands behind the question mark of those that answer nothing without."""


def addresses(terminal: Terminal) -> Iterator[str]:
    """Every address, of all that it can be asked of that day; none of what the day has not."""
    findings = terminal.run("day", "reconcile", DAY, "--format", "csv", "--plain").stdout
    named = {
        "day": [DAY],
        "month": [DAY[:7]],
        "year": [DAY[:4]],
        "table": ["MB-01", "MB-02"],
        "finding": [line.partition(",")[0] for line in findings.splitlines()[1:]],
        "position": [str(row.id) for row in terminal.everything()],
        "report": [*KINDS, *SEVERAL],
    }
    assert named["finding"]
    yield f"/round/MB-01/{DAY}/1"
    for each in ADDRESSES:
        path_of = each.path.replace(":path}", "}")
        names = re.findall(r"{(\w+)}", path_of)
        for of in product(*(named.get(name, []) for name in names)):
            path = path_of.format(**dict(zip(names, of, strict=True)))
            yield f"{path}{ASKED.get(each.path, '')}"


def test_no_page_shows_what_is_counted_blind_before_two_have(
    on_file: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cli.serve.kept.TOLD_SECONDS", 60)  # However busy the machine is.
    secret = waiting(on_file)
    with TestClient(make_app(on_file.url), "http://127.0.0.1") as browser:
        for path in addresses(on_file):
            page = browser.get(path)
            assert page.status_code == 200, f"{path}\n{page.text}"
            shown = unescape(page.text).replace(",", "")
            assert not [each for each in secret if each in shown], f"{path}\n{shown}"
