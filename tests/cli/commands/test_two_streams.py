"""What one stream says of a round or of a form, and another one does not: altered so that each agrees with itself, with
no seal over it, and with everything that was made of it made anew.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Final

import psycopg
import pytest

from ledger.desks.ledger import Ledger
from ledger.values.errors import IntegrityFailure
from projections.queries import check_forms
from projections.queries.check_streams import Streams
from tests.cli.altering import alter, alter_unguarded
from tests.cli.commands.test_tampered import CHECK, found
from tests.cli.conftest import OPENER, SIGNED, Terminal, typed_once
from tests.cli.deeds import LAST, replaced

TAKEN, RETURNED, PAID = (
    "link.contributions_taken",
    "link.contributions_returned",
    "link.award_paid",
)
DOCUMENTED, ISSUED, VOIDED = "table.vigorish_documented", "form.issued", "form.voided"
RESTORED, HANDED = "table.vigorish_restored", "table.award_handed_over"
SIGNERS = ("--dealer", "D-7", "--pit-boss", "B-2")
IN_PYTHON: Final = pytest.mark.parametrize("stores", ["sqlite"], indirect=True)
ON_A_SERVER: Final = pytest.mark.parametrize("stores", ["postgres"], indirect=True)
"""The comparison does not hang on the database; what is altered and read does, and is taken back there."""

ROWS: Final = (
    "SELECT position, originator_id, originator_version, topic, state FROM events ORDER BY position"
)


def gone(topic: str) -> str:
    """The last event of a topic is gone; it was the last of its stream, or those behind it close up."""
    return f"DELETE FROM events WHERE position = (SELECT max(position) FROM events WHERE topic = '{topic}')"


def twice(topic: str) -> str:
    """The last event of a stream comes once more."""
    return (
        "INSERT INTO events (originator_id, originator_version, topic, state)"
        f" SELECT originator_id, originator_version + 1, topic, state FROM events WHERE topic = '{topic}'"
    )


MORE = tuple(
    replaced(f"{old},", f"{new},", TAKEN)
    for old, new in (
        ('"staked_cents":500', '"staked_cents":50000'),
        ("450000", "45000000"),
        ("250000", "25000000"),
    )
)

OF_METERS: Final[dict[str, tuple[str, ...]]] = {
    "a contribution and its lines raised": MORE,
    "a contribution gone": (gone(TAKEN),),
    "a contribution put in twice": (twice(TAKEN),),
    "a contribution of another round": (replaced("2026-07-11:1", "2026-07-11:7", TAKEN),),
    "a contribution of another seat": (replaced('"seats":[3]', '"seats":[4]', TAKEN),),
    "a contribution on another day": (replaced("2026-07-11", "2026-07-10", TAKEN),),
}
OF_VOID: Final[dict[str, tuple[str, ...]]] = {
    "what a void round had put in stays": (gone(RETURNED),),
    "what a void round had put in goes out twice": (twice(RETURNED),),
}
OF_AWARD: Final[dict[str, tuple[str, ...]]] = {
    "an award that left the tray and was not paid": (gone(PAID),),
    "an award that was paid and did not leave the tray": (gone(HANDED),),
}
OF_FORMS: Final[dict[str, tuple[str, ...]]] = {
    "a form's cents": (replaced('"cents":100,', '"cents":10100,', ISSUED),),
    "a form's number": (replaced('"number":1001', '"number":1003', ISSUED),),
    "a form's seat": (replaced('"seat":3', '"seat":4', ISSUED),),
    "a form's table": (replaced("MB-01", "MB-02", ISSUED),),
    "a form's round": (replaced("2026-07-11:1", "2026-07-11:2", ISSUED),),
    "a form's day": (replaced('"day":"2026-07-11"', '"day":"2026-07-10"', ISSUED),),
    "a number that was not received": (
        replaced("1001", "9003", ISSUED),
        replaced("1001", "9003", DOCUMENTED),
    ),
    "a form gone from its series": (gone(ISSUED),),
    "another clerk": (replaced('"clerk":"C-1"', '"clerk":"C-2"', ISSUED),),
    "a form issued twice": (twice(ISSUED),),
    "a form issued again under the next number": (
        twice(ISSUED),
        f"{replaced('1001', '1002', ISSUED)} AND position = {LAST}",
    ),
    "a form gone from its table": (gone(DOCUMENTED),),
    "what a table documented": (replaced("[3,100,", "[3,50,", DOCUMENTED),),
}
OF_VOID_FORM: Final[dict[str, tuple[str, ...]]] = {
    "a void gone": (gone(VOIDED),),
    "a void twice": (twice(VOIDED),),
    "a void of less than was issued": (replaced('"cents":100', '"cents":50', VOIDED),),
    "a void of another number": (replaced('"number":1001', '"number":1002', VOIDED),),
    "what a void form gives back gone": (gone(RESTORED),),
    "what a void form gives back": (replaced("[3,100,", "[3,90,", RESTORED),),
}


def whole(terminal: Terminal) -> None:
    """Nothing is altered yet."""
    assert found(terminal, *CHECK) == "nothing"


def feed(terminal: Terminal) -> None:
    terminal.dealing()
    terminal.does(
        *("meter", "install", "R9-1", "--rules", "ma-midi", "--table", "MB-01"),
        *("--authorised-by", "M-1"),
    )
    terminal.does("wager", "place", "MB-01", "3", "royal-9", "5")
    terminal.does("round", "bets-closed", "MB-01")


@typed_once
def fed(terminal: Terminal) -> None:
    """A round of MB-01 whose wager of $5 feeds R9-1."""
    feed(terminal)
    whole(terminal)


@typed_once
def void(terminal: Terminal) -> None:
    """That round is void."""
    feed(terminal)
    terminal.does("round", "void", "MB-01", "--reason", "misdeal")
    whole(terminal)


@typed_once
def awarded(terminal: Terminal) -> None:
    """That round won an award, which is paid."""
    feed(terminal)
    terminal.does("round", "deal", "MB-01", "--player", "Kc 9h", "--banker", "9h Kc")
    terminal.does("round", "settle", "MB-01")
    terminal.does("meter", "award", "MB-01:2026-07-11:1", "3", "--supervisor", "S-2")
    whole(terminal)


def issue(terminal: Terminal) -> None:
    terminal.does(
        *("table", "open", "MB-01", "--rules", "div-mini", "--pit", "P-1", *OPENER, *SIGNED)
    )
    terminal.does("shoe", "start", "MB-01", "1", "--burn", "2c")
    terminal.does(
        *("round", "play", "MB-01", "--wager", "3:banker:20", "--player", "7d Qh"),
        *("--banker", "9c Kh"),
    )
    terminal.does(
        *("form", "receive", "CVF", "--first", "1001", "--last", "1005"),
        *("--pit", "P-1", "--clerk", "C-1"),
    )
    terminal.does(
        *("form", "issue", "CVF-1001", "MB-01", "3", "--patron", "R. Ames", "--patron-signed"),
        *SIGNERS,
    )


@typed_once
def on_form(terminal: Terminal) -> None:
    """CVF-1001 documents $1.00 of seat 3."""
    issue(terminal)
    whole(terminal)


@typed_once
def void_form(terminal: Terminal) -> None:
    """That form is void."""
    issue(terminal)
    terminal.does("form", "void", "CVF-1001", "--reason", "torn", "--pit-boss", "B-2")
    whole(terminal)


def folded_on_a_server(url: str, deeds: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """What folding the log names of each deed, which is taken back before the next: by deed, "" for nothing."""
    found = dict[str, str]()
    with Ledger(url) as ledger, psycopg.connect(url) as connection:
        for deed, statements in deeds.items():
            streams = Streams(ledger)
            alter_unguarded(connection, statements)
            rows = connection.execute(ROWS).fetchall()
            connection.rollback()
            found[deed] = ""
            try:
                streams.take(rows)
                check_forms.verify([streams.forms.paper])
            except IntegrityFailure as error:
                found[deed] = error.refusal.code
    return found


def named(terminal: Terminal, *statements: str) -> str:
    """What the check names once everything was made anew."""
    alter(terminal.url, *statements)
    terminal.does("db", "rebuild", "--reason", "seen")
    return found(terminal, *CHECK)


@pytest.mark.parametrize("deed", OF_METERS)
def test_p4_a_link_holds_what_its_tables_wagers_put_in(fed: Terminal, deed: str) -> None:
    assert named(fed, *OF_METERS[deed]) == "meter_differs"


@pytest.mark.parametrize("deed", OF_VOID)
def test_p4_a_link_gives_back_what_a_void_round_put_in(void: Terminal, deed: str) -> None:
    assert named(void, *OF_VOID[deed]) == "meter_differs"


def test_p4_the_round_is_named_of_which_a_link_says_other_seats(fed: Terminal) -> None:
    for seat in ("3", "5"):
        fed.does("round", "deal", "MB-01", "--player", "7d Qh", "--banker", "9c Kh")
        fed.does("round", "settle", "MB-01")
        fed.does("wager", "place", "MB-01", seat, "royal-9", "5")
        fed.does("round", "bets-closed", "MB-01")
    fed.does("round", "deal", "MB-01", "--player", "7d Qh", "--banker", "9c Kh")
    alter(fed.url, replaced("[5]", "[4]", TAKEN))
    fed.does("db", "rebuild", "--reason", "seen")
    assert fed.is_refused(*CHECK, exit_code=5)["facts"]["round"] == "MB-01:2026-07-11:3"


def test_p4_wagers_that_were_all_withdrawn_put_nothing_in(void: Terminal) -> None:
    void.does("wager", "place", "MB-01", "3", "royal-9", "5")
    void.does("wager", "withdraw", "MB-01", "3", "royal-9")
    void.does("wager", "place", "MB-01", "3", "banker", "20")
    void.does("round", "bets-closed", "MB-01")
    whole(void)
    findings = json.loads(void.run("day", "reconcile", "2026-07-11", "--json").stdout)
    assert "meter_contributions_differ" not in {each["code"] for each in findings}


@pytest.mark.parametrize("deed", OF_AWARD)
def test_p4_what_was_handed_over_left_the_tray(awarded: Terminal, deed: str) -> None:
    assert named(awarded, *OF_AWARD[deed]) == "meter_differs"


@ON_A_SERVER
def test_f1_what_is_done_to_a_form_is_named_on_a_server(on_form: Terminal) -> None:
    assert folded_on_a_server(on_form.url, OF_FORMS) == dict.fromkeys(OF_FORMS, "form_differs")


@ON_A_SERVER
def test_f1_what_is_done_to_a_void_form_is_named_on_a_server(void_form: Terminal) -> None:
    named = folded_on_a_server(void_form.url, OF_VOID_FORM)
    assert named == dict.fromkeys(OF_VOID_FORM, "form_differs")


@ON_A_SERVER
def test_f1_what_is_done_to_forms_used_and_counted_is_named_on_a_server(on_form: Terminal) -> None:
    on_form.does("form", "count", "CVF", "--from", "1002", "--to", "1005")
    assert folded_on_a_server(on_form.url, COUNTED) == dict.fromkeys(COUNTED, "form_differs")
    use(on_form)
    named = folded_on_a_server(on_form.url, OF_USED_FORMS)
    assert named == dict.fromkeys(OF_USED_FORMS, "form_differs")


@IN_PYTHON
@pytest.mark.parametrize("deed", OF_FORMS)
def test_f1_a_series_says_of_a_form_what_its_table_documented(on_form: Terminal, deed: str) -> None:
    assert named(on_form, *OF_FORMS[deed]) == "form_differs"


@IN_PYTHON
@pytest.mark.parametrize("deed", OF_VOID_FORM)
def test_f1_a_void_form_gives_back_what_it_had_taken_off(void_form: Terminal, deed: str) -> None:
    assert named(void_form, *OF_VOID_FORM[deed]) == "form_differs"


GONE: Final = (
    "DELETE FROM events WHERE topic IN ('{}', '{}') AND CAST(state AS TEXT) LIKE '%{}%'",
    # By way of numbers that none has: a number must be nobody's at any moment, in whatever order rows are changed.
    "UPDATE events SET originator_version = 1000000 + originator_version",
    """UPDATE events SET originator_version = (SELECT count(*) FROM events e
    WHERE e.originator_id = events.originator_id AND e.position <= events.position)""",
)
"""A form in neither stream, as if nobody had written it: what follows closes up."""


def use(terminal: Terminal) -> None:
    """The form's original is dropped, the next one is void, and their copies are forwarded."""
    terminal.does("form", "drop", "CVF-1001", *SIGNERS, "--clerk", "C-1")
    terminal.does("form", "void", "CVF-1002", "--reason", "torn", "--pit-boss", "B-2")
    terminal.does("form", "forward", "CVF")


OF_USED_FORMS: Final[dict[str, tuple[str, ...]]] = {
    "a form in neither stream": (GONE[0].format(DOCUMENTED, ISSUED, "1001"), *GONE[1:]),
    "one said to be out of order": (
        replaced('"number":1001', '"out_of_order":true,"number":1001', ISSUED),
    ),
    "another pit boss": (replaced('"pit_boss":"B-2"', '"pit_boss":"B-3"', ISSUED),),
}


@IN_PYTHON
@pytest.mark.parametrize("deed", OF_USED_FORMS)
def test_f1_a_series_says_of_its_forms_what_follows_from_one_another(
    on_form: Terminal, deed: str
) -> None:
    use(on_form)
    assert named(on_form, *OF_USED_FORMS[deed]) == "form_differs"


COUNTED: Final[dict[str, tuple[str, ...]]] = {
    "the last form in neither stream": (GONE[0].format(DOCUMENTED, ISSUED, "1001"), *GONE[1:]),
    "a missing form that was not": (
        replaced('"counted":', '"missing":[1003],"counted":', "form.counted"),
    ),
}


@IN_PYTHON
@pytest.mark.parametrize("deed", COUNTED)
def test_f1_what_was_counted_in_hand_is_what_was_not_used(on_form: Terminal, deed: str) -> None:
    on_form.does("form", "count", "CVF", "--from", "1002", "--to", "1005")
    assert named(on_form, *COUNTED[deed]) == "form_differs"


@IN_PYTHON
def test_f1_what_was_corrected_of_a_form_does_not_come_back_with_its_void(
    on_form: Terminal,
) -> None:
    on_form.does(
        *("day", "correct", "MB-01", "vig-documented", "--lower", "0.50", "--seat", "3"),
        *("--names", "MB-01:2026-07-11:1", "--document", "MC-1", "--reason", "misread"),
        *("--approved-by", "S-2"),
    )
    on_form.does("form", "void", "CVF-1001", "--reason", "torn", "--pit-boss", "B-2")
    whole(on_form)
