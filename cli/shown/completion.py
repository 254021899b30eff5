"""The file by which a shell completes commands: of one table, in the words of bash and fish; zsh reads bash's."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Option(NamedTuple):
    """An option. value: what kind of name it takes, or the words that it may be; None for one that takes nothing."""

    name: str
    help: str
    value: str | None


class Leaf(NamedTuple):
    """A command. path: its noun and verb. arguments: of each what kind of name it is, or the words that it may be."""

    path: str
    help: str
    arguments: Sequence[str]
    options: Sequence[Option]


def script(shell: str, leaves: Iterable[Leaf]) -> str:
    """The file for a shell."""
    found = list(leaves)
    if shell == "fish":
        return _fish(found)
    head = "#compdef pit\nautoload -U +X bashcompinit && bashcompinit\n" if shell == "zsh" else ""
    return head + _bash(found)


def _below(leaves: Iterable[Leaf]) -> dict[str, list[str]]:
    """The words that may follow each beginning of a command."""
    below: dict[str, list[str]] = {}
    for leaf in leaves:
        words = leaf.path.split()
        for n, word in enumerate(words):
            some = below.setdefault(" ".join(words[:n]), [])
            if word not in some:
                some.append(word)
    return below


def _case(name: str, cases: Iterable[tuple[str, str]]) -> str:
    lines = "\n".join(f"        {key!r}) echo {words!r};;" for key, words in cases)
    return f"{name}() {{\n    case $1 in\n{lines}\n    esac\n}}\n"


def _bash(leaves: Sequence[Leaf]) -> str:
    valued = {
        f"{leaf.path} {option.name}": option.value
        for leaf in leaves
        for option in leaf.options
        if option.value is not None
    }
    arguments = {
        f"{leaf.path} {n}": words for leaf in leaves for n, words in enumerate(leaf.arguments)
    }
    options = {leaf.path: " ".join(option.name for option in leaf.options) for leaf in leaves}
    below = {path: " ".join(words) for path, words in _below(leaves).items()}
    tables = (("_pit_below", below), ("_pit_options", options))
    parts = [_case(name, table.items()) for name, table in tables]
    parts += [_case("_pit_argument", ((k, v) for k, v in arguments.items() if v))]
    parts += [_case("_pit_value", ((k, v or "-") for k, v in valued.items()))]
    return "".join([*parts, _WALK])


_WALK = r"""
_pit_words() {  # what may be written: names of the store in capitals, else the words themselves
    case $1 in
        TABLE|ROUND|LINK|SERIES|OPERATOR|RULES|BET) pit completion names "$1" "$2" 2>/dev/null;;
        -) ;;
        *) echo "$1";;
    esac
}
_pit() {
    local cur prev words cword path="" table="" word next kind value n=0 i
    if declare -F _get_comp_words_by_ref >/dev/null; then
        _get_comp_words_by_ref -n : cur prev words cword
    else
        cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
        words=("${COMP_WORDS[@]}") cword=$COMP_CWORD
    fi
    for ((i = 1; i < cword; i++)); do
        word=${words[i]}
        if [[ $word == -* ]]; then
            [[ -n $(_pit_value "$path $word") ]] && ((i++))
            continue
        fi
        next="${path:+$path }$word"
        if [[ -n $(_pit_below "$next")$(_pit_options "$next") ]]; then
            path=$next
        else
            [[ $(_pit_argument "$path $n") == TABLE ]] && table=$word
            ((n++))
        fi
    done
    value=$(_pit_value "$path $prev")
    if [[ -n $value ]]; then
        kind=$value
    elif [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W "$(_pit_options "$path")" -- "$cur"))
        return
    else
        kind=$(_pit_below "$path")
        [[ -z $kind ]] && kind=$(_pit_argument "$path $n")
    fi
    COMPREPLY=($(compgen -W "$(_pit_words "$kind" "$table")" -- "$cur"))
    declare -F __ltrim_colon_completions >/dev/null && __ltrim_colon_completions "$cur"
    return 0
}
complete -F _pit pit
"""


def _fish(leaves: Sequence[Leaf]) -> str:
    lines = [_HEAD]
    for path, next_words in _below(leaves).items():
        of = _seen(path.split(), next_words)
        lines.append(f"complete -c pit -f -n {of!r} -a {' '.join(next_words)!r}")
    for leaf in leaves:
        of = _seen(leaf.path.split(), ())
        for option in leaf.options:
            takes = "" if option.value is None else f" -x -a {_fish_words(option.value)!r}"
            said = option.help.replace("'", "")
            lines.append(
                f"complete -c pit -f -n {of!r} -l {option.name.lstrip('-')}{takes} -d '{said}'"
            )
        kinds = list(dict.fromkeys(filter(None, leaf.arguments)))
        if kinds:
            words = " ".join(map(_fish_words, kinds))
            lines.append(f"complete -c pit -f -n {of!r} -a {words!r}")
    return "\n".join(lines) + "\n"


_HEAD = """\
function __pit_names
    pit completion names $argv 2>/dev/null
end
function __pit_table
    for word in (commandline -opc)
        string match -qr '^[A-Za-z]+-?[0-9]' -- $word; and echo $word; and return
    end
end"""


def _seen(path: Sequence[str], below: Iterable[str]) -> str:
    seen = [f"__fish_seen_subcommand_from {word}" for word in path]
    not_yet = " ".join(below)
    none = [f"not __fish_seen_subcommand_from {not_yet}"] if not_yet else []
    return "; and ".join([*seen, *none]) or "__fish_use_subcommand"


def _fish_words(kind: str) -> str:
    if kind == "BET":
        return "(__pit_names BET (__pit_table))"
    return f"(__pit_names {kind})" if kind.isupper() else kind.strip("-")
