"""An undo that is killed half way, at whatever statement, and said again: all of it is done once, or nothing."""

import signal
import subprocess
import sys

import msgspec

from ledger.desks.ledger import Ledger
from ledger.events import table as e
from ledger.table.acts import Undo
from tests.clerk import OPENER, SIGNED, Clerk

CHILD = """
import os, signal, sys
import msgspec, sqlalchemy as sa
from ledger.desks.ledger import Ledger
from ledger.table.acts import Undo

url, left, act = sys.argv[1], int(sys.argv[2]), sys.argv[3]

def done(*_):
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)

with Ledger(url) as ledger:
    for step in ("after_cursor_execute", "commit"):
        sa.event.listen(ledger.journal.engine, step, done)
    ledger.do(msgspec.json.decode(act, type=Undo), key="undo-1")
    done()  # saved, and nobody told
"""
"""Takes an act back, and dies after so many statements."""

MOST = 80


def test_an_undo_killed_at_any_statement_is_done_once(ledger: Ledger, url: str) -> None:
    """A close, which two streams and a snapshot tell of."""
    clerk = Clerk(ledger).opens().starts_shoe()
    standing = ledger.table("MB-01")
    clerk.says("close", closer=OPENER, **SIGNED)
    before = clerk.everything()
    said = clerk.act("cut_card")
    act = Undo(
        table="MB-01",
        by="C-1",
        at=said.at,
        reason="typed by mistake",
        approved_by="S-9",
        source="",
        seq=0,
    )
    typed = msgspec.json.encode(act).decode()
    nothing = whole = 0
    for after in range(1, MOST):
        command = [sys.executable, "-c", CHILD, url, str(after), typed]
        found = subprocess.run(command, capture_output=True, text=True, check=False)
        assert found.returncode in (0, -signal.SIGKILL), found.stderr
        now = clerk.everything()
        assert now[: len(before)] == before
        if found.returncode == 0:
            break
        assert len(now) - len(before) in (0, 2), "half an undo"
        nothing += len(now) == len(before)
        whole += len(now) > len(before)
    assert nothing >= 4
    assert whole >= 1
    with Ledger(url) as again:
        events = [recorded.event for recorded in again.stream("table:MB-01")]
        assert sum(isinstance(event, e.ActUndone) for event in events) == 1
        table = again.table("MB-01")
        assert msgspec.structs.replace(table, version=0) == msgspec.structs.replace(
            standing, version=0
        )
