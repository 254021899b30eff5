"""The rounds of a gaming day, and one round."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any, Final, NamedTuple, TypeVar, get_type_hints

import msgspec
import sqlalchemy as sa

from ledger.store.driver import ask, ask_some, value_of
from ledger.values.errors import NotFound
from ledger.values.rounds import AGAIN, in_order, instead_of, table_of
from projections.engine.asked import AT_A_TIME
from projections.figures.arithmetic import rfc3339
from projections.figures.render import Column, Kind, Section, View
from projections.models.rounds import PROJECTION

NEEDS: Final = (PROJECTION,)

R = TypeVar("R", bound="Round | Listed")


class Round(msgspec.Struct, frozen=True):
    """A round. Money in cents, None until it is settled; instants RFC 3339 UTC; cards in the order
    dealt.

    first_version, last_version: its events in the table's stream. by: who entered the last of
    them. instead_of: the reversed round in whose place it was entered.
    """

    round: str
    table: str
    gaming_day: str
    n: int
    status: str
    shoe: str | None
    rules: str | None
    rules_version: int | None
    rules_sha256: str | None
    player: list[str]
    banker: list[str]
    outcome: str | None
    player_points: int | None
    banker_points: int | None
    announce: str | None
    reason: str | None
    staked: int | None
    returned: int | None
    vig: int | None
    opened_at: str
    ended_at: str | None
    by: str
    first_version: int
    last_version: int
    instead_of: str | None


class Listed(msgspec.Struct, frozen=True):
    """What a person is shown of a round, as in `Round`; cards parted by spaces."""

    round: str
    status: str
    shoe: str | None
    player: str
    banker: str
    outcome: str | None
    staked: int | None
    returned: int | None
    vig: int | None
    ended_at: str | None
    by: str


class Played(NamedTuple):
    """Where a round stands: in its shoe, None until its bets are closed; in its table's stream; how it ended.

    player, banker: cards in the order dealt, parted by spaces.
    """

    round: str
    table: str
    shoe: str | None
    status: str
    player: str
    banker: str
    outcome: str | None
    first_version: int
    last_version: int


def played(
    connection: sa.Connection, day: str, table: str | None = None, shoe: str | None = None
) -> list[Played]:
    """The rounds of a gaming day in the order of `rounds`; of one table, of one shoe where these are named."""
    named = {name: of for name, of in (("table", table), ("shoe", shoe)) if of is not None}
    which = "".join(f' AND "{name}" = :{name}' for name in named)
    query = f'{_PLAYED} WHERE day = :day{which} ORDER BY "table", n, id'
    return [*map(Played._make, ask(connection, query, day=day, **named))]


def rounds(connection: sa.Connection, day: str, table: str | None = None) -> list[Round]:
    """The rounds of a gaming day in the order played, by table; of one table where it is named."""
    return _of_day(connection, Round, day, table)


def listed(connection: sa.Connection, day: str, table: str | None = None) -> list[Listed]:
    """The same as a person is shown them: of tens of thousands the rest takes as long to read again."""
    return _of_day(connection, Listed, day, table)


def _of_day(connection: sa.Connection, of: type[R], day: str, table: str | None) -> list[R]:
    of_table = "" if table is None else 'AND "table" = :table'
    columns = ", ".join(f'"{_COLUMNS.get(name, name)}"' for name in of.__struct_fields__)
    # The index has them in this order but for rounds of one number, few of all that a database would sort.
    query = f'SELECT {columns} FROM rounds WHERE day = :day {of_table} ORDER BY "table", n'  # noqa: S608  our own words
    found = ask_some(connection, query, AT_A_TIME, day=day, table=table or "")
    told = [*_told(of, [*chain.from_iterable(found)])]
    if any(each.round.endswith(AGAIN) for each in told):
        told.sort(key=lambda each: (table_of(each.round), in_order(each.round)))
    return told


_PLAYED: Final = """
    SELECT id, "table", shoe, status, player, banker, outcome, first_version, last_version FROM rounds
"""
"""What `Played` has, in its order."""

_COLUMNS: Final = {
    "round": "id",
    "gaming_day": "day",
    "staked": "staked_cents",
    "returned": "returned_cents",
    "vig": "vig_cents",
    "instead_of": "id",
}
"""Where a field has not the name of its column."""


def _instants(column: Sequence[int | None]) -> Iterator[str | None]:
    """Each once: tables deal at the same moments."""
    told = {at: None if at is None else rfc3339(at) for at in {*column}}
    return map(told.__getitem__, column)


_MADE_OF: Final[dict[tuple[str, Any], Callable[[Any], Iterable[Any]]]] = {
    ("player", list[str]): partial(map, str.split),
    ("banker", list[str]): partial(map, str.split),
    ("opened_at", str): _instants,
    ("ended_at", str | None): _instants,
    ("instead_of", str | None): partial(map, lambda round_id: instead_of(round_id) or None),
}
"""Where it is not what the column holds: by the field and its type."""


def _told(of: type[R], rows: Sequence[Sequence[Any]]) -> Iterator[R]:
    """Column by column, since a day has tens of thousands of rows."""
    columns = zip(*rows, strict=True) if rows else ((),) * len(of.__struct_fields__)
    named = zip(get_type_hints(of).items(), columns, strict=True)
    return map(of, *(_MADE_OF.get(field, iter)(column) for field, column in named))


_STRETCH: Final = (
    "SELECT first_version, last_version FROM rounds WHERE id = :round AND ended_at IS NOT NULL"
)
_LATEST: Final = 'SELECT id FROM rounds WHERE "table" = :table ORDER BY first_version DESC LIMIT 1'


def stretch(connection: sa.Connection, round_id: str) -> tuple[int, int] | None:
    """The versions of a round's first and last event in the table's stream; None for one that is
    not known to have ended.

    What has ended has no further events of its own unless its end is taken back, so no read model need be caught up
    for it.
    """
    for first, last in ask(connection, _STRETCH, round=round_id):
        return first, last
    return None


def latest(connection: sa.Connection, table: str) -> str | None:
    """The round of a table that began last."""
    found: str | None = value_of(connection, _LATEST, table=table)
    return found


def unknown_round(round_id: str) -> NotFound:
    """The error of a round that nobody played."""
    return NotFound(
        "unknown_round",
        f"There is no round {round_id}.",
        "A round is named TABLE:DAY:N; pit round list shows those of a day.",
        round=round_id,
    )


VIEW: Final = View(
    Round,
    "No round was played.",
    (
        Section(
            "Rounds",
            (
                Column("round", "Round"),
                Column("status", "Status"),
                Column("shoe", "Shoe"),
                Column("player", "Player"),
                Column("banker", "Banker"),
                Column("outcome", "Outcome"),
                Column("staked", "Staked", Kind.MONEY),
                Column("returned", "Handed back", Kind.MONEY),
                Column("vig", "Vigorish", Kind.MONEY),
                Column("ended_at", "Ended", Kind.MOMENT),
                Column("by", "By"),
            ),
        ),
    ),
)
