"""A command has room for its calls: the interpreter asks the system for memory once, not call after call."""

import resource

import pytest

from cli.frame.main import ROOM, in_room

DEEP = 300
AGAIN = 200


def _nothing() -> None:
    pass


def _calls_at_each_depth(left: int = DEEP) -> None:
    for _ in range(AGAIN):
        _nothing()
    if left:
        _calls_at_each_depth(left - 1)


def _faults() -> int:
    """Pages that calls at each depth had to ask the system for."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    _calls_at_each_depth()
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def test_no_loop_asks_for_memory_at_each_call_wherever_it_stands() -> None:
    found: list[int] = []

    def twice() -> None:
        found.extend((_faults(), _faults()))

    in_room(twice)
    assert found[1] < AGAIN / 2, "what was asked for once is there"


def test_what_is_called_with_room_says_what_it_comes_to_and_raises_what_it_raises() -> None:
    assert in_room(lambda: ROOM) == ROOM
    with pytest.raises(ZeroDivisionError):
        in_room(lambda: ROOM // 0)
