"""The files by which bash, zsh and fish complete commands: the same tables in each, and in each shell's words the walk
through them that `expected` is in Python. Only names are asked for, by starting `pit`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from shlex import quote
from typing import Final, NamedTuple

from cli.completion.takes import ANYTHING, FILE, NAMES, NARROWING, Takes

Table = Mapping[str, Sequence[str]]
"""By what is asked, the lines that answer it."""


class Shell(NamedTuple):
    """How a shell writes a table; told: whether it shows what a word is for; walk: what goes through the tables."""

    head: str
    function: str
    case: str
    between: str
    told: bool
    walk: str


def script(shell: str, commands: Iterable[Takes]) -> str:
    """The file for a shell."""
    written, found = SHELLS[shell], list(commands)
    tables = (
        ("_pit_below", {each.path: _lines(each.below, written) for each in found}),
        ("_pit_options", {each.path: _lines(each.options, written) for each in found}),
        ("_pit_argument", _arguments(found)),
        ("_pit_value", _values(found)),
    )
    parts = [_HEAD, *(_function(name, table, written) for name, table in tables)]
    walk = written.walk
    for word, kinds in (("NAMES", NAMES), ("NARROWING", NARROWING)):
        walk = walk.replace(f"@{word}@", written.between.join(sorted(kinds)))
    return "".join([written.head, *parts, walk])


def _lines(words: Iterable[Sequence[str]], written: Shell) -> list[str]:
    return [f"{word}\t{told}" if written.told else word for word, told, *_ in words]


def _arguments(commands: Iterable[Takes]) -> Table:
    return {
        f"{each.path} {n}": kind.split()
        for each in commands
        for n, kind in enumerate(each.arguments)
        if kind != ANYTHING
    }


def _values(commands: Iterable[Takes]) -> Table:
    return {
        f"{each.path} {option.name}": option.value.split()
        for each in commands
        for option in each.options
        if option.value
    }


def _function(name: str, table: Table, written: Shell) -> str:
    """A function that answers one word with lines, what is asked alike in one case."""
    asked: dict[tuple[str, ...], list[str]] = {}
    for key, lines in table.items():
        if lines:
            asked.setdefault(tuple(lines), []).append(key)
    cases = "\n".join(_cases(asked, written))
    return written.function.format(name=name, cases=cases)


def _cases(asked: Mapping[tuple[str, ...], Sequence[str]], written: Shell) -> Iterator[str]:
    for lines, keys in asked.items():
        of = written.between.join(map(quote, keys))
        yield written.case.format(keys=of, lines=quote("\n".join(lines)))


_HEAD: Final = "# Printed by `pit completion`: after an upgrade of pit, print it again.\n"

_SH_FUNCTION: Final = "{name}() {{\n    case $1 in\n{cases}\n    *) KIND='';;\n    esac\n}}\n"
_SH_CASE: Final = "    {keys}) KIND={lines};;"

_SH_WALK: Final = f"""\
_pit_begun() {{  # the command below AT that a word begins, where it is the only one, in WORD
    local each found='' several=''
    WORD=$1
    _pit_below "$AT"
    while IFS= read -r each; do
        each=${{each%%$'\t'*}}
        case $each in
            "$1") return;;
            "$1"*) several=$found found=$each;;
        esac
    done <<< "$KIND"
    [[ -z $found || -n $several ]] || WORD=$found
}}
_pit_next() {{  # of the words before it: what a word may be, in KIND; the command, in AT; the table or link, in OF
    local n=0 word WORD
    AT='' OF='' KIND='' DB=''
    while [[ $# -gt 0 ]]; do
        word=$1
        shift
        if [[ $word == -* ]]; then
            [[ $word == --db=* ]] && DB=${{word#--db=}}
            _pit_value "$AT $word"
            [[ -z $KIND ]] && continue
            [[ $# -eq 0 ]] && AT='{ANYTHING}' && return
            [[ $word == --db ]] && DB=$1
            shift
            continue
        fi
        _pit_begun "$word"
        _pit_options "${{AT:+$AT }}$WORD"
        if [[ -n $KIND ]]; then
            AT="${{AT:+$AT }}$WORD"
        else
            _pit_argument "$AT $n"
            case $KIND in
                @NARROWING@) OF=$word;;
            esac
            n=$((n + 1))
        fi
    done
    _pit_argument "$AT $n"
    [[ $KIND == {FILE} ]] && return  # Where the verb may be left out for a file, that is completed.
    _pit_below "$AT"
    [[ -n $KIND ]] || _pit_argument "$AT $n"
}}
_pit_words() {{
    case $KIND in
        @NAMES@) PIT_DB="${{DB:-$PIT_DB}}" pit completion names "$KIND" "$OF" 2>/dev/null;;
        {ANYTHING}) ;;
        *) printf '%s\\n' "$KIND";;
    esac
}}
"""

_BASH: Final = f"""\
_pit_like() {{  # of the lines that are read those that begin so, in any case, without their first characters
    local word
    shopt -s nocasematch
    while IFS= read -r word; do
        [[ $word == "$1"* ]] && printf '%s\\n' "${{word:$2}}"
    done
}}
_pit() {{
    local AT OF KIND DB word said='' cur='' before=() begun='' IFS=$'\\n'
    for word in "${{COMP_WORDS[@]:1:COMP_CWORD}}"; do  # bash cuts words at : and =
        if [[ $word == :* || $cur == *: ]]; then
            cur+=$word
        else
            [[ -n $begun ]] && before+=("$cur")
            begun=1 cur=$word
            [[ $word == = ]] && begun='' cur=''
        fi
    done
    _pit_next "${{before[@]}}"
    [[ $cur == -* ]] && _pit_options "$AT"
    if [[ $KIND == {FILE} ]]; then
        compopt -o filenames 2>/dev/null
        COMPREPLY=($(compgen -f -- "$cur"))
    else
        [[ $COMP_WORDBREAKS == *:* ]] && said=${{cur%"${{cur##*:}}"}}
        COMPREPLY=($(_pit_words | _pit_like "$cur" ${{#said}}))
    fi
    return 0
}}
complete -F _pit pit
"""

_ZSH: Final = f"""\
_pit() {{
    local AT OF KIND DB
    local -a found before
    before=("${{(@)words[2,CURRENT-1]}}")
    if [[ $PREFIX == --*=* ]]; then
        before+=("${{PREFIX%%=*}}")
        compset -P 1 '*='
    fi
    _pit_next "${{before[@]}}"
    [[ $PREFIX == -* ]] && _pit_options "$AT"
    if [[ $KIND == {FILE} ]]; then
        _files
    else
        found=("${{(@f)$(_pit_words)}}")
        found=("${{(@)found//:/\\\\:}}")
        found=("${{(@)found/$'\\t'/:}}")
        _describe '' found -M 'm:{{[:lower:][:upper:]}}={{[:upper:][:lower:]}}'
    fi
}}
if [[ $funcstack[1] == _pit ]]; then _pit; else compdef _pit pit; fi
"""

_FISH: Final = f"""\
function _pit_begun
    set -l found
    for each in (_pit_below "$argv[1]")
        set -l name (string split \\t -- $each)[1]
        test "$name" = "$argv[2]"; and echo $name; and return
        string match -q -- "$argv[2]*" $name; and set -a found $name
    end
    test (count $found) -eq 1; and echo $found; or echo $argv[2]
end
function _pit_next
    set -l words (commandline -opc)[2..-1]
    set -l option (string match -r -- '^--[^=]*=' (commandline -ct))
    test -n "$option"; and set -a words (string trim -r -c = -- $option)
    set -lx PIT_DB $PIT_DB
    set -l at ''
    set -l of ''
    set -l n 0
    while set -q words[1]
        set -l word $words[1]
        set -e words[1]
        if string match -q -- '-*' $word
            string match -q -- '--db=*' $word; and set PIT_DB (string replace -- --db= '' $word)
            set -l kind (_pit_value "$at $word")
            test -n "$kind"; or continue
            if not set -q words[1]
                _pit_words "$of" $kind | string replace -r '^' -- "$option"
                return
            end
            test $word = --db; and set PIT_DB $words[1]
            set -e words[1]
        else
            set -l longer (string trim "$at $(_pit_begun "$at" $word)")
            if test -n "$(_pit_options $longer)"
                set at $longer
            else
                switch "$(_pit_argument "$at $n")"
                    case @NARROWING@
                        set of $word
                end
                set n (math $n + 1)
            end
        end
    end
    if string match -q -- '-*' (commandline -ct)
        _pit_options $at
    else
        _pit_below "$at"
        _pit_words "$of" (_pit_argument "$at $n")
    end
end
function _pit_words
    switch "$argv[2]"
        case @NAMES@
            pit completion names $argv[2] $argv[1] 2>/dev/null
        case {FILE}
            __fish_complete_path (commandline -ct)
        case {ANYTHING}
        case '*'
            printf '%s\\n' $argv[2..-1]
    end
end
complete -c pit -f -a '(_pit_next)'
"""

SHELLS: Final[Mapping[str, Shell]] = {
    "bash": Shell("", _SH_FUNCTION, _SH_CASE, "|", told=False, walk=_SH_WALK + _BASH),
    "zsh": Shell("#compdef pit\n", _SH_FUNCTION, _SH_CASE, "|", told=True, walk=_SH_WALK + _ZSH),
    "fish": Shell(
        "",
        'function {name}\n    switch "$argv[1]"\n{cases}\n    end\nend\n',
        "    case {keys}\n        printf '%s\\n' {lines}",
        " ",
        told=True,
        walk=_FISH,
    ),
}
