"""Whether closed days and months are as two people signed them: their books, what is kept of their reports, and the
rows that these were made of.

The read models that reports are made of are folded once, held against each day on the way and then against their rows.
"""

from collections.abc import Sequence
from functools import partial
from itertools import groupby

import sqlalchemy as sa

from ledger.desks.ledger import Ledger
from ledger.events.day import DayClosed
from ledger.values.errors import IntegrityFailure
from ledger.values.progress import Progress
from projections.engine import engine as projection_engine
from projections.engine import kept
from projections.figures import closing, months, win
from projections.models.registry import PROJECTIONS, cost
from projections.queries import check_models, signed
from projections.queries.check_days import not_as_signed
from projections.queries.check_models import Stop
from projections.queries.moment import NOW
from projections.queries.past import caught_up, closing_of, signature
from projections.queries.workers import Task


def closed_days(ledger: Ledger, progress: Progress | None) -> list[DayClosed]:
    """How each closed day was signed, in the order of the books."""
    with caught_up(ledger, NOW, closing.NEEDS, progress) as connection:
        days = closing.closed_days(connection)
    return _signatures(ledger, days)


def tasks(days: Sequence[str], many: int, busy: Sequence[float] = ()) -> list[Task]:
    """Every read model in so many tasks; the days that are closed in one with those that their reports are made of.
    busy: what who does one takes for something else.
    """
    if not days:
        return check_models.tasks(PROJECTIONS, many, busy)
    others = [each for each in PROJECTIONS if each not in signed.NEEDS and many > 1]
    of_days = [each for each in PROJECTIONS if each not in others]
    arguments = ([each.name for each in of_days], list(days))
    weight = check_models.COMPARED * cost(of_days)
    whole = Task("read models and signed days", _check, arguments, dict[str, int], weight)
    free = sorted([*busy, *[0.0] * many][:many])
    return [*check_models.tasks(others, many - 1, free[1:]), whole]


def _signatures(ledger: Ledger, days: Sequence[str]) -> list[DayClosed]:
    found = [signature(ledger, NOW, day) for day in days]
    return sorted((each for each in found if each is not None), key=lambda each: each.books_at)


def _check(
    ledger: Ledger, names: Sequence[str], days: Sequence[str], progress: Progress | None
) -> dict[str, int]:
    """As `check_models.check`, and then the days: each as it was folded up to its books, and as it stands today. Raises
    IntegrityFailure, Conflict.
    """
    closed, faults = _signatures(ledger, days), list[IntegrityFailure]()
    stops = [Stop(each.books_at, partial(_hold, ledger, each, faults)) for each in closed]
    checked = check_models.check(ledger, names, progress, stops)
    if faults:
        raise faults[0]
    rows = [signed.rows_signed(ledger, each) for each in closed]
    with caught_up(ledger, NOW, signed.NEEDS, progress) as connection:
        for each, then_signed in zip(closed, rows, strict=True):
            changed = signed.changed(connection, each, then_signed)
            if changed:
                raise not_as_signed(
                    each.day, f"what the log makes of it today: {', '.join(changed)}"
                )
    _verify_months(ledger, sorted(closed, key=lambda each: each.day))
    return checked


def _hold(
    ledger: Ledger, each: DayClosed, faults: list[IntegrityFailure], folded: sa.Engine
) -> None:
    """Hold a day against what was folded up to its books."""
    with projection_engine.reading(folded, signed.NEEDS) as connection:
        differs = _differs(ledger, each, signed.as_signed(connection, each))
    if differs:
        faults.append(not_as_signed(each.day, differs))


def _differs(ledger: Ledger, each: DayClosed, then: sa.Connection) -> str:
    """What of a day is not as it was signed; "" where all is. then: the read models up to its books."""
    differing = closing.differing(each.books, win.win(then, each.day))
    if differing:
        return f"the books of {', '.join(differing)}"
    made = signed.parts(ledger, then, each.day)
    with ledger.journal.engine.connect() as live:
        part = kept.differs(live, each.day, each.books_at, each.reports_sha256, made)
    if part:
        return f"what is kept of its reports ({part})"
    models = signed.rows_differing(ledger, then, each, made)
    return f"the rows of {', '.join(models)}" if models else ""


def _verify_months(ledger: Ledger, closed: Sequence[DayClosed]) -> None:
    """Hold the books of every closed month against those that its days were signed with."""
    for name, days in groupby(closed, key=lambda each: each.day[:7]):
        recorded = closing_of(ledger, name)
        differing = months.differing(recorded.event.books, days) if recorded else []
        if differing:
            raise not_as_signed(name, f"the books of {', '.join(differing)} are not its days'")
