"""For every kind of event an act that brings it about."""

from typing import Final

from tests.ledger.operators.at_tables import OF_TABLES
from tests.ledger.operators.elsewhere import OF_DAYS, OF_FORMS, OF_LINKS

SCENES: Final = (*OF_TABLES, *OF_LINKS, *OF_FORMS, *OF_DAYS)
