#!/usr/bin/env bash
# Has schemathesis make requests of belfryd's API from its description, good and bad ones, and looks
# for answers that the description does not have, server errors among them: `make check-api`.
#
#   CONFIGURATION=debug|release   which build of the daemon is asked
#   BELFRY_API_SECONDS=60         how long
#   BELFRY_API_SEED=N             the same requests again
#
# schemathesis comes from PyPI, into .build/schemathesis. Two thirds of the time it asks over loopback as
# the user; then over the daemon's socket as an app, for what apps alone may ask for. The streams of
# events and of views are left out, as they have no end to wait for; the tests in DaemonEventsTests and
# WebViewTests ask for them, with good and bad parameters.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

version=4.32.5
place=.build/schemathesis
products=.build/${CONFIGURATION:-debug}
checks=not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance

[[ -x $products/belfryd ]] || fail "$products/belfryd is not built; run: make daemon"
if [[ $("$place/bin/schemathesis" --version 2>/dev/null || true) != *"$version"* ]]; then
    note "installing schemathesis $version into $place"
    rm -rf "$place"
    python3 -m venv "$place" || fail "python3 has no venv (Debian: python3-venv)"
    "$place/bin/pip" --quiet install "schemathesis==$version" ||
        fail "schemathesis $version cannot be had from PyPI; PIP_FIND_LINKS can name a folder of wheels"
fi

make_scratch
daemon=
forward=
end() {
    if [[ -n $forward ]]; then kill "$forward" 2>/dev/null || true; fi
    if [[ -n $daemon ]]; then kill "$daemon" 2>/dev/null || true; wait "$daemon" || true; fi
    rm -rf "$scratch"
}
trap end EXIT

# An app, and some of everything that can be asked for.
mkdir -p "$scratch/Sample.app"
cat >"$scratch/Sample.app/Info.plist" <<END
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>CFBundleIdentifier</key><string>com.example.app</string></dict></plist>
END
: >"$scratch/said"
"$products/belfryd" --state "$scratch/state" --socket "$scratch/api" --port 0 --virtual-clock \
    --apns-port 0 --apns-channel-port 0 \
    >"$scratch/said" 2>"$scratch/log" &
daemon=$!
for _ in {1..200}; do
    grep -q '^  next' "$scratch/said" && break
    kill -0 "$daemon" 2>/dev/null || { cat "$scratch/log"; fail "belfryd did not start"; }
    sleep 0.05
done
url=$(grep -o 'http://127.0.0.1:[0-9]*' "$scratch/said")
export BELFRY_SOCKET=$scratch/api
{
    "$products/belfry" install "$scratch/Sample.app"
    "$products/belfry" allow com.example.app
    for number in 1 2 3; do
        echo '{"aps":{"alert":"x"}}' | "$products/belfry" push com.example.app -
        "$products/belfry" schedule com.example.app --title t --in "$((number * 1000))" \
            --identifier "request $number"
    done
} >/dev/null

seed=${BELFRY_API_SEED:-$((RANDOM * 32768 + RANDOM))}
seconds=${BELFRY_API_SECONDS:-60}
note "asking for $seconds s, seed $seed"
status=0

# Asks for some of the paths: ask URL SECONDS TOKEN LEAST [schemathesis' choice of paths]
#
# A wrong token would pass every check too: 401 is an answer that the description has. So LEAST requests
# have to be done.
ask() {
    local url=$1 time=$2 token=$3 least=$4 before after
    shift 4
    before=$(answers)
    (cd "$scratch" && "$OLDPWD/$place/bin/schemathesis" run \
        "$OLDPWD/Sources/BelfryServer/API/openapi.yaml" --url "$url" --seed "$seed" \
        --header "Authorization: Bearer $token" "$@" \
        --checks "$checks" --max-time "$time" --max-examples 200 \
        --continue-on-failure --no-color --warnings off) >"$scratch/report" 2>&1 || status=$?
    tail -n "${BELFRY_API_LINES:-40}" "$scratch/report"
    kill -0 "$daemon" 2>/dev/null || { tail -5 "$scratch/log"; fail "belfryd has ended"; }
    after=$(answers)
    note "answered, by status: $(awk 'NR == FNR { before[$1] = $2; next }
        { printf "%s%s × %d", (FNR > 1 ? ", " : ""), $1, $2 - before[$1] }' <(echo "$before") <(echo "$after"))"
    (($(($(done_of "$after") - $(done_of "$before"))) > least)) ||
        fail "hardly a request was done; see the answers above"
}

# Prints how many requests had each status so far.
answers() {
    curl -sS --unix-socket "$scratch/api" http://localhost/metrics |
        sed -n 's/^belfry_api_requests_total.*status="\([0-9]*\)".* \([0-9]*\)$/\1 \2/p' |
        awk '{ count[$1] += $2 } END { for (status in count) print status, count[status] }' | sort
}

# Prints how many of them were done.
done_of() { awk '$1 < 300 { done += $2 } END { print done + 0 }' <<<"$1"; }

ask "$url" $((seconds * 2 / 3)) "$(cat "$scratch/state/token")" 200 --exclude-path /v1/events \
    --exclude-path '/v1/notifications/{sequence}/view' --exclude-path-regex '^/v1/app(/|$)'

# The program is another one than the app's, so that it is known by the app's token. Whatever was asked
# before may have removed the app.
{ "$products/belfry" install "$scratch/Sample.app" && "$products/belfry" allow com.example.app; } >/dev/null
token=$(curl -sS --unix-socket "$scratch/api" http://localhost/v1/apps/com.example.app/token |
    sed -n 's/.*"token": *"\([^"]*\)".*/\1/p')
exec {ports}< <(exec Scripts/forward.py "$scratch/api")
forward=$!
read -r port <&"$ports"
ask "http://127.0.0.1:$port" $((seconds / 3)) "$token" 50 --include-path-regex '^/v1/app(/|$)' \
    --exclude-path /v1/app/events
if grep -i ' error ' "$scratch/log"; then fail "the daemon's log has errors; see above"; fi
kill -TERM "$daemon"
wait "$daemon" || fail "belfryd ended with $?"
daemon=
"$products/belfryd" check --state "$scratch/state"
((status == 0)) || fail "schemathesis found what the description does not have; BELFRY_API_SEED=$seed \
makes the same requests again, BELFRY_API_LINES=400 says more"
