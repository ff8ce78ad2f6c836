#!/usr/bin/env bash
# Uses the SDK as another package does: SDK/Templates/ServicePackage is copied, bundled, run and tested,
# with the SDK by the URL of a git repository with a version, which Scripts/export-sdk.sh makes; by its
# path in a clone it has to be found.
#
# What is built stays in .build/package, so that only the first time takes minutes.
#
#   CONFIGURATION=debug|release   which build of the tool to use
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

belfry=$PWD
products=$belfry/.build/${CONFIGURATION:-debug}
place=$belfry/.build/package
[[ -x $products/belfry ]] || fail "$products/belfry is not built; run: make build"

# Copies the template to a folder of the name, with the line that says where the SDK is.
copy_template() {
    local folder=$place/$1 dependency=$2
    mkdir -p "$folder"
    rm -rf "$folder/Sources" "$folder/Tests"
    cp -r SDK/Templates/ServicePackage/{Sources,Tests} "$folder/"
    sed "s|\.package(name: \"belfry-sdk\", path: \"../..\")|$dependency|" \
        SDK/Templates/ServicePackage/Package.swift >"$folder/Package.swift"
    grep -qF "$dependency" "$folder/Package.swift" || fail "the template names the SDK in another way"
}

# A repository with the SDK as it is now, under a version that is newer than the last.
publish() {
    local name
    for name in GIT_AUTHOR GIT_COMMITTER; do
        export "${name}_NAME=belfry" "${name}_EMAIL=belfry@localhost"
    done
    Scripts/export-sdk.sh "$place/published/belfry-sdk" --tag "0.0.$(date +%s)"
}

# Bundles the package in this folder; the library may export nothing, and the tool must run it.
bundle_and_run() {
    local bundle=$PWD/Courier.appex
    rm -rf "$bundle"
    swift package "${ci_flags[@]}" bundle-extension --product Courier --output "$bundle" --debug
    [[ -f $bundle/Info.plist && -f $bundle/Entitlements.plist ]] || fail "$bundle lacks a file"
    local exports
    exports=$(nm -D --defined-only "$bundle/Courier")
    [[ -z $exports ]] || fail "$bundle/Courier exports $exports"
    "$products/belfry" inspect "$bundle" | grep -q 'entry  *holds' || fail "$bundle cannot be loaded"
    "$products/belfry" run "$bundle" Tests/CourierTests/parcel.apns
}

# What a package with the SDK by its path sees of it; all else is as by URL, where more is forbidden.
by_path() {
    copy_template by-path ".package(name: \"belfry-sdk\", path: \"$belfry/SDK\")"
    cd "$place/by-path"
    local commands
    commands=$(swift package plugin --list)
    [[ $commands == *bundle-extension* ]] ||
        fail "a package with the SDK by its path has no command bundle-extension"
}

by_url() {
    (publish)
    copy_template by-url ".package(url: \"file://$place/published/belfry-sdk\", from: \"0.0.1\")"
    cd "$place/by-url"
    swift package update belfry-sdk
    bundle_and_run
    BELFRY=$products/belfry COURIER_BUNDLE=$PWD/Courier.appex \
        swift test --disable-xctest "${ci_flags[@]}"
}

(by_path)
(by_url)
note "a package with the SDK by URL bundles, runs and tests its extension; one by path finds it"
