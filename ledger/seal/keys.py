"""Key files: a private key that nobody but its owner may read, or a public key and the command that signs with it."""

import os
import shlex
import stat
import subprocess
from base64 import b64decode
from pathlib import Path
from typing import Final

from ledger.seal import note as signed_note
from ledger.seal.note import Key, Signer
from ledger.values.errors import Misused
from ledger.values.files import write_whole

_PRIVATE: Final = "PRIVATE+KEY+"
_SECONDS: Final = 60


def new(place: Path, name: str, algorithm: int) -> Key:
    """Make a key and its file, mode 0600; the public key. A file that is there is never replaced. Raises Misused."""
    written = signed_note.generate(name, algorithm)
    before = os.umask(0o077)
    try:
        write_whole(place, f"{written}\n".encode())
    finally:
        os.umask(before)
    return signed_note.signer_of(written).key


def read(place: Path) -> Signer:
    """The signer of a key file. Raises Misused for a private key that others may read, and for a file that has none."""
    with place.open("rb") as file:
        mode = os.fstat(file.fileno()).st_mode
        text = file.read(signed_note.MOST_BYTES).decode(errors="replace").strip()
    if not text.startswith(_PRIVATE):
        public, _, command = text.partition("\n")
        return _commanded(Key.read(public), command.strip())
    if stat.S_IMODE(mode) & 0o077:
        raise Misused(
            "key_exposed",
            f"{place} may be read by others than its owner.",
            f"chmod 600 {place}; where others have read it, make a new key.",
            file=str(place),
            mode=f"{stat.S_IMODE(mode):04o}",
        )
    return signed_note.signer_of(text)


def _commanded(key: Key, command: str) -> Signer:
    """A signer whose private key is elsewhere: the command is given the message, and answers with the signature."""
    try:
        arguments = shlex.split(command)
    except ValueError:
        raise _not_signed(key, "its quotation marks are not closed") from None
    if not arguments:
        raise Misused(
            "nothing_signs",
            f"The file of {key.name} has a public key only.",
            "Below it stands the command that signs: it reads the message and writes the signature in base64.",
            key=key.written(),
        )

    def sign(message: bytes) -> bytes:
        try:
            ran = subprocess.run(  # noqa: S603  the owner of the key file wrote it there
                arguments, input=message, capture_output=True, timeout=_SECONDS, check=True
            )
            data = b64decode(ran.stdout.strip(), validate=True)
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            raise _not_signed(key, type(error).__name__) from error
        if not key.signed(data, message):
            raise _not_signed(key, "its answer is no signature of this key")
        return data

    return Signer(key, sign)


def _not_signed(key: Key, reason: str) -> Misused:
    return Misused(
        "signing_failed",
        f"The command that signs for {key.name} did not.",
        "Run it by hand: it reads the message and writes 64 bytes in base64. Nothing was signed.",
        reason=reason,
    )
