"""Stores that are sealed with the keys of the tests, and what was typed."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.cli.conftest import Terminal
from tests.sealing import LOG, LOG_PRIVATE, NEXT_PRIVATE, OTHER_PRIVATE, WITNESS_PRIVATE

KEYS: Mapping[str, str] = {
    "log.key": LOG_PRIVATE,
    "witness.key": WITNESS_PRIVATE,
    "next.key": NEXT_PRIVATE,
    "other.key": OTHER_PRIVATE,
    "public.key": LOG,
    "failing.key": f"{LOG}\nfalse",
}


def write_keys() -> None:
    """Key files in this directory, as they have to be."""
    for name, content in KEYS.items():
        place = Path(name)
        place.touch(0o600)
        place.write_text(f"{content}\n", encoding="utf-8")


def seal(terminal: Terminal, *options: str, out: str = "own.checkpoint") -> Path:
    """The log sealed with its key, and the checkpoint."""
    terminal.does("audit", "seal", "--key", "log.key", "--out", out, "--force", *options)
    return Path(out)


def cosign(
    terminal: Terminal, place: str = "own.checkpoint", out: str = "theirs.checkpoint"
) -> Path:
    """A checkpoint witnessed."""
    witnessed = ("--key", "witness.key", "--log", LOG, "--out", out, "--force")
    terminal.does("audit", "cosign", place, *witnessed)
    return Path(out)


@contextmanager
def sealed(*further: str) -> Iterator[Terminal]:
    """A store in this directory, sealed and witnessed; and what was typed afterwards."""
    terminal = Terminal("sqlite:///pit.db")
    write_keys()
    seal(terminal)
    cosign(terminal)
    for typed in further:
        terminal.does(*typed.split())
    yield terminal
