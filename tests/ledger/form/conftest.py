"""A desk at which forms are issued."""

from functools import cache, partial

import pytest

from tests.clerk import DEALT, Clerk
from tests.ledger.form.desk import AT, Desk, ready
from tests.stores import Made


@cache
def _ready(_texts: str) -> Made:
    """At a table opened under one of the texts (tests/copies.py)."""
    return partial(ready)


@pytest.fixture
def begun(request: pytest.FixtureRequest, begun: tuple[Made, ...], texts: str) -> tuple[Made, ...]:
    """What was done to the store before a test begins: all that is ready at its desk, if it has one."""
    return (*begun, _ready(texts)) if "desk" in request.fixturenames else begun


@pytest.fixture
def desk(clerk: Clerk) -> Desk:
    """A desk where everything is ready."""
    clerk.goes_on(DEALT, AT)
    return Desk(clerk)
