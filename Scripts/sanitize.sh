#!/usr/bin/env bash
# Runs the tests with sanitizers, `make sanitize`: AddressSanitizer, then ThreadSanitizer, or the one
# that is named. What each covers, and what not, is in CONTRIBUTING.
#
#   Scripts/sanitize.sh [address|thread] [argument of swift test…]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

case ${1:-} in
address | thread)
    sanitizers=("$1")
    shift
    ;;
*) sanitizers=(address thread) ;;
esac

# No sanitizer lives in the sandbox: its shadow memory is more than any limit there, and its calls
# are not among those the filter lets through. The tests run the ordinary worker.
swift build --product belfry
swift build --product belfry-worker
swift build --product belfryd
swift build --product sdk-reference
swift build --package-path SDK --product UserNotifications
# By its own name: a cache of modules knows itself by the one that it was made by.
BELFRY_PRODUCTS=$(realpath .build/debug)
export BELFRY_PRODUCTS
# A report has its own stacks; the runtime's would take a minute for each process that is to die.
export SWIFT_BACKTRACE=enable=no

# A test that does not find this process's libraries among the mappings of a sanitizer.
reads_mappings='reads every library this process has loaded'

# A test that has ThreadSanitizer busy for minutes, in which others run out of their time.
makes_many_runs='takes no more memory for a hundred thousand runs than for some'

# Tests that count this process's children, of which AddressSanitizer's symboliser is one.
counts_children='EndingTests'

# What AddressSanitizer keeps of each allocation is more than the host may grow by in that test.
weighs_host='a thousand runs leave the host as it was'

# Runs the tests of either package: run_tests SCRATCH SANITIZER [argument of swift test…]
run_tests() {
    local package scratch=$1 sanitizer=$2 status=0
    shift 2
    for package in SDK .; do
        swift test --package-path "$package" --scratch-path "$package/$scratch" \
            --disable-xctest "--sanitize=$sanitizer" "$@" || status=$?
    done
    return "$status"
}

test_address() {
    # A process of SymboliserSealTests seals itself in, and its shadow memory with it.
    # Leaks are not looked for: what the Swift runtime keeps for ever would be all there is to see.
    # What is freed is kept back for a while, little of it: the tests look at how the host grows.
    local kept=quarantine_size_mb=4:thread_local_quarantine_size_kb=64
    ASAN_OPTIONS=detect_leaks=0:$kept:suppressions=$PWD/Scripts/address-sanitizer.supp:${ASAN_OPTIONS:-} \
        run_tests .build/asan address \
        --skip SymboliserSealTests --skip "$reads_mappings" --skip "$weighs_host" --skip "$counts_children" "$@"
}

test_thread() {
    # It dies of the clone that starts a zygote or a symboliser, so of every host in the tests' own
    # process; a process that a test forks may go on only without it.
    TSAN_OPTIONS=die_after_fork=0:suppressions=$PWD/Scripts/thread-sanitizer.supp:${TSAN_OPTIONS:-} \
        run_tests .build/tsan thread \
        --skip EndToEndTests --skip HostileTests --skip SampleTests --skip HostMetricsTests \
        --skip EmbeddedHostTests --skip EmbeddedSessionTests --skip BelfryCenterEngineTests \
        --skip BudgetAttackTests --skip BrowserTests --skip PagePictureTests --skip PageTests \
        --skip SymboliserTests --skip ChildProcessTests --skip MeterAgreementTests \
        --skip "$reads_mappings" --skip "$makes_many_runs" "$@"
}

for sanitizer in "${sanitizers[@]}"; do "test_$sanitizer" "$@"; done
