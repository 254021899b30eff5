"""What a page shows at a look: a light for each table's day, in words, and the road of its shoe."""

import re

import time_machine
from starlette.testclient import TestClient

DAY = "2026-07-11"


def _lights(browser: TestClient, day: str) -> dict[str, tuple[str, str]]:
    page = browser.get(f"/day/{day}").text
    lights = re.findall(
        r'<summary><b>(.*?)</b> <span class="state">(.*?)</span></summary>\s*'
        r'<p class="note">(.*?)</p>',
        page,
    )
    return {table: (state, said) for table, state, said in lights}


def test_each_table_of_a_closed_day_agrees_or_says_why(browser: TestClient) -> None:
    lights = _lights(browser, DAY)
    assert lights.keys() == {"BB-01", "MB-01", "MB-02", "MB-03"}
    assert lights["MB-02"] == ("agrees", "What does not agree has a reason on record.")
    page = browser.get(f"/day/{DAY}").text
    assert f'href="/day/{DAY}/finding/tray_variance%3AMB-02"' in page


def test_a_day_before_its_counts_is_not_counted_and_says_what_is_missing(
    browser: TestClient,
) -> None:
    state, said = _lights(browser, f"{DAY}?as_of={DAY}T21:00-04:00")["MB-01"]
    assert state == "not counted"
    assert said.startswith("Not known yet: ")
    assert "drop" in said


def test_an_open_table_of_which_nothing_is_heard_is_stale(browser: TestClient) -> None:
    assert _lights(browser, "2026-07-12")["MB-01"][0] == "not counted"
    with time_machine.travel("2026-07-12T20:30:00-04:00", tick=False):
        state, said = _lights(browser, "2026-07-12")["MB-01"]
        assert state == "stale"
        assert "nothing was recorded since 2026-07-12" in said
        assert _lights(browser, DAY)["MB-01"][0] != "stale"


def test_a_variance_without_a_reason_is_a_finding(browser: TestClient) -> None:
    before = f"{DAY}?as_of=2026-07-12T08:11-04:00"
    state, said = _lights(browser, before)["MB-02"]
    assert (state, said[0].isdigit(), "without a reason" in said) == ("a finding", True, True)


def test_the_floor_shows_the_road_of_each_shoe(browser: TestClient) -> None:
    floor = browser.get(f"/floor?as_of={DAY}T19:40-04:00").text
    tables = re.findall(r"<article.*?</article>", floor, re.DOTALL)
    roads = {re.findall(r'id="table-(.*?)"', each)[0]: each.count("<circle") for each in tables}
    assert roads["MB-01"] > 0
    assert 'aria-label="Big road"' in floor
    assert "Follows the log" not in floor
    assert "Follows the log" in browser.get("/floor").text
