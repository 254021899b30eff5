"""Whether read models are what a command came upon that it was not made for: who owns the database can write into their
rows what no event comes to, such as a text where a number stands.
"""

from types import GenericAlias
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from ledger.desks.ledger import Ledger
from ledger.store.errors import store_errors
from ledger.values.errors import IntegrityFailure
from projections.engine.engine import reading
from projections.engine.lines import some_of
from projections.engine.model import Model, Projection
from projections.engine.once import recorded
from projections.models.registry import BY_NAME, PROJECTIONS
from projections.queries import check_models

HELD: Final = 300_000
"""Events that are folded again in a few seconds."""


def verify(ledger: Ledger) -> None:
    """Raise IntegrityFailure for a row with a value that its field cannot have; of a log that is not long, for any row
    that is not what the events come to.
    """
    with store_errors():
        with reading(ledger.journal.engine, PROJECTIONS) as connection:
            for projection in PROJECTIONS:
                for model in projection.models:
                    if recorded(connection, model):
                        _verify_kinds(connection, projection, model)
        if ledger.position <= HELD:
            check_models.check(ledger, BY_NAME, None, brings_up=False)


def _verify_kinds(connection: sa.Connection, projection: Projection, model: Model[Any]) -> None:
    fields = msgspec.structs.fields(model.row)
    row = GenericAlias(tuple, tuple(field.type for field in fields))
    for rows in some_of(connection, model):
        if _is(rows, GenericAlias(list, (row,))):
            continue
        values = next(each for each in rows if not _is(each, row))
        field, value = next(
            (field.name, value)
            for field, value in zip(fields, values, strict=True)
            if not _is(value, field.type)
        )
        raise _cannot_be(projection, model, values, field, value)


def _is(value: object, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def _cannot_be(
    projection: Projection, model: Model[Any], row: Any, field: str, value: object
) -> IntegrityFailure:
    key = " ".join(map(str, row[: model.key]))
    return IntegrityFailure(
        "read_model_differs",
        f"The read model {projection.name} says of {key} what no event comes to: {field} is {value!r}.",
        "Copy the store first: it is the evidence of what made it differ. Then pit audit verify, and pit db"
        f" rebuild {projection.name}.",
        read_model=projection.name,
        table=model.name,
        row=key,
        field=field,
    )
