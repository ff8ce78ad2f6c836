#!/usr/bin/env bash
# Checks that the host and the SDK can be built in any order, each also after an update of what the
# host depends on.
#
# Packages ask `canImport(os)`, and take a module of that name in their build folder for Apple's. The
# SDK has such modules, so that it may share its build folder with no other package: the host's package
# does not depend on it, it depends on none itself, and none of the host's own targets has a name that
# a package asks for. With that, no build can see what another one left behind.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# Targets of both packages, from the same sources.
shared='BelfryModel CBelfry CLibGIF CLibJPEG CLibPNG CLibWebP CPictures'

# Prints what a package depends on and its targets, one a line: contents FOLDER
contents() {
    swift package --package-path "$1" dump-package | python3 -c '
import json, sys
package = json.load(sys.stdin)
for dependency in package["dependencies"]:
    print("dependency", *dependency)
for target in package["targets"]:
    print("target", target["name"])'
}

host=$(contents .)
sdk=$(contents SDK)
[[ $sdk != *dependency* ]] ||
    fail "SDK/Package.swift depends on another package, which would take the SDK's modules for Apple's"
[[ $host != *"dependency fileSystem"* ]] ||
    fail "Package.swift depends on a package by its path; the SDK's modules may not come into its build"

# The names of targets in both, or of the host and asked for.
both=$(comm -12 <(sort <<<"$host") <(sort <<<"$sdk") | awk '{ print $2 }' | paste -sd ' ')
[[ $both == "$shared" ]] ||
    fail "the packages share the targets $both, and should share $shared alone"
[[ -d .build/checkouts ]] || swift package resolve
asked=$(grep -rhoE --include='*.swift' 'canImport\([A-Za-z_]+' .build/checkouts | cut -d '(' -f 2 | sort -u)
[[ -n $asked ]] || fail ".build/checkouts has no sources of packages; run: swift package resolve"
taken=$(comm -12 <(awk '$1 == "target" { print $2 }' <<<"$host" | sort) <(printf '%s\n' "$asked"))
[[ -z $taken ]] ||
    fail "Package.swift has a target ${taken//$'\n'/, }, which a package that it depends on asks for"
note "the host and the SDK are built apart, in any order"
