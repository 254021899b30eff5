"""What bets come to in theory under a submission as it was adopted: its house edge, and how far chance takes stakes.

Of the submissions that ship, and of all that pay the same, it is tabulated in `theory.json`: to work it out takes a
process longer than to add up a day's wagers.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

if TYPE_CHECKING:
    from ledger.rules.submission import Submission

TABULATED: Final = Path(__file__).with_name("theory.json")
"""By what theory goes by: the rates of a submission."""

ROYAL_9: Final = "royal_9"
_CHAIRS: Final = "chairs"


class Rates(NamedTuple):
    """What a cent on something comes to: so many parts, of which `parts` make a cent."""

    parts: int
    of: Mapping[Hashable, int]

    def come_to(self, amounts: Iterable[tuple[Hashable, int]]) -> Fraction | None:
        """What amounts on several things come to; None where one has no rate, unless nothing is on it."""
        total = 0
        for thing, cents in amounts:
            if cents:
                rate = self.of.get(thing)
                if rate is None:
                    return None
                total += rate * cents
        return Fraction(total, self.parts)


class Known(NamedTuple):
    """The theory of a submission. edge: what the house wins of a bet on average, coupon: of a coupon's face; nothing of
    bets that are not offered with so many decks. stake: of its Royal 9 wager, in cents.
    """

    edge: Rates
    coupon: Rates
    covariance: Rates
    stake: int

    def variance(self, products: Mapping[tuple[str, str], int], royal_9: int) -> Fraction | None:
        """How far chance takes what stakes come to, squared. products: of the stakes on two bets in one round, over all
        rounds. royal_9: the handle of that wager: two chairs' are not one wager, and each has the same stake.
        """
        return self.covariance.come_to(self._by_two(products, royal_9))

    def _by_two(
        self, products: Mapping[tuple[str, str], int], royal_9: int
    ) -> Iterator[tuple[Hashable, int]]:
        for two, product in products.items():
            if two == (ROYAL_9, ROYAL_9):
                yield two, self.stake * royal_9
                yield _CHAIRS, product - self.stake * royal_9
            else:
                yield two, product if two[0] == two[1] else 2 * product


NOTHING: Final = Rates(1, {})
UNKNOWN: Final = Known(NOTHING, NOTHING, NOTHING, 0)
"""What nothing is known of."""


class Tabulated(msgspec.Struct, frozen=True):
    """A theory as it is written: by bet, and for covariance by two, with a blank between them."""

    edge: Rates
    coupon: Rates
    covariance: Rates
    stake: int

    def known(self) -> Known:
        """The same, by two bets in either order."""
        parts, written = self.covariance
        of: dict[Hashable, int] = {}
        for names, each in written.items():
            one, _, other = str(names).partition(" ")
            of |= {(one, other): each, (other, one): each} if other else {one: each}
        return Known(self.edge, self.coupon, Rates(parts, of), self.stake)


class _Vigorish(msgspec.Struct):
    rate_bps: int


class _Royal9(msgspec.Struct):
    wager_cents: int
    awards: list[Any]
    chairs: list[Any]


class _Terms(msgspec.Struct):
    """What of a submission theory goes by: to read all of it takes longer than to add up a day's wagers."""

    source: str
    game: str
    pays: dict[str, Any]
    vigorish: _Vigorish | None = None
    royal_9: _Royal9 | None = None


_terms: Final = msgspec.json.Decoder(_Terms).decode


def goes_by(document: str, decks: int) -> str:
    """What theory goes by, as JSON: two submissions that are alike in it have one theory. A digest of it would have
    OpenSSL loaded, which takes longer than all else that a day's theory takes. Raises msgspec.ValidationError.
    """
    of = _terms(document)
    royal, vigorish = of.royal_9, of.vigorish
    terms = (
        of.source,
        of.game,
        decks,
        of.pays,
        vigorish and vigorish.rate_bps,
        royal and (royal.wager_cents, royal.awards, royal.chairs),
    )
    return msgspec.json.encode(terms, order="sorted").decode()


@lru_cache(maxsize=64)
def known_theory(document: str, decks: int) -> Known:
    """The theory of a submission, from so many decks; unknown where its document cannot be read."""
    try:
        found = _TABLE(TABULATED.read_bytes()).get(goes_by(document, decks))
        if found is None:
            from ledger.rules.submission import from_document  # noqa: PLC0415  as below

            return worked_out(from_document(document), decks)
    except msgspec.ValidationError:
        return UNKNOWN
    return msgspec.json.decode(found, type=Tabulated).known()


_TABLE: Final = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode


def worked_out(submission: "Submission", decks: int) -> Known:
    """The same over all deals."""
    from ledger.rules.odds import theory_of  # noqa: PLC0415  most submissions are tabulated

    theory, royal = theory_of(submission, decks), submission.offering.royal_9
    return Known(
        _rates(theory.edge),
        _rates(theory.coupon),
        _rates(dict[Any, Fraction](theory.covariance) | {_CHAIRS: theory.chairs}),
        royal.wager_cents if royal else 0,
    )


def _rates(exact: Mapping[Any, Fraction]) -> Rates:
    parts = lcm(*(each.denominator for each in exact.values()))
    return Rates(
        parts,
        {thing: each.numerator * (parts // each.denominator) for thing, each in exact.items()},
    )
