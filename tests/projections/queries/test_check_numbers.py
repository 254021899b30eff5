"""Numbers that the log has used up, held against what refuses them a second use."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import sqlalchemy as sa
import time_machine

from ledger.desks.ledger import Ledger
from ledger.store.engine import begin_write
from ledger.values.errors import IntegrityFailure
from projections.queries import check_numbers
from projections.queries.check_streams import Streams
from tests.cli.conftest import NOW, SIGNED, Terminal
from tests.projections.queries.conftest import PLAY
from tests.stores import Stores

ADJUST = ("meter", "adjust", "R9-1", "major", "--reason", "display", "--document")
BY_TWO = ("--authorised-by", "S-2", "--second", "M-2", "--raise", "5")


def with_coupon(number: str) -> tuple[str, ...]:
    return (*PLAY, "3:banker:75", "--wager", f"3:banker:25:coupon:{number}")


def used_up(url: str) -> None:
    """A number of every kind; coupon MP-1 was given back and is kept again, MP-2 is with its player."""
    terminal = Terminal(url).initialised().dealing()
    does = terminal.does
    reversed_ = ("round", "reverse", "--reason", "seat 4", "--approved-by", "S-2")
    does("chips", "fill", "MB-01", "--slip", "F-17", "--chips", "25x40", *SIGNED)
    does("chips", "credit", "MB-01", "--slip", "C-3", "--chips", "25x40", *SIGNED)
    does("chips", "request", "MB-01", "fill", "--chips", "25x40", "--supervisor", "S-2")
    prepared = ("--slip", "F-18", "--cage", "G-1", "--security", "X-1")
    does("chips", "prepare", "MB-01", "fill", *prepared)
    does(*with_coupon("MP-1"))
    does(*reversed_, "MB-01:2026-07-11:1", "--document", "RV-1")
    does(*with_coupon("MP-1"))
    does(*with_coupon("MP-2"), "--yes")
    does("undo", "MB-01", "--reason", "typed")
    does(*PLAY, "3:banker:20")
    does(*reversed_, "MB-01:2026-07-11:3", "--document", "RV-2")
    does(
        *("day", "correct", "MB-01", "fills", "--lower", "25", "--names", "F-17"),
        *("--of-day", "2026-07-11", "--document", "MC-1", "--reason", "misread"),
        *("--approved-by", "S-2"),
    )
    does("meter", "install", "R9-1", "--rules", "ma-midi", "--authorised-by", "M-1")
    does(*ADJUST, "MC-2", *BY_TWO)
    does(*ADJUST, "MC-3", *BY_TWO)
    with TemporaryDirectory() as home:
        lines = Path(home, "lines")
        lines.write_text("no record\n", encoding="utf-8")
        does("feed", str(lines), "--quarantine", str(Path(home, "aside")))


@pytest.fixture
def ledger(stores: Stores) -> Iterator[Ledger]:
    with time_machine.travel(NOW, tick=False), stores.copy(used_up) as url, Ledger(url) as found:
        yield found


def named(ledger: Ledger, *statements: str) -> object:
    """The number that is named once something was done to the store."""
    with begin_write(ledger.journal.engine) as connection:
        for each in statements:
            assert connection.execute(sa.text(each)).rowcount, each
    streams = Streams(ledger)
    position = streams.fold()
    try:
        check_numbers.verify(ledger, streams.numbers.used, position)
    except IntegrityFailure as error:
        return error.refusal.facts["name"]
    return None


def gone(name: str) -> str:
    return f"DELETE FROM idempotency_keys WHERE key = '{name}'"


def test_every_number_that_the_log_used_up_is_kept(ledger: Ledger) -> None:
    assert named(ledger) is None


@pytest.mark.parametrize(
    "name",
    [
        "fill:F-17",
        "fill:f-17",
        "fill:F-18",
        "credit:C-3",
        "coupon:MP-1/2",
        "coupon:mp-1/2",
        "correction:MC-1",
        "correction:MC-3",
        "correction:RV-2",
    ],
)
def test_a_number_that_could_be_used_once_more_is_named(ledger: Ledger, name: str) -> None:
    kind, _, number = name.partition(":")
    assert named(ledger, gone(name)) == f"{kind}:{number.removesuffix('/2').upper()}"


def test_a_number_that_nobody_gave_back_is_named(ledger: Ledger) -> None:
    planted = "INSERT INTO idempotency_keys SELECT 'back:' || key, '', answer, 0"
    assert named(ledger, f"{planted} FROM idempotency_keys WHERE key = 'fill:f-17'") == "fill:F-17"


@pytest.mark.parametrize("name", ["correction:MC-2", "correction:RV-1"])
def test_a_document_from_before_its_kind_was_kept_is_no_fault(ledger: Ledger, name: str) -> None:
    """Of meters and of reversals: those from the first that is kept on are."""
    assert named(ledger, gone(name)) is None


def test_a_coupon_that_its_player_has_again_may_be_used(ledger: Ledger) -> None:
    assert named(ledger, gone("coupon:MP-2"), gone("back:coupon:MP-2")) is None


def test_a_line_that_would_be_set_aside_once_more_is_named(ledger: Ledger) -> None:
    taken = "DELETE FROM idempotency_keys WHERE key LIKE 'line:1:%'"
    assert str(named(ledger, taken)).startswith("line:1:")
