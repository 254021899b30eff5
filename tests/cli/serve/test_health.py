"""How the server is: /health, /metrics, and what it says of itself on standard error."""

import json
import logging
import logging.config
from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from cli.serve import logs
from cli.serve.app import make_app
from tests.cli.serve.conftest import NAME
from tests.cli.serve.sending import GONE, HOST, READER, bearing, body_of, with_tokens
from tests.ledger.feed.sender import Sender
from tests.stores import Files, Stores


@pytest.fixture
def client(stores: Stores) -> Iterator[TestClient]:
    """The server over a property whose equipment has tokens, on each database in turn."""
    with (
        stores.copy(with_tokens) as url,
        TestClient(make_app(url, feed_url=url), f"http://{HOST}") as client,
    ):
        yield client


@pytest.fixture
def gone(sqlite_stores: Files, tmp_path: Path) -> Iterator[TestClient]:
    """The server over a store that was there when it started."""
    url = sqlite_stores.put(tmp_path / "pit.db", with_tokens)
    with TestClient(make_app(url), f"http://{HOST}") as client:
        (tmp_path / "pit.db").unlink()
        yield client


def fed(client: TestClient) -> None:
    """Records of reader-1: two that are taken, one set aside, one refused."""
    sender = Sender()
    lines = [*sender.opening(), sender.line("buy_in", seat=3, cents=-5), b"{"]
    query = {"quarantine": "yes"}
    client.post("/feed", content=body_of(lines), headers=bearing(READER), params=query)
    client.post("/feed", headers=bearing(GONE))


def measured(client: TestClient) -> dict[tuple[str, str], float]:
    """By metric and the value of its label."""
    found = client.get("/metrics")
    assert found.status_code == 200
    assert found.headers["content-type"].startswith("text/plain; version=")
    return {
        (sample.name, next(iter(sample.labels.values()), "")): sample.value
        for family in text_string_to_metric_families(found.text)
        for sample in family.samples
    }


def test_health_says_how_far_the_read_models_are(client: TestClient) -> None:
    fed(client)
    found = client.get("/health")
    assert found.status_code == 200
    stands = found.json()
    assert stands["lag"] == stands["head"] - stands["position"]
    assert stands["head"] > 5


def test_health_of_a_store_that_is_gone(gone: TestClient) -> None:
    found = gone.get("/health")
    assert (found.status_code, found.json()["error"]["code"]) == (503, "store_not_set_up")
    assert measured(gone) == {("pit_store_reachable", ""): 0}


def test_where_operators_sign_in_only_the_machine_itself_is_told(sqlite_stores: Files) -> None:
    with sqlite_stores.copy(with_tokens) as url:
        app, home = make_app(url, (NAME,)), f"https://{NAME}"
        here = TestClient(app, home, client=("127.0.0.1", 50_000))
        with here, TestClient(app, home, client=("203.0.113.7", 50_000)) as elsewhere:
            for path in ("/health", "/metrics"):
                assert here.get(path).status_code == 200
                assert elsewhere.get(path).status_code == 404
                through = {"x-forwarded-for": "203.0.113.7"}
                assert here.get(path, headers=through).status_code == 404


def test_what_was_fed_and_refused_is_measured(client: TestClient) -> None:
    fed(client)
    client.get(
        "/feed/reader-1", headers=bearing(READER)
    )  # Which brings up what is known of sources.
    found = measured(client)
    assert found["pit_store_reachable", ""] == 1
    assert found["pit_log_position", ""] == client.get("/health").json()["head"]
    assert found["pit_read_models_lag", ""] >= 0
    assert found["pit_feed_age_seconds", "reader-1"] >= 0
    assert found["pit_feed_set_aside", "reader-1"] == 1
    refused = {label: n for (name, label), n in found.items() if name == "pit_feed_refused_total"}
    assert refused == {"not_positive": 1, "not_json": 1, "token_revoked": 1}


def test_what_is_logged_names_nobody_and_no_token(
    client: TestClient, capsys: pytest.CaptureFixture[str]
) -> None:
    fed(client)
    client.get("/round/MB-01/2026-07-11/1?patron=Ames")
    client.get("/nothing/of/Ames?token=pit_x")
    said = [json.loads(line) for line in capsys.readouterr().err.splitlines() if line[:1] == "{"]
    assert all(each["at"] for each in said)
    asked = [(x["method"], x["address"], x["status"]) for x in said if "method" in x]
    assert asked == [
        ("POST", "/feed", 200),
        ("POST", "/feed", 401),
        ("GET", "/round/{table}/{day}/{n}", 404),
        ("GET", None, 404),
    ]
    (feed,) = [each for each in said if "source" in each]
    del feed["at"]
    assert feed == {"source": "reader-1", "recorded": 2, "set_aside": 1, "refused": 1}
    assert not any(word in str(said) for word in ("Ames", "pit_", "MB-01", "C-1"))


def test_what_goes_wrong_in_the_server_is_a_line_too_without_what_it_was_about(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logging.config.dictConfig(logs.CONFIG)
    logging.getLogger("uvicorn.error").error(
        "Exception in ASGI application\n", exc_info=KeyError("Ames")
    )
    logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
    said = json.loads(capsys.readouterr().err)
    del said["at"]
    assert said == {"level": "error", "told": "Exception in ASGI application", "error": "KeyError"}
