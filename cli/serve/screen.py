"""Pages on a screen: the templates that are printed, within a frame that has the way around and the moment."""

from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cli.serve.address import At
from cli.serve.asked import MOMENTS, Asked

if TYPE_CHECKING:
    from jinja2 import Environment

    from projections.pages import Page


class Way(NamedTuple):
    """A way to somewhere that stands on every page."""

    text: str
    path: str


WAYS: Final = (
    Way("Day", "/day/{day}"),
    Way("Floor", "/floor"),
)
"""What can be gone to from everywhere, in order."""


@cache
def environment() -> "Environment":
    """The templates of this package, and those that are printed: a frame of the same name is this package's."""
    from jinja2 import ChoiceLoader, PackageLoader, PrefixLoader

    from projections.pages import environment as printed

    papers = PackageLoader("projections.pages")
    loader = ChoiceLoader([PackageLoader("cli.serve"), PrefixLoader({"printed": papers}), papers])
    return printed().overlay(loader=loader)


def drawn(page: "Page", asked: Asked, path: str, typed: str, nonce: str) -> str:
    """A page as HTML. path: its own. typed: the command that answers the same. nonce: by which its styles are known."""
    from projections.queries.house import paper

    day = str(page.context.get("day") or "")
    at = At(asked, day or asked.day)
    frame: dict[str, Any] = {
        "property": asked.ledger.property.name,
        "paper": paper(asked.ledger),
        "at": at,
        "ways": [
            {"text": way.text, "path": at.to(way.path.format(day=asked.day)), "here": False}
            for way in WAYS
        ],
        "path": path,
        "options": {name: text for name, text in asked.said.items() if name not in MOMENTS},
        "typed": typed,
        "nonce": nonce,
        "notices": asked.notices,
        "said": asked.said,
        "moment": {name: asked.said.get(name, "") for name in MOMENTS},
    }
    return environment().get_template(page.template).render({**frame, **page.context, "day": day})


def plain(template: str, nonce: str, **context: Any) -> str:
    """A page that is of no books: an error, or the way in."""
    frame = {"property": "", "day": "", "paper": "auto", "nonce": nonce, "ways": [], "typed": ""}
    return environment().get_template(template).render({**frame, **context})
