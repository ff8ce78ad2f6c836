#!/usr/bin/env bash
# Checks what is built as others use it: how it is linked, the workflow for authors, a package of its
# own. The fuzzer is built beside that: to build for release keeps little more than one core busy.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

log=.build/fuzz-build.log
Scripts/fuzz.sh --build >"$log" 2>&1 &
build=$!
trap 'kill "$build" 2>/dev/null || true' EXIT

Scripts/verify-linkage.sh
Scripts/check-workflow.sh
Scripts/check-package.sh
wait "$build" || fail "the fuzzer cannot be built: $(tail -n 20 "$log")"
