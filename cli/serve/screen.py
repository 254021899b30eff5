"""Pages on a screen: the templates that are printed, within a frame that has the way around and the moment."""

import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlencode

from cli.serve.address import Address, At, Ways, withheld
from cli.serve.addresses import ADDRESSES
from cli.serve.asked import MOMENTS, Asked
from cli.serve.of_report import TITLES
from cli.serve.readers import ANYBODY, Reader
from ledger.values.hidden import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from jinja2 import Environment

    from projections.pages import Page


class Way(NamedTuple):
    """A way to somewhere that stands on every page. key: by which it is gone. more: whether it stands in a list."""

    text: str
    path: str
    key: str = ""
    more: bool = False


WAYS: Final = (
    Way("Day", "/day/{day}", "d"),
    Way("Floor", "/floor", "f"),
    Way("Search", "/search", "/"),
    Way("Vigorish", "/vigorish", "v"),
    Way("Meters", "/meters"),
    Way("Forms", "/forms"),
    Way("Disputes", "/disputes"),
    Way("Month", "/month/{month}", more=True),
    Way("Year", "/year/{year}", more=True),
    Way("Undone entries", "/undone/{day}", more=True),
    Way("Operators", "/operators", more=True),
    Way("Seal", "/seal", more=True),
    *(Way(title, f"/report/{name}/{{day}}", more=True) for name, title in TITLES.items()),
)
"""What can be gone to from everywhere, in order."""


@cache
def environment() -> "Environment":
    """The templates of this package, and those that are printed: a frame of the same name is this package's."""
    from jinja2 import ChoiceLoader, PackageLoader, PrefixLoader

    from projections.pages import environment as printed
    from projections.pages.markup import region
    from projections.queries.words import words

    papers = PackageLoader("projections.pages")
    loader = ChoiceLoader([PackageLoader("cli.serve"), PrefixLoader({"printed": papers}), papers])
    made = printed().overlay(loader=loader)
    made.filters = {**made.filters, "words": words}
    made.globals = {**made.globals, "region": region}
    return made


_OF_NAMES: Final = re.compile(
    "|".join(
        re.sub(r"{\w+(:path)?}", lambda part: ".+" if part[1] else "[^/]+", each)
        for each in ("/proof", *(each.path for each in ADDRESSES if each.unnamed is withheld))
    )
)
"""The paths at which who sees no names is refused."""


def _closed_to(reader: Reader) -> "Callable[[str], bool]":
    return lambda path: not reader.names and _OF_NAMES.fullmatch(path) is not None


def beginnings(reader: Reader | None, said: "Mapping[str, str]") -> list[dict[str, Any]]:
    """The ways on for a reader, from where something was not found; the first is where they begin. None: not known.
    said: what stands behind the question mark there.
    """
    return _ways(WAYS[:3], Ways(said, _closed_to(reader or ANYBODY)), "today", "")


def around(
    address: Address | None, said: "Mapping[str, str]", reader: Reader | None, path: str
) -> dict[str, Any]:
    """What any page has around it: who reads, and the moment to choose. address: which it is of; None for none of
    these, where there is nothing to look back to.
    """
    options = {} if address is None else {k: v for k, v in said.items() if k in address.options}
    return {
        "path": path if address is not None else "",
        "follows": address is not None and address.looks_back,
        "options": options,
        "moment": {name: said.get(name, "") for name in MOMENTS},
        "now": f"{path}?{urlencode(options)}" if options else path,
        "reader": reader,
    }


_NONCE, _WHO = "\udcfe", "\udcff"
"""Stand in a page that is kept, where each answer has something of its own: as bytes that are in no text (UTF-8)."""


def drawn(page: "Page", address: Address, asked: Asked, path: str) -> bytes:
    """A page as HTML, for all who see the same. path: its own."""
    from projections.queries.house import paper

    day, reader = str(page.context.get("day") or ""), asked.reader
    at = At(asked, day or asked.day, _closed_to(reader))
    known = reader._replace(operator=_WHO if reader.operator else "")
    frame = around(address, asked.said, known, path)
    frame |= {
        "property": asked.ledger.property.name,
        "paper": paper(asked.ledger),
        "at": at,
        "ways": _ways(WAYS, at, day or asked.day, path),
        "data": at.to(f"{path}.json", **frame["options"]),
        "compare": _beside(asked, at, day) if address.looks_back else "",
        "typed": address.typed(asked),
        "nonce": _NONCE,
        "notices": asked.notices,
    }
    template = environment().get_template(page.template)
    return _encoded(template.render({**frame, **page.context, "day": day}))


def filled(page: bytes, nonce: str, operator: str) -> bytes:
    """That page for one answer. nonce: by which its styles are known. operator: who reads, "" where nobody is asked."""
    from markupsafe import escape

    who = str(escape(visible(operator)))
    return page.replace(_encoded(_NONCE), nonce.encode()).replace(_encoded(_WHO), who.encode())


def _encoded(text: str) -> bytes:
    return text.encode(errors="surrogateescape")


def _ways(ways: "Iterable[Way]", at: Ways, day: str, path: str) -> list[dict[str, Any]]:
    """Those of them that are open. path: of the page that they stand on."""
    gone = ((way, way.path.format(day=day, month=day[:7], year=day[:4])) for way in ways)
    led = ({**way._asdict(), "path": at.to(to), "here": to == path} for way, to in gone)
    return [each for each in led if each["path"]]


def _beside(asked: Asked, at: At, day: str) -> str:
    """Where the moment that is looked back to is compared with now; "" where there is none, or no day."""
    before = {"from": asked.said.get("as_of"), "known_from": asked.said.get("known_at")}
    return at.to(f"/compare/day/{day}", **before) if day and any(before.values()) else ""


def plain(template: str, nonce: str, **context: Any) -> str:
    """A page that is of no books: an error, or the way in."""
    nothing = dict.fromkeys(("property", "day", "path", "data", "typed", "now", "compare"), "")
    frame: dict[str, Any] = {**nothing, "paper": "auto", "nonce": nonce}
    frame |= {"ways": [], "notices": [], "reader": None}
    return environment().get_template(template).render({**frame, **context})
