"""What is done with a store besides saying acts, as tests kill it at every statement."""

import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path

import pytest
from msgspec.structs import replace

from ledger.day.acts import CloseDay, Reconciled
from ledger.desks.doing import Doing
from ledger.desks.ledger import Ledger
from ledger.seal import note as signed_note
from ledger.seal import sealing
from ledger.seal.memory import Memory
from ledger.seal.sealing import Holder, Sealed
from ledger.store.engine import make_engine
from ledger.store.recorders import SqlApplicationRecorder
from ledger.transaction import snapshots
from projections.engine import batch
from projections.engine.engine import catch_up
from projections.engine.model import Rows
from projections.models.registry import PROJECTIONS
from projections.queries.books_signed import Signing, close_day
from projections.queries.findings import signing
from projections.queries.rebuild import rebuild
from tests.sealing import LOG, LOG_PRIVATE

DAY = "2026-07-10"
AT = datetime(2026, 7, 12, 16, tzinfo=UTC)
TABLE = "MB-01"


def holder(home: Path) -> Holder:
    """The key of the tests, which remembers in a folder what it signed."""
    return Holder(signed_note.signer_of(LOG_PRIVATE), Memory(home / "log.key"))


def seal(ledger: Ledger, home: Path) -> Sealed:
    """The log sealed with the key of the tests."""
    return sealing.seal(ledger.journal.engine, holder(home), ledger.clock)


def seals(ledger: Ledger, *, home: Path) -> Iterator[None]:
    """Seal the log."""
    yield
    seal(ledger, home)


def closes(ledger: Ledger, *, home: Path) -> Iterator[None]:
    """Close a day on which nothing happened, with a checkpoint."""
    act = closing(ledger, home)
    yield
    ledger.do(act, key="close-1")


def closes_again(ledger: Ledger, *, home: Path) -> Iterator[None]:
    """Say once more that it is closed, and seal what signed it."""
    yield
    signed = close_day(ledger, DAY, said_closed, signing_with(home))
    assert signed.done.repeated
    assert signed.unsealed is None


def signing_with(home: Path, *, confirm: Callable[[str], None] = lambda _: None) -> Signing:
    """How books are signed under one key, with the log's key of the tests, by who sees nothing of it."""
    doing = Doing("close-1", dry_run=False, meant=lambda _: False, told=lambda _: None)
    return Signing(doing, partial(holder, home), confirm, sealed=lambda _: None)


def closing(ledger: Ledger, home: Path) -> CloseDay:
    """What is said to close a day as it was read, the log sealed."""
    read = signing(ledger, DAY).read
    return said_closed(replace(read, checkpoint=seal(ledger, home).note.written(), seal_key=LOG))


def said_closed(read: Reconciled) -> CloseDay:
    """What is said of a day as it was read."""
    return CloseDay(by="A-1", second="A-2", at=AT, day=DAY, read=read)


def dies_catching_up(url: str) -> None:
    """Bring all read models up in small batches, in a process that ends in the second of them."""
    write, written = Rows.write, count(1)

    def dies(rows: Rows) -> None:
        write(rows)
        if next(written) == 2 * len(PROJECTIONS):
            os._exit(9)

    vars(batch)["BATCH"] = 20
    pytest.MonkeyPatch().setattr(Rows, "write", dies)
    made = make_engine(url)
    catch_up(PROJECTIONS, SqlApplicationRecorder(made), made)


def rebuilds(ledger: Ledger) -> Iterator[None]:
    """Make a read model anew."""
    yield
    rebuild(ledger, ["table_win"])


def snapshots_table(ledger: Ledger) -> Iterator[None]:
    """Write the one snapshot of a table, however few its events are."""
    vars(snapshots)["TABLE_EVERY"] = ledger.table(TABLE).version  # In this process, which dies.
    yield
    ledger.snapshot(TABLE)
