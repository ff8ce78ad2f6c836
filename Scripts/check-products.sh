#!/usr/bin/env bash
# Builds the SDK's modules of others, and checks what is built as others use it: how it is linked, the
# workflow for authors, a package of its own with an extension, and one that hosts extensions. Builds
# the tests beside that.
#
#   check-products.sh [ARGUMENT…]   further arguments for the build of the tests
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

output=$(mktemp)
tests=
trap 'if [[ $tests ]]; then kill "$tests" || true; fi; rm -f "$output"' EXIT

tests_build=(swift build --build-tests --configuration "${CONFIGURATION:-debug}" "$@")

# The host's tests take longer than all the rest, and alone they leave a core idle for a third of the
# time: each module waits for those below it. Nothing of the rest is in their build folder.
"${tests_build[@]}" >"$output" 2>&1 &
tests=$!
Scripts/build-modules.sh "SDK/.build/${CONFIGURATION:-debug}"
Scripts/verify-linkage.sh
Scripts/check-workflow.sh
Scripts/check-package.sh
Scripts/check-embedding.sh
"${tests_build[@]}" --package-path SDK
status=0
wait "$tests" || status=$?
tests=
cat "$output"
((status == 0)) || fail "the host's tests cannot be built, as said above"
