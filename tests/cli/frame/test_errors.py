"""Every error a person can come upon: its reproducer, and its golden file."""

import ast
import random
import re
import shlex
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cli.demo.dealer_rules import deal, deck
from cli.frame.naming import NEAR
from ledger.transaction.facts import Fact
from migrations.version import head
from tests.architecture.parsed import nodes
from tests.architecture.unused import PROGRAM, trees
from tests.cli.conftest import OPENER, SIGNED, Terminal
from tests.cli.facts import FACTS
from tests.cli.frame.reproducers import CASES
from tests.cli.frame.reproducers.beginnings import (
    CLOSE,
    FILED,
    SET_LATE,
    SHOE,
)
from tests.cli.frame.reproducers.elsewhere import ELSEWHERE
from tests.cli.proving import enroll, write_phrases
from tests.cli.sealing import cosign, seal, sealed, write_keys
from tests.engines import hang_up
from tests.sealing import NEXT
from tests.stores import in_small_pages

ROOT = Path(__file__).parents[3]
RAISED = {"Refused", "Misused", "NotFound", "Conflict", "IntegrityFailure", "StoreUnreachable"}
RAISED |= {"Doubtful"}
RAISED |= {"_refuse", "Refusal"}


def test_every_error_has_a_reproducer() -> None:
    raised = set(_codes_raised()) | {f"at_before_{fact}" for fact in Fact}
    shown = {name.partition(".")[0] for name in CASES}
    assert raised - shown - ELSEWHERE.keys() == set()
    assert ELSEWHERE.keys() - raised == set(), "no longer raised"


def test_facts_are_held_of_errors_that_have_a_reproducer() -> None:
    assert FACTS.keys() - CASES.keys() == set()


def _codes_raised() -> Iterator[str]:
    for _, tree in trees(ROOT, PROGRAM):
        for node in nodes(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in RAISED:
                match node.args:
                    case [ast.Constant(str(code)), *_]:
                        yield code


BEGINNINGS = Counter(before[:n] for before, _ in CASES.values() for n in range(1, len(before) + 1))


@pytest.fixture(scope="session")
def played() -> dict[tuple[str, ...], bytes]:
    """The stores that cases with the same beginning begin with."""
    return {}


def _play(before: tuple[str, ...], played: dict[tuple[str, ...], bytes]) -> None:
    """Type what was before, less what another case has typed."""
    store = Path("pit.db")
    done = max((n for n in range(1, len(before) + 1) if before[:n] in played), default=0)
    if done:
        store.write_bytes(played[before[:done]])
    elif before:
        in_small_pages(store)
    for n, typed in enumerate(before[done:], done + 1):
        Terminal(f"sqlite:///{store}").does(*shlex.split(typed))
        if BEGINNINGS[before[:n]] > 1:
            hang_up()
            if list(Path().iterdir()) == [store]:
                played[before[:n]] = store.read_bytes()


@pytest.mark.parametrize("name", CASES)
def test_error(
    name: str,
    tmp_path: Path,
    golden: Callable[[str, str], None],
    played: dict[tuple[str, ...], bytes],
) -> None:
    before, command = CASES[name]
    terminal = Terminal("sqlite:///pit.db")
    _play(before, played)
    by = None if name in {"no_author", "bad_config"} else "C-1"
    with SPOILED.get(name, nullcontext)():
        result = terminal.run(*shlex.split(command), by=by)
        as_json = terminal.run(*shlex.split(command), "--json", by=by)
    assert result.stdout == ""
    code = name.partition(".")[0]
    assert result.stderr.startswith(f"{code}: "), result.stderr
    assert result.exit_code in range(1, 8)
    shown = f"$ pit {command}\n{result.stderr}(exit {result.exit_code})\n"
    # The version of the tables is another with every migration; it is no part of a longer number.
    shown = re.sub(rf"\b{head()}\b", "NEWEST", shown.replace(str(tmp_path), "."))
    # Nor are the hashes of what was recorded, and what is signed over them: they are another with every field more.
    shown = re.sub(r"(— \S+) [A-Za-z0-9+/=]{90,}", r"\1 SIGNATURE", shown)
    shown = re.sub(r"[A-Za-z0-9+/]{43}=", "HASH", shown)
    golden(f"errors/{name}.txt", shown)
    if code not in {"usage", "not_the_demos"}:
        error = msgspec.json.decode(as_json.stderr)["error"]
        assert error.keys() == {"code", "message", "facts", "next_step"}
        assert error["code"] == code
        assert error["facts"] == FACTS.get(name, error["facts"])


def test_what_comes_near_is_told_of_every_kind_of_name() -> None:
    golden = Path(__file__).parents[1] / "golden" / "errors"
    told = {
        each.name.partition(".")[0]
        for each in golden.glob("*.txt")
        if "Did you mean" in each.read_text(encoding="utf-8")
    }
    assert NEAR.keys() - told == set()


# -- what a store or a directory must be like for some of them


@contextmanager
def _file(name: str, content: str, encoding: str = "utf-8") -> Iterator[None]:
    Path(name).write_text(content, encoding=encoding)
    yield


@contextmanager
def _sql(*statements: str) -> Iterator[None]:
    """Change the store behind the ledger's back."""
    with closing(sqlite3.connect("pit.db")) as connection, connection:
        triggers = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (trigger,) in triggers.fetchall():
            connection.execute(f"DROP TRIGGER {trigger}")
        for statement in statements:
            connection.execute(statement)
    yield


def _event(change: str, where: str = "topic = 'table.round_settled'") -> Any:
    return lambda: _sql(f"UPDATE events SET {change} WHERE {where}")


def _replaced(old: str, new: str) -> str:
    return f"state = CAST(replace(CAST(state AS TEXT), '{old}', '{new}') AS BLOB)"


@contextmanager
def _locked() -> Iterator[None]:
    """Somebody else is writing, and nobody has the patience to wait."""
    with (
        pytest.MonkeyPatch.context() as patch,
        closing(sqlite3.connect("pit.db", isolation_level=None)) as connection,
    ):
        patch.setattr("ledger.store.engine.WAIT_SECONDS", 0)
        connection.execute("BEGIN IMMEDIATE")
        yield


@contextmanager
def _almost_empty_shoe() -> Iterator[None]:
    """A shoe dealt until fewer than four cards are left, and no more bets called."""
    terminal = Terminal("sqlite:///pit.db")
    for done in SHOE:
        terminal.does(*shlex.split(done))
    shoe = deck() * 8
    shoe.remove("4d")
    random.Random(1).shuffle(shoe)
    del shoe[-4:]
    lines: list[str] = []
    while len(shoe) >= 6:
        player, banker = deal(shoe.pop)
        seq = len(lines) + 1
        lines.append(
            f'{{"v":1,"source":"reader-1","seq":{seq},"at":"2026-07-11T18:00:00-04:00","by":"C-1",'
            f'"table":"MB-01","type":"round","wagers":[],'
            f'"player":{list(player)},"banker":{list(banker)}}}\n'.replace("'", '"')
        )
    assert len(shoe) < 4, "choose another order"
    Path("day.ndjson").write_text("".join(lines), encoding="utf-8")
    terminal.does("feed", "day.ndjson")
    terminal.does("round", "bets-closed", "MB-01")
    yield


@contextmanager
def _bare() -> Iterator[None]:
    """The tables, and no property in them."""
    terminal = Terminal("sqlite:///pit.db")
    terminal.does("init", "--name", "Harbor House", "--zone", "America/New_York")
    with _sql("DELETE FROM events"):
        yield


@contextmanager
def _own_rules(name: str, rules_id: str = "mine") -> Iterator[None]:
    """A licensee's own submission, in the directory that pit.toml names."""
    Path("rules").mkdir(exist_ok=True)
    text = (files("ledger.rules") / "submissions" / "ma-midi.toml").read_text(encoding="utf-8")
    own = Path("rules", name)
    own.write_text(text.replace('id = "ma-midi"', f'id = "{rules_id}"'), encoding="utf-8")
    with _file("pit.toml", 'rules = "rules"\n'):
        yield


@contextmanager
def _changed_in_place() -> Iterator[None]:
    """A submission of one's own that reads otherwise than when it was adopted."""
    with _own_rules("mine.toml"):
        terminal = Terminal("sqlite:///pit.db")
        terminal.does(
            *("table", "open", "MB-01", "--rules", "mine", "--pit", "P-1", *OPENER, *SIGNED)
        )
        own = Path("rules/mine.toml")
        own.write_text(own.read_text().replace("Midi Baccarat", "Our Baccarat"), encoding="utf-8")
        yield


@contextmanager
def _torn() -> Iterator[None]:
    """All but the first pages of the file overwritten."""
    with _sql("PRAGMA wal_checkpoint(TRUNCATE)"):
        path = Path("pit.db")
        first = path.read_bytes()[:4096]
        path.write_bytes(first + b"x" * (path.stat().st_size - len(first)))
        yield


@contextmanager
def _sealed(*statements: str, first: str = "", then: str = "") -> Iterator[None]:
    """A store that was sealed and witnessed. statements: changes behind the ledger's back, before which something was
    typed first; then: what is typed afterwards.
    """
    with sealed(*([first] if first else [])) as terminal, _sql(*statements):
        if then:
            terminal.does(*then.split())
        yield


@contextmanager
def _phrase(words: str, mode: int = 0o600) -> Iterator[None]:
    """A file with a passphrase of A-1's."""
    write_phrases({"A-1": words}, mode)
    yield


@contextmanager
def _enrolled(*then: str) -> Iterator[None]:
    """A-1 and A-2 have passphrases, which accounting is asked for, and whoever signs besides. then: typed afterwards,
    whatever comes of it.
    """
    terminal = Terminal("sqlite:///pit.db")
    enroll(terminal)
    for each in then:
        terminal.run(*shlex.split(each))
    yield


@contextmanager
def _enrolled_and_altered() -> Iterator[None]:
    with _enrolled(), _sql("UPDATE passphrases SET kept = kept || '0'"):
        yield


@contextmanager
def _keys(**contents: str) -> Iterator[None]:
    """Key files, and other files with their contents; `log_key_seen` is log.key.seen."""
    write_keys()
    for name, content in contents.items():
        Path(name.replace("_", ".")).write_text(content, encoding="utf-8")
    yield


@contextmanager
def _sealed_before_it_was_named(*then: str) -> Iterator[None]:
    """The log was sealed with a key before the property named another one."""
    with sealed(f"property set seal-key={NEXT}", *then):
        yield


@contextmanager
def _key_for_all_to_read() -> Iterator[None]:
    with _keys():
        Path("log.key").chmod(0o644)
        yield


@contextmanager
def _altered_file(name: str, old: str, new: str, written_by: str = "") -> Iterator[None]:
    """A file that was made of a sealed store, and altered."""
    with sealed(*([written_by] if written_by else [])):
        place = Path(name)
        found = place.read_text(encoding="utf-8")
        assert old in found
        place.write_text(found.replace(old, new, 1), encoding="utf-8")
        yield


@contextmanager
def _cut_proof() -> Iterator[None]:
    with sealed(f"audit prove {ROUND} --out cut.proof"):
        place = Path("cut.proof")
        place.write_bytes(place.read_bytes()[:-40])
        yield


@contextmanager
def _older_put_back() -> Iterator[None]:
    """The store is the one from before it was sealed last."""
    Terminal("sqlite:///pit.db").does("db", "status")
    before = Path("pit.db").read_bytes()
    with sealed("property set late-after=20") as terminal:
        seal(terminal, "--since", "theirs.checkpoint", out="later.checkpoint")
        cosign(terminal, "later.checkpoint")
        hang_up()
        Path("pit.db").write_bytes(before)
        yield


@contextmanager
def _older_cosigned() -> Iterator[None]:
    """The witness has signed a later checkpoint than this one."""
    with sealed("property set late-after=20") as terminal:
        seal(terminal, "--since", "theirs.checkpoint", out="later.checkpoint")
        cosign(terminal, "later.checkpoint")
        yield


@contextmanager
def _two_histories() -> Iterator[None]:
    """The log was sealed and witnessed; then the store was changed, sealed anew by the same key, and is sealed now."""
    with _sealed(
        f"UPDATE events SET {_replaced('P-1', 'P-2')} WHERE topic = 'table.opened'",
        f"UPDATE events SET {_replaced('Harbor', 'Harbour')} WHERE topic = 'property.established'",
        "DELETE FROM seal_hashes",
        "DELETE FROM checkpoints",
    ):
        Path("log.key.seen").unlink()
        seal(Terminal("sqlite:///pit.db"), out="again.checkpoint")
        yield


@contextmanager
def _checkpoint_of_a_day_gone() -> Iterator[None]:
    """A day was closed with a checkpoint, which nobody keeps any more."""
    write_keys()
    with _file("pit.toml", 'seal_key = "log.key"\n'):
        closed = "--by A-1 day close 2026-07-10 --second A-2 --yes"
        Terminal("sqlite:///pit.db").does(*closed.split())
        with _sql("DELETE FROM checkpoints"):
            yield


ROUND = "MB-01:2026-07-11:1"
DROPPED = "UPDATE events SET {} WHERE topic = '{}'"

SPOILED: dict[str, Callable[[], Any]] = {
    "bad_box": lambda: _file("boxes.csv", "table,amount\nMB-01,200\nMB-02,20O\n"),
    "file_unreadable": lambda: _file("latin-1.csv", "serial,patron\nCVF-1,Zo\xeb\n", "latin-1"),
    "box_typed_and_filed": lambda: _file("boxes.csv", "table,amount\nMB-01,200\n"),
    "bad_duplicate": lambda: _file(
        "duplicates.csv", "serial,cents,patron\nCVF-1001,3.75,R. Ames\n"
    ),
    "bad_part": lambda: _file("parts.csv", "kind,slip,amount\nfill,F-17,20O\n"),
    "bad_reversal": lambda: _file("rounds.csv", "round,reason\n,typed twice\n"),
    "bad_config": lambda: _file("pit.toml", "db = \n"),
    "rules_directory_missing": lambda: _file("pit.toml", 'rules = "rules"\n'),
    "rules_id_differs": lambda: _own_rules("mine.toml", "ours"),
    "rules_id_taken": lambda: _own_rules("ma-midi.toml", "ma-midi"),
    "version_not_raised": _changed_in_place,
    "store_damaged": _torn,
    "quarantine_is_feed": lambda: _file("day.ndjson", ""),
    "database_not_empty": lambda: _sql("CREATE TABLE customers (id INTEGER)"),
    "no_property": _bare,
    "shoe_short": _almost_empty_shoe,
    "event_missing": lambda: _sql("DELETE FROM events WHERE topic = 'table.cards_dealt'"),
    "event_too_new": _event(
        """state = CAST('{"class_version":9,' || substr(CAST(state AS TEXT), 2) AS BLOB)"""
    ),
    "event_unfit": _event(_replaced('"4d"', '"14"'), "topic = 'table.shoe_started'"),
    "event_unreadable": _event("state = CAST('[]' AS BLOB)"),
    "unknown_topic": _event("topic = 'table.reserved'"),
    "counter_set_back": lambda: _sql("UPDATE sqlite_sequence SET seq = 1"),
    "counter_used_up": lambda: _sql(f"UPDATE sqlite_sequence SET seq = {2**63 - 1}"),
    "feed_digests": lambda: _sql("INSERT INTO feed_digests VALUES ('reader-1', 7, x'01')"),
    "feed_position": lambda: _sql("INSERT INTO feed_sources VALUES ('reader-1', 7)"),
    "event_differs": _event(_replaced('"burned":5', '"burned":4'), "topic = 'table.shoe_started'"),
    "meter_differs": _event(
        _replaced('[["major",450000', '[["major",450001'), "originator_id = 'link:R9-1'"
    ),
    "not_as_signed": lambda: _sql("UPDATE signed_days SET content = x'00' WHERE part = 'vig'"),
    "read_model_differs": lambda: _sql("UPDATE vigorish_marks SET cents = 1"),
    "rules_missing": lambda: _sql("DELETE FROM events WHERE topic = 'table.rules_adopted'"),
    "snapshot_differs": lambda: _sql(f"UPDATE snapshots SET {_replaced('MB-01', 'MB-02')}"),
    "rules_altered": _event(
        _replaced("Midi Baccarat", "Mini Baccarat"), "topic = 'table.rules_adopted'"
    ),
    "count_differs": _event(
        _replaced('_cents":1200000', '_cents":1200100'), "topic = 'table.opened'"
    ),
    "undone_out_of_order": _event(
        _replaced('"first":5,"last":5', '"first":4,"last":4'), "topic = 'table.act_undone'"
    ),
    "round_differs": _event(_replaced("banker wins", "Banker wins")),
    "key_missing": lambda: _sql("DELETE FROM idempotency_keys WHERE key = 'fill:F-17'"),
    "form_differs": _event(_replaced('"cents":375', '"cents":275'), "topic = 'form.issued'"),
    "key_without_events": lambda: _sql(
        "DELETE FROM events WHERE topic = 'table.vigorish_collected'"
    ),
    "guards_missing": _sql,
    "value_unreadable": lambda: _sql("UPDATE vigorish_marks SET round = CAST(x'ff41' AS TEXT)"),
    "tables_altered": lambda: _sql("ALTER TABLE rounds ADD COLUMN note TEXT"),
    "log_not_verified": lambda: _sealed(
        f"UPDATE events SET {_replaced('7500', '2500')} WHERE topic = 'table.wagers_placed'"
    ),
    "passphrase_needed": _enrolled,
    "passphrase_wrong": _enrolled,
    "passphrase_locked": lambda: _enrolled(
        *[f"{SET_LATE} --by A-1 --passphrase-file A-2.phrase"] * 3
    ),
    "passphrase_altered": _enrolled_and_altered,
    "passphrase_exposed": lambda: _phrase("four words nobody connects", 0o644),
    "bad_passphrase": lambda: _phrase("too short"),
    "not_yours_to_sign": lambda: _enrolled(f"{CLOSE} {FILED}"),
    "not_yours_to_refuse": lambda: _enrolled(f"{CLOSE} {FILED}"),
    "at_before_proposal": lambda: _enrolled(f"{CLOSE} {FILED}"),
    "key_exposed": _key_for_all_to_read,
    "nothing_signs": _keys,
    "signing_failed": _keys,
    "wrong_kind_of_key": _keys,
    "other_origin": _sealed,
    "other_seal_key": _keys,
    "key_not_handed_over": _sealed_before_it_was_named,
    "key_not_handed_over.lost": lambda: _sealed_before_it_was_named(
        "audit seal --key next.key --old-lost"
    ),
    "verification_unusable": lambda: _file("part.json", '{"size":256,'),
    "memory_unreadable": lambda: _keys(log_key_seen="{"),
    "log_does_not_go_on": lambda: _sealed(
        "UPDATE events SET state = x'7b7d' WHERE position = (SELECT max(position) FROM events)"
    ),
    "note_malformed": _keys,
    "no_checkpoint": lambda: _keys(poem_note="It is evening.\n\n— poet AAAAAAAA\n"),
    "signature_wrong": lambda: _altered_file("own.checkpoint", "\n1\n", "\n2\n"),
    "not_signed": _sealed,
    "proof_missing": lambda: _sealed(
        first="property set late-after=20", then="audit seal --key log.key --out later.checkpoint"
    ),
    "older_store": _older_cosigned,
    "older_store.put_back": _older_put_back,
    "histories_contradict": _two_histories,
    "not_of_this_log": lambda: _altered_file("own.checkpoint", "\n11\n", "\n10\n"),
    "proof_malformed": _cut_proof,
    "not_in_the_log": lambda: _altered_file(
        "forged.proof", "C-1", "C-2", f"audit prove {ROUND} --out forged.proof"
    ),
    "proof_incomplete": lambda: _altered_file(
        "other.proof",
        f"round:{ROUND}",
        "round:MB-01:2026-07-11:2",
        f"audit prove {ROUND} --out other.proof",
    ),
    "event_changed": lambda: _sealed(
        f"UPDATE events SET {_replaced('7500', '2500')} WHERE topic = 'table.wagers_placed'"
    ),
    "event_added": lambda: _sealed(
        "INSERT INTO events SELECT 0, 'pit:P-9', 1, topic, state FROM events WHERE position = 4"
    ),
    "event_moved": lambda: _sealed(
        "UPDATE events SET position = 1000 WHERE topic = 'table.round_settled'"
    ),
    "event_missing.sealed": lambda: _sealed("DELETE FROM events WHERE topic = 'table.cards_dealt'"),
    "log_cut_off": lambda: _sealed("DELETE FROM events WHERE position > 5"),
    "not_as_sealed": lambda: _sealed(
        f"UPDATE events SET {_replaced('7500', '2500')} WHERE topic = 'table.wagers_placed'",
        "DELETE FROM seal_hashes",
    ),
    "seal_altered": lambda: _sealed("UPDATE seal_hashes SET hashes = zeroblob(length(hashes))"),
    "checkpoint_altered": lambda: _sealed("UPDATE checkpoints SET size = 3"),
    "checkpoint_missing": _checkpoint_of_a_day_gone,
    "store_busy": _locked,
    "store_unreadable": lambda: _file("pit.db", "this is no database, but it is long enough" * 40),
    "store_not_ready": lambda: _sql("DROP TABLE idempotency_keys"),
    "store_too_new": lambda: _sql("UPDATE alembic_version SET version_num = '9000'"),
    "store_too_old": lambda: _sql("UPDATE alembic_version SET version_num = '0000'"),
}
