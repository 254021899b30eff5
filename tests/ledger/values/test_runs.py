"""Runs of numbers are what the numbers in them are."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from ledger.values.runs import many, named, without

NUMBERS = st.sets(st.integers(1, 40))


def runs_of(numbers: Sequence[int]) -> list[range]:
    """Ranges of them, those that follow one another now and then together."""
    found: list[range] = []
    for number in sorted(numbers):
        if found and found[-1].stop == number and number % 3:
            found[-1] = range(found[-1].start, number + 1)
        else:
            found.append(range(number, number + 1))
    return found


@given(NUMBERS, NUMBERS, NUMBERS)
def test_law_what_is_left_of_runs_is_what_is_left_of_their_numbers(
    numbers: set[int], gone: set[int], more: set[int]
) -> None:
    left = without(runs_of([*numbers]), [*runs_of([*gone]), *runs_of([*more])])
    assert [n for run in left for n in run] == sorted(numbers - gone - more)
    assert many(left) == len(numbers - gone - more)


def test_runs_are_named_from_first_to_last_and_those_that_touch_as_one() -> None:
    assert named("F-", [range(9, 10), range(3, 5), range(5, 6)]) == "F-3 to F-5, F-9"
    assert named("F-", []) is None
