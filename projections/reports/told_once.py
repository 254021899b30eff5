"""Findings, the reasons given for them and exceptions, each said in one place of the report."""

from typing import Final

import msgspec

from projections.figures import closing, exceptions
from projections.figures.closing import Acknowledged
from projections.figures.exceptions import ExceptionFound
from projections.figures.render import Column, Kind, Section, View
from projections.reconcile import Finding


class FindingTold(msgspec.Struct, frozen=True, kw_only=True):
    """A finding, and the reason for which it stands where there is one: then its usual cause is "". cents: as found."""

    id: str
    cents: int | None
    message: str
    usual_cause: str
    reason: str
    by: str


def findings(found: list[Finding], acknowledged: list[Acknowledged]) -> list[FindingTold]:
    """Findings, each with the reason that was given for its amount."""
    reasons = {(each.finding, each.cents): each for each in acknowledged}
    told = []
    for each in found:
        known = reasons.get((each.id, each.cents))
        told.append(
            FindingTold(
                id=each.id,
                cents=each.cents,
                message=each.message,
                usual_cause="" if known else each.usual_cause,
                reason=known.reason if known else "",
                by=known.by if known else "",
            )
        )
    return told


def acknowledged_before(
    acknowledged: list[Acknowledged], found: list[Finding]
) -> list[Acknowledged]:
    """Reasons for what is no finding any more, or had another amount."""
    there = {(each.id, each.cents) for each in found}
    return [each for each in acknowledged if (each.finding, each.cents) not in there]


def exceptions_besides(
    recorded: list[ExceptionFound], found: list[Finding]
) -> list[ExceptionFound]:
    """Exceptions that no finding says."""
    about: dict[tuple[str, str], list[Finding]] = {}
    for each in found:
        about.setdefault((each.code, each.table or ""), []).append(each)
    return [
        each
        for each in recorded
        if not any(_says(finding, each) for finding in about.get((each.kind, each.table), ()))
    ]


def _says(finding: Finding, exception: ExceptionFound) -> bool:
    """Whether a finding of its kind and table is about the same: named in its id, or the stream that it rests on."""
    named = exception.subject.replace(" ", "_") in finding.id
    return named or any(place.stream == exception.subject for place in finding.events)


ACKNOWLEDGED_BEFORE: Final = View(
    Acknowledged,
    "No reason was given for what is no finding any more.",
    closing.ACKNOWLEDGED_VIEW.sections,
)
EXCEPTIONS: Final = View(
    ExceptionFound,
    "Nothing out of the ordinary was recorded besides what the findings say.",
    exceptions.VIEW.sections,
)

VIEW: Final = View(
    FindingTold,
    "Everything agrees on this gaming day.",
    (
        Section(
            "To be explained",
            (
                Column("id", "Finding"),
                Column("cents", "Amount", Kind.MONEY),
                Column("message", "What"),
                Column("usual_cause", "Usual cause"),
            ),
            total=False,
            only_with=("usual_cause",),
        ),
        Section(
            "Explained",
            (
                Column("id", "Finding"),
                Column("cents", "Amount", Kind.MONEY),
                Column("message", "What"),
                Column("reason", "Reason"),
                Column("by", "By"),
            ),
            total=False,
            only_with=("reason",),
        ),
    ),
)
