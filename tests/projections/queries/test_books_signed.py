"""Books are signed in one call below the command: read, asked about, sealed, signed, kept, and sealed behind that."""

from pathlib import Path

import pytest

from ledger.events.day import DayClosed
from ledger.seal.note import Key
from ledger.transaction.unit import Done
from projections.queries import verify as verify_query
from projections.queries.books_signed import close_day
from tests.clerk import Clerk
from tests.sealing import LOG
from tests.works import DAY, said_closed, signing_with


class Left(Exception):
    """Somebody who was asked does not sign."""


def leaves(_: str) -> None:
    raise Left


def test_a_day_is_signed_in_one_call_and_who_signs_is_asked_before_and_told_after(
    clerk: Clerk, tmp_path: Path
) -> None:
    ledger, told = clerk.ledger, list[object]()

    def done(found: Done) -> None:
        told.append([type(each.event) for each in found.events])

    def sealed(found: Done) -> None:
        last = verify_query.verify(ledger, [Key.read(LOG)], hashes_only=True)
        told.append((found.position, last.unsealed))

    how = signing_with(tmp_path, confirm=told.append)
    how = how._replace(doing=how.doing._replace(told=done), sealed=sealed)
    signed = close_day(ledger, DAY, said_closed, how)
    assert told == [DAY, [DayClosed], (2, 1)], "what is shown stands before what takes time"
    assert signed.unsealed is None
    assert verify_query.verify(ledger, [Key.read(LOG)], hashes_only=True).unsealed == 0


def test_who_is_asked_and_leaves_it_has_signed_and_sealed_nothing(
    clerk: Clerk, tmp_path: Path
) -> None:
    before = clerk.everything()
    with pytest.raises(Left):
        close_day(clerk.ledger, DAY, said_closed, signing_with(tmp_path, confirm=leaves))
    assert clerk.everything() == before
    assert list(tmp_path.glob("*.seen")) == []
