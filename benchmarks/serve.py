"""The same feed read from a file by `pit feed` and sent over HTTP to `pit serve`: as processes, from their start
until all is recorded and the read models count it.

On SQLite and PostgreSQL. What is counted is the CPU of the process that records it. Run with
`python -m benchmarks.serve`.
"""

import http.client
import json
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from benchmarks.measured import in_turns, pit, seconds, served
from cli.demo.dealer import Day, Plan
from ledger.desks.ledger import Ledger
from ledger.equipment.acts import IssueFeedToken
from ledger.store.engine import make_engine
from ledger.values.tokens import digest
from migrations.run import upgrade
from tests.clerk import SINCE, establish
from tests.postgres import Server, server

PORT = 8399
LEAST = 0.7
"""Of the rate of `pit feed`."""

PLAN = Plan(source="deal", rounds=1_500, stepwise=0.0, players=6)
TOKEN = "pit_of-the-benchmark"  # noqa: S105  of stores that are thrown away
CHUNK_BYTES = 1 << 16


def prepared(url: str) -> str:
    """A store whose source has a token."""
    engine = make_engine(url)
    upgrade(engine)
    engine.dispose()
    with Ledger(url) as ledger:
        establish(ledger)
        issued = IssueFeedToken(
            by="A-1", at=SINCE, of_source=PLAN.source, tables=[], sha256=digest(TOKEN)
        )
        ledger.do(issued)
    return url


def read(fresh: Callable[[], str], feed: Path) -> None:
    """From the file."""
    pit("--db", fresh(), "feed", str(feed))


def sent(fresh: Callable[[], str], feed: Path) -> None:
    """Over HTTP, all of it in one request; as `pit feed` does, it ends when the read models are brought up."""
    url = fresh()
    with served(url, PORT, "--feed-db", url) as where:
        answered = _post(*where, feed)
        while _lag(*where):
            time.sleep(0.2)
    assert answered == len(feed.read_bytes().splitlines()), answered


def _post(host: str, port: int, feed: Path) -> int:
    """How many records were recorded."""
    while True:
        connection = http.client.HTTPConnection(host, port, timeout=600)
        try:
            connection.connect()
            break
        except ConnectionRefusedError:
            continue
    headers = {"Authorization": f"Bearer {TOKEN}"}
    connection.request("POST", "/feed", _chunks(feed), headers, encode_chunked=True)
    lines = connection.getresponse().read().splitlines()
    return sum(json.loads(line).get("answer") == "recorded" for line in lines)


def _lag(host: str, port: int) -> int:
    """How far the read models are behind."""
    connection = http.client.HTTPConnection(host, port, timeout=60)
    connection.request("GET", "/health")
    lag: int = json.loads(connection.getresponse().read())["lag"]
    return lag


def _chunks(feed: Path) -> Iterator[bytes]:
    with feed.open("rb") as file:
        while chunk := file.read(CHUNK_BYTES):
            yield chunk


def compare(database: str, fresh: Callable[[], str], feed: Path) -> None:
    """Print what each took."""
    by_file, by_http = in_turns(partial(read, fresh, feed), partial(sent, fresh, feed))
    seconds(f"{database}: over HTTP", by_http, "pit feed", by_file)
    print(f"  {'':<46}rate {by_file / by_http:.2f} of pit feed's; at least {LEAST}", flush=True)


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        feed = home / "feed.ndjson"
        with feed.open("wb") as file:
            file.writelines(Day(PLAN).lines())
        prepared(f"sqlite:///{home / 'made.db'}")

        def copied() -> str:
            shutil.copyfile(home / "made.db", home / "pit.db")
            for left in home.glob("pit.db-*"):
                left.unlink()
            return f"sqlite:///{home / 'pit.db'}"

        compare("sqlite", copied, feed)
        with server(durable=True) as running:
            compare("postgresql", partial(_created, running), feed)


def _created(running: Server) -> str:
    return prepared(running.url(running.create()))


if __name__ == "__main__":
    main()
