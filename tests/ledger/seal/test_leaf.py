"""An event has one encoding, and no two events have the same."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from ledger.seal.leaf import UNREADABLE, Stored, hash_of, leaf
from tests.ledger.seal.logs import leaf_hash

EVENTS = st.tuples(
    st.integers(0, 2**63 - 1),
    st.binary(max_size=4),
    st.integers(0, 2**63 - 1),
    st.binary(max_size=4),
    st.binary(max_size=4),
)

VECTOR: Stored = (7, b"table:MB-01", 2, b"table.opened", b'{"by":"C-1"}')


@given(EVENTS, EVENTS)
def test_two_events_have_two_encodings(one: Stored, other: Stored) -> None:
    assert (leaf(*one) == leaf(*other)) == (one == other)
    assert hash_of(one) == leaf_hash(leaf(*one))


def test_nothing_moves_from_one_part_to_the_next() -> None:
    assert leaf(1, b"ab", 1, b"c", b"") != leaf(1, b"a", 1, b"bc", b"")
    assert leaf(1, b"", 1, b"ab", b"c") != leaf(1, b"", 1, b"a", b"bc")


def test_what_cannot_be_an_event_has_no_hash() -> None:
    odd: list[tuple[object, ...]] = [
        (-1, b"a", 1, b"b", b"c"),
        (1, b"a", None, b"b", b"c"),
        (1, b"a", "1", b"b", b"c"),
        (1, b"a", 2**64, b"b", b"c"),
        (1, None, 1, b"b", b"c"),
        (1, b"a", 1, b"b", "c"),
        (1, b"a", 1, b"b", None),
    ]
    for row in odd:
        assert hash_of(row) == UNREADABLE  # type: ignore[arg-type]  # as a damaged store has it


def test_the_worked_example_of_the_page() -> None:
    page = Path(__file__).parents[3].joinpath("docs", "seal.md").read_text(encoding="utf-8")
    assert leaf(*VECTOR).hex() in page.replace("\n", "").replace(" ", "")
    assert hash_of(VECTOR).hex() in page
