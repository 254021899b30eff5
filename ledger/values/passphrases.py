"""What is kept of a passphrase: enough to tell whether somebody knows it, and too little to find it out soon."""

import hashlib
import re
import secrets
import unicodedata
from base64 import b64decode, b64encode
from typing import Final

from ledger.values.errors import IntegrityFailure, Misused

SHORTEST: Final = 12
LONGEST: Final = 1024
"""Characters of a passphrase."""

LOG_COST: Final = 17
BLOCK: Final = 8
LANES: Final = 1
"""What scrypt is to cost: 128 MiB and some tenths of a second each time. What is kept says what it was made with."""

BY: Final = "by"
"""What an operator is asked for as: who acts."""
OLD: Final = "old"
"""... or who puts another passphrase in the place of theirs."""
NEW: Final = "new"
"""... or who sets one. Any other word is the field of an event that they sign."""

_SALT_BYTES: Final = 16
_KEY_BYTES: Final = 32
_MOST_BYTES: Final = 1 << 30
_KEPT: Final = r"\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)"


def made(passphrase: str) -> str:
    """What is kept of a new passphrase, as a PHC string: its parameters, a new salt, and scrypt's key (RFC 7914).

    Raises Misused for one that is too short or too long, blank, or has a character that no key types.
    """
    if not passphrase.strip() or _has_control(passphrase):
        raise Misused(
            "bad_passphrase",
            "A passphrase is not blank, and has no control characters.",
            "Four or five words that nobody connects with you are easier to keep than signs.",
        )
    length = len(_plain(passphrase))
    if not SHORTEST <= length <= LONGEST:
        raise Misused(
            "bad_passphrase",
            f"A passphrase has {SHORTEST} to {LONGEST:,} characters; this one has {length:,}.",
            "Four or five words that nobody connects with you are easier to keep than signs.",
        )
    salt = secrets.token_bytes(_SALT_BYTES)
    key = _scrypt(passphrase, salt, LOG_COST, BLOCK, LANES, _KEY_BYTES)
    return f"$scrypt$ln={LOG_COST},r={BLOCK},p={LANES}${_written(salt)}${_written(key)}"


def fits(kept: str, passphrase: str) -> bool:
    """Whether it is the passphrase of which this was kept, in a time that says nothing of where they differ."""
    found = re.fullmatch(_KEPT, kept)
    if found is None:
        raise altered()
    cost, block, lanes = map(int, found.groups()[:3])
    salt, key = (b64decode(each + "=" * (-len(each) % 4)) for each in found.groups()[3:])
    # scrypt's HMAC takes one with zeros at its end for one without.
    if len(_plain(passphrase)) > LONGEST or _has_control(passphrase):
        return False
    return secrets.compare_digest(_scrypt(passphrase, salt, cost, block, lanes, len(key)), key)


def spend(passphrase: str) -> None:
    """Take as long over a passphrase as `fits` takes, where nothing is kept that it could fit: the time tells nobody
    whether something is.
    """
    salt, key = _written(bytes(_SALT_BYTES)), _written(bytes(_KEY_BYTES))
    fits(f"$scrypt$ln={LOG_COST},r={BLOCK},p={LANES}${salt}${key}", passphrase)


def digest(kept: str) -> str:
    """SHA-256 of what is kept. Its salt is secret too, so that nobody can try passphrases by the digest."""
    return hashlib.sha256(kept.encode()).hexdigest()


def altered(operator: str = "") -> IntegrityFailure:
    """The error for something in the place of what was kept. operator: whose it is, where that is known."""
    what = f"the passphrase of {operator}" if operator else "a passphrase"
    return IntegrityFailure(
        "passphrase_altered",
        f"What is kept of {what} is not what was kept when it was set.",
        "Copy the store first: it is evidence. Then a registrar has it set anew: pit operator enroll.",
        **({"operator": operator} if operator else {}),
    )


def _has_control(passphrase: str) -> bool:
    return any(unicodedata.category(each) == "Cc" for each in passphrase)


def _plain(passphrase: str) -> str:
    """As it is compared: the same however a keyboard composes its letters."""
    return unicodedata.normalize("NFC", passphrase)


def _scrypt(passphrase: str, salt: bytes, cost: int, block: int, lanes: int, length: int) -> bytes:
    return hashlib.scrypt(
        _plain(passphrase).encode(),
        salt=salt,
        n=1 << cost,
        r=block,
        p=lanes,
        maxmem=_MOST_BYTES,
        dklen=length,
    )


def _written(data: bytes) -> str:
    return b64encode(data).decode().rstrip("=")
