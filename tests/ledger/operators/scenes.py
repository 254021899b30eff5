"""For every kind of event an act that brings it about."""

from typing import Final

from tests.ledger.operators.at_days import OF_DAYS
from tests.ledger.operators.at_links import OF_LINKS
from tests.ledger.operators.at_tables import OF_TABLES
from tests.ledger.operators.with_forms import OF_FORMS

SCENES: Final = (*OF_TABLES, *OF_LINKS, *OF_FORMS, *OF_DAYS)
