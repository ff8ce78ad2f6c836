#!/usr/bin/env bash
# Writes the list of the Swift SDK's symbols from its modules, `make sdk-reference`, or compares it
# with what they are now.
#
#   Scripts/sdk-reference.sh [--check]
#   CONFIGURATION=debug|release   which build of the SDK to read
#   BELFRY_PRODUCTS=FOLDER        where the program sdk-reference is, else that build
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
make_scratch

page=Documentation/SDKReference.md
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
"$products/sdk-reference" "$scratch/graphs" Documentation/Generator/absent.txt >"$scratch/page.md"

if [[ ${1:-} != --check ]]; then
    cp "$scratch/page.md" "$page"
elif ! diff -u "$page" "$scratch/page.md"; then
    fail "$page is not what the modules are; run make sdk-reference"
fi
