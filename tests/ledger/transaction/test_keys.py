"""A key stands for one command of one author, whatever kind of act it is: made from the table of what decides them."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from cli.frame.main import pit
from cli.pages.reference import commands
from ledger.desks import decisions
from ledger.desks.ledger import Ledger
from ledger.events.act import Act
from ledger.events.base import Recorded
from ledger.events.pit import TableLeftPit
from ledger.transaction.stamping import stamp
from ledger.transaction.unit import UnitOfWork
from ledger.values.errors import Conflict

NOON = datetime(2026, 7, 11, 16, tzinfo=UTC)
KINDS = sorted(decisions.DECIDED_BY, key=lambda kind: kind.__name__)


def two_values(  # noqa: C901, PLR0911  one line for each kind of type
    type_: inspect.Type,
) -> tuple[Any, Any]:
    """Two different values of a field's type. Fails for a type it does not know: teach it that one."""
    match type_:
        case inspect.StrType():
            return "a", "b"
        case inspect.IntType(ge=least):
            return least or 0, (least or 0) + 1
        case inspect.BoolType():
            return False, True
        case inspect.DateTimeType():
            return NOON, NOON + timedelta(seconds=1)
        case inspect.LiteralType(values=values) if len(values) > 1:
            return values[0], values[1]
        case inspect.LiteralType(values=values):
            return values[0], None
        case inspect.ListType(item_type=item):
            return [two_values(item)[0]], [two_values(item)[1]]
        case inspect.DictType(key_type=key, value_type=value):
            return {two_values(key)[0]: two_values(value)[0]}, {
                two_values(key)[0]: two_values(value)[1]
            }
        case inspect.StructType(cls=cls, fields=fields):
            one = {field.name: two_values(field.type)[0] for field in fields}
            other = {**one, fields[0].name: two_values(fields[0].type)[1]}
            return cls(**one), cls(**other)
        case inspect.UnionType(types=types):
            return two_values(
                next(each for each in types if not isinstance(each, inspect.NoneType))
            )
        case inspect.Metadata(type=inner):
            return two_values(inner)
    raise AssertionError(f"no values for {type_}")


def sample(kind: type[Act]) -> tuple[Act, dict[str, Any]]:
    """An act of a kind, and another value for each of its fields that a key stands for."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    values = {field.name: two_values(field.type) for field in info.fields}
    others = {
        name: other
        for name, (_, other) in values.items()
        if other is not None and name not in {"at", *kind.READ}
    }
    return kind(**{name: one for name, (one, _) in values.items()}), others


@pytest.fixture
def trial(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> Ledger:
    """A ledger in which every act comes to one event of a stream of its own."""

    def record(unit: UnitOfWork, *acts: Act) -> tuple[Recorded, ...]:
        stamps = [stamp(act, unit.clock(), unit.loader.calendar) for act in acts]
        return unit.append("trial:1", *(each.on(TableLeftPit, table="T") for each in stamps))

    def load(rules: str, options: object = None) -> SimpleNamespace:
        return SimpleNamespace(sha256=f"{rules} {options}")

    monkeypatch.setattr(ledger.catalogue, "load", load)
    monkeypatch.setattr(decisions, "DECIDED_BY", dict.fromkeys(decisions.DECIDED_BY, record))
    return ledger


def test_the_same_act_answers_as_before_and_any_other_or_another_author_is_key_reused(
    trial: Ledger,
) -> None:
    for kind in KINDS:
        act, others = sample(kind)
        assert "by" in others
        key = kind.__name__
        first = trial.do(act, key=key)
        for again in (act, msgspec.structs.replace(act, at=NOON + timedelta(hours=1))):
            found = trial.do(again, key=key)
            assert (found.events, found.repeated) == (first.events, True), key
        head = trial.journal.max_notification_id()
        for name, other in others.items():
            with pytest.raises(Conflict) as caught:
                trial.do(msgspec.structs.replace(act, **{name: other}), key=key)
            assert caught.value.refusal.code == "key_reused", (key, name)
        with pytest.raises(Conflict, match="different command"):
            trial.do(act, act, key=key)
        assert trial.journal.max_notification_id() == head


def test_no_two_kinds_of_act_are_called_the_same() -> None:
    """A key tells kinds apart by their tags."""
    tags = [kind.__struct_config__.tag for kind in KINDS]
    assert len(set(tags)) == len(tags)


def test_a_key_leaves_out_only_when_it_was_and_what_no_option_types() -> None:
    """What a command reads of the books itself, or makes; whatever a person types, the key stands for."""
    read = {(kind.__name__, name) for kind in KINDS for name in kind.READ}
    assert read == {
        *(("AcknowledgeFindings", "read"), ("CloseDay", "read"), ("CloseMonth", "read")),
        *(("Undo", "read"), ("SignDay", "read"), ("SignMonth", "read")),
        ("IssueFeedToken", "sha256"),
    }
    every = commands(pit, None, "pit")
    typed = {option.name for _, command in every for option in command.params}
    assert not typed & {name for _, name in read}


def test_a_repeated_command_answers_in_the_order_of_the_first_time(
    trial: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    def record(unit: UnitOfWork, *acts: Act) -> tuple[Recorded, ...]:
        each = stamp(acts[0], unit.clock(), unit.loader.calendar)
        return tuple(
            recorded
            for stream in ("trial:2", "trial:1", "trial:2")
            for recorded in unit.append(stream, each.on(TableLeftPit, table="T"))
        )

    monkeypatch.setattr(decisions, "DECIDED_BY", dict.fromkeys(decisions.DECIDED_BY, record))
    act, _ = sample(KINDS[0])
    first = trial.do(act, key="k")
    again = trial.do(act, key="k")
    assert (again.events, again.position) == (first.events, first.position)
