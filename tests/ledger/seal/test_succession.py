"""Decision 45: who sealed a log, one key after the other, and which of them took over without the one before."""

from dataclasses import replace

import pytest

from ledger.seal import checkpoint
from ledger.seal import note as signed_note
from ledger.seal.note import Key
from ledger.seal.succession import (
    Named,
    Sealing,
    key_in_force,
    other_seal_key,
    succession,
)
from tests.sealing import LOG, LOG_PRIVATE, NEXT, NEXT_PRIVATE, OTHER_PRIVATE

SIGNERS = {
    signer.key: signer
    for signer in map(signed_note.signer_of, (LOG_PRIVATE, NEXT_PRIVATE, OTHER_PRIVATE))
}
FIRST, SECOND, THIRD = SIGNERS
OTHER = THIRD.written()


def sealing(size: int, key: Key, *beside: Key) -> Sealing:
    """A checkpoint of so many events under a key, signed by some beside it."""
    signers = [SIGNERS[each] for each in (key, *beside)]
    made = checkpoint.make("harbor-house", size, bytes(32), *signers)
    return Sealing(size, key, made, f"of {size}")


SECOND_NAMED = Named(2, NEXT)
THIRD_NAMED = Named(5, OTHER)
HANDED_ON = [
    sealing(1, FIRST),
    sealing(2, FIRST),
    sealing(3, SECOND, FIRST),
    sealing(4, SECOND),
    sealing(6, THIRD, SECOND),
]


@pytest.mark.parametrize("given", [(), (FIRST,), (SECOND,), (THIRD, FIRST)])
def test_whoever_has_one_key_can_verify_what_all_of_them_sealed(given: tuple[Key, ...]) -> None:
    found = succession(HANDED_ON, [SECOND_NAMED, THIRD_NAMED], given)
    assert found.fault is None
    assert found.alone == []
    assert found.keys == [*given, *(key for key in (FIRST, SECOND, THIRD) if key not in given)]


def test_keys_that_sealed_nothing_of_it_vouch_for_nobody() -> None:
    found = succession(HANDED_ON[:2], [], [SECOND])
    assert (found.keys, found.alone, found.fault) == ([SECOND], [], None)
    assert succession([], [], [SECOND]).keys == [SECOND]
    assert succession([], [], []).keys == []


def test_a_key_that_took_over_alone_is_a_fault_unless_both_are_given() -> None:
    alone = sealing(3, SECOND)
    for given in ((), (FIRST,), (SECOND,)):
        found = succession([*HANDED_ON[:2], alone], [SECOND_NAMED], given)
        assert found.alone == []
        assert found.fault is not None
        assert found.fault.refusal.code == "key_not_handed_over"
        assert found.fault.refusal.message == (
            f"{NEXT} took over without the signature of {LOG}: the checkpoint of 3."
        )
        assert found.fault.refusal.facts == {
            "before": LOG,
            "key": NEXT,
            "checkpoint": alone.note.written(),
        }
        assert "on paper" in found.fault.refusal.next_step
    both = succession([*HANDED_ON[:2], alone], [SECOND_NAMED], [FIRST, SECOND])
    assert (both.alone, both.fault) == ([NEXT], None)


def test_each_key_that_took_over_alone_is_told_once_and_the_first_fault_is_named() -> None:
    named = [SECOND_NAMED, THIRD_NAMED]
    one_by_one = [sealing(1, FIRST), sealing(3, SECOND), sealing(4, SECOND), sealing(6, THIRD)]
    all_given = succession(one_by_one, named, [FIRST, SECOND, THIRD])
    assert (all_given.alone, all_given.fault) == ([NEXT, OTHER], None)
    fault = succession(one_by_one, named, []).fault
    assert fault is not None
    assert fault.refusal.facts["key"] == NEXT
    handed_on_later = [sealing(1, FIRST), sealing(3, SECOND, FIRST), sealing(6, THIRD)]
    fault = succession(handed_on_later, named, []).fault
    assert fault is not None
    assert (fault.refusal.facts["before"], fault.refusal.facts["key"]) == (NEXT, OTHER)
    some_given = succession(one_by_one, named, [FIRST, SECOND])
    assert some_given.alone == [NEXT]
    assert some_given.fault is not None
    assert some_given.fault.refusal.facts["key"] == OTHER


def test_a_key_hands_over_to_the_one_that_is_named_within_what_it_signs() -> None:
    for named in ([], [Named(3, NEXT)], [Named(1, OTHER)], [SECOND_NAMED, Named(2, OTHER)]):
        found = succession([sealing(1, FIRST), sealing(3, SECOND, FIRST)], named, [FIRST])
        assert found.fault is not None, "of 3 events leaf 3 is none"
    assert key_in_force([], 3) == ""
    assert [key_in_force([SECOND_NAMED, THIRD_NAMED], size) for size in (2, 3, 5, 6)] == [
        "",
        NEXT,
        NEXT,
        OTHER,
    ]


def test_a_checkpoint_under_a_key_that_is_not_the_propertys_is_named_first() -> None:
    late = Sealing(4, FIRST, sealing(4, FIRST).note, "of the late one")
    found = succession([HANDED_ON[1], HANDED_ON[2], late], [SECOND_NAMED], [FIRST, SECOND])
    assert found.fault is not None
    assert found.fault.refusal.code == "other_seal_key"
    assert found.fault.refusal.message == (
        f"The checkpoint of the late one stands under {LOG}; the property was sealed under {NEXT} then."
    )
    assert found.fault.refusal.facts == {"required": NEXT, "key": LOG}
    assert "on paper" in found.fault.refusal.next_step
    assert found.alone == [LOG]


def test_a_signature_of_the_key_before_that_is_wrong_hands_nothing_over() -> None:
    handed = sealing(3, SECOND, FIRST)
    other = checkpoint.make("harbor-house", 4, bytes(32), SIGNERS[SECOND], SIGNERS[FIRST])
    forged = handed._replace(note=replace(other, text=handed.note.text))
    found = succession([sealing(1, FIRST), forged], [SECOND_NAMED], [FIRST])
    assert found.fault is not None
    assert found.fault.refusal.code == "key_not_handed_over"


@pytest.mark.parametrize(
    ("key", "told"),
    [(OTHER, f", not under {OTHER}."), ("", ", and no key is named to seal with.")],
)
def test_the_key_that_is_not_the_propertys_is_told_where_there_is_one(key: str, told: str) -> None:
    assert other_seal_key(LOG, key).refusal.message == f"The property is sealed under {LOG}{told}"
