#!/usr/bin/env bash
# Writes the list of the Swift SDK's symbols from its modules, `make sdk-reference`, or compares it
# with what they are now.
#
#   Scripts/sdk-reference.sh [--check]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
make_scratch

page=Documentation/SDKReference.md
products=.build/${CONFIGURATION:-debug}

mkdir "$scratch/graphs"
for folder in SDK/Swift/*/; do
    module=$(basename "$folder")
    # C modules are not listed, and neither is what is no module.
    [[ -e $products/Modules/$module.swiftmodule ]] || continue
    swift symbolgraph-extract -module-name "$module" -I "$products/Modules" -I SDK/C/include \
        -target "$(uname -m)-unknown-linux-gnu" -minimum-access-level public \
        -skip-synthesized-members -output-dir "$scratch/graphs"
done
"$products/sdk-reference" "$scratch/graphs" Documentation/Generator/absent.txt >"$scratch/page.md"

if [[ ${1:-} != --check ]]; then
    cp "$scratch/page.md" "$page"
elif ! diff -u "$page" "$scratch/page.md"; then
    fail "$page is not what the modules are; run make sdk-reference"
fi
