"""Every address, as a page and as data: the bytes that the command prints which the page names."""

import re
import shlex
from html import unescape

import pytest
from starlette.testclient import TestClient

from cli.serve.addresses import ADDRESSES
from tests.cli.conftest import Terminal

ASKED = {
    "/day/{day}": ["/day/2026-07-11", "/day/2026-07-11?as_of=40", "/day/today"],
    "/round/{table}/{day}/{n}": [
        "/round/MB-01/2026-07-11/1",
        "/round/MB-01/2026-07-11/1?step=3",
        "/round/MB-01/2026-07-11/1?as_of=2026-07-11T23:59-04:00",
    ],
    "/floor": ["/floor", "/floor?as_of=40", "/floor?known_at=2026-07-11T20:00-04:00"],
}
"""What each is asked."""


def test_every_address_is_asked() -> None:
    assert ASKED.keys() == {each.path for each in ADDRESSES}


@pytest.mark.parametrize("path", [each for asked in ASKED.values() for each in asked])
def test_a_page_and_its_data_are_what_the_command_prints_that_it_names(
    browser: TestClient, played: Terminal, path: str
) -> None:
    page = browser.get(path)
    bare, _, query = path.partition("?")
    data = browser.get(f"{bare}.json?{query}")

    assert page.status_code == data.status_code == 200, page.text
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert data.headers["content-type"] == "application/json"
    typed = re.search(r'<code id="command">(.*)</code>', page.text)
    assert typed is not None
    pit, *words = shlex.split(unescape(typed[1]))
    assert pit == "pit"
    result = played.run(*words, "--json")
    assert result.exit_code in {0, 6}, result.output
    assert data.content == result.stdout_bytes
