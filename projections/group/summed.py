"""What gaming days come to, added up by month and by rules."""

import msgspec

from projections.figures.arithmetic import known_sum

Sums = dict[str, int | None]
"""Figures by their names; None is unknown."""


def plus(one: Sums, other: Sums) -> Sums:
    """Both together; what one does not name is nothing to it."""
    return {name: known_sum(one.get(name, 0), other.get(name, 0)) for name in (one | other)}


class Summed(msgspec.Struct):
    """Sums of days. sums: by month and rules, "" where these are not asked for."""

    sums: dict[tuple[str, str], Sums] = {}

    def add(self, day: str, rules: str, of: Sums) -> None:
        """Add what something of a gaming day comes to, or stands at its end."""
        place = day[:7], rules
        self.sums[place] = plus(self.sums.get(place, {}), of)
