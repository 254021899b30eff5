"""What two people sign of a day holds each of its forms, meters and awards."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import structs

from ledger.desks.ledger import Ledger
from ledger.events import form as form_events
from ledger.events import link as link_events
from ledger.events.base import Event, Recorded
from projections.queries import signed_rows
from projections.reports.kinds import KINDS, Asked
from tests.cli.commands.signed.day import DAY, TODAY
from tests.cli.conftest import Terminal
from tests.projections.log import folded

STORED: dict[tuple[type[Event], str], Any] = {
    (form_events.FormIssued, "cents"): 376,
    (form_events.FormIssued, "patron"): "R. Games",
    (form_events.FormIssued, "dealer"): "D-8",
    (form_events.FormVoided, "reason"): "thorn",
    (form_events.FormVoided, "pit_boss"): "B-3",
    (form_events.OriginalDropped, "number"): 1003,
    (form_events.CopiesForwarded, "numbers"): [],
    (form_events.FormLost, "number"): 1008,
    (form_events.FormsCounted, "beyond"): [1009],
    (link_events.LinkInstalled, "meters"): [
        link_events.MeterTerms("major", 5_000_001, 900),
        link_events.MeterTerms("k9_banker", 35_000, 500),
        link_events.MeterTerms("k9_player", 35_000, 500),
    ],
    (link_events.ContributionsTaken, "lines"): [],
    (link_events.AwardWon, "cents"): 5_000_044,
    (link_events.AwardWon, "player"): ["Kc", "9d"],
    (link_events.AwardPaid, "place"): "tray",
    (link_events.AwardPaid, "supervisor"): "S-3",
    (link_events.AwardReversed, "document"): "M-9",
    (link_events.AwardReversed, "visible"): 0,
    (link_events.MeterRead, "shown"): 3_500_000,
    (link_events.MeterRead, "witness"): "S-3",
    (link_events.MeterCorrected, "cents"): -500,
    (link_events.MeterCorrected, "second"): "M-2",
}
"""Of every kind of event of forms, meters and awards: what somebody with the database might rather have stored."""


@pytest.mark.parametrize("stores", ["sqlite"], indirect=True)  # The log is folded in memory.
def test_the_signed_books_hold_each_form_meter_and_award(overtaken: Terminal) -> None:
    """One stored fact after the other is another: what two people sign of its day is then another too."""
    with Ledger(overtaken.url) as ledger:
        stored = ledger.journal.select_notifications(start=None, limit=1_000)
        read = (ledger.mapper.to_domain_event(each) for each in stored)
        log = [each for each in read if isinstance(each, Recorded)]
    days = {day: books(log, day) for day in (DAY, TODAY)}
    unheld = []
    for (kind, fact), value in STORED.items():
        n = next(n for n, each in enumerate(log) if type(each.event) is kind)
        event = structs.replace(log[n].event, **{fact: value})
        place = (log[n].originator_id, log[n].originator_version)
        altered = [*log[:n], Recorded(*place, event), *log[n + 1 :]]
        if books(altered, event.day) == days[event.day]:
            unheld.append((kind.__name__, fact))
    assert unheld == []


OF_PAPER = [
    KINDS[name] for name in ("forms", "comps", "meters", "awards", "corrections", "exceptions")
]
OF_MODELS = tuple(dict.fromkeys(need for kind in OF_PAPER for need in kind.needs))


def books(log: Sequence[Recorded], day: str) -> list[Any]:
    """What is signed of a day's forms, meters and awards, as the log has them."""
    with folded(log, OF_MODELS) as connection:
        reports = [kind.rows(connection, Asked(day)) for kind in OF_PAPER]
        return [reports, signed_rows.signed(connection, OF_MODELS, day)]
