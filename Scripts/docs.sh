#!/usr/bin/env bash
# Writes the documentation as a site, `make docs`: .build/site, to be opened at index.html. It needs no
# server. The references of the library, the SDK and the tool are made by DocC, every warning an error;
# the pages that are written from the code are those of `make pages`.
#
#   CONFIGURATION=debug|release   which build is described
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
make_scratch

products=.build/${CONFIGURATION:-debug}
[[ -s .build/pages/Verdicts.md ]] || fail "there are no built pages; run: make pages"
modules=SDK/.build/${CONFIGURATION:-debug}/Modules
site=$PWD/.build/site

# Makes an archive with DocC: convert CATALOGUE NAME [GRAPHS]
convert() {
    docc convert "$1" ${3:+--additional-symbol-graph-dir "$3"} --output-path "$scratch/$2" \
        --fallback-bundle-identifier "belfry.$2" --fallback-display-name "$2" --warnings-as-errors ||
        fail "DocC refuses $1; see above"
}

docc() { "$(toolchain_program docc)" "$@"; }

# The library has its reference checked by itself too.
Scripts/check-documentation.sh
mkdir "$scratch/graphs" "$scratch/frameworks"
includes=(-I "$modules" -I SDK/C/include)
for folder in SDK/Swift/*/include; do includes+=(-I "$folder"); done
for folder in SDK/Swift/*/; do
    module=$(basename "$folder")
    # C modules have no pages, and neither has what no extension imports.
    [[ -e $modules/$module.swiftmodule && $module != Belfry* ]] || continue
    graphs=$scratch/frameworks
    [[ $module != UserNotifications ]] || graphs=$scratch/graphs
    swift symbolgraph-extract -module-name "$module" "${includes[@]}" \
        -target "$(uname -m)-unknown-linux-gnu" -minimum-access-level public \
        -skip-synthesized-members -output-dir "$graphs"
done
# Of other modules' types only what a module adds; that is no page of its own.
rm -f "$scratch"/graphs/*@*.json "$scratch"/frameworks/*@*.json
convert SDK/Swift/UserNotifications/UserNotifications.docc UserNotifications "$scratch/graphs"
convert Documentation/Frameworks.docc Frameworks "$scratch/frameworks"
cp -R Documentation/Tool.docc "$scratch/Tool.docc"
# These are pages of the site too, of one source.
pages=(Documentation/FirstExtension*.md Documentation/{FromIOS,BudgetsAndVerdicts}.md)
Scripts/tool-articles.py "$products/belfry" "$scratch/Tool.docc" "${pages[@]}"
convert "$scratch/Tool.docc" tool

rm -rf "$site"
mkdir -p "$site"
Scripts/site.py "$site" --built Documentation/Verdicts.md=.build/pages/Verdicts.md \
    --built Documentation/SDKReference.md=.build/pages/SDKReference.md \
    --reference Library=.build/plugins/Swift-DocC/outputs/Belfry.doccarchive \
    --reference SwiftSDK="$scratch/UserNotifications" \
    --reference Frameworks="$scratch/Frameworks" --reference Tool="$scratch/tool"
note "$(find "$site" -name '*.html' | wc -l) pages in $site; open index.html"
