"""Signed notes against the published keys of golang.org/x/mod and of the C2SP documents; and notes that are none."""

import hashlib

import pytest

from ledger.seal import checkpoint
from ledger.seal import note as signed_note
from ledger.seal.merkle import EMPTY
from ledger.seal.note import COSIGNATURE, ED25519, Key, Note, Signer
from ledger.values.errors import IntegrityFailure, Misused

# golang.org/x/mod/sumdb/note, example_test.go.
PETER = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
PETER_KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
ENOCH_KEY = "EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop"
TEXT = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
)
PETERS = "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
ENOCHS = "— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n"
# c2sp.org/signed-note, its example.
FOO_KEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
FOO = (
    "This is an example message.\n\n"
    "— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
)
# c2sp.org/tlog-cosignature, its example: who signed is read, though nobody published their keys.
COSIGNED = (
    "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n"
    "— example.com/behind-the-sofa"
    " Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
    "— witness.example.com/w1"
    " jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n"
)


def names(written: str, *keys: str) -> list[str]:
    """Who of some keys signed a note."""
    read = signed_note.read(written.encode())
    return [key.name for key, _ in signed_note.verified(read, [Key.read(each) for each in keys])]


def code_of(written: str | bytes, *keys: str) -> str:
    """Why a note is not taken."""
    content = written if isinstance(written, bytes) else written.encode()
    with pytest.raises(IntegrityFailure) as refused:
        signed_note.verified(signed_note.read(content), [Key.read(each) for each in keys])
    return refused.value.refusal.code


def test_the_published_key_signs_the_published_note() -> None:
    signed = signed_note.sign(TEXT, signed_note.signer_of(f"{PETER}\n"))
    assert signed.written() == f"{TEXT}\n{PETERS}"
    again = signed_note.sign(TEXT, signed_note.signer_of(PETER)).with_signature(
        signed.signatures[0]
    )
    assert again == signed, "one key signs once"


def test_published_notes_are_verified() -> None:
    both = f"{TEXT}\n{PETERS}{ENOCHS}"
    assert names(both, PETER_KEY) == ["PeterNeumann"]
    assert names(both, PETER_KEY, ENOCH_KEY) == ["PeterNeumann", "EnochRoot"]
    assert names(both) == []
    assert names(FOO, FOO_KEY) == ["example.com/foo"]
    assert signed_note.read(both.encode()).written() == both


def test_the_published_cosignature_is_read() -> None:
    read = signed_note.read(COSIGNED.encode())
    assert checkpoint.read(read).size == 20852163
    assert read.written() == COSIGNED
    assert int.from_bytes(read.signatures[1].data[:8], "big") == 1679315147
    text = signed_note.cosigned(read.text, 1679315147).decode()
    assert text.splitlines()[:3] == [
        "cosignature/v1",
        "time 1679315147",
        "example.com/behind-the-sofa",
    ]


def test_the_id_of_a_key_is_of_its_name_its_algorithm_and_itself() -> None:
    key = Key.read(PETER_KEY)
    assert key.id == hashlib.sha256(b"PeterNeumann\n\x01" + key.public).digest()[:4]
    assert key.written() == PETER_KEY
    assert Key(key.name, COSIGNATURE, key.public).id != key.id


@pytest.mark.parametrize("written", [PETER, PETER_KEY])
def test_a_key_with_anything_changed_or_cut_off_is_none(written: str) -> None:
    read = signed_note.signer_of if written == PETER else Key.read
    changed = [f"{written[:n]}{chr(ord(c) + 1)}{written[n + 1 :]}" for n, c in enumerate(written)]
    cut = [written[n:] for n in range(1, len(written))] + [written[:n] for n in range(len(written))]
    for bad in (*changed, *cut):
        with pytest.raises(Misused) as refused:
            read(bad)
        assert refused.value.refusal.code == "bad_key"
        assert not written.startswith("PRIVATE") or written[-20:] not in str(refused.value)


def test_published_keys_of_another_kind_or_length_are_none() -> None:
    for bad in (
        "PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==",
        "PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
    ):
        with pytest.raises(Misused):
            Key.read(bad)


def test_what_is_no_key_is_told_as_far_as_it_is_no_secret() -> None:
    """A public key is shown, at most its first 200 characters; of a private one, or what might be one, nothing."""
    for read, text, told in (
        (
            Key.read,
            PETER_KEY.replace("ARpc", "AZpc"),
            f"{PETER_KEY.replace('ARpc', 'AZpc')!r} is not a public key.",
        ),
        (Key.read, f"{'n' * 201}+c74f20a3+AYEK", f"{'n' * 200!r} is not a public key."),
        (Key.read, "no key", "That is not a key."),
        (signed_note.signer_of, PETER_KEY, "That is not a key."),
        (signed_note.signer_of, f"{PETER[:-8]}AAAAAAAA", "That is not a key."),
        (signed_note.signer_of, "PRIVATE+KEY+n+c74f20a3+AYEK", "That is not a key."),
    ):
        with pytest.raises(Misused) as refused:
            read(text)
        found = refused.value.refusal
        assert (found.code, found.message) == ("bad_key", told)
        assert found.next_step.startswith(
            "A public key is one line, NAME+ID+KEY; pit audit key show"
        )


NO_SIGNATURES = "there is no signature below its text"
NO_LINE = "a line below its text is no signature"
UNREADABLE = "a signature cannot be read"


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (TEXT, NO_SIGNATURES),
        (f"{TEXT}\n", NO_SIGNATURES),
        (f"{TEXT}\n{PETERS[:-1]}", NO_SIGNATURES),
        ("", NO_SIGNATURES),
        (f"\x01{TEXT}\n{PETERS}", "it has control characters"),
        (f"{TEXT}\r\n{PETERS}", "it has control characters"),
        (b"\xff" + f"{TEXT}\n{PETERS}".encode(), "it is no UTF-8 text"),
        (f"{TEXT}{'x' * 1_000_000}\n\n{PETERS}", "it is too long"),
        (f"{TEXT}\n{PETERS * 101}", "it has too many signatures"),
        (f"{TEXT}\n{PETERS}Unexpected line.\n", NO_LINE),
        (f"{TEXT}\n{PETERS.removeprefix('— ')}", NO_LINE),
        (f"{TEXT}\n— PeterNeumann\n", NO_LINE),
        (f"{TEXT}\n— Bad Name x08go/ZJkuBS9UG/SffcvIAQ\n", UNREADABLE),
        (f"{TEXT}\n— PeterNeumann x08g\n", UNREADABLE),
        (f"{TEXT}\n— PeterNeumann !!!!\n", UNREADABLE),
        (f"{TEXT}\n{PETERS.replace('AM=', 'AN=')}", UNREADABLE),
    ],
)
def test_a_note_that_is_none_is_not_taken(bad: str | bytes, why: str) -> None:
    with pytest.raises(IntegrityFailure) as refused:
        signed_note.read(bad if isinstance(bad, bytes) else bad.encode())
    found = refused.value.refusal
    assert (found.code, found.message) == ("note_malformed", f"That is not a signed note: {why}.")
    assert found.next_step.startswith("Give the file as it was written: text, an empty line, and")


def test_a_note_is_taken_up_to_its_bounds() -> None:
    """As long as may be, as many signatures, one of a single byte; and with an empty line in its text."""
    room = signed_note.MOST_BYTES - len(f"\n\n{PETERS}".encode())
    for written in (
        f"{'x' * room}\n\n{PETERS}",
        f"{TEXT}\n{PETERS * signed_note.MOST_SIGNATURES}",
        f"{TEXT}\n— PeterNeumann x08goz8=\n",
        f"{TEXT}\n{TEXT}\n{PETERS}",
    ):
        assert signed_note.read(written.encode()).written() == written


def test_a_signature_of_a_known_key_that_is_wrong_is_not_passed_over() -> None:
    wrong = f"{PETERS[:60]}ABCD{PETERS[60:]}"
    assert code_of(f"{TEXT}\n{wrong}", PETER_KEY) == "signature_wrong"
    assert code_of(f"{TEXT.replace('don', 'did')}\n{PETERS}", PETER_KEY) == "signature_wrong"
    assert code_of(f"{TEXT}\n{ENOCHS}{PETERS}{wrong}", PETER_KEY) == "signature_wrong"
    right = signed_note.read(f"{TEXT}\n{PETERS}".encode()).signatures[0]
    longer = signed_note.Signature(right.name, right.key, b"more" + right.data)
    assert code_of(Note(TEXT, (longer,)).written(), PETER_KEY) == "signature_wrong"


@pytest.fixture(scope="module")
def log() -> Signer:
    """The key of a log."""
    return signed_note.signer_of(signed_note.generate("harbor-house", ED25519))


@pytest.fixture(scope="module")
def witness() -> Signer:
    """The key of somebody else."""
    return signed_note.signer_of(signed_note.generate("commission.example", COSIGNATURE))


def test_a_checkpoint_is_signed_and_cosigned(log: Signer, witness: Signer) -> None:
    made = checkpoint.make("harbor-house", 3, EMPTY, log)
    both = checkpoint.cosign(made, 1_700_000_000, witness)
    found, read = checkpoint.opened(both.written().encode(), witness.key)
    assert (found.origin, found.size, found.root) == ("harbor-house", 3, EMPTY)
    assert [key for key, _ in signed_note.verified(read, [log.key, witness.key])] == [
        log.key,
        witness.key,
    ]
    later = checkpoint.cosign(both, 1_700_000_001, witness)
    assert len(later.signatures) == 2, "a witness signs a checkpoint once"
    assert later.written() != both.written()


def test_a_cosignature_is_of_its_time_and_of_its_checkpoint(log: Signer, witness: Signer) -> None:
    both = checkpoint.cosign(checkpoint.make("h", 3, EMPTY, log), 1_700_000_000, witness)
    mine, theirs = both.signatures
    earlier = signed_note.Signature(
        theirs.name, theirs.key, (1).to_bytes(8, "big") + theirs.data[8:]
    )
    for bad in (
        Note(both.text, (mine, earlier)),
        Note(both.text.replace("\n3\n", "\n4\n"), (theirs,)),
        Note(both.text, (signed_note.Signature(theirs.name, theirs.key, theirs.data[8:]),)),
    ):
        assert code_of(bad.written(), witness.key.written()) == "signature_wrong"


def test_a_key_does_what_it_is_for(log: Signer, witness: Signer) -> None:
    with pytest.raises(Misused) as refused:
        checkpoint.make("h", 3, EMPTY, witness)
    assert refused.value.refusal.code == "wrong_kind_of_key"
    assert refused.value.refusal.facts == {"key": witness.key.written()}
    assert refused.value.refusal.next_step.startswith("One key seals, another one witnesses: pit")
    with pytest.raises(Misused) as refused:
        checkpoint.cosign(checkpoint.make("h", 3, EMPTY, log), 1, log)
    assert refused.value.refusal.facts == {"key": log.key.written()}
    assert refused.value.refusal.message == "harbor-house is not a key that witnesses."


def test_a_checkpoint_of_another_log_is_told_with_both_names(log: Signer) -> None:
    made = checkpoint.make("pier-nine", 3, EMPTY, log)
    with pytest.raises(IntegrityFailure) as refused:
        checkpoint.opened(made.written().encode(), log.key)
    found = refused.value.refusal
    assert (found.code, found.facts) == (
        "other_origin",
        {"origin": "pier-nine", "key": "harbor-house"},
    )
    assert found.message == (
        "The checkpoint is of pier-nine, and the log is sealed as harbor-house."
    )
    assert found.next_step == "Give a checkpoint of harbor-house."


@pytest.mark.parametrize(
    "text",
    [
        "h\n3\n",
        "h\n03\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n",
        "h\n-3\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n",
        "h\n0xabc\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n",
        "h\n3\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2J=\n",
        "h\n3\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2==\n",
        "h\n3\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\nmore\n",
        "\n3\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n",
        f"h\n{10**19}\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n",
    ],
)
def test_a_note_that_is_no_checkpoint_is_not_taken(text: str, log: Signer) -> None:
    with pytest.raises(IntegrityFailure) as refused:
        checkpoint.opened(signed_note.sign(text, log).written().encode(), log.key)
    assert refused.value.refusal.code == "no_checkpoint"


def test_a_checkpoint_that_none_of_the_keys_signed_is_not_taken(log: Signer) -> None:
    written = checkpoint.make("h", 3, EMPTY, log).written().encode()
    with pytest.raises(IntegrityFailure) as refused:
        checkpoint.opened(written, Key.read(PETER_KEY))
    assert refused.value.refusal.code == "not_signed"


@pytest.mark.parametrize("name", ["", "two words", "a+b", "a\nb", "a\x00b"])
def test_a_name_that_no_key_can_have(name: str) -> None:
    with pytest.raises(Misused) as refused:
        signed_note.generate(name, ED25519)
    found = refused.value.refusal
    assert (found.code, found.facts) == ("bad_key_name", {"name": name})
    assert found.message == f"{name!r} cannot be the name of a key."
    assert found.next_step.startswith("Write it without spaces and without +, such as harbor-house")
