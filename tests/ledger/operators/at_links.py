"""For every kind of event of progressive meters an act that brings it about."""

from datetime import datetime
from itertools import count
from typing import Final

from ledger.events import award as award_events
from ledger.events import link as link_events
from ledger.events import table as e
from ledger.link.acts import AdjustMeter, ChangeRates, ReadMeter, RetireLink
from ledger.transaction.unit import Done
from tests.ledger.link.floor import install_act
from tests.ledger.operators.at_tables import (
    BANKER,
    EXACT,
    KING,
    ROYAL,
    ROYAL_CLOSED,
    WAGERS,
    install,
    link_of,
    linked,
    round_of,
    said_at,
    table_ready,
    taken_back,
)
from tests.ledger.operators.house import NOON, Place, Scene, Team, enters, facts


def _unlinked(place: Place, _: list[Team]) -> None:
    place.deals()
    install(place, "S-2", "M-1")


def _changed_rates(place: Place, team: Team) -> Done:
    return enters(
        ChangeRates,
        place,
        team["by"],
        link=link_of(place),
        rules="ma-midi",
        options={"royal_9.paytable": "2"},
        reserve_bps={},
        notice_at=datetime.fromisoformat(NOON),
        authorised_by=team["authorised_by"],
        document="RS-12",
    )


def _paid_from_the_tray(place: Place, team: list[Team]) -> None:
    linked(("round", {"wagers": WAGERS, **EXACT}))(place, team)
    place.says("pay_award", round=round_of(place), seat=3, supervisor="S-2")


_numbers = count(1)


def _two_links(place: Place, _: list[Team]) -> None:
    _unlinked(place, _)
    place.ledger.do(install_act(place, f"{link_of(place)}-B", by="S-2", authorised_by="M-1"))


def _retired(place: Place, team: Team) -> Done:
    said = {"document": f"MR-{next(_numbers)}", "reason": "closed"}
    signed = facts(team, "authorised_by", "second")
    to = f"{link_of(place)}-B"
    return enters(RetireLink, place, team["by"], link=link_of(place), to=to, **said, **signed)


def _read(place: Place, team: Team) -> Done:
    read = {"meter": "major", "cents": 5_000_000, "witness": team["witness"]}
    return enters(ReadMeter, place, team["by"], link=link_of(place), **read)


def _corrected(place: Place, team: Team) -> Done:
    return enters(
        AdjustMeter,
        place,
        team["by"],
        link=link_of(place),
        meter="major",
        cents=5_000,
        document=f"MM-{next(_numbers)}",
        reason="display reset",
        **facts(team, "authorised_by", "second"),
    )


TWO_FOR_A_METER: Final = (("by",), ("authorised_by",), ("second",))

OF_LINKS: Final = (
    Scene(
        (link_events.LinkInstalled,),
        lambda place, team: install(place, team["by"], team["authorised_by"]),
        table_ready(),
        TWO_FOR_A_METER[:2],
    ),
    said_at((e.MetersLinked, link_events.TableLinked), "link_meters", _unlinked, link=link_of),
    Scene((link_events.RatesChanged,), _changed_rates, linked(), TWO_FOR_A_METER[:2]),
    Scene(
        (link_events.LinkRetired, link_events.BalanceReceived),
        _retired,
        _two_links,
        TWO_FOR_A_METER,
    ),
    said_at((e.MetersUnlinked, link_events.TableUnlinked), "unlink_meters", linked(), link=link_of),
    Scene((link_events.MeterRead,), _read, linked(), (("by",), ("witness",))),
    Scene((link_events.MeterCorrected,), _corrected, linked(), TWO_FOR_A_METER),
    said_at(
        (e.NoMoreBets, link_events.ContributionsTaken),
        "no_more_bets",
        linked(("wager", BANKER), ("wager", ROYAL)),
    ),
    said_at(
        (e.RoundVoided, link_events.ContributionsReturned),
        "void",
        linked(*ROYAL_CLOSED),
        reason="fouled",
    ),
    said_at(
        (
            e.WagersPlaced,
            e.NoMoreBets,
            e.CardsDealt,
            e.RoundSettled,
            link_events.ContributionsTaken,
            link_events.AwardWon,
            link_events.AwardPaid,
            award_events.AwardHandedOver,
        ),
        "round",
        linked(),
        wagers=WAGERS,
        **KING,
    ),
    said_at(
        link_events.AwardPaid,
        "pay_award",
        linked(("round", {"wagers": WAGERS, **EXACT})),
        "supervisor",
        round=round_of,
        seat=3,
        place="cage",
    ),
    said_at(
        link_events.AwardReversed,
        "reverse_award",
        linked(("round", {"wagers": WAGERS, **KING})),
        *("authorised_by", "second"),
        round=round_of,
        seat=3,
        document=lambda place: f"MR-{place.number}-{next(_numbers)}",
        reason="misread",
    ),
    Scene(
        (link_events.AwardUndone, e.ActUndone),
        taken_back,
        linked(*ROYAL_CLOSED, ("deal", KING), ("settle", {})),
        (("by",), ("approved_by",)),
    ),
    Scene(
        (link_events.AwardOwed, e.ActUndone),
        taken_back,
        _paid_from_the_tray,
        (("by",), ("approved_by",)),
    ),
    said_at(
        (link_events.AwardOwed, link_events.AwardPaid, award_events.AwardNotHandedOver),
        "pay_award",
        _paid_from_the_tray,
        "supervisor",
        round=round_of,
        seat=3,
        place="cage",
        instead=True,
    ),
    said_at(
        link_events.AwardRefused,
        "pay_award",
        linked(*ROYAL_CLOSED, ("deal", KING), ("void", {"reason": "fouled"})),
        "supervisor",
        round=round_of,
        seat=3,
        refused="fouled hand",
    ),
)
