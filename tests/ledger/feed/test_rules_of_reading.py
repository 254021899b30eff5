"""Repeats, gaps, refusals, quarantine: what a feed leaves in the books, and what it does not."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from eventsourcing.persistence import RecordConflictError
from sqlalchemy import delete

from ledger.desks.ledger import Ledger
from ledger.feed import Quarantine, Stop, StopCode
from ledger.feed.quarantine import SetAside
from ledger.store.engine import begin_write
from ledger.store.tables import feed_digests
from ledger.values.errors import NotFound
from tests.ledger.feed.conftest import open_pit
from tests.ledger.feed.sender import NOW, SIGNED, Fed, Sender, everything, log_of, read_models


def test_a_feed_is_taken_in_order_and_every_event_names_its_record(
    ledger: Ledger, sender: Sender
) -> None:
    fed = Fed(ledger, [*sender.opening(), sender.round((1, "player", 2_500))])
    assert fed.counts == (3, 0, 0)
    assert fed.tally.complete
    assert fed.tally.sources == {"reader-1": 3}
    named = {(event["source"], event["seq"]) for _, _, event in log_of(ledger)["table:MB-01"]}
    assert named == {("reader-1", 1), ("reader-1", 2), ("reader-1", 3)}


def test_a_store_without_a_property_takes_no_feed(url: str, sender: Sender) -> None:
    with Ledger(url) as nobodys, pytest.raises(NotFound) as caught:
        Fed(nobodys, sender.opening())
    assert caught.value.refusal.code == "no_property"


# -- repeats


def test_feeding_the_same_lines_twice_changes_nothing(ledger: Ledger, sender: Sender) -> None:
    lines = [*sender.opening(), sender.round((1, "player", 2_500))]
    Fed(ledger, lines)
    before = everything(ledger)
    assert Fed(ledger, lines).counts == (0, 3, 0)
    assert everything(ledger) == before


def test_a_record_that_comes_twice_in_one_feed_is_taken_once(
    ledger: Ledger, sender: Sender
) -> None:
    opening = sender.opening()
    bought = sender.line("buy_in", seat=1, cents=10_000)
    assert Fed(ledger, [*opening, bought, bought, opening[0]]).counts == (3, 2, 0)
    assert ledger.table("MB-01").tray_cents == 850_000 - 10_000


# -- a sender that counts anew


def _restarted(line: int, seq: int, missing: int, waiting: int) -> Stop:
    return Stop("reader-1", missing, line, seq, waiting, code=StopCode.RESTARTED)


def test_decision_44_a_source_that_counts_anew_is_named_and_stops_and_no_other_does(
    ledger: Ledger, sender: Sender
) -> None:
    Fed(ledger, sender.opening())
    anew, second = Sender("reader-1", "MB-03"), Sender("reader-2", "MB-02")
    lines = [*anew.opening(), *second.opening(), anew.line("sit", seat=1)]
    fed = Fed(ledger, lines)
    # Its third record would be the next of the numbers, and is none of this sender's.
    assert fed.counts == (2, 0, 0)
    assert fed.told == [_restarted(1, 1, 3, waiting=3)]
    assert not fed.tally.complete
    assert ledger.journal.last_seq("reader-1") == 2


@pytest.mark.parametrize("quarantined", [False, True])
def test_a_corrected_record_under_the_number_it_had_is_named(
    ledger: Ledger, sender: Sender, tmp_path: Path, quarantined: bool
) -> None:
    aside = Quarantine(tmp_path / "aside.ndjson") if quarantined else None
    lines = [*sender.opening(), sender.line("buy_in", seat=99 if quarantined else 1, cents=10_000)]
    Fed(ledger, lines, quarantine=aside)
    before = everything(ledger)
    corrected = lines[-1].replace(b"10000", b"20000")
    fed = Fed(ledger, [*lines[:2], corrected], quarantine=aside)
    assert fed.counts == (0, 2, 0)
    assert fed.told == [_restarted(3, 3, 4, waiting=1)]
    assert everything(ledger) == before


def test_in_one_feed_too(ledger: Ledger, sender: Sender) -> None:
    opening = sender.opening()
    fed = Fed(ledger, [*opening, opening[0], opening[1].replace(b"2c", b"3c")])
    assert fed.counts == (2, 1, 0)
    assert fed.told == [_restarted(4, 2, 3, waiting=1)]


def test_the_end_of_a_line_and_how_often_it_was_saved_make_no_other_record(
    ledger: Ledger, sender: Sender
) -> None:
    lines = [*sender.opening(), *(sender.line("sit", seat=seat) for seat in range(1, 6))]
    for line in lines:
        Fed(ledger, [line])
    assert Fed(ledger, [line + b"\r" for line in lines]).counts == (0, 7, 0)
    assert Fed(ledger, lines[3:]).counts == (0, 4, 0)


def test_records_that_were_taken_before_digests_were_kept_are_skipped(
    ledger: Ledger, sender: Sender
) -> None:
    lines = [*sender.opening(), sender.line("sit", seat=1)]
    Fed(ledger, lines[:2])
    with begin_write(ledger.journal.engine) as connection:
        connection.execute(delete(feed_digests))
    assert Fed(ledger, lines).counts == (1, 2, 0)
    assert Fed(ledger, [lines[1], lines[2].replace(b'"seat": 1', b'"seat": 2')]).told == [
        _restarted(2, 3, 4, waiting=1)
    ]


# -- gaps


def test_a_gap_stops_its_source_and_no_other(ledger: Ledger, sender: Sender) -> None:
    second = Sender("reader-2", "MB-02")
    lines = [*sender.opening(), *second.opening()]
    sender.seq += 1  # record 3 never comes
    lines += [
        sender.line("sit", seat=1),
        second.line("sit", seat=1),
        sender.line("sit", seat=2),
        second.line("sit", seat=2),
    ]
    fed = Fed(ledger, lines)
    assert fed.told == [Stop("reader-1", missing=3, line=5, seq=4, waiting=2)]
    assert fed.counts == (6, 0, 0)
    assert fed.tally.waiting == 2
    assert fed.tally.records == 8
    assert not fed.tally.complete
    assert fed.tally.sources == {"reader-1": 2, "reader-2": 4}
    assert sorted(ledger.table("MB-02").seats) == [1, 2]
    assert not ledger.table("MB-01").seats


def test_behind_a_gap_even_the_missing_record_waits_for_the_next_reading(
    ledger: Ledger, sender: Sender
) -> None:
    opening = sender.opening()
    third, fourth = sender.line("sit", seat=1), sender.line("sit", seat=2)
    fed = Fed(ledger, [*opening, fourth, third])
    assert fed.counts == (2, 0, 0)
    assert fed.tally.waiting == 2
    assert Fed(ledger, [*opening, third, fourth]).counts == (2, 2, 0)


def test_a_source_that_does_not_begin_with_1_has_a_gap(ledger: Ledger, sender: Sender) -> None:
    sender.seq = 7
    fed = Fed(ledger, sender.opening())
    assert fed.told == [Stop("reader-1", missing=1, line=1, seq=8, waiting=2)]
    assert fed.counts == (0, 0, 0)


def test_a_bad_line_of_a_later_number_is_a_gap_too(ledger: Ledger, sender: Sender) -> None:
    bad = b'{"v": 1, "source": "reader-1", "seq": 9, "type": "sit"}'
    fed = Fed(ledger, [*sender.opening(), bad])
    assert fed.told == [Stop("reader-1", missing=3, line=3, seq=9, waiting=1)]


# -- refusals


def refused_third(sender: Sender) -> list[bytes]:
    """Two good records, one of a seat that is not there, one good one."""
    return [
        *sender.opening(),
        sender.round((1, "player", 2_500), (12, "tie", 500)),
        sender.line("sit", seat=3),
    ]


def test_the_first_refusal_stops_the_feed_with_everything_before_it_kept(
    ledger: Ledger, sender: Sender
) -> None:
    fed = Fed(ledger, refused_third(sender))
    assert fed.codes == [(3, "no_such_seat")]
    assert fed.counts == (2, 0, 1)
    assert fed.tally.records == 3
    assert fed.tally.resume == 3
    assert not fed.tally.complete
    assert ledger.journal.last_seq("reader-1") == 2


def test_a_refused_record_leaves_no_trace(ledger: Ledger, sender: Sender) -> None:
    lines = refused_third(sender)
    Fed(ledger, lines[:2])
    before = everything(ledger)
    assert Fed(ledger, lines).counts == (0, 2, 1)
    assert everything(ledger) == before


def test_a_corrected_record_goes_on_where_the_feed_stopped(ledger: Ledger, sender: Sender) -> None:
    lines = refused_third(sender)
    Fed(ledger, lines)
    lines[2] = lines[2].replace(b'"seat": 12', b'"seat": 2')
    assert Fed(ledger, lines).counts == (2, 2, 0)


def test_a_record_is_refused_whole_when_its_last_part_is(ledger: Ledger, sender: Sender) -> None:
    Fed(ledger, sender.opening())
    before = log_of(ledger), ledger.table("MB-01")
    wager = {"seat": 1, "bet": "player", "cents": 2_500}
    paid = {**wager, "tender": "cash"}
    stays = {"player": ["4s", "5h"], "banker": ["Kd", "Tc", "2c"]}
    fed = Fed(ledger, [sender.line("round", wagers=[paid, wager], **stays)])
    assert fed.codes[0][1] in {"third_card_not_due", "hand_illegal"}
    assert (log_of(ledger), ledger.table("MB-01")) == before


# -- quarantine


def test_quarantine_sets_a_refused_record_aside_and_goes_on(
    ledger: Ledger, sender: Sender, tmp_path: Path
) -> None:
    aside = tmp_path / "aside.ndjson"
    lines = refused_third(sender)
    fed = Fed(ledger, lines, quarantine=Quarantine(aside), by="A-9")
    assert fed.counts == (3, 0, 1)
    assert fed.tally.complete
    assert ledger.journal.last_seq("reader-1") == 4
    (entry,) = map(json.loads, aside.read_bytes().splitlines())
    assert entry == {
        "line": 3,
        "source": "reader-1",
        "seq": 3,
        "table": "MB-01",
        "code": "no_such_seat",
        "message": fed.told[0].message,
        "raw": lines[2].decode(),
    }
    ((_, topic, event),) = log_of(ledger)["feed:reader-1"]
    assert topic == "feed.record_refused"
    told = {name: event[name] for name in ("by", "day", "line", "seq", "table", "code", "raw")}
    assert told == {
        "by": "A-9",
        "day": "2026-07-11",
        "line": 3,
        "seq": 3,
        "table": "MB-01",
        "code": "no_such_seat",
        "raw": lines[2].decode(),
    }


def test_quarantine_twice_changes_neither_books_nor_file(
    ledger: Ledger, sender: Sender, tmp_path: Path
) -> None:
    aside = tmp_path / "aside.ndjson"
    lines = [*refused_third(sender), b"[]", b"{", "é".encode("latin-1"), sender.line("sit", seat=4)]
    assert Fed(ledger, lines, quarantine=Quarantine(aside)).counts == (4, 0, 4)
    before = everything(ledger), aside.read_bytes(), read_models(ledger)
    assert Fed(ledger, lines, quarantine=Quarantine(aside)).counts == (0, 8, 0)
    assert (everything(ledger), aside.read_bytes(), read_models(ledger)) == before


def test_what_was_set_aside_is_skipped_without_quarantine_too(
    ledger: Ledger, sender: Sender, tmp_path: Path
) -> None:
    lines = [*refused_third(sender), b"{"]
    Fed(ledger, lines, quarantine=Quarantine(tmp_path / "aside"))
    assert Fed(ledger, lines).counts == (0, 5, 0)


def test_the_corrected_record_comes_under_a_new_number(
    ledger: Ledger, sender: Sender, tmp_path: Path
) -> None:
    quarantine = Quarantine(tmp_path / "aside")
    Fed(ledger, refused_third(sender), quarantine=quarantine)
    fed = Fed(ledger, [sender.round((1, "player", 2_500), (2, "tie", 500))], quarantine=quarantine)
    assert fed.counts == (1, 0, 0)
    assert ledger.table("MB-01").last_round == "MB-01:2026-07-11:1"


def test_a_line_that_names_nothing_is_set_aside_once_under_its_place_and_bytes(
    ledger: Ledger, sender: Sender, tmp_path: Path
) -> None:
    quarantine = Quarantine(tmp_path / "aside")
    lines = [b"{", *sender.opening(), b"{"]
    assert Fed(ledger, lines, quarantine=quarantine).counts == (2, 0, 2)
    assert Fed(ledger, [*lines, b"["], quarantine=quarantine).counts == (0, 4, 1)
    refusals = [event for _, _, event in log_of(ledger)["feed:"]]
    assert [(event["line"], event["raw"]) for event in refusals] == [(1, "{"), (4, "{"), (5, "[")]


def test_a_refused_line_counts_on_its_own_day_or_on_the_day_it_was_read(
    ledger: Ledger, sender: Sender, tmp_path: Path
) -> None:
    dated = json.dumps({**sender.record("sit", seat=99), "at": "2026-07-01T12:00:00Z"}).encode()
    quarantine = Quarantine(tmp_path / "aside")
    Fed(ledger, [dated, b"{"], quarantine=quarantine)
    log = log_of(ledger)
    assert log["feed:reader-1"][0][2]["day"] == "2026-07-01"
    assert log["feed:"][0][2]["day"] == ledger.calendar.day_of(NOW)
    assert log["feed:reader-1"][0][2]["by"] == "C-1"
    assert log["feed:"][0][2]["by"] == "pit feed"


def test_quarantine_does_not_hide_a_gap(ledger: Ledger, sender: Sender, tmp_path: Path) -> None:
    lines = [*sender.opening(), b"{", sender.line("sit", seat=1)]
    sender.seq += 1
    lines.append(sender.line("sit", seat=2))
    fed = Fed(ledger, lines, quarantine=Quarantine(tmp_path / "aside"))
    assert fed.counts == (3, 0, 1)
    assert list(fed.tally.stops) == ["reader-1"]
    assert not fed.tally.complete


def test_the_days_exceptions_list_what_was_refused(
    ledger: Ledger, sender: Sender, tmp_path: Path
) -> None:
    Fed(ledger, refused_third(sender), quarantine=Quarantine(tmp_path / "aside"))
    assert any(b"record_refused" in rows for rows in read_models(ledger))


# -- the file of what was set aside


def test_the_file_is_appended_to_and_an_end_cut_off_by_a_crash_is_mended(
    ledger: Ledger, sender: Sender, tmp_path: Path
) -> None:
    aside = tmp_path / "aside"
    aside.write_bytes(b'{"line":1,"raw":"of another feed"}\n{"line":7,"sou')
    Fed(ledger, refused_third(sender), quarantine=Quarantine(aside))
    first, second = aside.read_bytes().splitlines()
    assert json.loads(first)["raw"] == "of another feed"
    assert json.loads(second)["seq"] == 3


def test_a_last_line_that_is_not_ours_is_left_alone(
    ledger: Ledger, sender: Sender, tmp_path: Path
) -> None:
    aside = tmp_path / "aside"
    aside.write_bytes(b"my notes, without a line feed")
    Fed(ledger, refused_third(sender), quarantine=Quarantine(aside))
    first, second = aside.read_bytes().splitlines()
    assert first == b"my notes, without a line feed"
    assert json.loads(second)["seq"] == 3


def test_an_entry_written_before_a_crash_is_not_written_again(
    sqlite_url: str, postgres_url: str, sender: Sender, tmp_path: Path
) -> None:
    """The file is on the disk before the books are: a crash in between leaves it ahead of them."""
    aside, lines = tmp_path / "aside", refused_third(sender)
    for url in (sqlite_url, postgres_url):  # the second knows nothing of the first
        with open_pit(url) as ledger:
            assert Fed(ledger, lines, quarantine=Quarantine(aside)).counts == (3, 0, 1)
    assert aside.read_bytes().count(b"\n") == 1


ENTRY = SetAside(1, "", 0, "", "not_json", "It is not.", "{")


def test_what_the_books_did_not_take_is_taken_back_from_the_file(tmp_path: Path) -> None:
    aside = tmp_path / "aside"
    quarantine = Quarantine(aside)
    with quarantine.keeping([ENTRY]):
        pass
    before = aside.read_bytes()
    second = msgspec.structs.replace(ENTRY, line=2)
    with pytest.raises(RecordConflictError), quarantine.keeping([second]):
        raise RecordConflictError
    assert aside.read_bytes() == before


def test_what_the_books_may_have_taken_stays_in_the_file(tmp_path: Path) -> None:
    aside = tmp_path / "aside"
    quarantine = Quarantine(aside)
    with pytest.raises(ConnectionError), quarantine.keeping([ENTRY]):
        raise ConnectionError
    with quarantine.keeping([ENTRY]):
        pass
    assert aside.read_bytes().count(b"\n") == 1


def test_a_number_used_before_is_refused_in_whatever_batch_it_comes(
    ledger: Ledger, sender: Sender, tmp_path: Path
) -> None:
    fill: dict[str, Any] = {"slip": "F-1", "chips": {"500": 1}, **SIGNED}
    chips = {"seat": 1, "bet": "player", "cents": 2_500}
    coupon = {**chips, "tender": "coupon", "coupon": "MP-1"}
    won: dict[str, Any] = {
        "wagers": [chips, coupon],
        "player": ["4s", "5h"],
        "banker": ["Kd", "Tc"],
    }
    Fed(ledger, [*sender.opening(), sender.line("fill", **fill), sender.line("round", **won)])
    again = [sender.line("fill", **fill), sender.line("sit", seat=3), sender.line("round", **won)]
    fed = Fed(ledger, again, quarantine=Quarantine(tmp_path / "aside"))
    assert fed.codes == [(1, "number_used"), (3, "number_used")]
    assert fed.counts == (1, 0, 2)


def test_blank_lines_are_passed_over(ledger: Ledger, sender: Sender) -> None:
    opened, shoe = sender.opening()
    fed = Fed(ledger, [b"", opened, b" \t\r", shoe, sender.line("sit", seat=12), b""])
    assert fed.counts == (2, 0, 1)
    assert fed.codes == [(5, "no_such_seat")]
