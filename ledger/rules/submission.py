"""A rules submission as it is adopted: whole, immutable, hashed. Later texts or code never change
it.
"""

import hashlib
from functools import cached_property, lru_cache
from typing import Final

import msgspec

from ledger.baccarat.offering import Award, Counterclockwise, Game, Odds, Offering, PaymentOrder
from ledger.baccarat.royal9 import RoyalAward as LevelAward
from ledger.baccarat.royal9 import RoyalPaytable
from ledger.baccarat.vigorish import VigorishPlan
from ledger.baccarat.wagers import Bet, Tender
from ledger.rules.choices import HANDED, Approval, Vigorish
from ledger.rules.source import Meter, MustHitText, RoyalAward, ShoeRules, Source, text_of


class Royal9(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """awards: highest level first. chairs: each chair's own combinations, chair 1 first. reserve_bps: by meter, the
    part of its printed rate that feeds its reserve. supervisor_above_cents: an award of a meter above it needs a
    supervisor.
    """

    paytable: int
    wager_cents: int
    awards: list[RoyalAward]
    chairs: list[list[str]]
    meters: list[Meter]
    reserve_bps: dict[str, int] = {}
    supervisor_above_cents: int | None = None


class Submission(msgspec.Struct, frozen=True, kw_only=True, dict=True, omit_defaults=True):
    """One game offering with everything it rests on.

    pays: odds of each bet and award. press_percent: the portion of a House Money payout that may be
    pressed. vigorish_forms: whether uncollected vigorish may be documented. notice_minutes,
    uniform_in_pit: for a change of an option. handling: "" where it does not say. recorded: what has to be recorded of
    the cards before a shoe is played, and of verbal wagers. minimum_cents, unit_cents: of what a seat has on a hand in
    chips; 0 for none. approvals: dated references to what its text asks for, by its name there. sections: citations by
    dotted key, such as `banker.win` or `draw.player`.
    """

    id: str
    version: int
    title: str
    source: str
    game: Game
    seats: int
    decks: int
    tenders: list[Tender]
    pays: dict[Bet, dict[Award, Odds]]
    payment_order: PaymentOrder
    counterclockwise: Counterclockwise
    shuffle: str
    shoe: ShoeRules
    disclosed_third_card: str
    sections: dict[str, str]
    dragon_bonus: str = ""
    vigorish: Vigorish | None = None
    vigorish_forms: bool = False
    press_percent: int = 0
    main_wager_first: list[Bet] = []
    royal_9: Royal9 | None = None
    must_hit: MustHitText | None = None
    handling: str = ""
    new_decks_after_last_hand: bool = False
    recorded: list[str] = []
    minimum_cents: int = 0
    unit_cents: int = 0
    notice_minutes: dict[str, int] = {}
    uniform_in_pit: list[str] = []
    approvals: dict[str, Approval] = {}

    def document(self) -> str:
        """The whole submission as canonical JSON: sorted keys, no spaces."""
        return msgspec.json.encode(self, order="sorted").decode()

    @cached_property
    def sha256(self) -> str:
        """The hash of the document, in hexadecimal: what a round records."""
        return hashlib.sha256(self.document().encode()).hexdigest()

    @property
    def continuous(self) -> bool:
        """Whether it is dealt from a continuous shuffler."""
        return self.shuffle == "continuous"

    @property
    def text(self) -> Source:
        """The regulator's text it follows. What is not in the document is read there."""
        return text_of(self.source)

    @cached_property
    def cites(self) -> dict[str, str]:
        """Each section by its dotted key as it is shown; the licensee's own where the text prints none."""
        return self.text.cited(
            self.sections,
            self.game,
            handed=self.handled == HANDED,
            continuous=self.continuous,
        )

    def shown(self, subject: str, section: str) -> str:
        """A section that was recorded under it with a subject, `draw` or a bet, as it is cited now."""
        return self._recorded.get((subject, section), section)

    @cached_property
    def _recorded(self) -> dict[tuple[str, str], str]:
        return {
            (key.partition(".")[0], section): self.cites[key]
            for key, section in self.sections.items()
        }

    @property
    def handled(self) -> str:
        """How the cards of a hand are dealt and turned: as it says, else as its text has it."""
        return self.handling or self.text.handling.unsaid

    @property
    def asks(self) -> dict[str, str]:
        """What its text asks for that is approved, posted or in place, of what this submission offers: each with its
        section.
        """
        return {
            each.of: each.section
            for each in self.text.approvals
            if all({*self._said(field)} & {*values} for field, values in each.where.items())
        }

    def lacks(self, day: str) -> dict[str, str]:
        """What of that it refers to no approval of, dated until a gaming day: each with its section."""
        held = {of for of, each in self.approvals.items() if each.date.isoformat() <= day}
        return {of: section for of, section in self.asks.items() if of not in held}

    def _said(self, field: str) -> list[object]:
        if field == "bets":
            return [*self.offering.bets]
        value: object = self
        for name in field.split("."):
            value = getattr(value, name, None)
        return [value]

    @cached_property
    def offering(self) -> Offering:
        """What settlement needs of it."""
        return Offering(
            game=self.game,
            seats=self.seats,
            decks=self.decks,
            pays=self.pays,
            vigorish=_plan(self.vigorish),
            payment_order=self.payment_order,
            counterclockwise=self.counterclockwise,
            tenders=frozenset(self.tenders),
            sections=self.cites,
            press_percent=self.press_percent,
            main_wager_first=frozenset(self.main_wager_first),
            royal_9=_paytable(self.royal_9),
        )

    @property
    def chairs(self) -> list[list[str]]:
        """The combinations posted at each chair, chair 1 first; none without Royal 9."""
        return [] if self.royal_9 is None else self.royal_9.chairs

    @property
    def link_terms(self) -> tuple[int, list[tuple[str, int, int, int]]]:
        """What a link of its tables has to fit: the fixed Royal 9 stake in cents, and its meters: name, seed in cents,
        share of each wager in basis points, the most it pays in cents (0: no limit). No stake and no meters without the
        wager.
        """
        stake = 0 if self.royal_9 is None else self.royal_9.wager_cents
        return stake, meters_of(self.royal_9, self.must_hit)


def meters_of(
    royal_9: Royal9 | None, must_hit: MustHitText | None
) -> list[tuple[str, int, int, int]]:
    """The meters of a submission, as `Submission.link_terms` says; none without the wager."""
    if royal_9 is None:
        return []
    meters = [(each.meter, each.seed_cents, each.increment_bps, 0) for each in royal_9.meters]
    if must_hit is not None:
        hit = must_hit
        meters.append(("must_hit", hit.reset_cents, hit.increment_bps, hit.maximum_cents))
    return meters


class _Wagers(msgspec.Struct):
    """What of a submission feeds meters."""

    royal_9: Royal9 | None = None
    must_hit: MustHitText | None = None


_wagers: Final = msgspec.json.Decoder(_Wagers).decode


def meters_in(document: str) -> list[tuple[str, int, int, int]]:
    """The same of a document, of which nothing else is read."""
    wagers = _wagers(document)
    return meters_of(wagers.royal_9, wagers.must_hit)


@lru_cache(maxsize=256)
def from_document(text: str) -> Submission:
    """The submission that an event recorded. Its bounds were checked when it was adopted, and are
    not again.
    """
    return msgspec.json.decode(text, type=Submission)


def _plan(vigorish: Vigorish | None) -> VigorishPlan | None:
    if vigorish is None:
        return None
    return VigorishPlan(
        vigorish.rate_bps, vigorish.rounding, vigorish.multiple_cents, vigorish.collect
    )


def _paytable(royal_9: Royal9 | None) -> RoyalPaytable | None:
    if royal_9 is None:
        return None
    return RoyalPaytable(
        wager_cents=royal_9.wager_cents,
        awards={
            award.level: LevelAward(award.cents, award.meter, award.share_bps)
            for award in royal_9.awards
        },
        chairs=tuple(map(tuple, royal_9.chairs)),
    )
