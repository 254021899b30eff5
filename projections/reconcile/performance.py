"""The findings of wins and holds that chance does not explain: for information, each with its arithmetic."""

from collections.abc import Iterable, Iterator

from ledger.events.finding import Finding
from ledger.values.money import dollars, format_cents
from projections.figures.performance import Flagged
from projections.reconcile.finding import found


def of_band(flagged: Iterable[Flagged], day: str) -> Iterator[Finding]:
    """Tables whose win of the day is outside of the band of theory."""
    for each in flagged:
        of = each.of
        yield found(
            "hold_outside_band",
            f"{of.name}",
            day,
            table=of.name,
            cents=of.difference,
            about=f"{_played(each)}: {dollars(of.theory or 0)} in theory, {dollars(of.win)} won,"
            f" {_apart(each)}.",
        )


def of_base(flagged: Iterable[Flagged], day: str) -> Iterator[Finding]:
    """Tables whose hold of the month up to the day is too far from that of the months before."""
    for each in flagged:
        of = each.of
        now, before = of.hold_bps or 0, of.base_hold_bps or 0
        yield found(
            "hold_off_base",
            f"{of.name}",
            day,
            table=of.name,
            cents=of.difference,
            about=f"{_played(each)} since {of.from_day}: hold {format_cents(now)}%,"
            f" {format_cents(before)}% before, {format_cents(now - before)} points between.",
        )


def _played(each: Flagged) -> str:
    return f"{each.of.rounds:,} rounds, a handle of {dollars(each.of.handle)}"


def _apart(each: Flagged) -> str:
    deviations = format_cents(abs(each.of.deviations or 0))
    one = dollars(each.of.standard_deviation or 0)
    return f"{deviations} standard deviations of {one} from it, where {float(each.band):.2f} are the band"
