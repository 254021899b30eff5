"""A clerk for tests: says what happens at one table, in the words of the feed, a second after the other."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
import pytest

from ledger.day.acts import CountDrops, ReceiveDuplicates
from ledger.desks.ledger import Ledger
from ledger.events.act import Act as AnyAct
from ledger.events.base import Event
from ledger.events.day import DropBox, DuplicateReceived
from ledger.property.acts import EstablishProperty
from ledger.table.acts import Act
from ledger.table.said import TableAct
from ledger.transaction.unit import Done
from ledger.values.calendar import from_micros, to_micros
from ledger.values.errors import PitError

OPENER = {"10000": 50, "2500": 100, "500": 200}
OPENER_CENTS = 850_000
SIGNED = {"dealer": "D-7", "supervisor": "S-2"}
NOTICED = {"notice_at": "2026-07-11T12:00:00-04:00", "authorised_by": "M-1"}


EVENING = "2026-07-11T18:00:00-04:00"
SINCE = datetime.fromisoformat("2026-07-01T12:00:00-04:00")


def established(url: str) -> None:
    """A store in which that was done, then: tests with clocks of their own begin with it too."""
    with Ledger(url, clock=lambda: to_micros(SINCE)) as ledger:
        establish(ledger)


def establish(ledger: Ledger, cutoff: str = "06:00", since: datetime = SINCE) -> Done:
    """Harbor House, since before any of its made-up days."""
    return ledger.do(
        EstablishProperty(
            by="A-1",
            at=since,
            name="Harbor House",
            zone="America/New_York",
            cutoff=cutoff,
            settings={},
        )
    )


def count_drop(
    ledger: Ledger,
    day: str,
    table: str,
    *,
    by: str,
    at: int,
    recount: bool = False,
    dry_run: bool = False,
    **box: Any,
) -> Done:
    """What was found in one table's drop box. at: microseconds UTC."""
    boxes = [DropBox(table, **box)]
    act = CountDrops(by=by, at=from_micros(at), day=day, boxes=boxes, recount=recount)
    return ledger.do(act, dry_run=dry_run)


def receive_duplicates(
    ledger: Ledger,
    day: str,
    forms: Sequence[DuplicateReceived],
    *,
    at: int,
    dry_run: bool = False,
    **said: Any,
) -> Done:
    """Copies of forms that came in. at: microseconds UTC."""
    act = ReceiveDuplicates(at=from_micros(at), day=day, forms=list(forms), **said)
    return ledger.do(act, dry_run=dry_run)


class AsItHappens(Ledger):
    """A ledger that is told of everything as it happens: its clock stands at the last that it was told of, from the
    clerk's evening on. By the real clock each act would be of a day long past.
    """

    def __init__(self, url: str) -> None:
        self.now = to_micros(datetime.fromisoformat(EVENING))
        super().__init__(url, clock=lambda: self.now)

    def do(self, *acts: AnyAct, **how: Any) -> Done:
        """Have it decided and saved, no earlier than it happened."""
        self.now = max([self.now, *(to_micros(act.at) for act in acts)])
        return super().do(*acts, **how)


class Clerk:
    """Types at one table. moment: when the next act happens."""

    def __init__(self, ledger: Ledger, table: str = "MB-01", moment: str = EVENING) -> None:
        self.ledger = ledger
        self.table = table
        self.moment = datetime.fromisoformat(moment)

    def act(self, type_: str, **fields: Any) -> Act:
        """The act, as a feed line would make it."""
        self.moment += timedelta(seconds=1)
        record = {
            "type": type_,
            "source": "",
            "seq": 0,
            "by": "C-1",
            "table": self.table,
            "at": self.moment.isoformat(),
            **fields,
        }
        act: Act = msgspec.json.decode(msgspec.json.encode(record), type=TableAct)
        return act

    def says(self, type_: str, **fields: Any) -> list[Event]:
        """Say it and return the events it was recorded as."""
        return [recorded.event for recorded in self.done(type_, **fields).events]

    def done(self, type_: str, **fields: Any) -> Done:
        """Say it and return all that came of it."""
        return self.ledger.do(self.act(type_, **fields))

    def is_refused(self, type_: str, **fields: Any) -> str:
        """Say it, see it refused without a trace, and return the code."""
        before = self.everything()
        with pytest.raises(PitError) as caught:
            self.says(type_, **fields)
        refusal = caught.value.refusal
        assert self.everything() == before, "a refused act left a trace"
        assert refusal.message.endswith("."), refusal
        assert refusal.next_step.endswith("."), refusal
        return refusal.code

    def everything(self) -> list[Any]:
        """The whole log, to compare."""
        return list(self.ledger.journal.select_notifications(start=None, limit=100_000))

    # -- what most tests begin with

    def goes_on(self, moment: datetime, last: datetime | None = None) -> None:
        """What was said up to then stands in the store already. last: when something was said there last, if later."""
        self.moment = moment
        if isinstance(self.ledger, AsItHappens):
            self.ledger.now = to_micros(last or moment)

    def opens(self, rules: str = "ma-midi", **fields: Any) -> "Clerk":
        """Open the table with a counted opener."""
        self.ledger.do(self.opening(rules, **fields))
        return self

    def opening(self, rules: str = "ma-midi", **fields: Any) -> Act:
        """What opens it."""
        return self.act("open", rules=rules, opener=OPENER, **{"pit": "P-1", **SIGNED, **fields})

    def starts_shoe(
        self,
        shoe: int = 1,
        burn: str = "2c",
        decks: int = 8,
        *,
        dealer_deals: bool = True,
        first: Sequence[Act] = (),
        **fields: Any,
    ) -> "Clerk":
        """Start a shoe; three cards are burned unless said otherwise. The dealer deals it, where a player could. first:
        what is said with it, before it.
        """
        self.ledger.do(*first, self.act("shoe", shoe=shoe, decks=decks, burn=burn, **fields))
        table = self.ledger.table(self.table)
        if dealer_deals and table.submission.text.curator is not None:
            self.says("pass_shoe", seat=0, designated=bool(table.seats))
        return self

    def plays(
        self, player: str, banker: str, *wagers: tuple[int, str, int], **fields: Any
    ) -> list[Event]:
        """A whole round: hands as `7d Qh`, wagers as (seat, bet, cents)."""
        return self.says(
            "round",
            player=player.split(),
            banker=banker.split(),
            wagers=[{"seat": seat, "bet": bet, "cents": cents} for seat, bet, cents in wagers],
            **fields,
        )


DEALT = datetime.fromisoformat(EVENING) + timedelta(seconds=2)


def dealt(url: str) -> None:
    """A store in which a table was opened and a shoe started, up to that moment."""
    with AsItHappens(url) as ledger:
        assert Clerk(ledger).opens().starts_shoe().moment == DEALT
