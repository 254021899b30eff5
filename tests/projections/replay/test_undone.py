"""A round of which something was taken back: told without it, settled again without it, and shown with it."""

from ledger.desks.ledger import Ledger
from ledger.table.acts import Undo
from projections.engine.engine import catch_up
from projections.queries.history import history
from projections.queries.moment import NOW, Moment
from projections.queries.round import replay
from projections.queries.standing import table as standing
from projections.reconcile import NEEDS, findings
from tests.clerk import Clerk
from tests.ledger.link.floor import floor

ROUND = "MB-01:2026-07-11:1"


def undo(clerk: Clerk) -> None:
    at = clerk.act("cut_card").at
    act = Undo(table="MB-01", by="C-1", at=at, reason="typed", source="", seq=0)
    clerk.ledger.do(act)


def corrected(ledger: Ledger) -> Clerk:
    """A wrong card, a wrong settlement and a wrong collection, each taken back."""
    clerk = Clerk(ledger).opens().starts_shoe()
    clerk.says("wager", seat=3, bet="banker", cents=2_000)
    clerk.says("no_more_bets")
    clerk.says("deal", player=["7d", "Qh"], banker=["9c", "Kh"])
    clerk.says("settle")
    clerk.says("collect_vig", seat=3)
    undo(clerk)
    undo(clerk)
    undo(clerk)
    clerk.says("deal", player=["7d", "Qs"], banker=["9c", "Ks"])
    clerk.says("settle")
    return clerk


def test_it_is_told_by_what_stands_and_settled_again_by_it(ledger: Ledger) -> None:
    corrected(ledger)
    found = replay(ledger, NOW, ROUND)
    assert found.status == "settled"
    assert found.recomputed_agrees
    assert [card.card for card in found.cards] == ["7d", "9c", "Qs", "Ks"]
    assert (found.vigorish.assessed, found.vigorish.outstanding) == (100, 100)


def test_what_was_taken_back_is_a_step_and_so_is_its_undo(ledger: Ledger) -> None:
    corrected(ledger)
    said = [step.said for step in replay(ledger, NOW, ROUND).steps]
    assert [each for each in said if each.startswith("Taken back since: ")] == [
        "Taken back since: round MB-01:2026-07-11:1: Player 7♦ Q♥, Banker 9♣ K♥; 409 cards left",
        "Taken back since: round MB-01:2026-07-11:1 settled: player 7, banker 9, banker wins",
        "Taken back since: seat 3 Banker $20.00 wins, handed $40.00, vigorish $1.00 [ma-midi 12(c)]",
        "Taken back since: vigorish marked: seat 3: $1.00 of MB-01:2026-07-11:1",
        "Taken back since: vigorish collected: seat 3: $1.00 of MB-01:2026-07-11:1",
    ]
    assert sum(each.startswith("Entered by C-1 and taken back: ") for each in said) == 3
    entered = [each.event for each in history(ledger, NOW, "MB-01", "2026-07-11")]
    assert entered.count("table.act_undone") == 3
    assert entered.count("table.cards_dealt") == 2


def test_before_it_was_taken_back_it_stood(ledger: Ledger) -> None:
    clerk = Clerk(ledger).opens().starts_shoe()
    clerk.says("wager", seat=3, bet="banker", cents=2_000)
    position = ledger.journal.max_notification_id()
    undo(clerk)
    clerk.says("wager", seat=4, bet="banker", cents=500)
    then, now = replay(ledger, Moment(position), ROUND), replay(ledger, NOW, ROUND)
    assert [wager.seat for wager in then.wagers] == [3]
    assert [wager.seat for wager in now.wagers] == [4]
    assert standing(ledger, NOW, "MB-01") != standing(ledger, Moment(position), "MB-01")


def test_a_round_whose_end_was_taken_back_is_found_though_no_read_model_knows_yet(
    ledger: Ledger,
) -> None:
    clerk = Clerk(ledger).opens().starts_shoe()
    clerk.says("wager", seat=3, bet="banker", cents=2_000)
    clerk.says("no_more_bets")
    clerk.says("deal", player=["7d", "Qh"], banker=["9c", "Kh"])
    clerk.says("settle")
    rounds = replay(ledger, NOW, ROUND)
    caught_up_by = rounds.status
    for _ in range(2):
        undo(clerk)
    clerk.says("deal", player=["9d", "Qh"], banker=["7c", "Kh"])
    clerk.says("settle")
    assert (caught_up_by, rounds.outcome) == ("settled", "banker")
    assert replay(ledger, NOW, ROUND).outcome == "player"


def test_an_award_that_a_mistyped_card_won_is_no_part_of_the_round_and_leaves_no_finding(
    ledger: Ledger,
) -> None:
    (clerk,) = floor(ledger, "MB-01")
    clerk.says("wager", seat=3, bet="banker", cents=2_000)
    clerk.says("wager", seat=3, bet="royal_9", cents=500)
    clerk.says("no_more_bets")
    clerk.says("deal", player=["Kc", "9h"], banker=["2s", "5d"])
    clerk.says("settle")
    assert [line.event for line in replay(ledger, NOW, ROUND).later] == [
        *("table.award_handed_over", "link.award_won", "link.award_paid")
    ]
    undo(clerk)
    undo(clerk)
    clerk.says("deal", player=["Jc", "9h"], banker=["2s", "5d"])
    clerk.says("settle")
    found = replay(ledger, NOW, ROUND)
    assert (found.status, found.recomputed_agrees) == ("settled", True)
    assert "link.award_undone" in {line.event for line in found.later}
    assert not any("nth" in line.facts for line in found.later)
    of_the_meter = [
        x.said.replace(f"round {ROUND}", "it") for x in found.steps if " K9 P" in x.said
    ]
    assert of_the_meter == [
        "Round MB-01:2026-07-11:1 puts in Major $0.45; K9 Banker $0.25; K9 Player $0.25",
        "Taken back since: it: seat 3 wins $350.25 of K9 Player (Player King 9; the meter showed $350.25)",
        "Taken back since: it: seat 3 paid $350.25 of K9 Player, tray",
        "Round MB-01:2026-07-11:1 undone: seat 3 has not won $350.25 of K9 Player",
    ]
    journal = ledger.journal
    catch_up(NEEDS, journal, journal.engine)
    with journal.engine.connect() as connection:
        codes = {each.code for each in findings(connection, "2026-07-11")}
    # Nobody has read the meters' signs yet: that is of the day, and not of the award.
    assert {code for code in codes if code.startswith(("meter", "award"))} == {"meter_not_read"}


def test_what_was_taken_back_before_the_first_wager_that_counts_is_told_too(ledger: Ledger) -> None:
    clerk = Clerk(ledger).opens().starts_shoe()
    clerk.says("wager", seat=4, bet="player", cents=3_000)
    undo(clerk)
    clerk.plays("7d Qh", "9c Kh", (3, "banker", 2_000))
    found = replay(ledger, NOW, ROUND)
    assert [step.said for step in found.steps][:3] == [
        f"Taken back since: round {ROUND}: seat 4: $30.00 on Player",
        "Entered by C-1 and taken back: wagers placed: typed",
        "Wager: seat 3: $20.00 on Banker",
    ]
    assert found.recomputed_agrees
