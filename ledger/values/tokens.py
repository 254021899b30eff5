"""Tokens by which equipment proves what it feeds as: random, shown once, and kept as a digest."""

import hashlib
import secrets
from base64 import urlsafe_b64encode
from typing import Final

_BYTES: Final = 32
"""256 random bits: nobody guesses one, so its digest needs no salt and no cost."""

_MARK: Final = "pit_"
"""What a token begins with, so that whoever finds one, or looks for such, sees what it is."""


def made() -> str:
    """A new token."""
    return _MARK + urlsafe_b64encode(secrets.token_bytes(_BYTES)).decode().rstrip("=")


def digest(token: str) -> str:
    """SHA-256 of a token, which is all that is kept of it."""
    return hashlib.sha256(token.encode()).hexdigest()
