#!/usr/bin/env bash
# Uses the library Belfry as another program does: Samples/EmbeddedHost and the program of the library's
# articles are built and run, with Belfry by the URL of a git repository with a version, which refuses
# what a dependency by path may do. By its path, as the sample names it, Belfry has to be found.
#
# What is built stays in .build/embedding, so that only the first time takes minutes.
#
#   CONFIGURATION=debug|release   which build of the parts to use
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

belfry=$PWD
products=$belfry/.build/${CONFIGURATION:-debug}
place=$belfry/.build/embedding
articles=$belfry/Sources/Belfry/Belfry.docc
[[ -x $products/belfry ]] || fail "$products/belfry is not built; run: make build"

mkdir -p "$place"
cd "$place"

# Builds a sample extension in C into this folder.
bundle() {
    rm -rf "$1.appex"
    "$products/belfry" build "$belfry/Plugins/$1/$1.c" \
        --info-plist "$belfry/Plugins/$1/Info.plist" -o "$1.appex" >/dev/null
}

# Builds a package with the versions of the packages that are here already: build_package FOLDER
build_package() {
    cp "$belfry/Package.resolved" "$1/Package.resolved"
    swift build --package-path "$1" --scratch-path "$place/build" --disable-index-store \
        "${ci_flags[@]}"
}

# Prints the Swift of an article, each block once: code_of ARTICLE
code_of() {
    sed -n '/^```swift$/,/^```$/{ /^```/!p; }' "$articles/$1.md"
}

# Fails when some output lacks a line: expect OUTPUT LINE
expect() {
    grep -qxF -e "$2" <<<"$1" || fail "there is no line '$2' in:"$'\n'"$1"
}

# A repository with Belfry as it is now, under a version that is newer than the last.
publish() {
    local repository=$place/belfry name
    for name in GIT_AUTHOR GIT_COMMITTER; do
        export "${name}_NAME=belfry" "${name}_EMAIL=belfry@localhost"
    done
    version=0.0.$(date +%s)
    rm -rf "$repository"
    mkdir "$repository"
    # What git knows and what is new, as lint does.
    git -C "$belfry" ls-files -z --cached --others --exclude-standard --deduplicate |
        (cd "$belfry" && while IFS= read -r -d '' file; do
            if [[ -e $file ]]; then printf '%s\0' "$file"; fi
        done) |
        tar -C "$belfry" --null -T - -cf - | tar -C "$repository" --no-same-owner -xf -
    git -C "$repository" init -q
    git -C "$repository" add -A
    git -C "$repository" commit -q -m "Belfry $version"
    git -C "$repository" tag "$version"
}

# What a package sees that names Belfry by its path, as the sample does.
by_path() {
    mkdir -p by-path/Sources/EmbeddedHost
    cp "$belfry"/Samples/EmbeddedHost/Sources/EmbeddedHost/*.swift by-path/Sources/EmbeddedHost/
    name_belfry by-path "name: \"belfry\", path: \"$belfry\""
    local found
    found=$(swift package --package-path by-path show-dependencies)
    [[ $found == *"$belfry"* ]] ||
        fail "a package with Belfry by its path does not find it:"$'\n'"$found"
}

# Writes the sample's Package.swift with another place of Belfry: name_belfry FOLDER PLACE
name_belfry() {
    sed "s|name: \"belfry\", path: \"../..\"|$2|" "$belfry/Samples/EmbeddedHost/Package.swift" >"$1/Package.swift"
    grep -qF "$2" "$1/Package.swift" || fail "the sample names Belfry in another way"
}

run_sample() {
    local output number
    mkdir -p sample
    rm -rf sample/Sources
    cp -r "$belfry/Samples/EmbeddedHost/Sources" sample/
    name_belfry sample "url: \"file://$place/belfry\", exact: \"$version\""
    build_package sample
    output=$(build/debug/EmbeddedHost TitleStamp.appex Thermostat.appex \
        "$belfry/Plugins/Thermostat/payload.apns" "$products")
    for number in {1..10}; do
        expect "$output" "delivered: completed: Letter $number · stamped"
    done
    expect "$output" 'delivered: completed'
    grep -qE '^  slider [0-9]+×[0-9]+ at ' <<<"$output" || fail "the frame has no slider:"$'\n'"$output"
}

# The program that somebody has who copies the articles, one after another.
run_articles() {
    local code output
    mkdir -p articles/Sources/Server
    code=$(code_of HostAnExtension)
    # The first block is the package's, up to its last parenthesis.
    sed '/^)$/q' <<<"$code" |
        sed "s|\.package(name: \"belfry\", path: \"../belfry\")|.package(url: \"file://$place/belfry\", exact: \"$version\")|" \
            >articles/Package.swift
    grep -qF "$version" articles/Package.swift || fail "the article names Belfry in another way"
    {
        # Before the host is shut down, what the other articles say of it.
        sed '1,/^)$/d' <<<"$code" | sed '/^await host.shutdown()$/d' |
            sed "s|\.at(\"../belfry/.build/debug\")|.at(\"$products\")|"
        code_of WhatAVerdictTellsYou
        code_of BudgetsOfARun
        printf 'await host.shutdown()\n'
    } >articles/Sources/Server/main.swift
    build_package articles
    output=$(build/debug/Server)
    expect "$output" 'delivered: completed A letter · stamped'
    expect "$output" 'The extension completed; its content was delivered.'
    expect "$output" 'to be shown: A letter · stamped for delivered: completed'
    expect "$output" 'delivered: completed'
    expect "$output" 'shown as the extension wants it'
    grep -q '"schema":1' <<<"$output" || fail "the report is not there as JSON:"$'\n'"$output"
    expect "$output" 'open ["Reptile house", "22.0 °C"]'
    expect "$output" 'closed ["Reptile house", "22.0 °C"]'
}

for name in TitleStamp Thermostat; do bundle "$name"; done
publish
by_path
run_sample
run_articles
note "the sample and the articles' program host extensions, with Belfry by URL; one by path finds it"
