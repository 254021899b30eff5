"""What is kept of feeds beside the log, held against it: digests that are gone, doubled or others are named."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import sqlalchemy as sa

from ledger.desks.ledger import Ledger
from ledger.feed import Quarantine
from ledger.store.engine import begin_write
from ledger.values.errors import IntegrityFailure
from tests.folded import fold
from tests.ledger.feed.conftest import open_pit
from tests.ledger.feed.sender import Fed, Sender
from tests.stores import Stores

ASIDE = 4
"""A record of each source that is set aside: seat 1 is taken."""


def two_feeds(url: str) -> None:
    """Two sources, each saved in two transactions: records 1 to 3, and 4 to 6."""
    with open_pit(url) as ledger, TemporaryDirectory() as home:
        for source, table in (("reader-1", "MB-01"), ("reader-2", "MB-02")):
            sender = Sender(source, table)
            lines = [*sender.opening(), *(sender.line("sit", seat=n) for n in (1, 1, 2, 3))]
            quarantine = Quarantine(Path(home, source))
            quarantine.create()
            Fed(ledger, lines[:3])
            assert Fed(ledger, lines[3:], quarantine=quarantine).codes == [(1, "seat_taken")]


@pytest.fixture
def fed(stores: Stores) -> Iterator[Ledger]:
    with stores.copy(two_feeds) as url, Ledger(url) as ledger:
        yield ledger


def named(ledger: Ledger, *statements: str) -> tuple[str, object, object] | None:
    """What is named once something was done to the store."""
    with begin_write(ledger.journal.engine) as connection:
        for each in statements:
            assert connection.execute(sa.text(each)).rowcount
    try:
        fold(ledger)
    except IntegrityFailure as error:
        facts = error.refusal.facts
        return error.refusal.code, facts.get("source"), facts.get("seq")
    return None


OF = "source = 'reader-2' AND last_seq ="
KEPT = f"(SELECT digests FROM feed_digests WHERE {OF} 6)"
BESIDE = "INSERT INTO feed_digests SELECT source,"


@pytest.mark.parametrize(
    ("done", "seq"),
    [
        (f"DELETE FROM feed_digests WHERE {OF} 3", 3),
        (f"DELETE FROM feed_digests WHERE {OF} 6", 6),
        ("DELETE FROM feed_digests WHERE source = 'reader-2'", 6),
        (f"UPDATE feed_digests SET last_seq = 7 WHERE {OF} 6", 4),
        (f"UPDATE feed_digests SET last_seq = 2 WHERE {OF} 3", 3),
        (f"UPDATE feed_digests SET source = 'reader-3' WHERE {OF} 6", 6),
        (f"UPDATE feed_digests SET digests = substr(digests, 1, 23) WHERE {OF} 6", 4),
        (f"UPDATE feed_digests SET digests = substr(digests, 1, 16) WHERE {OF} 6", 4),
        (f"UPDATE feed_digests SET digests = substr(digests, 1, 0) WHERE {OF} 6", 4),
        (f"{BESIDE} 5, digests FROM feed_digests WHERE {OF} 6", 4),
        (f"UPDATE feed_digests SET digests = {KEPT} WHERE source = 'reader-1' AND last_seq = 6", 4),
    ],
)
def test_a_digest_that_is_gone_doubled_or_of_another_record_is_named(
    fed: Ledger, done: str, seq: int
) -> None:
    source = "reader-1" if "reader-1" in done else "reader-2"
    assert named(fed) is None
    assert named(fed, done) == ("feed_digests", source, seq)


@pytest.mark.parametrize("seq", [1, ASIDE, 6])
def test_a_digest_of_zeros_is_none(fed: Ledger, seq: int) -> None:
    last, at = (3, seq) if seq <= 3 else (6, seq - 3)
    parts = (f"substr(digests, 1, {8 * (at - 1)})", "ZEROS", f"substr(digests, {8 * at + 1})")
    zeros = "x'0000000000000000'"
    joined = " || ".join(parts)
    if fed.journal.engine.dialect.name == "postgresql":
        statement = joined.replace("ZEROS", rf"'\{zeros[:-1].replace(chr(39), '')}'::bytea")
    else:
        statement = f"CAST({joined.replace('ZEROS', zeros)} AS BLOB)"
    done = f"UPDATE feed_digests SET digests = {statement} WHERE {OF} {last}"
    assert named(fed, done) == ("feed_digests", "reader-2", seq)


def test_what_was_fed_before_digests_were_kept_has_none(fed: Ledger) -> None:
    """All that there are of the beginning may be gone: a store that is older has none of it either."""
    assert named(fed, "DELETE FROM feed_digests WHERE source = 'reader-1'") is None
    assert named(fed, f"DELETE FROM feed_digests WHERE {OF} 3") is None
    assert named(fed, "DELETE FROM feed_digests") is None


def test_what_is_of_another_type_is_named(sqlite_url: str) -> None:
    two_feeds(sqlite_url)
    with Ledger(sqlite_url) as ledger:
        assert named(ledger, "UPDATE feed_digests SET last_seq = 'x' WHERE last_seq = 6") == (
            "feed_digests",
            None,
            None,
        )
