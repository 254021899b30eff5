"""A bank of five tables for benchmarks, played for real: round after round through the ledger's own commands.

Nine seats a table, each wager an act of its own; three tables on a progressive link, two with Complimentary Vigorish
Forms; shoes, slips, counts, and now and then something wrong.
"""

from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from random import Random
from typing import Any, Final, Literal
from zoneinfo import ZoneInfo

from ledger.baccarat.hands import next_draw
from ledger.desks.ledger import Ledger
from ledger.desks.tables import take
from ledger.events import table as e
from ledger.events.base import Event
from ledger.events.day import DuplicateReceived, OriginalFound
from ledger.events.feed import RecordRefused
from ledger.events.form import FormIssued
from ledger.events.link import AwardPaid, AwardWon
from ledger.form import acts as form_acts
from ledger.values.calendar import to_micros
from ledger.values.cards import RANKS, SUITS
from projections.models.settled import sums
from tests.clerk import Clerk, count_drop, receive_duplicates
from tests.ledger.link.floor import install_act

TABLES_A_BANK: Final = 5
LINKED: Final = 3
"""So many of a bank's tables are on its progressive link; the others use forms."""

HOURS: Final = 21
"""Of a gaming day in which rounds are played."""

SEATS: Final = range(1, 10)
ZONE: Final = "America/New_York"
SIGNED: Final = {"dealer": "D-7", "supervisor": "S-2"}
FORM_SIGNED: Final = {"dealer": "D-7", "pit_boss": "B-2", "clerk": "PC-1"}
SLIPS: Final[tuple[Literal["fill", "credit"], ...]] = ("fill", "credit")
SLIP_CHIPS: Final = {"100000": 2}
CHIPS: Final = (100_000, 10_000, 2_500, 500, 100, 25, 5, 1)
TRAY_CENTS: Final = 50_000_000
DECKS: Final = 8
LEFT_IN_SHOE: Final = 30
AT_ONCE: Final = 2_000
"""Events of the bank that are saved in one transaction."""


@dataclass(slots=True)
class Table:
    """A table of the bank. tray, cash: in cents, moved as its events say. owed: vigorish by seat. forms: of the day."""

    clerk: Clerk
    linked: bool
    tray: int = TRAY_CENTS
    cash: int = 0
    owed: dict[int, int] = field(default_factory=dict)
    forms: list[FormIssued] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    shoes: int = 0
    coupons: int = 0

    def told(self, event: Event) -> None:
        """Move what an event says has moved."""
        match event:
            case e.RoundSettled():
                staked, returned, _ = sums(event.lines)
                self.tray += staked - returned
            case e.VigorishMarked():
                for mark in event.marks:
                    self.owed[mark.seat] = self.owed.get(mark.seat, 0) + mark.cents
            case e.VigorishCollected():
                self.tray += sum(line.cents for line in event.lines)
                self._paid(event)
            case e.VigorishDocumented():
                self._paid(event)
            case e.BoughtIn():
                self.tray -= event.cents
                self.cash += event.cents
            case e.ChipsFilled():
                self.tray += event.cents
            case e.ChipsCredited():
                self.tray -= event.cents
            case FormIssued():
                self.forms.append(event)

    def _paid(self, event: e.VigorishCollected | e.VigorishDocumented) -> None:
        for line in event.lines:
            if line.seat in self.owed:
                self.owed[line.seat] -= line.cents
                if self.owed[line.seat] <= 0:
                    del self.owed[line.seat]


class Bank:
    """Five tables, their progressive link and their series of forms. name: begins every name there is of it."""

    def __init__(self, ledger: Ledger, name: str, rng: Random) -> None:
        self.ledger = ledger
        self.rng = rng
        self.unit = ledger.begin(careful=False)
        self.name = name
        self.series = f"{self.name}-CVF"
        self.slips: dict[str, int] = dict.fromkeys(SLIPS, 0)
        self.refused = self.next_form = 0
        codes = [f"{self.name}-{n + 1}" for n in range(TABLES_A_BANK)]
        self.tables = [Table(Clerk(ledger, code), n < LINKED) for n, code in enumerate(codes)]

    def day(self, day: date, rounds: int) -> None:
        """A gaming day, so many rounds at each table, and what accounting counts of it the next morning."""
        begin = datetime.combine(day, time(6, 5), ZoneInfo(ZONE))
        for table in self.tables:
            table.clerk.moment = begin
        for table in self.tables:
            self._open(table)
        if not self.next_form:
            self._set_up(begin)
        for n in range(rounds):
            for table in self.tables:
                played = begin + timedelta(hours=HOURS) * n / rounds
                table.clerk.moment = max(table.clerk.moment, played)
                self._between(table, n)
                self._round(table)
        for table in self.tables:
            self._close(table)
        self._count(day)

    def _set_up(self, begin: datetime) -> None:
        """The link and the series of forms, when the tables have opened for the first time."""
        self._save()
        linked = [table.clerk for table in self.tables if table.linked]
        link = f"{self.name}-L"
        acts = [clerk.act("link_meters", link=link) for clerk in linked]
        self.ledger.do(install_act(linked[0], link, by="S-1"), *acts)
        self.next_form = 1
        self.ledger.do(
            *(
                form_acts.ReceiveSlips(
                    at=begin, by="A-1", kind=kind, prefix=self._prefix(kind), first=1, last=90_000
                )
                for kind in SLIPS
            )
        )
        said: dict[str, Any] = {"at": begin, "by": "A-1", "series": self.series}
        self.ledger.do(
            form_acts.ReceiveSeries(**said, first=1, last=90_000),
            form_acts.IssueSeries(**said, pit=f"{self.name}-F", clerks=["PC-1"]),
        )
        self.unit.forget()

    # -- at a table

    def _says(self, table: Table, type_: str, **facts: Any) -> tuple[Any, ...]:
        """One act; the events it came to."""
        events = tuple(
            recorded.event for recorded in take(self.unit, table.clerk.act(type_, **facts))
        )
        for event in events:
            table.told(event)
        if len(self.unit.pending) > AT_ONCE:
            self._save()
        return events

    def _save(self) -> None:
        self.unit.commit()

    def _open(self, table: Table) -> None:
        table.cash, table.forms = 0, []
        rules, pit = ("ma-midi", "R") if table.linked else ("div-mini", "F")
        place = {"rules": rules, "pit": f"{self.name}-{pit}"}
        self._says(table, "open", **place, opener=_stack(table.tray), **SIGNED)
        self._shoe(table)
        for seat in SEATS:
            self._says(table, "sit", seat=seat)
            self._says(table, "buy_in", seat=seat, cents=50_000)
        if table.tray < TRAY_CENTS // 2:
            self._slip(table, "fill", _stack(TRAY_CENTS - table.tray))

    def _close(self, table: Table) -> None:
        for seat in sorted(table.owed):
            if not table.linked and seat % 3 == 0:
                self._form(table, seat)
            else:
                self._says(table, "collect_vig", seat=seat)
        self._says(table, "end_shoe", reason="the table closes")
        for seat in SEATS:
            self._says(table, "leave", seat=seat)
        short = 2_500 if self.rng.random() < 0.1 else 0
        table.tray -= short
        self._says(table, "close", closer=_stack(table.tray), **SIGNED)

    def _shoe(self, table: Table) -> None:
        table.cards = [rank + suit for rank in RANKS for suit in SUITS] * DECKS
        self.rng.shuffle(table.cards)
        burn = table.cards.pop()
        del table.cards[-10:]
        table.shoes += 1
        self._says(table, "shoe", shoe=table.shoes, decks=DECKS, burn=burn)

    def _between(self, table: Table, n: int) -> None:
        """A fresh shoe, a slip, a buy-in, vigorish paid, a refused record: now and then."""
        if len(table.cards) < LEFT_IN_SHOE:
            for seat in sorted(table.owed):
                self._says(table, "collect_vig", seat=seat)
            self._says(table, "end_shoe", reason="the cutting card came")
            self._shoe(table)
        if n % 60 == 1:
            self._slip(table, "credit" if self.rng.random() < 0.3 else "fill", SLIP_CHIPS)
        if n % 20 == 2:
            self._says(table, "buy_in", seat=self.rng.choice(SEATS), cents=50_000)
        if table.owed and n % 4 == 3:
            self._says(table, "collect_vig", seat=self.rng.choice(sorted(table.owed)))
        if n % 500 == 4:
            self._set_aside(table)

    def _slip(self, table: Table, kind: str, chips: dict[str, int]) -> None:
        self.slips[kind] += 1
        # A number is passed over now and then.
        self.slips[kind] += self.rng.random() < 0.05
        slip = f"{self._prefix(kind)}{self.slips[kind]:06}"
        self._says(table, kind, slip=slip, chips=chips, **SIGNED)

    def _prefix(self, kind: str) -> str:
        return f"{self.name}{kind[0].upper()}-"

    def _set_aside(self, table: Table) -> None:
        self.refused += 1
        at = to_micros(table.clerk.moment)
        refused = RecordRefused(
            by="C-1",
            at=at,
            recorded_at=at,
            day=self.ledger.calendar.day_of(at),
            source=f"reader-{self.name}",
            seq=self.refused,
            line=self.refused,
            code="bets_closed",
            message="No more bets.",
            raw="{}",
            table=table.clerk.table,
        )
        self.unit.set_aside(refused)

    def _round(self, table: Table) -> None:
        for seat in SEATS:
            self._wagers(table, seat)
        self._says(table, "no_more_bets")
        if self.rng.random() < 0.01:
            self._says(table, "void", reason="cards exposed")
            return
        first, second, third, fourth = (table.cards.pop() for _ in range(4))
        hands = {"player": [first, third], "banker": [second, fourth]}
        events = self._says(table, "deal", **hands)
        while draw := next_draw(hands["player"], hands["banker"]):
            hands[draw.hand].append(table.cards.pop())
            self._says(table, "third", hand=str(draw.hand), card=hands[draw.hand][-1])
        events += self._says(table, "settle")
        self._pay(table, events)

    def _pay(self, table: Table, events: tuple[Any, ...]) -> None:
        """Pay what meters owe and the table has not paid by itself; some awards wait."""
        won, paid = (
            {(event.seat, event.meter): event.round for event in events if isinstance(event, kind)}
            for kind in (AwardWon, AwardPaid)
        )
        for (seat, meter), name in won.items():
            if (seat, meter) not in paid and self.rng.random() < 0.9:
                award = {"round": name, "seat": seat, "meter": meter}
                self._says(table, "pay_award", **award, supervisor="S-1", place="cage")

    def _wagers(self, table: Table, seat: int) -> None:
        bet = self.rng.choice(("banker", "banker", "player", "player", "tie"))
        cents = self.rng.choice((2_500, 5_000, 10_000))
        self._says(table, "wager", seat=seat, bet=bet, cents=cents)
        if table.linked and self.rng.random() < 0.3:
            self._says(table, "wager", seat=seat, bet="royal_9", cents=500)
        if bet != "tie" and self.rng.random() < 0.002:
            table.coupons += 1
            coupon = f"{table.clerk.table}-MP{table.coupons}"
            paid = {"cents": 2_500, "tender": "coupon", "coupon": coupon}
            self._says(table, "wager", seat=seat, bet=bet, **paid)

    # -- forms and counts

    def _form(self, table: Table, seat: int) -> None:
        """All that a seat owes goes on the next form, its original into the drop box."""
        self._save()
        said: dict[str, Any] = {
            "at": table.clerk.moment,
            "by": "PC-1",
            "series": self.series,
            "number": self.next_form,
            **FORM_SIGNED,
        }
        place: dict[str, Any] = {"table": table.clerk.table, "seat": seat}
        issue = form_acts.IssueForm(**said, **place, patron=f"Patron {seat}", patron_signed=True)
        for recorded in self.ledger.do(issue, form_acts.DropOriginal(**said)).events:
            table.told(recorded.event)
        self.next_form += 1
        self.unit.forget()

    def _count(self, day: date) -> None:
        """Duplicates forwarded; drops and duplicates counted after the day's end, here and there wrongly."""
        self._save()
        last = max(table.clerk.moment for table in self.tables)
        forms = [form for table in self.tables for form in table.forms]
        if forms:
            self.ledger.do(
                form_acts.ForwardCopies(at=last, by="PC-1", series=self.series, clerk="PC-1")
            )
        of_day, morning = day.isoformat(), last + timedelta(hours=3)
        for table in self.tables:
            table.clerk.moment = morning
        counted: dict[str, Any] = {"by": "A-2", "at": to_micros(morning)}
        for table in self.tables:
            found = [OriginalFound(self._serial(form), form.cents) for form in table.forms]
            unbooked = self.rng.choice((0, 0, 0, 0, 10_000))
            count_drop(
                self.ledger,
                of_day,
                table.clerk.table,
                cash_cents=table.cash + unbooked,
                cash={},
                originals=found[: len(found) - (self.rng.random() < 0.1)],
                **counted,
            )
        if forms:
            read = [DuplicateReceived(self._serial(form), False, form.cents) for form in forms]
            receive_duplicates(self.ledger, of_day, read, **counted)
        self.unit.forget()

    def _serial(self, form: FormIssued) -> str:
        return f"{self.series}-{form.number}"


def _stack(cents: int) -> dict[str, int]:
    chips = {}
    for denomination in CHIPS:
        chips[str(denomination)], cents = divmod(cents, denomination)
    return chips
