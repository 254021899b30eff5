#compdef pit
# Printed by `pit completion`: after an upgrade of pit, print it again.
_pit_below() {
    case $1 in
    '') KIND='table	Open, close and show
init	A store';;
    table) KIND='open	Open TABLE';;
    *) KIND='';;
    esac
}
_pit_options() {
    case $1 in
    init) KIND='--zone	The property'"'"'s time zone';;
    table) KIND='--db	The store';;
    'table open') KIND='--yes	It is meant';;
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
_pit() {
    local AT OF KIND DB
    local -a found before
    before=("${(@)words[2,CURRENT-1]}")
    if [[ $PREFIX == --*=* ]]; then
        before+=("${PREFIX%%=*}")
        compset -P 1 '*='
    fi
    _pit_next "${before[@]}"
    [[ $PREFIX == -* ]] && _pit_options "$AT"
    if [[ $KIND == FILE ]]; then
        _files
    else
        found=("${(@f)$(_pit_words)}")
        found=("${(@)found//:/\\:}")
        found=("${(@)found/$'\t'/:}")
        _describe '' found -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}'
    fi
}
if [[ $funcstack[1] == _pit ]]; then _pit; else compdef _pit pit; fi
