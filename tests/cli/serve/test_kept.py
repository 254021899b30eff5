"""What is answered is kept as long as the log does not move, and made once for all; of a past moment it is answered how
far it has come.
"""

import asyncio
from collections.abc import Awaitable, Callable
from threading import Event

import pytest
from starlette.testclient import TestClient

from cli.serve import readers
from cli.serve.kept import Draft, Kept
from cli.serve.live import Log
from ledger.values.errors import Conflict, PitError
from ledger.values.progress import Progress
from tests.cli.conftest import Terminal
from tests.cli.serve.conftest import signs_in

PAST = "/day/2026-07-11?as_of=40"
KEY = ("who", "what")
SAID = 'role="status"'


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """No page is waited for."""
    monkeypatch.setattr("cli.serve.kept.TOLD_SECONDS", 0)
    return monkeypatch


def waits(patience: pytest.MonkeyPatch) -> None:
    patience.setattr("cli.serve.kept.TOLD_SECONDS", 60)


@pytest.mark.parametrize("path", [PAST, "/compare/win/2026-07-11?from=40"])
def test_a_page_of_the_past_is_on_its_way_and_then_there(
    browser: TestClient, impatient: pytest.MonkeyPatch, path: str
) -> None:
    coming = browser.get(path)
    assert (coming.status_code, coming.headers["refresh"]) == (202, "1")
    assert SAID in coming.text
    waits(impatient)
    there = browser.get(path)
    assert (there.status_code, "refresh" in there.headers) == (200, False)
    assert "2026-07-11" in there.text
    assert SAID not in there.text


def test_what_the_log_is_counted_to_is_not_waited_for_either(
    browser: TestClient, impatient: pytest.MonkeyPatch
) -> None:
    look, free = Log._look, Event()

    def slowly(log: Log) -> int:
        assert free.wait(60)
        return look(log)

    impatient.setattr(Log, "_look", slowly)
    try:
        assert browser.get(PAST).status_code == 202
    finally:
        free.set()
    waits(impatient)
    assert browser.get(PAST).status_code == 200


@pytest.mark.parametrize("path", ["/day/2026-07-11", "/day/2026-07-11.json?as_of=40"])
@pytest.mark.usefixtures("impatient")
def test_what_stands_now_and_data_are_waited_for(browser: TestClient, path: str) -> None:
    assert browser.get(path).status_code == 200


def test_an_error_of_the_past_is_answered_as_one(
    browser: TestClient, impatient: pytest.MonkeyPatch
) -> None:
    path = "/round/MB-01/2026-07-11/99?as_of=40"
    assert browser.get(path).status_code == 202
    waits(impatient)
    assert browser.get(path).status_code == 404


def test_who_has_signed_out_does_not_get_what_they_asked_for(
    elsewhere: TestClient, impatient: pytest.MonkeyPatch
) -> None:
    signs_in(elsewhere, "A-1")
    cookies = dict(elsewhere.cookies)
    assert elsewhere.get(PAST).status_code == 202
    elsewhere.get("/logout")
    elsewhere.cookies.update(cookies)
    waits(impatient)
    assert elsewhere.get(PAST).headers["location"].startswith("/login")


def test_who_no_longer_sees_names_does_not_get_what_they_asked_for(
    elsewhere: TestClient, impatient: pytest.MonkeyPatch
) -> None:
    signs_in(elsewhere, "A-1")
    assert elsewhere.get(PAST).status_code == 202
    impatient.setattr(readers, "SEE_NAMES", frozenset())
    waits(impatient)
    assert elsewhere.get(PAST).status_code == 403


def test_who_has_a_page_already_is_told_so(browser: TestClient) -> None:
    for path in ("/floor", "/floor.json"):
        first = browser.get(path)
        assert int(first.headers["pit-position"]) > 0
        again = browser.get(path, headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["pit-position"] == first.headers["pit-position"]
        assert browser.get(path, headers={"if-none-match": '"x"'}).status_code == 200


def test_pages_that_are_kept_are_of_who_reads_them_and_go_with_the_log(
    elsewhere: TestClient, played: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cli.serve.kept.FRESH_SECONDS", 60)
    for who in ("A-1", "C-1"):
        signs_in(elsewhere, who)
        page = elsewhere.get("/table/MB-01")
        assert f"{who} · <a" in page.text
        nonce = page.headers["content-security-policy"].split("'nonce-")[1].split("'")[0]
        assert f'<style nonce="{nonce}">' in page.text
        assert ("alert(1)" in page.text) == (who == "A-1")
    before = elsewhere.get("/floor.json")
    played.does("seat", "sit", "MB-01", "7")
    after = elsewhere.get("/floor.json")
    assert int(before.headers["pit-position"]) < int(after.headers["pit-position"])


DRAFT = Draft(b"made", "text/html", '"1"', lasts=True)


class Makes:
    """Makes a page whenever it may; how often it was asked to."""

    def __init__(self, draft: Draft | PitError = DRAFT) -> None:
        self.may = asyncio.Event()
        self.times = 0
        self._draft = draft

    async def __call__(self, came: Progress) -> Draft:
        self.times += 1
        came(3, 9)
        await self.may.wait()
        if isinstance(self._draft, PitError):
            raise self._draft
        return self._draft


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept lasts."""
    monkeypatch.setattr("cli.serve.kept.FRESH_SECONDS", 60)


def run(asks: Callable[[Kept, Makes], Awaitable[None]], makes: Makes | None = None) -> None:
    async def within() -> None:
        await asks(Kept(), makes or Makes())

    asyncio.run(within())


@pytest.mark.usefixtures("fresh")
def test_a_page_is_kept_until_the_log_moves() -> None:
    async def asks(pages: Kept, makes: Makes) -> None:
        makes.may.set()
        for head, times in ((5, 1), (5, 1), (6, 2), (6, 2)):
            page = await pages.page(KEY, head, makes)
            assert (page.position, page.draft, makes.times) == (head, DRAFT, times)

    run(asks)


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("draft", [DRAFT._replace(lasts=False), Conflict("busy", "Busy.", "Wait.")])
def test_what_does_not_last_and_what_went_wrong_is_made_each_time(draft: Draft | PitError) -> None:
    async def asks(pages: Kept, makes: Makes) -> None:
        makes.may.set()
        for times in (1, 2):
            page = await pages.page(KEY, 5, makes)
            assert (page.draft or page.error, makes.times) == (draft, times)

    run(asks, Makes(draft))


def test_a_page_is_made_once_for_all_who_wait_and_anew_for_who_comes_after_the_log_moved() -> None:
    async def asks(pages: Kept, makes: Makes) -> None:
        waiting = [asyncio.create_task(pages.page(KEY, head, makes)) for head in (5, 5, 6)]
        await asyncio.sleep(0)
        makes.may.set()
        found = await asyncio.gather(*waiting)
        assert [each.position for each in found] == [5, 5, 6]
        assert found[0] is found[1]
        assert makes.times == 2

    run(asks)


def test_where_a_page_takes_long_the_one_before_it_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cli.serve.kept.LATE_SECONDS", 60)
    monkeypatch.setattr("cli.serve.kept.PATIENCE_SECONDS", 0)

    async def asks(pages: Kept, makes: Makes) -> None:
        makes.may.set()
        first = await pages.page(KEY, 5, makes, patience=0)
        makes.may.clear()
        assert await pages.page(KEY, 6, makes) is first
        makes.may.set()
        await asyncio.sleep(0.01)
        assert makes.times == 2

    run(asks)


@pytest.mark.usefixtures("fresh")
def test_what_was_not_asked_for_the_longest_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.serve.kept.MOST_BYTES", 2 * len(DRAFT.content))

    async def asks(pages: Kept, makes: Makes) -> None:
        makes.may.set()
        for key, times in (("a", 1), ("b", 2), ("a", 2), ("c", 3), ("a", 3), ("b", 4)):
            await pages.page(key, 5, makes)
            assert makes.times == times, key

    run(asks)


@pytest.mark.usefixtures("impatient")
def test_how_far_it_has_come_is_told_and_then_it_is_there_though_the_log_has_moved() -> None:
    async def asks(pages: Kept, makes: Makes) -> None:
        coming = await pages.page(KEY, 5, makes, patience=0)
        assert (coming.draft, coming.reached, coming.goal) == (None, 3, 9)
        makes.may.set()
        await asyncio.sleep(0.01)
        there = await pages.page(KEY, 6, makes, patience=0)
        assert (there.draft, there.position, makes.times) == (DRAFT, 5, 1)
        assert (await pages.page(KEY, 6, makes)).position == 6

    run(asks)


def test_what_nobody_calls_for_is_made_anew(impatient: pytest.MonkeyPatch) -> None:
    impatient.setattr("cli.serve.kept.CALLED_SECONDS", 0)

    async def asks(pages: Kept, makes: Makes) -> None:
        await pages.page(KEY, 5, makes, patience=0)
        makes.may.set()
        await asyncio.sleep(0.01)
        assert (await pages.page(KEY, 6, makes)).position == 6

    run(asks)
