#!/usr/bin/env bash
# Measures Belfry against this machine's own limits, and against the peers that `make bench-peers`
# has installed, `make bench`: builds for release what that needs, and the three samples, and runs
# the benchmarks for a minute.
#
#   Scripts/bench.sh [--seconds N] [--json FILE] [--record]
#
#   --record   puts the tables into Documentation/Performance.md
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

page=Documentation/Performance.md
products=.build/release
bench=.build/benchmarks
arguments=()
record=

while (($#)); do
    case $1 in
    --seconds | --json)
        (($# > 1)) || fail "$1 needs a value"
        arguments+=("$1" "$2")
        shift 2
        ;;
    --record)
        record=$bench/tables.md
        arguments+=(--markdown "$record")
        shift
        ;;
    *) fail "$1 is unknown; there are --seconds N, --json FILE and --record" ;;
    esac
done

build() {
    local product
    for product in belfry belfry-worker belfry-limits belfry-benchmarks; do
        swift build -c release --product "$product"
    done
    swift build -c release --package-path SDK --product UserNotifications
}

# Optimised, as `belfry build` does it unless told otherwise.
build_samples() {
    mkdir -p "$bench"
    "$products/belfry" build Plugins/TitleStamp/TitleStamp.c -o "$bench/TitleStamp.appex"
    "$products/belfry" build Plugins/MonkeyNotification -o "$bench/MonkeyNotification.appex"
    "$products/belfry" build Plugins/Thermostat -o "$bench/Thermostat.appex"
}

# What Scripts/bench-peers.sh wrote of each peer goes into the tables.
build_peers() {
    Scripts/bench-peers.sh
    local peer
    while read -r peer; do arguments+=(--note "$peer"); done <"$bench/peers/notes"
    arguments+=(--peers "$PWD/$bench/peers")
}

build
build_samples
build_peers
"$products/belfry-benchmarks" \
    --c-extension "$bench/TitleStamp.appex" --swift-extension "$bench/MonkeyNotification.appex" \
    --content-extension "$bench/Thermostat.appex" \
    --note "Belfry=$("$products/belfry" --version) ($(git describe --always --dirty 2>/dev/null || echo 'no git'))" \
    --note "Swift=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p')" \
    --note "compiler=$(cc --version | awk 'NR == 1')" \
    --note "libc=$(getconf GNU_LIBC_VERSION || echo unknown)" \
    ${BELFRY_AWAKE:+--note "cores=kept awake by Scripts/awake.sh"} \
    ${arguments[@]+"${arguments[@]}"}
if [[ -n $record ]]; then
    record_between "$page" '<!-- bench.sh writes from here -->' '<!-- to here -->' "$record"
fi
