"""What the last verification of the log came to, as the store is told of it."""

from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from ledger.seal import verifications
from ledger.seal.unfinished import Unfinished
from ledger.seal.verifications import Verification
from ledger.store.engine import begin_write, make_engine
from ledger.store.tables import verifications as kept


def last(engine: sa.Engine) -> Verification | None:
    with engine.connect() as connection:
        return verifications.last(connection)


@pytest.fixture
def engine(url: str) -> Iterator[sa.Engine]:
    found = make_engine(url)
    yield found
    found.dispose()


def test_the_last_one_takes_the_place_of_the_one_before(engine: sa.Engine) -> None:
    assert last(engine) is None
    for at, answer in ((20, {"ok": False}), (10, {"ok": True})):
        verifications.keep(engine, at, at + 1, "1.2", answer)
        assert last(engine) == Verification(at, at + 1, "1.2", answer)


def test_one_that_cannot_be_read_is_none_and_of_several_the_latest_is_told(
    engine: sa.Engine,
) -> None:
    verifications.keep(engine, 10, 11, "1.2", {"ok": True})
    others = [
        {"at": at, "position": 1, "program": "1.2", "answer": answer}
        for at, answer in ((30, b"no answer"), (5, b"{}"))
    ]
    with begin_write(engine) as connection:
        connection.execute(sa.insert(kept), others)
    for unreadable in (b"[]", b"no answer"):
        with begin_write(engine) as connection:
            connection.execute(sa.update(kept).where(kept.c.at == 30), {"answer": unreadable})
        assert last(engine) is None
    with begin_write(engine) as connection:
        connection.execute(sa.delete(kept).where(kept.c.at == 30))
    assert last(engine) == Verification(10, 11, "1.2", {"ok": True})


def test_a_step_that_came_to_something_else_is_not_known() -> None:
    steps = Unfinished()
    steps.done("one", {"events": 3})
    assert steps.known("one", dict[str, int]) == {"events": 3}
    assert steps.known("one", int) is None
    assert steps.known("two", int) is None
