"""Who may enter each kind of event, and who may sign it: one table of data, and the one check that reads it.

An event is fit to be saved when its author and everybody who signs it were active in one of the roles at the moment it
happened. Who types it must be so at the moment of typing too: a time in the past lets nobody in.
"""

from collections.abc import Iterator, Mapping, Set
from typing import Final, NamedTuple

from msgspec.structs import fields

from ledger.events import award as award_events
from ledger.events import form as form_events
from ledger.events import link as link_events
from ledger.events import operators as operator_events
from ledger.events import shoe as shoe_events
from ledger.events import slip as slip_events
from ledger.events import slip_series as series_events
from ledger.events import table as e
from ledger.events.base import Event
from ledger.events.day import (
    CountEntered,
    DayClosed,
    DropCounted,
    DuplicatesReceived,
    DuplicatesTakenBack,
    FindingAcknowledged,
    SlipCopiesReceived,
)
from ledger.events.feed import FeedTokenIssued, FeedTokenRevoked, RecordRefused
from ledger.events.month import MonthClosed
from ledger.events.operators import SECOND, Role
from ledger.events.paper import DocumentPrinted
from ledger.events.pit import TableJoinedPit, TableLeftPit
from ledger.events.property import PropertyEstablished, PropertySettingsChanged, ReadModelsRebuilt
from ledger.events.signing import BooksProposed, BooksRefused
from ledger.operators.register import REGISTRARS, Registry
from ledger.values.errors import Refused
from ledger.values.passphrases import BY
from ledger.values.people import verify_id

DEALER: Final = frozenset({Role.DEALER})
SUPERVISOR: Final = frozenset({Role.FLOORPERSON, Role.PIT_BOSS})
PIT_BOSS: Final = frozenset({Role.PIT_BOSS})
CLERK: Final = frozenset({Role.PIT_CLERK})
ACCOUNTING: Final = frozenset({Role.ACCOUNTING})
COUNT_ROOM: Final = ACCOUNTING | {Role.COUNT_TEAM}
"""Who counts what was dropped: nobody who took it in at a table, or pays out at the cage."""
GAMES: Final = DEALER | SUPERVISOR | CLERK
"""Who stands at a gaming table or keeps its papers."""
BOOKS: Final = SUPERVISOR | CLERK | ACCOUNTING
"""Who puts right what the books say of a hand: not who dealt it."""
CAGE: Final = frozenset({Role.CAGE})
CHIPS: Final = GAMES | CAGE
MANAGEMENT: Final = PIT_BOSS | ACCOUNTING
"""Who answers for rules, meters and corrections, in the pit or outside it."""
METERS: Final = SUPERVISOR | ACCOUNTING
WITNESS: Final = GAMES | {Role.ACCOUNTING, Role.AUDIT, Role.SURVEILLANCE}


class Authority(NamedTuple):
    """Roles of an event's author, and of whoever is named in its fields that sign (a name, or a list of names).

    waits: it is the first of two signatures, and the second comes later.
    """

    author: Set[str]
    signed: Mapping[str, Set[str]] = {}
    waits: bool = False


_TWO: Final = {"dealer": DEALER, "supervisor": SUPERVISOR}
_FORM: Final = {"pit_boss": PIT_BOSS, "clerk": CLERK}

AUTHORITY: Final[Mapping[type[Event], Authority | None]] = {
    # Before it nobody can be registered, and it comes once.
    PropertyEstablished: None,
    # How far clocks are trusted is not for those whose entries it judges.
    PropertySettingsChanged: Authority(REGISTRARS, {"second": REGISTRARS}),
    ReadModelsRebuilt: Authority(REGISTRARS),
    # What refused a record cannot be refused for the record's author.
    RecordRefused: None,
    # Who lets equipment feed lets it say what everybody did: as who is an operator.
    FeedTokenIssued: Authority(REGISTRARS),
    FeedTokenRevoked: Authority(REGISTRARS),
    operator_events.OperatorRegistered: Authority(REGISTRARS, {"second": REGISTRARS}),
    operator_events.OperatorRolesChanged: Authority(REGISTRARS, {"second": REGISTRARS}),
    operator_events.OperatorSuspended: Authority(REGISTRARS),
    operator_events.OperatorReinstated: Authority(REGISTRARS),
    operator_events.PassphraseChosen: Authority(frozenset(Role)),
    operator_events.PassphraseGiven: Authority(REGISTRARS),
    # That a name was tried is no entry of whom it belongs to.
    operator_events.PassphraseFailed: None,
    operator_events.PassphraseProven: None,
    DropCounted: Authority(COUNT_ROOM, {"team": COUNT_ROOM}),
    CountEntered: Authority(GAMES | COUNT_ROOM),
    DuplicatesReceived: Authority(ACCOUNTING),
    DuplicatesTakenBack: Authority(ACCOUNTING),
    SlipCopiesReceived: Authority(ACCOUNTING),
    FindingAcknowledged: Authority(ACCOUNTING),
    DayClosed: Authority(ACCOUNTING, {"second": ACCOUNTING}),
    MonthClosed: Authority(ACCOUNTING, {"second": ACCOUNTING}),
    BooksProposed: Authority(ACCOUNTING, {"waits_for": ACCOUNTING}, waits=True),
    BooksRefused: Authority(ACCOUNTING, waits=True),
    TableJoinedPit: Authority(GAMES | ACCOUNTING),
    TableLeftPit: Authority(GAMES),
    link_events.LinkInstalled: Authority(METERS, {"authorised_by": MANAGEMENT}),
    link_events.TableLinked: Authority(METERS),
    link_events.TableUnlinked: Authority(METERS),
    **dict.fromkeys(
        (link_events.LinkRetired, link_events.BalanceReceived),
        Authority(METERS, {"authorised_by": MANAGEMENT, "second": SUPERVISOR | ACCOUNTING}),
    ),
    # It follows from another event of the same act, whose author is asked.
    link_events.BalanceCarried: None,
    link_events.RatesChanged: Authority(METERS, {"authorised_by": MANAGEMENT}),
    link_events.MeterRead: Authority(GAMES | METERS, {"witness": WITNESS}),
    link_events.ContributionsTaken: Authority(GAMES),
    link_events.ContributionsReturned: Authority(GAMES),
    link_events.AwardWon: Authority(GAMES),
    link_events.AwardPaid: Authority(CHIPS, {"supervisor": SUPERVISOR}),
    link_events.AwardRefused: Authority(CHIPS, {"supervisor": SUPERVISOR}),
    link_events.AwardOwed: Authority(CHIPS),
    link_events.AwardUndone: Authority(CHIPS),
    # It answers for money that a player may hold: as new meters and rates, not as a display that was reset.
    link_events.AwardReversed: Authority(
        METERS, {"authorised_by": MANAGEMENT, "second": SUPERVISOR | ACCOUNTING}
    ),
    link_events.MeterCorrected: Authority(
        METERS, {"authorised_by": SUPERVISOR | ACCOUNTING, "second": SUPERVISOR | ACCOUNTING}
    ),
    # Access to forms before their use is for pit clerks only (div (c)(3)(iii)(A), (B)).
    form_events.SeriesReceived: Authority(CLERK),
    form_events.SeriesIssued: Authority(CLERK, {"clerks": CLERK}),
    form_events.FormIssued: Authority(
        CLERK, {"dealer": DEALER, **_FORM, "stated_by": DEALER | PIT_BOSS}
    ),
    form_events.FormVoided: Authority(CLERK, _FORM),
    form_events.FormLost: Authority(CLERK, {"authorised_by": MANAGEMENT}),
    form_events.FormsCounted: Authority(CLERK, {"clerk": CLERK}),
    form_events.OriginalDropped: Authority(DEALER | PIT_BOSS | CLERK, {"dealer": DEALER, **_FORM}),
    DocumentPrinted: Authority(BOOKS | CAGE),
    form_events.CopiesForwarded: Authority(CLERK, {"clerk": CLERK}),
    e.TableCommissioned: Authority(GAMES),
    e.RulesAdopted: Authority(GAMES | ACCOUNTING, {"authorised_by": MANAGEMENT}),
    e.TableOpened: Authority(GAMES, _TWO),
    e.TableClosed: Authority(GAMES, _TWO),
    e.TrayCounted: Authority(GAMES, _TWO),
    shoe_events.ShoeStarted: Authority(GAMES),
    shoe_events.DecksReceived: Authority(GAMES, _TWO),
    shoe_events.CardsShuffled: Authority(GAMES, {"washed_by": DEALER, "checked_by": SUPERVISOR}),
    shoe_events.CardsStored: Authority(GAMES),
    shoe_events.CardsHanded: Authority(GAMES, {"ordered_by": DEALER | SUPERVISOR}),
    # A recut, and passing the shoe against the curator's will, are a supervisor's to order.
    shoe_events.ShoeRecut: Authority(GAMES, {"ordered_by": SUPERVISOR}),
    shoe_events.CardsSpread: Authority(GAMES),
    shoe_events.CuratorChosen: Authority(GAMES, {"ordered_by": DEALER | SUPERVISOR}),
    shoe_events.CutCardSeen: Authority(GAMES),
    shoe_events.ShoeEnded: Authority(GAMES),
    e.SeatTaken: Authority(GAMES),
    e.SeatLeft: Authority(GAMES),
    e.BoughtIn: Authority(GAMES, {"confirmed_by": DEALER, "supervisor": SUPERVISOR}),
    e.WagersPlaced: Authority(GAMES),
    e.WagerWithdrawn: Authority(GAMES),
    e.NoMoreBets: Authority(GAMES),
    e.CardsDealt: Authority(GAMES),
    e.ThirdCardDealt: Authority(GAMES),
    e.HouseMoneyPressed: Authority(GAMES),
    e.IrregularCard: Authority(GAMES),
    e.RoundSimulated: Authority(GAMES),
    e.RoundSettled: Authority(GAMES),
    e.VigorishMarked: Authority(GAMES),
    e.VigorishCollected: Authority(GAMES),
    e.VigorishDocumented: Authority(GAMES),
    e.VigorishRestored: Authority(GAMES),
    e.VigorishUncollected: Authority(GAMES, {"supervisor": SUPERVISOR}),
    e.RoundVoided: Authority(GAMES),
    e.RoundReversed: Authority(GAMES, {"approved_by": SUPERVISOR}),
    e.VigorishHandedBack: Authority(GAMES),
    e.MetersLinked: Authority(METERS),
    e.MetersUnlinked: Authority(METERS),
    award_events.AwardHandedOver: Authority(GAMES),
    award_events.AwardNotHandedOver: Authority(CHIPS),
    e.CorrectionPosted: Authority(BOOKS, {"approved_by": MANAGEMENT, "accounting": ACCOUNTING}),
    e.DisputeRaised: Authority(WITNESS),
    e.DisputeDecided: Authority(BOOKS, {"decided_by": MANAGEMENT}),
    e.ChipsFilled: Authority(CHIPS, _TWO),
    e.ChipsCredited: Authority(CHIPS, _TWO),
    # Unused slips are the cage's, or accounting's.
    series_events.SlipsReceived: Authority(CAGE | ACCOUNTING),
    series_events.SlipsLost: Authority(CAGE | ACCOUNTING, {"authorised_by": MANAGEMENT}),
    series_events.SlipsCounted: Authority(CAGE | ACCOUNTING),
    slip_events.ChipsRequested: Authority(CHIPS, {"supervisor": SUPERVISOR}),
    slip_events.SlipPrepared: Authority(
        CHIPS, {"cage": CAGE, "security": frozenset({Role.SECURITY})}
    ),
    slip_events.SlipVoided: Authority(CHIPS, {"supervisor": SUPERVISOR, "cage": CAGE}),
    e.ActUndone: Authority(CHIPS, {"approved_by": SUPERVISOR}),
}
"""Every kind of event there is; None: no role is asked for."""


NAMED: Final = Authority(SUPERVISOR)
"""Of a must-hit winner, typed or fed: those who sign for an award. A controller is registered as one of them."""


def _row(event: Event) -> Authority | None:
    if isinstance(event, link_events.AwardWon) and event.level == link_events.MUST_HIT:
        return NAMED
    return AUTHORITY[type(event)]


APART: Final = frozenset({SECOND, "approved_by", "authorised_by", "accounting", "decided_by"})
"""The fields in which a second person approves what the first one enters. The others say who signed a paper: a slip, a
form, a count, which keeps their hand.
"""

PROVEN: Final[Set[type[Event]]] = {
    PropertySettingsChanged,
    ReadModelsRebuilt,
    operator_events.OperatorRegistered,
    operator_events.OperatorRolesChanged,
    operator_events.OperatorSuspended,
    operator_events.OperatorReinstated,
    FeedTokenIssued,
    FeedTokenRevoked,
}
"""By what a passphrase might come to be asked no more: once the property asks anybody for one, author and second prove
themselves here, whatever their roles. Who sets a passphrase for another proves it always, to the desk.
"""

_SIGNATURES: Final[Mapping[type[Event], tuple[tuple[str, bool], ...]]] = {
    kind: tuple((each.name, each.required) for each in fields(kind) if each.name in row.signed)
    for kind, row in AUTHORITY.items()
    if row is not None
}
"""Of each kind of event the fields that sign, and whether it is nothing without them."""


def verify_named(event: Event) -> None:
    """Raise Refused for an event that nobody entered, or without a signature that it has to bear.

    Whether names are verified or taken as given: a blank is no name, and who signs has an id in which no two letters
    look alike, so that nobody signs as two.
    """
    signatures = _SIGNATURES.get(type(event))
    if signatures is None:
        return
    if not event.by.strip():
        raise _nobody("by")
    verify_id("by", event.by)
    for field, required in signatures:
        value = getattr(event, field)
        for name in value if isinstance(value, list) else [value]:
            if (required or name) and not name.strip():
                raise _nobody(field)
            if name:
                verify_id(field, name)


def _nobody(field: str) -> Refused:
    return Refused(
        "name_missing",
        f"A name is missing: {'who acts' if field == 'by' else field.replace('_', ' ')}.",
        "Name the person who acts or signs; a blank is no name.",
        field=field,
    )


def verify(registry: Registry, event: Event) -> None:
    """Raise Refused or NotFound unless author and signatures of an event are registered, active, and in the role.

    Where nobody is registered, every name is taken as given.
    """
    row = None if registry.open else _row(event)
    if row is None:
        return
    registry.require(event.by, "by", row.author, event.at)
    if not event.source:
        registry.require(event.by, "by", row.author, event.recorded_at)
    for field, roles in row.signed.items():
        value = getattr(event, field)
        for name in value if isinstance(value, list) else [value]:
            if name:  # A signature that was not needed is "".
                registry.require(name, field, roles, event.at)


def to_prove(
    registry: Registry, required: Set[str], event: Event
) -> Iterator[tuple[str, str, bool]]:
    """Who has to prove that they are who an event says: as what, the operator, and whether once more for this.

    required: by the property, roles of authors, and `second` for whatever a second person signs, which both then prove.
    A record of a feed is vouched for by whoever feeds it; that person signs for nobody else.
    """
    row = AUTHORITY[type(event)]
    if row is None:
        return
    apart: list[tuple[str, str]] = []
    always = type(event) in PROVEN
    if always or SECOND in required:
        apart = [(field, getattr(event, field)) for field in row.signed if field in APART]
        apart = [(field, operator) for field, operator in apart if operator]
    if not event.source:
        roles = registry.operator(event.by).now.roles
        waits = SECOND in required and row.waits
        anew = bool(always or apart or waits)
        if anew or not roles.isdisjoint(required):
            yield BY, event.by, anew
    yield from ((field, operator, True) for field, operator in apart)
