"""The property's settings, as a report goes by them."""

from typing import Final

import msgspec
import sqlalchemy as sa

from ledger.events.property import Settings
from projections.models.limits import LIMITS, PROJECTION

NEEDS: Final = (PROJECTION,)


def settings_of(connection: sa.Connection) -> Settings:
    """Those in force at the end of what is read."""
    text = connection.scalar(sa.select(LIMITS.table.c.settings))
    return msgspec.json.decode(text, type=Settings) if text else Settings()
