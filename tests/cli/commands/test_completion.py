"""`pit completion`: bash is asked what may come next, by the file alone but for names."""

import shutil
import subprocess

import pytest

from cli.commands.completion import SHELLS
from tests.cli.conftest import DAY, Terminal

ASK = """
source pit.bash
pit() { echo "asked: $*" >&2; printf 'MB-01\\nMB-02\\n'; }
while read -r line; do
    COMP_WORDS=($line) COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMPREPLY=()
    [[ $line == *_ ]] && COMP_WORDS[COMP_CWORD]=""
    _pit
    echo "${COMPREPLY[*]}"
done
"""

LINES = {
    "pit wag": "wager",
    "pit wager _": "place withdraw",
    "pit wager place --co": "--coupon --confirmed-by",
    "pit round third MB-01 b": "banker",
    "pit report win --format n": "ndjson",
    "pit wager place MB": "MB-01 MB-02",
    "pit report win --table _": "MB-01 MB-02",
    "pit seat sit MB-01 3 --pa": "--patron --passphrase-file",
}


def test_bash_completes_by_the_file_and_asks_for_names_only(on_file: Terminal) -> None:
    with open("pit.bash", "w", encoding="utf-8") as file:  # noqa: PTH123  where the test stands
        file.write(on_file.does("completion", "bash"))
    done = subprocess.run(
        [str(shutil.which("bash")), "-c", ASK],
        input="\n".join(LINES) + "\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert dict(zip(LINES, done.stdout.splitlines(), strict=True)) == LINES
    asked = [line for line in done.stderr.splitlines() if line.startswith("asked")]
    assert asked == []  # Standard error of what is asked is thrown away.


@pytest.mark.parametrize("shell", SHELLS)
def test_every_noun_is_in_the_file_of_every_shell(on_file: Terminal, shell: str) -> None:
    said = on_file.does("completion", shell)
    assert all(each in said for each in ("wager", "instead-of", "completion names", "bets-closed"))


def test_names_are_those_of_the_store_and_bets_those_that_a_table_offers(
    on_file: Terminal,
) -> None:
    on_file.dealing()
    on_file.does("play", "MB-01", "3b25")

    def names(*kind: str) -> list[str]:
        return on_file.does("completion", "names", *kind).split()

    assert names("TABLE") == ["MB-01"]
    assert names("ROUND", "mb-01") == [f"MB-01:{DAY}:1"]
    assert "dragon_bonus_player" in names("BET", "MB-01")
    assert "panda_8" not in names("BET", "MB-01")
    assert "ma-midi" in names("RULES")
    assert names("LINK") == names("SERIES") == names("OPERATOR") == names("OTHER") == []
