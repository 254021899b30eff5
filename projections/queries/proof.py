"""What happened, proved to somebody who has no database: the events, that they are in the log, and what they tell.

Whoever checks it makes a store in memory of the events alone, and asks it as anybody asks: one way to tell a round.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa
from msgspec import structs

import projections.models.registry  # noqa: F401  every table that a store in memory must have
from ledger.desks.ledger import Ledger
from ledger.events import award as award_events
from ledger.events import form as form_events
from ledger.events import link as link_events
from ledger.events import table as e
from ledger.events.base import Event, Recorded
from ledger.events.operators import STREAM as OPERATORS
from ledger.events.operators import OperatorRegistered
from ledger.events.property import STREAM as PROPERTY
from ledger.events.undoing import round_played
from ledger.seal import bundle, checkpoint, tiles
from ledger.seal import note as signed_note
from ledger.seal.bundle import Bundle
from ledger.seal.leaf import Stored
from ledger.seal.merkle import root
from ledger.seal.note import Key, Note
from ledger.seal.tiles import Kept
from ledger.store.codec import TOPIC_OF, decode
from ledger.store.driver import run_each
from ledger.store.engine import begin_write
from ledger.store.errors import store_errors
from ledger.values.errors import IntegrityFailure, Misused, NotFound, Refused
from ledger.values.numbers import counted
from ledger.values.progress import Progress
from projections.engine.engine import copy_empty
from projections.engine.model import whole_metadata
from projections.engine.streams import Placed, of_round
from projections.figures.slip_numbers import spelled as slip_spelled
from projections.figures.slips_matched import NEEDS as SLIP_NEEDS
from projections.pages import page
from projections.queries import round as round_query
from projections.queries.event_lines import describe, in_json
from projections.queries.house import paper
from projections.queries.moment import NOW
from projections.queries.names import borne, people
from projections.queries.past import caught_up, pointed
from projections.queries.round import WholeReplay
from projections.queries.round_page import page_of
from projections.queries.steps import steps
from projections.queries.words import local
from projections.replay import find as replay_find
from projections.replay.extent import Extent, around, extent
from projections.replay.find import FoundRound
from projections.replay.story import concerns, is_play

ROUND: Final = "round"
AWARDS: Final = (
    link_events.AwardWon,
    link_events.AwardPaid,
    link_events.AwardRefused,
    link_events.AwardOwed,
    link_events.AwardUndone,
    link_events.AwardReversed,
    link_events.MeterCorrected,
    award_events.AwardHandedOver,
    award_events.AwardNotHandedOver,
)


class _Kind(NamedTuple):
    """What can be proved besides a round. spelled: its name as it is on record, however it is given; find: its events,
    by that; concerns: whether an event is of it. follows: what may be recorded of it at any time afterwards.
    """

    spelled: Callable[[Ledger, str], str]
    find: Callable[[Ledger, str], list[Placed]]
    concerns: Callable[[Recorded, str], bool]
    follows: str


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """What a proof shows. signed_by: names of the keys that signed its checkpoint. size: events under it.
    zone: of the property, an IANA name.

    round: where it is of a round, and shown: the events of its table that are there without a gap.
    lines: what was recorded, one event after the other; events: the same for programs. words: what is proved by them,
    and what is not, in sentences.
    """

    subject: str
    property_name: str
    zone: str
    origin: str
    size: int
    signed_by: list[str]
    lines: list[str]
    events: list[dict[str, Any]]
    round: WholeReplay | None = None
    shown: Extent | None = None
    words: str = ""


def prove(
    ledger: Ledger, name: str, given: bytes | None = None, progress: Progress | None = None
) -> Bundle:
    """The proof of a round, or of `form:`, `fill:`, `credit:`, `award:` and its name. given: a checkpoint to prove it
    under, as a witness has it; the last one of the store unless given.

    Raises NotFound, Misused, and Refused where no checkpoint is over it yet.
    """
    kind, _, rest = name.partition(":")
    of = _KINDS.get(kind)
    if of is None:
        subject, found, stretch = _round(ledger, name, progress)
    else:
        spelled = of.spelled(ledger, rest)
        subject, found, stretch = f"{kind}:{spelled}", of.find(ledger, spelled), []
    if not found:
        raise NotFound(
            "nothing_to_prove",
            f"There is nothing of {name} in the log.",
            "Name a round, form:CVF-1001, fill:F-17, credit:C-4 or award:ROUND:SEAT.",
            name=name,
        )
    places = {position for position, _ in (*found, *_known(ledger, found))}
    with store_errors(), ledger.journal.engine.connect() as connection:
        tree = Kept.verified(connection)
        note = _checkpoint(connection, tree, given)
        size = checkpoint.read(note).size
        places |= {place for place, _ in stretch if _under(tree, place, size)}
        leaves = [(_leaf(tree, place, size), _row(connection, place)) for place in sorted(places)]
        return bundle.prove(subject, tree, note, leaves)


def check(content: bytes, keys: Sequence[Key]) -> tuple[Told, str]:
    """What a proof shows, of which all holds, and the same as a page to print. No database is needed.

    Raises IntegrityFailure for a proof of which anything does not hold.
    """
    found, made, note = bundle.opened(content, keys)
    try:
        return _tell(found, made.origin, made.size, note, keys)
    except (NotFound, ValueError, LookupError) as error:
        raise IntegrityFailure(
            "proof_incomplete",
            f"What is in the file was in the log, and does not tell {found.subject}.",
            "Ask for it again from whoever keeps the log.",
            subject=found.subject,
            reason=str(error),
        ) from error


def _tell(
    found: Bundle, origin: str, size: int, note: Note, keys: Sequence[Key]
) -> tuple[Told, str]:
    rows = [each.row for each in found.events]
    placed = [
        (row[0], Recorded(row[1].decode(), row[2], decode(row[3].decode(), row[4]))) for row in rows
    ]
    kind, _, name = found.subject.partition(":")
    about = [each for each in placed if each[1].originator_id not in {PROPERTY, OPERATORS}]
    if kind != ROUND and not all(_KINDS[kind].concerns(each, name) for _, each in about):
        raise LookupError(name)
    with _in_memory(rows) as ledger:
        replayed = shown = None
        if kind == ROUND:
            shown = _shown(placed, name)
            replayed = _replayed(ledger, name, about)
            about = replayed.events
        zone = ledger.calendar.tz
        told = Told(
            subject=found.subject,
            property_name=ledger.property.name,
            zone=ledger.calendar.zone,
            origin=origin,
            size=size,
            signed_by=[key.name for key, _ in signed_note.verified(note, keys)],
            lines=[
                f"{local(each.event.at, zone)}  {each.event.by}  {describe(each)}"
                for _, each in about
                if not isinstance(each.event, e.RulesAdopted)
            ],
            events=[in_json(each) for _, each in about],
            shown=shown,
        )
        if replayed is not None:
            told = structs.replace(told, round=_whole(ledger, replayed))
        told = structs.replace(told, words=_words(told))
        if replayed is not None:
            return told, page_of(ledger, replayed, proved=told.words).html()
        return told, page(
            "proof.html",
            title=found.subject,
            property=told.property_name,
            paper=paper(ledger),
            day=about[0][1].event.day,
            lines=told.lines,
            proved=told.words,
        ).html()


def _whole(ledger: Ledger, found: FoundRound) -> WholeReplay:
    return WholeReplay(
        **structs.asdict(found.replay),
        steps=steps(found),
        operators=people(ledger, found.events),
    )


def _words(told: Told) -> str:
    return (
        f"All of it was in the log of {told.origin} when that had {counted(told.size, 'event')}, by the checkpoint"
        f" that {' and '.join(told.signed_by)} signed. {_not_shown(told)}"
    )


def _not_shown(told: Told) -> str:
    if told.shown is None:
        follows = _KINDS[told.subject.partition(":")[0]].follows
        return (
            f"What else was recorded of it, as that it was {follows}, is shown only where it is here; a proof under a"
            " later checkpoint may show more, and pit audit verify reads the whole log."
        )
    upto = f"version {told.shown.last} of its table's stream"
    if not told.shown.ends:
        said = (
            f"Nothing of its play is left out up to {upto}; what came after that, and may take it back,"
            " is not shown."
        )
    else:
        said = (
            "Nothing of its play is left out, nor that any of it was taken back. What was said of it after"
            f" {upto}, as a collection, correction, ruling or reversal, or in another stream, is shown only"
            " where it is here."
        )
    if told.round is None or all(each.verified for each in told.round.operators):
        return said
    return f"{said} Who is called unverified has no registration in the file."


def _shown(placed: Sequence[Placed], name: str) -> Extent:
    """How much of a round its table's events tell. Raises LookupError where some of its play may be missing."""
    shown = extent((each for _, each in placed if each.originator_id == of_round(name)), name)
    if not shown.tells:
        raise LookupError(f"its table's events are missing beside {shown.first} to {shown.last}")
    return shown


# -- what is proved


def _round(
    ledger: Ledger, name: str, progress: Progress | None
) -> tuple[str, list[Placed], list[Placed]]:
    """The full name of a round, its events, and its table's without a gap from the hand before to what ends it."""
    found = round_query.find(ledger, NOW, name.removeprefix(f"{ROUND}:"), progress)
    events, rules = list(found.events), found.replay.rules
    of = found.replay.round
    first = min(each.originator_version for _, each in events if round_played(each.event) == of)
    with store_errors(), ledger.journal.engine.connect() as connection:
        stretch = around(connection, of, first)
    if not extent((each for _, each in stretch), of).tells:
        raise Refused(
            "round_in_progress",
            f"Round {of} is not over; its proof has to wait.",
            "Prove it once it is settled or void, and sealed.",
            round=of,
        )
    if rules is not None:
        stream = of_round(of)
        adopted = _of_topics(ledger, (e.RulesAdopted,), rules.sha256)
        events += [
            (position, each)
            for position, each in adopted
            if each.originator_id == stream and each.event.sha256 == rules.sha256
        ][:1]
    return f"{ROUND}:{of}", events, stretch


def _form(ledger: Ledger, serial: str) -> list[Placed]:
    series, _, number = serial.rpartition("-")
    if not series or not (number.isascii() and number.isdigit()):
        return []
    return _placed(
        ledger,
        (each for each in ledger.stream(form_events.stream(series)) if _of_form(each, serial)),
    )


def _of_form(each: Recorded, serial: str) -> bool:
    series, _, number = serial.rpartition("-")
    numbers = (getattr(each.event, "number", None), *getattr(each.event, "numbers", ()))
    return each.originator_id == form_events.stream(series) and int(number) in numbers


def _slip(noun: str, kind: type[Event]) -> _Kind:
    """A fill or a credit: that it was taken back, and corrections that name it, are of it too."""

    def concerned(each: Recorded, slip: str) -> bool:
        event: Any = each.event
        if isinstance(event, e.ActUndone):
            return bool(event.slip == f"{noun}:{slip}")
        if isinstance(event, e.CorrectionPosted):
            return (event.figure, event.original) == (f"{noun}s", slip)
        return isinstance(event, kind) and getattr(event, "slip", None) == slip

    def find(ledger: Ledger, slip: str) -> list[Placed]:
        kinds = (kind, e.ActUndone, e.CorrectionPosted)
        return [each for each in _of_topics(ledger, kinds, slip) if concerned(each[1], slip)]

    def spelled(ledger: Ledger, slip: str) -> str:
        with caught_up(ledger, NOW, SLIP_NEEDS) as connection:
            return slip_spelled(connection, noun, slip)

    return _Kind(spelled, find, concerned, "taken back, and is void, or corrected")


def _award(ledger: Ledger, name: str) -> list[Placed]:
    of = name.rpartition(":")[0]
    return [each for each in _of_topics(ledger, AWARDS, of) if _of_award(each[1], name)]


def _award_spelled(ledger: Ledger, name: str) -> str:
    table, colon, rest = name.partition(":")
    return f"{ledger.spelled(table)}{colon}{rest}"


def _of_award(each: Recorded, name: str) -> bool:
    of, _, seat = name.rpartition(":")
    event: Any = each.event
    return isinstance(event, AWARDS) and (event.round, str(event.seat)) == (of, seat)


_KINDS: Final[Mapping[str, _Kind]] = {
    "form": _Kind(
        Ledger.spelled_serial, _form, _of_form, "made void, dropped, forwarded or received"
    ),
    "fill": _slip("fill", e.ChipsFilled),
    "credit": _slip("credit", e.ChipsCredited),
    "award": _Kind(_award_spelled, _award, _of_award, "handed over, refused, undone or reversed"),
}


def _of_topics(ledger: Ledger, kinds: Iterable[type[Event]], named: str) -> list[Placed]:
    """Events of some kinds in whose bytes a text ends in a name, in the order of the log."""
    topics, written, found = [TOPIC_OF[kind] for kind in kinds], msgspec.json.encode(named)[1:], []
    with store_errors():
        position = 0
        while rows := ledger.journal.select_rows(position, 2_000, topics=topics):
            found += [
                (row[0], Recorded(row[1], row[2], decode(row[3], row[4])))
                for row in rows
                if written in row[4]
            ]
            position = rows[-1][0]
    return found


def _placed(ledger: Ledger, events: Iterable[Recorded]) -> list[Placed]:
    place = ledger.journal.position_of
    return [(place(each.originator_id, each.originator_version) or 0, each) for each in events]


def _known(ledger: Ledger, found: Sequence[Placed]) -> Iterator[Placed]:
    """What it takes to tell them: whose log it is, and who of those that signed were registered then."""
    yield from _placed(ledger, ledger.stream(PROPERTY, 1, 1))
    names = {each.name for position, of in found for each in borne(of.event, position)}
    operators = _placed(ledger, ledger.stream(OPERATORS))
    yield from (
        each
        for each in operators
        if isinstance(each[1].event, OperatorRegistered) and each[1].event.operator in names
    )


def _checkpoint(connection: sa.Connection, tree: Kept, given: bytes | None) -> Note:
    if given is None:
        last = tiles.signed(connection)[-1:]
        if not last:
            raise _not_sealed(0)
        return signed_note.read(last[0][2].encode())
    note = signed_note.read(given)
    made = checkpoint.read(note)
    if made.size > tree.size or root(tree, made.size) != made.root:
        raise Misused(
            "not_of_this_log",
            f"That checkpoint of {made.origin} is not of this log as it is kept.",
            "Run pit audit verify --against with it: if it was of this log, something was changed.",
            size=made.size,
        )
    return note


def _leaf(tree: Kept, position: int, size: int) -> int:
    leaf = tree.place(position)
    if leaf is None or leaf >= size:
        raise _not_sealed(position)
    return leaf


def _under(tree: Kept, position: int, size: int) -> bool:
    leaf = tree.place(position)
    return leaf is not None and leaf < size


def _not_sealed(position: int) -> Refused:
    return Refused(
        "not_sealed_yet",
        "No checkpoint is over that yet.",
        "pit audit seal first.",
        position=position,
    )


def _row(connection: sa.Connection, position: int) -> Stored:
    return tiles.rows(connection, position - 1, 1, position)[0]


# -- and told again


_TELL: Final = "INSERT INTO events (position, originator_id, originator_version, topic, state) VALUES (?, ?, ?, ?, ?)"


@contextmanager
def _in_memory(rows: Sequence[Stored]) -> Iterator[Ledger]:
    """A store in memory that has these events and no other."""
    with Ledger("sqlite://") as ledger:
        copy_empty(tuple(whole_metadata().tables.values()), ledger.journal.engine)
        with begin_write(ledger.journal.engine) as connection:
            told = [(row[0], row[1].decode(), row[2], row[3].decode(), row[4]) for row in rows]
            run_each(connection, _TELL, told)
        yield ledger


def _replayed(ledger: Ledger, name: str, placed: Sequence[Placed]) -> FoundRound:
    """The round of the events, all of which name it."""
    own = [
        each.originator_version
        for _, each in placed
        if is_play(each.event) and concerns(each.event, name)
    ]
    if not own:
        raise LookupError(name)
    with pointed(ledger, replay_find.NEEDS) as connection:
        return replay_find.find(connection, name, min(own), max(own))
