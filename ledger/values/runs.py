"""Runs of numbers that are in order, as ranges: slips and forms are received, lost and counted by the run."""

from collections.abc import Iterable


def without(runs: Iterable[range], gone: Iterable[range]) -> list[range]:
    """What is left of runs without the numbers of others, in order. runs: of which none meets another."""
    left, cuts, at = [], sorted(gone, key=_start), 0
    for run in sorted(runs, key=_start):
        start = run.start
        while at < len(cuts) and cuts[at].start < run.stop:
            if start < cuts[at].start:
                left.append(range(start, cuts[at].start))
            start = max(start, cuts[at].stop)
            if start > run.stop:  # It may reach into the next one.
                break
            at += 1
        if start < run.stop:
            left.append(range(start, run.stop))
    return left


def many(runs: Iterable[range]) -> int:
    """How many numbers runs have, of which none meets another."""
    return sum(map(len, runs))


def named(prefix: str, runs: Iterable[range]) -> str | None:
    """`F-1003 to F-1009, F-1012`, those that touch as one; None of none."""
    joined: list[range] = []
    for run in sorted(runs, key=_start):
        if joined and joined[-1].stop == run.start:
            joined[-1] = range(joined[-1].start, run.stop)
        else:
            joined.append(run)
    said = (
        f"{prefix}{run[0]}" if len(run) == 1 else f"{prefix}{run[0]} to {prefix}{run[-1]}"
        for run in joined
    )
    return ", ".join(said) or None


def _start(run: range) -> int:
    return run.start
