"""The door for equipment: records over HTTP, by the rules of `pit feed`, for whoever has a token of their source."""

import asyncio
import gzip
import json
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from cli.serve import body, equipment
from cli.serve.app import make_app
from cli.serve.equipment import Door
from ledger.desks.ledger import Ledger
from ledger.feed.reading import LONGEST_LINE_BYTES
from tests.cli.serve.asking import Browser
from tests.cli.serve.sending import (
    BOUND,
    GONE,
    HOST,
    READER,
    Exchange,
    OneLedger,
    bearing,
    body_of,
    issue,
    revoke,
    with_tokens,
)
from tests.ledger.feed.sender import Fed, Sender, log_of, read_models
from tests.stores import Stores

NOT_BANKED = {"banker": ["Kd", "Kd", "Kd", "Kd"]}


@pytest.fixture
def url(stores: Stores) -> Iterator[str]:
    """A property whose equipment has tokens, on each database in turn."""
    with stores.copy(with_tokens) as url:
        yield url


@pytest.fixture
def client(url: str) -> Iterator[TestClient]:
    with Browser(make_app(url, feed_url=url), f"http://{HOST}") as client:
        yield client


@pytest.fixture
def ledger(url: str) -> Iterator[Ledger]:
    with Ledger(url) as ledger:
        yield ledger


@pytest.fixture
def door(ledger: Ledger) -> Iterator[Door]:
    door = Door(OneLedger(ledger), asyncio.Event())  # type: ignore[arg-type]  # it lends as Books do
    yield door
    door.close()


@pytest.fixture
def sender() -> Sender:
    return Sender()


def evening(sender: Sender) -> list[bytes]:
    """A table opened, and two rounds."""
    return [*sender.opening(), sender.round((3, "player", 2_500)), sender.round((3, "banker", 100))]


def feeds(client: TestClient, lines: list[bytes], token: str = READER, **how: Any) -> Any:
    """The status, and what became of each record."""
    found = client.post("/feed", content=body_of(lines), headers=bearing(token), **how)
    return found.status_code, [json.loads(line) for line in found.content.splitlines()]


def outcomes(answered: list[dict[str, Any]]) -> list[tuple[int, str]]:
    return [(each["seq"], each.get("code") or each["answer"]) for each in answered]


def stands(client: TestClient, source: str = "reader-1", token: str = READER) -> Any:
    found = client.get(f"/feed/{source}", headers=bearing(token))
    assert found.status_code == 200, found.text
    return found.json()


def test_each_record_is_answered_and_sent_again_is_there_already(
    client: TestClient, ledger: Ledger, sender: Sender
) -> None:
    lines = evening(sender)
    status, answered = feeds(client, lines)
    assert (status, outcomes(answered)) == (200, [(n, "recorded") for n in (1, 2, 3, 4)])
    assert [each["line"] for each in answered] == [1, 2, 3, 4]
    before = log_of(ledger)
    status, answered = feeds(client, [*lines, sender.round((5, "player", 500))])
    there = [(n, "already_there") for n in (1, 2, 3, 4)]
    assert (status, outcomes(answered)) == (200, [*there, (5, "recorded")])
    assert log_of(ledger)["table:MB-01"][: len(before["table:MB-01"])] == before["table:MB-01"]
    found = stands(client)
    assert (found["source"], found["seq"], found["next"]) == ("reader-1", 5, 6)


def test_the_books_are_those_of_the_same_records_read_from_a_file(
    stores: Stores, client: TestClient, ledger: Ledger, sender: Sender
) -> None:
    lines = evening(sender)
    feeds(client, lines)
    with stores.copy(with_tokens) as other, Ledger(other) as read:
        assert Fed(read, lines).counts == (4, 0, 0)
        assert log_of(read) == log_of(ledger)
        assert read_models(read) == read_models(ledger)


def test_nothing_is_no_trouble(client: TestClient) -> None:
    assert feeds(client, []) == (200, [])
    assert feeds(client, [b"", b"  "]) == (200, [])
    assert stands(client)["seq"] == 0


def test_the_first_refusal_ends_the_request_and_all_before_it_is_kept(
    client: TestClient, sender: Sender
) -> None:
    opening = sender.opening()
    bad = sender.line("buy_in", seat=3, cents=-5)
    status, answered = feeds(client, [*opening, bad, sender.round((3, "player", 100))])
    assert status == 200
    assert outcomes(answered) == [(1, "recorded"), (2, "recorded"), (3, "not_positive")]
    assert answered[-1]["answer"] == "refused"
    assert answered[-1]["resume"] == 3
    assert answered[-1]["next_step"]
    assert stands(client)["next"] == 3


@pytest.mark.parametrize(
    ("record", "code"),
    [
        ({"type": "buy_in", "seat": 3, "cents": -5}, "not_positive"),
        ({"type": "buy_in", "seat": 3}, "field_missing"),
        ({"type": "buys", "seat": 3}, "unknown_type"),
    ],
)
def test_where_the_first_record_is_refused_the_status_says_so(
    client: TestClient, sender: Sender, record: dict[str, Any], code: str
) -> None:
    feeds(client, sender.opening())
    fields = dict(record)
    status, answered = feeds(client, [sender.line(fields.pop("type"), **fields)])
    assert (status, outcomes(answered)) == (422, [(3, code)])


def test_what_is_set_aside_counts_as_taken(
    client: TestClient, ledger: Ledger, sender: Sender
) -> None:
    lines = [*sender.opening(), sender.line("buy_in", seat=3, cents=-5), sender.line("nonsense")]
    lines += [sender.round((3, "player", 100))]
    for answer in ("recorded", "already_there"):
        status, answered = feeds(client, lines, params={"quarantine": "yes"})
        assert status == 200
        aside = {"recorded": "set_aside"}.get(answer, answer)
        assert [each["answer"] for each in answered] == [answer] * 2 + [aside] * 2 + [answer]
    assert len(log_of(ledger)["feed:reader-1"]) == 2
    assert stands(client)["next"] == 6


@pytest.mark.parametrize("query", [{}, {"quarantine": "yes"}])
def test_a_line_that_names_no_record_ends_the_request(
    client: TestClient, ledger: Ledger, sender: Sender, query: dict[str, str]
) -> None:
    """It has no number, and when it comes again no place, by which to know that it was set aside."""
    for line in (b'{"v": 1, "sour', b"\xff", b"[]"):
        status, answered = feeds(client, [line], params=query)
        assert (status, answered[0]["seq"], answered[0]["resume"]) == (422, 0, 1)
    lines = [*sender.opening(), b"x" * (LONGEST_LINE_BYTES + 1)]
    status, answered = feeds(client, lines, params=query)
    assert (status, answered[-1]["code"], answered[-1]["resume"]) == (200, "line_too_long", 3)
    assert "feed:" not in log_of(ledger)


def test_a_gap_names_the_number_to_go_on_with(client: TestClient, sender: Sender) -> None:
    lines = evening(sender)
    status, answered = feeds(client, [*lines[:2], lines[3], lines[2]])
    assert status == 200
    assert outcomes(answered) == [(1, "recorded"), (2, "recorded"), (4, "gap")]
    assert answered[-1]["resume"] == 3
    status, answered = feeds(client, lines[3:])
    assert (status, answered[0]["resume"]) == (409, 3)
    status, answered = feeds(client, [lines[0].replace(b"C-1", b"C-2")])
    assert (status, outcomes(answered)) == (409, [(1, "feed_source_restarted")])


# -- who may


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({}, "token_needed"),
        ({"authorization": "Basic cmVhZGVyOg=="}, "token_needed"),
        ({"authorization": "Bearer "}, "token_needed"),
        (bearing("pit_of-nobody"), "token_unknown"),
        (bearing(GONE), "token_revoked"),
    ],
)
def test_without_a_good_token_nothing_is_taken_or_told(
    client: TestClient, ledger: Ledger, sender: Sender, headers: dict[str, str], code: str
) -> None:
    before = log_of(ledger)
    posted = client.post("/feed", content=body_of(evening(sender)), headers=headers)
    asked = client.get("/feed/reader-1", headers=headers)
    for found in (posted, asked):
        assert (found.status_code, found.json()["error"]["code"]) == (401, code)
        assert found.headers["www-authenticate"].startswith("Bearer")
    assert log_of(ledger) == before


def test_a_token_feeds_as_its_source_and_no_other(
    client: TestClient, ledger: Ledger, sender: Sender
) -> None:
    for lines in (evening(sender), [sender.line("nonsense")]):
        for query in ({}, {"quarantine": "yes"}):
            status, answered = feeds(client, lines, BOUND, params=query)
            assert (status, answered[0]["code"]) == (403, "token_of_another")
    assert log_of(ledger).keys() == {"property", "feed_tokens"}
    assert client.get("/feed/reader-1", headers=bearing(BOUND)).status_code == 403


def test_a_token_feeds_the_tables_that_it_is_bound_to_and_no_other(
    client: TestClient, ledger: Ledger
) -> None:
    sender = Sender("reader-2", "MB-02")
    lines = evening(sender)
    sender.table = "MB-01"
    void = sender.record("form_void", series="CVF", number=1, reason="torn", pit_boss="B-2")
    del void["table"]
    for other in (sender.opening()[0], json.dumps({**void, "clerk": "C-1"}).encode()):
        status, answered = feeds(client, [*lines, other], BOUND, params={"quarantine": "yes"})
        assert (status, answered[-1]["code"]) == (200, "token_of_other_tables")
    assert stands(client, "reader-2", BOUND)["next"] == 5
    assert "feed:reader-2" not in log_of(ledger)


def test_a_token_that_is_revoked_meanwhile_takes_nothing_more(
    door: Door, ledger: Ledger, sender: Sender
) -> None:
    lines = evening(sender)

    async def sends(exchange: Exchange) -> None:
        exchange.send(lines[:2])
        assert [(await exchange.answer())["seq"] for _ in range(2)] == [1, 2]
        revoke(ledger, "reader-1", 2)
        exchange.send(lines[2:], more=False)

    exchange = Exchange(door)
    asyncio.run(exchange.run(sends))
    assert (exchange.status, exchange.answered[-1]["error"]["code"]) == (200, "token_revoked")
    assert len(exchange.answered) == 3
    issue(ledger, "pit_another", "reader-1")
    exchange = Exchange(door, "pit_another")
    asyncio.run(exchange.run(_sends(lines)))
    assert [each["answer"] for each in exchange.answered] == ["already_there"] * 2 + [
        "recorded"
    ] * 2


def _sends(lines: list[bytes]) -> Callable[[Exchange], Any]:
    async def sends(exchange: Exchange) -> None:
        exchange.send(lines, more=False)

    return sends


# -- how it comes


def test_a_record_is_answered_while_the_next_is_still_to_come(door: Door, sender: Sender) -> None:
    lines = evening(sender)

    async def sends(exchange: Exchange) -> None:
        for n, line in enumerate(lines, 1):
            exchange.send([line])
            answer = await exchange.answer()
            assert (answer["seq"], answer["answer"]) == (n, "recorded")
        exchange.send([], more=False)

    exchange = Exchange(door)
    asyncio.run(exchange.run(sends))
    assert (exchange.status, len(exchange.answered)) == (200, len(lines))


@pytest.mark.parametrize("cut", [1, 60, 200])
def test_what_a_sender_that_is_gone_sent_whole_is_taken(
    door: Door, ledger: Ledger, sender: Sender, cut: int
) -> None:
    """And the line that was cut off is none, though what came of it might be one."""
    lines = evening(sender)

    async def sends(exchange: Exchange) -> None:
        exchange.send(lines[:3])
        exchange.send_bytes(lines[3][: -1 if cut == 200 else cut])
        exchange.leave()

    asyncio.run(Exchange(door).run(sends))
    assert ledger.journal.last_seq("reader-1") == 3
    exchange = Exchange(door)
    asyncio.run(exchange.run(_sends(lines)))
    assert outcomes(exchange.answered)[-1] == (4, "recorded")


def test_two_at_once_of_one_source_take_each_record_once(
    door: Door, ledger: Ledger, sender: Sender
) -> None:
    lines = [*sender.opening(), *(sender.round((3, "player", 100)) for _ in range(6))]
    exchanges = [Exchange(door), Exchange(door)]

    async def both() -> None:
        await asyncio.gather(*(each.run(_sends(lines)) for each in exchanges))

    asyncio.run(both())
    taken = [each["seq"] for x in exchanges for each in x.answered if each["answer"] == "recorded"]
    assert sorted(taken) == list(range(1, len(lines) + 1))
    assert all([each["seq"] for each in x.answered] == sorted(taken) for x in exchanges)
    assert ledger.journal.last_seq("reader-1") == len(lines)


def test_more_than_can_be_served_at_once_are_told_when_to_come_and_with_which_number(
    door: Door, sender: Sender
) -> None:
    lines = evening(sender)
    late = [Exchange(door) for _ in range(equipment.OF_ONE_SOURCE + 1)]

    async def one_after_the_other() -> None:
        *first, last = late
        waiting = [asyncio.ensure_future(each.run(hold)) for each in first]
        await asyncio.gather(*(each.answer() for each in first))
        await last.run(_sends(lines))
        done.set()
        await asyncio.gather(*waiting)

    async def hold(exchange: Exchange) -> None:
        exchange.send(lines[:1])
        await done.wait()
        exchange.leave()

    done = asyncio.Event()
    asyncio.run(one_after_the_other())
    error = late[-1].answered[0]["error"]
    assert (late[-1].status, error["code"]) == (429, "too_many_feeds")
    assert error["facts"]["resume"] == 2
    exchange = Exchange(door)
    asyncio.run(exchange.run(_sends(lines)))
    assert outcomes(exchange.answered)[-1] == (4, "recorded")


def test_who_says_nothing_for_too_long_is_told_where_to_go_on(
    door: Door, sender: Sender, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(body, "IDLE_SECONDS", 0.05)

    async def sends(exchange: Exchange) -> None:
        exchange.send(sender.opening())
        await exchange.answer()

    exchange = Exchange(door)
    asyncio.run(exchange.run(sends))
    error = exchange.answered[-1]["error"]
    assert (error["code"], error["facts"]["resume"]) == ("sender_silent", 3)


def test_one_request_takes_so_much_and_the_rest_is_sent_with_the_next(
    client: TestClient, sender: Sender, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = evening(sender)
    monkeypatch.setattr(body, "MOST_BYTES", len(body_of(lines)) - 1)
    status, answered = feeds(client, lines)
    assert (status, answered[-1]["error"]["code"]) == (413, "request_too_large")
    status, answered = feeds(client, lines[:3])
    assert (status, outcomes(answered)[-1]) == (200, (3, "recorded"))


# -- packed


def packed(client: TestClient, content: bytes, encoding: str = "gzip") -> Any:
    headers = bearing(READER, **{"content-encoding": encoding})
    found = client.post("/feed", content=content, headers=headers)
    return found.status_code, [json.loads(line) for line in found.content.splitlines()]


def test_records_that_gzip_packed_are_taken(client: TestClient, sender: Sender) -> None:
    lines = evening(sender)
    parts = gzip.compress(body_of(lines[:2])) + gzip.compress(body_of(lines[2:]))
    status, answered = packed(client, parts)
    assert (status, outcomes(answered)) == (200, [(n, "recorded") for n in (1, 2, 3, 4)])


def test_what_is_no_gzip_or_half_of_one_is_refused(client: TestClient, sender: Sender) -> None:
    whole = gzip.compress(body_of(evening(sender)))
    for content in (body_of(evening(sender)), whole[: len(whole) // 2], zlib.compress(b"{}")):
        status, answered = packed(client, content)
        assert answered[-1]["error"]["code"] == "not_gzip"
        assert status in {400, 200}
    status, answered = packed(client, whole, "br")
    assert (status, answered[0]["error"]["code"]) == (415, "packed_otherwise")


@pytest.mark.parametrize(
    ("plain", "code"),
    [(b"x" * (1 << 16), "line_too_long"), (b"\n" * (1 << 16), "request_too_large")],
)
def test_what_unpacks_to_too_much_is_refused(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, plain: bytes, code: str
) -> None:
    monkeypatch.setattr(body, "MOST_BYTES", 1 << 18)
    compress = zlib.compressobj(9, wbits=31)
    bomb = b"".join(compress.compress(plain) for _ in range(40 if b"\n" in plain else 4))
    status, answered = packed(client, bomb + compress.flush())
    assert (status, str(answered[-1]).count(code)) == (413 if b"\n" in plain else 422, 1)


def test_blank_lines_without_end_are_refused(
    client: TestClient, sender: Sender, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(body, "MOST_LINES", 10)
    lines = evening(sender)
    status, answered = packed(client, gzip.compress(body_of(lines) + b"\n" * 10))
    assert (status, outcomes(answered[:-1])) == (200, [(n, "recorded") for n in (1, 2, 3, 4)])
    assert answered[-1]["error"]["code"] == "request_too_large"


def test_what_is_asked_otherwise_is_refused(client: TestClient, sender: Sender) -> None:
    for query in ({"quarantine": "no"}, {"aside": "yes"}):
        status, answered = feeds(client, evening(sender), params=query)
        assert (status, answered[0]["error"]["code"]) == (400, "unknown_query")
    assert client.get("/feed", headers=bearing(READER)).status_code == 405
    assert client.post("/feed/reader-1", headers=bearing(READER)).status_code == 405
