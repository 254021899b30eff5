# Printed by `pit completion`: after an upgrade of pit, print it again.
function _pit_below
    switch "$argv[1]"
    case ''
        printf '%s\n' 'table	Open, close and show
init	A store'
    case table
        printf '%s\n' 'open	Open TABLE'
    end
end
function _pit_options
    switch "$argv[1]"
    case init
        printf '%s\n' '--zone	The property'"'"'s time zone'
    case table
        printf '%s\n' '--db	The store'
    case 'table open'
        printf '%s\n' '--yes	It is meant'
    end
end
function _pit_argument
    switch "$argv[1]"
    case 'table open 0'
        printf '%s\n' TABLE
    case 'table open 1'
        printf '%s\n' 'small
big'
    end
end
function _pit_value
    switch "$argv[1]"
    case 'init --zone'
        printf '%s\n' -
    case 'table --db'
        printf '%s\n' FILE
    end
end
function _pit_begun
    set -l found
    for each in (_pit_below "$argv[1]")
        set -l name (string split \t -- $each)[1]
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
                    case LINK TABLE
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
        case AWARD BET LINK METER OPERATOR PIT ROUND RULES SERIAL SERIES TABLE
            pit completion names $argv[2] $argv[1] 2>/dev/null
        case FILE
            __fish_complete_path (commandline -ct)
        case -
        case '*'
            printf '%s\n' $argv[2..-1]
    end
end
complete -c pit -f -a '(_pit_next)'
