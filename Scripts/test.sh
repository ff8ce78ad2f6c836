#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
#
# Runs every test, and says at the end again what failed: a run prints thousands of lines, and
# whoever reads only the last of them has to see the failures and the summary.
#
#     Scripts/test.sh [swift test's options]
set -uo pipefail

cd "$(dirname "$0")/.."
output=$(mktemp)
trap 'rm -f "$output"' EXIT

swift test --disable-xctest --parallel "$@" 2>&1 | tee "$output"
status=$?
[ "$status" -eq 0 ] && exit

printf '\nWhat failed:\n'
# The first 600 characters of each: an expectation quotes its values whole.
grep -E '✘ .* recorded an issue|error: ' "$output" | cut -c 1-600
grep -E '^✘ Test run with' "$output"
exit "$status"
