"""No act passes without a passphrase where the property requires it: tried on every kind of event with an author."""

from typing import Final

import pytest

from ledger.events.day import DayClosed
from ledger.events.month import MonthClosed
from ledger.events.operators import Role
from ledger.operators.authority import APART, PROVEN
from ledger.values.errors import PitError
from tests.ledger.operators.at_days import WRITTEN
from tests.ledger.operators.house import House, Place, Scene, Team, row
from tests.ledger.operators.proving import Typing, enrolled
from tests.ledger.operators.scenes import SCENES

REGISTRAR = "audit-4"
"""Of whom no scene knows."""


@pytest.fixture(scope="module")
def strict(house: House) -> House:
    """Everybody has a passphrase, and everybody is asked for it."""
    ledger = next(iter(house.values())).ledger
    team = {name for scene in SCENES for name in scene.team().values()}
    url = ledger.journal.engine.url.render_as_string(hide_password=False)
    enrolled(url, REGISTRAR, sorted(team), *Role, "second")
    return house


def _code(place: Place, scene: Scene) -> str:
    before = place.ledger.journal.max_notification_id()
    with pytest.raises(PitError) as caught:
        scene.act(place, scene.team())
    assert place.ledger.journal.max_notification_id() == before, "a refused act left a trace"
    return caught.value.refusal.code


def test_nothing_is_recorded_of_anybody_who_proves_nothing(strict: House) -> None:
    for scene, place in strict.items():
        assert _code(place, scene) == "passphrase_needed", scene.title


def test_a_dry_run_asks_nobody_and_so_tells_nobody_whether_a_passphrase_is_right(
    strict: House,
) -> None:
    for scene, place in strict.items():
        typing = Typing(place.ledger)
        if not WRITTEN.isdisjoint(scene.kinds):
            continue  # No act of theirs has a dry run.
        place.dry_run = True
        scene.act(place, scene.team())
        place.dry_run = False
        assert typing.asked == [], scene.title


def test_whoever_acts_and_whoever_approves_is_asked_once_and_nobody_else(strict: House) -> None:
    """An author is asked once as long as the ledger is open; who approves, for each act, and its author too, as is
    whoever changes what proves anybody.
    """
    known: set[str] = set()
    for scene, place in strict.items():
        typing, team = Typing(place.ledger), scene.team()
        scene.act(place, team)
        anew = _approve(scene, team) or any(
            kind in PROVEN | LATER or row(kind).waits for kind in scene.kinds
        )
        expected = _approve(scene, team) | ({team["by"]} - (set() if anew else known))
        assert sorted(operator for operator, _ in typing.asked) == sorted(expected), scene.title
        known.add(team["by"])


LATER: Final = {DayClosed, MonthClosed}
"""The second signs them later."""


def _approve(scene: Scene, team: Team) -> set[str]:
    fields = {
        name
        for kind in scene.kinds
        if kind not in LATER
        for name in row(kind).signed
        if name in APART
    }
    return {team[name] for name in fields if name in team}
