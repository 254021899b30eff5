"""A million rounds dealt from shuffled shoes, and what they won held against theory.

Of the house's win and of its variance. Ends with 1 where either is farther from theory than chance should take it; the
shoes are the same in every run: `python -m benchmarks.theory [ROUNDS]`.
"""

import sys
from typing import Final

from ledger.rules.loader import load
from ledger.rules.odds import theory_of
from tests.ledger.baccarat.dealt import DECKS, dealt

ROUNDS: Final = 1_000_000
RULES: Final = "ma-midi"
BAND: Final = 1.96
"""Standard deviations within which win lies in 95 of 100 runs."""

SPREAD: Final = 0.01
"""How far the variance that is seen may be from that in theory."""


def main(rounds: int) -> None:
    """Print both, and end with 1 where they are not alike."""
    found = dealt(RULES, theory_of(load(RULES), DECKS), rounds, seed=7)
    print(
        f"theory: {found.rounds:,} rounds under {RULES} won ${found.won / 100:,.2f},"
        f" in theory ${float(found.expected) / 100:,.2f}: {found.deviations:+.2f} standard deviations,"
        f" {abs(found.deviations) / BAND:.2f} x those of 95 runs in 100;"
        f" variance {found.spread:.4f} of that in theory"
    )
    if abs(found.deviations) > BAND or abs(found.spread - 1) > SPREAD:
        sys.exit(1)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else ROUNDS)
