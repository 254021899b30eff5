"""The books in a real browser: Chromium, as Debian has it, driven by Playwright."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Error,
    Page,
    ViewportSize,
    sync_playwright,
)

WIDE: Final[ViewportSize] = {"width": 1024, "height": 768}
NARROW: Final[ViewportSize] = {"width": 390, "height": 844}

_PROGRAMS: Final = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The first of them needs half of what a whole browser does besides a page."""
_PROGRAM: Final = next(filter(None, map(shutil.which, _PROGRAMS)), None)
_OPTIONS: Final = ["--no-sandbox", "--js-flags=--single-threaded --no-flush-bytecode"]
"""What was compiled for one page is kept for the next, and nobody compiles beside it what is over before that helps."""
PATIENCE: Final = 10_000
"""Milliseconds until what should be on a page is missed."""

_GRAVE: Final = {"serious", "critical"}

_KEPT: Final = """class {
    #key = Symbol()
    has(it) { return this.#key in it }
    get(it) { return it[this.#key] }
    set(it, kept) { it[this.#key] = kept }
    add(it) { it[this.#key] = true }
}"""
_READ_ONCE: Final = """
    const {prototype} = axe.commons.color.Color, read = prototype.parseString, known = new Map()
    prototype.parseString = function (text) {
        if (!known.has(text)) known.set(text, read.call(new axe.commons.color.Color(), text))
        const {r, g, b, alpha} = known.get(text)
        return Object.assign(this, {r, g, b, alpha})
    }
"""
_AXE: Final = f"(WeakMap => {{ {Axe().axe_script}; {_READ_ONCE} }})({_KEPT})"
"""axe-core, half of whose time went into colors: each of their parts is kept in a weak map, which is now the color
itself, and the few texts of them that a page has were read anew for each word on it.
"""

in_chromium = pytest.mark.skipif(
    _PROGRAM is None, reason="not tried in a browser: there is no chromium on this machine"
)


@contextmanager
def started() -> Iterator[Browser]:
    """Chromium, without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_PROGRAM, args=_OPTIONS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def opened(browser: Browser, home: str, **how: Any) -> Iterator[Page]:
    """A page that nothing has been looked up on. how: a viewport, whether scripts run."""
    context = browser.new_context(base_url=home, **how)
    # Sent once: to send it to each document takes longer than most of what it looks for.
    context.add_init_script(_AXE)
    try:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        yield page
    finally:
        context.close()


@contextmanager
def looked_at(page: Page) -> Iterator[Page]:
    """An open page, wide and light, whatever it was before. Fails where it logs an error meanwhile."""
    errors = list[str]()

    def failed(error: Error) -> None:
        errors.append(str(error))

    def told(message: ConsoleMessage) -> None:
        if message.type == "error":
            errors.append(message.text)

    page.set_viewport_size(WIDE)
    page.emulate_media(media="screen", color_scheme="light")
    page.on("pageerror", failed)
    page.on("console", told)
    try:
        yield page
    finally:
        page.remove_listener("pageerror", failed)
        page.remove_listener("console", told)
    assert not errors, errors


def barriers(page: Page, *rules: str) -> list[str]:
    """What axe-core finds, as the tags it is in. rules: which are tried; else all, and what is grave counts."""
    only = {"runOnly": {"type": "rule", "values": list(rules)}} if rules else {}
    asked = {"reporter": "no-passes", **only}
    found = page.evaluate("asked => axe.run(asked).then(found => found.violations)", asked)
    return [
        f"{each['id']}: {node['html']}"
        for each in found
        if rules or each["impact"] in _GRAVE
        for node in each["nodes"]
    ]


def overflows(page: Page) -> bool:
    """Whether a page as a whole must be scrolled sideways."""
    wide: bool = page.evaluate(
        "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    )
    return wide
