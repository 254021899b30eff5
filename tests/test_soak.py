"""A little of `make soak`, with one seed."""

from collections import Counter

from tests.soak import soak

FAULTS = 1


def test_the_laws_hold_after_faults_at_random() -> None:
    met = Counter[str]()
    soak(seconds=0, seed=14, met=met, faults=FAULTS)
    assert met.total() == 2 * FAULTS  # on each database
