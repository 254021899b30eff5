"""Pages to print: HTML made of templates, whole in one file, the same bytes for the same figures.

A template extends `base.html`, which needs `title`, `property`, `day` and `paper`, the size to print on, and takes
`subtitle` and `position` too, and `span`: what `day` is where it is no gaming day. Everything is escaped, what is not
seen where it stands is shown as JSON escapes it, and a name that a template asks for and nobody gave is an error.

The same templates are shown on a screen, within another `base.html`. What a page names, such as a round, it writes with
`{{ linked(text, at("round", id)) }}`: where a kind of thing has an address, that is a link; on paper nothing has one.
What may be wider than a screen stands in `<section{{ region(name) }}>`, which is scrolled there.
"""

import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ledger.values.hidden import visible_lines
from projections.pages import words

if TYPE_CHECKING:
    from jinja2 import Environment

FILTERS: Final = {
    "money": words.money,
    "share": words.share,
    "number": words.number,
    "moment": words.moment,
    "clock": words.clock,
    "sign": words.sign,
    "css": words.css,
    "runs": words.runs,
}
"""What a template writes a figure with: `{{ win.drop | money }}`. An unknown figure is a dash."""


_TEXT: Final = re.compile("[^\udc80-\udcff]+")
"""All but what stands for a byte that is in no text: a mark of whoever fills it in."""


class Page(NamedTuple):
    """A page that is still to be drawn: its template, and what that asks for."""

    template: str
    context: dict[str, Any]

    def html(self) -> str:
        """As a whole page to print. Raises jinja2.TemplateNotFound, or UndefinedError where the template asks for what
        is not in the context.
        """
        return environment().get_template(self.template).render(**self.context)


def nowhere(*_: object) -> str:
    """The address of anything on paper: none; nor is anything there scrolled."""
    return ""


@cache
def environment() -> "Environment":
    """The templates of this package. Autoescape is on, what they come to has no hidden character, and an unknown name
    raises UndefinedError.
    """
    # It costs 40 ms, and only pages need it.
    from jinja2 import Environment, PackageLoader, StrictUndefined, Template  # noqa: PLC0415  as said above

    from projections.pages import markup  # noqa: PLC0415  the same

    class Seen(Template):
        """All of a page at once: its texts come in by filters, attributes and charts too."""

        def render(self, *args: Any, **context: Any) -> str:
            whole = super().render(*args, **context)
            return _TEXT.sub(lambda found: visible_lines(found[0]), whole)

    made = Environment(
        loader=PackageLoader("projections.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.template_class = Seen
    made.filters.update(FILTERS)
    made.filters["whole"] = markup.whole
    made.globals.update(
        at=nowhere, region=nowhere, span="Gaming day", linked=markup.linked, cells=markup.cells
    )
    return made


def page(template: str, **context: Any) -> Page:
    """A page made of a template of this package."""
    return Page(template, context)
