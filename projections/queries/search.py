"""What is recorded of a card, a seat, a patron, a slip, an operator, an amount: events that say it, the newest first.

The log itself is looked through, not an index of it: what is found is what is on record, and says where.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from ledger.desks.ledger import Ledger
from ledger.events.base import Event, Recorded
from ledger.store.codec import decode
from ledger.store.driver import Value, ask_long
from ledger.store.errors import store_errors
from ledger.store.schema import LAST_POSITION
from ledger.values.cards import parse_card
from ledger.values.errors import Misused
from ledger.values.money import parse_cents
from ledger.values.people import plain
from projections.figures.arithmetic import rfc3339
from projections.figures.render import Column, Kind, Section, View
from projections.queries.counts_told import as_told
from projections.queries.event_lines import describe, in_json
from projections.queries.moment import Moment
from projections.queries.near import either

AT_A_TIME: Final = 1_000
"""Rows fetched at a time."""

MOST: Final = 200
"""So many are shown, the newest."""

NARROWING: Final = 20
"""By so many words the database tells what an event may say; by more of them it is only asked event by event."""


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """An event that says it. position: in the log. round: "" where it names none. at: RFC 3339 UTC."""

    position: int
    at: str
    gaming_day: str
    stream: str
    round: str
    by: str
    said: str


VIEW: Final = View(
    Found,
    "Nothing on record says that.",
    (
        Section(
            "Found",
            (
                Column("position", "Event", Kind.NUMBER),
                Column("at", "When", Kind.MOMENT),
                Column("gaming_day", "Day", Kind.DATE),
                Column("said", "What happened"),
                Column("round", "Round"),
                Column("by", "By"),
            ),
            total=False,
        ),
    ),
)

Leaf = tuple[str, Any]
"""A field's name and a value in it."""


class Term(NamedTuple):
    """One thing that is looked for. holds: whether an event says it. written: what then stands in its bytes, one of
    them; none where that cannot be told. folded: the same in lower case, in whatever case it stands there.
    """

    holds: Callable[[Mapping[str, Any], Sequence[Leaf]], bool]
    written: tuple[str, ...] = ()
    folded: str = ""


def search(ledger: Ledger, moment: Moment, words: Sequence[str]) -> list[Found]:
    """The newest events that say all of the words. A word is text, or KIND:TEXT with a kind of KINDS.

    Raises Misused for a word that cannot be read.
    """
    terms = [_term(word) for word in words]
    found: list[Found] = []
    for position, recorded in _candidates(ledger, terms, moment):
        if moment.sees(position, recorded.event):
            fields = in_json(recorded)
            leaves = list(_leaves("", fields | _own(recorded.event, fields)))
            if all(term.holds(fields, leaves) for term in terms):
                found.append(_found(position, recorded))
        if len(found) == MOST:
            break
    return found


def _candidates(
    ledger: Ledger, terms: Sequence[Term], moment: Moment
) -> Iterator[tuple[int, Recorded]]:
    """Events in whose bytes all of it may stand, from the last one back."""
    engine = ledger.journal.engine
    database, upto = engine.dialect.name, moment.position
    values: dict[str, Value] = {"upto": LAST_POSITION if upto is None else upto}
    which = [_written(database, each, values) for each in terms[:NARROWING]]
    question = _EVENTS.format(which="".join(f" AND ({each})" for each in which if each))
    with store_errors(), engine.connect() as connection:
        for position, stream, version, topic, state in ask_long(
            connection, question, AT_A_TIME, **values
        ):
            yield position, as_told(ledger, Recorded(stream, version, decode(topic, state)))


_EVENTS: Final = (
    "SELECT position, originator_id, originator_version, topic, state FROM events"
    " WHERE position <= :upto{which} ORDER BY position DESC"
)
_PLACE: Final = {"sqlite": "instr", "postgresql": "pg_catalog.position"}
_SMALL: Final = {
    "sqlite": "lower(CAST(state AS TEXT))",
    "postgresql": "pg_catalog.lower(pg_catalog.encode(state, 'escape') COLLATE \"C\")",
}


def _written(database: str, term: Term, values: dict[str, Value]) -> str:
    """Whether what is written of a term stands in an event's bytes, as it is asked; "" where nothing is. What is looked
    for is put to the values.
    """

    def stands(where: str, what: str | bytes) -> str:
        name = f"what_{len(values)}"
        values[name] = what
        return f"{_PLACE[database]}({where}, :{name}) > 0"

    folded = [stands(_SMALL[database], term.folded)] if term.folded else []
    return " OR ".join([*folded, *(stands("state", text.encode()) for text in term.written)])


def _own(event: Event, shown: Mapping[str, Any]) -> dict[str, Any]:
    """An event's own fields, in which parts that JSON has as lists have their names; without what is not shown."""
    names = event.__struct_fields__
    return {name: getattr(event, name) for name in names if shown.get(name) is not None}


def _leaves(name: str, value: Any) -> Iterator[Leaf]:
    match value:
        case dict():
            for key, part in value.items():
                yield from _leaves(str(key), part)
        case list():
            for part in value:
                yield from _leaves(name, part)
        case msgspec.Struct():
            for each in value.__struct_fields__:
                yield from _leaves(each, getattr(value, each))
        case _:
            yield name, value


def _found(position: int, recorded: Recorded) -> Found:
    event = recorded.event
    return Found(
        position=position,
        at=rfc3339(event.at),
        gaming_day=event.day,
        stream=recorded.originator_id,
        round=getattr(event, "round", None) or "",
        by=event.by,
        said=describe(recorded),
    )


def _term(word: str) -> Term:
    kind, colon, text = word.partition(":")
    if colon and kind.lower() in KINDS:
        if not text.strip():
            raise Misused(
                "nothing_sought", f"{word} says no {kind}.", f"Write {kind}:TEXT.", word=word
            )
        return KINDS[kind.lower()](text.strip())
    if not word.strip():
        raise Misused(
            "nothing_sought",
            "Nothing is looked for.",
            f"Write text, or KIND:TEXT with {either(KINDS)}.",
            word=word,
        )
    return _text(word.strip())


def _text(text: str) -> Term:
    """Text that stands in any field, in whatever case."""
    sought = text.casefold()
    return Term(
        lambda _, leaves: any(isinstance(v, str) and sought in v.casefold() for _, v in leaves),
        *_in_any_case(text),
    )


NOT_ASCII: Final = "\u017f\u00df\u1e9e\u212a\ufb00\ufb01\ufb02\ufb03\ufb04\ufb05\ufb06"
"""Letters that are some of ASCII's where case is of no account, as a sharp s is two."""


def _in_any_case(text: str) -> tuple[tuple[str, ...], str]:
    """As it may be written, and in lower case; what has a character that is written otherwise in JSON is looked for
    event by event.
    """
    small = text.lower()
    if not text.isascii() or not text.isprintable() or '"' in text or "\\" in text:
        return (), ""
    return tuple(each for each in NOT_ASCII if not set(each.casefold()).isdisjoint(small)), small


def _card(text: str) -> Term:
    card = parse_card(text)
    return Term(lambda _, leaves: any(v == card for _, v in leaves), (f'"{card}"',))


def _amount(text: str) -> Term:
    cents = parse_cents(text.lstrip("$"), "amount")
    return Term(
        lambda _, leaves: any(
            _is_money(name) and isinstance(v, int) and abs(v) == cents for name, v in leaves
        ),
        (str(cents),),
    )


def _is_money(name: str) -> bool:
    return name.endswith("cents") or name in {"returned", "vig"}


def _seat(text: str) -> Term:
    if not (text.isascii() and text.isdigit()):
        raise Misused("bad_number", f"seat: {text!r} is no seat.", "Write seat:3.", field="seat")
    seat = int(text)
    return Term(
        lambda _, leaves: any(name == "seat" and v == seat for name, v in leaves),
        (f'"seat":{seat}', *(f"{before}{seat}{after}" for before in "[," for after in ",]")),
    )


def _named(*fields: str) -> Callable[[str], Term]:
    """Text that is all that stands in one of these fields, or in any."""

    def term(text: str) -> Term:
        sought = text.casefold()
        return Term(
            lambda _, leaves: any(
                isinstance(v, str) and v.casefold() == sought and (not fields or name in fields)
                for name, v in leaves
            ),
            *_in_any_case(text),
        )

    return term


def _patron(text: str) -> Term:
    sought = text.casefold()
    return Term(
        lambda _, leaves: any(
            name in {"patron", "patron_id"} and sought in str(v).casefold() for name, v in leaves
        ),
        *_in_any_case(text),
    )


def _form(text: str) -> Term:
    """A serial, however it is spelled: in the series' own stream by its number, elsewhere as it is written."""
    series, _, number = text.rpartition("-")
    stream, sought = plain(f"series:{series}"), plain(text)
    return Term(
        lambda fields, leaves: (
            (plain(fields["stream"]) == stream and str(fields.get("number")) == number)
            or any(isinstance(v, str) and plain(v) == sought for _, v in leaves)
        ),
        (number,),
    )


def _table(text: str) -> Term:
    stream = f"table:{text}".casefold()
    return Term(lambda fields, _: str(fields["stream"]).casefold() == stream)


def _day(text: str) -> Term:
    return Term(lambda fields, _: fields.get("day") == text, (f'"day":"{text}"',))


KINDS: Final[Mapping[str, Callable[[str], Term]]] = {
    "round": _named("round"),
    "card": _card,
    "seat": _seat,
    "patron": _patron,
    "slip": _named("slip"),
    "form": _form,
    "operator": _named(),
    "amount": _amount,
    "table": _table,
    "day": _day,
}
"""What can be looked for by its kind: `seat:3`, `card:7d`, `amount:25`."""
