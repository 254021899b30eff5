"""What the time of each kind of act must not come before, and for every kind an act."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest

from ledger.day import acts as day_acts
from ledger.day.acts import MonthRead, Reconciled
from ledger.day.signing import digest
from ledger.desks.ledger import Ledger
from ledger.equipment.acts import IssueFeedToken, RevokeFeedToken
from ledger.events import day as day_events
from ledger.events import link as link_events
from ledger.events import operators as operator_events
from ledger.events import signing as signing_events
from ledger.events import table as e
from ledger.events.act import Act
from ledger.events.month import MonthClosed
from ledger.events.signing import BooksProposed, BooksRefused
from ledger.form import acts as form_acts
from ledger.link.acts import AdjustMeter, ChangeRates, InstallLink, ReadMeter, RetireLink
from ledger.operators import acts as operator_acts
from ledger.operators.authority import NAMED
from ledger.paper.acts import PrintDocument
from ledger.property.acts import ChangeSettings, EstablishProperty, RebuildReadModels
from ledger.table import acts as table_acts
from ledger.table import shoe_acts, slip_acts
from ledger.transaction.unit import Done
from tests.clerk import OPENER, SIGNED
from tests.ledger.operators.at_days import WRITTEN
from tests.ledger.operators.at_tables import (
    BANKER,
    DEALT,
    WAGERS,
    link_of,
    linked,
    prepared,
    round_of,
    said_at,
    slip_of,
    table_ready,
)
from tests.ledger.operators.house import Place, Scene, Team
from tests.ledger.operators.scenes import SCENES

LONG_AGO: Final = datetime(2026, 6, 1, tzinfo=UTC)
"""Long before anything of the made-up days."""

TO_COME: Final = datetime(2099, 1, 1, tzinfo=UTC)

TOLERANCE: Final = timedelta(minutes=2)

NOT_HELD: Final = ""

LAW: Final[Mapping[type[Act], str]] = {
    table_acts.Open: "close",
    table_acts.Adopt: "opening",
    table_acts.Close: "opening",
    table_acts.Count: "opening",
    table_acts.BuyIn: "opening",
    table_acts.Fill: "opening",
    table_acts.Credit: "opening",
    slip_acts.RequestChips: "opening",
    slip_acts.PrepareSlip: "request",
    slip_acts.ReceiveSlip: "opening",
    slip_acts.VoidSlip: "preparation",
    table_acts.Sit: "opening",
    table_acts.Leave: "opening",
    shoe_acts.ReceiveDecks: "opening",
    shoe_acts.ShuffleCards: "opening",
    shoe_acts.StoreCards: "opening",
    shoe_acts.HandCards: "opening",
    shoe_acts.Recut: "opening",
    shoe_acts.SpreadCards: "opening",
    shoe_acts.PassShoe: "opening",
    shoe_acts.Shoe: "opening",
    shoe_acts.CutCard: "opening",
    shoe_acts.EndShoe: "opening",
    table_acts.Undo: "last_act",
    table_acts.PlaceWager: "opening",
    table_acts.Withdraw: "opening",
    table_acts.NoMoreBets: "opening",
    table_acts.Deal: "opening",
    table_acts.Press: "opening",
    table_acts.Third: "opening",
    table_acts.Settle: "opening",
    table_acts.Round: "opening",
    table_acts.RoundInstead: "round",
    table_acts.Void: "opening",
    table_acts.Reverse: "round",
    table_acts.Irregular: "opening",
    table_acts.SimulatedRound: "opening",
    table_acts.CollectVig: "mark",
    table_acts.CollectAllVig: "mark",
    table_acts.HandBackVig: "round",
    table_acts.UncollectedVig: "mark",
    table_acts.DocumentVig: "mark",
    table_acts.RestoreVig: "mark",
    table_acts.LinkMeters: "opening",
    table_acts.UnlinkMeters: "opening",
    table_acts.MustHit: "round",
    table_acts.MeterReading: "installation",
    table_acts.PayAward: "round",
    table_acts.ReverseAward: "round",
    table_acts.Correct: "entry",
    table_acts.RaiseDispute: "round",
    table_acts.DecideDispute: "round",
    form_acts.ReceiveSeries: NOT_HELD,
    form_acts.IssueSeries: "receipt",
    form_acts.IssueForm: "mark",
    form_acts.VoidForm: "issue",
    form_acts.LoseForm: "receipt",
    form_acts.CountForms: "issue",
    form_acts.DropOriginal: "issue",
    form_acts.ForwardCopies: "issue",
    form_acts.ReceiveSlips: NOT_HELD,
    form_acts.LoseSlips: "receipt",
    form_acts.CountSlips: "receipt",
    day_acts.CountDrops: "day",
    day_acts.ReceiveDuplicates: "day",
    day_acts.ReceiveSlipCopies: "day",
    day_acts.TakeBackDuplicates: "day",
    day_acts.AcknowledgeFindings: "day",
    day_acts.CloseDay: "days_end",
    day_acts.CloseMonth: "month",
    day_acts.SignDay: "days_end",
    day_acts.SignMonth: "month",
    day_acts.RefuseBooks: "proposal",
    InstallLink: NOT_HELD,
    AdjustMeter: "installation",
    RetireLink: "installation",
    ReadMeter: "installation",
    ChangeRates: "installation",
    operator_acts.RegisterOperator: NOT_HELD,
    operator_acts.ChangeRoles: "registration",
    operator_acts.SuspendOperator: "registration",
    operator_acts.ReinstateOperator: "registration",
    operator_acts.EnrollOperator: "registration",
    EstablishProperty: NOT_HELD,
    ChangeSettings: "property",
    RebuildReadModels: "property",
    PrintDocument: NOT_HELD,
    IssueFeedToken: NOT_HELD,
    RevokeFeedToken: "token",
}
"""What an act of long ago is told first, by its kind."""


def _reversed(place: Place, _: list[Team]) -> None:
    place.deals().plays("7d Qh", "9c Kh", (3, "banker", 5_000))
    place.says("reverse", round=round_of(place), reason="of another table", approved_by="S-2")


HANDS: Final = {"player": ["7d", "Qh"], "banker": ["9c", "Kh"]}


def _waits(what: str, **facts: Any) -> Callable[[Place, list[Team]], object]:
    """One has signed books, and the other has not."""

    def ready(place: Place, _: list[Team]) -> None:
        unit, at = place.ledger.begin(), place.micros
        proposed = BooksProposed(
            by="accounting-1",
            at=at,
            recorded_at=at,
            day="2026-07-11",
            books=what,
            waits_for="accounting-0",
            books_at=1,
            until=at * 2,
            sha256=digest({**facts, "books_at": 1}),
        )
        unit.append(signing_events.stream(what), proposed)
        unit.commit()

    return ready


def _signs(kind: type[Act], **facts: Any) -> Callable[[Place, Team], Done]:
    return lambda place, team: place.ledger.do(kind(by=team["by"], at=place.moment, **facts))


def _enrolls(place: Place, team: Team) -> Done:
    at = place.moment
    return place.ledger.do(operator_acts.EnrollOperator(by=team["by"], at=at, operator=team["by"]))


SIGNED_LATER: Final = (
    Scene(
        (day_events.DayClosed,),
        _signs(day_acts.SignDay, day="2026-07-09", read=Reconciled("2026-07-09", [], [], 1)),
        _waits("2026-07-09", day="2026-07-09", books=[], findings=[], reports_sha256=""),
    ),
    Scene(
        (MonthClosed,),
        _signs(day_acts.SignMonth, month="2026-05", read=MonthRead("2026-05", [], 1)),
        _waits("2026-05", month="2026-05", books=[]),
    ),
    Scene(
        (BooksRefused,),
        _signs(day_acts.RefuseBooks, books="2026-07-08", reason="read again"),
        _waits("2026-07-08"),
    ),
    Scene((operator_events.PassphraseChosen,), _enrolls),
)

MORE: Final = (
    *SIGNED_LATER,
    said_at(
        e.TableOpened,
        "open",
        table_ready("ma-midi", ("close", {"closer": OPENER, **SIGNED})),
        *("dealer", "supervisor"),
        rules="ma-midi",
        pit=lambda place: f"P-{place.number}",
        opener=OPENER,
    ),
    said_at(
        e.ChipsFilled,
        "slip_receive",
        prepared,
        *("dealer", "supervisor"),
        kind="fill",
        slip=slip_of,
    ),
    said_at(
        (e.WagersPlaced, e.NoMoreBets, e.CardsDealt, e.RoundSettled),
        "round_instead",
        _reversed,
        wagers=[BANKER | {"seat": 4}],
        instead_of=round_of,
        **HANDS,
    ),
    said_at(
        e.VigorishCollected,
        "collect_all_vig",
        table_ready("ma-midi", *DEALT, ("settle", {})),
    ),
    replace(
        said_at(
            link_events.AwardWon,
            "must_hit",
            linked(
                ("round", {"wagers": WAGERS, "player": ["7d", "Qh"], "banker": ["9c", "Kh"]}),
                rules="ma-big",
            ),
            link=link_of,
            seat=3,
            round=round_of,
        ),
        author=NAMED.author,
    ),
    said_at(
        link_events.MeterRead,
        "meter_reading",
        linked(),
        "witness",
        link=link_of,
        meter="major",
        cents=5_000_000,
    ),
)


class Said(Exception):
    """What a scene would have said."""


def act_of(scene: Scene, place: Place) -> Act:
    """The act that a scene says."""

    def caught(_: Ledger, act: Act, **__: Any) -> Done:
        raise Said(act)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Ledger, "do", caught)
        with pytest.raises(Said) as said:
            scene.act(place, scene.team())
    act: Act = said.value.args[0]
    return act


SAID: Final = [scene for scene in SCENES if WRITTEN.isdisjoint(scene.kinds)]
