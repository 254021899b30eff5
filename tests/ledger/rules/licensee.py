"""A licensee's own document: one that ships, with lines of it changed."""

import re
from pathlib import Path

import ledger.rules

_SUBMISSIONS = Path(ledger.rules.__file__).parent / "submissions"


def document(rules: str, **lines: str) -> str:
    """The TOML of a submission that ships, with `key = value` lines replaced; an empty value drops
    the line.
    """
    text = (_SUBMISSIONS / f"{rules}.toml").read_text(encoding="utf-8")
    for key, value in lines.items():
        pattern = rf"^{key} = (\[\n(.*\n)*?\]|.*)\n"
        changed = f"{key} = {value}\n" if value else ""
        text, count = re.subn(pattern, changed, text, flags=re.MULTILINE)
        assert count == 1, key
    return text
