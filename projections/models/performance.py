"""What was wagered and won, bet by bet: of each table's hours, and of its days by who dealt.

Only sums of what was recorded are kept here, and of the stakes of bets in one round the sums of their products, two by
two: all wagers of a round hang on one deal. What they come to in theory is worked out where it is reported, by the
rules and the decks that each round was played with.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from operator import add
from typing import Any, Final, NamedTuple

import msgspec

from ledger.events import link as link_events
from ledger.events import shoe as shoe_events
from ledger.events import table as e
from ledger.events.property import PropertyEstablished
from ledger.values.calendar import hour_of
from ledger.values.rounds import AGAIN, in_order
from projections.engine.model import Fact, Model, Projection, Rows, journal_of
from projections.models.settled import Came, came_to


class OfBet(msgspec.Struct, frozen=True, gc=False):
    """What a bet came to. rounds: in which it was wagered. Money in cents.

    handle: stakes of settled wagers, presses included; won: of them for the house, with the vigorish assessed. coupons:
    the face of those that were wagered, apart; coupons_won: of them for the house, so below zero.
    """

    rounds: int = 0
    handle: int = 0
    won: int = 0
    coupons: int = 0
    coupons_won: int = 0


class Sums(NamedTuple):
    """What settled rounds came to, by bet. products: of the stakes on two bets in one round, over all rounds; of one
    bet and itself, of the squares.
    """

    rounds: int
    bets: dict[str, OfBet]
    products: dict[tuple[str, str], int]


class ClockRow(msgspec.Struct, gc=False):
    """Whose clock it is. zone: IANA name."""

    property: str
    zone: str = "UTC"


class RulesRow(msgspec.Struct, gc=False):
    """A rules submission as some table adopted it: its id, and the whole document."""

    sha256: str
    rules: str = ""
    document: str = ""


class DealtRow(msgspec.Struct, gc=False):
    """How a table deals now. dealer: who signed as such last; decks: of its shoe. open_day: the last gaming day on
    which bets were closed, whose hours are not added up yet.

    of_day, sha256, dealt_decks, dealt_by: the gaming day, the rules, the decks and the dealer of the round whose bets
    were closed last; of_day is "" behind one in the place of another.
    """

    table: str
    dealer: str = ""
    decks: int = 0
    open_day: str = ""
    of_day: str = ""
    sha256: str = ""
    dealt_decks: int = 0
    dealt_by: str = ""


class FromRoundRow(msgspec.Struct, gc=False):
    """How a table's rounds were dealt from this one on, until the next that is here; again: how often it was entered
    again. hour, awards_cents: of fixed awards that were won in this very round and wait for a supervisor.
    """

    day: str
    table: str
    n: int
    again: int
    sha256: str = ""
    decks: int = 0
    dealer: str = ""
    hour: int = 0
    awards_cents: int = 0


class PerformanceRow(msgspec.Struct, gc=False):
    """What a table's rounds came to, dealt by somebody from so many decks by the rules of this hash.

    hour: its beginning, microseconds UTC; 0 of the whole gaming day, which the first round of a later one adds up.
    bets: that were wagered, parted by spaces; sums: `Sums` of them, laid out as a list in JSON. awards_cents: fixed
    awards won in these rounds that wait for a supervisor. posted_cents: added by corrections to what the hands came to,
    on rows of no rules: of an hour and of the day at once.
    """

    day: str
    table: str
    hour: int
    dealer: str
    sha256: str
    decks: int
    bets: str = ""
    sums: str = "[0]"
    awards_cents: int = 0
    posted_cents: int = 0


CLOCK: Final = Model("performance_clock", ClockRow, key=1)
RULES: Final = Model("performance_rules", RulesRow, key=1)
DEALT: Final = Model("performance_dealt", DealtRow, key=1)
FROM_ROUND: Final = Model("performance_rounds", FromRoundRow, key=4)
PERFORMANCE: Final = Model("performance", PerformanceRow, key=6, index=("hour", "day"))
JOURNAL: Final = journal_of("performance")
PROJECTION: Final = Projection(
    "performance", (CLOCK, RULES, DEALT, FROM_ROUND, PERFORMANCE, JOURNAL), JOURNAL
)

WHOLE_DAY: Final = 0
"""In the place of an hour."""

_PROPERTY: Final = "property"
_NOBODY: Final = ("", "", 0)
"""The dealer, the rules and the decks of what was posted."""

_DECODE: Final = msgspec.json.Decoder(list[int]).decode
_ENCODE: Final = msgspec.json.Encoder().encode
_OF_BET: Final = len(OfBet.__struct_fields__)


class _How(NamedTuple):
    """How a round was dealt."""

    sha256: str = ""
    decks: int = 0
    dealer: str = ""


class Places(NamedTuple):
    """Where figures stand in the list: the first of each bet, and the product of two in one order."""

    bets: dict[str, int]
    products: dict[tuple[str, str], int]


@lru_cache(maxsize=1_024)
def laid_out(bets: str) -> Places:
    """Where the figures of these bets stand: behind the rounds; last their products two by two."""
    named = bets.split()
    of = {bet: 1 + n * _OF_BET for n, bet in enumerate(named)}
    start = 1 + len(named) * _OF_BET
    pairs = combinations_with_replacement(named, 2)
    return Places(of, {pair: start + n for n, pair in enumerate(pairs)})


def sums_of(bets: str, numbers: Sequence[int]) -> Sums:
    """The sums of a row, or of several with the same bets. numbers: as they are laid out."""
    places = laid_out(bets)
    return Sums(
        numbers[0],
        {bet: OfBet(*numbers[at : at + _OF_BET]) for bet, at in places.bets.items()},
        {pair: numbers[at] for pair, at in places.products.items()},
    )


@PROJECTION.on(PropertyEstablished)
def _established(rows: Rows, fact: Fact[PropertyEstablished]) -> None:
    rows.at(CLOCK, _PROPERTY).zone = fact.event.zone


@PROJECTION.on(e.RulesAdopted)
def _adopted(rows: Rows, fact: Fact[e.RulesAdopted]) -> None:
    row = rows.at(RULES, fact.event.sha256)
    row.rules, row.document = fact.event.rules, fact.event.document


@PROJECTION.on(shoe_events.ShoeStarted)
def _shoe_started(rows: Rows, fact: Fact[shoe_events.ShoeStarted]) -> None:
    rows.at(DEALT, fact.table).decks = fact.event.decks


def _signed(rows: Rows, fact: Fact[Any]) -> None:
    """Who deals is told where the dealer signs: that is who signed as such last."""
    rows.at(DEALT, fact.table).dealer = fact.event.dealer


for _kind in (
    e.TableOpened,
    e.TableClosed,
    e.TrayCounted,
    e.ChipsFilled,
    e.ChipsCredited,
    shoe_events.DecksReceived,
):
    PROJECTION.on(_kind)(_signed)


@PROJECTION.on(e.NoMoreBets)
def _no_more_bets(rows: Rows, fact: Fact[e.NoMoreBets]) -> None:
    row, event = rows.at(DEALT, fact.table), fact.event
    how = _How(event.rules_sha256, row.decks, row.dealer)
    as_before = (row.of_day, row.sha256, row.dealt_decks, row.dealt_by) == (event.day, *how)
    if as_before and event.round[-1] != AGAIN:
        return
    day, n, again = in_order(event.round)
    if day > row.open_day:
        _add_up(rows, row)
        row.open_day = day
    row.sha256, row.dealt_decks, row.dealt_by = how
    row.of_day = "" if again else day
    rows.add(FROM_ROUND, FromRoundRow(day, fact.table, n, again, *how))


@PROJECTION.on(e.RoundSettled)
def _settled(rows: Rows, fact: Fact[e.RoundSettled]) -> None:
    row = rows.at(DEALT, fact.table)
    how = _How(row.sha256, row.dealt_decks, row.dealt_by)
    for each in _of(rows, fact.event.day, fact.table, _hour(rows, fact.event.at), how):
        _count(each, rows.once(fact, came_to))


@PROJECTION.on(e.RoundReversed)
def _reversed(rows: Rows, fact: Fact[e.RoundReversed]) -> None:
    """Out of the rows in which it was settled."""
    how = _how(rows, fact.event.round, fact.table)
    hour = _hour(rows, fact.event.settled_at)
    for row in _of(rows, fact.event.day, fact.table, hour, how):
        _count(row, came_to(fact.event.lines), -1)
        _lay_out(
            row,
            [bet for bet, of in sums_of(row.bets, _DECODE(row.sums)).bets.items() if of != OfBet()],
        )
        _let_go(rows, row)


@PROJECTION.on(e.CorrectionPosted)
def _corrected(rows: Rows, fact: Fact[e.CorrectionPosted]) -> None:
    """On the day and in the hour in which it is posted, whichever round it is about: it has no handle."""
    if fact.event.figure in {"hand_result", "vig_assessed"}:
        _post(rows, fact, fact.table, fact.event.cents)


@PROJECTION.on(link_events.AwardWon)
def _won(rows: Rows, fact: Fact[link_events.AwardWon]) -> None:
    """A fixed award that waits for a supervisor is part of what its wager came to; a meter's is not the house's."""
    event = fact.event
    if event.moves_meter or event.held:
        return
    hour, how = _hour(rows, event.at), _how(rows, event.round, event.table)
    row = rows.at(FROM_ROUND, *_named(event.round, event.table))
    row.sha256, row.decks, row.dealer, row.hour = *how, hour
    row.awards_cents += event.cents
    for each in _of(rows, event.day, event.table, hour, how):
        each.awards_cents += event.cents


@PROJECTION.on(link_events.AwardUndone)
def _award_undone(rows: Rows, fact: Fact[link_events.AwardUndone]) -> None:
    """It is as if it had never been won."""
    event = fact.event
    row = rows.get(FROM_ROUND, *_named(event.round, event.table))
    if event.meter != link_events.PAYTABLE or row is None or not row.awards_cents:
        return
    row.awards_cents -= event.cents
    how = _How(row.sha256, row.decks, row.dealer)
    for each in _of(rows, row.day, event.table, row.hour, how):
        each.awards_cents -= event.cents
        _let_go(rows, each)


@PROJECTION.on(link_events.AwardReversed)
def _award_reversed(rows: Rows, fact: Fact[link_events.AwardReversed]) -> None:
    """Posted on the open day; what was paid and did not come back, the house gave away."""
    event = fact.event
    if event.meter == link_events.PAYTABLE and (event.handed_back or not event.paid):
        _post(rows, fact, event.table, event.cents)


def _hour(rows: Rows, at: int) -> int:
    clock = rows.get(CLOCK, _PROPERTY)
    return hour_of("UTC" if clock is None else clock.zone, at)


def _of(rows: Rows, day: str, table: str, hour: int, how: _How) -> Iterator[PerformanceRow]:
    """The row of an hour, and that of its gaming day where its hours are added up already."""
    sha256, decks, dealer = how
    yield rows.at(PERFORMANCE, day, table, hour, dealer, sha256, decks)
    dealt = rows.get(DEALT, table)
    if dealt is not None and day < dealt.open_day:
        yield rows.at(PERFORMANCE, day, table, WHOLE_DAY, dealer, sha256, decks)


def _add_up(rows: Rows, dealt: DealtRow) -> None:
    """The hours of a table's gaming day, as another one begins."""
    hours = rows.of(PERFORMANCE, dealt.open_day, dealt.table)
    for row in sorted(hours, key=lambda each: each.hour):
        if row.sha256 and row.hour != WHOLE_DAY:
            day = rows.at(
                *(PERFORMANCE, row.day, row.table, WHOLE_DAY, row.dealer, row.sha256, row.decks)
            )
            day.awards_cents += row.awards_cents
            if row.bets != day.bets:
                together = sorted({*day.bets.split(), *row.bets.split()})
                _lay_out(day, together)
                _lay_out(row := msgspec.structs.replace(row), together)
            added = map(add, _DECODE(day.sums), _DECODE(row.sums))
            day.sums = _ENCODE(list(added)).decode()


def _post(rows: Rows, fact: Fact[Any], table: str, cents: int) -> None:
    for hour in (_hour(rows, fact.event.at), WHOLE_DAY):
        row = rows.at(PERFORMANCE, fact.event.day, table, hour, *_NOBODY)
        row.posted_cents += cents
        _let_go(rows, row)


def _named(round_id: str, table: str) -> tuple[str, str, int, int]:
    day, n, again = in_order(round_id)
    return day, table, n, again


def _how(rows: Rows, round_id: str, table: str) -> _How:
    """How a round was dealt: as is said of it, else of the last one before it that is in no other's place."""
    day, _, n, again = _named(round_id, table)
    before = [
        row
        for row in rows.of(FROM_ROUND, day, table)
        if (row.n, row.again) == (n, again) or (row.n <= n and not row.again)
    ]
    if not before:
        return _How()
    row = max(before, key=lambda each: (each.n, each.again))
    return _How(row.sha256, row.decks, row.dealer)


def _count(row: PerformanceRow, came: Came, sign: int = 1) -> None:
    """Add what a round came to, or with the sign below zero take it out."""
    places, stakes = laid_out(row.bets), came.stakes
    bets = {*stakes, *(line.bet for line in came.coupons)}
    if not bets <= places.bets.keys():
        _lay_out(row, sorted({*places.bets, *bets}))
        places = laid_out(row.bets)
    numbers = _DECODE(row.sums)
    numbers[0] += sign
    for bet, beside in combinations_with_replacement(sorted(stakes), 2):
        numbers[places.products[bet, beside]] += sign * stakes[bet] * stakes[beside]
    for bet, cents in stakes.items():
        at = places.bets[bet]
        numbers[at] += sign
        numbers[at + 1] += sign * cents
        numbers[at + 2] += sign * came.won[bet]
    for line in came.coupons:
        at = places.bets[line.bet]
        numbers[at + 3] += sign * line.cents
        numbers[at + 4] += sign * (line.vig - line.returned)
    row.sums = _ENCODE(numbers).decode()


def _lay_out(row: PerformanceRow, bets: Sequence[str]) -> None:
    """Have the sums of a row be of these bets, in this order: of those that it has and of more, or of fewer."""
    sums = sums_of(row.bets, _DECODE(row.sums))
    row.bets = " ".join(bets)
    numbers = [sums.rounds]
    for bet in bets:
        numbers += msgspec.structs.astuple(sums.bets.get(bet, OfBet()))
    numbers += [sums.products.get(pair, 0) for pair in laid_out(row.bets).products]
    row.sums = _ENCODE(numbers).decode()


def _let_go(rows: Rows, row: PerformanceRow) -> None:
    """A row in which nothing is left is none."""
    key = (row.day, row.table, row.hour, row.dealer, row.sha256, row.decks)
    if row == PerformanceRow(*key):
        rows.remove(PERFORMANCE, *key)
