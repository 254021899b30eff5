"""Pages on a screen: the templates that are printed, within a frame that has the way around and the moment."""

from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlencode

from cli.serve.address import Address, At, withheld
from cli.serve.addresses import ADDRESSES
from cli.serve.asked import MOMENTS, Asked
from cli.serve.of_report import TITLES
from cli.serve.readers import ANYBODY, Reader

if TYPE_CHECKING:
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


_OF_NAMES: Final = frozenset(each.path for each in ADDRESSES if each.unnamed is withheld)
"""What is refused to who sees no names."""


def _open_to(reader: Reader, ways: tuple[Way, ...]) -> list[Way]:
    return [each for each in ways if reader.names or each.path not in _OF_NAMES]


def beginnings(reader: Reader | None) -> list[dict[str, Any]]:
    """The ways on for a reader, from where something was not found; the first is where they begin. None: not known."""
    return [
        {**way._asdict(), "path": way.path.format(day="today"), "here": False}
        for way in _open_to(reader or ANYBODY, WAYS[:3])
    ]


_NONCE, _WHO = "\udcfe", "\udcff"
"""Stand in a page that is kept, where each answer has something of its own: as bytes that are in no text (UTF-8)."""


def drawn(page: "Page", address: Address, asked: Asked, path: str) -> bytes:
    """A page as HTML, for all who see the same. path: its own."""
    from projections.queries.house import paper

    day = str(page.context.get("day") or "")
    said = address.said(asked)
    at, options = At(asked, day or asked.day), {k: v for k, v in said.items() if k not in MOMENTS}
    frame: dict[str, Any] = {
        "property": asked.ledger.property.name,
        "paper": paper(asked.ledger),
        "at": at,
        "ways": [_way(each, at, day or asked.day, path) for each in _open_to(asked.reader, WAYS)],
        "path": path if address.looks_back else "",
        "now": _plainly(path, options),
        "data": at.to(f"{path}.json", **options),
        "compare": _beside(asked, day),
        "options": options,
        "moment": {name: said.get(name, "") for name in MOMENTS},
        "typed": address.typed(asked),
        "nonce": _NONCE,
        "notices": asked.notices,
        "reader": asked.reader._replace(operator=_WHO if asked.reader.operator else ""),
    }
    template = environment().get_template(page.template)
    return _encoded(template.render({**frame, **page.context, "day": day}))


def filled(page: bytes, nonce: str, operator: str) -> bytes:
    """That page for one answer. nonce: by which its styles are known. operator: who reads, "" where nobody is asked."""
    from markupsafe import escape

    who = str(escape(operator))
    return page.replace(_encoded(_NONCE), nonce.encode()).replace(_encoded(_WHO), who.encode())


def _encoded(text: str) -> bytes:
    return text.encode(errors="surrogateescape")


def _way(way: Way, at: At, day: str, path: str) -> dict[str, Any]:
    to = way.path.format(day=day, month=day[:7], year=day[:4])
    return {
        "text": way.text,
        "path": at.to(to),
        "here": to == path,
        "key": way.key,
        "more": way.more,
    }


def _beside(asked: Asked, day: str) -> str:
    """Where the moment that is looked back to is compared with now; "" where there is none, or no day."""
    before = {"from": asked.said.get("as_of"), "known_from": asked.said.get("known_at")}
    said = {name: text for name, text in before.items() if text is not None}
    return f"/compare/day/{day}?{urlencode(said)}" if said and day else ""


def _plainly(path: str, options: dict[str, str]) -> str:
    return f"{path}?{urlencode(options)}" if options else path


def plain(template: str, nonce: str, **context: Any) -> str:
    """A page that is of no books: an error, or the way in."""
    nothing = dict.fromkeys(("property", "day", "path", "data", "typed", "now", "compare"), "")
    frame: dict[str, Any] = {
        **nothing,
        "paper": "auto",
        "nonce": nonce,
        "ways": [],
        "notices": [],
        "reader": None,
    }
    return environment().get_template(template).render({**frame, **context})
