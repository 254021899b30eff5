"""Every stream of a store folded, as `pit db check` does first."""

from ledger.desks.ledger import Ledger
from projections.queries.check_streams import tasks, together


def fold(ledger: Ledger) -> None:
    """Raise IntegrityFailure for what makes no sense in its order."""
    (task,) = tasks(ledger, 1)
    part = task.does(ledger, *task.arguments, lambda *_: None)
    if part.fault is not None:
        raise part.fault
    together(ledger, [part.found])
