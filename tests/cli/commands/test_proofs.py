"""What is proved besides a round, without a database; forged proofs; and keys that a command signs with."""

import json
import shlex
import sys
from itertools import combinations
from pathlib import Path

import pytest

from ledger.events.base import Recorded
from ledger.events.shoe import ShoeStarted
from ledger.events.undoing import round_played
from ledger.seal import checkpoint, keys
from ledger.seal import note as signed_note
from ledger.store.codec import decode
from projections.replay.extent import extent
from tests.cli.conftest import Terminal
from tests.cli.frame.reproducers.beginnings import (
    BETS,
    DEALT,
    FILL,
    INIT,
    ISSUED,
    JACKPOT,
    REVERSE,
    SHOE,
    TAKEN_BACK,
    VOID,
)
from tests.cli.sealing import seal, write_keys
from tests.sealing import LOG, LOG_PRIVATE, OTHER_PRIVATE, WITNESS

ROUND = "MB-01:2026-07-11:1"
UNDO = "undo MB-01 --reason typed --approved-by S-2"
FILL_CORRECTED = (
    "day correct MB-01 fills --raise 5 --names F-17 --of-day 2026-07-11 --document MC-1 --reason misread"
    " --approved-by S-2 --approved-by A-1"
)
ELSEWHERE = Terminal("sqlite:///nowhere.db")


def typed(terminal: Terminal, *commands: str) -> Terminal:
    write_keys()
    for command in commands:
        if command not in INIT:
            terminal.does(*shlex.split(command))
    return terminal


@pytest.mark.parametrize(
    ("before", "name", "says"),
    [
        (ISSUED, "form:CVF-1001", "form 1001 issued"),
        (JACKPOT, f"award:{ROUND}:3", "$"),
        (JACKPOT, f"round:{ROUND}", "Royal 9"),
    ],
)
def test_forms_and_awards_are_proved(
    on_file: Terminal, before: tuple[str, ...], name: str, says: str
) -> None:
    terminal = typed(on_file, *before)
    seal(terminal)
    terminal.does("audit", "prove", name, "--out", "it.proof")
    told = ELSEWHERE.does("audit", "check-proof", "it.proof", "--key", LOG)
    assert says in told
    assert "All of it was in the log of harbor-house" in told
    ELSEWHERE.does("audit", "check-proof", "it.proof", "--key", LOG, "--html", "page.html")
    page = Path("page.html").read_text(encoding="utf-8")
    assert "by the checkpoint that harbor-house signed" in page
    whole = Path("it.proof").read_bytes()
    for cut in range(0, len(whole) - 1, len(whole) // 20):
        Path("it.proof").write_bytes(whole[:cut])
        assert code_of("it.proof", LOG) == "proof_malformed"
    wrong = json.loads(whole)
    wrong["events"][-1]["state"] = wrong["events"][-1]["state"].replace("C-1", "C-2")
    Path("it.proof").write_text(json.dumps(wrong), encoding="utf-8")
    assert code_of("it.proof", LOG) == "not_in_the_log"
    for other in (
        "form:CVF-1002",
        "form:CVF",
        "fill:F-1",
        f"award:{ROUND}:4",
        "nothing:1",
        "round:MB-01:2026-07-11:2",
    ):
        Path("it.proof").write_text(json.dumps({**json.loads(whole), "subject": other}), "utf-8")
        assert code_of("it.proof", LOG) == "proof_incomplete", other
    assert not Path("nowhere.db").exists()


@pytest.mark.parametrize(
    ("before", "name", "otherwise"),
    [
        (ISSUED, "form:CVF-1001", "form:cvf-1001"),
        ((*SHOE, FILL), "fill:F-17", "fill:f-17"),
        (JACKPOT, f"award:{ROUND}:3", f"award:{ROUND.lower()}:3"),
    ],
)
def test_what_is_proved_is_known_however_its_number_is_spelled(
    on_file: Terminal, before: tuple[str, ...], name: str, otherwise: str
) -> None:
    terminal = typed(on_file, *before)
    seal(terminal)
    assert terminal.does("audit", "prove", otherwise) == terminal.does("audit", "prove", name)


def code_of(place: str, key: str) -> str:
    """Why a proof is refused."""
    result = ELSEWHERE.run("audit", "check-proof", place, "--key", key, "--json")
    assert result.exit_code == 5, result.output
    code: str = json.loads(result.stderr)["error"]["code"]
    return code


@pytest.mark.parametrize(
    ("before", "then", "name", "says", "follows"),
    [
        ((*SHOE, FILL), UNDO, "fill:F-17", "taken back", "taken back"),
        ((*SHOE, FILL), FILL_CORRECTED, "fill:F-17", "corrected", "or corrected"),
        (JACKPOT, f"{REVERSE} {TAKEN_BACK}", f"award:{ROUND}:3", "MC-9", "or reversed"),
        (ISSUED, VOID, "form:CVF-1001", "void", "made void"),
    ],
)
def test_what_followed_is_in_the_proof_and_where_it_is_left_off_the_proof_says_so(
    on_file: Terminal, before: tuple[str, ...], then: str, name: str, says: str, follows: str
) -> None:
    terminal = typed(on_file, *before)
    stood = terminal.everything()[-1].id
    terminal.does(*shlex.split(then), "--by", "C-1")
    seal(terminal)
    terminal.does("audit", "prove", name, "--out", "it.proof")
    whole = ELSEWHERE.json("audit", "check-proof", "it.proof", "--key", LOG)
    assert says in "\n".join(whole["lines"])
    proof = json.loads(Path("it.proof").read_text(encoding="utf-8"))
    left = [each for each in proof["events"] if each["position"] <= stood]
    assert len(left) < len(proof["events"])
    Path("less.proof").write_text(json.dumps({**proof, "events": left}), encoding="utf-8")
    less = ELSEWHERE.json("audit", "check-proof", "less.proof", "--key", LOG)
    assert follows in less["words"]
    assert "is shown only where it is here" in less["words"]
    assert less["words"] in ELSEWHERE.does("audit", "check-proof", "less.proof", "--key", LOG)


def test_nothing_of_a_rounds_play_can_be_left_out_of_its_proof(on_file: Terminal) -> None:
    """Any run of events taken out is found, but of what follows the end; where that is gone, the proof says so."""
    settle, wager = "round settle MB-01", "wager place MB-01 5 player 20"
    typed(on_file, *BETS, "chips buy-in MB-01 5 100", wager, *DEALT[len(BETS) :], settle)
    typed(on_file, "undo MB-01 --reason typed", settle, "vig collect MB-01 3", wager)
    seal(on_file)
    on_file.does("audit", "prove", ROUND, "--out", "it.proof")
    whole = json.loads(Path("it.proof").read_text(encoding="utf-8"))
    assert shown("it.proof") == {"first": 4, "last": 16, "begins": True, "over": True, "ends": True}
    events = whole["events"]
    topics = [each["topic"] for each in events]
    end = len(topics) - topics[::-1].index("table.vigorish_marked")
    assert topics[end:] == ["table.vigorish_collected", "table.wagers_placed"]
    of_table = [
        Recorded(each["stream"], each["version"], decode(each["topic"], each["state"].encode()))
        for each in events
        if each["stream"] == "table:MB-01"
    ]
    begin = next(n for n, each in enumerate(of_table) if isinstance(each.event, ShoeStarted))
    for first, last in combinations(range(len(of_table) + 1), 2):
        found = of_table[:first] + of_table[last:]
        own = [each for each in found if round_played(each.event) == ROUND]
        told = bool(own) and extent(found, ROUND)
        assert (told and told.begins and told.ends) == (last <= begin), (first, last)
        assert not (told and told.tells) or last <= begin or last == len(of_table), (first, last)
    for gone, code, says in (
        (slice(end, end + 1), 5, "proof_incomplete"),
        (slice(end, None), 0, "what came after that, and may take it back, is not shown"),
        (slice(4, 5), 5, "proof_incomplete"),
    ):
        left = [each for each in events if each not in events[gone]]
        Path("less.proof").write_text(json.dumps({**whole, "events": left}), encoding="utf-8")
        result = ELSEWHERE.run("audit", "check-proof", "less.proof", "--key", LOG)
        assert (result.exit_code, says in result.output) == (code, True), result.output


def shown(place: str) -> object:
    """How much of its table a proof shows."""
    return ELSEWHERE.json("audit", "check-proof", place, "--key", LOG)["shown"]


def test_a_round_is_proved_once_it_is_over(on_file: Terminal) -> None:
    terminal = typed(on_file, *DEALT)
    seal(terminal)
    error = terminal.is_refused("audit", "prove", ROUND)
    assert error["code"] == "round_in_progress"
    terminal.does("round", "void", "MB-01", "--reason", "a card was seen")
    seal(terminal, out="void.checkpoint")
    terminal.does("seat", "sit", "MB-01", "6")
    terminal.does("audit", "prove", ROUND, "--out", "it.proof")
    assert shown("it.proof") == {"first": 4, "last": 8, "begins": True, "over": True, "ends": True}


def test_a_proof_is_of_one_log_one_size_and_one_key(on_file: Terminal) -> None:
    terminal = typed(on_file, *JACKPOT)
    seal(terminal)
    terminal.does("audit", "prove", f"award:{ROUND}:3", "--out", "it.proof")
    whole = json.loads(Path("it.proof").read_text(encoding="utf-8"))
    assert code_of("it.proof", WITNESS) == "not_signed"
    made = checkpoint.read(signed_note.read(whole["checkpoint"].encode()))
    other = signed_note.signer_of(OTHER_PRIVATE)
    log = signed_note.signer_of(LOG_PRIVATE)
    for origin, size, signer, code in (
        ("harbor-house", made.size, other, "not_signed"),
        ("pier-nine", made.size, other, "not_signed"),
        ("harbor-house", made.size + 1, log, "not_in_the_log"),
        ("harbor-house", made.size - 1, log, "not_in_the_log"),
        ("harbor-house", 1, log, "not_in_the_log"),
        ("harbor-house", 0, log, "not_in_the_log"),
    ):
        forged = checkpoint.make(origin, size, made.root, signer).written()
        Path("forged.proof").write_text(
            json.dumps({**whole, "checkpoint": forged}), encoding="utf-8"
        )
        assert code_of("forged.proof", LOG) == code, (origin, size)


SIGNS = """
import base64, sys
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
key = Ed25519PrivateKey.from_private_bytes(base64.b64decode({material!r})[1:])
message = sys.stdin.buffer.read()
print(base64.b64encode({what}).decode())
"""


def commanded(script: str) -> Path:
    """A key file with a command that signs, which is a script."""
    Path("signs.py").write_text(script, encoding="utf-8")
    place = Path("device.key")
    place.write_text(f"{LOG}\n{sys.executable} signs.py\n", encoding="utf-8")
    return place


def test_a_command_signs_for_a_key_that_stays_where_it_is(on_file: Terminal) -> None:
    write_keys()
    material = LOG_PRIVATE.split("+", 4)[4]
    commanded(SIGNS.format(material=material, what="key.sign(message)"))
    by_device = on_file.does("audit", "seal", "--key", "device.key")
    assert seal(on_file, out="by.checkpoint").read_text(encoding="utf-8") == by_device
    assert on_file.json("audit", "verify", "--key", LOG, "--hashes")["unsealed"] == 0


@pytest.mark.parametrize(
    "script",
    [
        "raise SystemExit(3)",
        "print('no base64 at all!')",
        "print()",
        "print('A' * 10_000_000)",
        "import base64; print(base64.b64encode(bytes(64)).decode())",
        "import os; os.write(1, bytes(range(256)))",
        "import sys; sys.stdin.close(); sys.stdout.close()",
        "import time; time.sleep(600)",
    ],
)
def test_a_command_that_does_not_sign_seals_nothing(
    on_file: Terminal, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    monkeypatch.setattr(keys, "_SECONDS", 0.5 if "sleep" in script else 30)
    commanded(script)
    error = on_file.is_refused("audit", "seal", "--key", "device.key", exit_code=2)
    assert error["code"] == "signing_failed"
    assert not Path("device.key.seen").exists()
    assert on_file.json("audit", "verify", "--hashes")["checkpoints"] == 0


def test_a_command_that_cannot_be_started_seals_nothing(on_file: Terminal) -> None:
    for command in ("/nowhere/signs", "sign --pin 'four words"):
        Path("device.key").write_text(f"{LOG}\n{command}\n", encoding="utf-8")
        error = on_file.is_refused("audit", "seal", "--key", "device.key", exit_code=2)
        assert error["code"] == "signing_failed"
