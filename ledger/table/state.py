"""What is known of a gaming table: folded from its events, and from nothing else.

Snapshots keep this state as it is. When its shape changes, a migration clears the snapshots table, and
tests/golden/table_snapshot.schema.json is made anew: a snapshot only saves time.

`apply` is total: it never refuses. What may happen next is decided in the modules beside this one, on a `Draft`.
"""

from collections.abc import Callable, Iterable
from copy import copy
from typing import Any, ClassVar, Self

import msgspec

from ledger.baccarat.irregularities import Remedy
from ledger.baccarat.offering import Offering
from ledger.events import shoe as shoe_events
from ledger.events import table as e
from ledger.events.base import Event, Recorded, fold_stream
from ledger.events.table import stream as stream  # noqa: PLC0414  who knows the state takes it from here
from ledger.events.tray import IN_THE_TRAY, moved_at
from ledger.events.undoing import in_effect
from ledger.rules.submission import Submission, from_document
from ledger.table.kinds import Changes
from ledger.table.marks import Marks, OwedBack, hand_back, pay, put_back
from ledger.table.round_state import PressLine, RoundInProgress, RulesBefore
from ledger.table.shoe_state import Batch, ShoeInPlay, Stack, in_dealing_order
from ledger.table.slip_state import OF_SLIPS, Slips, after
from ledger.values.errors import NotFound
from ledger.values.rounds import in_order


class Table(msgspec.Struct):
    """A gaming table.

    hands: whether they are recorded since it was last opened; None where nobody said. opened_at: when that was,
    microseconds UTC. last_at, round_at: the latest time of an act at the table since then, and of an act of its rounds;
    what was said of the table elsewhere does not count. counted: which of opener and closer of a day were counted.
    counted_at: the latest time of a count of the open tray, 0 where there was none: what moved chips by then is in what
    was counted, whenever it is entered.
    seats: who sits where (a patron's name may be empty). seat_at: when a seat was last taken, wagered from or left.
    marks: vigorish owed, by seat, oldest round first; since: from when it is owed, anew where it was put back.
    owed_back: what a seat gets back of reversed rounds, oldest first.
    bought: cents for which each seat bought in since it was left.
    rules_before: changes of rules that gave the table forms for vigorish, or took them away, oldest first.
    rounds: the last round number of each gaming day it was open or played on. again: rounds in the place of reversed
    ones. tray_cents: what the tray should hold.
    slips: fills and credits that are requested or prepared, and neither received nor void.
    link: that its Royal 9 wagers feed. links_before: left, each with the last round before. disputed: not decided.
    batches: decks at the table; stored: the one in the shuffler. stack: shuffled and cut. last_batch, last_cut: of the
    last shoe, and who cut it. curator: who deals on a big table, 0 for the dealer; None where nobody said. must_pass:
    Banker lost, so the curator passes the shoe. dealer: who signed as such last. shoes: of the gaming day `shoes_day`.
    """

    code: str = ""
    version: int = 0
    pit: str = ""
    open: bool = False
    hands: bool | None = None
    opened_at: int = 0
    last_at: int = 0
    round_at: int = 0
    counted: dict[str, tuple[str, ...]] = {}
    counted_at: int = 0
    rules: str = ""
    rules_version: int = 0
    rules_sha256: str = ""
    document: str = ""
    options: dict[str, str] = {}
    seats: dict[int, str] = {}
    seat_at: dict[int, int] = {}
    bought: dict[int, int] = {}
    shoe: ShoeInPlay | None = None
    round: RoundInProgress | None = None
    last_round: str = ""
    marks: Marks = {}
    owed_back: OwedBack = {}
    rules_before: tuple[RulesBefore, ...] = ()
    rounds: dict[str, int] = {}
    again: tuple[str, ...] = ()
    tray_cents: int = 0
    slips: Slips = ()
    link: str = ""
    links_before: tuple[tuple[str, str], ...] = ()
    disputed: tuple[str, ...] = ()
    batches: dict[str, Batch] = {}
    stored: str = ""
    stack: Stack | None = None
    spread: bool = False
    last_batch: str = ""
    last_cut: int | None = None
    curator: int | None = None
    must_pass: bool = False
    dealer: str = ""
    shoes: tuple[str, ...] = ()
    shoes_day: str = ""

    def link_of(self, round_id: str) -> str:
        """The link that a round of the table has fed; the present one for ""."""
        before = [x for x in self.links_before if round_id and x[1]]
        fed = (link for link, n in before if in_order(round_id)[:2] <= in_order(n)[:2])
        return next(fed, self.link)

    @property
    def submission(self) -> Submission:
        """The rules submission in force."""
        return from_document(self.document)

    @property
    def offering(self) -> Offering:
        """What the game needs of the submission in force."""
        return self.submission.offering

    def owed(self, seat: int) -> int:
        """Vigorish a seat owes, in cents."""
        return sum(mark.cents for mark in self.marks.get(seat, ()))

    def owes_since(self, seat: int) -> int | None:
        """Since when a seat owes the oldest of it, microseconds UTC; None where it owes nothing."""
        return min((mark.since for mark in self.marks.get(seat, ())), default=None)

    def disputes(self, round_id: str) -> list[int]:
        """The seats whose disputes about a round are open; 0 for one without a seat."""
        named = (each.partition("/") for each in self.disputed)
        return [int(seat or 0) for of, _, seat in named if of == round_id]

    def has_forms_for(self, round_id: str) -> bool:
        """Whether vigorish of a round may be documented: by the rules it was played under (F8)."""
        for before in self.rules_before:
            if in_order(round_id) <= in_order(before.last_round):
                return before.vigorish_forms
        return self.submission.vigorish_forms

    def copy(self) -> Self:
        """A copy that can be changed without touching this one."""
        twin = copy(self)
        twin.seats = dict(self.seats)
        twin.seat_at = dict(self.seat_at)
        twin.bought = dict(self.bought)
        twin.marks, twin.owed_back = dict(self.marks), dict(self.owed_back)
        twin.rounds = dict(self.rounds)
        if self.shoe is not None:
            twin.shoe = copy(self.shoe)
            twin.shoe.dealt = list(self.shoe.dealt)
        if self.round is not None:
            twin.round = copy(self.round)
        return twin

    def apply(self, event: Event | None) -> None:
        """Fold one event in; None in the place of one that was taken back."""
        if event is not None:
            moves, elsewhere, of_round, handler = self._CHANGES[type(event)]
            if moves is not None and (cents := moves(event)) and self._is_since(moved_at(event)):
                self.tray_cents += cents
            if not elsewhere:
                at = event.known_at
                self.last_at = max(self.last_at, at)
                if of_round and at > self.round_at:
                    self.round_at = at
            if handler is not None:
                handler(self, event)
        self.version += 1

    def _is_since(self, at: int) -> bool:
        """Whether chips that moved at a moment are not in what was counted last."""
        return at > self.counted_at and at >= self.opened_at

    # -- one method an event; the shape of the state is decided here and nowhere else

    def _commissioned(self, event: e.TableCommissioned) -> None:
        self.code, self.pit = event.table, event.pit

    def _adopted(self, event: e.RulesAdopted) -> None:
        if self.last_round:
            forms = self.submission.vigorish_forms
            if from_document(event.document).vigorish_forms != forms:
                self.rules_before = (*self.rules_before, RulesBefore(self.last_round, forms))
        self.rules, self.rules_version, self.rules_sha256 = event.rules, event.version, event.sha256
        self.document, self.options = event.document, event.options

    def _opened(self, event: e.TableOpened) -> None:
        self.open, self.pit, self.tray_cents = True, event.pit, event.opener_cents
        self.hands, self.opened_at, self.dealer = event.hands, event.known_at, event.dealer
        self.last_at, self.round_at = event.known_at, 0
        self.rounds.setdefault(event.day, 0)
        # Where a closer came first, it was open when the day began, and nobody counted it then.
        if event.day not in self.counted:
            self._count("opener", event.day)

    def _count(self, figure: str, day: str) -> None:
        """A figure of a day is known by a count from here on."""
        known = {*self.counted.get(day, ()), figure}
        self.counted = {**self.counted, day: tuple(sorted(known))}

    def _tray_counted(self, event: e.TrayCounted) -> None:
        self.dealer = event.dealer
        if not event.again and event.known_at >= self.counted_at:
            self.tray_cents += event.tray_cents - event.expected_cents
            self.counted_at = event.known_at
        self.rounds.setdefault(event.day, 0)
        if event.figure:
            self._count(event.figure, event.day)

    def _closed(self, event: e.TableClosed) -> None:
        self._count("closer", event.day)
        self.open, self.shoe, self.stack, self.batches = False, None, None, {}
        self.spread, self.last_batch, self.last_cut, self.stored = False, "", None, ""
        self.curator, self.must_pass = None, False
        self.bought = {}
        self.seats = {seat: patron for seat, patron in self.seats.items() if seat in self.marks}

    def _shoe_started(self, event: shoe_events.ShoeStarted) -> None:
        self.shoe = ShoeInPlay(event.shoe, event.decks, event.left, [])
        self.shoe.started_at = event.known_at
        self.shoe.burn(event.burn, event.burned, event.left)
        self.shoe.continuous = not event.burn and self.submission.continuous
        self.stack, self.spread, self.last_batch = None, False, event.batch
        earlier = self.shoes if event.day == self.shoes_day else ()
        self.shoes, self.shoes_day = (*earlier, event.shoe), event.day
        self.must_pass, self.curator = False, None
        self._mark_batch(used=True, finished=False)

    def _decks_received(self, event: shoe_events.DecksReceived) -> None:
        self.dealer = event.dealer
        self.batches = {**self.batches, event.batch: Batch(event.colour, event.decks)}
        if self.stack is not None and self.stack.batch == event.batch:
            self.stack = None
        if self.stored == event.batch:
            self.stored = ""

    def _shuffled(self, event: shoe_events.CardsShuffled) -> None:
        self.stack = Stack(event.batch, event.cut_seat, tuple(event.lacking))
        self.last_cut = event.cut_seat
        if self.stored == event.batch:
            self.stored = ""

    def _stored(self, event: shoe_events.CardsStored) -> None:
        self.stored = event.batch

    def _handed(self, event: shoe_events.CardsHanded) -> None:
        in_progress = self._round(event.round)
        asked = (*in_progress.handed.get(event.hand, ()), *event.declined, event.seat)
        in_progress.handed = {**in_progress.handed, event.hand: asked}

    def _recut(self, event: shoe_events.ShoeRecut) -> None:
        self.last_cut = event.cut_seat
        if not event.shoe:
            self.stack = msgspec.structs.replace(
                self.stack or Stack("", 0), cut_seat=event.cut_seat
            )
        elif self.shoe is not None:
            self.shoe.burn(event.burn, event.burned, event.left)

    def _cards_spread(self, _: shoe_events.CardsSpread) -> None:
        self.spread, self.stack = True, None
        if self.shoe is not None:
            self.shoe.ended = True

    def _curator_chosen(self, event: shoe_events.CuratorChosen) -> None:
        self.curator, self.must_pass = event.seat, False

    def _cut_card_seen(self, event: shoe_events.CutCardSeen) -> None:
        if self.shoe is not None:
            self.shoe.rounds_left = event.rounds_left

    def _shoe_ended(self, event: shoe_events.ShoeEnded) -> None:
        if self.shoe is not None:
            self.shoe.ended = True
        if event.replaced:
            self._mark_batch(spent=True)

    def _seat_taken(self, event: e.SeatTaken) -> None:
        self.seats[event.seat] = event.patron
        self._seen(event.seat, event)

    def _seat_left(self, event: e.SeatLeft) -> None:
        self.seats.pop(event.seat, None)
        self._seen(event.seat, event)
        self.bought.pop(event.seat, None)

    def _seen(self, seat: int, event: Event) -> None:
        self.seat_at[seat] = max(self.seat_at.get(seat, 0), event.known_at)

    def _bought_in(self, event: e.BoughtIn) -> None:
        self.bought[event.seat] = self.bought.get(event.seat, 0) + event.cents

    def _on_its_way(self, event: Event) -> None:
        self.slips = after(self.slips, self.version + 1, event)

    def _round(self, round_id: str) -> RoundInProgress:
        if self.round is None:
            day, n, times = in_order(round_id)
            if times:
                self.again = (*self.again, round_id)
            self.round = RoundInProgress(round_id, day)
            self.rounds[day] = max(n, self.rounds.get(day, 0))
        return self.round

    def _wagers_placed(self, event: e.WagersPlaced) -> None:
        in_progress = self.round or self._round(event.round)
        in_progress.wagers = (*in_progress.wagers, *event.wagers)
        at, seats, seat_at = event.known_at, self.seats, self.seat_at
        for wager in event.wagers:
            seats.setdefault(wager.seat, "")
            seat_at[wager.seat] = max(seat_at.get(wager.seat, 0), at)

    def _wager_withdrawn(self, event: e.WagerWithdrawn) -> None:
        self._round(event.round).withdraw(event.seat, event.bet)

    def _no_more_bets(self, event: e.NoMoreBets) -> None:
        in_progress = self._round(event.round)
        in_progress.closed, in_progress.cards_out = True, event.cards_out

    def _cards_dealt(self, event: e.CardsDealt) -> None:
        in_progress = self._round(event.round)
        in_progress.player, in_progress.banker = tuple(event.player), tuple(event.banker)
        if self.shoe is not None and not in_progress.cards_out:
            self.shoe.deal(in_dealing_order(event.player, event.banker))

    def _third_card_dealt(self, event: e.ThirdCardDealt) -> None:
        in_progress = self._round(event.round)
        in_progress.third(event.hand, event.card)
        if self.shoe is not None and not in_progress.cards_out:
            self.shoe.remove([event.card])

    def _irregular_card(self, event: e.IrregularCard) -> None:
        if self.shoe is None or event.remedy == Remedy.BANKER_THIRD:
            return
        self.shoe.remove([*([event.card] if event.card else ()), *event.shown])
        self.shoe.left = event.left
        if event.remedy == Remedy.NEXT_HAND:
            self.shoe.carried = (*self.shoe.carried, event.card)
        elif event.remedy == Remedy.SIMULATED_ROUND:
            self.shoe.simulate = (*self.shoe.simulate, (event.card, event.rule))

    def _simulated(self, event: e.RoundSimulated) -> None:
        if self.shoe is not None:
            self.shoe.remove(in_dealing_order(event.player, event.banker)[1:])
            self.shoe.simulate = self.shoe.simulate[1:]
            self.shoe.gather()

    def _pressed(self, event: e.HouseMoneyPressed) -> None:
        in_progress = self._round(event.round)
        line = PressLine(event.seat, event.onto, event.cents)
        in_progress.presses = (*in_progress.presses, line)

    def _settled(self, event: e.RoundSettled) -> None:
        dealt = self._ended(event.round)
        if dealt and event.round == self.last_round:
            self.must_pass = bool(self.curator) and event.outcome == "player"
        if dealt and self.shoe is not None and self.shoe.rounds_left is not None:
            self.shoe.rounds_left -= 1
            if not self.shoe.rounds_left:
                self._mark_batch(finished=True)

    def _mark_batch(self, **facts: bool) -> None:
        """What became of the batch in the last shoe."""
        if self.last_batch in self.batches:
            marked = msgspec.structs.replace(self.batches[self.last_batch], **facts)
            self.batches = {**self.batches, self.last_batch: marked}

    def _ended(self, round_id: str) -> bool:
        """The round is over. Says whether it was dealt: not where its cards had left the shoe before."""
        dealt = self.round is None or not self.round.cards_out
        if self.shoe is not None and dealt:
            self.shoe.gather()
        self.round = None
        if not self.last_round or in_order(self.last_round) < in_order(round_id):
            self.last_round = round_id
        return dealt

    def _reversed(self, event: e.RoundReversed) -> None:
        for mark in event.marks:
            self._unmark(mark)
        for back in event.owed_back:
            self.owed_back[back.seat] = (*self.owed_back.get(back.seat, ()), back)
        if event.not_dealt and event.round == self.last_round:
            self.must_pass = False  # Before a round is dealt nobody has to pass the shoe.
        if event.cards and self.shoe is not None:
            self.shoe.put_back(event.cards, after_cut_card=event.after_cut_card)
            self._mark_batch(finished=self.shoe.rounds_left == 0)

    def _handed_back(self, event: e.VigorishHandedBack) -> None:
        hand_back(self.owed_back, event.lines)

    def _marked(self, event: e.VigorishMarked) -> None:
        for mark in event.marks:
            put = e.MarkBack(mark.seat, mark.cents, mark.round, event.known_at)
            self.marks[mark.seat] = (*self.marks.get(mark.seat, ()), put)

    def _unmarked(
        self, event: e.VigorishCollected | e.VigorishDocumented | e.VigorishUncollected
    ) -> None:
        for line in event.lines:
            self._unmark(line)

    def _restored(self, event: e.VigorishRestored) -> None:
        for back in event.lines:
            put_back(self.marks, back, event.known_at)

    def _unmark(self, paid: e.SeatCents) -> None:
        pay(self.marks, paid)
        if not self.open and paid.seat not in self.marks:
            self.seats.pop(paid.seat, None)  # Who still owed was kept on record when it closed.

    def _meters_linked(self, event: e.MetersLinked) -> None:
        self.link = event.link

    def _meters_unlinked(self, event: e.MetersUnlinked) -> None:
        self.links_before, self.link = (*self.links_before, (event.link, self.last_round)), ""

    def _corrected(self, event: e.CorrectionPosted) -> None:
        if not event.counted:
            self.tray_cents += IN_THE_TRAY[event.figure] * event.cents
        if event.seat and event.owed_cents > 0:
            back = e.MarkBack(event.seat, event.owed_cents, event.original, event.since)
            put_back(self.marks, back, event.known_at)
        elif event.seat and event.owed_cents:
            self._unmark(e.SeatCents(event.seat, -event.owed_cents, event.original))

    def _disputed(self, event: e.DisputeRaised) -> None:
        self.disputed = (*self.disputed, e.disputed(event.round, event.seat))

    def _dispute_decided(self, event: e.DisputeDecided) -> None:
        seats = self.disputes(event.round) if event.seat is None else [event.seat]
        decided = {e.disputed(event.round, seat) for seat in seats}
        self.disputed = tuple(each for each in self.disputed if each not in decided)

    _BY_KIND: ClassVar[dict[type[Event], Callable[[Any, Any], None]]] = {
        e.TableCommissioned: _commissioned,
        e.RulesAdopted: _adopted,
        e.TableOpened: _opened,
        e.TableClosed: _closed,
        e.TrayCounted: _tray_counted,
        shoe_events.ShoeStarted: _shoe_started,
        shoe_events.DecksReceived: _decks_received,
        shoe_events.CardsShuffled: _shuffled,
        shoe_events.CardsStored: _stored,
        shoe_events.CardsHanded: _handed,
        shoe_events.ShoeRecut: _recut,
        shoe_events.CardsSpread: _cards_spread,
        shoe_events.CuratorChosen: _curator_chosen,
        shoe_events.CutCardSeen: _cut_card_seen,
        shoe_events.ShoeEnded: _shoe_ended,
        e.SeatTaken: _seat_taken,
        e.SeatLeft: _seat_left,
        e.BoughtIn: _bought_in,
        **dict.fromkeys(OF_SLIPS, _on_its_way),
        e.WagersPlaced: _wagers_placed,
        e.WagerWithdrawn: _wager_withdrawn,
        e.NoMoreBets: _no_more_bets,
        e.CardsDealt: _cards_dealt,
        e.ThirdCardDealt: _third_card_dealt,
        e.IrregularCard: _irregular_card,
        e.RoundSimulated: _simulated,
        e.HouseMoneyPressed: _pressed,
        e.RoundSettled: _settled,
        e.RoundVoided: lambda self, event: self._ended(event.round),
        e.RoundReversed: _reversed,
        e.VigorishHandedBack: _handed_back,
        e.VigorishMarked: _marked,
        e.MetersLinked: _meters_linked,
        e.MetersUnlinked: _meters_unlinked,
        **dict.fromkeys(
            (e.VigorishCollected, e.VigorishDocumented, e.VigorishUncollected), _unmarked
        ),
        e.VigorishRestored: _restored,
        e.CorrectionPosted: _corrected,
        e.DisputeRaised: _disputed,
        e.DisputeDecided: _dispute_decided,
    }
    _CHANGES: ClassVar[Changes] = Changes(_BY_KIND)


def fold(state: Table | None, history: Iterable[Recorded]) -> Table | None:
    """Fold recorded events, a snapshot (a whole Table) among them, into a table; None where there is nothing.

    What was taken back is passed over; `state`, or a snapshot in the history, must be from before it (as the loader
    sees to). Raises IntegrityFailure on a hole.
    """
    return fold_stream(Table, state, in_effect(history))


def unknown_table(code: str) -> NotFound:
    """The error for a table that was never put into service."""
    return NotFound(
        "unknown_table",
        f"There is no table {code}.",
        "pit table list shows the tables; pit table open puts a new one into service.",
        table=code,
    )
