#!/usr/bin/env bash
# Measures what more bundles in one host do to each, `make bench-bundles`: from one to a thousand,
# with the curves as a page, .build/bundles/bundles.html.
#
#   Scripts/bench-bundles.sh [--runs N] [--record]
#
#   --record   puts the table into Documentation/ManyBundles.md
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

products=.build/release
bench=.build/bundles
arguments=(--html "$bench/bundles.html" --json "$bench/bundles.json")
record=

while (($#)); do
    case $1 in
    --runs)
        (($# > 1)) || fail "$1 needs a value"
        arguments+=("$1" "$2")
        shift 2
        ;;
    --record)
        record=$bench/table.md
        arguments+=(--markdown "$record")
        shift
        ;;
    *) fail "$1 is unknown; there are --runs N and --record" ;;
    esac
done

for product in belfry belfry-worker belfry-bundles; do
    swift build -c release --product "$product"
done
mkdir -p "$bench"
"$products/belfry" build Plugins/TitleStamp -o "$bench/TitleStamp.appex" >/dev/null
"$products/belfry-bundles" --bundle "$bench/TitleStamp.appex" "${arguments[@]}"
note "the page is $bench/bundles.html"
if [[ -n $record ]]; then
    record_between Documentation/ManyBundles.md \
        '<!-- bench-bundles.sh writes from here -->' '<!-- as far as here -->' "$record"
fi
