#!/usr/bin/env bash
# Measures the notification centre beside what SQLite alone does on the same disk in the same run,
# `make bench-center`, three minutes after a release build.
#
#   Scripts/bench-center.sh [--rounds N] [--record]
#
#   CONFIGURATION=release   which build is measured
#   --rounds N   rounds of each, of which the median counts (default 3)
#   --record     puts the table into Documentation/Center.md
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

configuration=${CONFIGURATION:-release}
products=.build/$configuration
bench=.build/bench-center
rounds=3
record=

while (($#)); do
    case $1 in
    --rounds)
        (($# > 1)) || fail "$1 needs a value"
        rounds=$2
        shift 2
        ;;
    --record)
        record=$bench/table.md
        shift
        ;;
    *) fail "$1 is unknown; there are --rounds N and --record" ;;
    esac
done

# BELFRY_BENCH_BUILT=1 takes what is built already. A debug build is only good for an upper bound.
if [[ -z ${BELFRY_BENCH_BUILT-} ]]; then
    for product in belfry belfry-worker belfry-symbolise belfryd center-probe; do
        swift build -c "$configuration" --product "$product"
    done
fi
rm -rf "$bench"
mkdir -p "$bench"
cc -O2 -Wall -Wextra -Werror Benchmarks/Center/bare-sqlite.c -o "$bench/bare-sqlite" -lsqlite3

# The value of a name in what a command printed.
value() { awk -v name="$1" '$1 == name { print $2 }' <<<"$2"; }
# The median of numbers, one a line.
median() { sort -n | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'; }
# The first number by the second, with two digits.
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'; }

declare -A found
# Runs a command once for a round, and adds the values of names to their lists.
collect() {
    local prefix=$1 names=$2 name text
    shift 2
    text=$("$@")
    for name in $names; do
        found[$prefix$name]+=$(value "$name" "$text")$'\n'
    done
}
middle() { printf '%s' "${found[$1]}" | median; }

for ((round = 1; round <= rounds; round++)); do
    note "round $round of $rounds"
    rm -rf "$bench/state"
    mkdir -p "$bench/state"
    chmod 700 "$bench/state"
    collect "" "arrivals_per_second row_bytes" \
        "$products/center-probe" fill "$bench/state/center.sqlite" 100000 10000
    collect "" "indexed_per_second index_step_ms search_ms" \
        "$products/center-probe" search "$bench/state/center.sqlite" long
    for group in 1 32; do
        collect "bare$group." rows_per_second \
            "$bench/bare-sqlite" "$bench/bare.sqlite" $((group == 1 ? 5000 : 100000)) "$group" \
            "$(middle row_bytes)"
        rm -f "$bench"/bare.sqlite*
    done
    "$products/center-probe" fill "$bench/bare.sqlite" 0 1 >/dev/null
    collect "tables." "rows_per_second" \
        "$bench/bare-sqlite" "$bench/bare.sqlite" 100000 32 "$(middle row_bytes)" arrivals
    rm -f "$bench"/bare.sqlite*
    for callers in 1 32; do
        collect "callers$callers." "acknowledged_per_second p50_ms p99_ms" \
            "$products/center-probe" accept "$bench/accept.sqlite" 5000 "$callers"
        rm -f "$bench"/accept.sqlite*
    done
    collect "" "notifications ready_ms idle_mb" \
        Scripts/bench-center.py start "$products/belfryd" "$bench/state"
done

# An app with a C extension, whose worker is warm.
mkdir -p "$bench/Post.app/PlugIns"
cat >"$bench/Post.app/Info.plist" <<END
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>CFBundleIdentifier</key><string>org.example.Post</string></dict></plist>
END
"$products/belfry" build Plugins/TitleStamp/TitleStamp.c \
    --info-plist Plugins/TitleStamp/Info.plist -o "$bench/Post.app/PlugIns/TitleStamp.appex" >/dev/null
for ((round = 1; round <= rounds; round++)); do
    mkdir -m 700 "$bench/post$round"
    collect "" "answered_p50_ms answered_p99_ms presented_p50_ms presented_p99_ms" \
        Scripts/bench-center.py present "$products/belfryd" "$bench/post$round" \
        "$PWD/$bench/Post.app" 500
done

bare1=$(middle bare1.rows_per_second)
bare32=$(middle bare32.rows_per_second)
tables=$(middle tables.rows_per_second)
arrivals=$(middle arrivals_per_second)
cat >"$bench/table.md" <<END
On $(date -u +%F), commit $(git rev-parse --short HEAD), $configuration build, median of $rounds rounds, load $(cut -d' ' -f1 /proc/loadavg) on
$(nproc) cores, $(uname -r), rows of $(middle row_bytes) bytes:

| Measured | Result | Beside |
|---|---|---|
| arrivals journalled in groups of 32 | $arrivals/s | bare SQLite in groups of 32: $bare32/s; $(ratio "$arrivals" "$bare32") of it; of the same rows in the ledger's own tables and indexes: $tables/s; $(ratio "$arrivals" "$tables") of it |
| one caller who waits for each answer, everything presented too | $(middle callers1.acknowledged_per_second)/s, p99 $(middle callers1.p99_ms) ms | bare SQLite one by one: $bare1/s; $(ratio "$(middle callers1.acknowledged_per_second)" "$bare1") of it |
| 32 callers who wait, everything presented too | $(middle callers32.acknowledged_per_second)/s, p99 $(middle callers32.p99_ms) ms | bare SQLite in groups of 32; $(ratio "$(middle callers32.acknowledged_per_second)" "$bare32") of it |
| notifications made known to the search, behind the arrivals | $(middle indexed_per_second)/s, a transaction of 256 takes $(printf '%.0f' "$(middle index_step_ms)") ms at most | |
| the newest 50 of 100,000 that have a word which all have | $(printf '%.0f' "$(middle search_ms)") ms | |
| \`belfryd\` with $(middle notifications) delivered and 10,000 pending, from its start to a 200 of \`/readyz\` | $(middle ready_ms) ms | |
| memory of that daemon when idle (VmRSS) | $(middle idle_mb) MB | |
| a push over the socket to its 200 | median $(middle answered_p50_ms) ms, p99 $(middle answered_p99_ms) ms | one commit of bare SQLite: $(awk -v n="$bare1" 'BEGIN { printf "%.2f", 1000 / n }') ms |
| a push over the socket to \`presented\` in the stream, with a warm C extension | median $(middle presented_p50_ms) ms, p99 $(middle presented_p99_ms) ms | |
END
cat "$bench/table.md"
if [[ -n $record ]]; then
    record_between Documentation/Center.md \
        '<!-- bench-center.sh writes from here -->' '<!-- as far as here -->' "$record"
fi
