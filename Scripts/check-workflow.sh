#!/usr/bin/env bash
# Does what SDK/Templates/Workflow/notification-service.yml does, in a folder as a checkout leaves it:
# every step's command as it stands in the file, but for those that install something. Then the exit
# statuses that Documentation/ContinuousIntegration.md gives.
#
#   CONFIGURATION=debug|release   which build of the tool to use
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

workflow=$PWD/SDK/Templates/Workflow/notification-service.yml
page=$PWD/Documentation/ContinuousIntegration.md
products=$PWD/.build/${CONFIGURATION:-debug}
sample=$PWD/Plugins/MonkeyNotification
[[ -x $products/belfry ]] || fail "$products/belfry is not built; run: make build"

# The page shows the file as it is.
check_page() {
    local shown
    shown=$(awk '/^```yaml$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$page")
    [[ $shown == "$(grep -v '^#' "$workflow" | sed '1{/^$/d}')" ]] ||
        fail "$page does not show $workflow as it is, comments at its head left out; copy it"
}

# Prints the one-line command of the step of a name.
step() {
    local command
    command=$(awk -v name="      - name: $1" '
        $0 == name { inside = 1; next }
        inside && sub(/^        run: /, "") { print; exit }
        inside && /^      - / { exit }
    ' "$workflow")
    [[ -n $command ]] || fail "$workflow has no step '$1' with a command"
    printf '%s\n' "$command"
}

# Runs a command as the runner does: by a shell that stops at the first failure.
run() {
    EXTENSION=NotificationService PAYLOAD=NotificationService/push.apns PATH=$products:$PATH \
        bash --noprofile --norc -eo pipefail -c "$1" >>"$scratch/log" 2>&1
}

expect() {
    local status=0 expected=$1
    shift
    run "$*" || status=$?
    ((status == expected)) || {
        cat "$scratch/log" >&2
        fail "'$*' ended with $status, and should with $expected"
    }
}

check_page
make_scratch
mkdir "$scratch/NotificationService"
cp "$sample/NotificationService.swift" "$sample/Info.plist" "$scratch/NotificationService/"
cp "$sample/payload.apns" "$scratch/NotificationService/push.apns"
cd "$scratch"

for name in 'Say what the sandbox is made of here' Build 'Run under 30 s and 24 MB' \
    'Keep the report' Validate; do
    expect 0 "$(step "$name")"
done
grep -q '"verdict" : "delivered"' report.json || fail "the kept report says nothing of a delivery"

expect 1 'belfry run --budget start=1ms Extension.appex NotificationService/push.apns'
expect 3 'echo "{\"aps\": {\"alert\": \"A\"}}" | belfry run Extension.appex -'
expect 65 'echo "nonsense(" > Bad.swift; belfry build Bad.swift'
expect 66 'belfry run Extension.appex none.apns'
: >Extension.appex/MonkeyNotification
expect 2 'belfry run Extension.appex NotificationService/push.apns'
expect 4 'belfry validate Extension.appex --only library'
note "every step of $(basename "$workflow") does what it should"
