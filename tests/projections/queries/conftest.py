"""An evening that was played, for questions that are asked outside the command."""

from collections.abc import Iterator

import pytest
import time_machine

from ledger.desks.ledger import Ledger
from tests.cli.conftest import DAY, NOW, OPENER, SIGNED, Terminal
from tests.stores import Stores

PLAY = ("round", "play", "MB-01", "--player", "7d Qh", "--banker", "9c Kh", "--wager")
WITNESSED = ("--dealer", "D-7", "--pit-boss", "B-2", "--clerk", "C-1")


@pytest.fixture
def played(stores: Stores, monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    """An evening, in which the clock stands still."""
    for name in ("PIT_DB", "PIT_BY", "PIT_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    with time_machine.travel(NOW, tick=False), stores.copy(an_evening) as url:
        yield Terminal(url)


def an_evening(url: str) -> None:
    """Two rounds, a fill, a form, a dispute, a drop counted, a round in progress."""
    does = Terminal(url).initialised().dealing().does
    does(
        *("meter", "install", "R9-1", "--rules", "ma-midi"),
        *("--table", "MB-01", "--authorised-by", "M-1"),
    )
    does(*PLAY, "3:banker:100", "--wager", "4:royal-9:5")
    does(*PLAY, "4:banker:40")
    does("chips", "fill", "MB-01", "--slip", "F-17", "--chips", "25x40", *SIGNED)
    opened = ("--rules", "div-mini", "--pit", "P-1", *OPENER, *SIGNED)
    does("table", "open", "MB-02", *opened)
    does("shoe", "start", "MB-02", "1", "--burn", "2c")
    does("round", "play", "MB-02", *PLAY[3:], "3:banker:20")
    received = ("--first", "1", "--last", "5", "--pit", "P-1", "--clerk", "C-1")
    does("form", "receive", "CVF", *received)
    patron = ("--patron", "R. Ames", "--patron-signed")
    does("form", "issue", "CVF-1", "MB-02", "3", *patron, *WITNESSED)
    does("audit", "dispute", "raise", f"MB-01:{DAY}:1", "--claim", "Banker won")
    does("day", "count", DAY, "--table", "MB-01", "--cash", "20")
    does("report", "print", "/dev/null", "--day", DAY)
    does("wager", "place", "MB-01", "3", "banker", "25")
    does(
        *("operator", "register", "A-1", "--name", "Ruth Okafor", "--licence", "L-100"),
        *("--role", "audit", "--by", "A-1"),
    )


@pytest.fixture
def books(played: Terminal) -> Iterator[Ledger]:
    """The ledger of that evening, opened without the command."""
    with Ledger(played.url) as ledger:
        yield ledger
