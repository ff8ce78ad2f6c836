#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
#
# Runs every test of both packages, the SDK's first, and says at the end again what failed: a run
# prints thousands of lines, and whoever reads only the last of them has to see the failures and the
# numbers of both packages.
#
# A run that does not end is ended after BELFRY_TEST_MINUTES (45, for each package). What had begun and
# not ended is printed, and before that which processes there are and where the tests' threads are.
#
#     Scripts/test.sh [swift test's options]
set -uo pipefail

cd "$(dirname "$0")/.." || exit
output=$(mktemp)
trap 'rm -f "$output"' EXIT

minutes=${BELFRY_TEST_MINUTES:-45}
status=0
total=0
failed=0
skipped=0
skipped_cases=0

# Prints how many of the tests that were printed ended so, whole runs and cases left out.
count_tests() {
    grep -aE "$1" "$output" | grep -avcE 'Test (run with|case passing) '
}

# Prints the tests that were printed as started and not as ended.
print_unfinished() {
    sed -nE 's/^◇ Test (.+) started\.$/+\1/p; s/^[✔✘➜] Test (.+) (passed|failed|skipped).*$/-\1/p' \
        "$output" | grep -avE '^.(run$|run |case )' | sed -E 's/^(.".*") with [0-9]+ test cases?$/\1/' |
        awk '{ name = substr($0, 2) } /^[+]/ { open[name] } /^-/ { delete open[name] }
             END { for (name in open) print "    " name }'
}

# Prints what the processes of a run do, once its time is over.
print_processes() {
    local process
    sleep "$((minutes * 60 - 60))"
    printf '\nThe tests have a minute left. These processes are there:\n'
    ps -eo pid,ppid,etimes,stat,wchan:20,args --forest | grep -v ' \[.*\]$' | cut -c 1-160
    for process in $(pgrep -f 'PackageTests\.xctest .*--testing-library'); do
        timeout 50 lldb --batch -p "$process" -o 'thread backtrace all' 2>/dev/null |
            grep -aE '^ *(\* )?(thread|frame) #' | cut -c 1-240
    done
}

# Tests a package, and adds to the numbers: test_package FOLDER [swift test's options]
test_package() {
    local package=$1 run_status summary count watching
    shift
    print_processes &
    local watcher=$!
    timeout --kill-after 1m "${minutes}m" \
        swift test --package-path "$package" --disable-xctest --parallel "$@" 2>&1 | tee "$output"
    run_status=${PIPESTATUS[0]}
    # Both at once: one that is left would go on, or keep the run's output open.
    mapfile -t watching < <(pgrep -P "$watcher")
    kill "$watcher" "${watching[@]}" 2>/dev/null
    wait "$watcher" 2>/dev/null
    skipped_cases=$((skipped_cases + $(grep -ac '^skipped for ' "$output")))
    summary=$(grep -aoE 'Test run with [0-9]+ tests? in .*' "$output" | tail -n 1)
    skipped=$((skipped + $(count_tests '➜ Test .* skipped')))
    count=$(awk '{ print $4 }' <<<"$summary")
    total=$((total + ${count:-1}))
    ((run_status)) || return 0
    status=$run_status
    count=$(count_tests '✘ Test .* failed after ')
    # A run that cannot be built or that ends before its summary has failed as well.
    ((count)) || count=1
    failed=$((failed + count))
    printf '\nWhat failed in %s:\n' "$package"
    if ((run_status == 124 || run_status == 137)); then
        printf 'the tests were ended after %s minutes; these had not ended:\n' "$minutes"
        print_unfinished
    fi
    # The first 600 characters of each: an expectation quotes its values whole. What a test says of it
    # is in the lines below.
    awk '/✘ .* recorded an issue|error: /{ print; says = 1; next } says && /^↳/{ print; next } { says = 0 }' \
        "$output" | cut -c 1-600
    printf '%s\n' "${summary:-the tests ended without a summary}"
}

test_package SDK "$@"
test_package . "$@"
passed=$((total - failed - skipped))
printf '\nThe tests of both packages: %d passed, %d failed, %d skipped\n' \
    $((passed > 0 ? passed : 0)) "$failed" "$skipped"
if ((skipped_cases)); then
    printf '%d cases of other tests were skipped; "skipped for" says above why\n' "$skipped_cases"
fi
exit "$status"
