"""The commands of progressive links that are no act of one table: installing, correcting, new rates."""

from collections.abc import Sequence
from typing import Any

from ledger.desks.ledger import Ledger
from ledger.events import link as p
from ledger.events.base import Event, Recorded
from ledger.link import state as links
from ledger.rules import Submission
from ledger.table.acts import Act, LinkMeters
from ledger.transaction.unit import TABLE_CODE, Done, UnitOfWork
from ledger.values.errors import Refused

SUPERVISOR_ABOVE_CENTS = 120_000
"""An award above it needs a supervisor, where neither the submission nor the installation says another threshold."""


class Links:
    """The links of a ledger. by: who acts; at: when, microseconds UTC."""

    def __init__(self, ledger: Ledger, by: str, at: int) -> None:
        self._ledger = ledger
        self._by = by
        self._at = at

    def install(  # noqa: PLR0913  all but two are keywords
        self,
        code: str,
        submission: Submission,
        *,
        tables: Sequence[Act] = (),
        reserve_bps: dict[str, int],
        supervisor_above_cents: int | None = None,
        authorised_by: str,
        key: str = "",
        dry_run: bool = False,
    ) -> Done:
        """Put the meters of a submission into service at their seeds, and link tables that are there already.

        tables: an act of linking for each. supervisor_above_cents: instead of the submission's.

        Raises Refused, NotFound.
        """
        wager_cents, terms = links.terms_of(submission, reserve_bps)
        of_rules = submission.royal_9 and submission.royal_9.supervisor_above_cents
        given = [each for each in (supervisor_above_cents, of_rules) if each is not None]
        threshold = given[0] if given else SUPERVISOR_ABOVE_CENTS

        def decide(unit: UnitOfWork) -> tuple[Recorded, ...]:
            if not TABLE_CODE.fullmatch(code) or self._ledger.load_link(code) is not None:
                raise Refused(
                    "link_exists",
                    f"{code} is a link already, or cannot be one's code.",
                    "pit meter link adds tables to a link; a new one needs a code of its own.",
                    link=code,
                )
            installed = self._stamped(
                p.LinkInstalled,
                link=code,
                rules=submission.id,
                rules_version=submission.version,
                rules_sha256=submission.sha256,
                wager_cents=wager_cents,
                meters=terms,
                supervisor_above_cents=threshold,
                authorised_by=authorised_by,
            )
            return (*unit.decide_link(code, installed), *unit.take(*tables))

        request = (code, submission.sha256, [act.table for act in tables], reserve_bps)
        return self._ledger.run(decide, key=key, request=request, dry_run=dry_run)

    def join(self, acts: Sequence[LinkMeters], *, key: str = "", dry_run: bool = False) -> Done:
        """Link further tables."""
        return self._ledger.act(*acts, key=key, dry_run=dry_run)

    def correct(  # noqa: PLR0913  all but three are keywords
        self,
        code: str,
        meter: str,
        cents: int,
        *,
        document: str,
        reason: str,
        authorised_by: str,
        second: str,
        key: str = "",
        dry_run: bool = False,
    ) -> Done:
        """Add cents to what a meter shows, or take them off: documented, by two people (X26)."""
        links.require_document((authorised_by, second), document, reason)
        event = self._stamped(
            p.MeterCorrected,
            meter=meter,
            cents=cents,
            document=document,
            reason=reason,
            authorised_by=authorised_by,
            second=second,
        )

        def decide(unit: UnitOfWork) -> tuple[Recorded, ...]:
            links.require_meter(unit.link(code).meters, meter)
            return unit.decide_link(code, event)

        request = (code, meter, cents, document, reason, authorised_by, second)
        return self._ledger.run(decide, key=key, request=request, dry_run=dry_run)

    def change_rates(  # noqa: PLR0913  all but two are keywords
        self,
        code: str,
        submission: Submission,
        *,
        reserve_bps: dict[str, int],
        notice_at: int,
        authorised_by: str,
        document: str,
        key: str = "",
        dry_run: bool = False,
    ) -> Done:
        """Take over another submission's seeds and rates, with notice; what the meters show stays."""
        wager_cents, terms = links.terms_of(submission, reserve_bps)
        if not authorised_by or not document or notice_at > self._at:
            raise Refused(
                "rates_unnoticed",
                "New rates need a notice given before, its document, and who authorised them.",
                "Name all three.",
                authorised_by=authorised_by,
                document=document,
            )
        event = self._stamped(
            p.RatesChanged,
            meters=terms,
            notice_at=notice_at,
            authorised_by=authorised_by,
            document=document,
        )

        def decide(unit: UnitOfWork) -> tuple[Recorded, ...]:
            link = unit.link(code)
            if (wager_cents, sorted(each.meter for each in terms)) != (
                link.wager_cents,
                sorted(link.meters),
            ):
                raise Refused(
                    "link_differs",
                    f"{submission.id} has another Royal 9 game than {code}.",
                    "New rates come from a submission with the same stake and meters.",
                    link=code,
                    rules=submission.id,
                )
            return unit.decide_link(code, event)

        request = (code, submission.sha256, reserve_bps, notice_at, authorised_by, document)
        return self._ledger.run(decide, key=key, request=request, dry_run=dry_run)

    def _stamped(self, kind: type[Event], **facts: Any) -> Event:
        day = self._ledger.calendar.day_of(self._at)
        return kind(by=self._by, at=self._at, recorded_at=self._ledger.clock(), day=day, **facts)
