"""Slips of fills and credits as they are on paper, with those who signed them."""

from typing import NamedTuple

import msgspec

from ledger.desks.ledger import Ledger
from ledger.desks.paper import slip_unused
from ledger.events.table import Inventory
from ledger.values.progress import Progress
from projections.figures.slip_numbers import by_number
from projections.figures.slips_matched import NEEDS, Slip, SlipOfDay, row_of
from projections.queries.moment import Moment
from projections.queries.names import ENTERED, Named, borne, verified
from projections.queries.past import caught_up


class SlipShown(SlipOfDay, frozen=True, kw_only=True):
    """A slip, and those who signed it. gaming_day: on which something happened to it last. chips: by denomination in
    cents, as it reads last; None where that is not known.
    """

    gaming_day: str
    chips: Inventory | None
    operators: list[Named]


class SlipPaper(NamedTuple):
    """A slip as it is on paper. signers: what was known of them when they signed."""

    day: str
    slip: Slip
    signers: list[Named]

    @property
    def known(self) -> dict[str, str]:
        """What was known of those who signed, in words, by their ids."""
        return {each.operator: each.words for each in self.signers}

    @property
    def shown(self) -> SlipShown:
        """The slip as programs get it."""
        row = msgspec.structs.asdict(row_of(self.slip))
        return SlipShown(
            gaming_day=self.day, chips=self.slip.inventory, operators=self.signers, **row
        )


def slip(
    ledger: Ledger, moment: Moment, kind: str, number: str, progress: Progress | None = None
) -> SlipPaper:
    """The slip of a fill or a credit with that number, however it is spelled. Raises NotFound."""
    with caught_up(ledger, moment, NEEDS, progress) as connection:
        found = by_number(connection, kind, number)
    if found is None:
        raise slip_unused(kind, number)
    return SlipPaper(found.day, found.slip, _signers(ledger, found.slip))


def _signers(ledger: Ledger, slip: Slip) -> list[Named]:
    """Those who signed a step of it."""
    names = []
    for row in slip.steps.values():
        position = ledger.journal.position_of(row.stream, row.version) or 0
        for recorded in ledger.stream(row.stream, row.version, row.version):
            names += [x for x in borne(recorded.event, position) if x.sign != ENTERED]
    return verified(ledger, names)
