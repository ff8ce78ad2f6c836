#!/usr/bin/env bash
# A newcomer's first sight of the notification centre, `make center`: makes two apps of the samples,
# starts the daemon with a directory of its own, sends one notification of each kind, and prints
# what became of them. The daemon runs until Ctrl-C; with --once it is stopped at the end.
#
#   CONFIGURATION=debug|release   which build of the tool and the daemon to use
#   DEMO_PORT=8642                where the picture of a sample is served
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

sample_port=8642 # in the sample's Info.plist and payload
port=${DEMO_PORT:-$sample_port}
belfry=.build/${CONFIGURATION:-debug}/belfry
belfryd=.build/${CONFIGURATION:-debug}/belfryd
center=.build/center
export BELFRY_SOCKET=$PWD/$center/api

# A heading, bold on a terminal.
heading() {
    if [[ -t 1 ]]; then printf '\n\033[1m%s\033[0m\n' "$*"; else printf '\n%s\n' "$*"; fi
}

# Prints a command of the tool and runs it.
try() {
    printf '$ belfry'
    printf ' %q' "$@"
    echo
    "$belfry" "$@"
}

# Makes NAME.app with an identifier, around extensions that are built of samples.
make_app() {
    local name=$1 identifier=$2 plugin source
    shift 2
    mkdir -p "$center/$name.app/PlugIns"
    cat >"$center/$name.app/Info.plist" <<END
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0">
<dict>
	<key>CFBundleIdentifier</key>
	<string>$identifier</string>
</dict>
</plist>
END
    for source; do
        plugin=$(basename "$(dirname "$source")")
        sed "s/127\.0\.0\.1:$sample_port/127.0.0.1:$port/" "Plugins/$plugin/Info.plist" \
            >"$center/$plugin.plist"
        "$belfry" build "$source" --info-plist "$center/$plugin.plist" \
            -o "$center/$name.app/PlugIns/$plugin.appex" >/dev/null
    done
    echo "$center/$name.app: $identifier"
}

# Starts a program and waits for a line of its output; `line` and `started` are set.
start() {
    local pattern=$1
    shift
    exec {output}< <(exec "$@")
    started=$!
    children+=("$started")
    while read -r -t 20 line <&"$output"; do
        [[ $line == *"$pattern"* ]] && return
    done
    fail "$1 did not start; see above, or try it: $*"
}

stop_children() {
    local child
    for child in "${children[@]}"; do
        kill "$child" 2>/dev/null || true
        while kill -0 "$child" 2>/dev/null; do sleep 0.05; done
    done
    children=()
}

# Waits until a number of notifications is shown, half a minute at most.
wait_for_shown() {
    local shown
    for _ in {1..150}; do
        shown=$("$belfry" list --delivered --json | grep -c '"state" : "presented"' || true)
        ((shown < $1)) || return 0
        sleep 0.2
    done
    fail "$shown of $1 notifications are shown; $belfry list says what became of the others"
}

[[ -x $belfryd ]] || fail "$belfryd is not built; run: make daemon"
children=()
trap stop_children EXIT
trap 'exit 130' INT TERM
rm -rf "$center"
mkdir -p "$center"

heading "1. Make two apps of the samples, with extensions in Swift and in C"
make_app Zoo org.example.Zoo \
    Plugins/MonkeyNotification/NotificationService.swift \
    Plugins/RedGreen/NotificationViewController.swift
make_app Post org.example.Post Plugins/TitleStamp/TitleStamp.c
sed "s/127\.0\.0\.1:$sample_port/127.0.0.1:$port/" Plugins/MonkeyNotification/payload.apns \
    >"$center/monkey.apns"

heading "2. Start the daemon, and a server for the picture that a push points to"
start "http://" "$belfry" serve-file Plugins/MonkeyNotification/monkey.png --port "$port"
echo "serving Plugins/MonkeyNotification/monkey.png at $line"
start "next" "$belfryd" --state "$PWD/$center/state" --socket "$BELFRY_SOCKET"
daemon=$started
echo "belfryd listens on $BELFRY_SOCKET"

heading "3. Install the apps; the user lets them notify"
try install "$center/Zoo.app"
try install "$center/Post.app"
try allow org.example.Zoo

heading "4. Send one of each"
try push org.example.Post Plugins/TitleStamp/payload.apns # dropped: nobody has allowed it yet
try allow org.example.Post
try push org.example.Post Plugins/TitleStamp/payload.apns
try push org.example.Zoo "$center/monkey.apns"
try push org.example.Zoo Plugins/RedGreen/payload.apns
try schedule org.example.Zoo --title "Feeding time" --body "At once" --identifier now
try schedule org.example.Zoo --title "Feeding time" --body "Every morning" --at 08:30 --repeats --identifier daily
wait_for_shown 4

heading "5. What became of them"
try list
try list --pending
try explain 2

heading "Next"
cat <<END
  export BELFRY_SOCKET=$BELFRY_SOCKET
      in another terminal, so that the commands find this daemon
  $belfry log --follow
      every event, as it happens
  $belfry restore 1
      shows the push that came before its app was allowed
  $belfry respond 3 default
      what a user does; belfry list shows that it has left the list
  $belfry device --lock locked --focus Work
      the next push makes no sound and no banner: belfry explain says why
  Documentation/Daemon.md
      every command, and the HTTP API below them
END
if [[ ${1-} == --once ]]; then exit; fi
echo
echo "The daemon runs until Ctrl-C."
while kill -0 "$daemon" 2>/dev/null; do sleep 1; done
