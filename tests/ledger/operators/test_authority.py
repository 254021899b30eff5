"""Who may enter and sign what: each kind of event, name and role, from the table of authority itself."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
import pytest
from msgspec.inspect import DictType, ListType, StrType, StructType, UnionType, type_info

from ledger.desks.ledger import Ledger
from ledger.events.base import Event
from ledger.events.operators import Role
from ledger.events.topics import TOPICS
from ledger.operators.authority import AUTHORITY
from ledger.values.errors import PitError
from tests.golden.samples import samples
from tests.ledger.operators.house import GONE, NOBODY, House, Place, Scene, row
from tests.ledger.operators.scenes import SCENES

THINGS: Final = (
    "to retired table tables pit link meter series prefix serial batch slip document round rounds original finding shoe"
    " name zone cutoff shift shifts box"
)
OF_PLAY: Final = (
    "how burn card cards player banker shown hand bet onto tender coupon outcome announce level result"
    " event kind face occasion method procedure remedy ruling figure figures place paid handed_back rule"
    " cut_by evidence claim raw"
)
WORDS: Final = (
    "rules rules_source rules_sha256 sha256 reports_sha256 document options choices code message reason statement"
    " coupons colour of_day of_source won_day day month no_form checkpoint seal_key read_models found"
    " books passphrases blind_counts paper_size released lacking ordered_why"
)
OTHERS: Final = "patron patron_id seated serials operator licence roles"
"""Who stands on the other side of the table, and who is entered in the register, sign nothing by it."""
NOT_SIGNING: Final = frozenset(" ".join((THINGS, OF_PLAY, WORDS, OTHERS)).split())
"""Fields with text that no operator signs. A new one is named here or in the table of authority."""
QUOTED: Final = {
    ("day.closed", "findings.by"),
    ("day.count_entered", "dealer"),
    ("day.count_entered", "supervisor"),
    ("day.count_entered", "team"),
    ("table.act_undone", "entered_by"),
    ("link.award_owed", "won_by"),
}
"""Who signed another event, which this one repeats, or a count that it is verified as."""


def test_every_field_that_can_name_a_person_is_signed_by_a_role_or_known_not_to() -> None:
    unknown = {
        (topic, field)
        for topic, kind in TOPICS.items()
        for field in _texts(kind)
        if field.rpartition(".")[2] not in NOT_SIGNING and field not in _signed(kind)
    }
    assert unknown == QUOTED


def test_no_role_signs_a_field_that_is_not_there_or_holds_no_name() -> None:
    for kind in AUTHORITY:
        assert set(_signed(kind)) <= set(_texts(kind)), kind


def _signed(kind: type[Event]) -> list[str]:
    found = AUTHORITY[kind]
    return list(found.signed) if found else []


def _texts(kind: type[Event]) -> Iterator[str]:
    """The fields of an event, and of its lines, that are text or lists of it."""
    common = {field.name for field in msgspec.structs.fields(Event)}
    info = type_info(kind)
    assert isinstance(info, StructType)
    for field in info.fields:
        if field.name not in common:
            yield from _text(field.name, field.type)


def _text(name: str, of: Any) -> Iterator[str]:
    match of:
        case StrType():
            yield name
        case ListType():
            yield from _text(name, of.item_type)
        case DictType():
            yield from _text(name, of.value_type)
        case UnionType():
            for each in of.types:
                yield from _text(name, each)
        case StructType():
            for field in of.fields:
                yield from _text(f"{name}.{field.name}", field.type)


def test_every_kind_of_event_and_every_signature_has_a_scene() -> None:
    for kind, found in AUTHORITY.items():
        if found is None:
            continue
        scenes = [scene for scene in SCENES if kind in scene.kinds]
        assert any(scene.allowed(("by",)) == set(found.author) for scene in scenes), kind
        signed = {name for scene in scenes for group in scene.names for name in group} - {"by"}
        assert set(found.signed) <= signed, kind


# -- tried in a house where everybody is registered


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.title)
def test_each_name_of_an_act_in_each_role(house: House, scene: Scene) -> None:
    place = house[scene]
    for group, who, team in scene.trials():
        told = f"{who} as {' and '.join(group)}: {team}"
        if who in scene.allowed(group):
            place.dry_run = True
            assert _recorded(scene, place, team), told
            continue
        place.dry_run = False
        before = place.ledger.journal.max_notification_id()
        with pytest.raises(PitError) as caught:
            scene.act(place, team)
        refusal = caught.value.refusal
        assert place.ledger.journal.max_notification_id() == before, told
        assert (refusal.code, caught.value.exit_code) == EXPECTED.get(who, ("role_required", 1)), (
            told
        )
        assert refusal.facts["field"] in group, told
        assert refusal.facts["operator"] == team[group[0]], told
    place.dry_run = False
    assert _recorded(scene, place, scene.team())


EXPECTED: Final = {GONE: ("operator_suspended", 1), NOBODY: ("unknown_operator", 3)}


def _recorded(scene: Scene, place: Place, team: dict[str, str]) -> bool:
    """Whether the act came to its kinds of event, each with the names of the team."""
    events = [recorded.event for recorded in scene.act(place, team).events]
    for event in events:
        for name in ("by", *row(type(event)).signed):
            value = getattr(event, name)
            assert not value or team[name] == value or team[name] in value, (event, name)
    return {type(event) for event in events} == set(scene.kinds)


# -- tried on the transaction, whatever command writes to it


@pytest.mark.parametrize("topic", TOPICS)
def test_the_transaction_refuses_what_the_table_of_authority_does_not_allow(
    house: House, topic: str
) -> None:
    ledger = next(iter(house.values())).ledger
    kind = TOPICS[topic]
    sample = msgspec.structs.replace(samples()[topic], source="", seq=0)
    found = AUTHORITY[kind]
    if found is None:
        assert _taken(ledger, msgspec.structs.replace(sample, by=f"{NOBODY}-0"))
        return
    roles = {"by": found.author, **found.signed}
    team = {name: f"{min(roles[name])}-{nth}" for nth, name in enumerate(roles)}
    for nth, name in enumerate(roles):
        for who in (*map(str, Role), GONE, NOBODY):
            names = {**team, name: f"{who}-{nth}"}
            given = {
                field: [names[field]] if isinstance(getattr(sample, field), list) else names[field]
                for field in names
            }
            event = msgspec.structs.replace(sample, **given)
            assert _taken(ledger, event) == (who in roles[name]), (name, who)


def _taken(ledger: Ledger, event: Event) -> bool:
    try:
        ledger.begin().append("trial:1", event)
    except PitError as error:
        if error.refusal.code in {"role_required", "operator_suspended", "unknown_operator"}:
            return False
        raise
    return True
