"""What a dry run says of a file is what the run does."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from ledger.desks.ledger import Ledger
from ledger.feed import Quarantine
from ledger.form import acts as form_acts
from tests.clerk import Clerk
from tests.conftest import BACKENDS
from tests.ledger.feed.conftest import open_pit
from tests.ledger.feed.sender import NOW, SIGNED, Fed, Sender
from tests.ledger.feed.test_form_records import AT, WITNESSED, form, issued
from tests.ledger.link.floor import floor, install_act
from tests.stores import Stores

OTHER: Final = {"player": ["7d", "Qh"], "banker": ["9c", "Kh"]}
WON: Final = {"player": ["Kc", "9h"], "banker": ["9h", "Kc"]}
"""Chair 3's own King on both hands."""


def has_links_and_forms(url: str) -> None:
    """A table on a link with meters of shares, a big one on a must-hit meter; forms in the pit's hand."""
    with open_pit(url) as ledger:
        said: dict[str, Any] = {"by": "PC-1", "at": AT, "series": "CVF"}
        ledger.do(form_acts.ReceiveSeries(**said, first=1001, last=1004))
        ledger.do(form_acts.IssueSeries(**said, pit="P-1", clerks=["PC-1"]))
        floor(ledger, "MB-01")
        big = Clerk(ledger, "BB-01").opens("ma-big").starts_shoe()
        ledger.do(install_act(big, "R9-2", by="S-1"), big.act("link_meters", link="R9-2"))


def over(sender: Sender) -> Sender:
    """The next of its records comes on the next gaming day."""
    sender.moment = sender.moment.replace(hour=6, minute=0) + timedelta(days=1)
    return sender


Say = Callable[[Sender], bytes]
SAYS: Final[dict[str, Say]] = {
    "main": lambda s: s.round((3, "banker", 2_000), (5, "banker", 4_000), **OTHER),
    "royal": lambda s: s.round((3, "player", 500), (3, "royal_9", 500), **OTHER),
    "jackpot": lambda s: s.round((3, "player", 500), (3, "royal_9", 500), **WON),
    "wager": lambda s: s.line("wager", seat=3, bet="banker", cents=2_500),
    "no more bets": lambda s: s.line("no_more_bets"),
    "void": lambda s: s.line("void", reason="misdeal"),
    "shoe": lambda s: s.line("shoe", shoe=2, decks=8, burn="2c"),
    "end of shoe": lambda s: s.line("end_shoe", reason="worn"),
    "fill": lambda s: s.line("fill", slip="F-1", chips={"10000": 5}, **SIGNED),
    "fill again": lambda s: s.line("fill", slip="F-2", chips={"500": 10}, **SIGNED),
    "credit": lambda s: s.line("credit", slip="C-1", chips={"10000": 53}, **SIGNED),
    "credit again": lambda s: s.line("credit", slip="C-2", chips={"2500": 90}, **SIGNED),
    "buy-in": lambda s: s.line("buy_in", seat=3, cents=20_000),
    "count": lambda s: s.line("count", tray={"10000": 50, "2500": 99}, **SIGNED),
    "cut-off passes": lambda s: over(s).line("sit", seat=7),
    "collect": lambda s: s.line("collect_vig", seat=3),
    "close": lambda s: s.line("close", closer={"10000": 50}, **SIGNED),
    "open": lambda s: s.opening("div-mini")[0],
    "issue": lambda s: issued(s, 1001),
    "issue the next": lambda s: issued(s, 1002, 5),
    "void form": lambda s: form(s, "form_void", 1001, reason="wrong patron", **WITNESSED),
    "sign": lambda s: s.line("meter_reading", link="R9-1", meter="major", cents=5_000_000),
    "must hit": lambda s: s.line("must_hit", link="R9-2", seat=3),
    "must hit before": lambda s: s.line(
        "must_hit", link="R9-2", seat=3, round="BB-01:2026-07-11:1"
    ),
}
"""What a table's equipment may send, in its place or not: what is refused is set aside."""

TABLES: Final = ("MB-01", "BB-01", "MB-03")
"""The third is opened by the feed, or not."""

FILE: Final = st.lists(
    st.tuples(st.sampled_from(TABLES), st.sampled_from(sorted(SAYS))),
    min_size=1,
    max_size=14,
)


@pytest.mark.parametrize("backend", BACKENDS)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(
    [
        *[("MB-01", "buy-in")] * 8,
        ("MB-01", "fill"),
        ("BB-01", "open"),
        ("BB-01", "buy-in"),
        ("MB-01", "fill"),
    ],
    2,
)
@given(file=FILE, batch=st.integers(1, 5))
def test_a_dry_run_says_of_a_whole_file_what_the_run_does(
    request: pytest.FixtureRequest, backend: str, file: list[tuple[str, str]], batch: int
) -> None:
    stores: Stores = request.getfixturevalue(f"{backend}_stores")
    senders = {code: Sender(f"reader-{code}", code) for code in TABLES}
    for sender in senders.values():
        sender.moment += timedelta(minutes=5)
    lines = [SAYS[what](senders[code]) for code, what in file]
    with (
        pytest.MonkeyPatch.context() as patch,
        stores.copy(has_links_and_forms) as url,
        Ledger(url, clock=lambda: NOW) as ledger,
        TemporaryDirectory() as home,
    ):
        patch.setattr("ledger.feed.intake.BATCH_RECORDS", batch)
        aside = Quarantine(Path(home, "aside.ndjson"))
        dry = Fed(ledger, lines, dry_run=True, quarantine=aside)
        wet = Fed(ledger, lines, quarantine=aside)
        assert (dry.told, dry.tally) == (wet.told, wet.tally)
