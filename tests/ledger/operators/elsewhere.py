"""For every kind of event of links, forms, days and the register an act that brings it about."""

from collections.abc import Callable
from datetime import datetime
from itertools import count
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
from ledger.events import award as award_events
from ledger.events import day as day_events
from ledger.events import form as form_events
from ledger.events import link as link_events
from ledger.events import operators as operator_events
from ledger.events import slip_series as series_events
from ledger.events import table as e
from ledger.events.act import Act
from ledger.events.base import Event
from ledger.events.feed import FeedTokenIssued, FeedTokenRevoked
from ledger.events.form import Run
from ledger.events.month import MonthClosed
from ledger.events.operators import Role
from ledger.events.paper import DocumentPrinted
from ledger.events.property import PropertySettingsChanged, ReadModelsRebuilt
from ledger.events.signing import BooksProposed, BooksRefused
from ledger.form import acts as form_acts
from ledger.form.acts import CountSlips, LoseSlips, ReceiveSlips, SlipSeriesAct
from ledger.link.acts import AdjustMeter, ChangeRates, ReadMeter, RetireLink
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
from tests.ledger.link.floor import install_act
from tests.ledger.operators.at_tables import (
    BANKER,
    EXACT,
    KING,
    ROYAL,
    ROYAL_CLOSED,
    WAGERS,
    install,
    link_of,
    linked,
    round_of,
    said_at,
    table_ready,
    taken_back,
)
from tests.ledger.operators.house import NOON, Place, Scene, Team, facts


def _said(kind: type[Act], place: Place, by: str, /, **fields: Any) -> Done:
    return place.ledger.do(kind(by=by, at=place.moment, **fields), **place.how)


# -- progressive meters


def _unlinked(place: Place, _: list[Team]) -> None:
    place.deals()
    install(place, "S-2", "M-1")


def _changed_rates(place: Place, team: Team) -> Done:
    return _said(
        ChangeRates,
        place,
        team["by"],
        link=link_of(place),
        rules="ma-midi",
        options={"royal_9.paytable": "2"},
        reserve_bps={},
        notice_at=datetime.fromisoformat(NOON),
        authorised_by=team["authorised_by"],
        document="RS-12",
    )


def _paid_from_the_tray(place: Place, team: list[Team]) -> None:
    linked(("round", {"wagers": WAGERS, **EXACT}))(place, team)
    place.says("pay_award", round=round_of(place), seat=3, supervisor="S-2")


_numbers = count(1)


def _two_links(place: Place, _: list[Team]) -> None:
    _unlinked(place, _)
    place.ledger.do(install_act(place, f"{link_of(place)}-B", by="S-2", authorised_by="M-1"))


def _retired(place: Place, team: Team) -> Done:
    said = {"document": f"MR-{next(_numbers)}", "reason": "closed"}
    signed = facts(team, "authorised_by", "second")
    to = f"{link_of(place)}-B"
    return _said(RetireLink, place, team["by"], link=link_of(place), to=to, **said, **signed)


def _read(place: Place, team: Team) -> Done:
    read = {"meter": "major", "cents": 5_000_000, "witness": team["witness"]}
    return _said(ReadMeter, place, team["by"], link=link_of(place), **read)


def _corrected(place: Place, team: Team) -> Done:
    return _said(
        AdjustMeter,
        place,
        team["by"],
        link=link_of(place),
        meter="major",
        cents=5_000,
        document=f"MM-{next(_numbers)}",
        reason="display reset",
        **facts(team, "authorised_by", "second"),
    )


TWO_FOR_A_METER: Final = (("by",), ("authorised_by",), ("second",))

OF_LINKS: Final = (
    Scene(
        (link_events.LinkInstalled,),
        lambda place, team: install(place, team["by"], team["authorised_by"]),
        table_ready(),
        TWO_FOR_A_METER[:2],
    ),
    said_at((e.MetersLinked, link_events.TableLinked), "link_meters", _unlinked, link=link_of),
    Scene((link_events.RatesChanged,), _changed_rates, linked(), TWO_FOR_A_METER[:2]),
    Scene(
        (link_events.LinkRetired, link_events.BalanceReceived),
        _retired,
        _two_links,
        TWO_FOR_A_METER,
    ),
    said_at((e.MetersUnlinked, link_events.TableUnlinked), "unlink_meters", linked(), link=link_of),
    Scene((link_events.MeterRead,), _read, linked(), (("by",), ("witness",))),
    Scene((link_events.MeterCorrected,), _corrected, linked(), TWO_FOR_A_METER),
    said_at(
        (e.NoMoreBets, link_events.ContributionsTaken),
        "no_more_bets",
        linked(("wager", BANKER), ("wager", ROYAL)),
    ),
    said_at(
        (e.RoundVoided, link_events.ContributionsReturned),
        "void",
        linked(*ROYAL_CLOSED),
        reason="fouled",
    ),
    said_at(
        (
            e.WagersPlaced,
            e.NoMoreBets,
            e.CardsDealt,
            e.RoundSettled,
            link_events.ContributionsTaken,
            link_events.AwardWon,
            link_events.AwardPaid,
            award_events.AwardHandedOver,
        ),
        "round",
        linked(),
        wagers=WAGERS,
        **KING,
    ),
    said_at(
        link_events.AwardPaid,
        "pay_award",
        linked(("round", {"wagers": WAGERS, **EXACT})),
        "supervisor",
        round=round_of,
        seat=3,
        place="cage",
    ),
    said_at(
        link_events.AwardReversed,
        "reverse_award",
        linked(("round", {"wagers": WAGERS, **KING})),
        *("authorised_by", "second"),
        round=round_of,
        seat=3,
        document=lambda place: f"MR-{place.number}-{next(_numbers)}",
        reason="misread",
    ),
    Scene(
        (link_events.AwardUndone, e.ActUndone),
        taken_back,
        linked(*ROYAL_CLOSED, ("deal", KING), ("settle", {})),
        (("by",), ("approved_by",)),
    ),
    Scene(
        (link_events.AwardOwed, e.ActUndone),
        taken_back,
        _paid_from_the_tray,
        (("by",), ("approved_by",)),
    ),
    said_at(
        (link_events.AwardOwed, link_events.AwardPaid, award_events.AwardNotHandedOver),
        "pay_award",
        _paid_from_the_tray,
        "supervisor",
        round=round_of,
        seat=3,
        place="cage",
        instead=True,
    ),
    said_at(
        link_events.AwardRefused,
        "pay_award",
        linked(*ROYAL_CLOSED, ("deal", KING), ("void", {"reason": "fouled"})),
        "supervisor",
        round=round_of,
        seat=3,
        refused="fouled hand",
    ),
)


# -- forms


def _form(kind: type[form_acts.FormAct], place: Place, by: str, **fields: Any) -> Done:
    return _said(kind, place, by, series=_series(place), **fields)


def _series(place: Place) -> str:
    return f"CV{place.number}"


def _received(place: Place, _: list[Team]) -> None:
    _form(form_acts.ReceiveSeries, place, "C-1", first=1, last=99)


def _to_clerks(place: Place, teams: list[Team]) -> None:
    """Everybody who is tried has access to the forms, so that nothing but the role can refuse them."""
    _received(place, teams)
    clerks = sorted({team["clerk"] for team in teams if "clerk" in team})
    _form(form_acts.IssueSeries, place, "C-1", pit=f"P-{place.number}", clerks=clerks)


def _owing(place: Place, teams: list[Team]) -> None:
    place.deals("div-mini").plays("7d Qh", "9c Kh", (3, "banker", 100_000))
    _to_clerks(place, teams)


def _issued_by_each(place: Place, teams: list[Team]) -> None:
    """A form signed by each three people who are tried: those who signed it drop it."""
    _owing(place, teams)
    for team in teams:
        three = tuple(facts(team, "dealer", "pit_boss", "clerk").values())
        if three not in place.kept:
            place.kept[three] = len(place.kept) + 1
            _issue(place, {**team, "by": team["clerk"]}, place.kept[three], patron_signed=True)


def _issue(place: Place, team: Team, number: int, **fields: Any) -> Done:
    signed = facts(team, "dealer", "pit_boss", "clerk")
    given = {"table": place.table, "seat": 3, "cents": 5, "patron": "R. Ames", **fields}
    return _form(form_acts.IssueForm, place, team["by"], number=number, **signed, **given)


def _stated(place: Place, team: Team) -> Done:
    return _issue(place, team, 1, statement="left the table", stated_by=team["stated_by"])


def _dropped(place: Place, team: Team) -> Done:
    signed = facts(team, "dealer", "pit_boss", "clerk")
    number = place.kept[tuple(signed.values())]
    return _form(form_acts.DropOriginal, place, team["by"], number=number, **signed)


def _void(place: Place, team: Team) -> Done:
    signed = facts(team, "pit_boss", "clerk")
    return _form(form_acts.VoidForm, place, team["by"], number=1, reason="torn", **signed)


def _one_void(place: Place, teams: list[Team]) -> None:
    _to_clerks(place, teams)
    clerk = teams[0]["clerk"]
    _void(place, {"by": clerk, "clerk": clerk, "pit_boss": "B-2"})


def _one_issued(place: Place, teams: list[Team]) -> None:
    _owing(place, teams)
    clerk = teams[0]["clerk"]
    _issue(
        place,
        {**facts(teams[0], "pit_boss", "clerk"), "dealer": "D-7", "by": clerk},
        1,
        patron_signed=True,
    )


OF_FORMS: Final = (
    Scene(
        (form_events.SeriesReceived,),
        lambda place, team: _form(form_acts.ReceiveSeries, place, team["by"], first=1, last=99),
    ),
    Scene(
        (form_events.SeriesIssued,),
        lambda place, team: _form(
            form_acts.IssueSeries,
            place,
            team["by"],
            pit="P-1",
            clerks=["pit_clerk-4", team["clerks"]],
        ),
        _received,
        (("by",), ("clerks",)),
    ),
    Scene(
        (e.VigorishDocumented, form_events.FormIssued),
        _stated,
        _owing,
        (("by", "clerk"), ("dealer", "stated_by"), ("pit_boss",)),
    ),
    Scene(
        (e.VigorishDocumented, form_events.FormIssued),
        _stated,
        _owing,
        (("by", "clerk"), ("dealer",), ("pit_boss", "stated_by")),
    ),
    Scene((form_events.FormVoided,), _void, _to_clerks, (("by", "clerk"), ("pit_boss",))),
    Scene(
        (e.VigorishRestored, form_events.FormVoided),
        _void,
        _one_issued,
        (("by", "clerk"), ("pit_boss",)),
    ),
    Scene(
        (form_events.FormLost,),
        lambda place, team: _form(
            form_acts.LoseForm,
            place,
            team["by"],
            number=9,
            reason="burnt",
            authorised_by=team["authorised_by"],
        ),
        _received,
        (("by",), ("authorised_by",)),
    ),
    Scene(
        (form_events.FormsCounted,),
        lambda place, team: _form(
            form_acts.CountForms,
            place,
            team["by"],
            counted=[form_events.Run(1, 99)],
            clerk=team["clerk"],
        ),
        _to_clerks,
        (("by", "clerk"),),
    ),
    Scene(
        (form_events.OriginalDropped,),
        _dropped,
        _issued_by_each,
        (("by",), ("dealer",), ("pit_boss",), ("clerk",)),
    ),
    Scene(
        (form_events.CopiesForwarded,),
        lambda place, team: _form(form_acts.ForwardCopies, place, team["by"], clerk=team["clerk"]),
        _one_void,
        (("by", "clerk"),),
    ),
)


# -- the end of the day, and the register itself

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
    return _said(ReceiveSlipCopies, place, team["by"], **said)


def _taken_back(place: Place, team: Team) -> Done:
    serials = [f"CVF-{place.number}"]
    said: dict[str, Any] = {"day": "2026-07-11", "serials": serials, "reason": "of another form"}
    return _said(TakeBackDuplicates, place, team["by"], **said)


def _entered(place: Place, _: list[Team]) -> None:
    _duplicates(place, {"by": "A-1"})


def _acknowledged(place: Place, team: Team) -> Done:
    said: dict[str, Any] = {"day": "2026-07-11", "findings": [VARIANCE.id], "reason": "a chip"}
    said["read"] = [VARIANCE]
    return _said(AcknowledgeFindings, place, team["by"], **said)


def _closed(place: Place, team: Team) -> Done:
    books = [day_events.TableBooks(place.table, {"drop": 0})]
    read = Reconciled("2026-07-10", [], books, place.ledger.journal.max_notification_id() or 0)
    return _said(CloseDay, place, team["by"], day=read.day, second=team["second"], read=read)


def _month_closed(place: Place, team: Team) -> Done:
    position = place.ledger.journal.max_notification_id() or 0
    read = MonthRead("2026-06", [day_events.TableBooks("", {"drop": 0})], position)
    return _said(CloseMonth, place, team["by"], month=read.month, second=team["second"], read=read)


def _prints(place: Place, team: Team) -> Done:
    return _said(PrintDocument, place, team["by"], document="report", name="2026-07-09")


def _token(place: Place, team: Team) -> Done:
    return _said(
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
    return _said(RevokeFeedToken, place, team["by"], **named, reason="replaced")


def _of_operator(kind: type[Act], code: str, **facts: Any) -> Callable[[Place, Team], Done]:
    """second=...: whoever of the team signs as the second."""

    def act(place: Place, team: Team) -> Done:
        given = {name: team[name] if value is ... else value for name, value in facts.items()}
        return _said(kind, place, team["by"], operator=code, **given)

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
        return _said(kind, place, team["by"], **said, **{name: team[name] for name in signed})

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
        lambda place, team: _said(
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
        lambda place, team: _said(
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
