"""Characters that are not seen, or that move what is seen.

They are no part of a name or a reason: controls (C0, DEL, C1), format and bidirectional characters, zero-width ones,
fillers and selectors that Unicode has ignored where they are shown (`Default_Ignorable_Code_Point`), separators of
lines, halves of surrogates. None is taken, and where something recorded earlier holds one it is shown
escaped, as JSON escapes it.
"""

import re
from typing import Final

HIDDEN: Final = (
    "[\x00-\x1f\x7f-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u17b4-\u17b5"
    "\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""A character that no text may hold, as an expression: to compile it takes longer than to show most answers."""

DRAWN: Final = "─—"
"""What tables are drawn with beyond ASCII."""

SEEN: Final = bytes([*b"\t\n", *range(0x20, 0x7F)])
"""The ASCII that a text of several lines is written in."""


def hidden(text: str) -> re.Match[str] | None:
    """The first such character that a text holds."""
    return None if _plain(text) else re.search(HIDDEN, text)


def visible(text: str) -> str:
    """Text with every hidden character escaped: for one line, or one cell."""
    return text if _plain(text) else re.sub(HIDDEN, _escaped, text)


def visible_lines(text: str) -> str:
    """The same for whole lines: tabs and line feeds are what they are."""
    # What cannot be printed ASCII is looked at alone: of a long text it is little, such as the rules drawn in it.
    rest = text.encode(errors="surrogatepass").translate(None, SEEN).decode(errors="surrogatepass")
    if not rest.strip(DRAWN) or not re.search(HIDDEN, rest):
        return text
    return "\n".join("\t".join(map(visible, line.split("\t"))) for line in text.split("\n"))


def _plain(text: str) -> bool:
    return text.isascii() and text.isprintable()


def _escaped(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < 0x10000:
        return f"\\u{code:04x}"
    high, low = divmod(code - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"
