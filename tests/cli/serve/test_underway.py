"""Pages of the past that are not there within a second: how far they have come is answered, and then they are."""

import asyncio
from functools import partial

import pytest
from starlette.responses import Response
from starlette.testclient import TestClient

from cli.serve import underway
from cli.serve.underway import Came, Reading, Underway
from tests.cli.serve.conftest import signs_in

PAST = "/day/2026-07-11?as_of=40"
KEY = ("who", "what")
SAID = 'role="status"'


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """No page is waited for."""
    monkeypatch.setattr(underway, "PATIENCE_SECONDS", 0)
    return monkeypatch


def waits(patience: pytest.MonkeyPatch) -> None:
    patience.setattr(underway, "PATIENCE_SECONDS", 60)


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


def told(reading: Reading) -> Response:
    return Response(f"{reading.position} of {reading.goal}", 202)


async def made(came: Came) -> Response:
    came(3, 9)
    await asyncio.sleep(0)
    return Response("made")


@pytest.mark.usefixtures("impatient")
def test_how_far_it_has_come_is_told() -> None:
    async def asked() -> tuple[Response, Response]:
        found, ready = Underway(told), asyncio.Event()

        async def stays(came: Came) -> Response:
            came(3, 9)
            await ready.wait()
            return Response("made")

        coming = await found.answer(KEY, stays)
        ready.set()
        await asyncio.sleep(0)
        return coming, await found.answer(KEY, stays)

    coming, there = asyncio.run(asked())
    assert (coming.status_code, coming.body) == (202, b"3 of 9")
    assert there.body == b"made"


def test_no_more_are_on_their_way_than_are_kept(impatient: pytest.MonkeyPatch) -> None:
    impatient.setattr(underway, "MOST", 0)
    assert asyncio.run(Underway(told).answer(KEY, made)).body == b"made"


def test_what_nobody_calls_for_is_not_kept(impatient: pytest.MonkeyPatch) -> None:
    impatient.setattr(underway, "KEPT_SECONDS", 0)

    async def left() -> bool:
        found = Underway(told)
        await found.answer(KEY, made)
        for _ in range(10):
            await asyncio.sleep(0)
        return found.begun(KEY)

    assert not asyncio.run(left())


def test_who_comes_late_for_a_page_does_not_take_away_the_one_begun_since() -> None:
    async def kept() -> bool:
        found, once, again = Underway(told), asyncio.Event(), asyncio.Event()

        async def after(ready: asyncio.Event, _: Came) -> Response:
            await ready.wait()
            return Response("made")

        async def asks_twice() -> None:
            await found.answer(KEY, partial(after, once))
            await found.answer(KEY, partial(after, again))

        asking = asyncio.create_task(asks_twice())
        late = asyncio.create_task(found.answer(KEY, partial(after, once)))
        await asyncio.sleep(0)
        once.set()
        await late
        begun = found.begun(KEY)
        again.set()
        await asking
        return begun

    assert asyncio.run(kept())
