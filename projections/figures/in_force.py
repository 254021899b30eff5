"""The property's settings, as a report goes by them."""

from collections.abc import Iterable
from typing import Final

import msgspec
import sqlalchemy as sa

from ledger.events.property import Settings
from ledger.store.driver import ask
from projections.engine.once import if_recorded, once
from projections.models.limits import LIMITS, PROJECTION

NEEDS: Final = (PROJECTION,)


def settings_of(connection: sa.Connection) -> Settings:
    """Those in force at the end of what is read."""
    return next(iter(_settings(connection)), Settings())


@once
@if_recorded(LIMITS)
def _settings(connection: sa.Connection) -> Iterable[Settings]:
    said = ask(connection, "SELECT settings FROM limits")
    return [msgspec.json.decode(text, type=Settings) for (text,) in said]
