"""For every kind of event of days, of slips in series and of the register an act that brings it about."""

from collections.abc import Callable
from typing import Any, Final

from ledger.day.acts import (
    AcknowledgeFindings,
    CloseDay,
    CloseMonth,
    MonthRead,
    ReceiveSlipCopies,
    Reconciled,
    TakeBackDuplicates,
)
from ledger.equipment.acts import IssueFeedToken, RevokeFeedToken
from ledger.events import day as day_events
from ledger.events import operators as operator_events
from ledger.events import slip_series as series_events
from ledger.events.act import Act
from ledger.events.base import Event
from ledger.events.feed import FeedTokenIssued, FeedTokenRevoked
from ledger.events.form import Run
from ledger.events.month import MonthClosed
from ledger.events.operators import Role
from ledger.events.paper import DocumentPrinted
from ledger.events.property import PropertySettingsChanged, ReadModelsRebuilt
from ledger.events.signing import BooksProposed, BooksRefused
from ledger.form.acts import CountSlips, LoseSlips, ReceiveSlips, SlipSeriesAct
from ledger.operators.acts import (
    ChangeRoles,
    RegisterOperator,
    ReinstateOperator,
    SuspendOperator,
)
from ledger.paper.acts import PrintDocument
from ledger.property.acts import ChangeSettings, RebuildReadModels
from ledger.transaction.unit import Done
from projections.reconcile.finding import found
from tests.clerk import count_drop, receive_duplicates
from tests.ledger.operators.at_tables import (
    table_ready,
)
from tests.ledger.operators.house import Place, Scene, Team, enters

VARIANCE: Final = found("tray_variance", "MB-01", "2026-07-11", cents=-500)


def _counted(place: Place, team: Team) -> Done:
    return count_drop(
        place.ledger,
        "2026-07-11",
        place.table,
        cash_cents=500,
        cash={},
        sheet=day_events.CountSheet(team=["accounting-2", "accounting-3", team["team"]]),
        by=team["by"],
        at=place.micros,
        **place.how,
    )


def _duplicates(place: Place, team: Team) -> Done:
    forms = [day_events.DuplicateReceived(f"CVF-{place.number}", cents=5)]
    return receive_duplicates(
        place.ledger, "2026-07-11", forms, by=team["by"], at=place.micros, **place.how
    )


def _slips(place: Place, team: Team) -> Done:
    copies = [day_events.SlipCopy("fill", f"F-{place.number}")]
    said: dict[str, Any] = {"day": "2026-07-11", "side": "cage", "copies": copies}
    return enters(ReceiveSlipCopies, place, team["by"], **said)


def _taken_back(place: Place, team: Team) -> Done:
    serials = [f"CVF-{place.number}"]
    said: dict[str, Any] = {"day": "2026-07-11", "serials": serials, "reason": "of another form"}
    return enters(TakeBackDuplicates, place, team["by"], **said)


def _entered(place: Place, _: list[Team]) -> None:
    _duplicates(place, {"by": "A-1"})


def _acknowledged(place: Place, team: Team) -> Done:
    said: dict[str, Any] = {"day": "2026-07-11", "findings": [VARIANCE.id], "reason": "a chip"}
    said["read"] = [VARIANCE]
    return enters(AcknowledgeFindings, place, team["by"], **said)


def _closed(place: Place, team: Team) -> Done:
    books = [day_events.TableBooks(place.table, {"drop": 0})]
    read = Reconciled("2026-07-10", [], books, place.ledger.journal.max_notification_id() or 0)
    return enters(CloseDay, place, team["by"], day=read.day, second=team["second"], read=read)


def _month_closed(place: Place, team: Team) -> Done:
    position = place.ledger.journal.max_notification_id() or 0
    read = MonthRead("2026-06", [day_events.TableBooks("", {"drop": 0})], position)
    return enters(CloseMonth, place, team["by"], month=read.month, second=team["second"], read=read)


def _prints(place: Place, team: Team) -> Done:
    return enters(PrintDocument, place, team["by"], document="report", name="2026-07-09")


def _token(place: Place, team: Team) -> Done:
    return enters(
        IssueFeedToken, place, team["by"], of_source=_source(place), tables=[], sha256="7a" * 32
    )


def _source(place: Place) -> str:
    return f"reader-{place.number}"


def _tokens(place: Place, teams: list[Team]) -> None:
    """As many as there are people who revoke one."""
    for number, team in enumerate(teams, 1):
        _token(place, {"by": "A-1"})
        place.kept[team["by"]] = number


def _token_revoked(place: Place, team: Team) -> Done:
    named = {"of_source": _source(place), "number": place.kept[team["by"]]}
    return enters(RevokeFeedToken, place, team["by"], **named, reason="replaced")


def _of_operator(kind: type[Act], code: str, **facts: Any) -> Callable[[Place, Team], Done]:
    """second=...: whoever of the team signs as the second."""

    def act(place: Place, team: Team) -> Done:
        given = {name: team[name] if value is ... else value for name, value in facts.items()}
        return enters(kind, place, team["by"], operator=code, **given)

    return act


WRITTEN: Final = {
    operator_events.PassphraseChosen,
    operator_events.PassphraseGiven,
    BooksProposed,
    BooksRefused,
    day_events.CountEntered,
}
"""Kinds that come about only where a property requires passphrases, or counts blind: put into their streams as they
are.
"""


def _written(
    kind: type[Event], stream: str, *signing: str, **facts: Any
) -> Callable[[Place, Team], Done]:
    def act(place: Place, team: Team) -> Done:
        unit, at = place.ledger.begin(), place.micros
        said: dict[str, Any] = {**{name: team[name] for name in signing}, **facts}
        event = kind(by=team["by"], at=at, recorded_at=unit.clock(), day="2026-07-11", **said)
        events = unit.append(stream, event)
        return Done(events, None if place.dry_run else unit.commit())

    return act


def _of_slips(kind: type[SlipSeriesAct], /, *signed: str, **facts: Any) -> Callable[..., Done]:
    """An act of a series of a place's own."""

    def act(place: Place, team: Team) -> Done:
        said = {"kind": "fill", "prefix": f"F{place.number}-", **facts}
        return enters(kind, place, team["by"], **said, **{name: team[name] for name in signed})

    return act


def _in_stock(place: Place, _: list[Team]) -> None:
    _of_slips(ReceiveSlips, first=1, last=9)(place, {"by": "A-1"})


OF_SERIES: Final = (
    Scene((series_events.SlipsReceived,), _of_slips(ReceiveSlips, first=1, last=9)),
    Scene(
        (series_events.SlipsLost,),
        _of_slips(LoseSlips, "authorised_by", first=1, reason="burnt"),
        _in_stock,
        names=(("by",), ("authorised_by",)),
    ),
    Scene((series_events.SlipsCounted,), _of_slips(CountSlips, counted=[Run(1, 9)]), _in_stock),
)

OF_DAYS: Final = (
    Scene(
        (day_events.CountEntered,),
        _written(
            day_events.CountEntered,
            day_events.stream("2026-07-11"),
            table="MB-01",
            figure="closer",
            chips={},
            cents=0,
        ),
    ),
    *OF_SERIES,
    Scene((day_events.DropCounted,), _counted, table_ready(), (("by",), ("team",))),
    Scene((day_events.DuplicatesReceived,), _duplicates),
    Scene((day_events.SlipCopiesReceived,), _slips),
    Scene((day_events.DuplicatesTakenBack,), _taken_back, _entered),
    Scene((day_events.FindingAcknowledged,), _acknowledged),
    Scene((day_events.DayClosed,), _closed, names=(("by",), ("second",))),
    Scene((MonthClosed,), _month_closed, names=(("by",), ("second",))),
    Scene(
        (PropertySettingsChanged,),
        lambda place, team: enters(
            ChangeSettings,
            place,
            team["by"],
            settings={"late_after_minutes": 20 + place.number},
            second=team["second"],
        ),
        names=(("by",), ("second",)),
    ),
    Scene((DocumentPrinted,), _prints),
    Scene((FeedTokenIssued,), _token),
    Scene((FeedTokenRevoked,), _token_revoked, _tokens),
    Scene(
        (ReadModelsRebuilt,),
        lambda place, team: enters(
            RebuildReadModels,
            place,
            team["by"],
            read_models=["table_win"],
            found="event_changed",
            reason="read",
        ),
    ),
    Scene(
        (operator_events.OperatorRegistered,),
        _of_operator(
            RegisterOperator, "pupil-9", name="N", licence="L-9", roles=[Role.DEALER], second=...
        ),
        names=(("by",), ("second",)),
    ),
    Scene(
        (operator_events.OperatorRolesChanged,),
        _of_operator(ChangeRoles, "pupil-1", roles=[Role.CAGE], second=...),
        names=(("by",), ("second",)),
    ),
    Scene(
        (operator_events.OperatorSuspended,),
        _of_operator(SuspendOperator, "pupil-2", reason="late"),
    ),
    Scene(
        (operator_events.OperatorReinstated,),
        _of_operator(ReinstateOperator, "pupil-3"),
    ),
    Scene(
        (operator_events.PassphraseChosen,),
        _written(operator_events.PassphraseChosen, "passphrase:X", operator="X", sha256=""),
    ),
    Scene(
        (operator_events.PassphraseGiven,),
        _written(operator_events.PassphraseGiven, "passphrase:X", operator="X", sha256=""),
    ),
    Scene(
        (BooksProposed,),
        _written(
            BooksProposed,
            "signing:2026-07-09",
            "waits_for",
            books="2026-07-09",
            sha256="",
            books_at=1,
            until=1,
        ),
        names=(("by",), ("waits_for",)),
    ),
    Scene(
        (BooksRefused,),
        _written(BooksRefused, "signing:2026-07-09", books="2026-07-09", reason="read again"),
    ),
)
