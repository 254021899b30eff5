"""Decision 31: what is kept of a signed day's reports, or made anew, cannot be altered unseen."""

import json
import re
import shlex
import zlib
from hashlib import sha256

import pytest
import sqlalchemy as sa

from ledger.store import tables
from ledger.store.engine import begin_write, make_engine
from projections.engine import kept
from tests.cli.commands.signed.day import (
    DAY,
    QUESTIONS,
    a_signed_day,
    closed,
    does,
    tampered,
)
from tests.cli.conftest import Terminal, tamper
from tests.stores import Made, Stores


def alter(url: str, part: str, *, forged: bool = False) -> None:
    """More rounds in what is kept of a report. forged: its own digest too."""
    engine = make_engine(url)
    of = tables.signed_days
    with begin_write(engine) as connection:
        here = sa.and_(of.c.day == DAY, of.c.part == part)
        plain = zlib.decompress(connection.scalar(sa.select(of.c.content).where(here)) or b"")
        more = re.sub(rb'"rounds":\d+', lambda found: found[0] + b"1", plain, count=1)
        assert more != plain
        digest = {"sha256": sha256(more).hexdigest()} if forged else {}
        changed = sa.update(of).where(here).values(content=zlib.compress(more), **digest)
        connection.execute(changed)
    engine.dispose()


@pytest.mark.parametrize("forged", [False, True])
@pytest.mark.parametrize("part", ["day", "hours", "win"])
def test_what_is_kept_of_a_report_cannot_be_altered_unseen(
    signed: Terminal, part: str, forged: bool
) -> None:
    alter(signed.url, part, forged=forged)
    for question in QUESTIONS[:4] + QUESTIONS[-4:]:
        result = signed.run(*shlex.split(question))
        if "explain" not in question:
            first = (result.stdout, result.stderr)
            assert any(said.startswith("NOT AS SIGNED") for said in first), question
            if not forged:
                assert any(f"report {part}" in said for said in first), question
    assert signed.run("db", "check").exit_code == 5


ANEW = "MADE ANEW: what the reports of 2026-07-10 said when it was signed is not kept."


def reports_thrown_away(url: str) -> None:
    """What is kept of the day's reports is gone, and one of them asked for: it is made anew."""
    tampered(url, "DELETE FROM signed_days")
    Terminal(url).does("report", "hours", "--day", DAY)


def read_models_rebuilt(url: str) -> None:
    """Everything that can be made anew is."""
    does(Terminal(url), "db rebuild", f"report hours --day {DAY}")


@pytest.mark.parametrize("said", ["", "UPDATE signed_days SET remade = 1"])
@pytest.mark.parametrize("forged", [False, True])
@pytest.mark.parametrize("made_anew", [reports_thrown_away, read_models_rebuilt])
def test_a_report_that_was_made_anew_cannot_be_altered_unseen(
    stores: Stores, made_anew: Made, forged: bool, said: str
) -> None:
    """It is what was signed, byte for byte, and stays under the digest that two people signed."""
    with stores.copy(a_signed_day, made_anew) as url:
        signed = Terminal(url)
        if said:
            tampered(url, said)
        first = signed.run("day", "show", DAY).stdout
        assert not first.startswith(("NOT AS SIGNED", "MADE ANEW"))
        alter(url, "hours", forged=forged)
        expected = ANEW if forged and said else "NOT AS SIGNED"
        for question in QUESTIONS[:4] + QUESTIONS[-4:]:
            result = signed.run(*shlex.split(question))
            if "explain" not in question:
                assert any(x.startswith(expected) for x in (result.stdout, result.stderr)), question
        assert signed.run("db", "check").exit_code == 5


def test_a_report_that_a_later_version_works_out_otherwise_says_so(
    signed: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody altered it, and the check agrees: it is what events come to now."""
    written = kept.encoded
    monkeypatch.setattr(kept, "encoded", lambda value: written(value) + b"\n")
    tampered(signed.url, "DELETE FROM signed_days")
    assert signed.run("day", "show", DAY).stdout.startswith(ANEW)
    assert signed.json("day", "show", DAY)["closed"]["remade"] is True
    assert signed.run("db", "check").exit_code == 0


def without_replacements(value: object) -> bytes:
    """A part as a version kept it that knew of no round in the place of another."""
    return re.sub(rb',"(instead_of|replaced_by)":null', b"", KEPT_AS(value))


KEPT_AS = kept.encoded


def test_a_day_that_an_earlier_version_signed_without_a_column_is_as_signed(
    bare: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its bytes stay under the signed digest, also when all else is rebuilt, and cannot be altered unseen."""
    with monkeypatch.context() as earlier:
        earlier.setattr(kept, "encoded", without_replacements)
        earlier.setattr("projections.queries.signed.EDITION", 0)
        signed = closed(bare)
    rounds = f"round list --day {DAY} --format json"
    for _ in range(2):
        for question in (rounds, f"day show {DAY}", f"report day --day {DAY} --json"):
            said = signed.run(*shlex.split(question))
            assert not said.stdout.startswith(("NOT AS SIGNED", "MADE ANEW")), question
            assert not said.stderr.startswith(("NOT AS SIGNED", "MADE ANEW")), question
        shown = json.loads(signed.does(*rounds.split()))
        assert [row["instead_of"] for row in shown] == [None] * 4
        signed.does("db", "check")
        signed.does("db", "rebuild", "--reason", "upgraded")
    alter(signed.url, "hours")
    assert signed.run(*rounds.split()).stderr.startswith("NOT AS SIGNED")
    assert signed.run("db", "check").exit_code == 5


def test_an_event_altered_behind_the_books_is_not_as_signed(signed: Terminal) -> None:
    tamper(signed.url, "table.chips_filled", '"cents":10000', '"cents":10001')
    tampered(signed.url, "DELETE FROM signed_days")
    signed.does("db", "rebuild", "--reason", "seen")
    assert signed.run("day", "show", DAY).stdout.startswith("NOT AS SIGNED")
    assert signed.run("db", "check").exit_code == 5
