"""One person never signs as two: every kind of event that bears more than one name, however the names are spelled."""

from collections.abc import Callable, Iterator
from itertools import combinations, product
from typing import Final

import pytest

from ledger.desks.ledger import Ledger
from ledger.events import form as form_events
from ledger.events import link as link_events
from ledger.events import shoe as shoe_events
from ledger.events import slip as slip_events
from ledger.events import slip_series as series_events
from ledger.events import table as e
from ledger.events.base import Event
from ledger.events.day import DayClosed, DropCounted
from ledger.events.month import MonthClosed
from ledger.events.operators import OperatorRegistered, OperatorRolesChanged, Role
from ledger.events.property import PropertySettingsChanged
from ledger.events.signing import BooksProposed
from ledger.operators.authority import AUTHORITY
from ledger.operators.register import REGISTRARS
from ledger.values.errors import PitError, Refused
from tests.ledger.operators.house import EVERY_ROLE, House, Place, Scene, Team, register, row
from tests.ledger.operators.scenes import SCENES

TWO: Final = ("dealer", "supervisor")
APART: Final[dict[type[Event], tuple[tuple[str, ...], str]]] = {
    e.TableOpened: (TWO, "signed_twice"),
    e.TableClosed: (TWO, "signed_twice"),
    e.TrayCounted: (TWO, "signed_twice"),
    shoe_events.DecksReceived: (TWO, "signed_twice"),
    e.ChipsFilled: (TWO, "signed_twice"),
    e.ChipsCredited: (TWO, "signed_twice"),
    slip_events.SlipPrepared: (("cage", "security"), "signed_twice"),
    slip_events.SlipVoided: (("supervisor", "cage"), "signed_twice"),
    e.VigorishUncollected: (("by", "supervisor"), "signed_twice"),
    e.CorrectionPosted: (("by", "approved_by", "accounting"), "signed_twice"),
    e.ActUndone: (("by", "approved_by"), "approval_own"),
    e.RoundReversed: (("by", "approved_by"), "approval_own"),
    e.DisputeDecided: (("by", "decided_by"), "signed_twice"),
    DayClosed: (("by", "second"), "signed_twice"),
    MonthClosed: (("by", "second"), "signed_twice"),
    PropertySettingsChanged: (("by", "second"), "signed_twice"),
    OperatorRegistered: (("by", "second"), "signed_twice"),
    OperatorRolesChanged: (("by", "second"), "signed_twice"),
    link_events.MeterCorrected: (("authorised_by", "second"), "correction_undocumented"),
    link_events.AwardReversed: (("authorised_by", "second"), "correction_undocumented"),
    link_events.LinkRetired: (("authorised_by", "second"), "correction_undocumented"),
    link_events.BalanceReceived: (("authorised_by", "second"), "correction_undocumented"),
    shoe_events.CardsShuffled: (("washed_by", "checked_by"), "signed_twice"),
    e.BoughtIn: (("confirmed_by", "supervisor"), "signed_twice"),
    link_events.MeterRead: (("by", "witness"), "witness_missing"),
    link_events.AwardPaid: (("by", "supervisor"), "supervisor_missing"),
    link_events.AwardRefused: (("by", "supervisor"), "supervisor_missing"),
    form_events.FormIssued: (("dealer", "pit_boss", "clerk"), "form_signed_twice"),
    form_events.FormVoided: (("pit_boss", "clerk"), "form_signed_twice"),
    form_events.FormLost: (("by", "authorised_by"), "signed_twice"),
    series_events.SlipsLost: (("by", "authorised_by"), "signed_twice"),
}
"""Names of one event that are different people's, and how it is refused where they are not."""
AS_ISSUED: Final = {form_events.OriginalDropped}
"""Signed by the pit boss and the clerk who signed the form before, and by a dealer who is neither."""
AS_CLOSED: Final = {BooksProposed}
"""Two different people's by the act that closes the books, before these wait."""
BY_ONE: Final = {
    link_events.LinkInstalled,
    link_events.RatesChanged,
    e.RulesAdopted,
    shoe_events.ShoeRecut,
    shoe_events.CuratorChosen,
    shoe_events.CardsHanded,
    slip_events.ChipsRequested,
    form_events.SeriesIssued,
    form_events.FormsCounted,
    form_events.CopiesForwarded,
    DropCounted,
}
"""Who enters it may be the one who signs it: the rules ask for one person."""


def test_every_kind_of_event_with_several_names_is_known() -> None:
    signed = {kind for kind, found in AUTHORITY.items() if found and found.signed}
    assert signed == {*APART, *AS_ISSUED, *AS_CLOSED, *BY_ONE}
    several = {kind for kind in signed if len(row(kind).signed) > 1}
    assert several <= {*APART, *AS_ISSUED}
    for kind, (names, _) in APART.items():
        assert set(names) <= {"by", *row(kind).signed}, kind


SPELLED: Final[dict[str, Callable[[str], str]]] = {
    "as it is": str,
    "in capitals": str.upper,
    "in small letters": str.lower,
    "with spaces around": lambda name: f"  {name} ",
    "with more spaces within": lambda name: name.replace("-", " - ").replace(" ", "  "),
    "full width": lambda name: "".join(chr(ord(x) + 0xFEE0) if "!" < x < "~" else x for x in name),
}


def _pairs() -> Iterator[tuple[Scene, str, str, str]]:
    """Scenes that bear two names of different people, with the names and the code of the refusal."""
    for scene in SCENES:
        for kind in scene.kinds:
            names, code = APART.get(kind, ((), ""))
            known = {name for group in scene.names for name in group}
            for one, other in combinations([name for name in names if name in known], 2):
                yield scene, one, other, code


REGISTER: Final = frozenset(
    kind for kind, found in AUTHORITY.items() if found and found.author == REGISTRARS
)
PAIRS: Final = list(_pairs())
by_pair = pytest.mark.parametrize(
    ("scene", "one", "other", "code"),
    PAIRS,
    ids=[f"{scene.title}-{one}-{other}" for scene, one, other, _ in PAIRS],
)


def test_every_pair_of_names_is_tried() -> None:
    tried = {(kind, one) for scene, one, *_ in PAIRS for kind in scene.kinds}
    assert {(kind, names[0]) for kind, (names, _) in APART.items()} <= tried


def _signed(scene: Scene, one: str, other: str, as_one: str, as_other: str) -> Team:
    """A team of which two names are given, and those that go with them."""
    team = scene.team()
    for name, given in ((one, as_one), (other, as_other)):
        for group in scene.names:
            if name in group:
                team |= dict.fromkeys(group, given)
    return team


def _refused(place: Place, scene: Scene, team: Team) -> str:
    before = place.ledger.journal.max_notification_id()
    with pytest.raises(PitError) as caught:
        scene.act(place, team)
    assert place.ledger.journal.max_notification_id() == before, "a refused act left a trace"
    return caught.value.refusal.code


@pytest.mark.parametrize(
    ("scene", "one", "other", "code"),
    [each for each in PAIRS if REGISTER.isdisjoint(each[0].kinds)],
    ids=lambda each: each.title if isinstance(each, Scene) else each,
)
def test_in_an_open_property_nobody_signs_as_two(
    open_house: House, scene: Scene, one: str, other: str, code: str
) -> None:
    if other == "clerk":
        one, other = other, one  # Forms are in the hands of clerks named as the series names them.
    for how, spelled in SPELLED.items():
        team = _signed(scene, one, other, EVERY_ROLE, spelled(EVERY_ROLE))
        assert _refused(open_house[scene], scene, team) == code, how


@by_pair
def test_who_has_every_role_does_not_sign_as_two(
    house: House, scene: Scene, one: str, other: str, code: str
) -> None:
    team = _signed(scene, one, other, EVERY_ROLE, EVERY_ROLE)
    assert _refused(house[scene], scene, team) == code


@by_pair
def test_two_different_people_are_two(
    house: House, scene: Scene, one: str, other: str, code: str
) -> None:
    assert code
    place = house[scene]
    place.dry_run = True
    team = scene.team()
    assert team[one] != team[other]
    assert scene.act(place, team).events
    place.dry_run = False


def test_who_enters_it_may_sign_it_where_the_rules_ask_for_one_person(
    house: House,
) -> None:
    for scene, place in house.items():
        if BY_ONE.isdisjoint(scene.kinds) or not AS_ISSUED.isdisjoint(scene.kinds):
            continue
        if e.TableOpened in scene.kinds:
            continue  # Its rules are authorised by nobody; its signatures are tried above.
        place.dry_run = True
        team = {name: EVERY_ROLE for group in scene.names for name in group}
        assert scene.act(place, team).events, scene.title
        place.dry_run = False


@pytest.mark.parametrize("how", [how for how in SPELLED if how != "as it is"])
def test_an_id_or_a_licence_spelled_otherwise_registers_nobody_a_second_time(
    ledger: Ledger, how: str
) -> None:
    register(ledger, "A-1", Role.AUDIT, licence="L-20-a")
    with pytest.raises(PitError) as caught:
        register(ledger, "D-9", Role.DEALER, licence=SPELLED[how]("L-20-a"))
    assert caught.value.refusal.code in {"licence_taken", "bad_operator"}


def test_an_id_spelled_otherwise_is_taken(ledger: Ledger) -> None:
    register(ledger, "A-1", Role.AUDIT)
    with pytest.raises(Refused) as caught:
        register(ledger, "a-1", Role.DEALER, licence="L-2")
    assert caught.value.refusal.code == "operator_registered"


SIGNABLE: Final = [scene for scene in SCENES if REGISTER.isdisjoint(scene.kinds)]
"""Where nobody is registered, the register itself takes nothing but its first entry."""


@pytest.mark.parametrize("scene", SIGNABLE, ids=lambda scene: scene.title)
def test_a_blank_is_nobodys_name(open_house: House, scene: Scene) -> None:
    for group, blank in product(scene.names, (" ", "\u3000")):
        team = {**scene.team(), **dict.fromkeys(group, blank)}
        if {"clerk", "stated_by"} & set(group) or AS_ISSUED & set(scene.kinds):
            continue  # Those are named by the form or by its series.
        assert _refused(open_house[scene], scene, team) == "name_missing", group
