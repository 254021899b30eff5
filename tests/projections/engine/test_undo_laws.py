"""An act and its undo leave everything as if neither had been, again and again back as far as an undo reaches."""

from collections.abc import Callable
from typing import Any, Final

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.baccarat.hands import next_draw
from ledger.desks.ledger import Ledger
from ledger.events.base import Event
from ledger.events.meter import Meter
from ledger.events.undoing import PLAIN, SIGNED
from ledger.table.acts import Undo
from ledger.table.round_state import RoundInProgress
from ledger.table.state import Table
from ledger.values.errors import NotFound, Refused
from projections.engine.engine import as_of, catch_up
from projections.models import exceptions as exceptions_model
from projections.models import feeds as feeds_model
from projections.models import instants, pointers, stretches
from projections.models.meter_rows import AwardRow
from projections.models.meters import AWARDS, TABLE_METERS
from projections.models.registry import PROJECTIONS
from projections.queries.codes import table_codes
from tests.clerk import SIGNED as TWO
from tests.clerk import Clerk, establish
from tests.folded import fold
from tests.ledger.link.floor import install
from tests.projections.conftest import Fresh
from tests.projections.log import rows_of

POINT: Final = {
    exceptions_model.PROJECTION,
    pointers.PROJECTION,
    stretches.PROJECTION,
    instants.PROJECTION,
    feeds_model.PROJECTION,
}
"""What is said of an undo, and where events lie: these keep both."""

USED: Final = {"inventory_numbers", "inventory_used", "note_slip_days"}
"""Which numbers were used: that of a void slip stays so. A row that says nothing is as good as none."""

CARDS: Final = [rank + suit for rank in "A23456789TJQK" for suit in "shdc"]
CHIPS: Final = {"500": 4, "2500": 1}

Say = Callable[[Clerk, "Chance"], tuple[str, dict[str, Any]]]


class Chance:
    """What is drawn for one act."""

    def __init__(self, numbers: list[int]) -> None:
        self._numbers = iter(numbers)

    def of(self, choices: Any) -> Any:
        return list(choices)[next(self._numbers, 0) % len(list(choices))]

    def cards(self, n: int) -> list[str]:
        return [self.of(CARDS) for _ in range(n)]


def _wager(chance: Chance) -> dict[str, Any]:
    bet = chance.of(("banker", "player", "tie", "banker", "house_money", "royal_9"))
    return {"seat": chance.of(range(1, 5)), "bet": bet, "cents": chance.of((500, 2_000, 2_500))}


def _round(_: Clerk, chance: Chance) -> dict[str, Any]:
    naturals = chance.of(((["4s", "4h"], ["2s", "Kh"]), (["2s", "Kh"], ["5s", "4d"])))
    wagers = [{"seat": 3, "bet": chance.of(("banker", "player")), "cents": 2_500}]
    return {"wagers": wagers, "player": naturals[0], "banker": naturals[1]}


def _royal_round(_: Clerk, chance: Chance) -> dict[str, Any]:
    hands = chance.of(((["Kc", "9h"], ["9h", "Kc"]), (["Kc", "9h"], ["2s", "5d"])))
    wagers = [{"seat": seat, "bet": "royal_9", "cents": 500} for seat in range(1, 5)]
    return {"wagers": [*wagers, *MAIN], "player": hands[0], "banker": hands[1]}


def _award(clerk: Clerk, chance: Chance) -> dict[str, Any]:
    round_id = clerk.ledger.table(clerk.table).last_round or "MB-01:2026-07-11:1"
    return {"round": round_id, "seat": chance.of(range(1, 5)), "supervisor": "S-2"}


MAIN: Final = [{"seat": seat, "bet": "banker", "cents": 2_500} for seat in range(1, 5)]

SLIPS = iter(range(1, 10**9))

ACTS: Final[tuple[tuple[str, Callable[[Clerk, Chance], dict[str, Any]]], ...]] = (
    ("wager", lambda _, c: _wager(c)),
    ("wager", lambda _, c: _wager(c)),
    ("withdraw", lambda _, c: {"seat": c.of(range(1, 5)), "bet": c.of(("banker", "player"))}),
    ("no_more_bets", lambda *_: {}),
    ("no_more_bets", lambda *_: {}),
    ("deal", lambda _, c: {"player": c.cards(2), "banker": c.cards(2)}),
    ("deal", lambda *_: {"player": ["2d", "2s"], "banker": ["5c", "Kh"]}),
    ("third", lambda _, c: {"hand": "player", "card": c.cards(1)[0]}),
    ("third", lambda _, c: {"hand": "banker", "card": c.cards(1)[0]}),
    ("press", lambda _, c: {"seat": c.of(range(1, 5)), "onto": c.of(("banker", "player"))}),
    ("settle", lambda *_: {}),
    ("settle", lambda *_: {}),
    ("round", _round),
    ("round", _royal_round),
    ("pay_award", _award),
    ("void", lambda *_: {"reason": "misdeal"}),
    (
        "irregular",
        lambda _, c: {
            "kind": "drawn_in_error",
            "card": c.cards(1)[0],
            "disclosed": c.of((True, False)),
        },
    ),
    ("irregular", lambda _, c: {"kind": "face_up", "card": c.cards(1)[0], "disclosed": True}),
    ("cut_card", lambda *_: {}),
    ("shoe", lambda _, c: {"shoe": next(SLIPS), "decks": 8, "burn": c.of(CARDS)}),
    ("end_shoe", lambda *_: {"reason": "worn"}),
    ("sit", lambda _, c: {"seat": c.of(range(1, 5)), "patron": c.of(("", "P-7"))}),
    ("leave", lambda _, c: {"seat": c.of(range(1, 5))}),
    ("buy_in", lambda _, c: {"seat": c.of(range(1, 5)), "cents": c.of((10_000, 500))}),
    ("collect_vig", lambda _, c: {"seat": c.of(range(1, 5))}),
    ("collect_vig", lambda *_: {"seat": 3}),
    ("fill", lambda *_: {"slip": f"F-{next(SLIPS)}", "chips": CHIPS, **TWO}),
    ("credit", lambda *_: {"slip": f"C-{next(SLIPS)}", "chips": CHIPS, **TWO}),
    ("close", lambda *_: {"closer": CHIPS, **TWO}),
    ("open", lambda *_: {"rules": "ma-midi", "pit": "P-1", "opener": CHIPS, **TWO}),
    (
        "open",
        lambda *_: {"rules": "ma-midi", "pit": "P-2", "opener": CHIPS, "hands": False, **TWO},
    ),
)


def next_act(clerk: Clerk, chance: Chance) -> tuple[str, dict[str, Any]]:
    """What is done next at a table where all goes well."""
    table = clerk.ledger.table(clerk.table)
    playing = table.round
    if not table.open:
        return "open", {"rules": table.rules, "pit": "P-1", "opener": CHIPS, **TWO}
    if table.shoe is None or table.shoe.over:
        return "shoe", {"shoe": next(SLIPS), "decks": 8, "burn": chance.of(CARDS)}
    if playing is None or len(playing.wagers) < 3:
        return "wager", _wager(chance)
    return _play_on(playing, chance)


def _play_on(playing: RoundInProgress, chance: Chance) -> tuple[str, dict[str, Any]]:
    if not playing.closed:
        first = playing.wagers[0]
        withdraw = ("withdraw", {"seat": first.seat, "bet": first.bet})
        found: tuple[str, dict[str, Any]] = chance.of(
            (("no_more_bets", {}), ("no_more_bets", {}), withdraw)
        )
        return found
    if not playing.player:
        player, banker = chance.of(HANDS)
        return "deal", {"player": player, "banker": banker}
    due = next_draw(playing.player, playing.banker)
    if due is not None:
        return "third", {"hand": str(due.hand), "card": chance.of(CARDS)}
    return "settle", {}


HANDS: Final = (
    (["Kc", "9h"], ["2s", "5d"]),
    (["2d", "2s"], ["5c", "Kh"]),
    (["4s", "4h"], ["2s", "Kh"]),
    (["2s", "Kh"], ["5s", "4d"]),
)


class Seen(msgspec.Struct):
    """How everything stands: the table, and the figures of every read model."""

    table: Table
    figures: dict[str, list[list[Any]]]
    meters: dict[str, Meter]


def figures(ledger: Ledger) -> dict[str, list[list[Any]]]:
    """The rows of every read model but those that say where events lie, and those that are kept to go back."""
    engine = ledger.journal.engine
    catch_up(PROJECTIONS, ledger.journal, engine)
    return {
        name: [_but_versions(name, values) for values in rows if _counts(name, values)]
        for name, rows in rows_of(
            engine, (each for each in PROJECTIONS if each not in POINT)
        ).items()
    }


SETTLED: Final = AwardRow.__struct_fields__.index("settled")


def _but_versions(name: str, values: list[Any]) -> list[Any]:
    """An award that is on record as before is so by a later event."""
    if name != AWARDS.table.name:
        return values
    return [*values[:SETTLED], bool(values[SETTLED]), *values[SETTLED + 1 :]]


JOURNALS: Final = {each.journal.name for each in PROJECTIONS if each.journal is not None}


def _counts(name: str, values: list[Any]) -> bool:
    if name == "late" and "act_undone" in values:
        return False
    if name == TABLE_METERS.table.name and not any(values[2:]):
        return False
    return name not in USED | JOURNALS


def seen(ledger: Ledger, table: str) -> Seen:
    """How everything stands, from the log alone."""
    stands = ledger.table(table)
    meters = ledger.link(stands.link).meters if stands.link else {}
    return Seen(msgspec.structs.replace(stands, version=0), figures(ledger), meters)


def take_back(clerk: Clerk, **said: Any) -> None:
    """The table's last act taken back."""
    act = clerk.act("cut_card")
    facts = {"reason": "typed by mistake", "approved_by": "S-9", **said}
    clerk.ledger.do(Undo(table=act.table, by=act.by, at=act.at, source="", seq=0, **facts))


STEP = st.tuples(
    st.none() | st.integers(0, len(ACTS) - 1),
    st.lists(st.integers(0, 51), max_size=5),
    st.booleans(),
)


@settings(
    max_examples=12,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    rules=st.sampled_from(("ma-midi", "div-mini")), steps=st.lists(STEP, min_size=12, max_size=60)
)
def test_an_act_and_its_undo_leave_everything_as_if_neither_had_been(
    fresh: Fresh, rules: str, steps: list[tuple[int | None, list[int], bool]]
) -> None:
    with fresh() as engine:
        url = engine.url.render_as_string(hide_password=False)
        with Ledger(url) as ledger:
            establish(ledger)
            clerk = Clerk(ledger).opens(rules).starts_shoe()
            if rules == "ma-midi":
                install(clerk)
            stack = _walk(clerk, steps)
            while stack:
                try:
                    take_back(clerk)
                except Refused as refused:
                    assert refused.refusal.code in {  # noqa: PT017  any other is a fault
                        "undo_out_of_reach",
                        "cannot_be_undone",
                        "meters_moved",
                    }
                    break
                before = stack.pop()
                assert seen(ledger, clerk.table) == before
            _verify_rebuilt(ledger)


def _verify_rebuilt(ledger: Ledger) -> None:
    """The streams fold, and read models caught up with equal those that are made anew."""
    fold(ledger)
    rebuilt = as_of(PROJECTIONS, ledger.journal)
    figures(ledger)
    assert rows_of(rebuilt, PROJECTIONS) == rows_of(ledger.journal.engine, PROJECTIONS)
    rebuilt.dispose()


def _walk(clerk: Clerk, steps: list[tuple[int | None, list[int], bool]]) -> list[Seen]:
    """Say what can be said of the steps, taking some back at once; how everything stood before each that stays."""
    stack: list[Seen] = []
    now = seen(clerk.ledger, clerk.table)
    for n, numbers, at_once in steps:
        chance = Chance(numbers)
        if n is None:
            kind, facts = next_act(clerk, chance)
        else:
            kind, made = ACTS[n]
            facts = made(clerk, chance)
        try:
            clerk.says(kind, **facts)
        except (Refused, NotFound):
            continue
        if at_once and kind != "void":
            take_back(clerk)
            assert seen(clerk.ledger, clerk.table) == now, kind
        else:
            stack.append(now)
            now = seen(clerk.ledger, clerk.table)
    return stack


# -- every kind of act once


SHOE: Final = ("shoe", {"shoe": 1, "decks": 8, "burn": "2c"})
DEAL: Final = ("deal", {"player": ["2d", "2s"], "banker": ["5c", "Kh"]})
OPEN: Final = {"pit": "P-1", "opener": CHIPS, **TWO}
CLOSE: Final = ("close", {"closer": CHIPS, **TWO})
DECKS: Final = {"colour": "red", "decks": 8, **TWO}
SHUFFLED: Final = ("shuffle_cards", {"cut_seat": 5, "cut_depth": 60})

REVERSE: Final = (
    "reverse",
    {"round": "MB-01:2026-07-11:2", "reason": "of another table", "approved_by": "S-9"},
)
"""What is not taken back: it is said once, and what follows it is tried."""

COUPON: Final = {"bet": "player", "cents": 500, "tender": "coupon", "coupon": "1017"}

MIDI: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    SHOE,
    ("sit", {"seat": 5, "patron": "P-7"}),
    ("buy_in", {"seat": 5, "cents": 10_000}),
    ("leave", {"seat": 5}),
    ("wager", {"seat": 3, "bet": "player", "cents": 5_000}),
    ("wager", {"seat": 3, "bet": "house_money", "cents": 500}),
    ("wager", {"seat": 3, "bet": "royal_9", "cents": 500}),
    ("wager", {"seat": 2, "bet": "player", "cents": 500}),
    ("wager", {"seat": 2, **COUPON}),
    ("wager", {"seat": 4, "bet": "banker", "cents": 5_000}),
    ("withdraw", {"seat": 4, "bet": "banker"}),
    ("wager", {"seat": 4, "bet": "banker", "cents": 2_500}),
    ("no_more_bets", {}),
    ("irregular", {"kind": "drawn_in_error", "card": "2d", "disclosed": False}),
    DEAL,
    ("press", {"seat": 3, "onto": "player"}),
    ("third", {"hand": "player", "card": "4c"}),
    ("third", {"hand": "banker", "card": "4d"}),
    ("settle", {}),
    (
        "round",
        {
            "wagers": [
                {"seat": 4, "bet": "banker", "cents": 2_500},
                {"seat": 4, "bet": "royal_9", "cents": 500},
            ],
            "player": ["2s", "Kh"],
            "banker": ["5s", "4d"],
        },
    ),
    ("collect_vig", {"seat": 4, "cents": 25}),
    ("collect_vig", {"seat": 4}),
    REVERSE,
    ("hand_back_vig", {"seat": 4}),
    ("wager", {"seat": 4, "bet": "banker", "cents": 2_500}),
    ("no_more_bets", {}),
    ("deal", {"player": ["2s", "Kh"], "banker": ["5s", "4d"]}),
    ("settle", {}),
    ("uncollected_vig", {"seat": 4, "reason": "left", "supervisor": "S-2"}),
    ("fill", {"slip": "F-1", "chips": CHIPS, **TWO}),
    ("credit", {"slip": "C-1", "chips": CHIPS, **TWO}),
    (
        "round",
        {
            "wagers": [
                {"seat": 3, "bet": "player", "cents": 2_500},
                {"seat": 3, "bet": "royal_9", "cents": 500},
            ],
            "player": ["Kc", "9h"],
            "banker": ["9h", "Kc"],
        },
    ),
    ("pay_award", {"round": "MB-01:2026-07-11:4", "seat": 3, "supervisor": "S-2"}),
    (
        "pay_award",
        {
            "round": "MB-01:2026-07-11:4",
            "seat": 3,
            "supervisor": "S-2",
            "place": "cage",
            "instead": True,
        },
    ),
    ("cut_card", {}),
    ("end_shoe", {"reason": "worn"}),
    CLOSE,
    ("open", {"rules": "ma-midi", **OPEN}),
)
BIG: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("sit", {"seat": 2}),
    ("sit", {"seat": 5}),
    ("receive_decks", {"batch": "A", **DECKS}),
    SHUFFLED,
    ("recut", {"ordered_by": "S-2", "reason": "uneven", "cut_seat": 5, "cut_depth": 70}),
    SHOE,
    ("pass_shoe", {"seat": 5, "declined": [2]}),
    ("spread_cards", {"face": "up"}),
)
HANDED: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("receive_decks", {"batch": "A", **DECKS}),
    ("receive_decks", {"batch": "B", **DECKS, "colour": "blue"}),
    ("store_cards", {"batch": "A"}),
    ("shuffle_cards", {"method": "automated", "cut_seat": 0, "cut_depth": 60}),
    SHOE,
    ("store_cards", {"batch": "B"}),
    ("wager", {"seat": 3, "bet": "player", "cents": 2_500}),
    ("no_more_bets", {}),
    ("deal", {"player": ["7d", "Qh"], "banker": ["9c", "Kh"]}),
    ("hand_cards", {"hand": "player", "seat": 3}),
)
MINI: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    SHOE,
    ("irregular", {"kind": "face_up", "card": "7d", "disclosed": True}),
    ("simulated_round", {"player": ["7d", "Qh"], "banker": ["9c", "Kh"]}),
)
WALKS: Final = {"ma-midi": MIDI, "ma-big": BIG, "md-midi": MINI, "div-mini": HANDED}


def test_every_kind_that_can_be_taken_back_is_and_said_again(fresh: Fresh) -> None:
    undone: set[type[Event]] = set()
    for rules, walk in WALKS.items():
        with fresh() as engine, Ledger(engine.url.render_as_string(hide_password=False)) as ledger:
            establish(ledger)
            clerk, nothing = Clerk(ledger), figures(ledger)
            undone |= {type(event) for event in clerk.says("open", rules=rules, **OPEN)}
            take_back(clerk)
            assert (figures(ledger), table_codes(ledger)) == (nothing, [])
            clerk.opens(rules)
            if rules == "ma-midi":
                install(clerk)
            before = seen(ledger, clerk.table)
            for kind, facts in walk:
                if kind == REVERSE[0]:
                    clerk.says(kind, **facts)
                    before = seen(ledger, clerk.table)
                    continue
                events = clerk.says(kind, **facts)
                after = seen(ledger, clerk.table)
                take_back(clerk)
                assert seen(ledger, clerk.table) == before, kind
                undone |= {type(event) for event in events}
                again = {"slip": f"{facts['slip']}a"} if "slip" in facts else {}
                clerk.says(kind, **{**facts, **again})
                before = seen(ledger, clerk.table)
                if not again:
                    assert _but_moments(before) == _but_moments(after), kind
            _verify_rebuilt(ledger)
    assert {kind for kind in PLAIN | SIGNED if kind not in undone} == set()


def _but_moments(stands: Seen) -> Table:
    """The table, with what says when something was put there left out."""
    marks = {
        seat: tuple(msgspec.structs.replace(mark, since=0) for mark in marks)
        for seat, marks in stands.table.marks.items()
    }
    shoe = stands.table.shoe
    if shoe is not None:
        shoe = msgspec.structs.replace(shoe, started_at=0)
    left_out = {"opened_at": 0, "last_at": 0, "round_at": 0, "seat_at": {}}
    return msgspec.structs.replace(stands.table, marks=marks, shoe=shoe, **left_out)


def test_every_projection_says_how_it_takes_back_what_it_folds() -> None:
    """By a journal; without one it folds nothing that can be taken back, or only points into the log."""
    for projection in PROJECTIONS:
        folded = (PLAIN | SIGNED) & projection.handlers.keys()
        assert not folded or projection.journal is not None or projection in POINT, projection.name
