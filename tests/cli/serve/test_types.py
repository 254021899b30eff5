"""What is read from JSON in a thread, by types that were looked up before."""

import subprocess
import sys
from pathlib import Path

from tests.cli.serve.sending import with_tokens
from tests.stores import Files

FED_AND_READ = """
import sys

import msgspec
from starlette.testclient import TestClient

from cli.serve import app
from tests.cli.serve.sending import READER, bearing, body_of
from tests.ledger.feed.sender import Sender

def known(kind=msgspec.Struct):
    return {kind}.union(*map(known, kind.__subclasses__()))

before = None
look_up = app.types.look_up

def looked_up():
    global before
    look_up()
    before = known()

app.types.look_up = looked_up
app.NOW_AT_ONCE = 1  # Each process that makes pages takes as long to start as all this.
url = sys.argv[1]
with TestClient(app.make_app(url, ("books.example",), url, apart=True), "https://books.example") as it:
    fed = it.post("/feed", content=body_of(Sender().opening()), headers=bearing(READER))
    assert fed.status_code == 200, fed.text
    for path in ("/feed/reader-1", "/health", "/metrics", "/floor", "/seal.json"):
        it.get(path, headers=bearing(READER))
    it.post("/login", data={"operator": "A-1", "passphrase": "wrong"})
assert before
assert known() == before, {each.__qualname__ for each in known() - before}
"""


def test_a_server_reads_no_type_in_a_thread_that_was_not_looked_up_before(
    sqlite_stores: Files,
) -> None:
    with sqlite_stores.copy(with_tokens) as url:
        done = subprocess.run(
            [sys.executable, "-c", FED_AND_READ, url],
            cwd=Path(__file__).parents[3],
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stderr
