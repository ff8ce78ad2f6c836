#!/usr/bin/env bash
# Runs a command while no core of the machine sleeps: Scripts/awake.sh make bench
#
# To wake a core of a virtual machine takes the hypervisor tens of microseconds, and now and then
# milliseconds, which is none of what is measured. What keeps the cores awake here gives way at once
# to whatever else wants to run (SCHED_IDLE, man 7 sched).
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
(($#)) || fail "it needs a command, such as: Scripts/awake.sh make bench"

spinners=()
trap 'kill "${spinners[@]}" 2>/dev/null || true' EXIT
for _ in $(seq "$(nproc)"); do
    nice -n 19 chrt --idle 0 bash -c 'while :; do :; done' &
    spinners+=("$!")
done
BELFRY_AWAKE=yes "$@"
