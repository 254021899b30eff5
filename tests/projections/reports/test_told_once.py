"""A finding is said once: not among exceptions too, and with the reason that was given for it."""

from ledger.events.finding import EventPlace
from projections.figures.closing import Acknowledged
from projections.figures.exceptions import ExceptionFound
from projections.reconcile.finding import found
from projections.reports import told_once

DAY = "2026-07-11"
MISSING = found("slip_missing", "fill:F-3_to_F-4", DAY, table="MB-01")
SHORT = found("tray_variance", "MB-01", DAY, table="MB-01", cents=-500)
RECOUNTED = found(
    "drop_recounted", "MB-02:7", DAY, table="MB-02", events=[EventPlace(f"day:{DAY}", 7)]
)


def exception(kind: str, subject: str, table: str = "MB-01") -> ExceptionFound:
    return ExceptionFound(gaming_day=DAY, table=table, kind=kind, subject=subject, message="...")


def test_what_a_finding_says_is_no_exception_besides_and_all_else_is() -> None:
    said = [
        exception("slip_missing", "F-3 to F-4"),
        exception("drop_recounted", f"day:{DAY}", "MB-02"),
    ]
    others = [
        exception("slip_missing", "F-9"),
        exception("slip_missing", "F-3 to F-4", "MB-02"),
        exception("drop_recounted", f"day:{DAY}"),
        exception("round_voided", f"MB-01:{DAY}:3"),
    ]
    every = [MISSING, SHORT, RECOUNTED]
    assert told_once.exceptions_besides([*said, *others], every) == others
    assert told_once.exceptions_besides(said, []) == said


def test_a_reason_is_told_with_its_finding_unless_it_was_given_for_another_amount() -> None:
    def reason(cents: int) -> Acknowledged:
        return Acknowledged(
            finding=SHORT.id,
            code=SHORT.code,
            cents=cents,
            reason="a chip short",
            by="A-1",
            at="2026-07-12T12:00:00Z",
        )

    explained, open_ = (told_once.findings([SHORT], [reason(cents)]) for cents in (-500, -400))
    assert [(x.reason, x.by, x.usual_cause) for x in explained] == [("a chip short", "A-1", "")]
    assert [(x.reason, x.usual_cause) for x in open_] == [("", SHORT.usual_cause)]
    assert told_once.acknowledged_before([reason(-500)], [SHORT]) == []
    assert told_once.acknowledged_before([reason(-400)], [SHORT]) == [reason(-400)]
