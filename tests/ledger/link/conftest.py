"""A table on a link, made once and copied for each test that begins with it."""

from datetime import timedelta
from functools import cache, partial

import pytest

from ledger.desks.ledger import Ledger
from tests.clerk import DEALT, AsItHappens, Clerk
from tests.ledger.link.floor import floor
from tests.stores import Made

LINKED = DEALT + timedelta(seconds=1)


def _installed(url: str) -> None:
    """A store in which a link was installed with one table that is dealt, up to that moment."""
    with AsItHappens(url) as ledger:
        (clerk,) = floor(ledger, "MB-01")
        assert clerk.moment == LINKED


@cache
def _linked(_texts: str) -> Made:
    """The same under one of the texts (tests/copies.py)."""
    return partial(_installed)


@pytest.fixture
def begun(request: pytest.FixtureRequest, begun: tuple[Made, ...], texts: str) -> tuple[Made, ...]:
    """For whoever asks for `linked`, that too."""
    return (*begun, _linked(texts)) if "linked" in request.fixturenames else begun


@pytest.fixture
def linked(ledger: Ledger) -> Clerk:
    """A clerk at a table with a shoe in play, alone on its link."""
    clerk = Clerk(ledger)
    clerk.goes_on(LINKED)
    return clerk
