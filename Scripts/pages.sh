#!/usr/bin/env bash
# Builds the pages that are written from the code, `make pages`, into .build/pages: Verdicts.md from the
# tool, SDKReference.md from the modules of the Swift SDK. They take the place of the short pages of
# these names where Belfry is installed and on the site.
#
#   Scripts/pages.sh [FOLDER]
#   CONFIGURATION=debug|release   which build to read
#   BELFRY_PRODUCTS=FOLDER        where the programs are, else that build
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
make_scratch

place=${1:-.build/pages}
products=${BELFRY_PRODUCTS:-.build/${CONFIGURATION:-debug}}
modules=SDK/.build/${CONFIGURATION:-debug}/Modules

# Where modules and what they include are found.
includes=(-I "$modules" -I SDK/C/include)
for folder in SDK/Swift/*/include; do includes+=(-I "$folder"); done

mkdir "$scratch/graphs"
for folder in SDK/Swift/*/; do
    module=$(basename "$folder")
    # C modules are not listed, and neither is what no extension imports.
    [[ -e $modules/$module.swiftmodule && $module != Belfry* ]] || continue
    swift symbolgraph-extract -module-name "$module" "${includes[@]}" \
        -target "$(uname -m)-unknown-linux-gnu" -minimum-access-level public \
        -skip-synthesized-members -output-dir "$scratch/graphs"
done
"$products/sdk-reference" "$scratch/graphs" Documentation/Generator/absent.txt >"$scratch/SDKReference.md"
"$products/belfry" explain --verdicts --markdown >"$scratch/Verdicts.md"
mkdir -p "$place"
cp "$scratch"/*.md "$place/"
