"""Houses with a place for each scene: one where names are taken as given, one where everybody is registered."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pytest

from ledger.events.operators import Role
from tests.clerk import AsItHappens, establish
from tests.conftest import BACKENDS
from tests.ledger.operators.house import EVERY_ROLE, House, Place, register, staff
from tests.ledger.operators.scenes import SCENES
from tests.stores import Made, Stores


class Ready:
    """Makes everything ready for each scene in a store, while names are taken as given. places: of it, once it is."""

    def __init__(self) -> None:
        self.places: House = {}

    def __call__(self, url: str) -> None:
        with AsItHappens(url) as ledger:
            establish(ledger)
            self.places = {scene: Place(ledger, number) for number, scene in enumerate(SCENES, 1)}
            for scene, place in self.places.items():
                teams = [team for *_, team in scene.trials()]
                if "clerk" in scene.team():
                    teams.append({**scene.team(), "clerk": EVERY_ROLE})
                scene.ready(place, teams)


READY: Final = {backend: Ready() for backend in BACKENDS}


def registered(url: str) -> None:
    """Register everybody."""
    with AsItHappens(url) as ledger:
        staff(ledger)
        register(ledger, EVERY_ROLE, *Role, by="audit-0", name="Ida Moreau", licence="L-7")


@contextmanager
def _house(request: pytest.FixtureRequest, *since: Made) -> Iterator[House]:
    stores: Stores = request.getfixturevalue(f"{request.param}_stores")
    ready = READY[request.param]
    with stores.copy(ready, *since) as url, AsItHappens(url) as ledger:
        yield {scene: place.again(ledger) for scene, place in ready.places.items()}


@pytest.fixture(scope="module", params=BACKENDS)
def open_house(request: pytest.FixtureRequest) -> Iterator[House]:
    """A place for each scene, and nobody registered."""
    with _house(request) as house:
        yield house


@pytest.fixture(scope="module", params=BACKENDS)
def house(request: pytest.FixtureRequest) -> Iterator[House]:
    """A place for each scene, made ready while names were taken as given; then everybody was registered."""
    with _house(request, registered) as house:
        yield house
