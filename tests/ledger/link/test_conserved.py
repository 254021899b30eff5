"""What is in a meter, whatever happened: put in, seeded and adjusted, less what is paid of it (P4, P6, decision 34).

Fixed awards that wait, changes of what is on record, and undos are among it.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from typing import Any, Final

from hypothesis import example, given, settings
from hypothesis import strategies as st

from ledger.desks.ledger import Ledger
from ledger.events import link as link_events
from ledger.events import table as e
from ledger.events.award import AwardHandedOver, AwardNotHandedOver
from ledger.events.base import Event
from ledger.link.acts import AdjustMeter, ChangeRates, RetireLink
from ledger.link.state import award_name
from ledger.property.acts import ChangeSettings
from ledger.table.acts import Undo
from ledger.values.errors import Refused
from projections.engine.rebuild import rebuild
from projections.figures import meters
from projections.models.meters import PROJECTION
from projections.queries.check import check
from projections.queries.moment import NOW
from projections.queries.past import caught_up
from tests.clerk import Clerk
from tests.ledger.link.floor import (
    ANY_TWO,
    EXACT,
    KING_PLAYER,
    NOTHING,
    ROYAL,
    install_act,
)
from tests.ledger.link.paper import without_what_went_back
from tests.projections.log import dump

DAY: Final = "2026-07-11"
NEXT_DAY: Final = "2026-07-12"
CENT: Final = link_events.UNITS_A_CENT
SIGNED: Final[dict[str, Any]] = {"reason": "x", "authorised_by": "S-2", "second": "M-1"}
OF_AWARDS: Final = (
    link_events.AwardWon,
    link_events.AwardOwed,
    link_events.AwardRefused,
    link_events.AwardReversed,
    link_events.AwardUndone,
)
RAISED: Final = 10_000
"""Cents by which a meter is raised again that was lowered too far for an award to go back into it."""
SUITED_TIE: Final = ("Ks 9s", "Kh 9h")


class Link:
    """Two tables and a link of their own, to which things happen."""

    def __init__(self, ledger: Ledger, number: int) -> None:
        self.ledger, self.code = ledger, f"R9-{number}"
        self.other = f"{self.code}-B"
        self.clerks = [
            Clerk(ledger, f"T{number}-{each}").opens("ma-midi").starts_shoe() for each in (1, 2)
        ]
        self.documents, self.shoes = count(1), count(2)
        for code in (self.other, self.code):
            ledger.do(
                install_act(
                    self.clerks[0], code, by="S-1", reserve_bps={"major": 333, "k9_player": 200}
                )
            )
        for each in self.clerks:
            each.says("link_meters", link=self.code)

    @property
    def events(self) -> list[Event]:
        return self.of(self.code)

    def of(self, code: str) -> list[Event]:
        return [recorded.event for recorded in self.ledger.stream(link_events.stream(code))]

    def document(self) -> str:
        return f"{self.code}-{next(self.documents)}"

    def plays(self, hands: tuple[str, str], table: int) -> None:
        """Of a fresh shoe, so that there are cards enough."""
        if self.stays_away(table):
            return
        clerk = self.clerks[table]
        clerk.says("end_shoe", reason="completed")
        clerk.starts_shoe(next(self.shoes)).plays(*hands, ROYAL, (5, "royal_9", 500))

    def stays_away(self, table: int) -> bool:
        """No meter is fed by its wagers, and none is taken."""
        return not self.ledger.table(self.clerks[table].table).link

    def voids(self, hands: tuple[str, str], table: int) -> None:
        if self.stays_away(table):
            return
        clerk = self.clerks[table]
        clerk.says("wager", seat=3, bet="royal_9", cents=500)
        clerk.says("no_more_bets")
        clerk.says("deal", player=hands[0].split(), banker=hands[1].split())
        clerk.says("void", reason="fouled")

    def voids_late(self, hands: tuple[str, str], table: int) -> None:
        """What the round put in may be won at the other table by then, or corrected away."""
        if self.stays_away(table):
            return
        clerk = self.clerks[table]
        clerk.says("wager", seat=3, bet="royal_9", cents=500)
        clerk.says("no_more_bets")
        self.plays(hands, 1 - table)
        self.lowers()
        clerk.says("void", reason="fouled")

    def lowers(self) -> None:
        """A meter down to its seed, where it shows more."""
        meter = self.ledger.link(self.code).meters["k9_player"]
        if (above := meter.cents - meter.terms.seed_cents) > 0:
            self._adjusts("k9_player", -above)

    def moves(self, table: int) -> None:
        """A table leaves its link for the other one, whose terms may be others since: then it stays away."""
        clerk = self.clerks[table]
        link = self.ledger.table(clerk.table).link
        if link:
            clerk.says("unlink_meters", link=link)
        to = self.ledger.link(self.other if link == self.code else self.code)
        if (
            to.wager_cents,
            sorted(self.ledger.table(clerk.table).submission.link_terms[1]),
        ) == to.game:
            clerk.says("link_meters", link=to.code)

    def retires(self) -> None:
        """The other link, with all that it holds."""
        for clerk in self.clerks:
            if self.ledger.table(clerk.table).link == self.other:
                clerk.says("unlink_meters", link=self.other)
        for award in list(self.ledger.link(self.other).owed.values()):
            self._says(award, "pay_award", supervisor="S-2", place="cage")
        held = self.ledger.link(self.other).liability + self.ledger.link(self.code).liability
        at = max(clerk.moment for clerk in self.clerks)
        document = self.document()
        retired = RetireLink(
            by="S-1", at=at, link=self.other, to=self.code, document=document, **SIGNED
        )
        self.ledger.do(retired)
        assert self.ledger.link(self.other).liability == 0
        assert self.ledger.link(self.code).liability == held

    def pays(self, table: int) -> None:
        for award in list(self.ledger.link(self.code).owed.values())[:1]:
            self._says(award, "pay_award", supervisor="S-2", place=("tray", "cage")[table])

    def rules(self, _: int) -> None:
        held = [each for each in self.ledger.link(self.code).owed.values() if each.held]
        for award in held[:1]:
            self._says(award, "pay_award", supervisor="S-2", refused="fouled")

    def otherwise(self, which: int) -> None:
        """The last award that was paid or ruled on, recorded the other way, where it may be."""
        settled = [
            each
            for each in self.events
            if isinstance(each, link_events.AwardPaid | link_events.AwardRefused)
        ]
        for award in settled[-1:]:
            refused = isinstance(award, link_events.AwardRefused)
            place = "tray" if getattr(award, "place", "cage") == "cage" else "cage"
            facts = {"supervisor": "S-2", "place": place, "instead": True}
            with suppress(Refused):  # It may be taken back, or what it put back won since.
                self._says(award, "pay_award", **facts)
                if which > 1:
                    self.undoes(next(n for n in (0, 1) if self.clerks[n].table == award.table))
            if which % 2 and not refused:
                with suppress(Refused):  # Only one that was held can be ruled on.
                    self._says(award, "pay_award", **facts, refused="fouled")

    def mistypes(self, hands: tuple[str, str], table: int) -> None:
        self.plays(hands, table)
        self.undoes(table)

    def changes(self, which: int) -> None:
        """What is on record of an award that was just paid, and mostly back again."""
        self.plays(KING_PLAYER, which % 2)
        self.otherwise(which)

    def undoes(self, table: int) -> None:
        """A settlement, or what is on record of an award, where it may be taken back."""
        clerk = self.clerks[table]
        last = self.ledger.stream(f"table:{clerk.table}")[-1].event
        if isinstance(last, e.RoundSettled | AwardHandedOver | AwardNotHandedOver):
            act = clerk.act("cut_card")
            signed: dict[str, Any] = {"by": "S-3", "approved_by": "S-2", "reason": "mistyped"}
            with suppress(Refused):  # Somebody may have won since, or the award be at the cage.
                self.ledger.do(Undo(table=act.table, at=act.at, source="", seq=0, **signed))

    def settled(self, code: str) -> None:
        """What was won and stands waits, or is paid in full; what is owed stands."""
        standing, owed = self.standing(code), self.ledger.link(code).owed
        assert owed.keys() <= standing.keys()
        paid = {
            award_name(each.round, each.seat, each.meter): each.cents
            for each in self.of(code)
            if isinstance(each, link_events.AwardPaid)
        }
        for name in standing.keys() - owed.keys():
            assert paid[name] == standing[name].cents

    def takes_back(self, which: int, code: str = "") -> None:
        standing = list(self.standing(code).values())
        if standing:
            award = standing[which % len(standing)]
            self._says(
                *(award, "reverse_award"), document=self.document(), **SIGNED, handed_back=""
            )

    def _says(
        self,
        award: link_events.AwardWon | link_events.AwardPaid | link_events.AwardRefused,
        kind: str,
        **facts: Any,
    ) -> None:
        (clerk,) = [each for each in self.clerks if each.table == award.table]
        said = {"round": award.round, "seat": award.seat, "meter": award.meter, **facts}
        try:
            clerk.says(kind, **said)
        except Refused as error:
            if error.refusal.code != "corrected_since":
                raise
            self._adjusts(award.meter, RAISED)
            clerk.says(kind, **said)

    def adjusts(self, cents: int) -> None:
        self._adjusts("major", 7 * cents + 1)

    def _adjusts(self, meter: str, cents: int) -> None:
        adjusted = AdjustMeter(
            by="S-1",
            at=max(clerk.moment for clerk in self.clerks),
            link=self.code,
            meter=meter,
            cents=cents,
            document=self.document(),
            **SIGNED,
        )
        self.ledger.do(adjusted)

    def changes_rates(self, _: int) -> None:
        at = self.clerks[0].moment
        changed = ChangeRates(
            by="S-1",
            at=at,
            link=self.code,
            rules="ma-midi",
            options={"royal_9.paytable": "2"},
            reserve_bps={},
            notice_at=at,
            authorised_by="M-1",
            document="RS-1",
        )
        self.ledger.do(changed)

    def standing(self, code: str = "") -> dict[str, link_events.AwardWon]:
        """The awards that were neither refused nor taken back."""
        found: dict[str, link_events.AwardWon] = {}
        won: dict[str, link_events.AwardWon] = {}
        for event in self.of(code or self.code):
            if isinstance(event, OF_AWARDS):
                name = award_name(event.round, event.seat, event.meter)
                match event:
                    case link_events.AwardWon():
                        found[name] = won[name] = event
                    case link_events.AwardOwed():
                        found[name] = won[name]
                    case _:
                        del found[name]
        return found

    def due(self, code: str) -> dict[str, int]:
        """What each meter of a link and its reserve hold together, by what went in and what is paid, in units."""
        units: dict[str, int] = {}
        for event in self.of(code):
            match event:
                case (
                    link_events.LinkRetired()
                    | link_events.BalanceReceived()
                    | link_events.BalanceCarried()
                ):
                    sign = -1 if isinstance(event, link_events.LinkRetired) else 1
                    for line in event.lines:
                        units[line.meter] += sign * (line.visible + line.reserve)
                case link_events.LinkInstalled():
                    units = {terms.meter: terms.seed_cents * CENT for terms in event.meters}
                case link_events.ContributionsTaken() | link_events.ContributionsReturned():
                    sign = 1 if isinstance(event, link_events.ContributionsTaken) else -1
                    again = getattr(event, "reseeded", [])
                    for line in event.lines:
                        units[line.meter] += sign * (line.visible + line.reserve)
                    for line in again:
                        units[line.meter] += line.visible + line.reserve
                case link_events.MeterCorrected() if not event.round:
                    units[event.meter] += event.cents * CENT
                case _:
                    pass
        for award in self.standing(code).values():  # Of a fixed one the house puts in what it pays.
            units.setdefault(award.meter, 0)
            units[award.meter] += (award.reseed_cents - award.cents) * CENT
        assert units.pop(link_events.PAYTABLE, 0) == 0
        return units


Step = tuple[Callable[[Link, int], None], int]


LATE: Final[Callable[[Link, int], None]] = lambda link, n: link.voids_late(NOTHING, n)  # noqa: E731
BACK: Final[Callable[[Link, int], None]] = Link.takes_back


def _steps() -> st.SearchStrategy[Sequence[Step]]:
    hands = (NOTHING, KING_PLAYER, KING_PLAYER, ANY_TWO, EXACT, SUITED_TIE)
    plays = [lambda link, n, each=each: link.plays(each, n % 2) for each in hands]
    acts: list[Callable[[Link, int], None]] = [
        *plays,
        lambda link, n: link.voids((NOTHING, KING_PLAYER, SUITED_TIE)[n // 2 % 3], n % 2),
        lambda link, n: link.voids_late((NOTHING, KING_PLAYER)[n // 2 % 2], n % 2),
        lambda link, n: link.pays(n % 2),
        Link.rules,
        Link.otherwise,
        Link.otherwise,
        Link.takes_back,
        Link.takes_back,
        lambda link, n: link.mistypes(hands[n % len(hands)], n // 2 % 2),
        Link.changes,
        Link.adjusts,
        Link.changes_rates,
        lambda link, n: link.moves(n % 2),
        lambda link, n: link.moves(n % 2),
    ]
    return st.lists(st.tuples(st.sampled_from(acts), st.integers(0, 7)), min_size=4, max_size=10)


def test_p4_a_meter_holds_what_went_in_less_what_is_paid_whatever_is_taken_back(
    ledger: Ledger,
) -> None:
    numbers = count(1)
    at = Clerk(ledger).moment
    ledger.do(ChangeSettings(by="A-1", at=at, settings={"award_limit_cents": 150_000}))

    @settings(max_examples=5)
    @given(_steps())
    @example([(LATE, 0), (lambda link, _: link.plays(KING_PLAYER, 0), 0), (LATE, 0), (BACK, 0)])
    def happens(steps: Sequence[Step]) -> None:
        link = Link(ledger, next(numbers))
        for act, n in steps:
            act(link, n)
            for code in (link.code, link.other):
                held = ledger.link(code).meters
                assert {name: x.visible + x.reserve for name, x in held.items()} == link.due(code)
                assert held == without_what_went_back(link.of(code)).meters
                link.settled(code)
            held = ledger.link(link.code).meters
            for name in ("k9_player", "k9_banker"):  # Only the major meter is won in shares.
                assert held[name].visible >= held[name].terms.seed_cents * CENT
                assert held[name].reserve >= 0
        link.retires()
        for code in (link.other, link.code):
            _last_first(link, code)

    happens()
    check(ledger)
    _opens_with_what_it_held(ledger)
    journal = ledger.journal
    live = dump(journal.engine, PROJECTION)
    rebuild([PROJECTION], journal, journal.engine)
    assert dump(journal.engine, PROJECTION) == live


def _opens_with_what_it_held(ledger: Ledger) -> None:
    """Whatever moved it: nothing before its first day, and on the next day what that day left."""
    with caught_up(ledger, NOW, meters.NEEDS) as connection:
        first, then = (meters.meters(connection, day) for day in (DAY, NEXT_DAY))
    assert {row.opening_exact for row in first} == {0}
    left = {(row.link, row.meter): row.closing_exact for row in first}
    assert {(row.link, row.meter): row.opening_exact for row in then}.items() <= left.items()
    assert then


def _last_first(link: Link, code: str) -> None:
    """Where nobody has won since whose award stands, there is nothing that he would have won more. What goes back into
    a meter of a retired link is in that of the other.
    """
    while standing := link.standing(code):
        before = len(link.of(code))
        link.takes_back(len(standing) - 1, code)
        raised = link_events.MeterCorrected
        back, *over = [
            x for x in link.of(code)[before:] if not isinstance(x, raised) or x.cents != RAISED
        ]
        assert isinstance(back, link_events.AwardReversed)
        assert back.since_cents == 0
        lines = [y for x in over if isinstance(x, link_events.BalanceCarried) for y in x.lines]
        carried = {line.meter: line.visible + line.reserve for line in lines}
        moved = code == link.other and back.visible + back.reserve
        assert carried == ({back.meter: -moved} if moved else {})
    assert link.ledger.link(code).owed == {}
    for each in (link.code, link.other):
        held = link.ledger.link(each).meters
        assert held == without_what_went_back(link.of(each)).meters
        assert {name: x.visible + x.reserve for name, x in held.items()} == link.due(each)
