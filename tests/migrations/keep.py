"""Keep a store that a version has played, so that later versions can be tried on it.

    python -m tests.migrations.keep NAME --pit /where/that/version/is/.venv/bin/pit

plays `stores/played.txt` with that version's own `pit`, seals it, and writes `stores/NAME/`: the store
compressed, what was typed, and the books that this version makes of it. NAME is the version: its
tag, or its commit. Done once, when a version goes out; what is kept is not made anew, because no
other version can make it.
"""

import argparse
import json
import lzma
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Final

STORES: Final = Path(__file__).parent / "stores"
PLAYED: Final = "played.txt"
FEED: Final = "feed.ndjson"
STORE: Final = "pit.db.xz"
BOOKS: Final = "books.json"

DAYS: Final = ("2026-07-11", "2026-07-12")
"""The days played: the first closed, the second under way."""

ASKED: Final = tuple(
    f"{report} --day {day}"
    for day in DAYS
    for report in (
        *("report win", "report win --period month --group pit", "report hours", "report vig"),
        *("report forms", "report comps", "report coupons", "report meters", "report awards"),
        *("report exceptions", "report day"),
    )
)
"""Every report, and the master report."""


def make_ready(folder: Path) -> None:
    """Put into a folder what is played there besides: the feed, and the file of a passphrase."""
    shutil.copy(STORES / FEED, folder)
    phrase = folder / "A-1.phrase"
    phrase.touch(mode=0o600)
    phrase.write_text("four words of A-1\n", encoding="utf-8")


def keep(name: str, pit: Path) -> None:
    """Play, and write what came of it. Raises CalledProcessError where a command is refused."""
    kept = STORES / name
    with tempfile.TemporaryDirectory() as home:
        store = Path(home, "pit.db")
        make_ready(Path(home))
        env = {"PATH": os.defpath, "HOME": home, "PIT_DB": f"sqlite:///{store}"}

        def run(*args: str, stdin: str | None = None) -> str:
            command = [str(pit), *args]
            done = subprocess.run(
                command,
                input=stdin,
                env=env,
                cwd=home,
                check=True,
                capture_output=True,
                text=True,
            )
            return done.stdout

        run("shell", stdin=(STORES / PLAYED).read_text(encoding="utf-8"))
        run("audit", "key", "new", "log.key")
        run("audit", "seal", "--key", "log.key")
        books: dict[str, Any] = {each: json.loads(run(*each.split(), "--json")) for each in ASKED}
        kept.mkdir()
        (kept / STORE).write_bytes(lzma.compress(store.read_bytes(), preset=9))
    for file in (PLAYED, FEED):
        shutil.copy(STORES / file, kept)
    (kept / BOOKS).write_text(json.dumps(books, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.migrations.keep", description=__doc__)
    parser.add_argument("name")
    parser.add_argument("--pit", type=Path, required=True)
    given = parser.parse_args()
    keep(given.name, given.pit.absolute())
