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
swift build --product UserNotifications
export BELFRY_PRODUCTS=$PWD/.build/debug
# A report has its own stacks; the runtime's would take a minute for each process that is to die.
export SWIFT_BACKTRACE=enable=no

# A test that does not find this process's libraries among the mappings of a sanitizer.
reads_mappings='reads every library this process has loaded'

test_address() {
    # A process of SymboliserSealTests seals itself in, and its shadow memory with it.
    # Leaks are not looked for: what the Swift runtime keeps for ever would be all there is to see.
    ASAN_OPTIONS=detect_leaks=0:suppressions=$PWD/Scripts/address-sanitizer.supp:${ASAN_OPTIONS:-} \
        swift test --disable-xctest --sanitize=address --scratch-path .build/asan \
        --skip SymboliserSealTests --skip "$reads_mappings" "$@"
}

test_thread() {
    # It dies of the clone that starts a nursery or a symboliser; a process that a test forks may go
    # on only without it.
    TSAN_OPTIONS=die_after_fork=0:suppressions=$PWD/Scripts/thread-sanitizer.supp:${TSAN_OPTIONS:-} \
        swift test --disable-xctest --sanitize=thread --scratch-path .build/tsan \
        --skip EndToEndTests --skip HostileTests --skip SymboliserTests \
        --skip "$reads_mappings" "$@"
}

for sanitizer in "${sanitizers[@]}"; do "test_$sanitizer" "$@"; done
