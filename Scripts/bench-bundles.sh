#!/usr/bin/env bash
# Measures what more bundles in one host do to each, `make bench-bundles`: from one to a thousand,
# with the curves as a page in .build/bundles/bundles.html.
#
#   Scripts/bench-bundles.sh [--runs N] [--counts N …]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

products=.build/release
bench=.build/bundles

for product in belfry belfry-worker belfry-bundles; do
    swift build -c release --product "$product"
done
mkdir -p "$bench"
"$products/belfry" build Plugins/TitleStamp -o "$bench/TitleStamp.appex" >/dev/null
"$products/belfry-bundles" --bundle "$bench/TitleStamp.appex" --html "$bench/bundles.html" \
    --json "$bench/bundles.json" "$@"
echo "$bench/bundles.html"
