"""An address: what it is called by, the question that it asks, the page that shows the answer, and the command that
answers the same.
"""

import shlex
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, urlencode

from cli.serve.asked import MOMENTS, Asked
from ledger.values.errors import Refused

if TYPE_CHECKING:
    from projections.pages import Page


class Address(NamedTuple):
    """path: as it is written, a name in braces for each part that differs. command: that answers the same, with these
    names. ask: the answer, which the command prints with --json. show: the page of it.

    options: what may stand behind the question mark, and as which option of the command; "" for what it takes as it is,
    and does not without.
    looks_back: whether it is asked of a moment that is past. of_log: whether it changes only as the log moves. unnamed:
    the answer to who sees no names of patrons and operators.
    """

    path: str
    command: str
    ask: Callable[[Asked], Any]
    show: "Callable[[Asked, Any], Page]"
    options: Mapping[str, str] = {}
    looks_back: bool = True
    of_log: bool = True
    unnamed: Callable[[Any], Any] | None = None

    def answer(self, asked: Asked) -> Any:
        """What is answered to whoever asks. Raises Refused where it would name somebody."""
        answer = self.ask(asked)
        if asked.reader.names or self.unnamed is None:
            return answer
        return self.unnamed(answer)

    def said(self, asked: Asked) -> dict[str, str]:
        """What stands behind the question mark and means something here."""
        takes = {*self.options, *(MOMENTS if self.looks_back else ())}
        return {name: text for name, text in asked.said.items() if name in takes}

    def typed(self, asked: Asked) -> str:
        """The command, as it is typed; "" where words that it needs are not said yet."""
        if any(not option and name not in asked.said for name, option in self.options.items()):
            return ""
        named = {**asked.named, "day": asked.day}
        words = self.command.format(**{name: shlex.quote(text) for name, text in named.items()})
        options, said = {**self.options, **MOMENTS}, self.said(asked)
        named_by = [f"{options[name]} {shlex.quote(said[name])}" for name in said if options[name]]
        return " ".join((words, *named_by, *(plain(said[n]) for n in said if not options[n])))


def words_of(text: str) -> list[str]:
    """What is written in one field, word by word; what is within quotes is one."""
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def plain(text: str) -> str:
    """The same words as they are typed: no shell makes anything else of them, no command takes one for an option."""
    words = words_of(text)
    dashed = any(word.startswith("-") for word in words)
    return f"{'-- ' if dashed else ''}{shlex.join(words)}"


def withheld(_: object) -> Any:
    """Nothing: an answer that cannot be told without names. Raises Refused."""
    raise Refused(
        "names_withheld",
        "This names patrons or operators, and your roles do not see names.",
        "Ask accounting, audit or surveillance.",
    )


_PLACES: Mapping[str, str] = {
    "day": "/day/{0}",
    "finding": "/day/{1}/finding/{0}",
    "table": "/table/{0}/{1}",
    "standing": "/table/{0}",
    "form": "/form/{0}",
    "fill": "/slip/fill/{0}",
    "credit": "/slip/credit/{0}",
    "series": "/forms/{0}",
    "link": "/meter/{0}",
    "event": "/event/{0}",
    "operator": "/operator/{0}",
}
"""Where things are shown, by their kind."""


class Ways:
    """Where a reader can go from a page, at the moment that is looked back to. said: what stands behind the page's
    question mark. closed: whether a path is one at which they are refused.
    """

    def __init__(self, said: Mapping[str, str], closed: Callable[[str], bool]) -> None:
        self._moment = {name: said[name] for name in MOMENTS if said.get(name)}
        self._closed = closed

    def to(self, path: str, **said: object) -> str:
        """A path at this moment; "" where it is closed. said: what else stands behind its question mark; what is None
        is not said.
        """
        if self._closed(path):
            return ""
        query = urlencode({k: v for k, v in {**said, **self._moment}.items() if v is not None})
        return f"{path}?{query}" if query else path


class At(Ways):
    """The addresses of what a page names, too. day: the gaming day of what names none."""

    def __init__(self, asked: Asked, day: str, closed: Callable[[str], bool]) -> None:
        super().__init__(asked.said, closed)
        self._asked = asked
        self._day = day

    def __call__(self, kind: str = "", *of: object) -> str:
        """The address of a thing of a kind; "" where it has none."""
        names = [quote(str(each), safe="") for each in (*of, self._day)]
        if kind == "round":
            return self.to("/round/{}/{}/{}".format(*map(_quoted, str(of[0]).rsplit(":", 2))))
        if kind == "table" and of[0] not in self._asked.tables:
            return ""
        if kind == "operator" and of[0] not in self._asked.operators:
            return ""
        return self.to(_PLACES[kind].format(*names)) if kind in _PLACES else ""


def _quoted(text: str) -> str:
    return quote(text, safe="")
