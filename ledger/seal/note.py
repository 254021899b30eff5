"""Signed notes (C2SP signed-note): a text, and below it lines by which keys sign it. Ed25519 only.

A key has a name, an algorithm and a public part; name and id together say which key signed. Private keys are written as
golang.org/x/mod/sumdb/note writes them.
"""

import hashlib
import re
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Self

from ledger.values.errors import IntegrityFailure, Misused

ED25519: Final = 0x01
"""Signs the text of a note."""

COSIGNATURE: Final = 0x04
"""Signs a checkpoint with a time: C2SP tlog-cosignature, cosignature/v1."""

MOST_BYTES: Final = 1_000_000
MOST_SIGNATURES: Final = 100

_NAME: Final = re.compile(r"[^\s+]+")
_PRIVATE: Final = "PRIVATE+KEY+"
_DASH: Final = "— "


@dataclass(frozen=True, slots=True)
class Signature:
    """A line below a text. key: the four bytes that tell a key of that name from another. data: what it signed with."""

    name: str
    key: bytes
    data: bytes

    def line(self) -> str:
        """As it stands below the text."""
        return f"{_DASH}{self.name} {b64encode(self.key + self.data).decode()}\n"


@dataclass(frozen=True, slots=True)
class Note:
    """A text, which ends with its line, and who signed it; whether they did is yet to be verified."""

    text: str
    signatures: tuple[Signature, ...] = ()

    def written(self) -> str:
        """The note as it travels."""
        return f"{self.text}\n{''.join(each.line() for each in self.signatures)}"

    def with_signature(self, signature: Signature) -> "Note":
        """The note signed by one more; what the same key signed before is replaced."""
        others = [
            each
            for each in self.signatures
            if (each.name, each.key) != (signature.name, signature.key)
        ]
        return Note(self.text, (*others, signature))


@dataclass(frozen=True, slots=True)
class Key:
    """The public part of a key: whoever has it can verify, and nobody can sign with it."""

    name: str
    algorithm: int
    public: bytes

    @property
    def id(self) -> bytes:
        """The four bytes by which a signature names the key."""
        hashed = self.name.encode() + b"\n" + bytes([self.algorithm]) + self.public
        return hashlib.sha256(hashed).digest()[:4]

    def written(self) -> str:
        """The key as it is handed out."""
        return _written(self, bytes([self.algorithm]) + self.public)

    @classmethod
    def read(cls, text: str) -> Self:
        """A key as it is handed out. Raises Misused."""
        name, said, material = _parts(text.strip())
        if material[:1] not in {b"\x01", b"\x04"} or len(material) != 33:
            raise _no_key(text)
        key = cls(name, material[0], material[1:])
        if key.id.hex() != said:
            raise _no_key(text)
        return key

    def signed(self, data: bytes, message: bytes) -> bool:
        """Whether this key made a signature of a message."""
        from cryptography.exceptions import InvalidSignature  # noqa: PLC0415  below, whoever signs nothing waits for it
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415  so it is

        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(data, message)
        except (InvalidSignature, ValueError):
            return False
        return True


@dataclass(frozen=True, slots=True)
class Signer:
    """A key, and how a message is signed with it, wherever its private part is kept."""

    key: Key
    sign: Callable[[bytes], bytes]

    def signature(self, data: bytes) -> Signature:
        """A line below a text."""
        return Signature(self.key.name, self.key.id, data)


def generate(name: str, algorithm: int) -> str:
    """A new private key, as it is written into its file. Raises Misused for a name that no key can have."""
    if not _NAME.fullmatch(name) or not name.isprintable():
        raise Misused(
            "bad_key_name",
            f"{name!r} cannot be the name of a key.",
            "Write it without spaces and without +, such as harbor-house.example/books.",
            name=name,
        )
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415  as below

    private = Ed25519PrivateKey.generate()
    key = Key(name, algorithm, private.public_key().public_bytes_raw())
    return _PRIVATE + _written(key, bytes([algorithm]) + private.private_bytes_raw())


def key_name(named: str) -> str:
    """The name of a key of a property that is called so: `Harbor House` has harbor-house."""
    return re.sub(r"[\s+]+", "-", named.strip()).lower()


def signer_of(text: str) -> Signer:
    """The signer of a private key as it is written in its file. Raises Misused."""
    text = text.strip()
    name, said, material = _parts(text.removeprefix(_PRIVATE))
    if not text.startswith(_PRIVATE) or material[:1] not in {b"\x01", b"\x04"}:
        raise _no_key("")
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415  as below

    try:
        private = Ed25519PrivateKey.from_private_bytes(material[1:])
    except ValueError:
        raise _no_key("") from None
    key = Key(name, material[0], private.public_key().public_bytes_raw())
    if key.id.hex() != said:
        raise _no_key("")
    return Signer(key, private.sign)


def sign(text: str, *signers: Signer) -> Note:
    """A text signed by each of some keys."""
    signed = Note(text)
    for each in signers:
        signed = signed.with_signature(each.signature(each.sign(text.encode())))
    return signed


def read(content: bytes) -> Note:
    """A note as it travels; nobody has verified yet who signed it. Raises IntegrityFailure."""
    try:
        written = content.decode()
    except UnicodeDecodeError:
        raise _malformed("it is no UTF-8 text") from None
    if len(content) > MOST_BYTES:
        raise _malformed("it is too long")
    if any(character < " " and character != "\n" for character in written):
        raise _malformed("it has control characters")
    text, blank, below = written.rpartition("\n\n")
    if not blank or not below.endswith("\n"):
        raise _malformed("there is no signature below its text")
    lines = below.removesuffix("\n").split("\n")
    if len(lines) > MOST_SIGNATURES:
        raise _malformed("it has too many signatures")
    return Note(f"{text}\n", tuple(map(_signature, lines)))


def verified(note: Note, keys: Sequence[Key]) -> list[tuple[Key, Signature]]:
    """Who of the keys signed a note; signatures of others are passed over. Raises IntegrityFailure where a signature
    that names one of the keys is not its.
    """
    found = []
    for signature in note.signatures:
        for key in keys:
            if (key.name, key.id) != (signature.name, signature.key):
                continue
            message = message_of(note.text, key, signature)
            if message is None or not key.signed(signature.data[-64:], message):
                raise IntegrityFailure(
                    "signature_wrong",
                    f"What stands there was not signed by {key.name}.",
                    "Keep the file as it is, and ask whoever gave it for theirs.",
                    key=key.written(),
                )
            found.append((key, signature))
    return found


def message_of(text: str, key: Key, signature: Signature) -> bytes | None:
    """What a key of an algorithm signs of a text; None where a signature cannot be one of that algorithm."""
    if key.algorithm == ED25519:
        return text.encode() if len(signature.data) == 64 else None
    if len(signature.data) != 72:
        return None
    return cosigned(text, int.from_bytes(signature.data[:8], "big"))


def cosigned(text: str, seconds: int) -> bytes:
    """What a witness signs of a checkpoint, at so many seconds since 1970."""
    return f"cosignature/v1\ntime {seconds}\n{text}".encode()


def _signature(line: str) -> Signature:
    name, space, encoded = line.removeprefix(_DASH).partition(" ")
    if not line.startswith(_DASH) or not space or not _NAME.fullmatch(name):
        raise _malformed("a line below its text is no signature")
    data = _decoded(encoded)
    if data is None or len(data) < 5:
        raise _malformed("a signature cannot be read")
    return Signature(name, data[:4], data[4:])


def _decoded(encoded: str) -> bytes | None:
    """Base64 in its one form; None for anything else."""
    try:
        data = b64decode(encoded, validate=True)
    except (NotBase64, ValueError):
        return None
    return data if b64encode(data).decode() == encoded else None


def _written(key: Key, material: bytes) -> str:
    return f"{key.name}+{key.id.hex()}+{b64encode(material).decode()}"


def _parts(text: str) -> tuple[str, str, bytes]:
    # Base64 has a plus of its own: what stands behind the second one is all material.
    name, _, rest = text.partition("+")
    said, _, encoded = rest.partition("+")
    material = _decoded(encoded)
    if not _NAME.fullmatch(name) or material is None:
        raise _no_key("")
    return name, said, material


def _no_key(text: str) -> Misused:
    return Misused(
        "bad_key",
        "That is not a key." if not text else f"{text.strip()[:200]!r} is not a public key.",
        "A public key is one line, NAME+ID+KEY; pit audit key show FILE prints that of a key file.",
    )


def _malformed(why: str) -> IntegrityFailure:
    return IntegrityFailure(
        "note_malformed",
        f"That is not a signed note: {why}.",
        "Give the file as it was written: text, an empty line, and the lines of those who signed.",
    )
