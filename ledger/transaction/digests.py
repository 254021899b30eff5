"""What an idempotency key stands for: the hash of the whole command, its author included.

It is versioned, and keys that were stored under an earlier version keep their meaning. Under version 1, a bare SHA-256
in hexadecimal, each kind of command had a shape of its own, and some left out their author. Version 2 had the id of a
rules submission, whatever was in it, not the entry that an undo named, and findings as they were read. Nothing new is
stored under either.
"""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from ledger.day.acts import AcknowledgeFindings, CloseDay, CountDrops, ReceiveDuplicates
from ledger.events.act import Act
from ledger.events.day import CountSheet
from ledger.events.operators import Role
from ledger.form import acts as form_acts
from ledger.link.acts import AdjustMeter, ChangeRates, InstallLink
from ledger.operators.acts import (
    ChangeRoles,
    RegisterOperator,
    ReinstateOperator,
    SuspendOperator,
)
from ledger.rules.catalogue import Catalogue
from ledger.table import acts as table_acts
from ledger.values.calendar import to_micros

_VERSION_2: Final = "2:"
_VERSION_3: Final = "3:"


def digest(acts: Sequence[Act], catalogue: Catalogue) -> str:
    """What is stored with the key of a command: all that was said, and the rules submissions it named as they read.

    When it happened is not part of it, so it can be typed again; nor is what it read of the books. Raises as
    `Catalogue.load`.
    """
    return _short(_VERSION_3, [_keyed(act, catalogue) for act in acts])


def stands_for(stored: str, acts: Sequence[Act], catalogue: Catalogue) -> bool:
    """Whether a key was stored for this very command."""
    if stored.startswith(_VERSION_3):
        return stored == digest(acts, catalogue)
    if stored.startswith(_VERSION_2):
        return stored == _short(_VERSION_2, [_version_2(act) for act in acts])
    return stored == _sha256(_version_1(acts, catalogue)).hexdigest()


def _keyed(act: Act, catalogue: Catalogue) -> dict[str, Any]:
    said = _plain(act, {"at", *act.READ})
    rules: Any = getattr(act, "rules", None)
    if rules is not None:
        options: Any = getattr(act, "options", None)
        said["rules"] = catalogue.load(rules, options).sha256
    return said


def _plain(act: Act, less: Iterable[str]) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(act, str_keys=True)
    return {name: value for name, value in plain.items() if name not in less}


def _short(version: str, request: Any) -> str:
    return version + urlsafe_b64encode(_sha256(request).digest()).decode().rstrip("=")


def _sha256(request: Any) -> "hashlib._Hash":
    plain = msgspec.to_builtins(request, str_keys=True)
    return hashlib.sha256(msgspec.json.encode(plain, order="deterministic"))


# -- version 2: what was left out, and what was read


def _version_2(act: Act) -> dict[str, Any]:
    if isinstance(act, AcknowledgeFindings):
        return {**_plain(act, {"at", "read"}), "findings": _read(act)}
    return _plain(act, {"at", "read", *({"entry"} if isinstance(act, table_acts.Undo) else ())})


def _read(act: AcknowledgeFindings) -> list[dict[str, Any]]:
    of_each = ("id", "code", "cents", "blocks")
    return [{name: getattr(finding, name) for name in of_each} for finding in act.read]


# -- version 1: what was hashed, by the kind of a command's first act


def _count(act: CountDrops) -> tuple[Any, ...]:
    if len(act.boxes) != 1:
        return act.day, act.boxes, act.by, act.recount
    (box,) = act.boxes
    one = (act.day, box.table, box.cash_cents, sorted(box.cash.items()), act.by, act.recount)
    more = (box.originals,) if box.originals else ()
    return (*one, *more) if box.said == CountSheet() else (*one, *more, box.sheet)


def _of_operator(event: str, *fields: str) -> Callable[[Any], Any]:
    def shape(act: Any) -> tuple[str, dict[str, Any]]:
        given = {field: getattr(act, field) for field in ("by", "source", "seq", *fields)}
        facts = {
            name: value.strip() if isinstance(value, str) and name != "by" else value
            for name, value in given.items()
        }
        if "roles" in facts:
            facts["roles"] = [role for role in Role if role in facts["roles"]]
        return event, facts

    return shape


def _of_form(*fields: str) -> Callable[[Any], Any]:
    return lambda act: {
        "type": type(act).__name__,
        "at": None,
        **{field: getattr(act, field) for field in ("by", "series", *fields)},
    }


_ONE: Final[Mapping[type[Act], Callable[[Any], Any]]] = {
    CountDrops: _count,
    ReceiveDuplicates: lambda act: (act.day, act.forms, act.by, act.replaces),
    AcknowledgeFindings: lambda act: (act.day, _read(act), act.reason, act.by),
    CloseDay: lambda act: (act.day, act.by, act.second),
    AdjustMeter: lambda act: (
        *(act.link, act.meter, act.cents, act.document),
        *(act.reason, act.authorised_by, act.second),
    ),
    RegisterOperator: _of_operator("OperatorRegistered", "operator", "name", "licence", "roles"),
    ChangeRoles: _of_operator("OperatorRolesChanged", "operator", "roles"),
    SuspendOperator: _of_operator("OperatorSuspended", "operator", "reason"),
    ReinstateOperator: _of_operator("OperatorReinstated", "operator", "reason"),
}
"""Commands of one act."""

_RULED: Final[Mapping[type[Act], Callable[[Any, str, Sequence[Any]], Any]]] = {
    InstallLink: lambda act, rules, linked: (
        *(act.link, rules, [each.table for each in linked], act.reserve_bps),
    ),
    ChangeRates: lambda act, rules, _: (
        *(act.link, rules, act.reserve_bps),
        *(to_micros(act.notice_at), act.authorised_by, act.document),
    ),
}
"""Commands that name a rules submission, by its hash; the tables that are linked with it follow."""

_FORMS: Final[Mapping[type[Act], Callable[[Any], Any]]] = {
    form_acts.ReceiveSeries: _of_form("first", "last", "copies"),
    form_acts.IssueSeries: _of_form("pit", "clerks"),
    form_acts.IssueForm: _of_form(
        *("number", "table", "seat", "cents", "patron", "dealer", "pit_boss", "clerk"),
        *("patron_signed", "statement", "stated_by"),
    ),
    form_acts.VoidForm: _of_form("number", "reason", "pit_boss", "clerk"),
    form_acts.DropOriginal: _of_form("number", "dealer", "pit_boss", "clerk"),
    form_acts.ForwardCopies: _of_form("clerk"),
}
"""Acts of a series, as many as were said."""


def _version_1(acts: Sequence[Any], catalogue: Catalogue) -> Any:
    """What was hashed of a command, None where no command was like it."""
    first, *further = acts
    kind = type(first)
    if isinstance(first, table_acts.Act):
        return [msgspec.structs.replace(act, at=None) for act in acts]
    if kind in _FORMS:
        return [_FORMS[type(act)](act) for act in acts if type(act) in _FORMS]
    if kind in _RULED:
        return _RULED[kind](first, catalogue.load(first.rules, first.options).sha256, further)
    return _ONE[kind](first) if kind in _ONE and not further else None
