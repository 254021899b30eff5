"""A progressive meter as a value: what it shows, what it takes of a wager, what it pays (P1-P5)."""

from typing import Final

import msgspec

from ledger.events import link as link_events

UNITS: Final = link_events.UNITS_A_CENT
"""Of a meter, in a cent."""


class Meter(msgspec.Struct, frozen=True):
    """A meter as it stands. visible: what it shows, in its units; reserve: what it will start with above its seed."""

    terms: link_events.MeterTerms
    visible: int
    reserve: int = 0

    @property
    def cents(self) -> int:
        """What it shows in whole cents."""
        return self.visible // UNITS

    def plus(self, visible: int, reserve: int = 0) -> "Meter":
        """The meter with units added."""
        return Meter(self.terms, self.visible + visible, self.reserve + reserve)

    def payable(self, share_bps: int) -> int:
        """The cents that a share of what it shows comes to: rounded down, never above its maximum."""
        cents = max(0, self.visible * share_bps // (link_events.WHOLE_BPS * UNITS))
        return min(cents, self.terms.maximum_cents) if self.terms.maximum_cents else cents

    def showing(self, shown: int) -> "Meter":
        """The meter as it was read when it showed so many units; never more than it holds now."""
        return Meter(self.terms, min(shown, self.visible), self.reserve)

    def award(self, share_bps: int) -> tuple[int, int]:
        """What winning a share of it pays, and what the house then puts in again, in cents."""
        whole = share_bps == link_events.WHOLE_BPS
        return self.payable(share_bps), self.terms.seed_cents if whole else 0

    def takes(self, staked_cents: int) -> link_events.MeterUnits:
        """What wagers of so many cents put into it."""
        terms = self.terms
        return link_events.MeterUnits(
            terms.meter, staked_cents * terms.visible_bps, staked_cents * terms.reserve_bps
        )

    def after(self, cents: int, reseed_cents: int) -> "Meter":
        """The meter after an award. Reseeded, it starts with the seed, the reserve and what could not be paid."""
        left = self.visible - cents * UNITS
        if not reseed_cents:
            return Meter(self.terms, left, self.reserve)
        return Meter(self.terms, left + reseed_cents * UNITS + self.reserve, 0)


def fixed(cents: int) -> Meter:
    """A fixed award as a meter: it shows what the paytable prints, and the house puts that in again."""
    return Meter(link_events.MeterTerms(link_events.PAYTABLE, cents, 0), cents * UNITS)
