"""`pit db follow`: the read models are kept current until it is told to end."""

import json
import os
import signal
import sys

import pytest

from cli.frame.main import main
from ledger.desks.ledger import Ledger
from tests.clerk import Clerk
from tests.cli.commands.feed.running import ROOT, finish
from tests.cli.commands.feed.test_live import soon
from tests.forked import Process
from tests.projections.queries.test_current import behind


def _pit(*typed: str) -> None:
    sys.argv[:] = ("pit", *typed)
    main()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_follows_until_it_is_told_to_end(
    url: str, ledger: Ledger, number: signal.Signals
) -> None:
    Clerk(ledger).opens()
    env = {**os.environ, "PIT_CONFIG": os.devnull}
    typed = ("--db", url, "db", "follow", "--json")
    with Process(_pit, *typed, cwd=ROOT, env=env) as process:
        soon(lambda: not behind(ledger))
        first = ledger.position
        Clerk(ledger, "MB-02").opens()
        soon(lambda: not behind(ledger))
        process.send_signal(number)
        code, out, err = finish(process)
    assert (code, err) == (0, "")
    told = [json.loads(line) for line in out.splitlines()]
    assert told[0]["position"] == first
    assert told[-1] == {"position": ledger.position, "head": ledger.position, "lag": 0}
    assert len(told) == len({each["position"] for each in told}) > 1
