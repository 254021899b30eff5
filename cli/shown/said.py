"""The streams that a command speaks on, and what reaches a terminal by them.

Text that came from outside is written with its hidden characters escaped: what a terminal acts on is what this program
draws itself, and goes by `drawing`.
"""

import codecs
import io
import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, TextIO, cast

from ledger.values.hidden import SEEN, visible_lines

_IN_LETTERS: Final = dict(zip("♠♥♦♣·—─…", [*"shdc|--", "..."], strict=True))
IN_LETTERS: Final = "pit.in_letters"
"""What a stream does with a character that it cannot encode: suits are letters, as they are typed; what this program
draws is drawn otherwise.
"""


_OF_PYTHON: Final = {"strict", "surrogateescape", "backslashreplace"}
"""What the standard streams do with such a character unless somebody says otherwise."""


def _encodable(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lost = error.object[error.start : error.end]
    return "".join(_IN_LETTERS.get(each, "?") for each in lost), error.end


codecs.register_error(IN_LETTERS, _encodable)


def _shown(said: Any) -> Any:
    """What is said, text or bytes, without anything that a terminal acts on."""
    if isinstance(said, str):
        return visible_lines(said)
    if said.isascii() and not said.translate(None, SEEN):
        return said
    return visible_lines(bytes(said).decode("utf-8", "replace")).encode()


class Said(io.TextIOBase):
    """A stream that hands a failure to `lost`, which may raise, and goes on where it does not.

    shown: makes of what is said what is written.
    """

    encoding = "utf-8"
    """Any text is taken; what the stream beneath cannot encode, it replaces. Were its own encoding told
    here, click would write UTF-8 past one that is ASCII."""
    errors = "replace"

    def __init__(
        self,
        stream: Any,
        lost: Callable[[Exception], None],
        shown: Callable[[Any], Any] = _shown,
    ) -> None:
        if isinstance(stream, io.TextIOWrapper) and stream.errors in _OF_PYTHON:
            stream.reconfigure(errors=IN_LETTERS)
        self._stream = stream
        self._lost = lost
        self._shown = shown
        self.failed = False

    def write(self, said: Any) -> int:
        """Text, or bytes where the stream beneath takes them."""
        self._try(lambda: self._stream.write(self._shown(said)))
        return len(said)

    def flush(self) -> None:
        """Have written what was said."""
        self._try(self._stream.flush)

    def _try(self, do: Callable[[], object]) -> None:
        try:
            do()
        except (OSError, ValueError) as error:
            self.failed = True
            self._lost(error)

    @property
    def buffer(self) -> "Said":
        """The same for bytes."""
        return Said(self._stream.buffer, self._lost, self._shown)

    @property
    def drawing(self) -> "Said":
        """The same for what is drawn: colours, and lines that are written over."""
        return Said(self._stream, self._lost, lambda drawn: drawn)

    @property
    def in_utf8(self) -> bool:
        """Whether the stream beneath writes UTF-8."""
        written = getattr(self._stream, "encoding", None) or ""
        return written.lower().replace("-", "") == "utf8"

    def encodable(self, text: str) -> str:
        """Text as the stream beneath can write it."""
        encoding = getattr(self._stream, "encoding", None) or self.encoding
        return text.encode(encoding, IN_LETTERS).decode(encoding)

    def writable(self) -> bool:
        """It is there to be written to."""
        return True

    def isatty(self) -> bool:
        """Whether a person reads it."""
        return bool(self._stream.isatty())

    def fileno(self) -> int:
        """The file descriptor beneath."""
        return int(self._stream.fileno())

    def let_go(self) -> None:
        """Keep the interpreter from writing at its end what could not be written before."""
        with suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)


def mark_as_utf8(stream: TextIO) -> None:
    """Begin a file with the mark by which a spreadsheet knows UTF-8; a terminal has no use for it."""
    if isinstance(stream, Said) and stream.in_utf8 and not stream.isatty():
        stream.drawing.write("\ufeff")


def as_written(text: str, stream: TextIO) -> str:
    """Text as a stream can write it, for who draws at its terminal past it."""
    return stream.encodable(text) if isinstance(stream, Said) else text


def drawing(stream: TextIO) -> TextIO:
    """A stream for what this program draws on it itself, and nobody else has put into words."""
    return cast("TextIO", stream.drawing) if isinstance(stream, Said) else stream
