#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
#
# Runs every test of both packages, the SDK's first, and says at the end again what failed: a run
# prints thousands of lines, and whoever reads only the last of them has to see the failures and the
# numbers of both packages.
#
# The hostile extensions run one after another, and mostly wait: they have a process of their own
# beside the other tests, and their lines are printed after those. With --filter or --skip there is
# one process.
#
# A run that does not end is ended after BELFRY_TEST_MINUTES (45, for each process), and what had begun
# and not ended is printed.
#
#     Scripts/test.sh [swift test's options]
set -uo pipefail

cd "$(dirname "$0")/.." || exit
output=$(mktemp)
beside=$(mktemp)
failures=$(mktemp)
trap 'rm -f "$output" "$beside" "$failures"' EXIT

minutes=${BELFRY_TEST_MINUTES:-45}
status=0
total=0
failed=0
skipped=0
skipped_cases=0

# Runs a package's tests: run_tests FOLDER [swift test's options]
run_tests() {
    local package=$1
    shift
    timeout --kill-after 1m "${minutes}m" \
        swift test --package-path "$package" --disable-xctest --parallel "$@" 2>&1
}

# Prints how many of the tests that were printed ended so, whole runs and cases left out.
count_tests() {
    grep -aE "$1" "$2" | grep -avcE 'Test (run with|case passing) '
}

# Prints the tests that were printed as started and not as ended.
print_unfinished() {
    sed -nE 's/^◇ Test (.+) started\.$/+\1/p; s/^[✔✘➜] Test (.+) (passed|failed|skipped).*$/-\1/p' \
        "$1" | grep -avE '^.(run$|run |case )' | sed -E 's/^(.".*") with [0-9]+ test cases?$/\1/' |
        awk '{ name = substr($0, 2) } /^[+]/ { open[name] } /^-/ { delete open[name] }
             END { for (name in open) print "    " name }'
}

# Adds what a run has printed to the numbers, and keeps what failed for the end:
# record WHAT STATUS OUTPUT
record() {
    local what=$1 run_status=$2 printed=$3 summary count
    skipped_cases=$((skipped_cases + $(grep -ac '^skipped for ' "$printed")))
    summary=$(grep -aoE 'Test run with [0-9]+ tests? in .*' "$printed" | tail -n 1)
    skipped=$((skipped + $(count_tests '➜ Test .* skipped' "$printed")))
    count=$(awk '{ print $4 }' <<<"$summary")
    total=$((total + ${count:-1}))
    ((run_status)) || return 0
    status=$run_status
    count=$(count_tests '✘ Test .* failed after ' "$printed")
    # A run that cannot be built or that ends before its summary has failed as well.
    ((count)) || count=1
    failed=$((failed + count))
    say_failures "$what" "$run_status" "$printed" "$summary" >>"$failures"
}

# Says again what failed in a run: say_failures WHAT STATUS OUTPUT SUMMARY
say_failures() {
    local what=$1 run_status=$2 printed=$3 summary=$4
    printf '\nWhat failed in %s:\n' "$what"
    if ((run_status == 124 || run_status == 137)); then
        printf 'the tests were ended after %s minutes; these had not ended:\n' "$minutes"
        print_unfinished "$printed"
    fi
    # The first 600 characters of each: an expectation quotes its values whole. What a test says of it
    # is in the lines below.
    awk '/✘ .* recorded an issue|error: /{ print; says = 1; next } says && /^↳/{ print; next } { says = 0 }' \
        "$printed" | cut -c 1-600
    printf '%s\n' "${summary:-the tests ended without a summary}"
}

# Runs a package's tests and records what they print: test_package FOLDER [swift test's options]
test_package() {
    run_tests "$@" | tee "$output"
    record "$1" "${PIPESTATUS[0]}" "$output"
}

test_package SDK "$@"
case " $* " in
*' --filter'* | *' --skip'*) test_package . "$@" ;;
*)
    hostile='^HostileTests\.'
    if swift build --build-tests "$@"; then
        # The tests' program itself: a second `swift test` at the same time finds none.
        timeout --kill-after 1m "${minutes}m" \
            ".build/${CONFIGURATION:-debug}/belfryPackageTests.xctest" \
            --testing-library swift-testing --filter "$hostile" >"$beside" 2>&1 &
        test_package . --skip-build --skip "$hostile" "$@"
        wait "$!"
        hostile_status=$?
        cat "$beside"
        record 'the hostile suite' "$hostile_status" "$beside"
    else
        record . 1 /dev/null
    fi
    ;;
esac
cat "$failures"
passed=$((total - failed - skipped))
printf '\nThe tests of both packages: %d passed, %d failed, %d skipped\n' \
    $((passed > 0 ? passed : 0)) "$failed" "$skipped"
if ((skipped_cases)); then
    printf '%d cases of other tests were skipped; "skipped for" says above why\n' "$skipped_cases"
fi
exit "$status"
