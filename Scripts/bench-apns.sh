#!/usr/bin/env bash
# Measures the push endpoint beside what other servers make of the same requests in the same run,
# `make bench-apns`, two minutes after a release build: nghttpd, the limit, answers with an empty file;
# Go's net/http, the peer, verifies the token and reads the body, and keeps nothing.
#
#   Scripts/bench-apns.sh [--rounds N] [--pushes N] [--record]
#
#   CONFIGURATION=release   which build is measured
#   --rounds N   rounds of each, of which the median counts (default 3)
#   --pushes N   requests of a round (default 20000)
#   --record     puts the table into Documentation/PushEndpoint.md
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

configuration=${CONFIGURATION:-release}
products=$PWD/.build/$configuration
bench=$PWD/.build/bench-apns
python=.build/pypi/bin/python
rounds=3
pushes=20000
# Of clients that open one for each push; the daemon has at least this many at a time.
connections=200
record=

while (($#)); do
    case $1 in
    --rounds | --pushes)
        (($# > 1)) || fail "$1 needs a value"
        [[ $2 =~ ^[1-9][0-9]*$ ]] || fail "$1 $2 is not a whole number"
        if [[ $1 == --rounds ]]; then rounds=$2; else pushes=$2; fi
        shift 2
        ;;
    --record)
        record=$bench/table.md
        shift
        ;;
    *) fail "$1 is unknown; there are --rounds N, --pushes N and --record" ;;
    esac
done

for program in h2load nghttpd go; do
    command -v "$program" >/dev/null ||
        fail "there is no $program; run: Scripts/install-dependencies.sh --peers"
done
[[ -x $python ]] || fail "the clients are missing; run: make test-dependencies"

# BELFRY_BENCH_BUILT=1 takes what is built already.
if [[ -z ${BELFRY_BENCH_BUILT-} ]]; then
    for product in belfry belfry-worker belfry-symbolise belfryd; do
        swift build -c "$configuration" --product "$product"
    done
fi
rm -rf "$bench"
mkdir -p "$bench/disk" "$bench/web/3/device"
# What waits for no disk; a file system in memory.
memory=$(mktemp -d -p /dev/shm belfry-bench-XXXXXX)
# Servers that run: each is ended by its number.
running=()
stop() {
    local number=$1
    kill "$number" 2>/dev/null || true
    wait "$number" 2>/dev/null || true
}
trap 'for number in "${running[@]}"; do stop "$number"; done; rm -rf "$memory"' EXIT

go build -o "$bench/go-push" Benchmarks/Peers/GoPush.go
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost \
    -keyout "$bench/own.key" -out "$bench/own.crt" 2>/dev/null
printf '%s' '{"aps":{"alert":{"title":"Dinner","body":"At eight."}}}' >"$bench/push.json"

# The median of numbers, one a line.
median() { sort -n | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'; }
# The first number by the second, with two digits.
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'; }
# A value of the line that an endpoint for tests prints.
of() { "$python" -c 'import json, sys; print(json.loads(sys.argv[1])[sys.argv[2]])' "$1" "$2"; }

declare -A found
middle() { printf '%s' "${found[$1]}" | median; }

# Pushes with h2load, and adds requests per second and the times of answers to the lists of a name:
# load NAME PORT TOKEN CONNECTIONS STREAMS [PUSHES [STATUS [HEADER…]]]
load() {
    local log=$bench/times output count=${6:-$pushes} status=${7:-200} header fields=()
    for header in "${@:8}"; do fields+=(-H "$header"); done
    rm -f "$log"
    output=$(h2load -n "$count" -c "$4" -m "$5" --log-file="$log" -d "$bench/push.json" \
        -H "authorization: bearer $bearer" -H 'apns-topic: com.example.App' -H 'apns-push-type: alert' \
        "${fields[@]}" "https://127.0.0.1:$2/3/device/$3")
    # Each line: when, in µs; the status; how long, in µs.
    [[ $(awk -v status="$status" '$2 == status' "$log" | wc -l) == "$count" ]] ||
        fail "$1 did not answer each of $count pushes with $status: $(grep -E '^(requests|status)' <<<"$output")"
    found[$1.rate]+=$(sed -nE 's|^finished in .*, ([0-9.]+) req/s,.*|\1|p' <<<"$output")$'\n'
    found[$1.p50]+=$(awk '{ print $3 / 1000 }' "$log" | median)$'\n'
    found[$1.p99]+=$(awk '{ print $3 / 1000 }' "$log" | sort -n |
        awk '{ all[NR] = $1 } END { print all[int(NR * 0.99)] }')$'\n'
}

# Starts an endpoint whose state is in a directory: endpoint DIRECTORY [OPTION…]
endpoint() {
    local directory=$1
    shift
    exec {said}< <(TMPDIR=$directory exec "$products/belfryd" ephemeral "$@" 2>"$bench/log")
    server=$!
    running+=("$server")
    read -r line <&"$said" || fail "belfryd did not start: $(tail -1 "$bench/log")"
    key=$(of "$line" key)
    bearer=$("$bench/go-push" token "$key" "$(of "$line" keyID)" "$(of "$line" teamID)")
}
# A value of a process in MB: memory_of PROCESS NAME
memory_of() { awk -v name="$2:" '$1 == name { printf "%.1f", $2 / 1024 }' "/proc/$1/status"; }

for ((round = 1; round <= rounds; round++)); do
    note "round $round of $rounds"
    for place in disk memory; do
        if [[ $place == disk ]]; then directory=$bench/disk; else directory=$memory; fi
        endpoint "$directory"
        load "$place" "$(of "$line" port)" "$(of "$line" token)" 10 100
        if [[ $place == memory ]]; then
            # Nothing of these comes to the journal: the token is verified, the body read and dropped.
            load refused "$(of "$line" port)" "$(of "$line" token)" 10 100 "$pushes" 400 'apns-priority: 7'
            load accepts "$(of "$line" port)" "$(of "$line" token)" "$connections" 1 "$connections"
        fi
        if [[ $place == disk ]]; then
            found[tens]+=$(memory_of "$server" VmHWM)$'\n'
            load many "$(of "$line" port)" "$(of "$line" token)" 200 20
            found[hundreds]+=$(memory_of "$server" VmHWM)$'\n'
            cp "$key" "$bench/known.p8"
        fi
        stop "$server"
    done
    exec {said}< <(exec "$bench/go-push" serve "$bench/own.crt" "$bench/own.key" "$bench/known.p8" 2>"$bench/log")
    server=$!
    running+=("$server")
    read -r port <&"$said" || fail "the peer in Go did not start: $(tail -1 "$bench/log")"
    bearer=$("$bench/go-push" token "$bench/known.p8" BELFRYTEST BELFRYTEAM)
    load go "$port" 00 10 100
    load go-accepts "$port" 00 "$connections" 1 "$connections"
    stop "$server"

    : >"$bench/web/3/device/00"
    port=$("$python" -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
    nghttpd -a 127.0.0.1 -d "$bench/web" "$port" "$bench/own.key" "$bench/own.crt" >"$bench/log" 2>&1 &
    server=$!
    running+=("$server")
    until curl -sk --http2 -o /dev/null "https://127.0.0.1:$port/"; do
        kill -0 "$server" 2>/dev/null || fail "nghttpd did not start: $(tail -1 "$bench/log")"
    done
    load nghttpd "$port" 00 10 100
    stop "$server"
done

# Endpoints for tests, from the start of the tool to the line with the address.
for ((start = 1; start <= 11; start++)); do
    begin=${EPOCHREALTIME/./}
    exec {said}< <(TMPDIR=$bench/disk PATH=$products:$PATH exec belfry apns serve --ephemeral 2>"$bench/log")
    server=$!
    running+=("$server")
    read -r line <&"$said" || fail "belfry apns serve did not start: $(tail -1 "$bench/log")"
    found[started]+=$(awk -v us=$((${EPOCHREALTIME/./} - begin)) 'BEGIN { printf "%.1f", us / 1000 }')$'\n'
    stop "$server"
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
    endpoint "$bench/disk" --app "$bench/Post.app"
    text=$("$python" Scripts/bench-apns.py "$line" "$bearer" 500)
    for name in answered_p50 answered_p99 presented_p50 presented_p99; do
        found[$name]+=$(awk -v name="$name" '$1 == name { print $2 }' <<<"$text")$'\n'
    done
    stop "$server"
done

row() { printf '| %s | %s | %s ms | %s ms | %s |\n' "$1" "$(printf '%.0f' "$(middle "$2.rate")")" "$(middle "$2.p50")" "$(middle "$2.p99")" "$3"; }
peer=$(middle go.rate)
{
    cat <<END
On $(date -u +%F), commit $(git rev-parse --short HEAD), $configuration build, h2load on the same $(nproc) cores, $(uname -r),
median of $rounds rounds of $pushes pushes over TLS, load $(cut -d' ' -f1 /proc/loadavg):

| 10 connections, 100 streams each | Pushes a second | Median | p99 | Beside Go |
|---|---|---|---|---|
END
    row "Belfry, each push on the disk before its 200, and presented" disk "$(ratio "$(middle disk.rate)" "$peer")"
    row "Belfry, its state on a file system in memory" memory "$(ratio "$(middle memory.rate)" "$peer")"
    row "Belfry, without its journal: each push is refused for its priority" refused "$(ratio "$(middle refused.rate)" "$peer")"
    row "Go's net/http: verifies, keeps nothing ($(go version | cut -d' ' -f3))" go 1
    row "nghttpd $(nghttpd --version | awk '{ print $2 }' | cut -d/ -f2): an empty file" nghttpd "$(ratio "$(middle nghttpd.rate)" "$peer")"
    cat <<END

| Measured | Result |
|---|---|
| 200 connections, 20 streams each | $(printf '%.0f' "$(middle many.rate)") pushes a second, p99 $(middle many.p99) ms |
| $connections clients at once that open a connection for one push | $(printf '%.0f' "$(middle accepts.rate)") connections a second, p99 $(middle accepts.p99) ms; Go's net/http $(printf '%.0f' "$(middle go-accepts.rate)"), p99 $(middle go-accepts.p99) ms |
| most memory of the daemon (VmHWM) after 10 connections, then after 200 | $(middle tens) MB, $(middle hundreds) MB |
| \`belfry apns serve --ephemeral\`, to its line | median $(middle started) ms of 11, limit 200 ms |
| one push to its 200 | median $(middle answered_p50) ms, p99 $(middle answered_p99) ms |
| one push to \`presented\` in the log's stream, with a warm C extension | median $(middle presented_p50) ms, p99 $(middle presented_p99) ms |
END
} >"$bench/table.md"
cat "$bench/table.md"
if [[ -n $record ]]; then
    record_between Documentation/PushEndpoint.md \
        '<!-- bench-apns.sh writes from here -->' '<!-- as far as here -->' "$record"
fi
