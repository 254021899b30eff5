"""Houses with a place for each scene: one where names are taken as given, one where everybody is registered."""

from collections.abc import Iterator

import pytest

from ledger.desks.ledger import Ledger
from ledger.events.operators import Role
from tests.clerk import establish
from tests.conftest import BACKENDS
from tests.ledger.operators.house import EVERY_ROLE, House, Place, register, staff
from tests.ledger.operators.scenes import SCENES
from tests.stores import Stores


def _places(ledger: Ledger) -> House:
    """Everything ready for each scene, while names are taken as given."""
    establish(ledger)
    places = {scene: Place(ledger, number) for number, scene in enumerate(SCENES, 1)}
    for scene, place in places.items():
        teams = [team for *_, team in scene.trials()]
        if "clerk" in scene.team():
            teams.append({**scene.team(), "clerk": EVERY_ROLE})
        scene.ready(place, teams)
    return places


@pytest.fixture(scope="module", params=BACKENDS)
def open_house(request: pytest.FixtureRequest) -> Iterator[House]:
    """A place for each scene, and nobody registered."""
    stores: Stores = request.getfixturevalue(f"{request.param}_stores")
    with stores.copy() as url, Ledger(url) as ledger:
        yield _places(ledger)


@pytest.fixture(scope="module", params=BACKENDS)
def house(request: pytest.FixtureRequest) -> Iterator[House]:
    """A place for each scene, made ready while names were taken as given; then everybody was registered."""
    stores: Stores = request.getfixturevalue(f"{request.param}_stores")
    with stores.copy() as url, Ledger(url) as ledger:
        places = _places(ledger)
        staff(ledger)
        register(ledger, EVERY_ROLE, *Role, by="audit-0", name="Ida Moreau", licence="L-7")
        yield places
