"""Keys that are the same in every run, and stores that were sealed with them, for tests. Nobody else uses them."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.cli.conftest import Terminal

LOG_PRIVATE = "PRIVATE+KEY+harbor-house+8c9d9acb+ARucsk9squ/Dj4LEvr06Xa2J0xtCqDhnVpuijnQQBr2t"
LOG = "harbor-house+8c9d9acb+AaX80saqWzgvK7OabwQwoPK7Ypu2YHNgTUnBR/QtFudA"
WITNESS_PRIVATE = (
    "PRIVATE+KEY+commission.example+09c0aead+BCLCraaFd9+KfJu4KSVeMW1uUhuK4CVWmIzLeae71N+F"
)
WITNESS = "commission.example+09c0aead+BJvQa/YgVoLXNAiSsZlI1TBfWNePC35njpWvoKvbAp32"
NEXT_PRIVATE = "PRIVATE+KEY+harbor-house+e7d8edac+Ad7b/T1DndsLUa4JRdfST9pbDldMzwsA8Ec7GjPbXsAC"
NEXT = "harbor-house+e7d8edac+AdYQGKFStYKLTJQsY7Zq+w5PhcLoSfI6KMDHQ/HCpM/Z"
OTHER_PRIVATE = "PRIVATE+KEY+pier-nine+a1e3f8ab+ASrU5n2zZceMawebZ3VNxCMryXBPtTLr6XnW2LepwE3Y"

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
