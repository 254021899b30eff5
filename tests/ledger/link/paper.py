"""A link on paper: its events one after the other, each verified as it is written, and no store (P4)."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any, Final

from ledger.events import link as link_events
from ledger.events import table as e
from ledger.events.act import Act, Stamp
from ledger.events.base import Event, Recorded
from ledger.events.meter import fixed
from ledger.link.draft import LinkDraft
from ledger.link.follow import follow
from ledger.link.payment import pay
from ledger.link.reversal import reverse, since_fed
from ledger.link.seed import put_in_again
from ledger.link.state import Link, OfAnAward, fold, held, name_of
from ledger.link.undo import take_out
from ledger.link.verify import verify
from ledger.rules.catalogue import Catalogue
from ledger.table import acts as table_acts
from ledger.table.draft import Draft, Past
from ledger.table.state import Table
from ledger.values.calendar import from_micros
from ledger.values.rounds import day_of

CODE: Final = "R9-1"
DAY: Final = "2026-07-11"
KING: Final = "k9_player"
TWO: Final[dict[str, str]] = {"reason": "misread", "authorised_by": "B-2", "second": "A-1"}
RULES: Final[dict[str, Any]] = {"rules": "ma-midi", "rules_version": 1, "rules_sha256": ""}

Terms = link_events.MeterTerms


class Paper:
    """A link of two tables. events: that it has had; others: links there are beside it.

    day: on which everything happens. log: all that is recorded of it.
    """

    def __init__(
        self, events: Iterable[Event] = (), code: str = CODE, others: Iterable["Paper"] = ()
    ) -> None:
        self.code, self.day = code, DAY
        self.log: list[Recorded] = []
        self.link = Link()
        self.all = {each.code: each for each in (self, *others)}
        self.records(events)

    @property
    def events(self) -> list[Event]:
        """All that happened."""
        return [each.event for each in self.log]

    @property
    def past(self) -> Past:
        """What can be asked of the log."""

        def back_to(stream: str, of: str, begins: Callable[[Event], bool]) -> list[Recorded]:
            date.fromisoformat(day_of(of))  # a store reads back to its day
            log = next(x.log for x in self.all.values() if link_events.stream(x.code) == stream)
            first = max((n for n, each in enumerate(log) if begins(each.event)), default=0)
            return log[first:]

        return Past(back_to=back_to, link_at=lambda code, version: self.all[code].at(version))

    def at(self, version: int) -> Link:
        """The link after so many events."""
        return fold(None, self.log[:version]) or Link()

    def says(self, kind: type[Event], **facts: Any) -> Any:
        """An event of these facts, recorded."""
        (event,) = self.records([self.stamp.on(kind, **facts)])
        return event

    def records(self, events: Iterable[Event]) -> list[Event]:
        """These events, recorded. Raises IntegrityFailure where one does not follow from those before it."""
        events = list(events)
        for event in events:
            verify(self.link, event, self.past)
            self.link.apply(event)
            self.log.append(Recorded(link_events.stream(self.code), len(self.log) + 1, event))
        return events

    @property
    def stamp(self) -> Stamp:
        """Of the next act: each is a second after the other."""
        at = (sum(len(each.log) for each in self.all.values()) + 1) * 1_000_000
        return Stamp("S-2", at, at, self.day)

    def drafts(self, table: str = "MB-01") -> LinkDraft:
        """The link as an act at a table finds it."""
        at = Table(code=table, open=True, link=self.code)
        return LinkDraft(self.link, Draft(at, self.stamp, Catalogue(), self.past))

    # -- what happens

    def feeds(self, number: int, table: str = "MB-01", cents: int = 500) -> Any:
        """A round of a table puts in what its wagers of so many cents do."""
        lines = [each.takes(cents) for each in self.link.meters.values()]
        of = {"round": named(number, table), "table": table, "seats": [3]}
        return self.says(link_events.ContributionsTaken, **of, staked_cents=cents, lines=lines)

    def wins(
        self, number: int, table: str = "MB-01", meter: str = KING, *, bps: int = 10_000, **how: Any
    ) -> Any:
        """Seat 3 wins of a meter in a round that fed it, as the meter is read then; or what is fixed at a dollar."""
        read = fixed(100) if meter == link_events.PAYTABLE else self.link.meters[meter]
        cents, reseed_cents = read.award(bps)
        award: dict[str, Any] = {"reading": read.visible, "cents": cents, "share_bps": bps}
        award |= {"level": meter, "reseed_cents": reseed_cents, "player": [], "banker": []}
        award |= {"round": named(number, table), "table": table, "seat": 3, "meter": meter}
        return self.says(link_events.AwardWon, **{**award, **how})

    def plays(self, number: int, table: str = "MB-01", **how: Any) -> Any:
        """A round that puts something in, and wins."""
        self.feeds(number, table)
        return self.wins(number, table, **how)

    def voids(self, number: int, table: str = "MB-01", **how: Any) -> Any:
        """A round that puts something in and is void: it goes out again, and what the cards won is held."""
        fed = self.feeds(number, table)
        since = since_fed(self.code, fed.round, self.past.back_to).events
        again = put_in_again(self.link, fed.lines, since)
        of: dict[str, Any] = {"round": fed.round, "table": table, "lines": fed.lines}
        self.says(link_events.ContributionsReturned, **of, reseeded=again)
        return self.wins(number, table, held=True, **how)

    def takes_back(self, number: int, table: str = "MB-01", meter: str = KING) -> list[Event]:
        """That award, on a document."""
        draft = self.drafts(table)
        reverse(
            draft,
            self._act(table_acts.ReverseAward, number, table, meter, **TWO, **self._document()),
        )
        return self.records(draft.pending)

    def pays(self, number: int, table: str = "MB-01", meter: str = KING, **how: Any) -> list[Event]:
        """That award is handed over at the cage, or ruled not to be."""
        draft = self.drafts(table)
        said = {"place": "cage", "supervisor": "S-9", **how}
        pay(draft, self._act(table_acts.PayAward, number, table, meter, **said))
        return self.records(draft.pending)

    def undoes(self, number: int, table: str = "MB-01", *, but_bets: bool = False) -> list[Event]:
        """A round that was entered at once, as if its bets had never closed; or its settlement alone."""
        hands: dict[str, Any] = {"player": [], "banker": [], "player_points": 0, "banker_points": 0}
        settled = {**hands, "outcome": "tie", "announce": "", "lines": []}
        bets: dict[type[Event], Any] = (
            {e.NoMoreBets: {"shoe": "1", **RULES}} if not but_bets else {}
        )
        return self._takes_out(number, table, {**bets, e.RoundSettled: settled})

    def opens_bets(self, number: int, table: str = "MB-01") -> list[Event]:
        """The bets of a round that is not settled."""
        return self._takes_out(number, table, {e.NoMoreBets: {"shoe": "1", **RULES}})

    def _takes_out(
        self, number: int, table: str, undone: Mapping[type[Event], Mapping[str, Any]]
    ) -> list[Event]:
        stamp, of = self.stamp, named(number, table)
        events = [stamp.on(kind, round=of, **facts) for kind, facts in undone.items()]
        since = since_fed(self.code, of, self.past.back_to)
        draft = self.drafts(table).of
        decided = take_out(self.link, draft, self.link.fed[table], since, events)
        return self.records(decided.pending)

    def reverses(self, number: int, table: str = "MB-01") -> list[Event]:
        """A settled round does not count."""
        stamp = self.stamp
        of: dict[str, Any] = {"round": named(number, table), "reason": "x", "approved_by": "S-9"}
        draft = self.drafts(table).of
        draft.pending.append(stamp.on(e.RoundReversed, **of, settled_at=stamp.at, lines=[]))
        act = table_acts.Reverse(
            at=from_micros(stamp.at), by="S-2", source="", seq=0, table=table, **of
        )
        return self.records(follow(self.link, draft.table, draft, act, lambda _: False).pending)

    def adjusts(self, cents: int, meter: str = KING) -> Any:
        """A correction of a meter by itself."""
        return self.says(
            link_events.MeterCorrected, meter=meter, cents=cents, **TWO, **self._document()
        )

    def retires(self, to: "Paper") -> None:
        """The link goes out of service; all that its meters hold goes into those of the other."""
        lines, who = held(self.link), {**TWO, **self._document()}
        self.says(link_events.LinkRetired, to=to.code, lines=lines, **who)
        who.pop("reason")
        got: dict[str, Any] = {"retired": self.code, "retired_version": self.link.version}
        to.says(link_events.BalanceReceived, lines=lines, **got, **who)

    def _act(
        self, kind: Callable[..., Act], number: int, table: str, meter: str, **said: Any
    ) -> Any:
        of = {"round": named(number, table), "seat": 3, "meter": meter, "table": table}
        at = from_micros(self.stamp.at)
        return kind(by="S-2", source="", seq=0, at=at, **of, **said)

    def _document(self) -> dict[str, str]:
        return {"document": f"MC-{len(self.log)}"}


def installed(
    *terms: link_events.MeterTerms, code: str = CODE, above: int = 0, others: Iterable[Paper] = ()
) -> Paper:
    """A link whose meters stand at their seeds. above: cents from which on an award waits for a supervisor."""
    paper = Paper(code=code, others=others)
    said: dict[str, Any] = {"link": code, "wager_cents": 500, "meters": list(terms)}
    who: dict[str, Any] = {"supervisor_above_cents": above, "authorised_by": "A-1"}
    paper.says(link_events.LinkInstalled, **said, **who, **RULES)
    for table in ("MB-01", "MB-02"):
        paper.says(link_events.TableLinked, table=table)
    return paper


def named(number: int, table: str = "MB-01") -> str:
    """A round of a table."""
    return f"{table}:{DAY}:{number}"


def without_what_went_back(events: Iterable[Event]) -> Link:
    """A link to which all of this happened but the awards that were taken back, undone or ruled not to be paid: whoever
    else won keeps what he won.
    """
    left, gone = list[Event](), dict[str, bool]()
    for each in events:
        if isinstance(each, OfAnAward):
            name = name_of(each)
            gone[name] = isinstance(each, link_events.AwardReversed | link_events.AwardRefused)
            if isinstance(each, link_events.AwardUndone):
                left = [x for x in left if not (isinstance(x, OfAnAward) and name_of(x) == name)]
        if isinstance(each, link_events.AwardWon) or not _of_what_went_back(each):
            left.append(each)
    link = Link()
    for each in left:
        if not (isinstance(each, link_events.AwardWon) and gone[name_of(each)]):
            link.apply(each)
    return link


def _of_what_went_back(event: Event) -> bool:
    """Of an award, or of what its reversal left to be corrected."""
    return isinstance(event, OfAnAward) or (
        isinstance(event, link_events.MeterCorrected) and event.round != ""
    )
