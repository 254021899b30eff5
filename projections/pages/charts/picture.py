"""What all pictures are made of: elements, and figures as they are written in a drawing."""

from collections.abc import Sequence
from typing import Final, NamedTuple
from xml.etree import ElementTree

from ledger.values.money import dollars
from projections.figures.render import Kind
from projections.pages.words import UNKNOWN, money, share

WIDTH: Final = 800
"""Units of a picture, which takes the width of its page whatever that is."""

LETTER: Final = 7
"""Units that a letter takes, so that words find room: most are narrower."""


class Drawing(NamedTuple):
    """SVG elements that belong together: a page may end between two pictures. head: the scale that stands above them,
    and again on every page that they go on; "" where each has its own.
    """

    head: str
    pictures: Sequence[str]


def begun(height: int, title: str, told: str = "") -> ElementTree.Element:
    """A picture with nothing in it yet, named for those who do not see it, and described where there is more to say."""
    svg = ElementTree.Element(
        "svg", {"class": "chart", "viewBox": f"0 0 {WIDTH} {height}", "role": "img"}
    )
    put(svg, "title", title)
    if told:
        put(svg, "desc", told)
    return svg


def put(
    into: ElementTree.Element, tag: str, text: str = "", **attributes: int | str
) -> ElementTree.Element:
    """An element more, with its text; an attribute's name is written with `_`, `class_` for the one that Python has."""
    made = ElementTree.SubElement(
        into,
        tag,
        {name.rstrip("_").replace("_", "-"): str(value) for name, value in attributes.items()},
    )
    made.text = text or None
    return made


def text_of(svg: ElementTree.Element) -> str:
    """A picture as it stands in a page, an element a line."""
    ElementTree.indent(svg, space="")
    return ElementTree.tostring(svg, encoding="unicode")


def sign_of(value: int) -> str:
    """The class of a figure."""
    return "lost" if value < 0 else "won"


def figure(value: int | None, kind: Kind) -> str:
    """A figure as it is written beside its bar."""
    if value is None:
        return UNKNOWN
    return share(value) if kind is Kind.SHARE else money(value)


def mark(value: int, kind: Kind) -> str:
    """A round figure of a scale: `$1,500`, `5%`."""
    if kind is Kind.SHARE:
        return f"{money(value).removesuffix('.00')}%"
    return dollars(value).removesuffix(".00").replace("-", "\N{MINUS SIGN}")
