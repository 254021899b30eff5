"""What is on record of meters, field by field, of a night over the cut-off; no figure of it can be another (P4, P6)."""

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from ledger.desks.ledger import Ledger
from ledger.events import link as link_events
from ledger.events import table as e
from ledger.events.award import AwardHandedOver, AwardNotHandedOver
from ledger.events.base import Event, Recorded
from ledger.link.acts import ReadMeter, RetireLink
from ledger.link.state import Link, fold
from ledger.link.verify import verify
from ledger.table.draft import Past
from ledger.values.calendar import from_micros
from ledger.values.errors import IntegrityFailure
from tests.clerk import Clerk
from tests.ledger.desks.undo.said import undo
from tests.ledger.link.floor import (
    KING_PLAYER,
    LINK,
    NOTHING,
    ROYAL,
    install,
    install_act,
    says,
)

OTHER: Final = "R9-2"
BEFORE, DAY = "2026-07-11", "2026-07-12"
"""The cut-off is at six of the second."""
NAMED: Final = {"seat": 3, "supervisor": "S-2"}
BACK: Final = {"seat": 3, "reason": "x", "authorised_by": "B-2", "second": "A-1", "by": "S-2"}
UNTOLD: Final = ("recorded_at", "at", "source", "seq", "nth", "key", "since")
HELD: Final[dict[type[Event], tuple[str, ...]]] = {
    link_events.ContributionsTaken: ("lines",),
    link_events.ContributionsReturned: ("lines", "reseeded"),
    link_events.AwardWon: ("reading", "cents", "reseed_cents"),
    link_events.AwardPaid: ("cents",),
    link_events.AwardRefused: ("cents",),
    link_events.AwardOwed: ("reading", "cents", "reseed_cents", "back_cents"),
    link_events.AwardUndone: ("cents", "reseed_cents", "visible", "reserve"),
    link_events.AwardReversed: ("cents", "reseed_cents", "visible", "reserve", "since_cents"),
    link_events.MeterCorrected: ("cents",),
    link_events.MeterRead: ("ledger",),
    link_events.LinkRetired: ("lines",),
    link_events.BalanceReceived: ("lines", "retired_version"),
    link_events.BalanceCarried: ("lines", "link"),
}
"""By kind the figures that follow from the events before it."""
ONCE: Final = (
    link_events.ContributionsReturned,
    link_events.AwardWon,
    link_events.AwardPaid,
    link_events.AwardRefused,
    link_events.AwardOwed,
    link_events.AwardUndone,
    link_events.AwardReversed,
    link_events.MeterCorrected,
    link_events.LinkRetired,
)
"""What has no place a second time: it has happened by then."""


def at(clerk: Clerk, time: str) -> None:
    clerk.moment = datetime.fromisoformat(f"{DAY}T{time}:00-04:00")


def closes_bets(clerk: Clerk, minutes: int, hands: tuple[str, str]) -> None:
    """A round that began before the cut-off, so many minutes after it."""
    at(clerk, f"06:{minutes:02}")
    clerk.says("no_more_bets")
    clerk.says("deal", player=hands[0].split(), banker=hands[1].split())


def night(ledger: Ledger) -> None:
    """Three tables have wagers of the old day; what comes of them is said on the new one."""
    one, two, three = (Clerk(ledger, f"MB-0{n}").opens().starts_shoe() for n in (1, 2, 3))
    install(one, two, three, reserve_bps={"k9_player": 333})
    ledger.do(install_act(one, OTHER, by="S-1"))
    for minutes, clerk in enumerate((one, two, three), 50):
        at(clerk, f"05:{minutes}")
        clerk.says("wager", seat=3, bet="royal_9", cents=500)
    for minutes, clerk in enumerate((one, two, three), 1):
        closes_bets(clerk, minutes, KING_PLAYER)
    for _ in range(2):
        undo(three, by="S-3", approved_by="S-2", reason="x")
    at(one, "06:05")
    one.says("settle")
    undo(one, by="S-3", approved_by="S-2", reason="x")
    one.says("settle")
    at(two, "06:06")
    two.says("void", reason="fouled")
    first, second = (f"MB-0{n}:{BEFORE}:1" for n in (1, 2))
    two.says("pay_award", round=second, **NAMED, refused="fouled")
    closes_bets(three, 8, NOTHING)
    three.says("settle")
    at(one, "06:10")
    says(one, ReadMeter, meter="k9_player", cents=35_034, occasion="open", witness="S-2")
    two.moment = one.moment
    two.says("pay_award", round=second, **NAMED, place="cage", instead=True)
    one.says("pay_award", round=first, **NAMED, place="cage", instead=True)
    one.says("reverse_award", round=first, document="MC-1", handed_back="tray", **BACK)
    two.moment = one.moment
    two.says("reverse_award", round=second, document="MC-2", handed_back="", **BACK)
    one.moment = two.moment
    for _ in range(2):
        one.plays(*NOTHING, ROYAL)
    one.says("reverse", round=f"MB-01:{DAY}:1", reason="typed", approved_by="S-9")
    at(three, "06:20")
    for clerk in (one, two, three):
        clerk.moment = three.moment
        clerk.says("unlink_meters", link=LINK)
    signed: dict[str, Any] = {"reason": "x", "authorised_by": "B-2", "second": "A-1"}
    ledger.do(RetireLink(by="S-1", at=one.moment, link=LINK, to=OTHER, document="MR-1", **signed))
    three.says("reverse", round=f"MB-03:{BEFORE}:1", reason="typed", approved_by="S-9")


Log = dict[str, list[Recorded]]


@pytest.fixture(scope="module")
def logs() -> dict[tuple[str, str], Log]:
    """Those that were recorded, by database and texts: no test changes them."""
    return {}


@pytest.fixture
def log(ledger: Ledger, texts: str, logs: dict[tuple[str, str], Log]) -> Log:
    """The streams of both links and of the tables."""
    here = ledger.journal.engine.dialect.name, texts
    if here not in logs:
        night(ledger)
        streams = [f"link:{LINK}", f"link:{OTHER}", *(f"table:MB-0{n}" for n in (1, 2, 3))]
        logs[here] = {each: list(ledger.stream(each)) for each in streams}
    return logs[here]


def test_p4_what_is_said_counts_on_the_day_of_its_round_and_what_is_put_right_on_its_own(
    log: Log,
) -> None:
    stated = Path(__file__).with_name("stated.txt").read_text(encoding="utf-8").splitlines()
    assert [_told(each) for stream in log.values() for each in stream if _of_meters(each)] == stated


def _of_meters(recorded: Recorded) -> bool:
    beside = (AwardHandedOver, AwardNotHandedOver, e.CorrectionPosted)
    return type(recorded.event) in HELD or isinstance(recorded.event, beside)


def _told(recorded: Recorded) -> str:
    facts = msgspec.to_builtins(recorded.event)
    kept = {name: each for name, each in facts.items() if name not in ("day", *UNTOLD)}
    told = [
        f"{name}={_of_day(each) if name.endswith('_at') else each}" for name, each in kept.items()
    ]
    kind = type(recorded.event).__name__
    return " ".join([recorded.originator_id, kind, facts["day"], *told])


def _of_day(micros: int) -> str:
    return f"{from_micros(micros):%H:%M:%S}"


def test_p4_no_figure_of_it_can_be_another(log: Log) -> None:
    """Nor can what happened have happened once more."""
    for code in (LINK, OTHER):
        last: Event | None = None
        for link, event, past in _in_turn(log, code):
            if isinstance(last, ONCE):
                _is_found(link, last, past)
            verify(link, event, past)
            for name in HELD.get(type(event), ()):
                for other in _others(getattr(event, name)):
                    _is_found(link, msgspec.structs.replace(event, **{name: other}), past)
            last = event


def _in_turn(log: Log, code: str) -> Iterator[tuple[Link, Event, Past]]:
    """A link as it stood, with what happened then."""
    link, before = Link(), list[Recorded]()

    def stands(code: str, version: int) -> Link:
        return fold(None, log.get(link_events.stream(code), [])[:version]) or Link()

    def back_to(_: str, __: str, begins: Callable[[Event], bool]) -> list[Recorded]:
        first = max((n for n, each in enumerate(before) if begins(each.event)), default=0)
        return before[first:]

    past = Past(back_to=back_to, link_at=stands)
    for each in log[link_events.stream(code)]:
        yield link, each.event, past
        link.apply(each.event)
        before.append(each)


def _is_found(link: Link, event: Event, past: Past) -> None:
    with pytest.raises(IntegrityFailure) as caught:
        verify(link, event, past)
    refusal = caught.value.refusal
    assert (refusal.code, refusal.facts["link"]) == ("meter_differs", link.code)
    assert f"states {refusal.facts['stated']}; " in refusal.message
    assert refusal.message.endswith(f"come to {refusal.facts['due']}.")


def _others(figure: Any) -> Iterator[Any]:
    """The same, a unit more or a line less; another name."""
    if isinstance(figure, int):
        yield figure + 1
    elif isinstance(figure, str):
        yield f"{figure}-X"
    else:
        yield [*figure, link_events.MeterUnits("k9_player", 1)]
        for n, line in enumerate(figure):
            if len(figure) > 1:  # Nothing was put in again in older stores.
                yield figure[:n] + figure[n + 1 :]
            for name in ("visible", "reserve"):
                more = msgspec.structs.replace(line, **{name: getattr(line, name) + 1})
                yield [*figure[:n], more, *figure[n + 1 :]]
