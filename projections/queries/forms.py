"""Complimentary Vigorish Forms: their series, the forms of one, a form as it is on paper with those who signed it."""

from typing import NamedTuple

from msgspec import structs

from ledger.desks.ledger import Ledger
from ledger.events import form as form_events
from ledger.values.errors import NotFound
from ledger.values.progress import Progress
from projections.figures.forms import NEEDS, Form, of_series, series
from projections.queries.moment import NOW, Moment
from projections.queries.names import ENTERED, Named, borne, verified
from projections.queries.past import caught_up
from projections.queries.report import Rows, rows
from projections.reports.kinds import KINDS, OF_SERIES, Asked


class FormShown(Form, frozen=True, kw_only=True):
    """A form, and those who signed it."""

    operators: list[Named]


class Paper(NamedTuple):
    """A form as it is on paper. signers: of the form, and of what makes it void where it was issued before: what was
    known of them then.
    """

    form: Form
    signers: list[list[Named]]

    @property
    def known(self) -> dict[str, str]:
        """What was known of those who signed the form, in words, by their ids."""
        return {each.operator: each.words for each in self.signers[0]}

    @property
    def known_void(self) -> dict[str, str]:
        """The same of those who made it void."""
        return {each.operator: each.words for each in self.signers[-1]}

    @property
    def shown(self) -> FormShown:
        """The form as programs get it."""
        operators = [named for each in self.signers for named in each]
        return FormShown(**structs.asdict(self.form), operators=operators)


def forms(
    ledger: Ledger, moment: Moment = NOW, name: str | None = None, progress: Progress | None = None
) -> Rows:
    """Every series, or the forms of one. Raises NotFound for a series that was never received."""
    every = rows(ledger, moment, KINDS["series"], Asked(), progress)
    if name is None:
        return every
    if name not in {getattr(row, "series", None) for row in every.rows}:
        raise _unknown(name)
    return rows(ledger, moment, OF_SERIES, Asked(series=name), progress)


def form(
    ledger: Ledger, moment: Moment, name: str, number: int, progress: Progress | None = None
) -> Paper:
    """The form of a series with that number. Raises NotFound."""
    serial = f"{name}-{number}"
    with caught_up(ledger, moment, NEEDS, progress) as connection:
        known = {row.series: row for row in series(connection)}
        found = [each for each in of_series(connection, name) if each.serial == serial]
    if name not in known:
        raise _unknown(name)
    if not found:
        of = known[name]
        raise NotFound(
            "form_unused",
            f"{serial} is not used.",
            f"{of.next or 'No number'} is next in {of.first} to {of.last}.",
            serial=serial,
            next=of.next,
        )
    return Paper(found[0], _signers(ledger, found[0]))


def _unknown(series: str) -> NotFound:
    return NotFound(
        "unknown_series",
        f"There is no series {series}.",
        "pit form list shows the series; pit form receive records a new one.",
        series=series,
    )


def _signers(ledger: Ledger, form: Form) -> list[list[Named]]:
    name, _, number = form.serial.rpartition("-")
    stream = form_events.stream(name)
    found = []
    for recorded in ledger.stream(stream):
        event = recorded.event
        if isinstance(
            event, form_events.FormIssued | form_events.FormVoided
        ) and event.number == int(number):
            position = ledger.journal.position_of(stream, recorded.originator_version) or 0
            names = (each for each in borne(event, position) if each.sign != ENTERED)
            found.append(verified(ledger, names))
    return found if form.void else found[:1]
