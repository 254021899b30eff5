"""A licensee's own document: one that ships, with lines of it changed."""

import re

from ledger.rules.source import packaged_text


def document(rules: str, **lines: str) -> str:
    """The TOML of a submission that ships, with `key = value` lines replaced; an empty value drops
    the line.
    """
    text = packaged_text(f"submissions/{rules}.toml")
    for key, value in lines.items():
        pattern = rf"^{key} = (\[\n(.*\n)*?\]|.*)\n"
        changed = f"{key} = {value}\n" if value else ""
        text, count = re.subn(pattern, changed, text, flags=re.MULTILINE)
        assert count == 1, key
    return text
