#!/usr/bin/env bash
# Holds what the host measures of known work against other meters, `make bench-meter`.
#
#   Scripts/bench-meter.sh [--rounds N] [--record]
#
#   --record   puts the table into Documentation/BudgetPrecision.md
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

products=.build/release
bundle=.build/meter/Known.appex
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
        record=.build/meter/table.md
        arguments+=(--markdown "$record")
        shift
        ;;
    *) fail "$1 is unknown; there are --rounds N and --record" ;;
    esac
done

for product in belfry-worker belfry-meter; do
    swift build -c release --product "$product"
done
mkdir -p "$bundle"
sed "s/TitleStamp/Known/g" Plugins/TitleStamp/Info.plist >"$bundle/Info.plist"
cc -O2 -shared -fPIC -fvisibility=hidden -I SDK/C/include \
    -Wl,--version-script=SDK/extension.map Benchmarks/Extensions/Known.c -o "$bundle/Known"
"$products/belfry-meter" --extension "$bundle" ${arguments[@]+"${arguments[@]}"}
if [[ -n $record ]]; then
    record_between Documentation/BudgetPrecision.md \
        '<!-- bench-meter.sh writes from here -->' '<!-- bench-meter.sh writes to here -->' "$record"
fi
