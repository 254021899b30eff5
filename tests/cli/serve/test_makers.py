"""Pages that are made by processes of their own."""

import os
import re
import signal
from multiprocessing import Pipe
from multiprocessing.connection import Connection

import pytest
from starlette.testclient import TestClient

from cli.serve.app import make_app
from cli.serve.makers import Apart, Question
from cli.serve.readers import ANYBODY
from ledger.values.errors import Conflict, NotFound
from tests.cli.conftest import a_property
from tests.cli.serve.conftest import NAME, PHRASES, days_played, signs_in
from tests.stores import Files


def asks(path: str, **named: str) -> Question:
    return Question(path, data=True, named=named, said={}, reader=ANYBODY, path=path, upto=1)


def test_a_page_for_which_one_process_after_the_other_ends_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def ends_at_once(_: Apart) -> Connection:
        here, there = Pipe()
        there.close()
        return here

    monkeypatch.setattr(Apart, "_start", ends_at_once)
    with pytest.raises(Conflict, match="ended by itself"):
        Apart("sqlite://")(asks("/floor"), unheard)


def test_a_page_that_a_process_made_has_the_styles_and_the_name_of_its_answer(
    sqlite_stores: Files,
) -> None:
    with sqlite_stores.copy(a_property, days_played) as url:
        app = make_app(url, (NAME,), apart=True)
        with TestClient(app, f"https://{NAME}", follow_redirects=False) as browser:
            for who in PHRASES:
                signs_in(browser, who)
                page = browser.get("/floor")
                assert page.status_code == 200
                nonce = page.headers["content-security-policy"].split("'nonce-")[1].split("'")[0]
                assert re.findall(r'<style nonce="(.*)">', page.text) == [nonce]
                assert re.findall(r'<span class="who">(.*?) ', page.text) == [who]


def unheard(*_: int) -> None:
    """Nobody is told how far it has come."""


def test_a_process_makes_pages_tells_what_went_wrong_and_is_replaced_when_it_is_lost(
    sqlite_stores: Files,
) -> None:
    with sqlite_stores.copy(a_property) as url:
        makes = Apart(url)
        makes.open(1)
        try:
            assert makes(asks("/floor"), unheard).content == b"[]\n"
            with pytest.raises(NotFound, match="MB-99"):
                makes(asks("/table/{table}", table="MB-99"), unheard)
            os.kill(makes.started[0].pid or 0, signal.SIGKILL)
            assert makes(asks("/meters"), unheard).content == b"[]\n"
            assert len(makes.started) == 2
        finally:
            makes.close()
        assert not any(each.is_alive() for each in makes.started)
