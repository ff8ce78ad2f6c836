#!/usr/bin/env bash
# Builds the SDK's modules of others, and checks what is built as others use it: how it is linked, the
# workflow for authors, a package of its own with an extension, and one that hosts extensions. Then
# builds the tests. The fuzzer is built beside all that: to build for release keeps little more than one
# core busy.
#
#   check-products.sh [ARGUMENT…]   further arguments for the build of the tests
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# In a process group of its own, so that its compilers end with it.
log=.build/fuzz-build.log
set -m
Scripts/fuzz.sh --light --build >"$log" 2>&1 &
set +m
build=$!
trap 'kill -- "-$build" 2>/dev/null || true' EXIT

Scripts/build-modules.sh "SDK/.build/${CONFIGURATION:-debug}"
Scripts/verify-linkage.sh
Scripts/check-workflow.sh
Scripts/check-package.sh
Scripts/check-embedding.sh
for package in SDK .; do
    swift build --package-path "$package" --build-tests \
        --configuration "${CONFIGURATION:-debug}" "$@"
done
wait "$build" || fail "the fuzzer cannot be built: $(tail -n 20 "$log")"
