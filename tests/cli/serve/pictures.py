"""The pictures in docs/pictures, made anew: `make pictures`, on a machine with Chromium.

The demo's day, a week of play after it, and half a day on which tables stand open.
"""

import sys
from collections.abc import Iterator
from contextlib import chdir, redirect_stdout
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import time_machine
from playwright.sync_api import Page

from cli.demo.dealer import Day, Plan
from cli.serve.app import make_app
from tests.cli.conftest import Terminal
from tests.cli.serve.chromium import opened, started
from tests.cli.serve.conftest import HOST
from tests.cli.serve.serving import served

SIZE: Final = {"width": 1024, "height": 760}
DAYS: Final = 8
TABLES: Final = ("MB-01", "MB-02", "MB-04", "MB-05")


def main(folder: Path) -> None:
    """Play, and take each."""
    with TemporaryDirectory() as home, chdir(home):
        terminal = Terminal(f"sqlite:///{home}/demo/pit.db")
        with redirect_stdout(StringIO()):
            terminal.does("demo")
        for n in range(1, DAYS + 1):
            lines = list(_dealt(n))
            kept = lines[: len(lines) // 2] if n == DAYS else lines
            Path("day.ndjson").write_bytes(b"".join(kept))
            terminal.does("feed", "day.ndjson", "--by", "A-WEISS")
        with (
            time_machine.travel(_now()),
            served(make_app(terminal.url), HOST) as (host, port),
            started() as browser,
            opened(browser, f"http://{host}:{port}", viewport=SIZE) as page,
        ):
            for name in _shown(page):
                page.screenshot(path=folder / f"{name}.png")


def _dealt(n: int) -> Iterator[bytes]:
    start = Plan().start + timedelta(days=n)
    return Day(Plan(tables=TABLES, start=start, seed=n, source=f"pit-{n}")).lines()


def _now() -> datetime:
    return Plan().start + timedelta(days=DAYS, hours=1)


def _shown(page: Page) -> Iterator[str]:
    """Goes to one page after the other: the name of its picture."""
    day = f"/day/{Plan().start.date()}"
    page.goto(day)
    yield "day"
    page.goto("/floor")
    yield "floor"
    page.goto(f"{day}/finding/tray_variance:MB-02")
    yield "finding"
    page.goto(f"/month/{Plan().start:%Y-%m}")
    yield "month"
    page.emulate_media(color_scheme="dark")
    page.goto(f"/round/MB-01/{Plan().start.date()}/17?step=14")
    yield "round"


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
