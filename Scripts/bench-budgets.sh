#!/usr/bin/env bash
# Measures how far past its budget an extension gets, `make bench-budgets`: on an idle machine and
# on one whose cores all spin.
#
#   Scripts/bench-budgets.sh [--rounds N] [--record]
#
#   --record   puts the table into Documentation/Performance.md
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

products=.build/release
bench=.build/budgets
arguments=()
record=

while (($#)); do
    case $1 in
    --rounds)
        (($# > 1)) || fail "$1 needs a value"
        arguments+=("$1" "$2")
        shift 2
        ;;
    --record)
        record=$bench/table.md
        arguments+=(--markdown "$record")
        shift
        ;;
    *) fail "$1 is unknown; there are --rounds N and --record" ;;
    esac
done

# Makes one bundle of Exceeds.c: bundle NAME MACRO
bundle() {
    mkdir -p "$bench/$1.appex"
    sed "s/TitleStamp/$1/g" Plugins/TitleStamp/Info.plist >"$bench/$1.appex/Info.plist"
    cc -O2 -shared -fPIC -fvisibility=hidden -I SDK/C/include "-D$2" \
        -Wl,--version-script=SDK/extension.map \
        Benchmarks/Extensions/Exceeds.c -o "$bench/$1.appex/$1"
}

for product in belfry-worker belfry-budgets; do
    swift build -c release --product "$product"
done
bundle Sleeps SLEEPS
bundle Spins SPINS
bundle Hogs HOGS
bundle Crowds CROWDS
bundle Starts STARTS
bundle Makes MAKES
bundle Fills FILLS
bundle Logs LOGS
"$products/belfry-budgets" --extensions "$bench" ${arguments[@]+"${arguments[@]}"}
if [[ -n $record ]]; then
    record_between Documentation/Performance.md \
        '<!-- bench-budgets.sh writes from here -->' '<!-- up to here -->' "$record"
fi
