"""The Merkle tree against the published roots of RFC 6962's implementations, and proofs that are not quite right."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.seal import merkle
from ledger.seal.merkle import EMPTY, Leaves, node_hash
from tests.ledger.seal.logs import leaf_hash

# The entries and roots that certificate-transparency's implementations test themselves with.
ENTRIES = [
    bytes.fromhex(each)
    for each in (
        *("", "00", "10", "2021", "3031", "40414243", "5051525354555657"),
        "606162636465666768696a6b6c6d6e6f",
    )
]
ROOTS = (
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)
TREE = Leaves([leaf_hash(entry) for entry in ENTRIES])
MANY = [leaf_hash(bytes([n])) for n in range(70)]
FOREST = Leaves(MANY)


def plain_root(leaves: list[bytes]) -> bytes:
    """The definition as RFC 6962, 2.1 writes it down."""
    if len(leaves) < 2:
        return leaves[0] if leaves else EMPTY
    half = 1
    while 2 * half < len(leaves):
        half *= 2
    return node_hash(plain_root(leaves[:half]), plain_root(leaves[half:]))


def test_published_hashes_of_a_leaf_and_of_a_node() -> None:
    assert EMPTY.hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert (
        leaf_hash(b"L123456").hex()
        == "395aa064aa4c29f7010acfe3f25db9485bbd4b91897b6ad7ad547639252b4d56"
    )
    assert (
        node_hash(b"N123", b"N456").hex()
        == "aa217fe888e47007fa15edab33c2b492a722cb106c64667fc2b044444de66bbb"
    )


@pytest.mark.parametrize("size", range(1, 9))
def test_published_roots(size: int) -> None:
    assert merkle.root(TREE, size).hex() == ROOTS[size - 1]


def test_published_proofs_of_the_eight_leaves() -> None:
    """RFC 6962's worked proofs: the nodes c, d, g, h... of its 2.1.3, in the tree of seven leaves."""
    assert merkle.root(TREE, 0) == EMPTY
    left = TREE.perfect(2, 0)
    d6, g, h = TREE.perfect(0, 6), TREE.perfect(1, 0), TREE.perfect(1, 1)
    i = TREE.perfect(1, 2)
    seven = node_hash(i, d6)
    assert merkle.inclusion(TREE, 0, 7) == [TREE.perfect(0, 1), h, seven]
    assert merkle.inclusion(TREE, 3, 7) == [TREE.perfect(0, 2), g, seven]
    assert merkle.inclusion(TREE, 4, 7) == [TREE.perfect(0, 5), d6, left]
    assert merkle.inclusion(TREE, 6, 7) == [i, left]
    assert merkle.consistency(TREE, 3, 7) == [TREE.perfect(0, 2), TREE.perfect(0, 3), g, seven]
    assert merkle.consistency(TREE, 4, 7) == [seven]
    assert merkle.consistency(TREE, 6, 7) == [i, d6, left]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 33, 64, 70])
def test_every_proof_of_a_tree_holds(size: int) -> None:
    root = merkle.root(FOREST, size)
    assert root == plain_root(MANY[:size])
    for index in range(size):
        proof = merkle.inclusion(FOREST, index, size)
        assert merkle.included(index, size, MANY[index], proof, root)
        old = index + 1
        proof = merkle.consistency(FOREST, old, size)
        assert merkle.extends(old, size, proof, merkle.root(FOREST, old), root)


@given(st.data())
def test_no_proof_holds_that_is_not_quite_right(data: st.DataObject) -> None:
    size = data.draw(st.integers(2, 70))
    index = data.draw(st.integers(0, size - 1))
    root = merkle.root(FOREST, size)
    good = merkle.inclusion(FOREST, index, size)
    for bad in wrongly(good):
        assert not merkle.included(index, size, MANY[index], bad, root)
    other = data.draw(st.integers(0, size - 1).filter(lambda n: n != index))
    assert not merkle.included(other, size, MANY[index], good, root)
    assert not merkle.included(index, size, MANY[other], good, root)
    for wrong in (-1, size, size + 1, 2**63):
        assert not merkle.included(wrong, size, MANY[index], good, root)
    assert not merkle.included(index, size, MANY[index], good, root[:31])

    old = data.draw(st.integers(1, size - 1))
    before = merkle.root(FOREST, old)
    good = merkle.consistency(FOREST, old, size)
    for bad in wrongly(good):
        assert not merkle.extends(old, size, bad, before, root)
    assert not merkle.extends(old, size, good, root, root)
    assert not merkle.extends(old, size, good, before, before)
    assert not merkle.extends(0, size, good, EMPTY, root)
    assert not merkle.extends(size, old, good, root, before)
    assert not merkle.extends(size, size, [root], root, root)


@pytest.mark.parametrize("size", [1, 2, 3, 4, 7, 8])
def test_no_leaf_is_in_a_tree_behind_its_end(size: int) -> None:
    """In a tree of one leaf its hash is the root, and its proof is empty: at no index but 0."""
    root = merkle.root(FOREST, size)
    for index in range(size):
        proof = merkle.inclusion(FOREST, index, size)
        for other in (-1, *(n for n in range(size + 2) if n != index)):
            assert not merkle.included(other, size, MANY[index], proof, root)


def test_hashes_parted_elsewhere_are_none() -> None:
    """Two hashes that are put together are 64 bytes, and have the same sum wherever these are parted."""
    root, both = merkle.root(FOREST, 2), MANY[0] + MANY[1]
    for at in range(65):
        assert merkle.included(0, 2, both[:at], [both[at:]], root) is (at == 32)
    for text in (b"", b"x"):
        assert not merkle.included(0, 1, text, [], text)
        assert not merkle.extends(1, 1, [], text, text)
        above = sha256(b"\x01" + MANY[0] + text).digest()
        assert not merkle.included(0, 2, MANY[0], [text], above)
        assert not merkle.extends(1, 2, [text], MANY[0], above)


def wrongly(proof: list[bytes]) -> list[list[bytes]]:
    """A proof cut off at either end, longer at either, with a hash too short, with one bit turned."""
    stray = sha256(b"stray").digest()
    turned = [
        [*proof[:n], bytes([each[0] ^ 1]) + each[1:], *proof[n + 1 :]]
        for n, each in enumerate(proof)
    ]
    swapped = [proof[1::-1] + proof[2:]] if len(proof) > 1 else []
    cut = [proof[:-1], proof[1:], [*proof[:-1], proof[-1][:31]]] if proof else []
    return [*turned, *swapped, *cut, [*proof, stray], [stray, *proof], [*proof, proof[-1]]]


def test_a_proof_is_asked_only_for_what_is_in_the_tree() -> None:
    for index, size in ((0, 0), (3, 3), (-1, 3)):
        with pytest.raises(ValueError, match="leaf"):
            merkle.inclusion(FOREST, index, size)
    for old, new in ((0, 3), (4, 3)):
        with pytest.raises(ValueError, match="leaves"):
            merkle.consistency(FOREST, old, new)


def test_a_row_of_hashes_is_folded_to_one() -> None:
    assert merkle.folded(MANY[:64]) == FOREST.perfect(6, 0)


@given(st.integers(0, 70), st.integers(0, 70))
def test_a_tree_grows_from_its_right_edge_as_if_it_were_whole(before: int, after: int) -> None:
    size, end = sorted((before, after))
    growing = merkle.Growing(size, merkle.edge(FOREST, size))
    for leaf in MANY[size:end]:
        growing.add(leaf)
    assert (growing.size, growing.root) == (end, merkle.root(FOREST, end))
