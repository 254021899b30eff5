"""What a regulator's text allows, checked against what a submission chooses."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from ledger.baccarat.offering import Game, Odds
from ledger.baccarat.wagers import Bet
from ledger.rules.choices import parse_odds
from ledger.rules.fault import Fault
from ledger.rules.source import Bound, RoyalText, Source, paytables

# Fields that belong to certain bets: given when one of these is offered, and only then.
FIELDS_OF_BETS: Mapping[str, tuple[Bet, ...]] = {
    "tie": (Bet.TIE,),
    "dragon_bonus": (Bet.DRAGON_BONUS_PLAYER, Bet.DRAGON_BONUS_BANKER),
    "house_money": (Bet.HOUSE_MONEY,),
    "royal_9": (Bet.ROYAL_9,),
    "must_hit": (Bet.ROYAL_9,),
}
_OPTIONAL = ("must_hit",)
_MUST_OFFER = (Bet.BANKER, Bet.PLAYER)

Values = Mapping[str, Any]


def check(values: Values, source: Source) -> list[Fault]:
    """Everything in the readable fields that the source does not allow.

    values: by dotted path, as `read_fields` returns them; a check whose fields are not there is
    left out.
    """
    return [
        fault
        for one in (_fields, _bets, _fields_of_bets, _royal_9, _approvals)
        for fault in one(values, source)
    ]


def explain(fault: Fault, values: Values, source: Source) -> Fault:
    """The fault with what the source allows in its field, where the source says so."""
    if fault.field == "bets" and "game" in values:
        permitted = ", ".join(source.permitted(values["game"]))
        return replace(fault, allowed=permitted, section=source.permitted_wagers)
    for bound in source.bounds:
        if bound.field == fault.field and _applies(bound, values):
            return replace(fault, allowed=_allowed(bound), section=bound.section)
    return fault


def _applies(bound: Bound, values: Values) -> bool:
    return not bound.games or values.get("game") in bound.games


def _fields(values: Values, source: Source) -> Iterator[Fault]:
    for bound in source.bounds:
        if not _applies(bound, values):
            continue
        if bound.field in values:
            yield from _one_field(values[bound.field], bound)
        elif bound.required:
            yield Fault("missing_field", bound.field, "nothing", "it must be given", bound.section)


def _one_field(value: Any, bound: Bound) -> Iterator[Fault]:
    parts = value if isinstance(value, list) else [value]
    for part in parts:
        if not _within(part, bound):
            yield Fault("out_of_bounds", bound.field, _show(part), _allowed(bound), bound.section)


def _within(value: Any, bound: Bound) -> bool:
    if bound.at_least:
        return _within_odds(
            parse_odds(value), parse_odds(bound.at_least), parse_odds(bound.at_most)
        )
    if bound.values is not None:
        return value in bound.values
    if bound.min is not None and value < bound.min:
        return False
    return bound.max is None or bool(value <= bound.max)


def _within_odds(odds: Odds | None, least: Odds | None, most: Odds | None) -> bool:
    if odds is None or least is None or odds.pays * least.per < least.pays * odds.per:
        return False
    return most is None or odds.pays * most.per <= most.pays * odds.per


def _allowed(bound: Bound) -> str:
    if bound.at_least:
        least = bound.at_least.replace(":", " to ")
        return least if bound.at_most == bound.at_least else f"at least {least}"
    if bound.values is not None:
        *first, last = map(_show, bound.values) if bound.values else ["no such thing in this game"]
        return f"{', '.join(first)} or {last}" if first else last
    if bound.min is None:
        return f"at most {bound.max}"
    return f"at least {bound.min}" if bound.max is None else f"{bound.min} to {bound.max}"


def _show(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) or "an empty text" if isinstance(value, str | int) else "a table"


def _bets(values: Values, source: Source) -> Iterator[Fault]:
    if "bets" not in values or "game" not in values:
        return
    bets: list[Bet] = values["bets"]
    game: Game = values["game"]
    permitted = source.permitted(game)
    names = ", ".join(permitted)
    for bet in bets:
        if bet not in permitted:
            yield Fault(
                "bet_not_permitted", "bets", bet, f"on {game}: {names}", source.permitted_wagers
            )
    for bet in dict.fromkeys(bets):
        if bets.count(bet) > 1:
            yield Fault("bet_repeated", "bets", bet, "each bet once", source.permitted_wagers)
    for bet in _MUST_OFFER:
        if bet not in bets:
            yield Fault(
                "bet_missing",
                "bets",
                f"no {bet}",
                f"{bet} is always offered",
                source.permitted_wagers,
            )


def _fields_of_bets(values: Values, source: Source) -> Iterator[Fault]:
    if "bets" not in values:
        return
    for field, bets in FIELDS_OF_BETS.items():
        offered = [bet for bet in bets if bet in values["bets"]]
        if offered and field not in values and field not in _OPTIONAL:
            allowed = f"a value, for {offered[0]} is offered"
            yield Fault("missing_field", field, "nothing", allowed, source.permitted_wagers)
        if field in values and not offered:
            found, allowed = _show(values[field]), f"it only where {bets[0]} is offered"
            yield Fault("unused_field", field, found, allowed, source.permitted_wagers)


def _royal_9(values: Values, source: Source) -> Iterator[Fault]:
    text = paytables().royal_9.get(source.royal_9)
    if text is None or "royal_9" not in values:
        return
    section = source.cites_royal_9(text)
    decks, seats = values.get("decks"), values.get("seats")
    if decks is not None and decks not in text.decks:
        allowed = " or ".join(map(str, text.decks)) + " decks with Royal 9"
        yield Fault("out_of_bounds", "decks", str(decks), allowed, section)
    chairs = values.get("royal_9.chairs")
    if text.chairs and chairs:
        yield Fault("unused_field", "royal_9.chairs", _show(chairs), "the printed ones", section)
    yield from _reserves(values, text, section)
    yield from _own_chairs(chairs or [], section)
    count = len(text.chairs or chairs or [])
    if seats is not None and seats > count:
        allowed = f"one combination for each of {seats} seats"
        yield Fault("chairs_missing", "royal_9.chairs", str(count), allowed, section)


def _reserves(values: Values, text: RoyalText, section: str) -> Iterator[Fault]:
    """A reserve is a part of its meter's printed rate."""
    rates = {
        each.meter: each.increment_bps
        for each in text.paytables.get(str(values.get("royal_9.paytable")), ())
    }
    hit = paytables().must_hit.get(str(values.get("must_hit.configuration")))
    if hit is not None:
        rates["must_hit"] = hit.increment_bps
    for meter, bps in (values.get("royal_9.reserve_bps") or {}).items():
        field = f"royal_9.reserve_bps.{meter}"
        if rates and meter not in rates:
            yield Fault("unused_field", field, str(bps), "one of " + ", ".join(rates), section)
        elif rates and not 0 <= bps <= rates[meter]:
            yield Fault("out_of_bounds", field, str(bps), f"0 to {rates[meter]}", section)


def _own_chairs(chairs: list[str], section: str) -> Iterator[Fault]:
    for chair in dict.fromkeys(chairs):
        if chair[1] == chair[3]:
            yield Fault(
                "out_of_bounds", "royal_9.chairs", chair, "a King and a 9 not suited", section
            )
        if chairs.count(chair) > 1:
            yield Fault("out_of_bounds", "royal_9.chairs", chair, "each combination once", section)


def _approvals(values: Values, source: Source) -> Iterator[Fault]:
    """A submission refers to what its text asks for; another name would be a slip of the hand."""
    asked = [each.of for each in source.approvals]
    allowed = "one of " + ", ".join(asked) if asked else "none: its text asks for no approval"
    for of in values.get("approvals", ()):
        if of not in asked:
            yield Fault("unused_field", f"approvals.{of}", "a reference", allowed)
