#!/usr/bin/env bash
# Makes the reference of the library Belfry with DocC, from its comments and articles. A symbol that a
# link names and that is not there is an error, as every warning is.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

swift package "${ci_flags[@]}" generate-documentation --target Belfry --warnings-as-errors
archive=.build/plugins/Swift-DocC/outputs/Belfry.doccarchive
[[ -f $archive/data/documentation/belfry.json ]] || fail "$archive has no page of the module Belfry"
for article in Sources/Belfry/Belfry.docc/*.md; do
    page=$(basename "$article" .md)
    [[ $page == Belfry || -f $archive/data/documentation/belfry/${page,,}.json ]] ||
        fail "$archive has no page of $article"
done
note "the library's reference is in $archive; swift package --disable-sandbox preview-documentation --target Belfry shows it"
