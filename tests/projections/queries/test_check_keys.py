"""Idempotency keys held against the log, which says under which keys its events were recorded."""

from collections.abc import Iterator

import pytest
import sqlalchemy as sa
import time_machine
from msgspec.structs import replace

from ledger.desks.ledger import Ledger
from ledger.seal.tiles import KEEP
from ledger.store.engine import begin_write
from ledger.store.schema import LAST_POSITION
from ledger.values.errors import IntegrityFailure
from projections.queries import check_keys
from projections.queries.check_streams import Streams
from tests.cli.conftest import NOW, Terminal
from tests.projections.queries.conftest import PLAY
from tests.stores import Stores

KEYS = ("k-0", "k-1", "k-2")


def under_keys(url: str) -> None:
    """Commands with a key and without: of a table, of a link and of nothing but the property."""
    terminal = Terminal(url).initialised()
    terminal.does("property", "set", "late-after=20", "--key", "k-0")
    does = terminal.dealing().does
    does("chips", "buy-in", "MB-01", "3", "500", "--key", "k-1")
    does("chips", "buy-in", "MB-01", "4", "500")
    does(*PLAY, "3:banker:100", "--key", "k-2")


@pytest.fixture
def ledger(stores: Stores) -> Iterator[Ledger]:
    with time_machine.travel(NOW, tick=False), stores.copy(under_keys) as url, Ledger(url) as found:
        yield found


def found(ledger: Ledger, *statements: str, position: int | None = None) -> object:
    """What is named once something was done to the store: the key, or the event that has none any more; else how many
    keys there are. position: how far the log was folded, where that is not all of it.
    """
    alter(ledger, *statements)
    streams = Streams(ledger)
    position = streams.fold(goal=position)
    try:
        return check_keys.verify(ledger, streams.keys, position)
    except IntegrityFailure as error:
        named = error.refusal
        return named.code, named.facts.get("key") or named.facts["position"]


def alter(ledger: Ledger, *statements: str) -> None:
    """Do something to the store, in SQLite's words."""
    engine = ledger.journal.engine
    with begin_write(engine) as connection:
        for each in statements:
            done = each.replace("BLOB", "BYTEA") if engine.dialect.name == "postgresql" else each
            assert connection.exec_driver_sql(done).rowcount, each


KEPT = "UPDATE idempotency_keys SET {} WHERE key = 'key:k-1'"
OTHERS = """CAST('[{"stream":"table:MB-01","first_version":1,"last_version":1}]' AS BLOB)"""
NOWHERE = OTHERS.replace("table:MB-01", "table:MB-99")
FROM_NOTHING = OTHERS.replace('"first_version":1', '"first_version":0')
FIRST = OTHERS.replace("table:MB-01", "property")
"""What was recorded without a key, before any with one."""
PLANTED = (
    "INSERT INTO idempotency_keys SELECT 'key:k-9', request_sha256, {}, 0 FROM idempotency_keys"
)


def test_every_key_is_as_the_log_says_however_far_it_was_folded(ledger: Ledger) -> None:
    assert {found(ledger, position=upto) for upto in range(ledger.position + 1)} == {len(KEYS)}


@pytest.mark.parametrize("key", KEYS)
def test_a_key_that_is_gone_is_named_by_the_event_that_has_it(ledger: Ledger, key: str) -> None:
    name = f"key:{key}"
    with ledger.journal.engine.connect() as connection:
        answer = connection.scalar(
            sa.text("SELECT answer FROM idempotency_keys WHERE key = :name"), {"name": name}
        )
    assert answer is not None
    (first, *_) = check_keys.spans(answer)
    position = ledger.journal.position_of(first.stream, first.first_version)
    gone = f"DELETE FROM idempotency_keys WHERE key = '{name}'"
    assert found(ledger, gone) == ("key_missing", position)


def test_a_key_that_is_gone_is_told_with_what_can_come_of_it(ledger: Ledger) -> None:
    alter(ledger, "DELETE FROM idempotency_keys WHERE key = 'key:k-1'")
    streams = Streams(ledger)
    with pytest.raises(IntegrityFailure) as told:
        check_keys.verify(ledger, streams.keys, streams.fold(goal=None))
    refusal = told.value.refusal
    assert refusal.message == (
        f"The key under which the event at {refusal.facts['position']} was recorded is gone:"
        " its command could be given once more."
    )
    assert refusal.next_step == KEEP


@pytest.mark.parametrize(
    ("done", "key"),
    [
        (KEPT.format("request_sha256 = '3:'"), "k-1"),
        (KEPT.format(f"answer = {OTHERS}"), "k-1"),
        (KEPT.format("answer = CAST('[]' AS BLOB)"), "k-1"),
        (KEPT.format("answer = CAST('no list' AS BLOB)"), "k-1"),
        (KEPT.format("key = 'key:k-9'"), "k-9"),
        (f"{PLANTED.format('answer')} WHERE key = 'key:k-2'", "k-9"),
        (f"{PLANTED.format(OTHERS)} WHERE key = 'key:k-0'", "k-9"),
        (f"{PLANTED.format(FIRST)} WHERE key = 'key:k-0'", "k-9"),
        (f"{PLANTED.format(NOWHERE)} WHERE key = 'key:k-0'", "k-9"),
    ],
)
def test_a_key_that_is_altered_or_added_is_named(ledger: Ledger, done: str, key: str) -> None:
    assert found(ledger, done) == ("key_without_events", key)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (OTHERS, "is not kept as any event says"),
        (NOWHERE, "stands for events that are not in the log"),
        (FROM_NOTHING, "stands for events that are not in the log"),
    ],
)
def test_what_is_wrong_with_a_key_is_told(ledger: Ledger, answer: str, why: str) -> None:
    alter(ledger, f"{PLANTED.format(answer)} WHERE key = 'key:k-0'")
    with pytest.raises(IntegrityFailure) as told:
        check_keys.verify(ledger, {}, 0)
    assert told.value.refusal.message == f"The key k-9 {why}."


def test_of_a_store_from_before_keys_are_known_from_the_first_event_that_says_so(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = ledger.loader.property_now()
    assert now.established is not None
    before = replace(now, established=replace(now.established, keys_in_log=False))
    monkeypatch.setattr(type(ledger.loader), "property_now", lambda _: before)
    assert check_keys._since(ledger, {}) == LAST_POSITION
    planted = f"{PLANTED} WHERE key = 'key:k-0'"
    assert found(ledger, planted.format(FIRST)) == len(KEYS) + 1
    others = planted.replace("k-9", "k-8").format(OTHERS)
    assert found(ledger, others) == ("key_without_events", "k-8")
    of_the_first = f"{PLANTED.replace('k-9', 'k-7').format('answer')} WHERE key = 'key:k-0'"
    assert found(ledger, of_the_first) == ("key_without_events", "k-7")


@pytest.mark.parametrize("kept", ["answer = 7", "request_sha256 = x'ff'"])
def test_a_key_of_another_type_is_no_fault_of_the_program(ledger: Ledger, kept: str) -> None:
    if ledger.journal.engine.dialect.name == "sqlite":
        assert found(ledger, KEPT.format(kept)) == ("key_without_events", "k-1")
