"""What every request passes: the host it names, the way it asks, who signed in and what they see."""

import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from html import unescape
from itertools import chain
from threading import Event
from types import SimpleNamespace

import pytest
from starlette.testclient import TestClient

from cli.serve import readers
from cli.serve.addresses import ADDRESSES
from cli.serve.answering import FOLLOWS
from cli.serve.app import make_app
from cli.serve.doors import COOKIE, HEADERS
from ledger.values import passphrases
from tests.cli.conftest import Terminal
from tests.cli.serve.conftest import HOST, HOSTILE, NAME, PHRASES, signs_in
from tests.cli.serve.test_addresses import ASKED, DAY

NAMING = re.compile(rb'"(?:patron|patron_id|licence|name(?=[^,]*,"licence"))":"([^"]+)"')
"""What in an event says who somebody is."""

WORKING = re.compile(
    rb'"(?:by|operator|dealer|supervisor|pit_boss|witness|second|(?:authorised|decided|approved)_by)"'
    rb':"([^"]+)"'
)
"""And by which operator, as they are known here."""

IDS = re.compile(r"\b[A-Z]-\d+\b")

BAR = re.compile(r'<div class="moment.*?</div>', re.DOTALL)
"""What says again what they asked for themselves."""


@pytest.mark.parametrize("path", ["/floor", "/floor.json", "/static/screen.css", "/x", "/live?x"])
def test_every_answer_says_what_a_browser_may_do_with_it(browser: TestClient, path: str) -> None:
    answer = browser.get(path) if path != "/live?x" else browser.post("/live")
    for name, value in HEADERS.items():
        assert name in answer.headers
        if name != "content-security-policy":
            assert answer.headers[name] == value
    policy = answer.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "script-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy


def test_no_code_and_no_style_stands_within_a_page(browser: TestClient) -> None:
    page = browser.get(f"/round/MB-01/{DAY}/1")
    nonce = page.headers["content-security-policy"].split("'nonce-")[1].split("'")[0]
    assert f'<style nonce="{nonce}">' in page.text
    assert browser.get(f"/round/MB-01/{DAY}/1").text.count(nonce) == 0, "each answer has its own"
    for path in (f"/day/{DAY}", f"/round/MB-01/{DAY}/1", "/floor", "/form/CVF-1001"):
        text = browser.get(path).text
        assert text.count("<script") == text.count('<script src="/static/') == 1
        assert ' style="' not in text
        assert " onclick=" not in text
        assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")
        assert "https://" not in text


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_what_is_no_question_is_refused(browser: TestClient, method: str) -> None:
    for path in ("/", "/floor", "/floor.json", f"/day/{DAY}", "/static/screen.css", "/live"):
        answer = browser.request(method, path)
        assert answer.status_code == 405, path
    assert browser.request(method, "/floor.json").json()["error"]["code"] == "only_read"
    assert browser.head("/floor").status_code == 200


@pytest.mark.parametrize("host", ["books.example", "127.0.0.1.example", "", "localhost.example:80"])
def test_a_host_that_is_not_its_own_is_refused(browser: TestClient, host: str) -> None:
    assert browser.get("/floor", headers={"host": host}).status_code == 400
    for own in (HOST, "localhost:8321", "[::1]:8321"):
        assert browser.get("/floor", headers={"host": own}).status_code == 200


def test_what_comes_through_a_proxy_is_refused_where_nobody_is_asked(browser: TestClient) -> None:
    for header in ("x-forwarded-for", "forwarded", "via", "x-real-ip"):
        answer = browser.get("/floor", headers={header: "for=203.0.113.7"})
        assert answer.status_code == 403
        assert "--name" in answer.text


def test_on_this_machine_nobody_is_asked_and_the_page_says_so(browser: TestClient) -> None:
    assert "nobody is asked who they are" in browser.get("/floor").text
    assert browser.get("/login").status_code == 404


def test_elsewhere_nothing_is_seen_before_one_signs_in(elsewhere: TestClient) -> None:
    for path in chain.from_iterable(ASKED.values()):
        bare, _, query = path.partition("?")
        page, data = elsewhere.get(path), elsewhere.get(f"{bare}.json?{query}")
        assert page.status_code == 303, path
        assert page.headers["location"].startswith("/login?to=%2F")
        assert (data.status_code, data.json()["error"]["code"]) == (401, "not_signed_in"), path
    assert elsewhere.get("/live").status_code == 401
    assert elsewhere.get("/static/screen.css").status_code == 200
    form = elsewhere.get("/login?to=/floor").text
    assert '<input type="hidden" name="to" value="/floor">' in form


def test_who_signs_in_goes_on_to_what_they_asked_for_and_nowhere_else(
    elsewhere: TestClient,
) -> None:
    signs_in(elsewhere, "A-1", to=f"/day/{DAY}?as_of=40")
    assert elsewhere.get(f"/day/{DAY}").status_code == 200
    for to in ("//evil.example", "https://evil.example", "/\\evil.example", "/logout", "x"):
        typed = {"operator": "A-1", "passphrase": PHRASES["A-1"], "to": to}
        assert elsewhere.post("/login", data=typed).headers["location"] == "/", to


def test_the_session_is_a_cookie_that_no_script_and_no_other_site_has(
    elsewhere: TestClient,
) -> None:
    typed = {"operator": "A-1", "passphrase": PHRASES["A-1"]}
    cookie = elsewhere.post("/login", data=typed).headers["set-cookie"].lower()
    for said in (f"{COOKIE}=", "httponly", "secure", "samesite=strict", "path=/"):
        assert said in cookie


@pytest.mark.parametrize("who", [("A-1", "wrong"), ("nobody", "wrong"), ("A-2", "wrong"), ("", "")])
def test_nobody_learns_from_a_refusal_who_works_here(
    elsewhere: TestClient, who: tuple[str, str]
) -> None:
    answer = elsewhere.post("/login", data={"operator": who[0], "passphrase": who[1]})
    assert answer.status_code == 403
    assert "not_let_in" in answer.text
    assert "set-cookie" not in answer.headers
    assert who[1] not in answer.text or not who[1]


def test_nobody_learns_it_from_the_time_either(
    elsewhere: TestClient, played: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    played.does("operator", "suspend", "C-1", "--reason", "left", "--by", "A-1")
    spent, scrypt = [], passphrases._scrypt

    def counted(passphrase: str, salt: bytes, *cost: int) -> bytes:
        spent.append((passphrase, *cost))
        return scrypt(passphrase, salt, *cost)

    monkeypatch.setattr(passphrases, "_scrypt", counted)
    for who in ("A-1", "nobody", "A-2", "C-1"):
        elsewhere.post("/login", data={"operator": who, "passphrase": "wrong"})
    assert len(spent) == 4
    assert len(set(spent)) == 1


def test_failures_are_on_record_and_slow_down(elsewhere: TestClient, played: Terminal) -> None:
    for _ in range(5):
        elsewhere.post("/login", data={"operator": "A-1", "passphrase": "wrong"})
    shown = played.json("operator", "show", "A-1")["passphrase"]
    assert shown["failures"] >= 3
    assert shown["until"]
    right = {"operator": "A-1", "passphrase": PHRASES["A-1"]}
    answer = elsewhere.post("/login", data=right)
    assert (answer.status_code, "passphrase_locked" in answer.text) == (403, True)
    assert elsewhere.get("/floor").status_code == 303


def test_who_reads_waits_for_nobody_that_signs_in(
    elsewhere: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    signs_in(elsewhere, "A-1")
    token, looked_at, free = elsewhere.cookies[COOKIE], Event(), Event()

    def slowly(*_: object) -> None:
        looked_at.set()
        assert free.wait(60)

    monkeypatch.setattr(passphrases, "spend", slowly)
    typed = {"operator": "nobody", "passphrase": "wrong"}
    with ThreadPoolExecutor(20) as people:
        attempts = [people.submit(elsewhere.post, "/login", data=typed) for _ in range(20)]
        try:
            assert looked_at.wait(60)
            told = next(as_completed(attempts)).result()
            assert (told.status_code, "too_many_sign_ins" in told.text) == (429, True)
            answer = elsewhere.get("/floor", headers={"cookie": f"{COOKIE}={token}"})
            assert answer.status_code == 200
            monkeypatch.setattr(elsewhere._transport, "client", ("10.0.0.9", 1))
            other = people.submit(elsewhere.post, "/login", data=typed)
            # Whoever comes from elsewhere is not told to come again: they wait for their turn.
            with pytest.raises(TimeoutError):
                other.result(1)
        finally:
            free.set()
    assert other.result().status_code == 403
    statuses = Counter(each.result().status_code for each in attempts)
    assert statuses == {403: 3, 429: 17}


def test_a_form_of_another_site_signs_nobody_in(elsewhere: TestClient) -> None:
    typed = {"operator": "A-1", "passphrase": PHRASES["A-1"]}
    sent = elsewhere.post("/login", data=typed, headers={"sec-fetch-site": "cross-site"})
    assert (sent.status_code, "not_our_form" in sent.text) == (403, True)
    assert "form_too_long" in elsewhere.post("/login", content=b"x" * 5_000).text
    assert "not_a_form" in elsewhere.post("/login", content=b"\xff=\xff").text


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """What sessions go by. now: seconds, to be set."""
    clock = SimpleNamespace(now=1_000.0)
    monkeypatch.setattr(readers.Readers, "_now", lambda _: clock.now)
    return clock


def test_a_session_ends_when_nothing_is_asked_and_in_the_end_anyway(
    elsewhere: TestClient, clock: SimpleNamespace
) -> None:
    signs_in(elsewhere, "A-1")
    clock.now += readers.IDLE_SECONDS - 1
    assert elsewhere.get("/floor").status_code == 200
    clock.now += readers.IDLE_SECONDS
    assert elsewhere.get("/floor").status_code == 303
    signs_in(elsewhere, "A-1")
    until = clock.now + readers.WHOLE_SECONDS
    while clock.now < until - 60:
        assert elsewhere.get("/operator/A-1.json").status_code == 200
        clock.now += readers.IDLE_SECONDS / 2
    clock.now = until
    assert elsewhere.get("/floor").status_code == 303


def test_a_page_that_follows_the_log_keeps_no_session(
    elsewhere: TestClient, clock: SimpleNamespace
) -> None:
    signs_in(elsewhere, "A-1")
    clock.now += readers.IDLE_SECONDS - 1
    assert elsewhere.get("/floor", headers={FOLLOWS: "1"}).status_code == 200
    assert elsewhere.head("/live").status_code == 200
    clock.now += 1
    assert elsewhere.get("/floor").status_code == 303


def test_who_sees_no_names_begins_at_the_floor_and_is_told_who_they_are_wherever_they_are_refused(
    elsewhere: TestClient,
) -> None:
    signs_in(elsewhere, "C-1")
    assert elsewhere.get("/").headers["location"] == "/floor"
    assert 'href="/search"' not in elsewhere.get("/floor").text
    for path, status in ((f"/day/{DAY}", 403), ("/x", 404), ("/table/x", 404), ("/event/x", 400)):
        refused = elsewhere.get(path)
        assert refused.status_code == status, path
        assert 'C-1 · <a href="/logout">Sign out</a>' in refused.text
        assert re.findall(r'href="(/.*?)".* data-key', refused.text) == ["/floor"]
    assert "Sign out" in elsewhere.post("/floor").text
    signs_in(elsewhere, "A-1")
    assert elsewhere.get("/").headers["location"] == "/day/today"
    assert 'href="/search"' in elsewhere.get("/x").text


@pytest.mark.usefixtures("past_made_once")
def test_no_link_leads_who_sees_no_names_to_a_refusal(elsewhere: TestClient) -> None:
    signs_in(elsewhere, "C-1")
    seen, todo = set[str](), ["/floor?as_of=200", "/floor"]
    while todo:
        path = todo.pop()
        seen.add(path)
        page = elsewhere.get(path)
        assert page.status_code == 200, f"{path}: {page.text[-500:]}"
        assert 'action="/proof"' not in page.text
        led = re.findall(r'<a [^>]*?href="(/[^"#]*)"', page.text)
        todo += {unescape(each) for each in led} - seen - {*todo, "/logout"}
    assert len(seen) > 2 * len(ADDRESSES) / 3


def test_who_signs_out_is_out(elsewhere: TestClient) -> None:
    signs_in(elsewhere, "A-1")
    token = elsewhere.cookies[COOKIE]
    assert elsewhere.get("/logout").headers["location"] == "/login"
    elsewhere.cookies.set(COOKIE, token)
    assert elsewhere.get("/floor").status_code == 303


def test_who_is_suspended_is_out_at_once(elsewhere: TestClient, played: Terminal) -> None:
    signs_in(elsewhere, "C-1")
    assert elsewhere.get("/floor").status_code == 200
    played.does("operator", "suspend", "C-1", "--reason", "left", "--by", "A-1")
    assert elsewhere.get("/floor").status_code == 303


@pytest.mark.usefixtures("past_made_once")
def test_names_are_for_those_whose_roles_see_them(elsewhere: TestClient, played: Terminal) -> None:
    named = {
        each.id: {name.decode() for name in NAMING.findall(each.state)}
        for each in played.everything()
    }
    names = set[str]().union(*named.values())
    assert {"S. Ames", "Ruth Okafor", "L-100", "Rosa Rivera", HOSTILE} <= names
    naming = [f"/event/{position}" for position, found in named.items() if found]
    ids = {who.decode() for each in played.everything() for who in WORKING.findall(each.state)}
    assert {"A-1", "C-2", "D-7", "S-3"} <= ids
    ids.remove("C-1")  # Who reads, as each page says.
    signs_in(elsewhere, "C-1")
    seen = 0
    for path in (*chain.from_iterable(ASKED.values()), *naming):
        bare, _, query = path.partition("?")
        for answer in (elsewhere.get(path), elsewhere.get(f"{bare}.json?{query}")):
            assert answer.status_code in {200, 403}, path
            seen += answer.status_code == 200
            told = unescape(BAR.sub("", answer.text))
            assert not [name for name in names if name in told], path
            assert ids.isdisjoint(IDS.findall(told)), path
    assert seen > len(ADDRESSES) / 2
    beside = (
        f"/proof?of=MB-01:{DAY}:1",
        "/proof?of=form:CVF-1001",
        "/health",
        "/metrics",
        "/nowhere",
    )
    told = "".join(elsewhere.get(path).text for path in beside)
    assert not [name for name in names if name in told]
    signs_in(elsewhere, "A-1")
    paths = ("/operators", "/forms/CVF", "/table/MB-01", *naming)
    told = unescape("".join(elsewhere.get(path).text for path in paths))
    assert all(name in told for name in names)


def test_a_store_that_is_not_there_is_told_without_a_traceback(tmp_path: object) -> None:
    app = make_app(f"sqlite:///{tmp_path}/none/pit.db")
    with TestClient(app, f"http://{HOST}") as browser:
        for path in ("/floor", "/floor.json"):
            answer = browser.get(path)
            assert answer.status_code == 503
            assert "Traceback" not in answer.text


def test_the_name_of_the_proxy_is_the_only_host(elsewhere: TestClient) -> None:
    assert elsewhere.get("/login", headers={"host": HOST}).status_code == 400
    assert elsewhere.get("/login", headers={"host": NAME}).status_code == 200
