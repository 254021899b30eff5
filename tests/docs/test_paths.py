"""A file that a page sends its reader to is there, under that name."""

import re
from itertools import chain
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"))
TOPS: Final = "ledger|projections|cli|migrations|tests|benchmarks|docs"
PATH: Final = re.compile(rf"`((?:{TOPS})/[\w./*-]+?)(?:::\w+)?`")
LINK: Final = re.compile(r"\]\((?!\w+:)([\w./-]+)(?:#[\w-]+)?\)")
STANDS_FOR: Final = re.compile(r"[A-Z]{2,}")
"""`NOUN`, `NAME`: whatever is added is called so."""


def missing(page: Path) -> list[str]:
    """What a page names and is not there: paths from the root, of modules without `.py`
    too, and links from where the page is.
    """
    text = page.read_text(encoding="utf-8")
    paths = (path for path in PATH.findall(text) if not STANDS_FOR.search(path))
    named = chain(
        ((ROOT, path.rstrip("/")) for path in paths),
        ((page.parent, path) for path in LINK.findall(text)),
    )
    return sorted(
        {path for start, path in named if not {*start.glob(path), *start.glob(f"{path}.py")}}
    )


def test_every_path_and_every_link_leads_to_a_file() -> None:
    found = {page.name: missing(page) for page in PAGES if page.name != "CHANGELOG.md"}
    assert {name: paths for name, paths in found.items() if paths} == {}


def test_what_is_not_there_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("`ledger/NOUN/acts.py`, `ledger/attic.py`, [here](page.md), [there](no.md#x)")
    assert missing(page) == ["ledger/attic.py", "no.md"]
