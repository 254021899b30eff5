"""The books of a day or a month signed: read, sealed where a key is named, signed, kept, and sealed behind that."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from ledger.day.acts import CloseDay, CloseMonth, MonthRead, Reconciled, SignDay, SignMonth
from ledger.desks.doing import Doing
from ledger.desks.ledger import Ledger
from ledger.desks.seals import R, seal, with_books
from ledger.events.act import Act
from ledger.events.base import Recorded
from ledger.seal.sealing import Holder
from ledger.transaction.unit import Done
from ledger.values.errors import PitError, Refusal
from ledger.values.progress import Progress
from projections.queries import findings as findings_query
from projections.queries import month


class Signing(NamedTuple):
    """How books are signed. holder: the key that seals the log with them, once it is needed; None where there is none.

    confirm: asked of the day or month, once it is read, and raises where it is left. sealed: told of what is signed
    with a checkpoint, before the log is sealed again.
    """

    doing: Doing
    holder: Callable[[], Holder] | None
    confirm: Callable[[str], None]
    sealed: Callable[[Done], None]
    progress: Progress | None = None


class Signed(NamedTuple):
    """What came of it. unsealed: why no checkpoint is over what was signed, where one should be."""

    done: Done
    unsealed: Refusal | None = None


def close_day(
    ledger: Ledger, day: str, act: Callable[[Reconciled], CloseDay], how: Signing
) -> Signed:
    """Close a gaming day, or leave it for the second signature. act: what is said of it as it was read.

    Raises as `Ledger.do`, and what `confirm` does.
    """
    signs = findings_query.signing(ledger, day, how.progress)
    return _signed(ledger, day, signs.read, act, how, partial(findings_query.keep, ledger, signs))


def close_month(
    ledger: Ledger, name: str, act: Callable[[MonthRead], CloseMonth], how: Signing
) -> Signed:
    """The same of a month (`2026-07`)."""
    return _signed(ledger, name, month.reading(ledger, name, how.progress), act, how)


def sign_day(ledger: Ledger, act: SignDay, how: Signing) -> Signed:
    """Sign a gaming day that was proposed, as it was read then. Raises as `close_day`, and NotFound."""
    if ledger.is_recorded(act, how.doing.key):
        return Signed(how.doing.do(ledger, act))
    signs = findings_query.proposed(ledger, act.day, how.progress)
    keep = partial(findings_query.keep, ledger, signs)
    return _signed(ledger, act.day, signs.read, lambda read: replace(act, read=read), how, keep)


def sign_month(ledger: Ledger, act: SignMonth, how: Signing) -> Signed:
    """The same of a month."""
    if ledger.is_recorded(act, how.doing.key):
        return Signed(how.doing.do(ledger, act))
    read = month.proposed(ledger, act.month, how.progress)
    return _signed(ledger, act.month, read, lambda read: replace(act, read=read), how)


def _signed(
    ledger: Ledger,
    name: str,
    read: R,
    act: Callable[[R], Act],
    how: Signing,
    keep: Callable[[tuple[Recorded, ...]], None] | None = None,
) -> Signed:
    """keep: of a day, what its reports say."""
    how.confirm(name)
    done = how.doing.do(ledger, _with_checkpoint(ledger, read, act, how))
    how.sealed(done)
    if keep is not None and done.position is not None:
        keep(done.events)
    return Signed(done, _seal_behind(ledger, done, how))


def _with_checkpoint(ledger: Ledger, read: R, act: Callable[[R], Act], how: Signing) -> Act:
    if how.holder is None:
        return act(read)
    key, dry_run, *_ = how.doing
    by = how.holder()
    return with_books(ledger, by, read, act, key=key, dry_run=dry_run, progress=how.progress)


def _seal_behind(ledger: Ledger, done: Done, how: Signing) -> Refusal | None:
    """Seal what signed with a checkpoint, which cannot be over it; say what stands in the way. The books are signed,
    and whoever seals next makes up for it, or who says the same once more.
    """
    signed = any(getattr(each.event, "checkpoint", "") for each in done.events)
    if not signed or done.position is None or how.holder is None:
        return None
    try:
        seal(ledger, how.holder(), progress=how.progress)
    except PitError as error:
        return error.refusal
    return None
