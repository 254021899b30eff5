"""Decision 63: what lets equipment feed over HTTP: a token of its source, of which only a digest is kept."""

from typing import Any

import pytest

from ledger.equipment.acts import IssueFeedToken, RevokeFeedToken
from ledger.events.feed import TOKENS
from ledger.values import tokens
from ledger.values.errors import Misused, NotFound, Refused
from projections.queries.feed_tokens import tokens as listed
from tests.clerk import Clerk


def issue(clerk: Clerk, source: str = "reader-7", *tables: str, **how: Any) -> str:
    made = tokens.made()
    act = IssueFeedToken(
        by="A-1",
        at=clerk.moment,
        of_source=source,
        tables=list(tables),
        sha256=tokens.digest(made),
    )
    clerk.ledger.do(act, **how)
    return made


def revoke(clerk: Clerk, source: str = "reader-7", number: int = 1) -> None:
    named: dict[str, Any] = {"of_source": source, "number": number}
    clerk.ledger.do(RevokeFeedToken(by="A-2", at=clerk.moment, reason="replaced", **named))


def test_tokens_of_a_source_are_numbered_and_stand_beside_one_another(clerk: Clerk) -> None:
    issue(clerk, "reader-7", "MB-02", "MB-01", "MB-02")
    issue(clerk, "desk-1")
    issue(clerk)
    revoke(clerk)
    found = [(x.source, x.number, x.tables, x.reason) for x in listed(clerk.ledger)]
    assert found == [
        ("desk-1", 1, [], None),
        ("reader-7", 1, ["MB-01", "MB-02"], "replaced"),
        ("reader-7", 2, [], None),
    ]


def test_no_token_is_anywhere_in_the_store(clerk: Clerk) -> None:
    made = issue(clerk)
    kept = clerk.ledger.loader.feed_tokens().find(tokens.digest(made))
    assert kept is not None
    assert (kept.source, kept.number) == ("reader-7", 1)
    rows = clerk.ledger.journal.select_rows(0, 100)
    assert not any(made.encode() in state for *_, state in rows)


def test_two_tokens_are_never_alike() -> None:
    made = {tokens.made() for _ in range(100)}
    assert len(made) == len({*map(tokens.digest, made)}) == 100
    assert {len(each) for each in made} == {len("pit_") + 43}


def test_a_token_issued_again_under_its_key_is_the_one_that_was(clerk: Clerk) -> None:
    first = issue(clerk, key="k-1")
    again = issue(clerk, key="k-1")
    found = clerk.ledger.loader.feed_tokens()
    assert found.find(tokens.digest(first)) is not None
    assert found.find(tokens.digest(again)) is None
    assert len(clerk.ledger.stream(TOKENS)) == 1


def test_what_is_revoked_stays_so(clerk: Clerk) -> None:
    issue(clerk)
    revoke(clerk)
    with pytest.raises(Refused, match=r"Token 1 of reader-7 was revoked by A-2\."):
        revoke(clerk)
    for source, number in (("reader-7", 2), ("reader-7", 0), ("reader-8", 1)):
        with pytest.raises(NotFound, match="has no token"):
            revoke(clerk, source, number)


def test_a_token_is_bound_to_what_can_be_a_table(clerk: Clerk) -> None:
    with pytest.raises(Misused, match="cannot be a table's code"):
        issue(clerk, "reader-7", "MB 01")
    assert clerk.ledger.stream(TOKENS) == []
