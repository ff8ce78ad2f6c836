#!/usr/bin/env bash
# Checks that each room imports only the modules that it may know.
#
# The compiler does not: a module that was built for another target can be imported without a
# dependency in Package.swift.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# Fails when a target of Sources imports another module than those named after it.
check_room() {
    local target=$1 allowed foreign
    shift
    [[ -d Sources/$target ]] || fail "there is no Sources/$target; correct Scripts/check-rooms.sh"
    allowed=$(IFS='|' && printf '%s' "$*")
    foreign=$(
        grep -rnE --include='*.swift' '^ *(@[a-zA-Z]+ )*((private|internal|package|public) )?import ' "Sources/$target" |
            grep -vE "import ($allowed)\$" || true
    )
    [[ -z $foreign ]] ||
        fail "$target may import $* and nothing else:"$'\n'"$foreign"
}

# What a run says: values that no part of the engine is needed for.
check_room BelfryReport BelfryModel BelfryWire
# What is remembered and what is due: neither the engine nor a network.
check_room BelfryCenter BelfryModel BelfryReport BelfrySystem Foundation GRDB Glibc Synchronization
