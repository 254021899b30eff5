"""What people do with the books in a browser, in a real one."""

import re
from collections.abc import Iterator
from contextlib import ExitStack, chdir
from typing import NamedTuple

import pytest
import time_machine
from playwright.sync_api import Browser, Page, expect

from cli.serve.app import make_app
from cli.serve.of_report import TITLES
from tests.cli.conftest import NOW, Terminal, a_property
from tests.cli.readers import AFTERWARDS
from tests.cli.serve.chromium import (
    NARROW,
    barriers,
    in_chromium,
    looked_at,
    opened,
    overflows,
    started,
)
from tests.cli.serve.conftest import HOST, days_played
from tests.cli.serve.serving import served
from tests.cli.serve.test_addresses import ASKED
from tests.stores import Files

pytestmark = in_chromium

DAY = "/day/2026-07-11"
ALIKE = {f"/report/{name}/{{day}}" for name in TITLES} - {"/report/win/{day}"}
"""Addresses whose pages are drawn as that one is."""


class Desk(NamedTuple):
    """A browser, and books that are served to it."""

    browser: Browser
    home: str
    terminal: Terminal


@pytest.fixture(scope="module")
def desk(sqlite_stores: Files, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """Where days that were played can be read."""
    with ExitStack() as then:
        then.enter_context(chdir(tmp_path_factory.mktemp("played")))
        with time_machine.travel(NOW, tick=False):
            url = then.enter_context(sqlite_stores.copy(a_property, days_played))
        host, port = then.enter_context(served(make_app(url), HOST))
        home = f"http://{host}:{port}"
        yield Desk(then.enter_context(started()), home, Terminal(url))


@pytest.fixture(autouse=True)
def afterwards(_apart: None, exact: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:  # noqa: ARG001  it goes first
    """When all of it has happened; while a page is open that follows the log, others get to work too."""
    monkeypatch.setattr("cli.serve.live.PAUSE_SECONDS", 0.05)
    with time_machine.travel(AFTERWARDS):
        yield


@pytest.fixture(scope="module")
def tab(desk: Desk) -> Iterator[Page]:
    """One for all tests: each is a process of its own, which takes longer to start than most pages to be looked at."""
    with opened(desk.browser, desk.home) as page:
        yield page


@pytest.fixture
def page(tab: Page) -> Iterator[Page]:
    with looked_at(tab) as page:
        yield page


WIDER = f"/compare{DAY}?from=20&to=60"
"""Wider than a screen that is not narrow."""


@pytest.mark.parametrize(
    "path", [*(asked[0] for of, asked in ASKED.items() if of not in ALIKE), WIDER]
)
def test_a_page_has_no_barriers_wide_and_light_or_narrow_and_dark(page: Page, path: str) -> None:
    answer = page.goto(path)
    assert answer is not None
    assert answer.ok
    assert barriers(page) == []
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size(NARROW)
    assert not overflows(page)
    assert barriers(page) == []


def test_no_report_is_wider_than_a_narrow_screen(page: Page) -> None:
    page.set_viewport_size(NARROW)
    for path in sorted(ALIKE & ASKED.keys()):
        page.goto(ASKED[path][0])
        assert not overflows(page), path
        assert barriers(page, "scrollable-region-focusable", "landmark-unique") == [], path


def test_what_is_wider_than_a_screen_is_scrolled_by_keyboard(page: Page) -> None:
    page.set_viewport_size(NARROW)
    page.goto("/round/MB-01/2026-07-11/1?step=3")
    steps = page.get_by_role("region", name="Step by step")
    steps.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("element => element.scrollLeft > 0", arg=steps.element_handle())
    assert page.locator("input[name=step]:checked").get_attribute("id") == "s3"


def test_a_disputed_hand_is_found_from_the_day_and_stepped_through(page: Page) -> None:
    page.goto("/day/2026-07-12")  # The day on which it was raised.
    page.get_by_role("link", name="Disputes of the day").click()
    page.get_by_role("link", name="MB-01:2026-07-11:2", exact=True).first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("MB-01")
    last = page.locator("input[name=step]:checked").get_attribute("id")
    page.keyboard.press("ArrowRight")  # From the last step on to the first.
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"step="))
    now = page.locator("input[name=step]:checked").get_attribute("id")
    assert now != last
    page.get_by_role("radio", name="Player has 5: draws").check()
    now = page.locator("input[name=step]:checked").get_attribute("id")
    expect(page.locator(f".now .{now} .rule")).to_contain_text("(")


def test_a_page_that_a_process_of_its_own_made_is_shown_as_it_should_be(desk: Desk) -> None:
    with ExitStack() as then:
        app = make_app(desk.terminal.url, apart=True)
        host, port = then.enter_context(served(app, HOST))
        tab = then.enter_context(opened(desk.browser, f"http://{host}:{port}"))
        tab.set_default_timeout(60_000)  # It starts first, and lets everybody else come before.
        page = then.enter_context(looked_at(tab))
        page.goto("/round/MB-01/2026-07-11/1?step=3")
        expect(page.locator(".now .s3")).to_be_visible()
        expect(page.locator(".now .s2")).to_be_hidden()


def test_a_step_that_is_sent_to_somebody_is_the_one_they_see(page: Page) -> None:
    page.goto("/round/MB-01/2026-07-11/1?step=3")
    assert page.locator("input[name=step]:checked").get_attribute("id") == "s3"


@pytest.mark.parametrize("query", ["", "?step=2&as_of=200"])
def test_a_step_by_key_is_the_one_of_all_that_the_page_says(page: Page, query: str) -> None:
    def said() -> list[str | None]:
        command, data = page.locator("#command"), page.locator(".command a")
        form = page.locator(".moment form [name=step]")
        return [command.text_content(), data.get_attribute("href"), form.get_attribute("value")]

    page.goto(f"/round/MB-01/2026-07-11/1{query}")
    page.locator("#s3").check()
    stepped = said()
    page.reload()
    again = said()
    assert "--until 3" in str(again[0])
    assert [str(each).removeprefix(page.url.split("/round")[0]) for each in stepped] == again


def test_a_moment_before_a_correction_shows_the_books_without_it(page: Page) -> None:
    page.goto("/report/corrections/2026-07-12")
    expect(page.get_by_text("MC-8").first).to_be_visible()
    page.get_by_label("As of").fill("2026-07-12T12:00-04:00")
    page.get_by_role("button", name="Look back").click()
    expect(page.get_by_text("MC-8")).to_have_count(0)
    # Whoever looked back stays there, wherever they go.
    page.get_by_role("link", name="Day", exact=True).first.click()
    expect(page).to_have_url(re.compile("as_of=2026-07-12T12"))
    page.get_by_role("link", name="Now", exact=True).click()
    expect(page).not_to_have_url(re.compile("as_of"))


def test_a_page_that_is_on_its_way_comes_by_itself(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cli.serve.kept.TOLD_SECONDS", 0)
    page.set_viewport_size(NARROW)
    page.goto(f"{DAY}?as_of=40")
    expect(page.get_by_role("status")).to_contain_text("so far")
    assert not overflows(page)
    expect(page.get_by_role("status")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_what_is_said_of_a_page_on_its_way_has_no_barriers(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cli.serve.kept.TOLD_SECONDS", 0)
    monkeypatch.setattr("cli.serve.kept.AGAIN_SECONDS", 600)
    page.goto(f"{DAY}?as_of=41")
    expect(page.get_by_role("status")).to_contain_text("so far")
    assert barriers(page) == []
    page.emulate_media(color_scheme="dark")
    assert barriers(page, "color-contrast") == []


def test_a_finding_opens_with_what_explains_it(page: Page) -> None:
    page.goto(DAY)
    light = page.locator(".lights li").filter(has_text="MB-02")
    light.locator("summary").click()
    light.get_by_role("link").first.click()
    expect(page).to_have_url(re.compile(r"/finding/"))
    expect(page.get_by_role("heading", name="What it rests on")).to_be_visible()


def test_a_day_is_printed_without_what_is_only_for_the_screen(page: Page) -> None:
    page.goto(DAY)
    ways = page.get_by_role("navigation").first
    expect(ways).to_be_visible()
    page.emulate_media(media="print")
    expect(ways).to_be_hidden()
    expect(page.get_by_role("button", name="Look back")).to_be_hidden()
    assert page.pdf().startswith(b"%PDF")


def test_a_table_is_followed_while_it_is_fed(page: Page, desk: Desk) -> None:
    desk.terminal.does("round", "play", "MB-01", "--wager", "3:banker:60", *HANDS)
    before = desk.terminal.json("table", "show", "MB-01")["last_round"]
    page.goto("/floor")
    table = page.get_by_role("article").filter(has_text="MB-01")
    expect(table).to_contain_text(before)
    desk.terminal.does("round", "play", "MB-01", "--wager", "3:banker:80", *HANDS)
    after = desk.terminal.json("table", "show", "MB-01")["last_round"]
    assert after != before
    expect(table).to_contain_text(after)


HANDS = ("--player", "7d Qh", "--banker", "9c Kh")


def test_by_keyboard_alone(page: Page) -> None:
    page.goto(DAY)
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="To the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("#content")).to_be_focused()
    page.keyboard.press("?")
    keys = page.get_by_role("dialog")
    expect(keys).to_be_visible()
    assert barriers(page) == []
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()


def test_without_scripts_a_round_is_stepped_through_all_the_same(desk: Desk) -> None:
    with opened(desk.browser, desk.home, java_script_enabled=False) as tab, looked_at(tab) as page:
        page.goto("/round/MB-01/2026-07-11/1")
        page.locator("input[name=step]").first.check()
        expect(page.locator(".now .s1")).to_be_visible()
