#!/usr/bin/env bash
# Attacks our readers of untrusted bytes with libFuzzer, `make fuzz`: every target, or those named,
# for a minute each, four per processor at a time. Each begins with its corpus and its seeds.
#
# The first build takes a quarter of an hour. FuzzTests attacks the same without a build of its own.
#
#   Scripts/fuzz.sh [TARGET…] [--seconds N] [--replay FILE] [--merge]
#
#   --seconds N    how long for each target; 0 only replays the corpus
#   --replay FILE  runs one target on one input, such as one that was found
#   --merge        puts what is new and small among the inputs found so far into Fuzzing/Corpus
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# Apart from the build of the tests: other flags, and no other's lock.
build=.build/fuzz
findings=$build/findings
# Inputs that reached something new, kept from one run to the next.
grown=$build/corpus

seconds=60
replay=
merge=
targets=()
# A crash is a finding, not something to examine for a minute.
export SWIFT_BACKTRACE=enable=no
# Freed memory is held back for a while to find its late use; an hour's search stays in its limit.
export ASAN_OPTIONS=quarantine_size_mb=16:detect_leaks=0:${ASAN_OPTIONS:-}

while (($#)); do
    case $1 in
    --seconds | --replay)
        (($# > 1)) || fail "$1 needs a value"
        if [[ $1 == --seconds ]]; then seconds=$2; else replay=$2; fi
        shift 2
        ;;
    --merge)
        merge=yes
        shift
        ;;
    -*) fail "$1 is unknown; there are --seconds N, --replay FILE and --merge" ;;
    *)
        targets+=("$1")
        shift
        ;;
    esac
done
[[ $seconds =~ ^[0-9]+$ ]] || fail "--seconds $seconds is no whole number"

# SwiftPM is told of the fuzzer, which brings its own main; the compiler heeds its last -sanitize alone.
# lld, as gold says a line for each of the sanitizer's symbols.
program=$build/release/belfry-fuzz
BELFRY_FUZZ=1 swift build -c release --scratch-path "$build" --product belfry-fuzz \
    --disable-index-store \
    --sanitize=fuzzer -Xswiftc -sanitize=fuzzer,address -Xswiftc -enable-testing -Xswiftc -use-ld=lld

declare -A byte_limits
known=()
while read -r name byte_limit; do
    known+=("$name")
    byte_limits[$name]=$byte_limit
done < <("$program" --list)
((${#known[@]})) || fail "$program lists no target; see what it says by hand"
((${#targets[@]})) || targets=("${known[@]}")
for target in "${targets[@]}"; do
    [[ -n ${byte_limits[$target]:-} ]] || fail "there is no target $target; there are ${known[*]}"
done

# Runs libFuzzer on a target: fuzzer TARGET [OPTION…] [DIRECTORY…]
fuzzer() {
    local target=$1
    shift
    "$program" "--target=$target" -max_len="${byte_limits[$target]}" \
        -rss_limit_mb=1024 -timeout=10 -print_final_stats=0 \
        -artifact_prefix="$findings/$target/" "$@"
}

# Makes the directories of a target, with its seeds as its writers write them today.
prepare() {
    local seeds=$build/seeds/$1
    rm -rf "$seeds"
    mkdir -p "$seeds" "$grown/$1" "$findings/$1" "Fuzzing/Corpus/$1"
    "$program" "--target=$1" "--seeds=$seeds"
}

# Attacks one target, and says in a line how it went: attack TARGET
attack() {
    local target=$1 log=$build/$1.log status=0
    local options=(-max_total_time="$seconds")
    if ((seconds == 0)); then options=(-runs=0); fi
    if [[ -f Fuzzing/Dictionaries/$target ]]; then
        options+=(-dict="Fuzzing/Dictionaries/$target")
    fi
    prepare "$target"
    fuzzer "$target" "${options[@]}" "$grown/$target" "Fuzzing/Corpus/$target" \
        "$build/seeds/$target" >"$log" 2>&1 || status=$?
    if ! grep -aq 'inline 8-bit counters' "$log"; then
        note "$target: FAILED: the build does not say where an input gets to, see $log" >&2
        return 1
    fi
    if ((status == 0)); then
        note "$target: $(grep -aE '^#[0-9]+.*(DONE|INITED)' "$log" | tail -1)"
        return 0
    fi
    local input
    input=$(LC_ALL=C sed -n 's/.*Test unit written to //p' "$log" | tail -1)
    {
        note "$target: FAILED"
        grep -aE 'Fatal error|SUMMARY|ERROR' "$log" | head -5 || true
        note "the input is ${input:-not written, see $log}"
        if [[ -n $input ]]; then
            note "again with: Scripts/fuzz.sh $target --replay $input"
        fi
    } >&2
    return 1
}

# Puts into the corpus what reaches more than it does, shortest first.
merge_corpus() {
    prepare "$1"
    fuzzer "$1" -merge=1 "Fuzzing/Corpus/$1" "$build/seeds/$1" "$grown/$1"
}

if [[ -n $replay ]]; then
    ((${#targets[@]} == 1)) || fail "--replay needs one target"
    mkdir -p "$findings/${targets[0]}"
    fuzzer "${targets[0]}" "$replay"
elif [[ -n $merge ]]; then
    for target in "${targets[@]}"; do merge_corpus "$target"; done
else
    failed=$build/failed
    rm -f "$failed"
    for target in "${targets[@]}"; do
        while (($(jobs -rp | wc -l) >= 4 * $(nproc))); do wait -n || true; done
        { attack "$target" || echo "$target" >>"$failed"; } &
    done
    wait
    [[ ! -e $failed ]] ||
        fail "an input breaks $(paste -sd ' ' "$failed"); once it is understood, make it a test"
fi
