#!/usr/bin/env bash
# Builds the SDK's modules that others have written, CryptoKit and Combine, and puts them beside
# libUserNotifications.so: `make sdk`, and `belfry build` of a source that imports one.
#
# They are a package of their own (SDK/Packages), so that nobody waits for them who does not import
# them: two minutes and one. They are optimised, whatever the rest is.
#
#   build-modules.sh FOLDER [NAME…]   the SDK's build folder; CryptoKit, Combine (default: both)
set -euo pipefail
folder=$(readlink -f "${1:?}")
shift
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

names=("$@")
((${#names[@]})) || names=(CryptoKit Combine)
swift_build=(swift build -c release --package-path SDK/Packages --scratch-path .build/modules "${ci_flags[@]}")

for name in "${names[@]}"; do
    "${swift_build[@]}" --quiet --product "$name" >&2 ||
        fail "$name could not be built; see above"
    built=$("${swift_build[@]}" --show-bin-path)
    Scripts/archive-library.sh "$built" "$name"
    # Whole or not at all: a bundle may be loading the one that is there.
    for file in "$built/lib$name".{a,so}; do
        target=$folder/$(basename "$file")
        cmp -s "$file" "$target" && continue
        cp "$file" "$target.new"
        mv "$target.new" "$target"
    done
    # The module and those it re-exports, whose objects are in the library.
    sed -n 's|.*/\([^/]*\)\.build/.*\.swift\.o.*|\1|p' "$built/$name.product/Objects.LinkFileList" |
        sort -u | while read -r module; do
        mkdir -p "$folder/Modules"
        cp "$built/Modules/$module".swift{module,doc} "$folder/Modules/"
    done
    # OpenCombine cannot be imported without its module of C.
    if [[ $name == Combine ]]; then
        c_module=$folder/Modules/COpenCombineHelpers
        mkdir -p "$c_module"
        cp .build/modules/checkouts/OpenCombine/Sources/COpenCombineHelpers/include/*.h "$c_module/"
        echo 'module COpenCombineHelpers { header "COpenCombineHelpers.h" export * }' \
            >"$c_module/module.modulemap"
    fi
done
