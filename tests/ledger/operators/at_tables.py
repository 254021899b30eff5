"""For every kind of event of a table an act that brings it about, as a person or a feed would say it."""

from collections.abc import Callable
from itertools import count
from typing import Any, Final

from ledger.events import shoe as shoe_events
from ledger.events import slip as slip_events
from ledger.events import table as e
from ledger.events.base import Event
from ledger.events.pit import TableJoinedPit, TableLeftPit
from ledger.table.acts import DocumentVig, MarkPutBack, RestoreVig, Undo
from ledger.transaction.unit import Done
from tests.clerk import OPENER
from tests.ledger.link.floor import install_act
from tests.ledger.operators.house import Place, Scene, Team, facts, nothing

NATURALS: Final[dict[str, Any]] = {"player": ["7d", "Qh"], "banker": ["9c", "Kh"]}
PLAYER_DRAWS: Final[dict[str, Any]] = {"player": ["2d", "Qh"], "banker": ["7c", "Kh"]}
EXACT: Final[dict[str, Any]] = {"player": ["Kc", "9h"], "banker": ["9h", "Kc"]}
KING: Final[dict[str, Any]] = {"player": ["Kc", "9h"], "banker": ["2s", "5d"]}
ROYAL: Final[dict[str, Any]] = {"seat": 3, "bet": "royal_9", "cents": 500}
BANKER: Final[dict[str, Any]] = {"seat": 3, "bet": "banker", "cents": 2_000}
CHIPS: Final = {"10000": 5}
CUT: Final[dict[str, Any]] = {"cut_seat": 0, "cut_depth": 60}

Ready = Callable[[Place, list[Team]], object]
Said = tuple[tuple[str, dict[str, Any]], ...]
_documents = count(1)


# -- acts of a table


def said_at(
    kinds: type[Event] | tuple[type[Event], ...],
    type_: str,
    ready: Ready,
    *signed: str,
    **fields: Any,
) -> Scene:
    """An act of a table. fields: its own; a function of the place where they depend on it."""

    def act(place: Place, team: Team) -> Done:
        given = {name: x(place) if callable(x) else x for name, x in fields.items()}
        said = place.act(type_, by=team["by"], **given, **facts(team, *signed))
        return place.ledger.do(said, **place.how)

    all_kinds = kinds if isinstance(kinds, tuple) else (kinds,)
    return Scene(all_kinds, act, ready, (("by",), *((name,) for name in signed)))


def table_ready(
    rules: str = "ma-midi",
    *said: tuple[str, dict[str, Any]],
    shoe: bool = True,
    options: dict[str, str] | None = None,
) -> Ready:
    """A table at which this was said before. options: of its submission, noticed."""

    def make(place: Place, _: list[Team]) -> None:
        place.opens(
            rules, **({"options": options, **NOTICED, "authorised_by": "M-1"} if options else {})
        )
        if shoe:
            place.starts_shoe()
        for type_, fields in said:
            place.says(type_, **fields)

    return make


def linked(*said: tuple[str, dict[str, Any]], rules: str = "ma-midi") -> Ready:
    """A table on a link of its own, at which this was said then."""

    def make(place: Place, _: list[Team]) -> None:
        place.deals(rules)
        install(place, "S-2", "M-1")
        place.says("link_meters", link=link_of(place))
        for type_, fields in said:
            place.says(type_, **fields)

    return make


def link_of(place: Place) -> str:
    return f"L-{place.number}"


def install(place: Place, by: str, authorised_by: str) -> Done:
    act = install_act(place, link_of(place), by=by, authorised_by=authorised_by)
    return place.ledger.do(act, **place.how)


def round_of(place: Place) -> str:
    return f"{place.table}:2026-07-11:1"


def _documented(place: Place, team: Team) -> Done:
    """What a form does to the table's marks, by itself; no feed says it."""
    act = DocumentVig(
        source="", seq=0, at=place.moment, by=team["by"], table=place.table, seat=3, serial="CV-1"
    )
    return place.ledger.do(act, **place.how)


def _on_a_form(place: Place, team: list[Team]) -> None:
    table_ready("div-mini", *DEALT, ("settle", {}))(place, team)
    place.ledger.do(
        DocumentVig(
            source="", seq=0, at=place.moment, by="C-1", table=place.table, seat=3, serial="CV-2"
        )
    )


def _restored(place: Place, team: Team) -> Done:
    """What a form that becomes void does to the table's marks, by itself; no feed says it."""
    act = RestoreVig(
        source="",
        seq=0,
        at=place.moment,
        by=team["by"],
        table=place.table,
        serial="CV-2",
        marks=[MarkPutBack(3, 100, round_of(place), place.micros)],
    )
    return place.ledger.do(act, **place.how)


def taken_back(place: Place, team: Team) -> Done:
    """The last act taken back; no feed says it."""
    act = Undo(
        source="",
        seq=0,
        at=place.moment,
        by=team["by"],
        table=place.table,
        reason="typed by mistake",
        approved_by=team["approved_by"],
    )
    return place.ledger.do(act, **place.how)


def _filled(place: Place, _: list[Team]) -> None:
    signed = {"dealer": "D-7", "supervisor": "S-2"}
    place.opens().says("fill", slip=f"F-{next(_documents)}", chips=CHIPS, **signed)


REQUESTED: Final = (
    "chips_request",
    {"kind": "fill", "chips": CHIPS, "supervisor": "S-2"},
)


def slip_of(place: Place) -> str:
    """The slip that was prepared last for a place's table."""
    return place.ledger.table(place.table).slips[-1].slip


def prepared(place: Place, _: list[Team]) -> None:
    place.opens().says(REQUESTED[0], **REQUESTED[1])
    signed = {"cage": "G-1", "security": "X-1"}
    place.says("slip_prepare", kind="fill", slip=f"F-{next(_documents)}", **signed)


def _raised(place: Place, _: list[Team]) -> None:
    place.deals().plays("7d Qh", "9c Kh", (3, "player", 5_000))
    place.says("raise_dispute", round=round_of(place), claim="Player won")


def _played(place: Place, _: list[Team]) -> None:
    place.deals().plays("7d Qh", "9c Kh", (3, "banker", 5_000))


def _reversed(place: Place, team: list[Team]) -> None:
    """A round of which vigorish was collected."""
    _played(place, team)
    place.says("collect_vig", seat=3)
    signed = {"reason": "seat 3 had Player", "approved_by": "S-2"}
    place.says("reverse", round=round_of(place), **signed)


BETS_CLOSED: Final[Said] = (("wager", BANKER), ("no_more_bets", {}))
DEALT: Final[Said] = (*BETS_CLOSED, ("deal", NATURALS))
DRAWING: Final[Said] = (*BETS_CLOSED, ("deal", PLAYER_DRAWS))
HOUSE_MONEY: Final[Said] = (
    ("wager", BANKER),
    ("wager", {"seat": 3, "bet": "house_money", "cents": 500}),
    ("no_more_bets", {}),
    ("deal", {"player": ["2s", "2d"], "banker": ["Kd", "3c"]}),
)
ROYAL_CLOSED: Final[Said] = (("wager", BANKER), ("wager", ROYAL), ("no_more_bets", {}))
WAGERS: Final = [BANKER, ROYAL]
RED: Final = {"batch": "A", "colour": "red", "decks": 8, "dealer": "D-7", "supervisor": "S-2"}
BLUE: Final = {**RED, "batch": "B", "colour": "blue"}
HANDED: Final = {"hand": "banker", "seat": 3}
NOTICED: Final = {"notice_at": "2026-07-11T12:00:00-04:00"}
OPENING: Final = (e.TableCommissioned, e.RulesAdopted, e.TableOpened, TableJoinedPit)

OF_TABLES: Final = (
    said_at(
        OPENING,
        "open",
        nothing,
        "dealer",
        "supervisor",
        rules="ma-midi",
        pit=lambda place: f"P-{place.number}",
        opener=OPENER,
    ),
    said_at(
        (e.RulesAdopted, TableJoinedPit),
        "adopt",
        table_ready("ma-midi"),
        "authorised_by",
        rules="ma-midi",
        options={"vigorish.rounding": "exact"},
        **NOTICED,
    ),
    said_at(
        (e.TableClosed, TableLeftPit), "close", table_ready(), "dealer", "supervisor", closer=OPENER
    ),
    said_at(e.TrayCounted, "count", table_ready(), "dealer", "supervisor", tray=OPENER),
    said_at(shoe_events.ShoeStarted, "shoe", table_ready(shoe=False), shoe=1, decks=8, burn="2c"),
    said_at(
        shoe_events.DecksReceived,
        "receive_decks",
        table_ready(shoe=False),
        "dealer",
        "supervisor",
        batch="A",
        colour="red",
        decks=8,
    ),
    said_at(
        shoe_events.CardsShuffled,
        "shuffle_cards",
        table_ready("div-mini", options={"shuffle": "feather"}, shoe=False),
        "washed_by",
        "checked_by",
        **CUT,
    ),
    said_at(
        shoe_events.CardsStored,
        "store_cards",
        table_ready("div-mini", ("receive_decks", RED), ("receive_decks", BLUE), shoe=False),
        batch="B",
    ),
    said_at(
        shoe_events.CardsHanded,
        "hand_cards",
        table_ready("ma-midi", *DEALT, ("sit", {"seat": 5}), ("hand_cards", HANDED)),
        "ordered_by",
        hand="banker",
        seat=5,
        reason="delays the game",
    ),
    said_at(
        shoe_events.ShoeRecut,
        "recut",
        table_ready(),
        "ordered_by",
        reason="cut too thin",
        burn="9d",
        **CUT,
    ),
    said_at(shoe_events.CardsSpread, "spread_cards", table_ready()),
    said_at(
        shoe_events.CuratorChosen,
        "pass_shoe",
        table_ready(
            "ma-big",
            ("sit", {"seat": 2}),
            ("sit", {"seat": 5}),
            ("pass_shoe", {"seat": 2}),
        ),
        "ordered_by",
        seat=5,
        reason="too slow",
    ),
    said_at(shoe_events.CutCardSeen, "cut_card", table_ready()),
    said_at(shoe_events.ShoeEnded, "end_shoe", table_ready(), reason="torn card"),
    said_at(e.SeatTaken, "sit", table_ready(), seat=3),
    said_at(e.SeatLeft, "leave", table_ready("ma-midi", ("sit", {"seat": 3})), seat=3),
    said_at(e.BoughtIn, "buy_in", table_ready(), seat=3, cents=5_000),
    said_at(e.WagersPlaced, "wager", table_ready(), **BANKER),
    said_at(
        (e.BoughtIn, e.WagersPlaced),
        "wager",
        table_ready("div-mini"),
        "confirmed_by",
        "supervisor",
        tender="cash",
        **BANKER,
    ),
    said_at(
        e.WagerWithdrawn,
        "withdraw",
        table_ready("ma-midi", ("wager", BANKER)),
        seat=3,
        bet="banker",
    ),
    said_at(e.NoMoreBets, "no_more_bets", table_ready("ma-midi", ("wager", BANKER))),
    said_at(e.CardsDealt, "deal", table_ready("ma-midi", *BETS_CLOSED), **NATURALS),
    said_at(e.ThirdCardDealt, "third", table_ready("ma-midi", *DRAWING), hand="player", card="4s"),
    said_at(
        e.HouseMoneyPressed,
        "press",
        table_ready("ma-midi", *HOUSE_MONEY),
        seat=3,
        onto="banker",
    ),
    said_at((e.RoundSettled, e.VigorishMarked), "settle", table_ready("ma-midi", *DEALT)),
    said_at(
        e.VigorishCollected,
        "collect_vig",
        table_ready("ma-midi", *DEALT, ("settle", {})),
        seat=3,
    ),
    said_at(
        e.VigorishUncollected,
        "uncollected_vig",
        table_ready("ma-midi", *DEALT, ("settle", {})),
        "supervisor",
        seat=3,
        reason="left without paying",
    ),
    Scene(
        (e.VigorishDocumented,),
        _documented,
        table_ready("div-mini", *DEALT, ("settle", {})),
    ),
    Scene(
        (e.VigorishRestored,),
        _restored,
        _on_a_form,
    ),
    said_at(
        e.RoundReversed,
        "reverse",
        _played,
        "approved_by",
        round=round_of,
        reason="seat 3 had Player",
    ),
    said_at(e.VigorishHandedBack, "hand_back_vig", _reversed, seat=3),
    said_at(e.RoundVoided, "void", table_ready("ma-midi", *DEALT), reason="fouled"),
    said_at(
        e.IrregularCard,
        "irregular",
        table_ready(),
        kind="drawn_in_error",
        card="9h",
        disclosed=False,
    ),
    said_at(
        e.RoundSimulated,
        "simulated_round",
        table_ready("ma-midi", ("irregular", {"kind": "face_up", "card": "7d", "disclosed": True})),
        player=["7d", "Qh"],
        banker=["5c", "Kh", "2s"],
    ),
    said_at(
        e.CorrectionPosted,
        "correct",
        table_ready("ma-midi", ("buy_in", {"seat": 3, "cents": 500})),
        "approved_by",
        "accounting",
        figure="buy_ins",
        cents=500,
        of_day="2026-07-11",
        original="seat 3",
        document=lambda _: f"MC-{next(_documents)}",
        reason="a note was counted once",
    ),
    said_at(
        e.DisputeRaised,
        "raise_dispute",
        lambda place, _: place.deals().plays("7d Qh", "9c Kh"),
        round=round_of,
        claim="Player won",
    ),
    said_at(
        e.DisputeDecided,
        "decide_dispute",
        _raised,
        "decided_by",
        round=round_of,
        ruling="denied",
        reason="the camera shows it",
    ),
    Scene((e.ActUndone,), taken_back, _filled, (("by",), ("approved_by",))),
    said_at(
        e.ChipsFilled,
        "fill",
        table_ready(),
        "dealer",
        "supervisor",
        slip=lambda _: f"F-{next(_documents)}",
        chips=CHIPS,
    ),
    said_at(
        e.ChipsCredited,
        "credit",
        table_ready(),
        "dealer",
        "supervisor",
        slip=lambda _: f"C-{next(_documents)}",
        chips=CHIPS,
    ),
    said_at(
        slip_events.ChipsRequested,
        "chips_request",
        table_ready(),
        "supervisor",
        kind="fill",
        chips=CHIPS,
    ),
    said_at(
        slip_events.SlipPrepared,
        "slip_prepare",
        table_ready("ma-midi", REQUESTED),
        "cage",
        "security",
        kind="fill",
        slip=lambda _: f"F-{next(_documents)}",
    ),
    said_at(
        slip_events.SlipVoided,
        "slip_void",
        prepared,
        "supervisor",
        "cage",
        kind="fill",
        slip=slip_of,
        reason="not needed",
    ),
)
