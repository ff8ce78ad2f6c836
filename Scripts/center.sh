#!/usr/bin/env bash
# A newcomer's first sight of the notification centre, `make center`: makes apps of the samples, starts
# the daemon with a directory and a clock of its own, sends one notification of each kind, and prints
# what became of them. The daemon runs until Ctrl-C; with --once it is stopped at the end.
#
#   CONFIGURATION=debug|release   which build of the tool and the daemon to use
#   DEMO_PORT=8642                where the picture of a sample is served
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

sample_port=8642 # in the sample's Info.plist and payload
port=${DEMO_PORT:-$sample_port}
# A check may run beside a demonstration.
if [[ ${1-} == --once && -z ${DEMO_PORT-} ]]; then
    port=$(python3 -c 'import socket
with socket.create_server(("127.0.0.1", 0)) as server: print(server.getsockname()[1])')
fi
belfry=.build/${CONFIGURATION:-debug}/belfry
belfryd=.build/${CONFIGURATION:-debug}/belfryd
sdk=SDK/.build/${CONFIGURATION:-debug}
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

# Builds extensions of samples into an app: add_extensions APP SOURCE…
add_extensions() {
    local app=$1 source plugin
    shift
    mkdir -p "$center/$app.app/PlugIns"
    for source; do
        plugin=$(basename "$(dirname "$source")")
        sed "s/127\.0\.0\.1:$sample_port/127.0.0.1:$port/" "Plugins/$plugin/Info.plist" \
            >"$center/$plugin.plist"
        "$belfry" build "$source" --info-plist "$center/$plugin.plist" \
            -o "$center/$app.app/PlugIns/$plugin.appex" >/dev/null
        echo "$center/$app.app/PlugIns/$plugin.appex: of $source"
    done
}

# Compiles a sample app with the SDK that is built here: its package would build one of its own.
make_sample() {
    local name=$1 include headers=()
    for include in SDK/Swift/*/include SDK/C/include SDK/System/*; do headers+=(-I "$include"); done
    mkdir -p "$center/$name.app"
    cp "Samples/$name/Info.plist" "$sdk/libUserNotifications.so" "$center/$name.app/"
    swiftc -swift-version 6 -module-name "$name" -o "$center/$name.app/$name" \
        -I "$sdk/Modules" "${headers[@]}" -L "$sdk" -lUserNotifications \
        -Xlinker -rpath -Xlinker '$ORIGIN' "Samples/$name/Sources/$name"/*.swift
    echo "$center/$name.app: of Samples/$name"
}

# An app without a program: its notifications come by push alone.
make_post() {
    mkdir -p "$center/Post.app"
    cat >"$center/Post.app/Info.plist" <<END
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0">
<dict>
	<key>CFBundleIdentifier</key>
	<string>org.example.Post</string>
</dict>
</plist>
END
    echo "$center/Post.app: an app without a program"
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
    # Apps that the daemon has started go on without it.
    pkill -f "^$PWD/$center/state/apps/" || true
}

# Waits until what a command prints has a number of lines, half a minute at most:
# wait_for NUMBER PATTERN COMMAND…
wait_for() {
    local number=$1 pattern=$2 found
    shift 2
    for _ in {1..150}; do
        found=$("$belfry" "$@" --json | grep -c "$pattern" || true)
        ((found < number)) || return 0
        sleep 0.2
    done
    fail "belfry $* has $found of $number; $belfry list says what became of the others"
}

[[ -x $belfryd ]] || fail "$belfryd is not built; run: make daemon"
children=()
trap stop_children EXIT
trap 'exit 130' INT TERM
rm -rf "$center"
mkdir -p "$center"

heading "1. Make apps of the samples, with extensions in Swift and in C"
make_sample RedGreenNotifications
add_extensions RedGreenNotifications \
    Plugins/MonkeyNotification/NotificationService.swift \
    Plugins/RedGreen/NotificationViewController.swift
make_sample MonkeyChat
make_post
add_extensions Post Plugins/TitleStamp/TitleStamp.c
sed "s/127\.0\.0\.1:$sample_port/127.0.0.1:$port/" Plugins/MonkeyNotification/payload.apns \
    >"$center/monkey.apns"

heading "2. Start the daemon, and a server for the picture that a push points to"
start "http://" "$belfry" serve-file Plugins/MonkeyNotification/monkey.png --port "$port"
echo "serving Plugins/MonkeyNotification/monkey.png at $line"
start "next" "$belfryd" --virtual-clock --state "$PWD/$center/state" --socket "$BELFRY_SOCKET"
daemon=$started
echo "belfryd listens on $BELFRY_SOCKET; its clock stands still until belfry clock moves it"

heading "3. Install and open the apps; one may notify quietly, the other asks, and the user lets both"
try install "$center/RedGreenNotifications.app"
try install "$center/MonkeyChat.app"
try install "$center/Post.app"
opened=0
for app in org.example.Zoo:authorizationChanged org.example.MonkeyChat:authorizationAsked; do
    try open "${app%:*}"
    wait_for 1 "${app#*:}" log
    try allow "${app%:*}"
    # Each schedules two itself.
    wait_for $((2 * ++opened)) '"identifier"' list --pending
done

heading "4. Send one of each"
try push org.example.Post Plugins/TitleStamp/payload.apns # dropped: nobody has allowed it yet
try allow org.example.Post
try push org.example.Post Plugins/TitleStamp/payload.apns
try push org.example.Zoo "$center/monkey.apns"
try push org.example.Zoo Plugins/RedGreen/payload.apns
try schedule org.example.Zoo --title "Feeding time" --body "At once" --identifier now
try schedule org.example.Zoo --title "Feeding time" --body "Every morning" --at 08:30 --repeats --identifier daily
wait_for 4 '"state" : "presented"' list --delivered
try clock --advance 120 # what the apps have scheduled is due
wait_for 8 '"state" : "presented"' list --delivered

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
  $belfry show 3
      all of one notification
  $belfry respond 3 default
      what a user does; belfry list shows that it has left the list
  $belfry clock --next
      moves the clock to the next feeding time
  $belfry device --lock locked --focus Work
      the next push makes no sound and no banner: belfry explain says why
  Documentation/Daemon.md
      every command, and the HTTP API below them
END
if [[ ${1-} == --once ]]; then exit; fi
echo
echo "The daemon runs until Ctrl-C."
while kill -0 "$daemon" 2>/dev/null; do sleep 1; done
