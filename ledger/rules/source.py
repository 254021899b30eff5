"""The regulators' texts as data: what they let a licensee choose, what each wager pays, which
section says so.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from ledger.baccarat.offering import Award, Counterclockwise, Game
from ledger.baccarat.royal9 import Level
from ledger.baccarat.wagers import Bet

_PACKAGE = Path(__file__).parent

LICENSEES = "the licensee's"
"""What is cited where a text has no section: the licensee's own procedure."""


class Bound(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a section allows in one field, for some games or, when none is named, for all.

    at_least, at_most: the least odds, and the highest. values: the only values; none at all forbids the field.
    required: the field must be there.
    """

    field: str
    section: str
    games: list[Game] = []
    values: list[str | int | bool] | None = None
    min: int | None = None
    max: int | None = None
    at_least: str = ""
    at_most: str = ""
    required: bool = False


class Printed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A wager as printed: the games it belongs to (all, when none is named), its odds, its
    sections.
    """

    games: list[Game] = []
    pays: dict[Award, str] = {}
    sections: dict[str, str] = {}


class ShoeRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """cut_min_cards: how far from either end the cards are cut. back_min_cards: where the second
    cut card goes.
    """

    cut_min_cards: int
    cut_order: str
    back_min_cards: int
    change_every_shoe: bool


class Procedure(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the text has done at a table, where texts differ; none is left out, so that each text says it.

    pre_shuffled_cards: whether cards may come shuffled. dealer_may_cut: whether the dealer may cut at will, before
    the players are asked. curator_cuts_first: whether a reshuffle is offered to the last curator first.
    short_shoe_replaced: whether a shoe with too few cards for a round takes its whole set of cards with it; else
    they are reshuffled. house_money_once: whether a seat presses a payout in one go and onto one hand.
    cash_confirmed_by: who confirms a verbal wager that is made with cash. collected_before_shuffle: whether vigorish is
    collected before cards are shuffled again.
    """

    pre_shuffled_cards: bool
    dealer_may_cut: bool
    curator_cuts_first: bool
    short_shoe_replaced: bool
    house_money_once: bool
    cash_confirmed_by: list[str]
    collected_before_shuffle: bool


class Handling(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who turns the cards of a hand. unsaid: how they are handled where a submission does not say.

    Sections: handed, by which the player with the highest wager on a hand gets its cards, by hand; equal, by which one
    of several with equal wagers does; passed, by which they go on from who gives them up; unwanted, by which the dealer
    turns them since nobody accepts them; unwagered, since nobody has a wager on the hand. instead: which sections
    govern a round in the place of its others where players are handed the cards.
    """

    unsaid: str
    handed: dict[str, str]
    equal: str
    passed: str
    unwanted: str
    unwagered: str
    instead: dict[str, dict[str, str]] = {}

    def section(self, hand: str, stakes: Mapping[int, int], *, dealer: bool, passed: bool) -> str:
        """The section by which the cards of a hand come to whoever turns them. stakes: by seat, on that hand. passed:
        somebody had them or was offered them before.
        """
        if dealer:
            return self.unwanted if stakes else self.unwagered
        if passed:
            return self.passed
        highest = max(stakes.values())
        equal = sum(cents == highest for cents in stakes.values()) > 1
        return self.equal if equal else self.handed[hand]

    def recorded(self, section: str) -> set[str]:
        """What was recorded for a section as long as one stood for several; that one itself is among it."""
        if section in self.handed.values():
            return {section, self.equal}
        if section in (self.unwanted, self.unwagered):
            return {self.unwanted, self.unwagered}
        return {section}


class Curator(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Players deal in turn: the section for each way in which the shoe comes to whoever deals.

    designated: a player accepted it and has the dealer deal. unwanted: nobody accepted it.
    """

    offered: str
    banker_lost: str
    by_choice: str
    by_order: str
    left: str
    designated: str
    unwanted: str


class Asked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that has to be approved, posted or in place before a table is played. of: what it is, by which a
    submission names it. where: the fields of a submission that call for it, each with the values that do; every
    submission, where none is named.
    """

    of: str
    section: str
    where: dict[
        Literal["game", "bets", "shuffle", "vigorish.collect", "vigorish_forms"],
        list[str | bool],
    ] = {}


class RoyalAward(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Amounts for one. share_bps: the part of the meter that is paid."""

    level: Level
    cents: int = 0
    meter: str = ""
    share_bps: int = 0


class Meter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A progressive meter: where it starts, and its visible share of each wager."""

    meter: str
    seed_cents: int
    increment_bps: int


class RoyalText(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A printed Royal 9 game. chairs: each chair's combinations, when printed."""

    decks: list[int]
    wager_cents: int
    section: str
    awards: list[RoyalAward]
    paytables: dict[str, list[Meter]]
    chairs: list[list[str]] = []


class MustHitText(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    reset_cents: int
    maximum_cents: int
    increment_bps: int


class Paytables(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    dragon_bonus: dict[str, dict[Award, str]]
    royal_9: dict[str, RoyalText]
    must_hit: dict[str, MustHitText]


class Source(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One regulator's text. sections: further citations, by subject and key. curator: None where the dealer deals.
    noticed_use: values of a field whose very use takes notice, whoever chose them. told: citations that only telling a
    round needs. silent: subjects or dotted keys of sections that the text does not print, be it that it heads them.
    stands: where the text prints what documents name by another section. instead: which sections govern a game in the
    place of those that documents of it name; continuous: where a shuffler takes each round's cards back. approvals:
    what has to be approved, posted or in place, which a submission holds a dated reference to.

    A table's document keeps what settles its rounds; `procedure` and `curator` are asked for when something is typed,
    and never when events are folded.
    """

    id: str
    counterclockwise: Counterclockwise
    permitted_wagers: str
    shoe: ShoeRules
    procedure: Procedure
    handling: Handling
    bounds: list[Bound]
    wagers: dict[Bet, Printed]
    sections: dict[str, dict[str, str]]
    games: dict[Game, dict[Bet, Printed]] = {}
    main_wager_first: list[Bet] = []
    notice_minutes: dict[str, int] = {}
    noticed_use: dict[str, list[str]] = {}
    uniform_in_pit: list[str] = []
    royal_9: str = ""
    curator: Curator | None = None
    told: dict[str, dict[str, str]]
    silent: list[str] = []
    stands: dict[str, dict[str, str]] = {}
    instead: dict[Game, dict[str, dict[str, str]]] = {}
    continuous: dict[str, dict[str, str]] = {}
    approvals: list[Asked]

    @property
    def named(self) -> dict[str, str]:
        """The sections that documents of it name, whichever game is played."""
        return flat(self.sections) | flat({bet: each.sections for bet, each in self.wagers.items()})

    def cited(
        self,
        sections: Mapping[str, str],
        game: Game | None = None,
        *,
        handed: bool = False,
        continuous: bool = False,
    ) -> dict[str, str]:
        """The sections of a document with those that only telling needs; the licensee's where the text prints none.

        game: None for what is cited whichever is played. handed: players turn the cards. continuous: a
        shuffler takes them back.
        """
        own = {} if game is None else self.instead.get(game, {})
        stands = flat(self.stands)
        known = {**flat(self.sections), **flat(self.told), **sections}
        known |= {key: stands[key] for key in stands.keys() & known.keys()}
        known |= flat(own) | flat(self.handling.instead if handed else {})
        known |= flat(self.continuous if continuous else {})
        return {key: section if self.prints(key) else LICENSEES for key, section in known.items()}

    def prints(self, key: str) -> bool:
        """Whether the text has anything of a subject, such as `shoe.cut`; else it bounds nothing there."""
        return not {key, key.partition(".")[0]} & {*self.silent}

    def cites_royal_9(self, text: RoyalText) -> str:
        """The section of a Royal 9 game; the licensee's where the text offers it and prints nothing of it."""
        return text.section if self.prints("royal_9.award") else LICENSEES

    def permitted(self, game: Game) -> dict[Bet, Printed]:
        """The wagers this game may offer, as printed for it."""
        own = self.games.get(game, {})
        return {
            bet: Printed(
                pays=text.pays | (own[bet].pays if bet in own else {}),
                sections=text.sections | (own[bet].sections if bet in own else {}),
            )
            for bet, text in self.wagers.items()
            if not text.games or game in text.games
        }


def flat(subjects: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Citations by dotted key, such as `draw.natural`."""
    return {
        f"{subject}.{key}": section
        for subject, keys in subjects.items()
        for key, section in keys.items()
    }


def packaged_text(name: str) -> str:
    """A TOML document that ships with this package, as it is written."""
    return (_PACKAGE / name).read_text(encoding="utf-8")


def read_packaged(name: str) -> dict[str, Any]:
    """Parse a TOML document that ships with this package."""
    import tomllib  # noqa: PLC0415  most commands read no TOML

    return tomllib.loads(packaged_text(name))


@cache
def packaged_ids(folder: str) -> tuple[str, ...]:
    """The names of the TOML documents in a folder of this package, read once: each opening of a table asks."""
    documents = (entry.name for entry in (_PACKAGE / folder).iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in documents if name.endswith(".toml")))


@cache
def text_of(name: str) -> Source:
    """The regulator's text of an id that there is."""
    return msgspec.convert(read_packaged(f"sources/{name}.toml"), Source)


@cache
def as_cited(subject: str, section: str) -> str:
    """A section that was recorded with something, as it is cited now: what it names may not be printed.

    subject: what it is of: `draw`, `irregularities`, `round`, or a bet. A section begins with the id of its text.
    """
    name = section.partition(" ")[0]
    if name not in packaged_ids("sources"):
        return section
    text = text_of(name)
    cited = text.cited(text.named)
    own = (key for key, each in text.named.items() if each == section)
    return next((cited[key] for key in own if key.startswith(f"{subject}.")), section)


@cache
def paytables() -> Paytables:
    """The printed paytables."""
    return msgspec.convert(read_packaged("paytables.toml"), Paytables)
