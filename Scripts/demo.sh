#!/usr/bin/env bash
# A newcomer's first sight, `make run`: builds the sample MonkeyNotification, serves its picture on
# this machine, gives the sample one push payload, and shows the report.
#
#   CONFIGURATION=debug|release   which build of the tool to use
#   DEMO_PORT=8642                where the picture is served
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

sample=Plugins/MonkeyNotification
sample_port=8642 # in the sample's Info.plist and payload
port=${DEMO_PORT:-$sample_port}
belfry=.build/${CONFIGURATION:-debug}/belfry
demo=.build/demo
bundle=$demo/MonkeyNotification.appex
payload=$demo/payload.apns

# A heading, bold on a terminal.
heading() {
    if [[ -t 1 ]]; then printf '\n\033[1m%s\033[0m\n' "$*"; else printf '\n%s\n' "$*"; fi
}

# Copies the sample's manifest and payload, with the port in use in place of the sample's own.
prepare() {
    mkdir -p "$demo"
    sed "s/127\.0\.0\.1:$sample_port/127.0.0.1:$port/" "$sample/Info.plist" >"$demo/Info.plist"
    sed "s/127\.0\.0\.1:$sample_port/127.0.0.1:$port/" "$sample/payload.apns" >"$payload"
    rm -rf "$bundle"
}

# Starts the tool's test server; it ends with this script.
serve_picture() {
    if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
        fail "port $port is taken by another program; choose a free one: make run DEMO_PORT=8643"
    fi
    local address
    exec 3< <(exec "$belfry" serve-file "$sample/monkey.png" --port "$port")
    server=$!
    trap 'kill "$server" 2>/dev/null || true' EXIT
    read -r -t 10 address <&3 ||
        fail "the picture's server did not start; see above, or try it: $belfry serve-file $sample/monkey.png --port $port"
    echo "serving $sample/monkey.png at $address"
}

stop_server() {
    kill "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
    trap - EXIT
}

[[ -x $belfry ]] || fail "$belfry is not built; run: make build"

heading "1. Build the extension: $sample/NotificationService.swift, as written for iOS"
prepare
"$belfry" build "$sample/NotificationService.swift" --info-plist "$demo/Info.plist" -o "$bundle"

heading "2. Serve the picture that the push points to"
serve_picture

heading "3. Give it a push: belfry run $bundle $payload"
status=0
"$belfry" run "$bundle" "$payload" || status=$?
stop_server

heading "Next"
cat <<EOF
  $belfry explain $bundle $payload
      every gate between a push and its extension, its value, and what to change
  $belfry run $bundle $payload
      the same, now that the picture's server is gone: what the extension does then
  $belfry run $bundle $payload --json
      the report for a machine
  $sample/NotificationService.swift
      change it and type make run again
  Plugins/TitleStamp/README.md
      an extension in C, explained line by line
  $belfry build Plugins/RedGreen -o $demo/RedGreen.appex
  $belfry show $demo/RedGreen.appex Plugins/RedGreen/payload.apns --web
      a content extension: open the page that it names, and turn the square; without --web it is in the terminal
EOF
exit "$status"
