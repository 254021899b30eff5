"""The law of time: every kind of act, typed and fed, and what its time is held against (decision 27)."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.day import acts as day_acts
from ledger.desks.decisions import DECIDED_BY
from ledger.desks.ledger import Ledger
from ledger.events.act import Act
from ledger.events.feed import RecordRefused
from ledger.feed import Intake, Line, RefusedLine, Stop
from ledger.feed.quarantine import Quarantine
from ledger.feed.records import OF_FORMS, RECORDS
from ledger.link.acts import ChangeRates, RetireLink
from ledger.property.acts import ChangeSettings, EstablishProperty
from ledger.table import acts as table_acts
from ledger.transaction.moments import HELD_AGAINST
from ledger.values.calendar import from_micros
from ledger.values.errors import PitError
from tests.clerk import OPENER, SIGNED, Clerk, establish, established
from tests.conftest import BACKENDS
from tests.ledger.link.floor import LINK, install_act
from tests.ledger.operators.at_tables import (
    WAGERS,
)
from tests.ledger.operators.house import Place, staff
from tests.ledger.transaction.held_against import (
    LAW,
    LONG_AGO,
    MORE,
    SAID,
    TO_COME,
    TOLERANCE,
    act_of,
)
from tests.stores import Files, Stores

Floor = list[tuple[Place, Act]]


@pytest.fixture
def ledger(url: str, of_a_property: None) -> Iterator[Ledger]:  # noqa: ARG001  it says how the store begins
    """The ledger of a property, by the real clock: what of it is to come is what is tried."""
    with Ledger(url) as ledger:
        yield ledger


class Ready:
    """Makes everything ready in a store. floor: for each kind of act one that may be said, at its place."""

    def __init__(self) -> None:
        self.floor: Floor = []

    def __call__(self, url: str) -> None:
        with Ledger(url) as ledger:
            scenes = (*SAID, *MORE)
            places = [(scene, Place(ledger, number)) for number, scene in enumerate(scenes, 1)]
            for scene, place in places:
                scene.ready(place, [scene.team()])
            staff(ledger)
            self.floor = [(place, act_of(scene, place)) for scene, place in places]


READY: Final = {backend: Ready() for backend in BACKENDS}


@pytest.fixture(params=BACKENDS)
def floor(request: pytest.FixtureRequest) -> Iterator[Floor]:
    """For each kind of act one that may be said, at a place made ready for it."""
    stores: Stores = request.getfixturevalue(f"{request.param}_stores")
    ready = READY[request.param]
    with stores.copy(established, ready) as url, Ledger(url) as ledger:
        ledger.passphrases.ask = lambda *_: "four words nobody connects"
        yield [(place.again(ledger), act) for place, act in ready.floor]


def refused(ledger: Ledger, act: Act) -> tuple[str, set[str]]:
    """The code of a refusal that leaves no trace, and what facts it names; "" where the act would be taken."""
    try:
        ledger.do(act, dry_run=True)
    except PitError as error:
        refusal = error.refusal
    else:
        return "", set()
    before = ledger.position
    with pytest.raises(PitError) as caught:
        ledger.do(act)
    assert caught.value.refusal.code == refusal.code
    assert ledger.position == before, "a refused act left a trace"
    return refusal.code, set(refusal.facts)


def at(act: Act, moment: datetime) -> Act:
    """The act at another moment; a notice comes before it."""
    notice = {"notice_at": moment} if isinstance(act, ChangeRates) else {}
    return msgspec.structs.replace(act, at=moment, **notice)


def test_every_kind_of_act_has_its_row() -> None:
    assert HELD_AGAINST.keys() == DECIDED_BY.keys() == LAW.keys()


def test_every_kind_of_act_is_held_against_now_and_against_what_it_rests_on(
    floor: Floor,
) -> None:
    tried, ledger = set(), floor[0][0].ledger
    for place, act in floor:
        kind = type(act)
        tried.add(kind)
        code, told = refused(ledger, at(act, TO_COME))
        assert (code, told) == ("at_in_future", {"at", "now"}), kind
        early = LAW[kind]
        first_opening = kind is table_acts.Open and ledger.loader.table(place.table) is None
        if early and not first_opening:
            code, told = refused(ledger, at(act, LONG_AGO))
            assert (code, told) == (f"at_before_{early}", {"at", "not_before"}), kind
    for place, act in floor:
        done = ledger.do(act)
        day = ledger.calendar.day_of(place.micros)
        whose = {act.day} if isinstance(act, day_acts.CloseDay | day_acts.SignDay) else {day}
        assert {each.event.day for each in done.events} <= whose, type(act)
    assert tried == DECIDED_BY.keys() - {EstablishProperty}


def test_a_property_is_not_established_in_time_to_come(url: str) -> None:
    with Ledger(url) as ledger:
        act = EstablishProperty(
            by="A-1", at=TO_COME, name="H", zone="America/New_York", cutoff="06:00", settings={}
        )
        assert refused(ledger, act)[0] == "at_in_future"


RECORD_OF: Final = {OF_FORMS.get(kind, kind): kind for kind in RECORDS}
"""By the act that it comes to."""


def line(number: int, act: Act, moment: datetime) -> Line:
    """An act as the only record of a source of its own."""
    said = msgspec.json.decode(msgspec.json.encode(at(act, moment)))
    tag = RECORD_OF[type(act)].__struct_config__.tag
    said |= {"type": tag, "v": 1, "source": f"reader-{number}", "seq": 1}
    return Line(number, msgspec.json.encode(said))


def test_a_feed_refuses_what_typing_would_and_sets_it_aside_today(
    floor: Floor, tmp_path: Path
) -> None:
    ledger = floor[0][0].ledger
    records = [act for _, act in floor if type(act) in RECORD_OF]
    assert {type(act) for act in records} == RECORD_OF.keys()
    file = Quarantine(tmp_path / "aside.ndjson")
    file.create()
    now = ledger.calendar.day_of(ledger.clock())
    for moment in (LONG_AGO, TO_COME):
        lines = [line(number, act, moment) for number, act in enumerate(records, 1)]
        expected = {
            each.number: refused(ledger, at(act, moment))[0]
            for each, act in zip(lines, records, strict=True)
        }
        taken = [number for number, code in expected.items() if not code]
        told: list[RefusedLine | Stop] = []
        Intake(ledger, by="C-1", quarantine=file, dry_run=bool(taken), note=told.append).run(lines)
        codes = {each.line: each.code for each in told if isinstance(each, RefusedLine)}
        assert codes == {number: code for number, code in expected.items() if code}
        assert all(code.startswith("at_") for code in codes.values())
    aside = [
        each.event
        for number in range(1, len(records) + 1)
        for each in ledger.stream(f"feed:reader-{number}")
    ]
    assert len(aside) == len(records)
    assert {(type(event), event.day) for event in aside} == {(RecordRefused, now)}


def test_a_line_that_is_no_record_is_not_set_aside_on_a_day_to_come(
    ledger: Ledger, tmp_path: Path
) -> None:
    file = Quarantine(tmp_path / "aside.ndjson")
    file.create()
    said = {"v": 1, "source": "reader-1", "seq": 1, "by": "C-1", "table": "MB-01", "type": "sit"}
    raw = msgspec.json.encode({**said, "at": TO_COME.isoformat(), "seat": "three"})
    Intake(ledger, by="C-1", quarantine=file).run([Line(1, raw)])
    (refused_,) = ledger.stream("feed:reader-1")
    assert refused_.event.day == ledger.calendar.day_of(ledger.clock())


@pytest.mark.parametrize(("early", "code"), [(120, ""), (121, "at_before_opening")])
def test_two_clocks_may_differ_by_the_propertys_tolerance(
    ledger: Ledger, early: int, code: str
) -> None:
    clerk = Clerk(ledger).opens()
    opened = clerk.moment
    act = at(clerk.act("buy_in", seat=3, cents=100), opened - timedelta(seconds=early))
    assert refused(ledger, act)[0] == code


@pytest.mark.parametrize(("ahead", "code"), [(300, ""), (301, "at_in_future")])
def test_the_tolerance_is_the_propertys_to_choose(url: str, ahead: int, code: str) -> None:
    now = datetime(2026, 7, 11, 22, tzinfo=UTC)
    with Ledger(url, clock=lambda: int(now.timestamp() * 1e6)) as ledger:
        establish(ledger)
        ledger.do(ChangeSettings(by="A-1", at=now, settings={"clock_tolerance_minutes": 5}))
        clerk = Clerk(ledger).opens()
        act = at(clerk.act("buy_in", seat=3, cents=100), now + timedelta(seconds=ahead))
        assert refused(ledger, act)[0] == code


def test_nobody_leaves_before_being_there_or_sits_where_another_still_does(ledger: Ledger) -> None:
    clerk = Clerk(ledger).opens().starts_shoe()
    opened = clerk.moment + timedelta(minutes=5)

    def after(minutes: int) -> dict[str, Any]:
        return {"seat": 3, "at": (opened + timedelta(minutes=minutes)).isoformat()}

    clerk.says("sit", patron="R. Ames", **after(30))
    assert clerk.is_refused("leave", **after(20)) == "at_before_seat"
    clerk.says("leave", **after(40))
    assert clerk.is_refused("sit", **after(35)) == "at_before_seat"
    clerk.says("wager", bet="player", cents=2_500, **after(60))
    clerk.says("sit", patron="B. Lowe", **after(50))
    clerk.says("withdraw", bet="player", **after(61))
    assert clerk.is_refused("leave", **after(55)) == "at_before_seat"
    clerk.says("leave", **after(62))


def test_cards_are_received_stored_shuffled_cut_and_in_a_shoe_one_after_the_other(
    ledger: Ledger,
) -> None:
    """By their times too; the batch that is not dealt may have come later, and cards that nobody recorded hold none."""
    clerk = Clerk(ledger).opens("div-mini")
    opened = clerk.moment + timedelta(minutes=5)

    def after(minutes: int) -> str:
        return (opened + timedelta(minutes=minutes)).isoformat()

    def shuffled(minutes: int, method: str = "hand") -> dict[str, Any]:
        return {"method": method, "cut_seat": 3, "cut_depth": 60, "at": after(minutes)}

    def again(minutes: int) -> dict[str, Any]:
        return {
            "ordered_by": "S-2",
            "reason": "x",
            "cut_seat": 3,
            "cut_depth": 60,
            "at": after(minutes),
        }

    def shoe(number: int, minutes: int) -> dict[str, Any]:
        return {"shoe": number, "decks": 8, "burn": "2c", "at": after(minutes)}

    def early(type_: str, **fields: Any) -> None:
        assert clerk.is_refused(type_, **fields) == "at_before_cards"

    clerk.says("sit", seat=3, at=after(0))
    clerk.says("receive_decks", batch="A", colour="red", decks=8, at=after(60), **SIGNED)
    early("shuffle_cards", **shuffled(50))
    clerk.says("shuffle_cards", **shuffled(65))
    clerk.says("receive_decks", batch="B", colour="blue", decks=8, at=after(100), **SIGNED)
    early("recut", **again(60))
    clerk.says("recut", **again(70))
    early("shoe", **shoe(1, 66))
    clerk.says("shoe", **shoe(1, 68))
    early("store_cards", batch="B", at=after(97))
    clerk.says("store_cards", batch="B", at=after(110))
    clerk.says("spread_cards", at=after(105))
    early("shuffle_cards", **shuffled(107, "automated"))
    clerk.says("shuffle_cards", **shuffled(108, "automated"))
    clerk.says("shoe", **shoe(2, 109))
    clerk.says("spread_cards", at=after(130))
    early("shuffle_cards", **shuffled(127))
    clerk.says("shuffle_cards", **shuffled(131))
    clerk.says("shoe", **shoe(3, 132))


def test_a_shoe_whose_cards_nobody_recorded_may_start_at_any_time(ledger: Ledger) -> None:
    clerk = Clerk(ledger).opens()
    opened = clerk.moment
    times = [(opened + timedelta(minutes=n)).isoformat() for n in (40, 5)]
    clerk.says("shuffle_cards", cut_seat=0, cut_depth=60, at=times[0])
    with before_the_law():
        clerk.says("shoe", shoe=1, decks=8, burn="2c", at=times[1])
    clerk.says("end_shoe", reason="torn", at=times[1])
    clerk.says("shoe", shoe=2, decks=8, burn="2c", at=times[1])


def test_a_table_is_on_one_link_after_another_and_a_link_is_retired_after_them(
    ledger: Ledger,
) -> None:
    clerk = Clerk(ledger).opens("ma-midi").starts_shoe()
    opened = clerk.moment
    ledger.do(*(install_act(clerk, code, by="S-1") for code in (LINK, "R9-2")))

    def after(minutes: int, code: str = LINK) -> dict[str, Any]:
        return {"link": code, "at": (opened + timedelta(minutes=minutes)).isoformat()}

    clerk.says("link_meters", **after(30))
    assert clerk.is_refused("unlink_meters", **after(25)) == "at_before_linking"
    clerk.says("round", wagers=WAGERS, player=["7d", "Qh"], banker=["9c", "Kh"], at=after(40)["at"])
    clerk.says("unlink_meters", **after(50))
    assert clerk.is_refused("link_meters", **after(45, "R9-2")) == "at_before_linking"
    clerk.says("link_meters", **after(50, "R9-2"))
    people: dict[str, Any] = {"reason": "closed", "authorised_by": "B-2", "second": "A-1"}
    act = RetireLink(by="S-1", at=opened, link=LINK, to="R9-2", document="MR-1", **people)
    for minutes, code in ((10, "at_before_meters"), (47, "at_before_meters"), (48, "")):
        assert refused(ledger, at(act, opened + timedelta(minutes=minutes)))[0] == code


def test_a_notice_comes_before_what_it_is_of_needed_or_not(ledger: Ledger) -> None:
    clerk = Clerk(ledger)
    opening = {"rules": "ma-midi", "pit": "P-1", "opener": OPENER, **SIGNED}
    late = {"notice_at": (clerk.moment + timedelta(hours=1)).isoformat(), "authorised_by": "M-1"}
    assert clerk.is_refused("open", **opening, **late) == "at_before_notice"
    clerk.says("open", **opening)
    rules = {"rules": "ma-midi", "options": {"vigorish.rounding": "exact"}}
    assert clerk.is_refused("adopt", **rules, **late) == "at_before_notice"


@contextmanager
def before_the_law() -> Iterator[None]:
    """Times were taken as they came."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ledger.transaction.moments.verify", lambda *_: None)
        yield


@pytest.mark.parametrize("step", range(5))
def test_a_time_to_come_in_an_older_store_locks_nothing(ledger: Ledger, step: int) -> None:
    """What was recorded had happened by then, whatever it says."""
    clerk = Clerk(ledger)
    said: Sequence[tuple[str, dict[str, Any]]] = (
        ("open", {"rules": "ma-midi", "pit": "P-1", "opener": OPENER, **SIGNED}),
        ("shoe", {"shoe": 1, "decks": 8, "burn": "2c"}),
        ("buy_in", {"seat": 3, "cents": 10_000}),
        (
            "round",
            {
                "player": ["7d", "Qh"],
                "banker": ["9c", "Kh"],
                "wagers": [{"seat": 3, "bet": "banker", "cents": 2_000}],
            },
        ),
    )
    with before_the_law():
        for nth, (type_, fields) in enumerate(said):
            how = {"at": TO_COME.isoformat()} if nth == step else {}
            clerk.says(type_, **fields, **how)
    clerk.moment = from_micros(ledger.clock()) - timedelta(minutes=1)
    clerk.says("collect_vig", seat=3)
    clerk.says("fill", slip="F-1", chips={"100": 1}, **SIGNED)
    clerk.plays("7d Qh", "9c Kh")
    clerk.says("close", closer=OPENER, **SIGNED)
    clerk.opens()


DAY: Final = "2026-07-11"

EVENING: Final = datetime.fromisoformat("2026-07-11T18:00:00-04:00")

PLAYED: Final[Sequence[tuple[str, dict[str, Any]]]] = (
    ("open", {"rules": "div-mini", "pit": "P-1", "opener": OPENER, **SIGNED}),
    ("shoe", {"shoe": 1, "decks": 8, "burn": "2c"}),
    ("buy_in", {"seat": 3, "cents": 10_000}),
    ("wager", {"seat": 3, "bet": "banker", "cents": 2_000}),
    ("no_more_bets", {}),
    ("deal", {"player": ["7d", "Qh"], "banker": ["9c", "Kh"]}),
    ("settle", {}),
    ("fill", {"slip": "F-1", "chips": {"100": 5}, **SIGNED}),
    ("collect_vig", {"seat": 3}),
    ("end_shoe", {"reason": "completed"}),
    ("close", {"closer": OPENER, **SIGNED}),
)

FOLLOWS: Final = (None, 0, 0, 1, 3, 4, 5, 0, 6, 6, 9)
"""Which act each of them must not come before: the place in PLAYED."""


@given(nth=st.integers(0, len(PLAYED) - 1), minutes=st.integers(-600, 600))
@settings(
    max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
def test_any_act_of_a_day_that_is_moved_past_its_bounds_is_refused_without_a_trace(
    sqlite_stores: Files, tmp_path: Path, nth: int, minutes: int
) -> None:
    """A quarter of an hour between two acts; the clock stands at the last one."""
    times = [EVENING + timedelta(minutes=15 * n) for n in range(len(PLAYED))]
    now = times[-1]
    url = sqlite_stores.put(tmp_path / "pit.db")
    with Ledger(url, clock=lambda: int(now.timestamp() * 1e6)) as ledger:
        establish(ledger)
        clerk = Clerk(ledger)
        for (type_, fields), moment in zip(PLAYED[:nth], times, strict=False):
            clerk.says(type_, at=moment.isoformat(), **fields)
        type_, fields = PLAYED[nth]
        moved = times[nth] + timedelta(minutes=minutes)
        before = FOLLOWS[nth]
        too_early = before is not None and moved + TOLERANCE < times[before]
        too_late = moved > now + TOLERANCE
        if too_early or too_late:
            code = clerk.is_refused(type_, at=moved.isoformat(), **fields)
            assert code.startswith("at_before_" if too_early else "at_in_future")
        else:
            events = clerk.says(type_, at=moved.isoformat(), **fields)
            assert {event.day for event in events} == {ledger.calendar.day_of(events[0].at)}
