"""What is kept of a passphrase: made as RFC 7914 says, compared whole, and dear to try."""

import subprocess
import sys
from base64 import b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.values.errors import IntegrityFailure, Misused
from ledger.values.passphrases import digest, fits, made

PHRASE = "four words nobody connects"
VECTOR = bytes.fromhex(
    "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
    "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
)


def _written(data: bytes) -> str:
    return b64encode(data).decode().rstrip("=")


def test_the_published_vector_of_scrypt_is_known_by_its_password() -> None:
    """RFC 7914, section 12: N 1024, r 8, p 16."""
    kept = f"$scrypt$ln=10,r=8,p=16${_written(b'NaCl')}${_written(VECTOR)}"
    assert fits(kept, "password")
    assert not fits(kept, "passwore")


@given(st.text(min_size=12, max_size=40), st.text(max_size=40))
def test_only_the_same_words_fit(one: str, other: str) -> None:
    if any("\ud800" <= each <= "\udfff" for each in one + other):
        return
    try:
        kept = made(one)
    except Misused:
        return
    assert fits(kept, one)
    assert fits(kept, other) == (other == one)


def test_the_same_passphrase_is_kept_in_another_way_each_time() -> None:
    first, second = made(PHRASE), made(PHRASE)
    assert first != second
    assert digest(first) != digest(second)
    assert PHRASE not in first


def test_letters_fit_however_a_keyboard_composes_them() -> None:
    assert fits(made("caf\u00e9 at the harbor"), "cafe\u0301 at the harbor")


@pytest.mark.parametrize("phrase", ["", "elevencharsx"[:11], "x" * 1025])
def test_what_is_too_short_or_too_long_is_refused(phrase: str) -> None:
    with pytest.raises(Misused) as caught:
        made(phrase)
    assert caught.value.refusal.code == "bad_passphrase"
    assert phrase not in str(caught.value.refusal) or not phrase


@pytest.mark.parametrize("phrase", [" " * 14, "twelve and more\0b", "twelve and more\x1b[3m"])
def test_what_no_key_types_is_no_passphrase(phrase: str) -> None:
    with pytest.raises(Misused) as caught:
        made(phrase)
    assert caught.value.refusal.code == "bad_passphrase"


def test_a_zero_at_its_end_makes_another_one() -> None:
    assert not fits(made(PHRASE), f"{PHRASE}\0")


def test_what_was_put_in_its_place_is_no_passphrase() -> None:
    with pytest.raises(IntegrityFailure):
        fits("plain text", PHRASE)


def test_as_it_ships_each_attempt_costs_as_much_as_is_advised() -> None:
    """OWASP, scrypt: N 2**17, r 8, p 1."""
    asked = (
        "from ledger.values import passphrases as p; print(p.made('four words nobody connects'))"
    )
    shown = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True
    )
    assert shown.stdout.startswith("$scrypt$ln=17,r=8,p=1$")
