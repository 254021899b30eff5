"""Every address, as a page and as data: the bytes that the command prints which the page names."""

import re
import shlex
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from importlib.metadata import version
from pathlib import Path
from urllib.parse import parse_qsl, urljoin

import pytest
from jinja2 import PackageLoader
from starlette.testclient import TestClient

from cli.serve.addresses import ADDRESSES
from cli.serve.app import make_app
from cli.serve.of_report import TITLES
from cli.serve.screen import environment
from projections.pages import environment as printed
from projections.reports.kinds import KINDS
from tests.cli.conftest import Terminal
from tests.cli.serve.conftest import HOST, HOSTILE
from tests.sealing import LOG

DAY = "2026-07-11"
PAST = f"{DAY}T19:00-04:00"

ASKED = {
    "/day/{day}": [f"/day/{DAY}", "/day/2026-07-12", f"/day/{DAY}?as_of=40", "/day/today"],
    "/day/{day}/finding/{finding:path}": [
        f"/day/{DAY}/finding/tray_variance:MB-02",
        f"/day/{DAY}/finding/coupons_kept:MB-02",
    ],
    "/round/{table}/{day}/{n}": [
        f"/round/MB-01/{DAY}/1",
        f"/round/MB-01/{DAY}/1?step=3",
        f"/round/MB-01/{DAY}/2?as_of={PAST}",
        "/round/MB-01/2026-07-12/1r",
    ],
    "/floor": ["/floor", "/floor?as_of=40", f"/floor?known_at={PAST}"],
    "/table/{table}": ["/table/MB-01", "/table/MB-01?as_of=40"],
    "/table/{table}/{day}": [f"/table/MB-01/{DAY}", f"/table/MB-01/{DAY}?known_at={PAST}"],
    "/shoes/{day}": [f"/shoes/{DAY}", f"/shoes/{DAY}?table=MB-01&shoe=1"],
    "/undone/{day}": [f"/undone/{DAY}", f"/undone/{DAY}?table=MB-01&known_at={PAST}"],
    "/event/{position}": ["/event/10", "/event/120?as_of=200"],
    "/vigorish": ["/vigorish", f"/vigorish?as_of={PAST}&table=MB-01"],
    "/forms": ["/forms"],
    "/forms/{series}": ["/forms/CVF"],
    "/form/{serial}": ["/form/CVF-1001", "/form/CVF-1002"],
    "/slip/{kind}/{slip:path}": ["/slip/fill/F-17", "/slip/credit/C-3?as_of=200"],
    "/meters": ["/meters"],
    "/meter/{link}": ["/meter/R9-1", "/meter/R9-1?as_of=100"],
    "/disputes": ["/disputes"],
    "/disputes/{day}": [f"/disputes/{DAY}"],
    "/operators": ["/operators"],
    "/operator/{operator}": ["/operator/A-1", "/operator/D-8"],
    "/search": [
        "/search?q=seat:3+day:2026-07-11",
        "/search?q=Ames",
        "/search?q=%3B+rm+-rf+%24HOME+--db+x",
        f"/search?q=%22S.+Ames%22+it%27s&as_of={PAST}",
        "/search?q=card:7d+table:MB-01",
        f"/search?q=amount:60+operator:C-1&as_of={PAST}",
    ],
    "/compare/{report}/{day}": [
        f"/compare/win/{DAY}?from=40&to=90",
        f"/compare/day/{DAY}?known_from=2026-07-12T17:00-04:00",
    ],
    "/month/{month}": ["/month/2026-07"],
    "/year/{year}": ["/year/2026", f"/year/2026?as_of={PAST}"],
    "/seal": ["/seal"],
    **{f"/report/{name}/{{day}}": [f"/report/{name}/{DAY}"] for name in TITLES},
}
"""What each is asked."""

NAMED_OTHERWISE = {"outstanding": "/vigorish", "series": "/forms"}
"""Reports whose pages do not begin with `/report`."""


def test_every_report_has_its_page() -> None:
    assert KINDS.keys() == {*TITLES, *NAMED_OTHERWISE}
    assert {address.path for address in ADDRESSES} >= {*NAMED_OTHERWISE.values()}


ASKED["/report/win/{day}"].append(f"/report/win/{DAY}?period=month&group=pit")
ASKED["/report/performance/{day}"] += [
    f"/report/performance/{DAY}?by=bet&as_of={PAST}",
    f"/report/performance/{DAY}?by=dealer",
]
ASKED["/report/rounds/{day}"].append(f"/report/rounds/{DAY}?table=MB-01&known_at={PAST}")

FOUND = {0, 6}
"""Exit codes of commands that answer."""


def test_every_address_is_asked() -> None:
    assert ASKED.keys() == {each.path for each in ADDRESSES}


def test_only_the_frame_is_another_on_a_screen() -> None:
    own = PackageLoader("cli.serve").list_templates()
    assert set(own) & set(printed().list_templates()) == {"base.html"}


def _verify(browser: TestClient, terminal: Terminal, path: str) -> None:
    page = browser.get(path)
    bare, _, query = path.partition("?")
    data = browser.get(f"{bare}.json?{query}")
    assert page.status_code == data.status_code == 200, f"{path}\n{page.text}"
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert data.headers["content-type"] == "application/json"
    _verify_bar(page.text, path)
    typed = re.search(r'<code id="command">(.*)</code>', page.text)
    assert typed is not None, path
    pit, *words = shlex.split(unescape(typed[1]))
    assert pit == "pit"
    at = words.index("--") if "--" in words else len(words)
    result = terminal.run(*words[:at], "--json", *words[at:])
    assert result.exit_code in FOUND, f"{path}\n{result.output}"
    assert data.content == result.stdout_bytes, path


@pytest.mark.parametrize("some", range(4))
def test_a_page_and_its_data_are_what_the_command_prints_that_it_names(
    browser: TestClient, played: Terminal, some: int
) -> None:
    for path in [each for asked in ASKED.values() for each in asked][some::4]:
        _verify(browser, played, path)


def _verify_bar(page: str, path: str) -> None:
    """By which the moment is chosen, wherever one is."""
    bare, _, query = path.partition("?")
    bar = re.findall(r'<form action="([^"]*)" method="get" aria-label="Moment">', page)
    assert bar == [bare], path
    for name in ("as_of", "known_at"):
        (typed,) = re.findall(rf'<label>.*<input name="{name}" value="([^"]*)"', page)
        assert unescape(typed) == dict(parse_qsl(query)).get(name, ""), path


def test_where_a_moment_cannot_be_read_or_nothing_was_then_another_is_chosen(
    browser: TestClient,
) -> None:
    paths = ("/day/today?as_of=x", "/floor?known_at=2031-01-01", "/table/x?as_of=4", "/day/x")
    for path in paths:
        page = browser.get(path)
        assert page.status_code in {400, 404}
        _verify_bar(page.text, path)


def test_what_was_not_found_leads_on_at_the_same_moment(browser: TestClient) -> None:
    for path in ("/nowhere?as_of=200", "/table/x?as_of=200", "/day/x?as_of=200"):
        page = browser.get(path)
        assert page.status_code in {400, 404}
        ways = re.findall(r'<a href="([^"]*)"[^>]* data-key', page.text)
        assert ways == ["/day/today?as_of=200", "/floor?as_of=200", "/search?as_of=200"]


@pytest.mark.usefixtures("past_made_once")
def test_every_link_leads_somewhere_and_keeps_the_moment(browser: TestClient) -> None:
    moment = "as_of=200"
    seen: set[str] = set()
    todo = [f"/day/{DAY}?{moment}", f"/floor?{moment}"]
    patterns: dict[str, int] = {}
    while todo:
        path = todo.pop()
        # Of what is alike a few do: pages by the hundred differ in their numbers alone.
        alike = re.sub(r"\d+", "0", path.partition("?")[0])
        patterns[alike] = patterns.get(alike, 0) + 1
        if path in seen or patterns[alike] > 3:
            continue
        seen.add(path)
        page = browser.get(path)
        assert page.status_code == 200, f"{path}: {page.text[-2_000:]}"
        for each in re.findall(r'<a (?!id="now")[^>]*?href="([^"#]+)"', page.text):
            to = urljoin(path, unescape(each))
            assert moment in to, f"{path} leads to {to}"
            todo.append(to)
    assert len(seen) > 80


def test_a_table_is_known_in_any_case_as_in_a_rounds_name(browser: TestClient) -> None:
    assert browser.get("/table/mb-01.json").content == browser.get("/table/MB-01.json").content
    assert browser.get("/table/mb-01").status_code == 200


def test_a_name_that_would_be_code_is_text(browser: TestClient) -> None:
    page = browser.get("/table/MB-01").text
    assert HOSTILE not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_what_is_not_seen_is_shown_escaped_on_a_screen_as_on_paper() -> None:
    assert environment().from_string("{{ name }}").render(name="a\u202eb") == "a\\u202eb"


def test_the_command_to_copy_is_one_command_whatever_is_looked_for(browser: TestClient) -> None:
    page = browser.get("/search?q=x%3B+rm+-rf+%24(id)+%60id%60").text
    typed = re.search(r'<code id="command">(.*)</code>', page)
    assert typed is not None
    command = unescape(typed[1])
    assert shlex.split(command)[3:] == ["--", "x;", "rm", "-rf", "$(id)", "`id`"]
    assert all(each in command for each in ("'x;'", "'$(id)'", "'`id`'"))


def test_before_anything_is_looked_for_no_command_is_named(browser: TestClient) -> None:
    form = browser.get("/search?table=MB-01")
    assert (form.status_code, 'name="q"' in form.text) == (200, True)
    assert 'id="command"' not in form.text
    assert browser.get("/search.json").json() == []


def test_a_name_that_ends_as_data_does_is_shown(browser: TestClient, played: Terminal) -> None:
    def registers(name: str) -> None:
        who = ("--name", f"N. {name}", "--licence", f"L-{name}", "--role", "pit_clerk")
        played.does("operator", "register", name, *who, "--by", "A-1")

    registers("x.json")
    registers("live")
    assert "N. x.json" in browser.get("/operator/x.json").text
    assert browser.get("/operator/x.json.json").json()["name"] == "N. x.json"
    assert browser.get("/operator/live.json").json()["name"] == "N. live"
    assert browser.get("/operator/y.json").json()["error"]["code"] == "unknown_operator"
    registers("x")
    assert browser.get("/operator/x.json").json()["name"] == "N. x"
    assert browser.get("/table/live").headers["content-type"].startswith("text/html")


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/nowhere", 404, "no_such_page"),
        ("/day/2026-13-01", 400, "bad_day"),
        (f"/day/{DAY}/finding/tray_variance:XX", 404, "unknown_finding"),
        (f"/day/{DAY}/finding/record_refused%3Apit%2F7%3A1", 404, "unknown_finding"),
        (f"/round/MB-01/{DAY}/999", 404, "unknown_round"),
        (f"/round/MB-01/{DAY}/1?step=99", 400, "no_such_step"),
        ("/event/999999", 404, "unknown_event"),
        ("/event/x", 400, "bad_number"),
        ("/floor?as_of=999999", 400, "not_yet"),
        ("/floor?as_of=x", 400, "bad_time"),
        ("/form/CVF-9", 404, "form_unused"),
        ("/slip/fill/12/7", 404, "slip_unused"),
        ("/slip/marker/F-17", 400, "unknown_kind"),
        (f"/report/win/{DAY}?group=x", 400, "unknown_group"),
        (f"/report/rounds/{DAY}?table=x", 404, "unknown_table"),
        ("/search?q=card:1x", 400, "unknown_card"),
        ("/search?q=seat:", 400, "nothing_sought"),
        (f"/compare/win/{DAY}", 400, "no_state"),
        (f"/compare/x/{DAY}?from=1", 400, "unknown_report"),
        ("/month/2026-7", 400, "bad_month"),
        ("/month/0000-01", 400, "bad_month"),
        ("/year/x", 400, "bad_number"),
        ("/table/%27%20OR%201=1/2026-07-11", 404, "unknown_table"),
    ],
)
def test_what_is_refused_is_told_as_the_command_tells_it(
    browser: TestClient, path: str, status: int, code: str
) -> None:
    bare, _, query = path.partition("?")
    page, data = browser.get(path), browser.get(f"{bare}.json?{query}")
    assert page.status_code == data.status_code == status, page.text
    error = data.json()["error"]
    assert error["code"] == code
    assert error.keys() == {"code", "message", "facts", "next_step"}
    shown = unescape(page.text)
    assert code in shown
    assert error["message"] in shown
    assert error["next_step"] in shown
    assert "Traceback" not in page.text


def test_several_people_read_at_once(browser: TestClient) -> None:
    paths = [f"/day/{DAY}.json", "/floor.json", f"/round/MB-01/{DAY}/1.json?as_of=200"]
    alone = [browser.get(path).content for path in paths]
    with ThreadPoolExecutor(12) as people:
        together = list(people.map(lambda n: browser.get(paths[n % 3]).content, range(24)))
    assert together == alone * 8


def test_a_store_that_may_only_be_read_is_shown_and_the_page_says_so(
    played: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = played.url
    if url.startswith("sqlite"):
        monkeypatch.setattr("ledger.store.engine.os.access", lambda *_: False)
    else:
        url = f"{url}&options=-c%20default_transaction_read_only%3Don"
    with TestClient(make_app(url), f"http://{HOST}") as browser:
        page = browser.get(f"/day/{DAY}")
        lacking = browser.get("/report/win/2026-07-12")
    assert page.status_code == lacking.status_code == 200
    assert "This store may only be read" in lacking.text
    with TestClient(make_app(played.url), f"http://{HOST}") as browser:
        monkeypatch.undo()
        assert "may only be read" not in browser.get("/report/win/2026-07-12").text


def test_a_proof_is_a_file_to_take_along(browser: TestClient, played: Terminal) -> None:
    answer = browser.get(f"/proof?of=MB-01:{DAY}:1")
    assert answer.status_code == 200, answer.text
    assert f'filename="MB-01-{DAY}-1.proof"' in answer.headers["content-disposition"]
    assert answer.content == played.run("audit", "prove", f"MB-01:{DAY}:1").stdout_bytes
    assert browser.get(f"/proof?of=MB-01:{DAY}:99").status_code == 404


def test_the_seal_says_when_it_was_verified_last_and_what_came_of_it(
    browser: TestClient, played: Terminal, tmp_path: Path
) -> None:
    assert browser.get("/seal.json").json()["verified"] is None
    assert "No verification is on record." in browser.get("/seal").text
    answer = played.json("audit", "verify", "--key", LOG, "--hashes")
    kept = browser.get("/seal.json").json()
    assert (kept["verified"]["at"], kept["verified"]["position"]) == (
        "2026-07-12T22:00:00Z",
        kept["position"],
    )
    assert kept["verified"]["program"] == version("pit-ledger")
    assert kept["verified"]["answer"] == answer
    assert f"signed by {LOG}" in unescape(browser.get("/seal").text)
    forged = tmp_path / "forged.checkpoint"
    note, root = kept["checkpoints"][0]["note"], kept["checkpoints"][0]["root"]
    forged.write_text(note.replace(root, root[::-1].strip("=") + "="), encoding="utf-8")
    refused = played.is_refused("audit", "verify", "--against", str(forged), exit_code=5)
    assert browser.get("/seal.json").json()["verified"]["answer"] == {"error": refused}
    assert f"{refused['code']}: {refused['message']}" in unescape(browser.get("/seal").text)


def test_who_only_reads_the_store_leaves_no_verification_there(
    browser: TestClient, played: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("projections.queries.verify.read_only", lambda _: True)
    assert played.json("audit", "verify", "--key", LOG, "--hashes")["ok"]
    assert browser.get("/seal.json").json()["verified"] is None


def test_what_changed_is_money_where_the_report_has_money(browser: TestClient) -> None:
    path = f"/compare/win/{DAY}"
    (changed, *_) = (
        (each["before"], each["after"])
        for row in browser.get(f"{path}.json?from=40&to=200").json()
        for each in row["fields"]
        if each["field"] == "buy_ins" and None not in (each["before"], each["after"])
    )
    page = browser.get(f"{path}?from=40&to=200").text
    for cents in changed:
        assert f'<td class="figure">{cents / 100:,.2f}</td>' in page


def test_a_month_or_a_year_that_had_not_begun_has_no_figures_of_another(
    browser: TestClient,
) -> None:
    early = "?as_of=2026-06-30T12:00-04:00"
    for path in ("/month/2026-08", "/year/2027", f"/month/2026-07{early}", f"/year/2026{early}"):
        bare, _, query = path.partition("?")
        assert [row for row in browser.get(f"{bare}.json?{query}").json() if row["rounds"]] == []
    assert "Up to gaming day" in browser.get("/year/2027").text
    assert browser.get("/month/2026-07.json").json()[0]["name"] == DAY


def test_every_chart_of_a_month_and_a_year_says_what_it_shows(browser: TestClient) -> None:
    for path, by in (("/month/2026-07", "gaming day"), ("/year/2026", "month")):
        captions = re.findall(
            r'<figcaption class="note">(.*)</figcaption>', unescape(browser.get(path).text)
        )
        assert [each.partition(",")[0] for each in captions] == [
            f"Win from the hands by {by}",
            f"Win of each {by} as a share of its handle: a dot",
            "Win from the hands by hour of the property's clock",
            f"Win from the tray of each table in the {path[1:].partition('/')[0]} to date",
        ]
