"""What is on paper, and what stands for money: forms, slips, disputes, meters, outstanding vigorish."""

from typing import TYPE_CHECKING, Any

from cli.serve.asked import Asked
from cli.serve.of_report import rows_page
from cli.typed.slips import KIND
from cli.typed.values import SERIAL

if TYPE_CHECKING:
    from projections.pages import Page
    from projections.queries.forms import FormShown, Paper
    from projections.queries.report import Rows
    from projections.queries.slips import SlipPaper, SlipShown
    from projections.queries.standing import LinkStanding


def forms(asked: Asked) -> "Rows":
    """Every series, or the forms of one."""
    from projections.queries.forms import forms as of

    return of(asked.ledger, asked.moment, _series(asked))


def forms_page(asked: Asked, found: "Rows") -> "Page":
    """Series, or forms, as a table."""
    series = _series(asked)
    return rows_page(asked, found, f"Forms of {series}" if series else "Series of forms")


def _series(asked: Asked) -> str | None:
    series = asked.named.get("series")
    return asked.ledger.spelled(series, "series") if series else None


def form(asked: Asked) -> "FormShown":
    """A form, and those who signed it."""
    return _paper(asked).shown


def form_page(asked: Asked, _: object) -> "Page":
    """Original and duplicate, as they are printed to be looked at."""
    from projections.queries.printed import paper_shown

    return paper_shown(asked.ledger, _paper(asked))


def _paper(asked: Asked) -> "Paper":
    from projections.queries.forms import form as of

    named = SERIAL.convert(asked.named["serial"], None, None)
    series = asked.ledger.spelled(named.series, "series")
    return of(asked.ledger, asked.moment, series, named.number)


def slip(asked: Asked) -> "SlipShown":
    """The slip of a fill or a credit, and those who signed it."""
    return _slip(asked).shown


def slip_page(asked: Asked, _: object) -> "Page":
    """The cage's part and the table's, as they are printed to be looked at."""
    from projections.queries.printed import slip_shown

    return slip_shown(asked.ledger, _slip(asked))


def _slip(asked: Asked) -> "SlipPaper":
    from projections.queries.slips import slip as of

    kind = KIND.convert(asked.named["kind"], None, None)
    return of(asked.ledger, asked.moment, kind, asked.named["slip"])


def outstanding(asked: Asked) -> "Rows":
    """What each seat owes and gets back."""
    from projections.queries.codes import verify_known
    from projections.queries.report import outstanding as of

    return of(asked.ledger, asked.moment, verify_known(asked.ledger, asked.said.get("table")))


def outstanding_page(asked: Asked, found: "Rows") -> "Page":
    """Seat by seat, with the age of its oldest mark."""
    return rows_page(asked, found, "Outstanding vigorish")


def disputes(asked: Asked) -> "Rows":
    """Disputes that are open, or all of a gaming day."""
    from projections.queries.report import disputes as of

    return of(asked.ledger, asked.moment, asked.day if "day" in asked.named else None)


def disputes_page(asked: Asked, found: "Rows") -> "Page":
    """What is disputed, and what was ruled."""
    if "day" in asked.named:
        return rows_page(asked, found, "Disputes", asked.day)
    return rows_page(asked, found, "Open disputes")


def links(asked: Asked) -> "list[LinkStanding]":
    """Every link of meters as it stands."""
    from projections.queries import standing

    return standing.links(asked.ledger, asked.moment)


def links_page(_: Asked, found: "list[LinkStanding]") -> "Page":
    """What the meters show and keep, and awards that wait."""
    from projections.pages import page

    return page("meters.html", title="Meters", links=found)


def meter_history(asked: Asked) -> list[dict[str, Any]]:
    """All that ever moved the meters of a link."""
    from projections.queries import standing

    return standing.history_of_link(asked.ledger, asked.moment, asked.named["link"]).told


def meter_page(asked: Asked, _: object) -> "Page":
    """Its meters as they stand, and what moved them, the newest first."""
    from projections.pages import page
    from projections.queries import standing
    from projections.queries.event_lines import in_words
    from projections.queries.words import local

    code, zone = asked.named["link"], asked.ledger.calendar.tz
    moved = standing.history_of_link(asked.ledger, asked.moment, code).events
    return page(
        "meter.html",
        title=f"Meters of {code}",
        links=[standing.link(asked.ledger, asked.moment, code)],
        moved=[
            {
                "at": local(each.event.at, zone),
                "by": each.event.by,
                "said": in_words(each.event),
                "round": getattr(each.event, "round", ""),
            }
            for each in reversed(moved)
        ],
    )
