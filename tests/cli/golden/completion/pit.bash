# Printed by `pit completion`: after an upgrade of pit, print it again.
_pit_below() {
    case $1 in
    '') KIND='table
init';;
    table) KIND=open;;
    *) KIND='';;
    esac
}
_pit_options() {
    case $1 in
    init) KIND=--zone;;
    table) KIND=--db;;
    'table open') KIND=--yes;;
    *) KIND='';;
    esac
}
_pit_argument() {
    case $1 in
    'table open 0') KIND=TABLE;;
    'table open 1') KIND='small
big';;
    *) KIND='';;
    esac
}
_pit_value() {
    case $1 in
    'init --zone') KIND=-;;
    'table --db') KIND=FILE;;
    *) KIND='';;
    esac
}
_pit_begun() {  # the command below AT that a word begins, where it is the only one, in WORD
    local each found='' several=''
    WORD=$1
    _pit_below "$AT"
    while IFS= read -r each; do
        each=${each%%$'	'*}
        case $each in
            "$1") return;;
            "$1"*) several=$found found=$each;;
        esac
    done <<< "$KIND"
    [[ -z $found || -n $several ]] || WORD=$found
}
_pit_next() {  # of the words before it: what a word may be, in KIND; the command, in AT; the table or link, in OF
    local n=0 word WORD
    AT='' OF='' KIND='' DB=''
    while [[ $# -gt 0 ]]; do
        word=$1
        shift
        if [[ $word == -* ]]; then
            [[ $word == --db=* ]] && DB=${word#--db=}
            _pit_value "$AT $word"
            [[ -z $KIND ]] && continue
            [[ $# -eq 0 ]] && AT='-' && return
            [[ $word == --db ]] && DB=$1
            shift
            continue
        fi
        _pit_begun "$word"
        _pit_options "${AT:+$AT }$WORD"
        if [[ -n $KIND ]]; then
            AT="${AT:+$AT }$WORD"
        else
            _pit_argument "$AT $n"
            case $KIND in
                LINK|TABLE) OF=$word;;
            esac
            n=$((n + 1))
        fi
    done
    _pit_argument "$AT $n"
    [[ $KIND == FILE ]] && return  # Where the verb may be left out for a file, that is completed.
    _pit_below "$AT"
    [[ -n $KIND ]] || _pit_argument "$AT $n"
}
_pit_words() {
    case $KIND in
        AWARD|BET|LINK|METER|OPERATOR|PIT|ROUND|RULES|SERIAL|SERIES|TABLE) PIT_DB="${DB:-$PIT_DB}" pit completion names "$KIND" "$OF" 2>/dev/null;;
        -) ;;
        *) printf '%s\n' "$KIND";;
    esac
}
_pit_like() {  # of the lines that are read those that begin so, in any case, without their first characters
    local word
    shopt -s nocasematch
    while IFS= read -r word; do
        [[ $word == "$1"* ]] && printf '%s\n' "${word:$2}"
    done
}
_pit() {
    local AT OF KIND DB word said='' cur='' before=() begun='' IFS=$'\n'
    for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do  # bash cuts words at : and =
        if [[ $word == :* || $cur == *: ]]; then
            cur+=$word
        else
            [[ -n $begun ]] && before+=("$cur")
            begun=1 cur=$word
            [[ $word == = ]] && begun='' cur=''
        fi
    done
    _pit_next "${before[@]}"
    [[ $cur == -* ]] && _pit_options "$AT"
    if [[ $KIND == FILE ]]; then
        compopt -o filenames 2>/dev/null
        COMPREPLY=($(compgen -f -- "$cur"))
    else
        [[ $COMP_WORDBREAKS == *:* ]] && said=${cur%"${cur##*:}"}
        COMPREPLY=($(_pit_words | _pit_like "$cur" ${#said}))
    fi
    return 0
}
complete -F _pit pit
