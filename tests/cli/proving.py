"""Passphrases in files, and people who have some, for tests of commands."""

from pathlib import Path

from tests.cli.conftest import Terminal

PEOPLE = ("A-1", "A-2")


def write_phrases(phrases: dict[str, str], mode: int = 0o600) -> None:
    """Files of passphrases, by operator: `A-1.phrase`."""
    for operator, words in phrases.items():
        place = Path(f"{operator}.phrase")
        place.write_text(f"{words}\n", encoding="utf-8")
        place.chmod(mode)


def filed(operator: str) -> tuple[str, ...]:
    """Who acts, and the file of their passphrase."""
    return ("--by", operator, "--passphrase-file", f"{operator}.phrase")


def enroll(terminal: Terminal, *required: str) -> None:
    """A-1 and A-2 have passphrases; accounting is asked for it, and whoever signs besides, unless others are named."""
    write_phrases({each: f"the passphrase of {each}" for each in PEOPLE})
    for each in PEOPLE:
        new = ("--new-passphrase-file", f"{each}.phrase")
        terminal.does("operator", "enroll", each, *new, *filed("A-1"))
    asked = ",".join(required or ("accounting", "second"))
    terminal.does("property", "set", f"passphrases={asked}", *filed("A-1"))
