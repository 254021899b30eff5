"""`pit completion`: each shell is asked what may come next, by its file alone but for names; so is `pit shell`."""

import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from pathlib import Path

import pytest

from cli.commands.completion import SHELLS
from cli.completion.scripts import script
from cli.completion.takes import Option, Takes, every, expected
from cli.frame.main import pit
from tests.cli.conftest import DAY, SIGNED, Terminal
from tests.cli.terminals import at_a_shell, seated

A_ROUND = "MB-01:today:7"

LINES = {
    "pit wag": "wager",
    "pit wager ": "place withdraw",
    "pit wager place --co": "--confirmed-by --coupon",
    "pit --db sqlite wager wi": "withdraw",
    "pit round third MB-01 b": "banker",
    "pit report win --format n": "ndjson",
    "pit report win --format=n": "ndjson",
    "pit report win --table=MB-01:": A_ROUND,
    "pit report win --day y": "yesterday",
    "pit seat sit MB-01 3 --pa": "--passphrase-file --patron",
    "pit seat sit MB-01 3 --patron 'R. Ames' --dr": "--dry-run",
    "pit seat sit MB-01 ": "",
    "pit report win --table ": f"{A_ROUND} TABLE@",
    "pit wager place MB-01 3 ": f"BET@MB-01 {A_ROUND}",
    "pit wager place MB-01 3 b 5 7 ": f"BET@MB-01 {A_ROUND}",
    "pit meter read R9-1 ": f"METER@R9-1 {A_ROUND}",
    "pit round show MB-01:today:": A_ROUND,
    "pit wag pl MB-01 3 ": f"BET@MB-01 {A_ROUND}",
    "pit aud disp ra ": f"ROUND@ {A_ROUND}",
    "pit rou s": "settle show simulated",
    "pit round show mb-01:TODAY:": A_ROUND,
    "pit report WI": "win",
    "pit --db sqlite:///far.db seat sit ": f"{A_ROUND} TABLE@@sqlite:///far.db",
    "pit seat --db=sqlite:///far.db sit ": f"{A_ROUND} TABLE@@sqlite:///far.db",
    "pit feed eve": "evening.ndjson",
    "pit day reconcile e": "explain",
    "pit day reconcile explain drop:MB-01 --d": "--day --db",
    "pit day reconcile today --fo": "--format",
    "pit day reconcile --format n": "ndjson",
}
"""What is typed before Tab, and what is offered then; NAME@OF where `pit` is started for names, @STORE behind it where
one is named.
"""


def _words(line: str) -> list[str]:
    return shlex.split(line) + [""] * line.endswith(" ")


def _of_bash(lines: Iterable[str]) -> str:
    """bash cuts words at : and =, and puts what is offered behind the last of these."""
    cut = [[re.split("([:=])", each) for each in _words(line)] for line in lines]
    asked = [shlex.join(filter(None, chain(*each))) + " ''" * (each[-1] == [""]) for each in cut]
    return f"""
        source pit.bash
        pit() {{ printf '%s\\n' "$3@$4${{PIT_DB:+@$PIT_DB}}" {A_ROUND}; }}
        ask() {{
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
            _pit
            (IFS='|'; echo "${{COMPREPLY[*]}}")
        }}
        {_each("ask", asked)}"""


def _of_zsh(lines: Iterable[str]) -> str:
    """Without its line editor: what it takes from that is said."""
    return f"""
        compdef() {{ }}
        compset() {{ PREFIX=${{PREFIX#*=}} }}
        _files() {{ local found=(*); print -r -- "${{(j:|:)found}}" }}
        _describe() {{ print -r -- "${{(j:|:)${{(P)2}}}}" }}
        source ./pit.zsh
        pit() {{ print -l -- "$3@$4${{PIT_DB:+@$PIT_DB}}" {A_ROUND} }}
        ask() {{ words=("$@") CURRENT=$# PREFIX="${{@[-1]}}"; _pit }}
        {_each("ask", (shlex.join(_words(line)) for line in lines))}"""


def _of_fish(lines: Iterable[str]) -> str:
    return f"""
        source pit.fish
        function pit; printf '%s\\n' "$argv[3]@$argv[4]$(string replace -r '^(.)' '@$1' $PIT_DB)" {A_ROUND}; end
        function ask; string join -- '|' (complete -C $argv[1]) ''; end
        {_each("ask", map(shlex.quote, lines))}"""


def _each(function: str, asked: Iterable[str]) -> str:
    return "\n".join(f"{function} {each}" for each in asked)


ASKED: dict[str, tuple[list[str], Callable[[Iterable[str]], str]]] = {
    "bash": (["bash", "--norc", "-c"], _of_bash),
    "zsh": (["zsh", "-f", "-c"], _of_zsh),
    "fish": (["fish", "--no-config", "-c"], _of_fish),
}
"""How each shell is started, and what it is told."""


@pytest.mark.parametrize("shell", [each for each in ASKED if shutil.which(each)])
def test_a_shell_completes_by_its_file_and_asks_for_names_only(
    on_file: Terminal, shell: str
) -> None:
    Path("evening.ndjson").touch()
    Path(f"pit.{shell}").write_text(on_file.does("completion", shell), encoding="utf-8")
    program, script_of = ASKED[shell]
    env = {"PATH": "/usr/bin:/bin", "HOME": str(Path.cwd())}
    done = subprocess.run(
        [*program, script_of(LINES)], capture_output=True, text=True, check=True, env=env
    )
    assert done.stderr == ""
    for (line, offered), said in zip(LINES.items(), done.stdout.splitlines(), strict=True):
        option, typed = re.findall("^(--.*=)?(.*)$", _words(line)[-1])[0]
        before = typed[: typed.rfind(":") + 1] if shell == "bash" else ""
        found = [before + each.removeprefix(option) for each in _offered(said, shell)]
        begun = {x.casefold() for x in found if x.casefold().startswith(typed.casefold())}
        assert begun == {each.casefold() for each in offered.split()}, line


def _offered(said: str, shell: str) -> list[str]:
    """The words of a line that a shell has said, without what they are for: behind a tab, or in zsh a colon."""
    between = {"bash": "$", "zsh": r"(?<!\\):", "fish": r"\t"}[shell]
    words = (re.split(between, each)[0] for each in said.split("|"))
    return [each.replace("\\:", ":") for each in words if each]


AT_HOME: dict[str, tuple[str, str, Sequence[str]]] = {
    "bash": (
        "pit.bash",
        "PS1='> '; source pit.bash",
        ("bash", "--noprofile", "--rcfile", ".bashrc", "-i"),
    ),
    "zsh": (
        "_pit",
        "PS1='> '; fpath=(~ $fpath); autoload -Uz compinit; compinit -u",
        ("zsh", "-d", "-i"),
    ),
    "fish": (
        ".config/fish/completions/pit.fish",
        "function fish_prompt; echo '> '; end; set fish_greeting",
        ("fish", "-i"),
    ),
}
"""Where a person has its file, what their own settings say, and how it is started."""

SETTINGS = {"bash": ".bashrc", "zsh": ".zshrc", "fish": ".config/fish/config.fish"}


@pytest.mark.parametrize("shell", [each for each in AT_HOME if shutil.which(each)])
def test_a_person_at_a_terminal_has_a_command_completed_by_tab(tmp_path: Path, shell: str) -> None:
    name, settings, words = AT_HOME[shell]
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_text(script(shell, every(pit)), encoding="utf-8")
    (tmp_path / SETTINGS[shell]).write_text(f"{settings}\n", encoding="utf-8")
    (tmp_path / "pit").touch(mode=0o755)  # fish asks whether there is such a command.
    path = f"{tmp_path}:/usr/bin:/bin"
    with seated((at_a_shell, *words), columns=80, rows=24, cwd=tmp_path, PATH=path) as seat:
        seat.waits(lambda: seat.screen().startswith(">"))
        # A Tab among keys that wait is taken for one that was pasted.
        for keys, seen in (
            ("pit wag\t", "> pit wager"),
            ("pl\t", "> pit wager place"),
            ("MB-01 3 --dr\t", "> pit wager place MB-01 3 --dry-run"),
        ):
            seat.types(keys)
            seat.waits(lambda seen=seen: seen in seat.screen())  # type: ignore[misc]
            assert seen in seat.screen()


SMALL = [
    Takes("", [("table", "Open, close and show"), ("init", "A store")], [], []),
    Takes("init", [], [], [Option("--zone", "The property's time zone", "-")]),
    Takes("table", [("open", "Open TABLE")], [], [Option("--db", "The store", "FILE")]),
    Takes("table open", [], ["TABLE", "small big"], [Option("--yes", "It is meant", "")]),
]


@pytest.mark.parametrize("shell", SHELLS)
def test_the_file_of_every_shell_is_what_it_was(
    golden: Callable[[str, str], None], shell: str
) -> None:
    """Held on machines too that have no zsh and no fish."""
    golden(f"completion/pit.{shell}", script(shell, SMALL))


def test_the_shell_of_pit_walks_as_the_files_do() -> None:
    for line, offered in LINES.items():
        *before, typed = chain.from_iterable(
            each.split("=", 1) if each.startswith("--") else [each] for each in _words(line)[1:]
        )
        found = expected(pit, before)
        options = [each.name for each in found.options] if typed.startswith("-") else []
        words = options or [*found.below] or found.kind.split()
        named = {each.partition("@")[0] for each in offered.split() if "@" in each}
        if named:
            assert set(words) == named, line
        elif A_ROUND not in offered and "." not in offered:
            begun = sorted(x for x in words if x != "-" and x.startswith(typed.lower()))
            assert begun == sorted(offered.split()), line


def test_names_are_those_of_the_store_and_bets_those_that_a_table_offers(
    on_file: Terminal,
) -> None:
    on_file.dealing()
    on_file.does("play", "MB-01", "3b25")
    on_file.does("chips", "fill", "MB-01", "--slip", "F-17", "--chips", "25x4", *SIGNED)

    def names(*kind: str) -> list[str]:
        return on_file.does("completion", "names", *kind).split()

    assert names("TABLE") == ["MB-01"]
    assert names("PIT") == ["P-1"]
    assert names("ROUND", "mb-01") == [f"MB-01:{DAY}:1"]
    assert names("SLIP", "MB-01") == ["F-17"]
    assert "dragon_bonus_player" in names("BET", "MB-01")
    assert "panda_8" not in names("BET", "MB-01")
    assert "ma-midi" in names("RULES")
    for kind in ("LINK", "SERIES", "SERIAL", "OPERATOR", "METER", "AWARD", "DISPUTE", "OTHER"):
        assert names(kind) == []
