#!/usr/bin/env bash
# Uses Belfry as another package does: SDK/Templates/ServicePackage is copied, bundled, run and tested,
# with Belfry by the URL of a git repository with a version; by its path it has to be found.
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

# Copies the template to a folder of the name, with the line that says where Belfry is.
copy_template() {
    local folder=$place/$1 dependency=$2
    mkdir -p "$folder"
    rm -rf "$folder/Sources" "$folder/Tests"
    cp -r SDK/Templates/ServicePackage/{Sources,Tests} "$folder/"
    sed "s|\.package(name: \"belfry\", path: \"../../..\")|$dependency|" \
        SDK/Templates/ServicePackage/Package.swift >"$folder/Package.swift"
    grep -qF "$dependency" "$folder/Package.swift" || fail "the template names Belfry in another way"
}

# A repository with what is tracked here, as it is now, under a version that is newer than the last.
publish() {
    local repository=$place/published/belfry
    mkdir -p "$repository"
    find "$repository" -mindepth 1 -maxdepth 1 ! -name .git -exec rm -rf {} +
    git ls-files -z | xargs -0 cp -P --parents -t "$repository"
    cd "$repository"
    git init -q
    git add -A
    git -c user.name=belfry -c user.email=belfry@localhost commit -q --allow-empty -m "Publish"
    git tag "0.0.$(date +%s)"
}

# Bundles the package in this folder; the library may export nothing, and the tool must run it.
bundle_and_run() {
    local bundle=$PWD/Courier.appex
    rm -rf "$bundle"
    swift package bundle-extension --product Courier --output "$bundle" --debug
    [[ -f $bundle/Info.plist && -f $bundle/Entitlements.plist ]] || fail "$bundle lacks a file"
    local exports
    exports=$(nm -D --defined-only "$bundle/Courier")
    [[ -z $exports ]] || fail "$bundle/Courier exports $exports"
    "$products/belfry" inspect "$bundle" | grep -q 'entry  *holds' || fail "$bundle cannot be loaded"
    "$products/belfry" run "$bundle" Tests/CourierTests/parcel.apns
}

# What a package with Belfry by its path sees of it; all else is as by URL, where more is forbidden.
by_path() {
    copy_template by-path ".package(name: \"belfry\", path: \"$belfry\")"
    cd "$place/by-path"
    local commands
    commands=$(swift package plugin --list)
    [[ $commands == *bundle-extension* ]] ||
        fail "a package with Belfry by its path has no command bundle-extension"
}

by_url() {
    (publish)
    copy_template by-url ".package(url: \"file://$place/published/belfry\", from: \"0.0.1\")"
    cd "$place/by-url"
    swift package update belfry
    bundle_and_run
    BELFRY=$products/belfry COURIER_BUNDLE=$PWD/Courier.appex \
        swift test --disable-xctest
}

(by_path)
(by_url)
note "a package with Belfry by URL bundles, runs and tests its extension; one by path finds it"
